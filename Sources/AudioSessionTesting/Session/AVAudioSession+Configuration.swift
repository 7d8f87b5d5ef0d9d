// The members are documented in the protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioSession
import PhoneRuntime

extension AVAudioSession {
  private var configuration: SessionConfiguration {
    runtime.phone.state[app].configuration
  }

  public var category: AVAudioSession.Category {
    AVAudioSession.Category(configuration.category)
  }

  public var mode: AVAudioSession.Mode {
    AVAudioSession.Mode(configuration.mode)
  }

  public var categoryOptions: AVAudioSession.CategoryOptions { configuration.effectiveOptions }

  public var routeSharingPolicy: AVAudioSession.RouteSharingPolicy { configuration.policy }

  public func setCategory(_ category: AVAudioSession.Category) throws {
    try set(category, mode: nil, policy: .default, options: [])
  }

  public func setCategory(
    _ category: AVAudioSession.Category, options: AVAudioSession.CategoryOptions
  ) throws {
    try set(category, mode: nil, policy: .default, options: options)
  }

  public func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions
  ) throws {
    try set(category, mode: mode, policy: .default, options: options)
  }

  public func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    policy: AVAudioSession.RouteSharingPolicy, options: AVAudioSession.CategoryOptions
  ) throws {
    try set(category, mode: mode, policy: policy, options: options)
  }

  public func setMode(_ mode: AVAudioSession.Mode) throws {
    guard let known = SessionMode(rawValue: mode.rawValue) else { throw sessionError(.badParam) }
    try call(.setMode(known))
  }

  public func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws {
    try call(active ? .activate : .deactivate(options))
  }

  /// Sets the category and the other given values.
  ///
  /// A value that is not one of Apple's constants is an error.
  private func set(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode?,
    policy: AVAudioSession.RouteSharingPolicy, options: AVAudioSession.CategoryOptions
  ) throws {
    let knownMode = mode.map { SessionMode(rawValue: $0.rawValue) }
    guard let known = SessionCategory(rawValue: category.rawValue), knownMode != .some(nil)
    else { throw sessionError(.badParam) }
    try call(.setCategory(known, mode: knownMode ?? nil, policy: policy, options: options))
  }
}
