import AudioSession
import PhoneRuntime

/// The settings of a session.
extension AVAudioSession {
  var configuration: SessionConfiguration {
    runtime.phone.state[app].configuration
  }

  /// Sets the category and the other given values.
  ///
  /// A value that is not one of Apple's constants is an error.
  func set(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode?,
    policy: AVAudioSession.RouteSharingPolicy, options: AVAudioSession.CategoryOptions
  ) throws {
    let knownMode = mode.map { SessionMode(rawValue: $0.rawValue) }
    guard let known = SessionCategory(rawValue: category.rawValue), knownMode != .some(nil)
    else { throw sessionError(.badParam) }
    try call(.setCategory(known, mode: knownMode ?? nil, policy: policy, options: options))
  }
}
