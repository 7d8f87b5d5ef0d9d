import AudioSession

/// What one knob changes: a small play, and what comes of it with each answer.
struct KnobCase: Sendable {
  var knob: Knob
  /// What comes of it, for every answer of the knob.
  var outcomes: [Answer: String]
  /// Plays under a policy and says what came of it.
  var play: @Sendable (_ policy: [String: String]) throws -> String

  init(
    _ knob: Knob, _ outcomes: [Answer: String],
    _ play: @escaping @Sendable (_ policy: [String: String]) throws -> String
  ) {
    self.knob = knob
    self.outcomes = outcomes
    self.play = play
  }
}

extension Scene {
  /// The code of the last error, or `fine`.
  var code: String { error?.fourCharacters ?? "fine" }

  /// What the app was told of interruptions in the last play, in short.
  func heard(_ app: AppID) -> String {
    let words = told(app).compactMap { notification -> String? in
      switch notification {
      case .interruptionBegan: "began"
      case .interruptionEnded(let options): options == .shouldResume ? "resume" : "ended"
      case .routeChange: "route"
      case .resumptionRecommendation: "recommendation"
      case .silenceSecondaryAudioHint, .mediaServicesWereLost, .mediaServicesWereReset,
        .outputMuteStateChange, .userIntentToUnmuteOutput, .availableInputsChange,
        .didBecomeActive, .didBecomeInactive:
        nil
      }
    }
    return words.joined(separator: " ")
  }
}
