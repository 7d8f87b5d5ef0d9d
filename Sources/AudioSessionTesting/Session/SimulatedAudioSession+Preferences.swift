// What the members do is said with the protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioSession
import Foundation

extension SimulatedAudioSession {
  public var preferredSampleRate: Double { wishes.sampleRate }

  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    try wish(sampleRate) { $0.sampleRate = $1 }
  }

  public var sampleRate: Double { world.read { $0.hardwareSampleRate } }

  public var preferredIOBufferDuration: Double { wishes.ioBufferDuration }

  public func setPreferredIOBufferDuration(_ duration: Double) throws {
    try wish(duration) { $0.ioBufferDuration = $1 }
  }

  public var ioBufferDuration: Double { world.read { $0.hardwareBufferDuration } }

  public var allowHapticsAndSystemSoundsDuringRecording: Bool {
    preferences.hapticsAndSystemSoundsDuringRecording
  }

  public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
    try call(.setPreference(app, .hapticsAndSystemSoundsDuringRecording, inValue))
  }

  public var prefersNoInterruptionsFromSystemAlerts: Bool {
    preferences.noInterruptionsFromSystemAlerts
  }

  public func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
    try call(.setPreference(app, .noInterruptionsFromSystemAlerts, inValue))
  }

  /// Whether an output that is unplugged interrupts, as far as the app has said so (17).
  public var prefersInterruptionOnRouteDisconnect: Bool {
    preferences.interruptionOnRouteDisconnect ?? false
  }

  /// Sets whether an output that is unplugged interrupts (17).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` before 17.
  public func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
    try call(.setPreference(app, .interruptionOnRouteDisconnect, inValue))
  }

  /// Whether the app has muted its output (26).
  public var isOutputMuted: Bool { world.read { $0.phone.state[app].isOutputMuted } }

  /// Mutes the output of the app, or no more (26).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` before 26.
  public func setOutputMuted(_ muted: Bool) throws { try call(.setOutputMuted(app, muted)) }

  public var recordPermission: AVAudioSession.RecordPermission {
    let permission = world.read { $0.phone.state[app].recordPermission }
    return AVAudioSession.RecordPermission(rawValue: permission.rawValue) ?? .undetermined
  }

  public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    world.change { state in
      let permission = state.phone.state[app].recordPermission
      if permission == .undetermined {
        state.residents[app.index].permissionRequests.append(response)
      } else {
        state.answer(response, permission == .granted)
      }
    }
  }

  private var preferences: SessionPreferences { world.read { $0.phone.state[app].preferences } }

  private var wishes: HardwareWishes { world.read { $0.residents[app.index].wishes } }

  /// Keeps a wish; what the hardware makes of it is decided when it is read.
  ///
  /// A wish that is no number or negative is an illegal value: our choice, Apple names no error.
  private func wish(
    _ value: Double, _ keep: (inout HardwareWishes, Double) -> Void
  ) throws {
    guard value.isFinite, value >= 0 else { throw sessionError(.badParam) }
    let problem: (any Error)? = world.change { state in
      let lifecycle = state.phone.state[app].lifecycle
      guard lifecycle.isRunning else { return RejectedEvent.callerNotRunning(app, lifecycle) }
      if state.phone.state.device.isMediaServerDown { return sessionError(.mediaServicesFailed) }
      keep(&state.residents[app.index].wishes, value)
      return nil
    }
    if let problem { throw problem }
  }
}
