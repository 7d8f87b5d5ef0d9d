// The members are documented in the protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioSession
import Foundation
import PhoneRuntime

extension AVAudioSession {
  /// The input gain in 0...1.
  public var inputGain: Float { Float(hardware.inputGain) }

  /// Sets the input gain, which is clamped to 0...1.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `!cat` if the category does not have input.
  public func setInputGain(_ gain: Float) throws {
    try request(.inputGain(Double(gain)))
  }

  public var allowHapticsAndSystemSoundsDuringRecording: Bool {
    preferences.hapticsAndSystemSoundsDuringRecording
  }

  public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
    try call(.setPreference(.hapticsAndSystemSoundsDuringRecording, inValue))
  }

  public var prefersNoInterruptionsFromSystemAlerts: Bool {
    preferences.noInterruptionsFromSystemAlerts
  }

  public func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
    try call(.setPreference(.noInterruptionsFromSystemAlerts, inValue))
  }

  /// Whether unplugging the output interrupts the session while the app is Now Playing; true until the app opts
  /// out (iOS 17 or later).
  public var prefersInterruptionOnRouteDisconnect: Bool {
    preferences.interruptionOnRouteDisconnect
  }

  /// Sets whether unplugging the output interrupts the session while the app is Now Playing (iOS 17 or later).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` before iOS 17.
  public func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
    try call(.setPreference(.interruptionOnRouteDisconnect, inValue))
  }

  /// Whether echo cancellation is available for the route of the built-in microphone and speaker (iOS 18.2 or later):
  /// with category `playAndRecord` and mode `default`, except on the simulator.
  public var isEchoCancelledInputAvailable: Bool {
    runtime.phone.isEchoCancelledInputAvailable(for: app)
  }

  /// Whether the app prefers echo-canceled input (iOS 18.2 or later).
  public var prefersEchoCancelledInput: Bool { hardware.prefersEchoCancelledInput }

  /// Sets whether the app prefers echo-canceled input (iOS 18.2 or later).
  ///
  /// The preference can be set with any category, and takes effect where echo cancellation is available.
  ///
  /// Our choice: an unsupported category or mode is not an error, because the page says "valid only" without naming an
  /// error.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` while the media services are down; `RejectedEvent` before iOS
  ///   18.2.
  public func setPrefersEchoCancelledInput(_ value: Bool) throws {
    try request(.echoCancelledInput(value))
  }

  /// Whether echo cancellation is in effect now (iOS 18.2 or later): the app prefers it, its session is active, and
  /// the built-in microphone and speaker are in use.
  public var isEchoCancelledInputEnabled: Bool { runtime.isEchoCancelledInputEnabled(of: app) }

  /// Whether the app has muted its output (iOS 26 or later).
  public var isOutputMuted: Bool { runtime.phone.state[app].isOutputMuted }

  /// Mutes or unmutes the output of the app (iOS 26 or later).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` before iOS 26.
  public func setOutputMuted(_ muted: Bool) throws { try call(.setOutputMuted(muted)) }

  private var preferences: SessionPreferences { runtime.phone.state[app].preferences }

  /// The hardware settings that the app has requested.
  var hardware: HardwarePreferences { runtime.hardwarePreferences(of: app) }

  /// Requests a hardware setting.
  ///
  /// All apps share the hardware, so the observers of every app check for changes.
  func request(_ request: HardwareRequest) throws {
    let binding = binding
    if let code = try binding.runtime.perform(.session(.requestHardware(request)), by: binding.app)
    {
      throw sessionError(code)
    }
    binding.notifications.lookAtProperties()
  }
}
