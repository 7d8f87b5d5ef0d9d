import AudioSession
import TestSupport

/// The effect of one policy option: a short sequence of events, and its outcome for each answer.
struct OptionCase: Sendable {
  var option: PolicyOption
  /// The expected outcome for the text of every answer.
  var outcomes: [String: String]
  /// Plays the events under a policy and returns the outcome.
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

  /// The abbreviated names of the notifications that the app received in the last play.
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
