package import AudioSession
package import AudioSessionAnalysis
internal import TextFormats

/// Explanations as the lines that `haptic session explain` prints.
extension Explanation {
  /// Returns the questions about an app that are answered if none is asked.
  package static func usualQuestions(of app: AppID, _ phone: Phone) -> [ExplainedQuestion] {
    [.audible, .ducked, .interrupted] + (phone.categoryRow(of: app).hasInput ? [.recording] : [])
  }

  /// The maximum number of changes before the answers.
  ///
  /// Our choice: half a screen.
  private static let longestStory = 12

  /// Lists the changes that led to the answers, earliest first.
  ///
  /// If there are too many changes, only the last ones are kept.
  ///
  /// - Parameters:
  ///   - explanations: the answers, about one app.
  ///   - hint: where the omitted changes can be found; can be empty.
  /// - Returns: the lines.
  package static func storyLines(of explanations: [Explanation], more hint: String = "") -> [String]
  {
    let story = Explanation.story(of: explanations)
    let earlier = story.count - longestStory
    let rest = hint.isEmpty ? "" : "; \(hint)"
    let skipped =
      earlier > 0 ? ["  ... \(earlier.counted("earlier change")) omitted\(rest)"] : []
    let shown = story.suffix(longestStory)
    let times = shown.map { "\($0.seconds.brief) s" }
    let width = times.map(\.count).max() ?? 0
    return skipped
      + zip(times, shown).map { time, moment in
        "  \(time.padded(toColumns: width, atEnd: false))  \(moment.statement)"
      }
  }

  /// Returns each verdict with its causes, omitting causes already given for an earlier verdict.
  ///
  /// - Parameters:
  ///   - explanations: the answers, about one app.
  ///   - sources: whether the sources of rules are named.
  ///   - isShort: whether only the immediate causes are given.
  /// - Returns: the lines.
  package static func lines(
    of explanations: [Explanation], sources: Bool = false, isShort: Bool = false
  ) -> [String] {
    var said: Set<String> = []
    return explanations.flatMap { explanation in
      let causes = explanation.causes
      let isNew = causes.indices.map { place in
        let own = causes[(place + 1)...].prefix { $0.depth > causes[place].depth }
        return ([causes[place]] + own).contains { !said.contains($0.statement) }
          && (!isShort || causes[place].depth == 0)
      }
      said.formUnion(causes.map(\.statement))
      let all = explanation.lines(withSources: sources).dropFirst()
      let lines = zip(zip(all, causes), isNew).filter(\.1).map {
        $0.0.0 + remedy(of: $0.0.1, explanation.question)
      }
      let isRepeated = lines.isEmpty && !causes.isEmpty
      return [explanation.verdict] + lines + (isRepeated ? ["  for the reasons above"] : [])
    }
  }

  /// Returns the words of a scenario that change a fact, in parentheses; empty if there are none.
  ///
  /// Explanations themselves do not name these words, because tests of apps use them as well.
  private static func remedy(of cause: Cause, _ question: ExplainedQuestion) -> String {
    switch cause.fact {
    case .lacksBackgroundMode: " (in a scenario, 'backgroundAudio: true')"
    case .hasNotActivatedSinceEnd where question == .recording:
      " (in a scenario, the step 'record'; 'behavior: guidelines' resumes only playback)"
    default: ""
    }
  }
}
