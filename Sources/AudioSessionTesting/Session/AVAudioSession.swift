internal import AudioSession
internal import PhoneRuntime

/// The session of an app of a simulated phone, under the name it has on Apple's platforms.
///
/// Code that is written for those compiles here with only the import changed:
///
///     #if canImport(AVFAudio)
///       import AVFAudio
///     #else
///       import AudioSessionTesting
///     #endif
///
/// `sharedInstance()` is one object for the life of the process, as there: it is the session of the
/// app under test of `SimulatedPhone.current`, whichever that is. `SimulatedApp.session` is the session
/// of one app, for code that is given its session.
///
/// Its calls throw `NSError`s of `NSOSStatusErrorDomain` with the codes of
/// `AVAudioSession.ErrorCode`. A call of an app that is suspended or terminated throws
/// `RejectedEvent` instead: there is no such call on a phone, so that it is a mistake of the test's.
///
/// It posts `Notification`s whose object is the session, with the names, keys and numbers of
/// Apple's. They are posted without any lock held, on the thread whose call caused them and before
/// that call returns. There are two exceptions: what an observer causes is posted when it and those
/// before it are through, and while one thread posts, it posts for the others as well. So the order
/// is always that of the events, and within an event the documented one.
///
/// An observer that asks for a queue is called there by Foundation, which on Linux waits for it: who
/// asks for the main queue needs `DeliveryOrder.queued` and `await phone.settle()`. Without them a test
/// on the main actor would wait for ever; it is ended after ten seconds, with a message that says so.
///
/// - Thread: any. On a phone, route changes come on a secondary thread and all others on the main
///   thread; here all come on the one described above, so that tests need not wait, unless the phone
///   was made with `routeChanges: .ownThread`.
public final class AVAudioSession: AudioSessionProtocol, Sendable {
  /// Whose session it is; nil for the shared instance, which is that of the current phone.
  private let fixed: SessionBinding?
  /// Who observes its properties.
  let observers = ObserverList()

  /// The session of one app.
  init(_ binding: SessionBinding) { fixed = binding }

  private init() { fixed = nil }

  /// The session of the app under test of `SimulatedPhone.current`: always the same object.
  public static func sharedInstance() -> AVAudioSession { shared }

  private static let shared = AVAudioSession()

  /// Whose session it is now.
  var binding: SessionBinding { fixed ?? SimulatedPhone.current.app.binding }

  var runtime: PhoneRuntime { binding.runtime }
  var notifications: NotificationSink { binding.notifications }
  var app: AppID { binding.app }

  /// Lets the app call; an error of the session is thrown as an `NSError`.
  func call(_ event: AppEvent) throws {
    let binding = binding
    if let code = try binding.runtime.perform(.app(binding.app, event)) { throw sessionError(code) }
  }
}

/// An app of a phone, as its session and players know it.
struct SessionBinding: Sendable {
  let app: AppID
  let runtime: PhoneRuntime
  let notifications: NotificationSink

  /// The phone as it is now.
  var phone: AudioSession.Phone { runtime.phone }

  /// What the policy stores of the app.
  var state: AppState { phone.state[app] }
}
