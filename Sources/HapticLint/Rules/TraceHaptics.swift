internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime
internal import PhoneSimulator
internal import TextFormats

/// A haptic that was played in a trace.
private struct TraceHaptic {
  /// The origin of a request.
  enum Source: Hashable {
    /// The app.
    case app
    /// A standard control, automatically.
    case control
    /// The app, for a composite of a sound and a haptic.
    case composite
    /// The system, for one of the app's notifications.
    case notification
  }

  /// The line that requests the haptic.
  let line: LintTraceLine
  let name: String
  let source: Source
  /// Whether any app is recording when the haptic is requested.
  let isWhileRecording: Bool
  let sensor: String?
  let isAllowedWhileRecording: Bool
  /// The time of the most recent event that may have caused the haptic, if any.
  let cause: Double?
  /// The time of a person's most recent action, if any.
  let action: Double?
  var onset: Double
  /// Whether the haptic was attenuated because a sensor is in use.
  var isAttenuated = false

  var isTick: Bool { name == HapticPreset.selection.name }
  var isAlarm: Bool {
    switch HapticPreset(named: name) {
    case .notificationWarning, .notificationFailure: true
    default: false
    }
  }
}

/// The trace checks for the rules about haptics.
enum TraceHaptics {
  // MARK: Causes

  /// Finds haptics that lack a cause, or that come late.
  ///
  /// Haptics at the start of a scenario, at time 0, are exempt because their causes precede the trace.
  static func causes(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    let (late, reach) = (context.value("L-01", "late"), context.value("L-01", "cause"))
    return haptics(of: subjects).joined().filter { $0.source == .app && $0.line.time > 0 }
      .compactMap { haptic in
        let words = "\(haptic.line.actor) plays \(haptic.name)"
        guard let cause = haptic.cause, haptic.onset - cause <= reach + slack else {
          let milliseconds = (reach * 1_000).brief
          return subjects.hit(
            .error, haptic.line,
            "\(words), but nothing has happened in the \(milliseconds) ms before it")
        }
        guard haptic.onset - cause > late + slack else { return nil }
        let milliseconds = ((haptic.onset - cause) * 1_000).rounded(to: 0)
        return subjects.hit(
          .warning, haptic.line, "\(words) \(milliseconds) ms after its cause")
      }
  }

  /// Finds apps whose first haptic plays at full strength although nobody has done anything.
  static func startling(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    let (strong, reach) = (
      context.value("L-18", "intensity"), context.value("L-01", "cause")
    )
    return haptics(of: subjects).compactMap { $0.first { $0.source == .app } }.filter { haptic in
      let isAsked = haptic.action.map { haptic.onset - $0 <= reach + slack } ?? false
      let first = subjects.pattern(named: haptic.name)?.firstIntensity ?? 0
      return !isAsked && haptic.line.time > 0 && first > strong
    }.map {
      subjects.hit(
        .warning, $0.line,
        "the first haptic of \($0.line.actor), \($0.name), is at full strength although nobody has "
          + "done anything")
    }
  }

  /// Finds haptics with the same cause that begin together.
  static func doubled(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    let gap = context.value("L-14", "onset")
    return haptics(of: subjects).flatMap { haptics -> [LintHit] in
      let sorted = haptics.sorted { $0.onset < $1.onset }
      return zip(sorted, sorted.dropFirst()).compactMap { first, second in
        // Haptics that are requested together have one cause, however long an engine takes to begin.
        let between = min(second.onset - first.onset, abs(second.line.time - first.line.time))
        guard between < gap - 1e-6,
          first.source == .app || second.source == .app, !(first.isTick && second.isTick)
        else { return nil }
        let milliseconds = (between * 1_000).rounded(to: 0)
        let (own, other) = second.source == .app ? (second, first) : (first, second)
        let words = other.source == .control ? "\(other.name), which its control plays" : other.name
        return subjects.hit(
          .error, own.line,
          "\(own.line.actor) plays \(own.name) within \(milliseconds) ms of \(words)")
      }
    }
  }

  // MARK: Amounts

  /// Finds apps with too many haptics, or with too many alarms among them.
  static func frequent(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    func value(_ name: String) -> Double { context.value("L-06", name) }
    let factor = subjects.manifest?.kind == .game ? value("games") : 1
    return haptics(of: subjects).flatMap { all -> [LintHit] in
      let haptics = all.filter { $0.source != .control }
      let (ticks, others) = (haptics.filter(\.isTick), haptics.filter { !$0.isTick })
      var hits: [LintHit] = []
      if let (line, count) = busiest(others, within: 60),
        Double(count) > value("perMinute") * factor
      {
        hits.append(
          subjects.hit(
            Double(count) > value("most") * factor ? .error : .warning, line,
            "\(line.actor) plays \(count) haptics within a minute"))
      }
      if let (line, count) = busiest(ticks, within: 1), Double(count) > value("ticks") {
        hits.append(
          subjects.hit(
            .warning, line, "\(line.actor) plays \(count) ticks within a second; combine them"))
      }
      let share = Double(others.count(where: \.isAlarm)) / Double(max(others.count, 1))
      if let line = others.first(where: \.isAlarm)?.line, share > value("alarms"),
        Double(others.count) >= value("fewest")
      {
        hits.append(
          subjects.hit(
            .warning, line,
            "\((share * 100).rounded(to: 0)) % of the haptics of \(line.actor) are warnings and errors"
          ))
      }
      return hits
    }
  }

  /// The largest number of haptics within `seconds`, and the line at which it is reached.
  private static func busiest(
    _ haptics: [TraceHaptic], within seconds: Double
  ) -> (line: LintTraceLine, count: Int)? {
    var busiest: (line: LintTraceLine, count: Int)?
    var first = 0
    for (index, haptic) in haptics.enumerated() {
      while haptics[first].line.time <= haptic.line.time - seconds { first += 1 }
      if index - first + 1 > busiest?.count ?? 0 { busiest = (haptic.line, index - first + 1) }
    }
    return busiest
  }

  // MARK: What must not be disturbed

  /// Finds haptics that play while a sensor is in use.
  static func disturbing(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    haptics(of: subjects).joined().compactMap { haptic in
      guard haptic.source != .control, !haptic.isAttenuated,
        let sensor = haptic.isWhileRecording ? "microphone" : haptic.sensor
      else { return nil }
      let pattern = subjects.pattern(named: haptic.name)
      let isStrong =
        (pattern?.hasVibration ?? false)
        || (pattern?.strongestIntensity ?? 0) > context.value("L-09", "intensity")
      let isAllowed = haptic.isAllowedWhileRecording && sensor == "microphone"
      let severity: LintSeverity =
        isAllowed
        ? isStrong && HapticPreset(named: haptic.name) == nil ? .warning : .info
        : isStrong ? .error : .warning
      return subjects.hit(
        severity, haptic.line,
        "\(haptic.line.actor) plays \(haptic.name) while the \(sensor) is in use"
          + (isAllowed ? ", which the app allows" : ""))
    }
  }

  /// Finds haptics that play although people have turned them off.
  static func againstSetting(_ subjects: LintSubjects) -> [LintHit] {
    subjects.runs.flatMap { run -> [LintHit] in
      var isOff = false
      return run.lines.compactMap { line in
        if let isOn = line.change(of: .haptics) { isOff = !isOn }
        guard isOff, line.what == .haptic(.played) else { return nil }
        return subjects.hit(
          .error, line, "a haptic of \(line.actor) plays although haptics are turned off")
      }
    }
  }

  // MARK: Reading

  /// The maximum delay between a request and its haptic that still counts as on time: one millisecond, which is more
  /// than the single frame that playback takes to start.
  private static let slack = 0.001

  /// The haptics that were played, for each app in each run.
  private static func haptics(of subjects: LintSubjects) -> [[TraceHaptic]] {
    subjects.runs.flatMap { run in
      var reader = HapticReader()
      for line in run.lines { reader.note(line) }
      return reader.played
    }
  }
}

/// Finds the haptics of a run, and their possible causes.
private struct HapticReader {
  /// The haptics of each app, in order of the first haptic.
  private(set) var played: [[TraceHaptic]] = []
  private var places: [String: Int] = [:]
  /// For each app, the haptics that have been requested but have not yet begun.
  private var waiting: [String: [Int]] = [:]
  private var apps: [String: TraceApp] = [:]
  /// The times of each app's last event and last action.
  ///
  /// Events outside the apps are stored under the empty name.
  private var causes: [String: Double] = [:]
  private var actions: [String: Double] = [:]
  private var delivered: (actor: String, time: Double)?

  mutating func note(_ line: LintTraceLine) {
    noteCause(line)
    apps[line.actor, default: TraceApp()].note(line)
    if let (name, source) = request(line) {
      append(line, name, source)
    } else if line.isState {
      settle(line)
    }
  }

  private mutating func noteCause(_ line: LintTraceLine) {
    if case .happened(let content) = line.what {
      guard line.actor != "time", line.actor != "mediaServices" else { return }
      causes[""] = line.time
      if line.actor == "device" { actions[""] = line.time }
      if case .notification(let app?, _, _) = content, line.apps.indices.contains(app.index) {
        delivered = (line.apps[app.index], line.time)
      }
    } else if let deed = line.deed {
      if deed.isPreparation { return }
      causes[line.actor] = line.time
      if !line.isByItself { actions[line.actor] = line.time }
    } else if line.notice != nil || line.what == .finished {
      causes[line.actor] = line.time
      if line.remoteCommand != nil { actions[line.actor] = line.time }
    }
  }

  /// The haptic that `line` requests, if any.
  private func request(_ line: LintTraceLine) -> (name: String, source: TraceHaptic.Source)? {
    switch line.deed {
    case .resident(.playSound(.vibration, _)): return (Self.vibration, .app)
    case .resident(.playComposite(let name)): return (name, .composite)
    case .resident(.playHaptic(let name)): return (name, .app)
    case .resident(.triggerFeedback(let feedback)): return (feedback.preset.name, .app)
    default: break
    }
    switch line.what {
    case .hapticOfControl(_, let name): return (name, .control)
    case .vibration(.played), .sound(.messageTone, .played):
      if let delivered, delivered == (line.actor, line.time) {
        return ("a notification", .notification)
      }
      return nil
    default: return nil
    }
  }

  /// The name of a vibration that an app requests as a sound.
  private static let vibration = "vibrate"

  private mutating func append(
    _ line: LintTraceLine, _ name: String, _ source: TraceHaptic.Source
  ) {
    // A notification that is heard and vibrates counts as one haptic.
    if source == .notification { delivered = nil }
    let app = apps[line.actor] ?? TraceApp()
    let place = places[line.actor] ?? played.count
    places[line.actor] = place
    if place == played.count { played.append([]) }
    waiting[line.actor, default: []].append(played[place].count)
    played[place].append(
      TraceHaptic(
        line: line, name: name, source: source,
        isWhileRecording: apps.values.contains(where: \.isRecording), sensor: app.sensors.min(),
        isAllowedWhileRecording: app.allowsHapticsWhileRecording,
        cause: [causes[""], causes[line.actor]].compactMap { $0 }.max(),
        action: [actions[""], actions[line.actor]].compactMap { $0 }.max(), onset: line.time))
  }

  /// Records the outcome of a requested haptic.
  private mutating func settle(_ line: LintTraceLine) {
    guard let place = places[line.actor], let waiting = waiting[line.actor] else { return }
    switch line.what {
    case .haptic(.suppressed), .sound(.vibration, .suppressed), .vibrationFailed, .hapticFailed,
      .composite(_, .still):
      guard let last = waiting.last, last == played[place].count - 1 else { return }
      played[place].removeLast()
      self.waiting[line.actor]?.removeLast()
    case .hapticAttenuated:
      if !played[place].isEmpty { played[place][played[place].count - 1].isAttenuated = true }
    case .hapticBegan(let name, _, _): begin(name, at: place, line)
    case .vibrationBegan: begin(Self.vibration, at: place, line)
    default: break
    }
  }

  /// Records that the first waiting haptic called `name` begins.
  private mutating func begin(_ name: String, at place: Int, _ line: LintTraceLine) {
    let waiting = waiting[line.actor] ?? []
    guard let begins = waiting.firstIndex(where: { played[place][$0].name == name }) else { return }
    // The onsets of earlier requests do not have separate lines.
    played[place][waiting[begins]].onset = line.time
    self.waiting[line.actor]?.removeFirst(begins + 1)
  }
}

extension AppAction {
  /// Whether the line is an app's preparation and not a response to something that has happened.
  fileprivate var isPreparation: Bool {
    switch self {
    case .session(.activate), .session(.deactivate), .session(.setCategory), .session(.setMode),
      .session(.setRuntimeAssertion), .session(.setRemoteCommands), .resident(.prepareFeedback),
      .resident(.loadComposite), .resident(.playHaptic), .resident(.triggerFeedback),
      .resident(.savePosition), .resident(.playSound(.vibration, _)):
      true
    default: false
    }
  }
}
