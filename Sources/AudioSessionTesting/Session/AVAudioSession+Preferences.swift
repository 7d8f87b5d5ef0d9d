// The members are documented in the protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioSession
import Foundation
import PhoneRuntime

extension AVAudioSession {
  public var preferredSampleRate: Double { hardware.sampleRate }

  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    try request(.sampleRate(sampleRate))
  }

  public var sampleRate: Double { runtime.hardwareSampleRate }

  public var preferredIOBufferDuration: Double { hardware.ioBufferDuration }

  public func setPreferredIOBufferDuration(_ duration: Double) throws {
    try request(.ioBufferDuration(duration))
  }

  public var ioBufferDuration: Double { runtime.hardwareBufferDuration }

  /// The gain of the input: 0...1.
  public var inputGain: Float { Float(hardware.inputGain) }

  /// Sets the gain of the input, clamped to 0...1.
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

  /// Whether unplugging the output interrupts the session while it is the Now Playing session; true until the app opts
  /// out (17).
  public var prefersInterruptionOnRouteDisconnect: Bool {
    preferences.interruptionOnRouteDisconnect
  }

  /// Opts out of interruptions by unplugging the output with false, and back in with true (17).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` before 17.
  public func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
    try call(.setPreference(.interruptionOnRouteDisconnect, inValue))
  }

  /// Whether echo cancellation is available for the route of the built-in microphone and speaker (18.2): with
  /// `playAndRecord` and mode `default`, except on the simulator.
  public var isEchoCancelledInputAvailable: Bool {
    runtime.phone.isEchoCancelledInputAvailable(for: app)
  }

  /// Whether the app prefers echo-canceled input (18.2).
  public var prefersEchoCancelledInput: Bool { hardware.prefersEchoCancelledInput }

  /// Sets whether the app prefers echo-canceled input (18.2). It can be set with any category, and takes effect where
  /// it is available.
  ///
  /// Our choice: an unsupported category or mode is not an error, because the page says "valid only" without naming an
  /// error.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` while the media services are down; `RejectedEvent`
  ///   before 18.2.
  public func setPrefersEchoCancelledInput(_ value: Bool) throws {
    try request(.echoCancelledInput(value))
  }

  /// Whether echo cancellation is in effect now (18.2): the app prefers it, its session is active, and the built-in
  /// microphone and speaker are in use.
  public var isEchoCancelledInputEnabled: Bool { runtime.isEchoCancelledInputEnabled(of: app) }

  /// Whether the app has muted its output (26).
  public var isOutputMuted: Bool { runtime.phone.state[app].isOutputMuted }

  /// Mutes or unmutes the output of the app (26).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` before 26.
  public func setOutputMuted(_ muted: Bool) throws { try call(.setOutputMuted(muted)) }

  public var recordPermission: AVAudioSession.RecordPermission {
    runtime.phone.state[app].recordPermission
  }

  public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    runtime.requestRecordPermission(of: app, response)
  }

  private var preferences: SessionPreferences { runtime.phone.state[app].preferences }

  /// The app's requests to the hardware.
  var hardware: HardwarePreferences { runtime.hardwarePreferences(of: app) }

  /// Sends a request to the hardware. All apps share the hardware, so the observers of each app check for changes.
  func request(_ request: HardwareRequest) throws {
    let binding = binding
    if let code = try binding.runtime.perform(.session(.requestHardware(request)), by: binding.app)
    {
      throw sessionError(code)
    }
    binding.notifications.lookAtProperties()
  }
}
