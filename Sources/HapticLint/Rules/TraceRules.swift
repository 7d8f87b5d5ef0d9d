internal import AudioSession
internal import PhoneRuntime
internal import PhoneSimulator
internal import TextFormats

/// What the rules about sessions find in a trace, and the rule that reads nothing else.
///
/// A step of a scenario is what the app does: what comes as soon after a notice as no person could
/// (`L-23.reaction`) is its answer to it, as is what it does by itself.
enum TraceRules {
  static let rows: [LintRule] = [unanswered, oldEvents]

  private static let unanswered = LintRule(
    "P-07", "unanswered", title: "What somebody does has an answer.",
    why: "A person who presses a button and notices no response presses it again.",
    guideline: "Human Interface Guidelines, Feedback; practice",
    advice: "Answer the command: with a change, a sound or a haptic.",
    thresholds: [.init(name: "wait", value: 1, unit: "s", source: "our choice")], inputs: [.trace],
    clauses: [.warning(.trace, "a remote command to which the app does nothing for `wait`")]
  ) { subjects, context in
    let wait = context.value("P-07", "wait")
    return subjects.runs.flatMap { run in
      run.lines.indices.compactMap { index in
        let line = run.lines[index]
        guard line.remoteCommand != nil else { return nil }
        let after = run.lines[(index + 1)...].prefix(TraceRun.reach)
        let isAnswered = after.prefix { $0.time <= line.time + wait }
          .contains { $0.actor == line.actor && ($0.entry.kind == .call || $0.isState) }
        // Where so much happens at once nobody can tell.
        let isCrowded =
          after.count == TraceRun.reach && after.last.map { $0.time <= line.time + wait } ?? false
        return isAnswered || isCrowded
          ? nil : subjects.hit(.warning, line, "\(line.actor) does nothing about it")
      }
    }
  }

  private static let oldEvents = LintRule(
    "P-09", "old-event", title: "An `includes` of a scenario counts events that are new.",
    why: "An expectation that an earlier event meets passes even if nothing happens after it.",
    guideline: "practice",
    advice: "Say since when events count: `since: lastExpect`, or a time.",
    inputs: [.trace],
    clauses: [
      .warning(
        .trace, "an `includes` without `since` that an event meets which an earlier expectation saw"
      )
    ]
  ) { subjects, _ in
    // The run knows what each expectation saw, and says so in its trace.
    subjects.trace.compactMap { line in
      guard case .oldEvents(let message) = line.what else { return nil }
      return subjects.hit(.warning, line, message)
    }
  }

  /// How soon after a notice a step is the app's answer to it, in seconds.
  private static func reaction(_ context: LintContext) -> Double {
    context.value("L-23", "reaction")
  }

  /// The categories between which an app may change that records and plays at different times.
  private static let recording: Set<SessionCategory> = [.playback, .record, .playAndRecord]

  /// Changes of the category after sound has begun.
  ///
  /// A trace does not have the category of the setup. The first that is set counts as a change if the
  /// route changes with it and it comes without options: with some it may be those that change.
  @Sendable static func categoryChanges(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    let most = context.count("L-21", "changes")
    return subjects.runs.flatMap { run -> [LintHit] in
      let recorders = Set(
        run.lines.lazy.filter { if case .recording = $0.what { true } else { false } }
          .map(\.actor))
      var apps: [String: TraceApp] = [:]
      var counts: [String: Int] = [:]
      return run.lines.indices.compactMap { index in
        let line = run.lines[index]
        let app = apps[line.actor, default: TraceApp()]
        apps[line.actor, default: TraceApp()].note(line)
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
          ? subjects.hit(.warning, line, "\(line.actor) changes its category while it runs") : nil
      }
    }
  }

  // MARK: Handing back

  /// Apps that disturb others and do not hand back, or not soon.
  @Sendable static func handBacks(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    let (brief, left) = (context.value("L-22", "brief"), context.value("L-22", "left"))
    return subjects.runs.flatMap { run -> [LintHit] in
      var hits: [LintHit] = []
      var disturbance = Disturbance()
      // The ends of prompts after which a session is still active.
      var ended: [String: LintTraceLine] = [:]
      func leave(_ actor: String, at time: Double) {
        guard let line = ended.removeValue(forKey: actor), time - line.time > left + 1e-9 else {
          return
        }
        hits.append(
          subjects.hit(
            .warning, line,
            "\(actor) has said what it had to say, and its session stays active for "
              + "\((time - line.time).rounded(to: 1)) s while others are held down"))
      }
      for line in run.lines {
        if case .session(.deactivate(let options, let untold)) = line.deed,
          !options.contains(.notifyOthersOnDeactivation) || untold != nil,
          !disturbance.interrupted(by: line.actor).isEmpty
        {
          let names = disturbance.interrupted(by: line.actor).sorted().joined(separator: " and ")
          hits.append(
            subjects.hit(
              .warning, line,
              "\(line.actor) deactivates its session without notifying \(names), which it interrupted"
            ))
        }
        if line.startsPlaying || line.what == .active(false) || line.what == .interrupted(true)
          || line.lifecycle == .terminated
        {
          leave(line.actor, at: line.time)
        }
        disturbance.note(line)
        if line.what == .finished,
          let seconds = disturbance.promptSeconds[line.actor], seconds <= brief,
          disturbance.disturbs(line.actor)
        {
          ended[line.actor] = line
        }
      }
      for actor in ended.keys.sorted() { leave(actor, at: run.end) }
      return hits
    }
  }

  /// Who has interrupted or ducked whom.
  private struct Disturbance {
    private var interrupted: [String: Set<String>] = [:]
    private var ducked: [String: Set<String>] = [:]
    /// How long the sound lasts that each app has started last; none for one without an end.
    private(set) var promptSeconds: [String: Double] = [:]
    private var last: LintTraceLine?

    func interrupted(by actor: String) -> Set<String> { interrupted[actor] ?? [] }

    func disturbs(_ actor: String) -> Bool {
      !interrupted(by: actor).isEmpty || !(ducked[actor] ?? []).isEmpty
    }

    mutating func note(_ line: LintTraceLine) {
      if line.entry.kind == .call { last = line }
      switch line.deed {
      case .resident(.play(let seconds)): promptSeconds[line.actor] = seconds
      case .resident(.playFrom): promptSeconds[line.actor] = nil
      default: break
      }
      // Whoever did something last at that time has caused it.
      let isCaused = last?.deed != nil && last?.time == line.time && last?.actor != line.actor
      let causer = isCaused ? last?.actor : nil
      switch line.what {
      case .interrupted(false):
        for actor in interrupted.keys { interrupted[actor]?.remove(line.actor) }
      case .interrupted(true):
        if let causer { interrupted[causer, default: []].insert(line.actor) }
      case .heard(_, isDucked: false), .stopped:
        for actor in ducked.keys { ducked[actor]?.remove(line.actor) }
      case .heard(_, isDucked: true):
        if let causer { ducked[causer, default: []].insert(line.actor) }
      default: break
      }
    }
  }

  // MARK: After an interruption

  /// Sound that goes on although it may not or was not on, or does not although it may.
  @Sendable static func resumes(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    let (reaction, wait) = (reaction(context), context.value("L-23", "wait"))
    return subjects.runs.flatMap { run -> [LintHit] in
      var hits: [LintHit] = []
      var apps: [String: TraceApp] = [:]
      var interruptions: [String: Interruption] = [:]
      // When the first of the interruptions that have ended has had its time.
      var due = Double.infinity
      for line in run.lines {
        // Whoever has had the time to go on, and has not.
        let over =
          line.time > due
          ? interruptions.filter { $0.value.isOver(at: line.time, after: wait) } : [:]
        if line.time > due {
          due =
            interruptions.values.compactMap { $0.end.map { $0.time + wait } }
            .filter { $0 >= line.time }.min() ?? .infinity
        }
        if case .interruptionEnded = line.notice {
          due = min(due, line.time + wait)
        }
        for (actor, interruption) in over {
          interruptions[actor] = nil
          guard let end = interruption.end, interruption.mayResume, interruption.wasPlaying == true
          else {
            continue
          }
          hits.append(
            subjects.hit(
              .warning, end, "\(actor) may play on and was playing, and stays silent"))
        }
        if line.isFromOutside, line.actor == "device" {
          interruptions = interruptions.filter { $0.value.end == nil }
        }
        let app = apps[line.actor, default: TraceApp()]
        let interruption = interruptions[line.actor]
        if let interruption, let end = interruption.end, line.startsPlaying,
          line.time <= end.time + (line.isByItself ? 1 : reaction) + 1e-9
        {
          if !interruption.mayResume {
            hits.append(
              subjects.hit(
                .error, line,
                "\(line.actor) plays on although it was not notified with shouldResume"
              ))
          } else if interruption.wasPlaying == false {
            hits.append(
              subjects.hit(
                .error, line, "\(line.actor) plays when the interruption ends, and did not before"))
          }
        }
        interruptions[line.actor] = Interruption(
          after: line, of: app, during: interruption, reaction)
        apps[line.actor, default: TraceApp()].note(line)
      }
      return hits.sorted { $0.place < $1.place }
    }
  }

  /// An interruption of an app, until it has gone on.
  private struct Interruption {
    var beganAt: Double
    /// Whether the app was playing, and nobody has paused it since; nil if that is not known, or if
    /// what it played would have ended by itself.
    var wasPlaying: Bool?
    /// The notice that it has ended.
    var end: LintTraceLine?

    var mayResume: Bool { end?.notice == .interruptionEnded(shouldResume: true) }

    func isOver(at time: Double, after wait: Double) -> Bool {
      end.map { $0.time + wait < time } ?? false
    }

    /// What it is after `line`; nil for none.
    init?(
      after line: LintTraceLine, of app: TraceApp, during current: Interruption?, _ reaction: Double
    ) {
      if case .interruptionBegan = line.notice {
        let before = current.flatMap { $0.end == nil ? $0.wasPlaying : nil }
        let now = app.isPlaying && app.playsOnce ? nil : app.isPlaying
        self.init(beganAt: line.time, wasPlaying: before == true ? true : now, end: nil)
        return
      }
      if case .interruptionEnded = line.notice {
        // One whose beginning is not in the trace: nothing is known of before.
        self = current ?? Self(beganAt: line.time, wasPlaying: nil, end: nil)
        end = line
        return
      }
      guard var current else { return nil }
      if current.end != nil {
        let isDone =
          line.startsPlaying || line.endsPlaying || line.remoteCommand != nil
          || line.lifecycle == .suspended || line.lifecycle == .terminated
          || line.deed == .session(.launch) || line.deed == .session(.enterForeground)
          || line.isHeard
        if isDone { return nil }
      } else if line.remoteCommand == .pause || line.remoteCommand == .stop
        || (line.endsPlaying && line.time > current.beganAt + reaction)
      {
        current.wasPlaying = false
      }
      self = current
    }

    private init(beganAt: Double, wasPlaying: Bool?, end: LintTraceLine?) {
      (self.beganAt, self.wasPlaying, self.end) = (beganAt, wasPlaying, end)
    }
  }

  // MARK: Headphones and remote commands

  /// Sound that stays on when headphones are gone, or pauses when they come.
  @Sendable static func headphones(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    subjects.runs.flatMap { run -> [LintHit] in
      var apps: [String: TraceApp] = [:]
      return run.lines.indices.compactMap { index in
        let line = run.lines[index]
        let isPlaying = apps[line.actor]?.isPlaying ?? false
        apps[line.actor, default: TraceApp()].note(line)
        guard isPlaying else { return nil }
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
            .error, line, "\(line.actor) plays on when its headphones are unplugged")
        }
        if line.notice == .routeChange(.newDeviceAvailable), stops(within: reaction(context)) {
          return subjects.hit(.warning, line, "\(line.actor) pauses when headphones are plugged in")
        }
        return nil
      }
    }
  }

  /// Answers that are the opposite of a command, or of what any command asks for that moves about.
  private static func isWrong(_ answer: LintTraceLine, for command: RemoteCommand) -> Bool {
    switch command {
    case .pause, .stop: answer.startsPlaying
    case .togglePlayPause: false
    default: answer.endsPlaying
    }
  }

  /// Remote commands that are answered with something else, or by an app that has nothing to do with
  /// sound: it has neither played nor had an active session.
  @Sendable static func remoteMeanings(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    let (wait, reaction) = (context.value("P-07", "wait"), reaction(context))
    return subjects.runs.flatMap { run -> [LintHit] in
      var apps: [String: TraceApp] = [:]
      return run.lines.indices.compactMap { index in
        let line = run.lines[index]
        let hasPlayed = apps[line.actor]?.hasPlayed ?? false
        apps[line.actor, default: TraceApp()].note(line)
        guard let command = line.remoteCommand else { return nil }
        let answers = run.answers(to: index, within: wait).filter {
          ($0.isByItself || $0.time <= line.time + reaction + 1e-9)
            && ($0.startsPlaying || $0.endsPlaying)
        }
        guard let deed = answers.last?.deed else { return nil }
        if !hasPlayed {
          return subjects.hit(
            .error, line,
            "\(line.actor) answers '\(command.name)', and its session was never active")
        }
        return answers.allSatisfy { isWrong($0, for: command) }
          ? subjects.hit(
            .error, line, "\(line.actor) \(deed.words) as an answer to '\(command.name)'") : nil
      }
    }
  }

  // MARK: Notices, clicks and silence

  /// Notices that are delivered again about the same thing.
  @Sendable static func repeatedNotices(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    subjects.runs.flatMap { run -> [LintHit] in
      var seen: Set<TraceEntry.What> = []
      return run.lines.compactMap { line in
        guard case .happened(.notification(_, _, let about?)) = line.what,
          !seen.insert(line.what).inserted
        else { return nil }
        return subjects.hit(.error, line, "'\(about)' is announced once more")
      }
    }
  }

  /// Key clicks that are played while no input view is seen, or against the setting.
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
          return subjects.hit(.error, line, "a key of \(line.actor) clicks, and its view is hidden")
        }
        return isOff
          ? subjects.hit(.error, line, "a key of \(line.actor) clicks, and people want no clicks")
          : nil
      }
    }
  }

  /// Sound of a class that the switch silences, heard although it is on silent.
  @Sendable static func heardInSilence(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    subjects.runs.flatMap { run -> [LintHit] in
      var isSilent = false
      var apps: [String: TraceApp] = [:]
      return run.lines.compactMap { line in
        if case .happened(.event(.silentModeSet(let isOn))) = line.what { isSilent = isOn }
        apps[line.actor, default: TraceApp()].note(line)
        guard isSilent else { return nil }
        let category = apps[line.actor]?.category
        if line.isHeard, category == .ambient || category == .soloAmbient {
          return subjects.hit(
            .error, line, "\(line.actor) is heard in silence, and its category is for silence")
        }
        return line.what == .sound(.uiFeedback, .played)
          ? subjects.hit(.error, line, "an effect of \(line.actor) is heard in silence") : nil
      }
    }
  }
}
