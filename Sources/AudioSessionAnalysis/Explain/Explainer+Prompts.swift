internal import AudioSession

extension Explainer {
  /// Explains which prompts the app may play.
  mutating func explainPrompts() -> String {
    let style = phone.promptStyle(for: subject)
    let evidence = Evidence(.page("AVAudioSession.PromptStyle.\(style.name)"))
    switch phone.promptReason(for: subject) {
    case .siriRecords:
      because(.siriRecords, evidence)
    case .records(let other):
      because(.usesMicrophone(other), evidence)
    case .siri: because(.siriDoesNotRecord, evidence)
    case .call: because(.callIsActive, evidence)
    case .nothing:
      because(.nothingSpeaksAgainstPrompts, evidence)
    }
    if session.configuration.mode != .voicePrompt {
      because(
        .isNotNotifiedOfPrompts,
        Evidence(.page("promptStyle: for sessions that use voice prompt mode")))
    }
    return switch style {
    case .none: "\(subjectName) is asked not to play prompts"
    case .short: "\(subjectName) is asked to play only short prompts without words"
    case .normal: "\(subjectName) may play prompts of any length"
    }
  }
}
