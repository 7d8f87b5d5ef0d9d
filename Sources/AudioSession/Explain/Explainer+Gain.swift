extension Explainer {
  /// Why the app is ducked or not.
  mutating func explainDucking() -> String {
    let duckers = phone.apps.filter { phone.ducks($0, subject) }
    guard phone.isDucked(subject) else {
      if duckers.isEmpty {
        becauseOfFact("no other app with duckOthers is active") { $0.because(.ducking) }
      } else {
        becauseOfFact("its own session is not active") { $0.because(.ducking) }
      }
      return "\(subjectName) is not ducked"
    }
    for ducker in duckers {
      becauseOfFact("\(name(of: ducker)) is active and has duckOthers") { $0.because(.ducking) }
    }
    because(\.duckGain, is: "ducking multiplies its gain by \(number(policy.duckGain))")
    return "\(subjectName) is ducked"
  }

  /// Where the app's gain comes from.
  mutating func explainGain() -> String {
    let verdict = "\(whoseByName(subject)) gain is \(number(phone.gain(of: subject)))"
    guard phone.isAudible(subject) else {
      explainSilence()
      return verdict
    }
    let kind = phone.volumeKind(of: subject)
    becauseOfFact("the \(kind.rawValue) volume is \(number(phone.outputVolume(for: subject)))") {
      if $0.phone.usesExternalVolumes {
        $0.because(\.volumeMemory, is: "what is connected has volumes of its own")
      }
    }
    if phone.isDucked(subject) { _ = explainDucking() }
    if phone.currentRoute.outputs.contains(.builtInReceiver) {
      because(
        \.receiverGain, is: "the receiver multiplies it by \(number(policy.receiverGain))")
    }
    if session.configuration.mode == .voiceChat {
      because(
        \.voiceChatGain,
        is: "mode voiceChat multiplies it by \(number(policy.voiceChatGain))")
    }
    return verdict
  }
}
