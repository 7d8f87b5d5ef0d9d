internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime
public import PhoneSimulator
internal import TextFormats

/// A line of a trace, with its place.
public struct LintTraceLine: Hashable, Sendable {
  /// The entry of the trace.
  public let entry: TraceEntry
  /// The names of the apps that the entry refers to.
  public let apps: [String]
  /// The line in the file.
  public let line: Int
  /// The file; empty for lines that are not from a file.
  public let file: String
  /// The scenario.
  public let scenario: String

  /// Creates a line.
  public init(
    _ entry: TraceEntry, apps: [String], line: Int = 1, file: String = "", scenario: String = ""
  ) {
    self.entry = entry
    self.apps = apps
    self.line = line
    self.file = file
    self.scenario = scenario
  }

  /// Reads the lines of a file in the format of `haptic session run --json`.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - file: the file's name, for findings.
  /// - Returns: the lines, and the numbers of invalid lines with the reasons.
  public static func read(_ bytes: [UInt8], file: String = "") -> (
    lines: [LintTraceLine], invalid: [(line: Int, problem: String)]
  ) {
    var reader = TraceReader()
    var lines: [LintTraceLine] = []
    var invalid: [(line: Int, problem: String)] = []
    for (index, part) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where part.contains(where: { $0 > 0x20 }) {
      let read = reader.read(Array(part))
      guard let entry = read.entry else {
        invalid.append((index + 1, read.problem ?? "the line cannot be read"))
        continue
      }
      lines.append(
        LintTraceLine(
          entry, apps: reader.apps, line: index + 1, file: file, scenario: read.scenario))
    }
    return (lines, invalid)
  }
}

// MARK: Content of a line

extension LintTraceLine {
  var time: Double { entry.time }
  var actor: String { entry.actor }
  var what: TraceEntry.What { entry.what }

  /// The action of an app; nil for lines of another kind, and for calls that fail.
  var deed: AppAction? { if case .did(let action, _, nil) = what { action } else { nil } }
  /// The notice that an app receives.
  var notice: AppNotice? { if case .received(let notice) = what { notice } else { nil } }
  /// Whether the line is a state change.
  var isState: Bool { entry.kind == .state }
  /// Whether the line is an event from outside the apps.
  var isFromOutside: Bool { if case .happened = what { true } else { false } }
  /// Whether an app acts automatically, and not as a step of the scenario.
  var isByItself: Bool { if case .did(_, true, _) = what { true } else { false } }

  /// Whether an app starts to play.
  var startsPlaying: Bool { deed?.playback == .starts }

  /// Whether an app pauses or ends its sound.
  var endsPlaying: Bool { deed?.playback == .pauses || deed?.playback == .ends }

  /// The time after which the sound that an app starts will end, in seconds; nil if it does not end automatically.
  var playedSeconds: Double? {
    if case .resident(.play(let seconds)) = deed { seconds } else { nil }
  }

  /// Whether an app becomes audible without being ducked.
  var isHeard: Bool { if case .heard(_, isDucked: false) = what { true } else { false } }

  /// The category that an app sets, and whether it sets a mode or options with it; nil for another line.
  var category: (category: SessionCategory, hasOptions: Bool)? {
    guard case .session(.setCategory(let category, let mode, _, let options)) = deed else {
      return nil
    }
    return (category, mode ?? .default != .default || !options.isEmpty)
  }

  /// The remote command that an app receives; nil for another line.
  var remoteCommand: RemoteCommand? {
    if case .remote(let command) = notice { command } else { nil }
  }

  /// The new value of a user setting; nil if it does not change.
  func change(of setting: UserSettings) -> Bool? {
    guard case .happened(.settings(let on, let off)) = what else { return nil }
    return on.isSuperset(of: setting) ? true : off.isSuperset(of: setting) ? false : nil
  }

  /// The new lifecycle state of an app, by its own action or from the system.
  var lifecycle: Lifecycle? {
    switch (what, deed) {
    case (.lifecycle(let state), _): state
    case (_, .session(.enterForeground)), (_, .session(.launch)): .foreground
    case (_, .session(.suspend)): .suspended
    case (_, .session(.terminate)): .terminated
    default: nil
    }
  }

  /// The name of the pattern that an app requests; nil if it does not request one, or requests feedback.
  public var patternName: String? {
    switch deed {
    case .resident(.playHaptic(let name)), .resident(.playComposite(let name)): name
    default: nil
    }
  }
}

/// The state of an app, as far as the preceding lines of a trace have shown it.
struct TraceApp {
  var isActive = false
  var isPlaying = false
  var isRecording = false
  var hasRecorded = false
  /// Whether the app has ever been heard, or its session has ever been active.
  var hasPlayed = false
  /// Whether the app's sound ends automatically.
  var playsOnce = false
  /// The category that the app has set; nil as long as only the scenario's setup has set one.
  var category: SessionCategory?
  /// The sensors that the app is using, except the microphone of a recording.
  var sensors: Set<String> = []
  /// Whether the app has allowed haptics while it records.
  var allowsHapticsWhileRecording = false

  mutating func note(_ line: LintTraceLine) {
    if let category = line.category { self.category = category.category }
    if line.lifecycle == .terminated { self = TraceApp() }
    switch line.what {
    case .received(.mediaServicesReset): category = nil
    case .active(true): (isActive, hasPlayed) = (true, true)
    case .active(false), .interrupted(true): isActive = false
    case .recording: (isRecording, hasRecorded) = (true, true)
    case .stoppedRecording: isRecording = false
    case .heard: (isPlaying, hasPlayed) = (true, true)
    case .silent: isPlaying = true
    case .stopped: isPlaying = false
    default: break
    }
    if line.startsPlaying { playsOnce = line.playedSeconds != nil }
    switch line.deed {
    case .session(.setCaptures(let captures)):
      // Waiting for a shake does not use any sensor that the guidelines mention.
      sensors = Set(captures.subtracting(.shake).names)
    case .resident(.setPrefers(let preferences)):
      if let value = preferences[.hapticsAndSystemSoundsDuringRecording] {
        allowsHapticsWhileRecording = value ?? false
      }
    default: break
    }
  }
}

/// The lines of one run of one scenario.
struct TraceRun {
  let lines: [LintTraceLine]

  /// The maximum number of lines that are searched for a response.
  ///
  /// Our choice, so that a trace in which everything happens at the same time does not take longer than
  /// others.
  static let reach = 1_000

  /// The time of the run's last line.
  var end: Double { lines.last?.time ?? 0 }

  /// The findings of `check` in all lines.
  ///
  /// `check` receives the index, the line, and the app's state before the line.
  func hits(_ check: (Int, LintTraceLine, TraceApp) -> LintHit?) -> [LintHit] {
    var apps: [String: TraceApp] = [:]
    return lines.enumerated().compactMap { index, line in
      let app = apps[line.actor, default: TraceApp()]
      apps[line.actor, default: TraceApp()].note(line)
      return check(index, line, app)
    }
  }

  /// The lines that follow line `index` within `seconds` and have the same actor, up to the next event from outside
  /// or the next remote command.
  func answers(to index: Int, within seconds: Double) -> [LintTraceLine] {
    let line = lines[index]
    let after = lines[(index + 1)...].prefix(Self.reach).prefix {
      $0.time <= line.time + seconds + 1e-9 && !$0.isFromOutside
        && !($0.actor == line.actor && $0.remoteCommand != nil)
    }
    return after.filter { $0.actor == line.actor }
  }
}

extension LintSubjects {
  /// The runs in the traces.
  ///
  /// A new run begins where the time goes back.
  var runs: [TraceRun] {
    var runs: [[LintTraceLine]] = []
    var current: [[String]: Int] = [:]
    for line in trace {
      let origin = [line.file, line.scenario]
      if let index = current[origin], let last = runs[index].last, last.time <= line.time {
        runs[index].append(line)
      } else {
        current[origin] = runs.count
        runs.append([line])
      }
    }
    return runs.map { TraceRun(lines: $0) }
  }

  /// A finding about a line of the trace.
  func hit(_ severity: LintSeverity, _ line: LintTraceLine, _ message: String) -> LintHit {
    LintHit(
      severity: severity, file: line.file, place: SourceLocation(line: line.line, column: 1),
      path: line.scenario, message: "at \(line.time.brief) s \(message)")
  }
}
