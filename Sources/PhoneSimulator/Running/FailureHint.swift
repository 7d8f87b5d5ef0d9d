internal import AudioSession
internal import PhoneRuntime
internal import TextFormats

/// A common cause of a failed expectation, and its remedy.
struct FailureHint: Sendable {
  /// The kind of expectation that failed.
  private enum Want {
    /// The app should play.
    case playing
    /// The app should be audible.
    case audible
    /// The app should not play, or should not be audible.
    case silent
    /// The app should be louder, or not be ducked.
    case louder
    /// The app should record.
    case recording
    /// The app should not record.
    case notRecording
    /// The app should have received other events.
    case events
  }

  /// The app of the failed expectation, with its state.
  private struct Subject {
    let scenario: Scenario
    let app: AppID
    let phone: Phone
    /// The trace up to the expectation.
    let lines: [TraceEntry]

    var name: String { scenario.apps[app.index].name }
    var category: String { phone.state[app].configuration.category.name }
    var silences: Silences { phone.silences(of: app) }
    /// The notifications that wait for a suspended app, as written in scenarios; empty for an app that is running.
    var waiting: [String] {
      guard phone.isSuspended(app) else { return [] }
      return phone.waitingNotifications(of: app).map { AppNotice($0).line }
    }
    /// The name of another app that ducks the app, or nil.
    var ducker: String? {
      phone.apps.first { phone.ducks($0, app) }.map { phone.name(of: $0) }
    }
    /// Whether the app last stopped because its output was unplugged, and has not been started since.
    var wasUnplugged: Bool {
      let own = lines.filter { $0.actor == name }.map(\.what)
      guard let stop = own.lastIndex(where: { if case .stopped = $0 { true } else { false } }),
        !own[stop...].contains(where: \.startsPlayback)
      else { return false }
      return own[..<stop].last { $0.changesPlayback || $0.isUnplugging }?.isUnplugging == true
    }

    /// Whether the app is in the background and would be heard there if it had the background mode.
    var lacksBackgroundMode: Bool {
      let state = phone.state[app]
      return !state.hasBackgroundAudio && phone.categoryRow(of: app).runsInBackground
        && (state.lifecycle == .suspended || silences.contains(.behind))
    }
    /// Whether the app could have resumed after its last interruption, but was not started since then.
    var missesResumption: Bool {
      let own = lines.filter { $0.actor == name }.map(\.what)
      guard scenario.apps[app.index].behavior == .manual,
        let place = own.lastIndex(where: { $0.startsPlayback || $0.letsResume }),
        own[place].letsResume
      else { return false }
      // In the background without the background mode, the resumption would have been refused.
      let lifecycle =
        own[..<place].compactMap(\.lifecycle).last
        ?? scenario.setup.apps[app.index].state.lifecycle
      return lifecycle == .foreground || !lacksBackgroundMode
    }

    /// Whether the app could have recorded again after its last interruption, but did not start its recording.
    var missesRecording: Bool {
      let own = lines.filter { $0.actor == name }.map(\.what)
      guard let start = own.lastIndex(where: \.startsRecording),
        let stop = own[start...].lastIndex(where: { $0 == .stoppedRecording })
      else { return false }
      return own[stop...].contains(where: \.letsResume)
    }
    /// Whether a device was unplugged while the app was recording.
    var recordsAfterUnplugging: Bool {
      let own = lines.filter { $0.actor == name }.map(\.what)
      guard let start = own.lastIndex(where: \.startsRecording) else { return false }
      return own[start...].contains(where: \.isUnplugging)
    }

    /// The app's last interruption or unplugging, and the start by which it plays again since then; nil if it does not.
    var restart: (cause: TraceEntry, start: TraceEntry)? {
      let own = lines.filter { $0.actor == name }
      guard let cause = own.lastIndex(where: { $0.what.endsPlayback }),
        own[..<cause].last(where: { $0.what.playback != nil })?.what.startsPlayback == true,
        let start = own[cause...].firstIndex(where: { $0.what.hasStartedPlayback }),
        !own[start...].contains(where: { $0.what.stopsPlayback })
      else { return nil }
      return (own[cause], own[start])
    }

    /// A sentence that says when the app played again, and after which event.
    var restartWords: String {
      guard let (cause, start) = restart, case .did(let action, let isAutomatic, _) = start.what
      else { return "" }
      let step = scenario.steps.first {
        if case .app(app, action, _) = $0.content { $0.time == start.time } else { false }
      }
      let way = isAutomatic ? " automatically" : ""
      let line = isAutomatic ? "" : step.map { " (line \($0.place.line))" } ?? ""
      let event = cause.what.isUnplugging ? "its output was unplugged" : "it was interrupted"
      return "\(name) played again\(way) at \(start.time.shortest) s\(line), after \(event) at "
        + "\(cause.time.shortest) s"
    }

    /// The location of the app's declaration, in words.
    var place: String {
      let places = scenario.appPlaces
      return places.indices.contains(app.index) ? "in line \(places[app.index].line)" : "in 'apps'"
    }

    /// The app's last entry in the trace that `isWanted` accepts.
    func last(where isWanted: (TraceEntry.What) -> Bool) -> TraceEntry.What? {
      lines.last { $0.actor == name && isWanted($0.what) }?.what
    }
  }

  /// The kinds of expectations to which the hint applies.
  private let wants: Set<Want>
  /// Returns whether this cause applies to the app.
  private let applies: @Sendable (Subject) -> Bool
  /// Returns the cause and the remedy, as a sentence without a period.
  private let words: @Sendable (Subject) -> String

  /// All hints.
  ///
  /// The first hint that applies is used.
  private static let all = [
    FailureHint(
      wants: [.playing, .audible], applies: { $0.last(where: \.startsPlayback) == nil },
      words: { "no step starts \($0.name); add the step '\($0.name): play'" }),
    FailureHint(
      wants: [.recording], applies: { $0.last(where: \.startsRecording) == nil },
      words: { "no step starts a recording in \($0.name); add the step '\($0.name): record'" }),
    FailureHint(
      wants: [.playing, .audible, .recording, .events], applies: { !$0.waiting.isEmpty },
      words: {
        "\($0.name) is suspended and will receive '\($0.waiting.joined(separator: "', '"))' only when it "
          + "runs again; add the step '\($0.name): foreground'"
      }),
    FailureHint(
      wants: [.playing, .audible], applies: \.missesResumption,
      words: {
        "\($0.name) does not resume automatically; add 'behavior: guidelines' to the app "
          + "\($0.place), or the step '\($0.name): play'"
      }),
    FailureHint(
      wants: [.recording], applies: \.missesRecording,
      words: {
        "\($0.name) does not resume its recording automatically ('behavior: guidelines' resumes only "
          + "playback); add the step '\($0.name): record'"
      }),
    FailureHint(
      wants: [.notRecording], applies: \.recordsAfterUnplugging,
      words: {
        "unplugging a device does not stop a recording as long as an input is available; expect "
          + "recording: true, or add the step '\($0.name): stopRecording'"
      }),
    FailureHint(
      wants: [.playing, .audible], applies: \.lacksBackgroundMode,
      words: {
        "\($0.name) is in the background without background audio; add 'backgroundAudio: true' to "
          + "the app \($0.place)"
      }),
    FailureHint(
      wants: [.audible], applies: { $0.silences.contains(.silentMode) },
      words: {
        "the ring/silent switch is on silent, and the category \($0.category) obeys it; expect "
          + "audible: false, or give the app \($0.place) 'category: playback'"
      }),
    FailureHint(
      wants: [.playing, .audible],
      applies: { $0.wasUnplugged },
      words: {
        "the output of \($0.name) was unplugged, which pauses the app until the user starts it again; "
          + "expect playing: false, or add the step '\($0.name): play'"
      }),
    FailureHint(wants: [.silent], applies: { $0.restart != nil }, words: \.restartWords),
    FailureHint(
      wants: [.louder], applies: { $0.ducker != nil },
      words: {
        "\($0.ducker ?? "") ducks \($0.name) while its session is active; expect ducked: true, or add "
          + "the step '\($0.ducker ?? ""): deactivate'"
      }),
  ]

  /// Returns the hint for a failure of `scenario`; nil if the cause is not known.
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

  /// Returns the kind of expectation for a fact; nil for facts without hints.
  private static func want(_ fact: String, _ found: FactValue, _ expected: FactValue) -> Want? {
    switch (fact, found, expected) {
    case ("playing", .truth(false), .truth(true)): .playing
    case ("audible", .truth(false), .truth(true)): .audible
    case ("playing", .truth(true), .truth(false)), ("audible", .truth(true), .truth(false)): .silent
    case ("recording", .truth(false), .truth(true)): .recording
    case ("recording", .truth(true), .truth(false)): .notRecording
    case ("ducked", .truth(true), .truth(false)): .louder
    case ("gain", .number(let found), .number(let expected)) where found > 0 && found < expected:
      .louder
    case ("events", _, _), ("includes", _, _): .events
    default: nil
    }
  }
}

extension TraceEntry.What {
  /// Whether the app starts, or tries to start, playing.
  fileprivate var startsPlayback: Bool { playback == .starts }

  /// Whether the app starts, or tries to start, recording.
  fileprivate var startsRecording: Bool {
    if case .did(.session(.startInput), _, _) = self { true } else { false }
  }

  /// Whether the app starts playing; false for an attempt that failed.
  fileprivate var hasStartedPlayback: Bool {
    if case .did(_, _, nil) = self { startsPlayback } else { false }
  }

  /// The effect of the app's action on its playback; nil if there is none.
  fileprivate var playback: PlaybackChange? {
    if case .did(let action, _, _) = self { action.playback } else { nil }
  }

  /// Whether the app pauses or ends its playback.
  fileprivate var stopsPlayback: Bool { playback != nil && !startsPlayback }

  /// Whether the app is notified that it was interrupted, or that its output was unplugged.
  fileprivate var endsPlayback: Bool {
    switch self {
    case .received(.interruptionBegan), .received(.inactive(.some)): true
    default: isUnplugging
    }
  }

  /// Whether the app starts or stops its player, or is interrupted.
  fileprivate var changesPlayback: Bool {
    switch self {
    case .did(let action, _, _): action.playback != nil
    case .received(.interruptionBegan), .received(.inactive): true
    default: false
    }
  }

  /// Whether the app is notified that its output was unplugged.
  fileprivate var isUnplugging: Bool {
    switch self {
    case .received(.routeChange(.oldDeviceUnavailable)),
      .received(.interruptionBegan(.routeDisconnected)), .received(.inactive(.routeDisconnected)):
      true
    default: false
    }
  }

  /// The app's new lifecycle state; nil if the state does not change.
  fileprivate var lifecycle: Lifecycle? {
    if case .lifecycle(let lifecycle) = self { lifecycle } else { nil }
  }

  /// Whether the app is notified that it may resume.
  fileprivate var letsResume: Bool {
    switch self {
    case .received(.interruptionEnded(shouldResume: true)), .received(.resumption(.shouldResume)):
      true
    default: false
    }
  }
}
