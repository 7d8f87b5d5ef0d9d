internal import AudioSession
internal import PhoneRuntime

/// The session of an app on a simulated phone, under the name that Apple's platforms use.
///
/// Code written for Apple's platforms compiles here; only the import changes:
///
///     #if canImport(AVFAudio)
///       import AVFAudio
///     #else
///       import AudioSessionTesting
///     #endif
///
/// As on Apple's platforms, `sharedInstance()` is one object for the life of the process. It is the session of the app
/// under test of `SimulatedPhone.current`, whichever phone is current. For code that is given its session,
/// `SimulatedApp.session` is the session of one app.
///
/// Its methods throw `NSError`s of `NSOSStatusErrorDomain` with the codes of `AVAudioSession.ErrorCode`. If an app is
/// suspended or terminated, they throw `RejectedEvent` instead: on a real phone, such an app cannot call anything, so
/// the call is a mistake in the test.
///
/// The session posts `Notification`s whose object is the session, with Apple's names, keys and numbers. No lock is held
/// while they are posted. They are posted on the thread whose call caused them and before that call returns, with two
/// exceptions. If an observer causes an event, the event's notifications are posted after that observer and all earlier
/// observers have finished. While one thread is posting, it also posts the notifications of other threads.
/// Notifications are therefore always posted in the order of the events, and in the documented order within an event.
///
/// If an observer specifies a queue, Foundation calls the observer on that queue, and on Linux waits for it. If the
/// notification is posted on the main actor, observers with `queue: .main` are called after the others, before the call
/// returns. An observer that itself waits for the main queue would wait forever. Such a test is ended after ten seconds,
/// with a message that explains why.
///
/// - Thread: any. On a real phone, route changes arrive on a secondary thread and all other notifications on the main
///   thread. Here, all notifications arrive on the thread described above, so that tests need not wait. With
///   `routeChanges: .ownThread`, route changes arrive on a secondary thread here as well.
public final class AVAudioSession: AudioSessionProtocol, Sendable {
  /// The app of the session; nil for the shared instance, which represents the current phone.
  private let fixed: SessionBinding?
  /// The observers of the session's properties.
  let observers = ObserverList()

  /// Creates the session of one app.
  init(_ binding: SessionBinding) { fixed = binding }

  private init() { fixed = nil }

  /// The session of the app under test of `SimulatedPhone.current`: always the same object.
  public static func sharedInstance() -> AVAudioSession { shared }

  private static let shared = AVAudioSession()

  /// The app that the session belongs to now.
  var binding: SessionBinding { fixed ?? SimulatedPhone.current.app.binding }

  var runtime: PhoneRuntime { binding.runtime }
  var notifications: NotificationSink { binding.notifications }
  var app: AppID { binding.app }

  /// Performs a call by the app.
  ///
  /// A session error is thrown as an `NSError`.
  func call(_ event: AppEvent) throws {
    let binding = binding
    if let code = try binding.runtime.perform(.app(binding.app, event)) { throw sessionError(code) }
  }
}

/// An app of a phone, as its session and players see it.
struct SessionBinding: Sendable {
  let app: AppID
  let runtime: PhoneRuntime
  let notifications: NotificationSink

  /// The current state of the phone.
  var phone: AudioSession.Phone { runtime.phone }

  /// The policy's state of the app.
  var state: AppState { phone.state[app] }
}
