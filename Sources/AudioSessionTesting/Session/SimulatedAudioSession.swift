import AudioSession
import PhoneRuntime

/// The session of one app of a simulated phone: what `AVAudioSession.sharedInstance()` is to an app.
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
/// An observer that asks for a queue is called there by Foundation, which on Linux waits for it: in a
/// test on the main actor, an observer on the main queue deadlocks. Let tests pass no queue.
///
/// - Thread: any. On a phone, route changes come on a secondary thread and all others on the main
///   thread; here all come on the one described above, so that tests need not wait.
public final class SimulatedAudioSession: AudioSessionProtocol, Sendable {
  let runtime: PhoneRuntime
  let notifications: NotificationSink
  let app: AppID

  init(of app: AppID, on runtime: PhoneRuntime, _ notifications: NotificationSink) {
    self.app = app
    self.runtime = runtime
    self.notifications = notifications
  }

  /// Lets the app call; an error of the session is thrown as an `NSError`.
  func call(_ event: SessionEvent) throws {
    if let code = try runtime.perform(event) { throw sessionError(code) }
  }
}
