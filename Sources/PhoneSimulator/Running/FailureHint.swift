internal import AudioSession
internal import PhoneRuntime
internal import TextFormats

/// A common cause of an expectation that failed, and what to do about it.
struct FailureHint: Sendable {
  /// What was expected of an app, and is not so.
  private enum Want {
    /// The app was to play.
    case playing
    /// The app was to be audible.
    case audible
    /// The app was to be louder, or not to be ducked.
    case louder
    /// The app was to have received other events.
    case events
  }

  /// An app that was not as expected, and all that is known of it.
  private struct Subject {
    let scenario: Scenario
    let app: AppID
    let phone: Phone
    /// The trace up to the expectation.
    let lines: [TraceEntry]

    var name: String { scenario.apps[app.index].name }
    var category: String { phone.state[app].configuration.category.name }
    var silences: Silences { phone.silences(of: app) }
    /// The notifications that wait for the suspended app, as scenarios write them; none of an app that runs.
    var waiting: [String] {
      guard phone.isSuspended(app) else { return [] }
      return phone.waitingNotifications(of: app).map { AppNotice($0).line }
    }
    /// The name of another app that ducks the app, or nil.
    var ducker: String? {
      phone.apps.first { phone.ducks($0, app) }.map { phone.name(of: $0) }
    }
    /// Whether the app last stopped because its output was unplugged, and nobody has started it since.
    var wasUnplugged: Bool {
      let own = lines.filter { $0.actor == name }.map(\.what)
      guard let stop = own.lastIndex(where: { if case .stopped = $0 { true } else { false } }),
        !own[stop...].contains(where: \.startsPlayback)
      else { return false }
      return own[..<stop].last { $0.changesPlayback || $0.isUnplugging }?.isUnplugging == true
    }

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

  /// The expectations that it is about.
  private let wants: Set<Want>
  /// Whether this is the cause.
  private let applies: @Sendable (Subject) -> Bool
  /// The cause and the remedy: a sentence without a full stop.
  private let words: @Sendable (Subject) -> String

  /// The rows, of which the first that applies is given.
  private static let all = [
    FailureHint(
      wants: [.playing, .audible], applies: { $0.last(where: \.startsPlayback) == nil },
      words: { "no step lets \($0.name) play; add the step '\($0.name): play'" }),
    FailureHint(
      wants: [.playing, .audible, .events], applies: { !$0.waiting.isEmpty },
      words: {
        "\($0.name) is suspended, and receives '\($0.waiting.joined(separator: "', '"))' only when it "
          + "runs again; add the step '\($0.name): foreground'"
      }),
    FailureHint(
      wants: [.playing, .audible],
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
      wants: [.audible], applies: { $0.silences.contains(.silentMode) },
      words: {
        "the ring/silent switch is on silent, which category \($0.category) obeys; expect "
          + "audible: false, or give the app \($0.place) 'category: playback'"
      }),
    FailureHint(
      wants: [.playing, .audible],
      applies: { $0.wasUnplugged },
      words: {
        "the output of \($0.name) was unplugged, which pauses it until the user starts it again; "
          + "expect playing: false, or add the step '\($0.name): play'"
      }),
    FailureHint(
      wants: [.louder], applies: { $0.ducker != nil },
      words: {
        "\($0.ducker ?? "") ducks \($0.name) while its session is active; expect ducked: true, or add "
          + "the step '\($0.ducker ?? ""): deactivate'"
      }),
    FailureHint(
      wants: [.playing, .audible],
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
    guard case .fact(let fact, let name, let found, let expected) = reason,
      let want = want(fact, found, expected),
      let index = scenario.apps.firstIndex(where: { $0.name == name })
    else { return nil }
    let subject = Subject(scenario: scenario, app: AppID(index), phone: phone, lines: lines)
    return all.first { $0.wants.contains(want) && $0.applies(subject) }?.words(subject)
  }

  /// What was wanted of an app by the name of the fact; nil for facts without hints.
  private static func want(_ fact: String, _ found: FactValue, _ expected: FactValue) -> Want? {
    switch (fact, found, expected) {
    case ("playing", .truth(false), .truth(true)): .playing
    case ("audible", .truth(false), .truth(true)): .audible
    case ("ducked", .truth(true), .truth(false)): .louder
    case ("gain", .number(let found), .number(let expected)) where found > 0 && found < expected:
      .louder
    case ("events", _, _), ("includes", _, _): .events
    default: nil
    }
  }
}

extension TraceEntry.What {
  /// Whether the app starts to play, or tries to.
  fileprivate var startsPlayback: Bool {
    if case .did(let action, _, _) = self { action.playback == .starts } else { false }
  }

  /// Whether the app starts or stops its player, or is interrupted.
  fileprivate var changesPlayback: Bool {
    switch self {
    case .did(let action, _, _): action.playback != nil
    case .received(.interruptionBegan), .received(.inactive): true
    default: false
    }
  }

  /// Whether the app learns that its output was unplugged.
  fileprivate var isUnplugging: Bool {
    switch self {
    case .received(.routeChange(.oldDeviceUnavailable)),
      .received(.interruptionBegan(.routeDisconnected)), .received(.inactive(.routeDisconnected)):
      true
    default: false
    }
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
