internal import AudioSession

extension SessionHistory {
  /// An event and its changes for one app.
  struct Moment: Hashable {
    /// The time of the event, in seconds.
    var seconds: Double
    /// The event.
    var event: SessionEvent
    /// The changes, in the order in which they are reported; never empty.
    var changes: [Change]
  }

  /// Something that an event changed for an app.
  enum Change: Hashable {
    /// The app's lifecycle state changed.
    case moved(Lifecycle)
    /// A reset of the media services replaced the category of the app's session with this one.
    case reset(SessionCategory)
    /// A call that would have activated the app's session failed.
    case refused(Attempt)
    /// The app is interrupted.
    case interrupted
    /// Another source also interrupts the app.
    case interruptedAsWell
    /// One source of the app's interruption has ended, but another source still interrupts the app.
    case stillInterrupted
    /// The app's interruption is over, but its session is not active.
    case ended(End)
    /// The app's session is active.
    case activated
    /// The app's session became inactive without an interruption.
    case deactivated
    /// The app is heard.
    case heard
    /// The app is no longer heard.
    case silent
    /// The app's input is running.
    case recording
    /// The app's input is no longer running.
    case notRecording
    /// The app is ducked.
    case ducked
    /// The app is no longer ducked.
    case unducked
    /// This app has become Now Playing; nil if no app is Now Playing.
    case nowPlaying(AppID?)
    /// This app receives a remote command.
    case command(AppID, RemoteCommand)
    /// The hint that other audio is playing has this value.
    case hint(Bool)

    /// Returns whether this change helps to explain the answer to a question.
    func isAbout(_ question: ExplainedQuestion) -> Bool { questions.contains(question) }

    private var questions: [ExplainedQuestion] {
      switch self {
      case .moved: [.audible, .recording, .gain, .activation, .haptic]
      case .reset: [.audible, .recording, .gain, .ducked, .activation, .haptic]
      case .refused: [.audible, .recording, .interrupted, .activation]
      case .interrupted, .interruptedAsWell, .stillInterrupted, .ended:
        [.audible, .recording, .gain, .interrupted, .activation, .haptic]
      case .activated, .deactivated:
        [.audible, .recording, .gain, .ducked, .interrupted, .activation]
      case .heard, .silent: [.audible, .gain]
      case .recording, .notRecording: [.recording]
      case .ducked, .unducked: [.ducked, .gain]
      case .nowPlaying: [.nowPlaying, .remote]
      case .command: [.remote]
      case .hint: [.hint]
      }
    }
  }

  /// Returns an event's changes for an app.
  ///
  /// `end` says how the app's last interruption ended, if known.
  static func changes(
    for app: AppID, by event: SessionEvent, _ before: Phone, _ after: Phone,
    _ effects: [SessionEffect], _ end: End?
  ) -> [Change] {
    let (was, isNow) = (before.state[app], after.state[app])
    var changes: [Change] = []
    if was.lifecycle != isNow.lifecycle { changes.append(.moved(isNow.lifecycle)) }
    if event == .phone(.mediaServicesReset),
      was.configuration.category != isNow.configuration.category
    {
      changes.append(.reset(isNow.configuration.category))
    }
    if case .app(app, let call) = event, attempts[call] != nil,
      let error = error(of: app, effects)
    {
      let explainer = Explainer(phone: before, subject: app)
      changes.append(.refused(explainer.attempt(call, failedWith: error)))
    }
    changes += interruptions(was, isNow, end)
    if !was.isActive, isNow.isActive, !after.isAudible(app) { changes.append(.activated) }
    if was.isActive, !isNow.isActive, !isNow.isInterrupted { changes.append(.deactivated) }
    let isSilent = before.isAudible(app) && !after.isAudible(app)
    if after.isAudible(app), !before.isAudible(app) { changes.append(.heard) }
    if isSilent, was.isActive == isNow.isActive { changes.append(.silent) }
    if before.isRecording(app) != after.isRecording(app) {
      changes.append(after.isRecording(app) ? .recording : .notRecording)
    }
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

  /// Descriptions of failed calls that would have activated a session.
  static let attempts: [AppEvent: String] = [
    .activate: "it tried to activate its session", .startOutput: "it tried to play",
    .startInput: "it tried to record",
  ]

  private static func error(
    of app: AppID, _ effects: [SessionEffect]
  ) -> SessionErrorCode? {
    for case .callResult(app, .some(let error)) in effects { return error }
    return nil
  }
}

extension Explainer {
  /// Returns the events that led to the answer to a question, earliest first.
  ///
  /// Empty without a history.
  func story(of question: ExplainedQuestion) -> [Explanation.Moment] {
    (history?.story ?? []).enumerated().compactMap { place, moment in
      let changes = moment.changes.filter { $0.isAbout(question) }
      guard !changes.isEmpty else { return nil }
      let isRefused = moment.changes.contains { if case .refused = $0 { true } else { false } }
      return Explanation.Moment(
        seconds: moment.seconds,
        event: isRefused ? words(forAttempt: moment.event) : words(for: moment.event),
        changes: changes.compactMap { words(for: $0, after: moment.event) }, place: place)
    }
  }

  /// Returns a call of the app that failed, in words.
  private func words(forAttempt event: SessionEvent) -> String {
    guard case .app(subject, let call) = event else { return words(for: event) }
    return SessionHistory.attempts[call] ?? words(for: event)
  }

  /// Returns a call that fails now with that error and would have activated the app's session, with its reason.
  func attempt(
    _ call: AppEvent, failedWith error: SessionErrorCode
  ) -> SessionHistory.Attempt {
    let (reason, reference): (String, RuleReference) =
      if let refusal = phone.refusal(of: subject), refusal.error == error {
        (clause(of: refusal), .check(refusal.check))
      } else if error == .incompatibleCategory {
        (words(forMissing: call == .startInput ? .input : .output), .category(category))
      } else {
        (error.meaning, .rule(.activation))
      }
    return SessionHistory.Attempt(call: call, error: error, reason: reason, reference: reference)
  }

  /// Returns a clause that says that the app's category does not have input or output.
  func words(forMissing direction: IODirection) -> String {
    "category \(category.name) does not have \(direction.name)"
  }

  /// Returns a change in words, or nil if the event already says it.
  // lint: table
  private func words(for change: SessionHistory.Change, after event: SessionEvent) -> String? {
    switch change {
    case .moved(let lifecycle):
      if case .app(subject, _) = event { nil } else { "it \(lifecycle.words)" }
    case .reset(let category): "its category became \(category.name)"
    case .refused(let attempt): "refused with \(attempt.error.label), because \(attempt.why)"
    case .interrupted: "it is interrupted"
    case .interruptedAsWell: "this also interrupts it"
    case .stillInterrupted: "it is still interrupted"
    case .ended(let end): words(for: end)
    case .activated:
      if case .app(subject, .activate) = event { nil } else { "its session is active" }
    case .deactivated:
      if case .app(subject, .deactivate) = event {
        nil
      } else {
        "its session is no longer active"
      }
    case .heard: "it is heard"
    case .silent: "it is silent"
    case .recording:
      if case .app(subject, .startInput) = event { nil } else { "it is recording" }
    case .notRecording:
      if case .app(subject, .stopInput) = event { nil } else { "it is no longer recording" }
    case .ducked: "it is ducked"
    case .unducked: "it is no longer ducked"
    case .nowPlaying(let app): "\(app.map { name(of: $0) } ?? "no app") is Now Playing"
    case .command(let app, let command): "\(name(of: app)) receives \(command.name)"
    case .hint(true): "its hint says that other audio is playing"
    case .hint(false): "its hint says that no other audio is playing"
    }
  }

  /// Returns how an interruption ended, and the notification that the app received.
  private func words(for end: SessionHistory.End) -> String {
    let over = "its interruption is over"
    switch end.delivery {
    case .lost: return "\(over), and the notification never arrives"
    case .late(let due): return "\(over), and it is notified late, at \(number(due)) s"
    case .arrived(let seconds): return "\(over), and it is notified late, at \(number(seconds)) s"
    case .repeated, nil: break
    }
    return switch end.notice {
    case .shouldResume: "\(over), with shouldResume"
    case .ended: "\(over), without shouldResume"
    case .nothing: "\(over), and it is not notified"
    }
  }
}

extension IODirection {
  /// The word for the direction.
  var name: String {
    switch self {
    case .input: "input"
    case .output: "output"
    }
  }
}
