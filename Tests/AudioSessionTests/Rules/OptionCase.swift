import AudioSession
import TestSupport

/// What one policy option changes: a small play, and what comes of it with each answer.
struct OptionCase: Sendable {
  var option: PolicyOption
  /// What comes of it, for the text of every answer.
  var outcomes: [String: String]
  /// Plays under a policy and says what came of it.
  var play: @Sendable (_ policy: [String: String]) throws -> String

  init<Answer: PolicyAnswer>(
    _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable, _ outcomes: [Answer: String],
    _ play: @escaping @Sendable (_ policy: [String: String]) throws -> String
  ) {
    option = PolicyOption[value]
    self.outcomes = Dictionary(uniqueKeysWithValues: outcomes.map { ($0.rawValue, $1) })
    self.play = play
  }
}

extension Scene {
  /// The code of the last error, or `fine`.
  var code: String { error?.fourCharacters ?? "fine" }

  /// The notifications of interruptions that the app received in the last play, in short.
  func heard(_ app: AppID) -> String {
    let words = received(app).compactMap { notification -> String? in
      switch notification {
      case .interruptionBegan: "began"
      case .interruptionEnded(let options): options == .shouldResume ? "resume" : "ended"
      case .routeChange: "route"
      case .resumptionRecommendation: "recommendation"
      case .silenceSecondaryAudioHint, .mediaServicesWereLost, .mediaServicesWereReset,
        .outputMuteStateChange, .inputMuteStateChange, .accessibilityChange,
        .userIntentToUnmuteOutput, .availableInputsChange,
        .audioEngineConfigurationChange,
        .didBecomeActive, .didBecomeInactive:
        nil
      }
    }
    return words.joined(separator: " ")
  }
}
