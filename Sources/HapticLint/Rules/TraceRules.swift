internal import AudioSession
internal import PhoneRuntime
internal import PhoneSimulator
internal import TextFormats

/// The trace checks for the rules about sessions, and the rules that read only traces.
///
/// Each step of a scenario is an action by the app. An action counts as the app's response to a notification if it
/// follows sooner than any person could react (`L-23.reaction`), or if the app acts automatically.
enum TraceRules {
  static let rows: [LintRule] = [unanswered, oldEvents]

  private static let unanswered = LintRule(
    id: "P-07", name: "unanswered", title: "An app responds to every action.",
    why: "People who press a button and do not notice a response press it again.",
    guideline: "Human Interface Guidelines, Feedback; practice",
    advice: "Respond to the command with a change, a sound or a haptic.",
    thresholds: [.init(name: "wait", value: 1, unit: "s", source: "our choice")],
    clauses: [.warning(.trace, "a remote command to which the app does not respond within `wait`")]
  ) { subjects, context in
    let wait = context.value("P-07", "wait")
    return subjects.runs.flatMap { run in
      run.lines.indices.compactMap { index in
        let line = run.lines[index]
        guard line.remoteCommand != nil else { return nil }
        let after = run.lines[(index + 1)...].prefix(TraceRun.reach)
        let isAnswered = after.prefix { $0.time <= line.time + wait }
          .contains { $0.actor == line.actor && ($0.entry.kind == .call || $0.isState) }
        // If so many lines follow within the wait, the check cannot tell whether the app responds.
        let isCrowded =
          after.count == TraceRun.reach && after.last.map { $0.time <= line.time + wait } ?? false
        return isAnswered || isCrowded
          ? nil : subjects.hit(.warning, line, "\(line.actor) does not respond to this command")
      }
    }
  }

  private static let oldEvents = LintRule(
    id: "P-09", name: "old-event", title: "An `includes` in a scenario considers only new events.",
    why: "An expectation that an earlier event satisfies passes even if nothing happens afterward.",
    guideline: "practice",
    advice: "State from when events are considered: `since: lastExpect`, or a time.",
    clauses: [
      .warning(
        .trace,
        "an `includes` without `since` that is satisfied by an event that an earlier expectation already saw"
      )
    ]
  ) { subjects, _ in
    // The run knows the events that each expectation saw, and records them in its trace.
    subjects.trace.compactMap { line in
      guard case .oldEvents(let message) = line.what else { return nil }
      return subjects.hit(.warning, line, message)
    }
  }

  /// The categories among which an app that records and plays at different times may switch.
  private static let recording: Set<SessionCategory> = [.playback, .record, .playAndRecord]

  /// Finds changes of the category while the session is active.
  ///
  /// A trace does not contain the category from the scenario's setup. The first category that an app sets counts as
  /// a change if the app sets it without options and the route changes at the same time. If the app sets it with
  /// options, possibly only the options have changed.
  @Sendable static func categoryChanges(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    let most = context.count("L-21", "changes")
    return subjects.runs.flatMap { run -> [LintHit] in
      let recorders = Set(
        run.lines.lazy.filter { if case .recording = $0.what { true } else { false } }
          .map(\.actor))
      var counts: [String: Int] = [:]
      return run.hits { index, line, app in
        if line.lifecycle == .terminated || line.deed == .session(.launch) {
          counts[line.actor] = 0
        }
        guard let (category, hasOptions) = line.category, app.isActive else { return nil }
        let isNew =
          app.category.map { $0 != category }
          ?? (!hasOptions
            && run.answers(to: index, within: 0).contains {
              $0.notice == .routeChange(.categoryChange)
            })
        let isExempt =
          recorders.contains(line.actor)
          && recording.isSuperset(of: [category, app.category ?? category])
          && (app.category != nil || app.hasRecorded || category != .playback)
        guard isNew, !isExempt else { return nil }
        counts[line.actor, default: 0] += 1
        return counts[line.actor] == most + 1
          ? subjects.hit(.warning, line, "\(line.actor) changes its category while it is running")
          : nil
      }
    }
  }

  // MARK: Headphones and remote commands

  /// Finds sound that continues when headphones are unplugged, or pauses when they are plugged in.
  @Sendable static func headphones(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    subjects.runs.flatMap { run in
      run.hits { index, line, app in
        guard app.isPlaying else { return nil }
        func stops(within seconds: Double) -> Bool {
          let answers = run.answers(to: index, within: seconds)
          return answers.contains {
            if case .stopped = $0.what { true } else { $0.endsPlaying }
          }
            && !answers.contains {
              if case .received(.interruptionBegan) = $0.what { return seconds > 0 }
              return $0.what == .finished
            }
        }
        if line.notice == .routeChange(.oldDeviceUnavailable), !stops(within: 0) {
          return subjects.hit(
            .error, line, "\(line.actor) keeps playing when its headphones are unplugged")
        }
        if line.notice == .routeChange(.newDeviceAvailable), stops(within: context.reaction) {
          return subjects.hit(.warning, line, "\(line.actor) pauses when headphones are plugged in")
        }
        return nil
      }
    }
  }

  /// Whether the response contradicts the command.
  ///
  /// Commands that seek or skip are contradicted by a pause.
  private static func isWrong(_ answer: LintTraceLine, for command: RemoteCommand) -> Bool {
    switch command {
    case .pause, .stop: answer.startsPlaying
    case .togglePlayPause: false
    default: answer.endsPlaying
    }
  }

  /// Finds wrong responses to remote commands, and responses by apps that have neither played nor had an active
  /// session.
  @Sendable static func remoteMeanings(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    let (wait, reaction) = (context.value("P-07", "wait"), context.reaction)
    return subjects.runs.flatMap { run in
      run.hits { index, line, app in
        guard let command = line.remoteCommand else { return nil }
        let answers = run.answers(to: index, within: wait).filter {
          ($0.isByItself || $0.time <= line.time + reaction + 1e-9)
            && ($0.startsPlaying || $0.endsPlaying)
        }
        guard let deed = answers.last?.deed else { return nil }
        if !app.hasPlayed {
          return subjects.hit(
            .error, line,
            "\(line.actor) responds to '\(command.name)', but its session was never active")
        }
        return answers.allSatisfy { isWrong($0, for: command) }
          ? subjects.hit(
            .error, line, "\(line.actor) \(deed.words) in response to '\(command.name)'") : nil
      }
    }
  }

  // MARK: Notices, clicks and silence

  /// Finds repeated notifications about the same thing.
  @Sendable static func repeatedNotices(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    subjects.runs.flatMap { run -> [LintHit] in
      var seen: Set<TraceEntry.What> = []
      return run.lines.compactMap { line in
        guard case .happened(.notification(_, _, let about?)) = line.what,
          !seen.insert(line.what).inserted
        else { return nil }
        return subjects.hit(.error, line, "'\(about)' is announced again")
      }
    }
  }

  /// Finds key clicks that are played while the input view is hidden, or although the setting is off.
  @Sendable static func clicks(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    subjects.runs.flatMap { run -> [LintHit] in
      var hidden: Set<String> = []
      var isOff = false
      return run.lines.compactMap { line in
        if case .session(.setInputView(let view)) = line.deed {
          if view == .hidden { hidden.insert(line.actor) } else { hidden.remove(line.actor) }
        }
        if let isOn = line.change(of: .keyboardClicks) { isOff = !isOn }
        guard line.what == .sound(.keyClick, .played) else { return nil }
        if hidden.contains(line.actor) {
          return subjects.hit(
            .error, line, "a key of \(line.actor) clicks while its view is hidden")
        }
        return isOff
          ? subjects.hit(.error, line, "a key of \(line.actor) clicks although key clicks are off")
          : nil
      }
    }
  }

  /// Finds sound that is heard in silent mode although the switch should silence it.
  @Sendable static func heardInSilence(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    subjects.runs.flatMap { run -> [LintHit] in
      var isSilent = false
      return run.hits { _, line, app in
        if case .happened(.event(.silentModeSet(let isOn))) = line.what { isSilent = isOn }
        guard isSilent else { return nil }
        if line.isHeard, app.category == .ambient || app.category == .soloAmbient {
          return subjects.hit(
            .error, line,
            "\(line.actor) is heard in silent mode, but the switch silences its category")
        }
        return line.what == .sound(.uiFeedback, .played)
          ? subjects.hit(.error, line, "an effect of \(line.actor) is heard in silent mode") : nil
      }
    }
  }
}

extension LintContext {
  /// The longest time from a notice to the app's response to it, in seconds.
  var reaction: Double { value("L-23", "reaction") }
}
