extension Explainer {
  /// What would become of a haptic that the app asks for.
  mutating func explainHaptic() -> String {
    switch phone.hapticVerdict(for: subject) {
    case .played:
      becauseOfFact("it is in the foreground and its session is not interrupted")
      becauseOfFact("the phone has haptics, and the user has them on")
      if device.isSilent {
        because("the ring/silent switch is about sounds", .fact, phone.rule(.vibration).evidence)
      }
      return "a haptic of \(subjectName) would be played"
    case .suppressed(let reason):
      explain(reason)
      return "a haptic of \(subjectName) would be suppressed: \(reason.rawValue)"
    }
  }

  private mutating func explain(_ reason: SuppressionReason) {
    switch reason {
    case .notSupported: becauseOfFact("the phone has no haptics")
    case .hapticsOff: becauseOfFact("the user has turned haptics off")
    case .background: becauseOfLifecycle(of: subject)
    case .interrupted:
      if session.isInterrupted {
        explainHolders(of: subject)
      } else {
        because(
          "a haptic counts as interrupted while nothing can sound", .rule(.mediaServices),
          Evidence(.assumed, note: "what they do to haptics is not published")
        ) {
          $0.becauseOfFact("the media services are down") { $0.because(.mediaServices) }
        }
      }
    case .recording: explainMutingRecorder()
    case .capture:
      becauseOfFact("it captures with a sensor that a haptic would shake") {
        $0.because(\.captureGuard, is: "haptics are suppressed then")
      }
    case .silentMode: becauseOfFact("the ring/silent switch is on silent")
    case .soundsOff: becauseOfFact("the user has turned that kind of sound off")
    }
  }

  private mutating func explainMutingRecorder() {
    guard let recorder = phone.mutingRecorder else { return }
    let byCategory = policy.hapticsMutedBy == .inputCategory
    let records = byCategory ? "is active with input" : "records"
    becauseOfFact("\(name(of: recorder)) \(records)") { explainer in
      explainer.becauseOfFact(
        "\(explainer.name(of: recorder)) does not allow haptics and system sounds during recording")
      explainer.because(
        \.hapticsMutedBy,
        is: byCategory
          ? "an active session with input silences haptics" : "running input silences haptics")
    }
  }
}
