extension Explainer {
  /// Why the app is heard or not.
  mutating func explainAudibility() -> String {
    if phone.isAudible(subject) {
      explainSound()
      guard phone.gain(of: subject) <= 0 else { return "\(subjectName) is heard" }
      _ = explainGain()
      return "\(subjectName) is heard at gain 0, which is nothing"
    }
    explainSilence()
    return "\(subjectName) is silent"
  }

  private mutating func explainSound() {
    becauseOfFact("its session is active and its output runs") { $0.because(.activation) }
    let outputs = phone.outputs.map(\.shortName).joined(separator: ", ")
    because("its sound goes to \(outputs)", .rule(.route))
    if device.isSilent {
      if phone.row(category).isSilencedBySwitch {
        because(\.switchAffectsHeadphones, is: "the ring/silent switch silences only the speaker")
      } else {
        because("\(category.name) ignores the ring/silent switch", .category(category))
      }
    }
    if device.isLocked || session.lifecycle != .foreground { explainSoundBehind() }
  }

  private mutating func explainSoundBehind() {
    if phone.hostsActiveCall(subject) {
      becauseOfFact("it hosts the call that is active")
    } else {
      because(
        "\(category.name) goes on when locked and in the background with the audio background "
          + "mode, which it has", .category(category))
    }
  }
}
