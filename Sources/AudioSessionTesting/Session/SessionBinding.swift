package import AudioSession
package import PhoneRuntime

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

extension AVAudioSession {
  /// The app that the session belongs to now, and the runtime of its phone.
  ///
  /// Modules that add players or engines to the app use it.
  package var owner: (runtime: PhoneRuntime, app: AppID) {
    let binding = binding
    return (binding.runtime, binding.app)
  }
}
