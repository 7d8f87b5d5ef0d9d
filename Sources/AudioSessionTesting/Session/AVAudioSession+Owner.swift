package import AudioSession
package import PhoneRuntime

extension AVAudioSession {
  /// The app that the session belongs to now, and the runtime of its phone.
  ///
  /// Modules that add players or engines to the app use it.
  package var owner: (runtime: PhoneRuntime, app: AppID) {
    let binding = binding
    return (binding.runtime, binding.app)
  }
}
