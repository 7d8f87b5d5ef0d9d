import AudioSession
import PhoneRuntime

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
