internal import AudioSession

extension SessionHistory {
  /// An event, and what it changed for one app.
  struct Moment: Hashable {
    /// When, in seconds.
    var seconds: Double
    /// What happened.
    var event: SessionEvent
    /// What it changed, in the order in which that is said; never empty.
    var changes: [Change]
  }

  /// Something that an event changed for an app.
  enum Change: Hashable {
    /// The app is elsewhere in its life.
    case moved(Lifecycle)
    /// Its session could not be activated.
    case refused(SessionErrorCode)
    /// It is interrupted.
    case interrupted
    /// Something else interrupts it as well.
    case interruptedAsWell
    /// Something that interrupted it has left, and something else still does.
    case stillInterrupted
    /// Its interruption is over, and its session is not active.
    case ended(End)
    /// Its session is active.
    case activated
    /// Its session is not active any more, and not interrupted.
    case deactivated
    /// It is heard.
    case heard
    /// It is not heard any more.
    case silent
    /// It is ducked.
    case ducked
    /// It is not ducked any more.
    case unducked
    /// That app is Now Playing, or none.
    case nowPlaying(AppID?)
    /// That app receives a remote command.
    case command(AppID, RemoteCommand)
    /// The hint reads that.
    case hint(Bool)

    /// Whether it belongs to the story of an answer to a question.
    func isAbout(_ question: ExplainedQuestion) -> Bool { questions.contains(question) }

    private var questions: [ExplainedQuestion] {
      switch self {
      case .moved: [.audible, .gain, .activation, .haptic]
      case .refused: [.audible, .interrupted, .activation]
      case .interrupted, .interruptedAsWell, .stillInterrupted, .ended:
        [.audible, .gain, .interrupted, .activation, .haptic]
      case .activated, .deactivated: [.audible, .gain, .ducked, .interrupted, .activation]
      case .heard, .silent: [.audible, .gain]
      case .ducked, .unducked: [.ducked, .gain]
      case .nowPlaying: [.nowPlaying, .remote]
      case .command: [.remote]
      case .hint: [.hint]
      }
    }
  }

  /// What an event changed for an app; `end` is how its last interruption ended, if that is known.
  static func changes(
    for app: AppID, by event: SessionEvent, _ before: Phone, _ after: Phone,
    _ effects: [SessionEffect], _ end: End?
  ) -> [Change] {
    let (was, isNow) = (before.state[app], after.state[app])
    var changes: [Change] = []
    if was.lifecycle != isNow.lifecycle { changes.append(.moved(isNow.lifecycle)) }
    if case .app(app, .activate) = event, let error = refusal(of: app, effects) {
      changes.append(.refused(error))
    }
    changes += interruptions(was, isNow, end)
    if !was.isActive, isNow.isActive, !after.isAudible(app) { changes.append(.activated) }
    if was.isActive, !isNow.isActive, !isNow.isInterrupted { changes.append(.deactivated) }
    let isSilent = before.isAudible(app) && !after.isAudible(app)
    if after.isAudible(app), !before.isAudible(app) { changes.append(.heard) }
    if isSilent, was.isActive == isNow.isActive { changes.append(.silent) }
    if before.isDucked(app) != after.isDucked(app) {
      changes.append(after.isDucked(app) ? .ducked : .unducked)
    }
    if before.nowPlayingApp != after.nowPlayingApp {
      changes.append(.nowPlaying(after.nowPlayingApp))
    }
    for case .remoteCommand(let target, let command) in effects {
      changes.append(.command(target, command))
    }
    let hint = after.secondaryAudioShouldBeSilenced(for: app)
    if hint != before.secondaryAudioShouldBeSilenced(for: app) { changes.append(.hint(hint)) }
    return changes
  }

  private static func interruptions(_ was: AppState, _ isNow: AppState, _ end: End?) -> [Change] {
    switch (was.isInterrupted, isNow.isInterrupted) {
    case (false, false): []
    case (false, true): [.interrupted]
    case (true, false): isNow.isActive ? [] : end.map { [.ended($0)] } ?? []
    case (true, true):
      isNow.interruptedBy == was.interruptedBy
        ? []
        : isNow.interruptedBy.isSuperset(of: was.interruptedBy)
          ? [.interruptedAsWell] : [.stillInterrupted]
    }
  }

  private static func refusal(
    of app: AppID, _ effects: [SessionEffect]
  ) -> SessionErrorCode? {
    for case .callResult(app, .some(let error)) in effects { return error }
    return nil
  }
}

extension Explainer {
  /// What has led to the answer to a question, the earliest first; nothing without a history.
  func story(of question: ExplainedQuestion) -> [Explanation.Moment] {
    (history?.story ?? []).enumerated().compactMap { place, moment in
      let changes = moment.changes.filter { $0.isAbout(question) }
      guard !changes.isEmpty else { return nil }
      let isRefused = moment.changes.contains { if case .refused = $0 { true } else { false } }
      return Explanation.Moment(
        seconds: moment.seconds,
        event: isRefused ? "it asked for its session" : words(for: moment.event),
        changes: changes.compactMap { words(for: $0, after: moment.event) }, place: place)
    }
  }

  /// A change in words; nil if the event says it.
  // lint: table
  private func words(for change: SessionHistory.Change, after event: SessionEvent) -> String? {
    switch change {
    case .moved(let lifecycle):
      if case .app(subject, _) = event { nil } else { "it \(lifecycle.words)" }
    case .refused(let error): "refused with \(error.fourCharacters)"
    case .interrupted: "it is interrupted"
    case .interruptedAsWell: "it is interrupted by that as well"
    case .stillInterrupted: "it is still interrupted"
    case .ended(let end): words(for: end)
    case .activated:
      if case .app(subject, .activate) = event { nil } else { "its session is active" }
    case .deactivated:
      if case .app(subject, .deactivate) = event {
        nil
      } else {
        "its session is not active any more"
      }
    case .heard: "it is heard"
    case .silent: "it is silent"
    case .ducked: "it is ducked"
    case .unducked: "it is not ducked any more"
    case .nowPlaying(let app): "\(app.map { name(of: $0) } ?? "no app") is Now Playing"
    case .command(let app, let command): "\(name(of: app)) receives \(command.name)"
    case .hint(true): "its hint says that others play"
    case .hint(false): "its hint says that nobody else plays"
    }
  }

  /// How an interruption ended, and what the app learned of it.
  private func words(for end: SessionHistory.End) -> String {
    let over = "its interruption is over"
    switch end.delivery {
    case .lost: return "\(over), and the notification never arrives"
    case .late(let due): return "\(over), and it is notified at \(number(due)) s only"
    case .arrived(let seconds): return "\(over), and it is notified at \(number(seconds)) s only"
    case .repeated, nil: break
    }
    return switch end.notice {
    case .shouldResume: "\(over), with shouldResume"
    case .ended: "\(over), without shouldResume"
    case .nothing: "\(over), and it is not notified"
    }
  }
}
