internal import AudioSession

extension Explainer {
  /// What prompts the app may play, and what decides that.
  mutating func explainPrompts() -> String {
    let style = phone.promptStyle(for: subject)
    let evidence = Evidence(.page("AVAudioSession.PromptStyle.\(style.name)"))
    switch phone.promptReason(for: subject) {
    case .siriRecords:
      because("Siri records, which prompts would disturb", .fact, evidence)
    case .records(let other):
      because("\(name(of: other)) uses microphone input", .fact, evidence)
    case .siri: because("Siri is there and does not record", .fact, evidence)
    case .call: because("a call is active", .fact, evidence)
    case .nothing:
      because("neither Siri nor a call is there, and no other app records", .fact, evidence)
    }
    if session.configuration.mode != .voicePrompt {
      because(
        "only apps in mode voicePrompt are notified of changes here", .fact,
        Evidence(.page("promptStyle: for sessions that use voice prompt mode")))
    }
    return switch style {
    case .none: "\(subjectName) is asked for no prompts"
    case .short: "\(subjectName) is asked for short prompts without words"
    case .normal: "\(subjectName) may play prompts of any length"
    }
  }
}
