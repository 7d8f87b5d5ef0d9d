/// Whether a session could be activated, and whom that would interrupt.
extension Explainer {
  mutating func activation() -> String {
    guard let refusal = phone.refusal(of: app) else {
      var trial = phone
      guard session.lifecycle.isRunning else {
        fact(0, "it is \(session.lifecycle.name) and cannot call")
        return "\(name) cannot be activated"
      }
      let effects = (try? trial.handle(.activate(app))) ?? []
      allowed(effects)
      return session.isActive ? "\(name) is active" : "\(name) could be activated"
    }
    because(
      0, "the check '\(refusal.check)' refuses it with \(refusal.error.fourCharacters)",
      .check(refusal.check), refusal.check.evidence)
    because(
      1, "its rule: \(refusal.check.statement)", .rule(1), refusal.check.evidence)
    refused(refusal, 1)
    return "\(name) cannot be activated: \(refusal.error.fourCharacters)"
  }

  private mutating func allowed(_ effects: [SessionEffect]) {
    because(
      0, "no check of the activation refuses it", .rule(1),
      Evidence(.documentation, .header, note: "setActive(_:options:) and its errors"))
    for effect in effects {
      guard case .notified(let other, .interruptionBegan) = effect else { continue }
      because(
        1, "\(phone.name(of: other)) would be interrupted", .rule(2),
        Interruptor.nonMixableApp.row.evidence)
    }
  }

  private mutating func refused(_ refusal: Refusal, _ depth: Int) {
    switch refusal.check {
    case .mediaServices: fact(depth, "the media services are down")
    case .expired: fact(depth, "its session object was destroyed")
    case .background:
      fact(depth, "it is \(session.lifecycle.name), with \(words(session.configuration))")
      fact(depth, "it has \(session.hasBackgroundAudio ? "the" : "no") audio background mode")
    case .foreignCall: fact(depth, callWords)
    case .siriRecording: fact(depth, "Siri records")
    case .systemOwnsOutput:
      fact(depth, "now there: \(phone.systemHolding.systemNames.joined(separator: ", "))")
      because(depth, "the error that this gives", by: .blockedOutputCode)
    case .inputHardware: fact(depth, "there is no input")
    case .recordPermission: fact(depth, "the user does not let it record")
    }
  }

  mutating func haptic() -> String {
    switch phone.hapticVerdict(for: app) {
    case .played:
      fact(0, "it is in the foreground, and nothing on this phone speaks against it")
      because(
        0, "the ring/silent switch has no say in haptics", .rule(11),
        Evidence(.documentation, note: "guidelines, silent mode"))
      return "a haptic of \(name) would be felt"
    case .suppressed(let reason):
      suppressed(by: reason)
      return "a haptic of \(name) would be suppressed: \(reason.rawValue)"
    }
  }

  private mutating func suppressed(by reason: SuppressionReason) {
    switch reason {
    case .notSupported: fact(0, "this phone cannot vibrate")
    case .hapticsOff: fact(0, "the user has turned System Haptics off")
    case .background:
      because(
        0, "haptics are for apps in the foreground", .rule(8),
        Evidence(.documentation, note: "CHHapticEngine, applicationSuspended"))
      fact(1, "it is \(session.lifecycle.name)")
    case .interrupted:
      because(
        0, "an interruption stops the haptic engine", .rule(3),
        Evidence(.documentation, note: "CHHapticEngine.StoppedReason.audioSessionInterrupt"))
      if device.isMediaServerDown { fact(1, "the media services are down") }
      holders(1)
    case .recording: recordingSuppresses()
    case .capture:
      because(0, "a sensor is in use that a haptic would shake", by: .captureGuard)
    case .silentMode, .soundsOff: fact(0, "the user has turned it off")
    }
  }

  private mutating func recordingSuppresses() {
    guard let recorder = phone.mutingRecorder else { return }
    because(
      0, "\(phone.name(of: recorder)) records without allowing haptics", .rule(9),
      Evidence(
        .header, .documentation, note: "setAllowHapticsAndSystemSoundsDuringRecording"))
    because(1, "what counts as recording", by: .hapticsMutedBy)
  }
}
