internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime
public import PhoneSimulator
internal import TextFormats

/// A line of a trace, and where it stands.
public struct LintTraceLine: Hashable, Sendable {
  /// What happened.
  public let entry: TraceEntry
  /// The names of the apps that the entry speaks of.
  public let apps: [String]
  /// The line in the file.
  public let line: Int
  /// The file; empty for lines that are from none.
  public let file: String
  /// The scenario.
  public let scenario: String

  /// A line.
  public init(
    _ entry: TraceEntry, apps: [String], line: Int = 1, file: String = "", scenario: String = ""
  ) {
    self.entry = entry
    self.apps = apps
    self.line = line
    self.file = file
    self.scenario = scenario
  }

  /// The lines of a file, as `haptic session run --json` prints them.
  ///
  /// - Parameters:
  ///   - bytes: what is in the file.
  ///   - file: its name, which findings give.
  /// - Returns: the lines, and the numbers of those that are something else, with the reasons.
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

// MARK: What a line says

extension LintTraceLine {
  var time: Double { entry.time }
  var actor: String { entry.actor }
  var what: TraceEntry.What { entry.what }

  /// What an app does; nil for lines of another kind, and for calls that fail.
  var deed: AppAction? { if case .did(let action, _, nil) = what { action } else { nil } }
  /// What an app is notified of.
  var notice: AppNotice? { if case .received(let notice) = what { notice } else { nil } }
  /// Whether it is a change of a state.
  var isState: Bool { entry.kind == .state }
  /// Whether somebody who is no app does something.
  var isFromOutside: Bool { if case .happened = what { true } else { false } }
  /// Whether an app does it as a reaction, of its own accord.
  var isByItself: Bool { if case .did(_, true, _) = what { true } else { false } }

  /// Whether an app starts to play.
  var startsPlaying: Bool { deed?.playback == .starts }

  /// Whether an app ends its sound.
  var endsPlaying: Bool { deed?.playback == .pauses || deed?.playback == .ends }

  /// After how long what an app starts to play ends by itself, in seconds; nil if it does not.
  var playedSeconds: Double? {
    if case .resident(.play(let seconds)) = deed { seconds } else { nil }
  }

  /// Whether an app is heard, and not because it is ducked from now on.
  var isHeard: Bool { if case .heard(_, isDucked: false) = what { true } else { false } }

  /// The category that an app sets, and whether with a mode or options; nil if it does not.
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

  /// What a setting of the user's is changed to; nil if it is not.
  func change(of setting: UserSettings) -> Bool? {
    guard case .happened(.settings(let on, let off)) = what else { return nil }
    return on.isSuperset(of: setting) ? true : off.isSuperset(of: setting) ? false : nil
  }

  /// The state of its life that an app is in from now on, as it does something or as it finds itself.
  var lifecycle: Lifecycle? {
    switch (what, deed) {
    case (.lifecycle(let state), _): state
    case (_, .session(.enterForeground)), (_, .session(.launch)): .foreground
    case (_, .session(.suspend)): .suspended
    case (_, .session(.terminate)): .terminated
    default: nil
    }
  }

  /// The name of the pattern that an app asks for; nil if it asks for none, or for feedback.
  public var patternName: String? {
    switch deed {
    case .resident(.playHaptic(let name)), .resident(.playComposite(let name)): name
    default: nil
    }
  }
}

/// What is known of an app after some lines of a trace.
struct TraceApp {
  var isActive = false
  var isPlaying = false
  var isRecording = false
  var hasRecorded = false
  /// Whether it was ever heard, or its session active.
  var hasPlayed = false
  /// Whether what it plays ends by itself.
  var playsOnce = false
  /// The category that it has set; nil while only its setup knows.
  var category: SessionCategory?
  /// The sensors that it captures with, besides the microphone of a recording.
  var sensors: Set<String> = []
  /// Whether it has allowed haptics while it records.
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
      // Waiting for a shake senses nothing that the guidelines speak of.
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

  /// The most lines that are searched for an answer to one; our choice, so that a trace in which
  /// everything happens at once takes no longer than another.
  static let reach = 1_000

  /// When its last line is.
  var end: Double { lines.last?.time ?? 0 }

  /// What `check` finds in each line, given its index and what is known of its app before it.
  func hits(_ check: (Int, LintTraceLine, TraceApp) -> LintHit?) -> [LintHit] {
    var apps: [String: TraceApp] = [:]
    return lines.enumerated().compactMap { index, line in
      let app = apps[line.actor, default: TraceApp()]
      apps[line.actor, default: TraceApp()].note(line)
      return check(index, line, app)
    }
  }

  /// The lines of the same actor up to `seconds` after line `index`, until somebody causes
  /// something else.
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
  /// The traces, run by run: one that begins anew has times that go back.
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
