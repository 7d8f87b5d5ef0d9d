internal import AudioSession
internal import PhoneRuntime
internal import PhoneSimulator
internal import TextFormats

/// The trace checks for the rules about interruptions that an app causes, and interruptions of an app.
enum TraceInterruptions {
  /// Finds apps that interrupt or duck others and then hand the audio back late or never.
  @Sendable static func handBacks(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    let (brief, left) = (context.value("L-22", "brief"), context.value("L-22", "left"))
    return subjects.runs.flatMap { run -> [LintHit] in
      var hits: [LintHit] = []
      var disturbance = Disturbance()
      // The ends of prompts whose session is still active.
      var ended: [String: LintTraceLine] = [:]
      func leave(_ actor: String, at time: Double) {
        guard let line = ended.removeValue(forKey: actor), time - line.time > left + 1e-9 else {
          return
        }
        hits.append(
          subjects.hit(
            .warning, line,
            "\(actor) has finished its sound, but its session stays active for "
              + "\((time - line.time).rounded(to: 1)) s while others are interrupted or ducked"))
      }
      for line in run.lines {
        let names = disturbance.unnotified(by: line)
        if !names.isEmpty {
          hits.append(
            subjects.hit(
              .warning, line,
              "\(line.actor) deactivates its session without notifying "
                + "\(names.joined(separator: " and ")), which it interrupted"))
        }
        if line.endsPrompt { leave(line.actor, at: line.time) }
        disturbance.note(line)
        let seconds = disturbance.promptSeconds[line.actor] ?? .infinity
        if line.what == .finished, seconds <= brief, disturbance.disturbs(line.actor) {
          ended[line.actor] = line
        }
      }
      for actor in ended.keys.sorted() { leave(actor, at: run.end) }
      return hits
    }
  }

  /// Finds sound that resumes although it must not resume or was not playing before, and sound that does not resume
  /// although it could.
  @Sendable static func resumes(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    subjects.runs.flatMap { run -> [LintHit] in
      var open = OpenInterruptions(
        reaction: context.reaction, wait: context.value("L-23", "wait"))
      return run.lines.flatMap { line -> [LintHit] in
        let silent = open.takeSilent(at: line).map { actor, end in
          subjects.hit(.warning, end, "\(actor) was playing and may resume, but stays silent")
        }
        let wrong = open.mistake(in: line).map {
          subjects.hit(.error, line, "\(line.actor) plays \($0)")
        }
        open.note(line)
        return silent + [wrong].compactMap(\.self)
      }.sorted { $0.place < $1.place }
    }
  }
}

extension LintTraceLine {
  /// Whether this line ends the wait after a prompt because the session becomes inactive or is used again.
  fileprivate var endsPrompt: Bool {
    startsPlaying || what == .active(false) || what == .interrupted(true)
      || lifecycle == .terminated
  }
}

/// Tracks which apps have interrupted or ducked which others.
private struct Disturbance {
  private var interrupted: [String: Set<String>] = [:]
  private var ducked: [String: Set<String>] = [:]
  /// The duration of the sound that each app started last; absent for a sound without an end.
  private(set) var promptSeconds: [String: Double] = [:]
  private var last: LintTraceLine?

  func interrupted(by actor: String) -> Set<String> { interrupted[actor] ?? [] }

  func disturbs(_ actor: String) -> Bool {
    !interrupted(by: actor).isEmpty || !(ducked[actor] ?? []).isEmpty
  }

  /// The apps that stay silent because `line` ends the session that interrupted them, and does not notify them.
  func unnotified(by line: LintTraceLine) -> [String] {
    guard case .session(.deactivate(let options, let untold)) = line.deed,
      !options.contains(.notifyOthersOnDeactivation) || untold != nil
    else { return [] }
    return interrupted(by: line.actor).sorted()
  }

  mutating func note(_ line: LintTraceLine) {
    if line.entry.kind == .call { last = line }
    if line.startsPlaying { promptSeconds[line.actor] = line.playedSeconds }
    // The app that was the last to act at that time has caused the disturbance.
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

/// The interruptions of a run from which apps have not yet resumed.
private struct OpenInterruptions {
  let reaction: Double
  let wait: Double
  var apps: [String: TraceApp] = [:]
  var interruptions: [String: Interruption] = [:]
  /// The earliest time at which an ended interruption is overdue.
  var due = Double.infinity

  /// Removes and returns the apps that could have resumed before `line` but have not, with the notices of the ends.
  mutating func takeSilent(at line: LintTraceLine) -> [(actor: String, end: LintTraceLine)] {
    var over: [String: Interruption] = [:]
    if line.time > due {
      over = interruptions.filter { $0.value.isOver(at: line.time, after: wait) }
      due =
        interruptions.values.compactMap { $0.end.map { $0.time + wait } }
        .filter { $0 >= line.time }.min() ?? .infinity
      interruptions = interruptions.filter { over[$0.key] == nil }
    }
    if case .interruptionEnded = line.notice { due = min(due, line.time + wait) }
    return over.compactMap { actor, interruption in
      guard let end = interruption.end, interruption.mayResume, interruption.wasPlaying == true
      else { return nil }
      return (actor, end)
    }
  }

  /// The mistake in `line`, if an app resumes wrongly there; otherwise nil.
  mutating func mistake(in line: LintTraceLine) -> String? {
    if line.isFromOutside, line.actor == "device" {
      interruptions = interruptions.filter { $0.value.end == nil }
    }
    guard let interruption = interruptions[line.actor], let end = interruption.end,
      line.startsPlaying, line.time <= end.time + (line.isByItself ? 1 : reaction) + 1e-9
    else { return nil }
    if !interruption.mayResume { return "although it was not notified with shouldResume" }
    return interruption.wasPlaying == false
      ? "when the interruption ends, but did not play before" : nil
  }

  mutating func note(_ line: LintTraceLine) {
    interruptions[line.actor] = Interruption(
      after: line, of: apps[line.actor, default: TraceApp()], during: interruptions[line.actor],
      reaction)
    apps[line.actor, default: TraceApp()].note(line)
  }
}

/// An interruption of an app, until the app has resumed.
private struct Interruption {
  var beganAt: Double
  /// Whether the app was playing and has not been paused since; nil if this is unknown, or if the sound would
  /// have ended anyway.
  var wasPlaying: Bool?
  /// The notice that the interruption has ended.
  var end: LintTraceLine?

  var mayResume: Bool { end?.notice == .interruptionEnded(shouldResume: true) }

  func isOver(at time: Double, after wait: Double) -> Bool {
    end.map { $0.time + wait < time } ?? false
  }

  /// The interruption after `line`, if any.
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
      // If the beginning is not in the trace, nothing is known about the time before it.
      self = current ?? Self(beganAt: line.time, wasPlaying: nil, end: nil)
      end = line
      return
    }
    guard var current else { return nil }
    if current.end != nil {
      let isDone =
        line.startsPlaying || line.endsPlaying || line.remoteCommand != nil
        || line.lifecycle == .terminated
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
