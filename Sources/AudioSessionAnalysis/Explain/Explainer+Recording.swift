internal import AudioSession

/// Explains whether an app records.
extension Explainer {
  /// Explains why the app is recording or not.
  mutating func explainRecording() -> String {
    guard phone.isRecording(subject) else {
      explainMissingInput()
      return "\(subjectName) is not recording"
    }
    because(.isActiveAndRecords) { $0.because(.activation) }
    because(way(of: .input), .rule(.route)) { $0.explainPersistence() }
    if session.lifecycle != .foreground { explainInputBehind() }
    guard phone.recordsSilence(subject) else { return "\(subjectName) is recording" }
    explainRecordedSilence()
    return "\(subjectName) is recording silence"
  }

  /// The evidence for the effect of a disconnected input on a recording.
  static let disconnectedInput = Evidence(
    .ours("the effect of a disconnected device on a recording is not published"))

  /// Adds the effect of a disconnected device on the recording.
  private mutating func explainPersistence() {
    if phone.playerKind(of: subject) == .engine {
      because(
        "a change of the sample rate or the number of channels would stop its engine",
        .rule(.route), Evidence(.page("AVAudioEngineConfigurationChange")))
    } else {
      because(
        "unplugging a device does not stop a recording as long as an input is available",
        .rule(.route), Self.disconnectedInput)
    }
  }

  private mutating func explainInputBehind() {
    if phone.goesOnBehind(subject) || session.hasRuntimeAssertion {
      explainSoundBehind()
    } else {
      explainFateBehind(withTask: false)
    }
  }

  private mutating func explainRecordedSilence() {
    if session.recordPermission != .granted {
      because(.mayNotRecord) {
        $0.because(\.permissionDenied, is: "only silence is recorded without permission")
      }
    }
    if session.isInputMuted { because(.hasMutedItsInput) }
    if device.isMicrophoneMuted, phone.currentRoute.inputs.contains(.builtInMic) {
      because(.microphoneIsMuted)
    }
  }

  /// Adds why the app's input is not running.
  private mutating func explainMissingInput() {
    if !phone.row(category).hasInput {
      because(words(forMissing: .input), .category(category))
      if history?.attempt?.call == .startInput { explainAttempt() }
    } else if !session.isActive {
      explainInactivity()
    } else {
      because(.isActiveAndIdle) { explainer in
        if explainer.session.lifecycle == .suspended {
          explainer.explainEarlierSilence()
          explainer.explainBehind()
        } else {
          explainer.explainPause()
        }
      }
    }
  }
}
