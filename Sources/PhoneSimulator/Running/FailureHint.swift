internal import AudioSession
internal import PhoneRuntime
internal import TextFormats

/// A common cause of an expectation that failed, and what to do about it.
///
/// The rows are about apps that were expected to play or to be heard, and did not.
struct FailureHint: Sendable {
  /// An app that was not heard as expected, and all that is known of it.
  struct Subject {
    let scenario: Scenario
    let app: AppID
    let phone: Phone
    /// The trace up to the expectation.
    let lines: [TraceEntry]
    /// Whether the app was expected to be audible, and not only to play.
    let isAboutSound: Bool

    var name: String { scenario.apps[app.index].name }
    var category: String { phone.state[app].configuration.category.name }
    var silences: Silences { phone.silences(of: app) }

    /// Where the app is declared, in words.
    var place: String {
      let places = scenario.appPlaces
      return places.indices.contains(app.index) ? "in line \(places[app.index].line)" : "in 'apps'"
    }

    /// The last thing that `isWanted` accepts in the trace of the app.
    func last(where isWanted: (TraceEntry.What) -> Bool) -> TraceEntry.What? {
      lines.last { $0.actor == name && isWanted($0.what) }?.what
    }
  }

  /// Whether this is the cause.
  private let applies: @Sendable (Subject) -> Bool
  /// The cause and the remedy: a sentence without a full stop.
  private let words: @Sendable (Subject) -> String

  /// The rows, of which the first that applies is given.
  private static let all = [
    FailureHint(
      applies: { $0.last(where: \.startsPlayback) == nil },
      words: { "no step lets \($0.name) play; add the step '\($0.name): play'" }),
    FailureHint(
      applies: { subject in
        let state = subject.phone.state[subject.app]
        return !state.hasBackgroundAudio
          && subject.phone.categoryRow(of: subject.app).runsInBackground
          && (state.lifecycle == .suspended || subject.silences.contains(.behind))
      },
      words: {
        "\($0.name) is in the background without background audio; add 'backgroundAudio: true' to "
          + "the app \($0.place)"
      }),
    FailureHint(
      applies: { $0.isAboutSound && $0.silences.contains(.silentMode) },
      words: {
        "the ring/silent switch is on silent, which category \($0.category) obeys; expect "
          + "audible: false, or give the app \($0.place) 'category: playback'"
      }),
    FailureHint(
      applies: { subject in
        subject.scenario.apps[subject.app.index].behavior == .manual
          && subject.last { $0.startsPlayback || $0.letsResume }?.letsResume == true
      },
      words: {
        "only steps let \($0.name) resume; add 'behavior: guidelines' to the app \($0.place), or "
          + "the step '\($0.name): play'"
      }),
  ]

  /// The hint for a failure of `scenario`; nil if it has none of these causes.
  static func words(
    for reason: ScenarioFailure.Reason, of scenario: Scenario, _ phone: Phone, _ lines: [TraceEntry]
  ) -> String? {
    guard case .fact(let fact, let name, .truth(false), .truth(true)) = reason,
      ["playing", "audible"].contains(fact),
      let index = scenario.apps.firstIndex(where: { $0.name == name })
    else { return nil }
    let subject = Subject(
      scenario: scenario, app: AppID(index), phone: phone, lines: lines,
      isAboutSound: fact == "audible")
    return all.first { $0.applies(subject) }?.words(subject)
  }
}

extension TraceEntry.What {
  /// Whether the app starts to play, or tries to.
  fileprivate var startsPlayback: Bool {
    if case .did(let action, _, _) = self { action.playback == .starts } else { false }
  }

  /// Whether the app learns that it may resume.
  fileprivate var letsResume: Bool {
    switch self {
    case .received(.interruptionEnded(shouldResume: true)), .received(.resumption(.shouldResume)):
      true
    default: false
    }
  }
}
