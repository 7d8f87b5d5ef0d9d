internal import HapticEngine
internal import TextFormats

/// A line of what happened, as `haptic session run --json` prints it.
public struct LintTraceLine: Hashable, Sendable {
  /// Seconds.
  public let time: Double
  /// Who: an app, or `phone`, `device` and so on.
  public let actor: String
  /// What kind of line: `call`, `event`, `state` and so on.
  public let kind: String
  /// What happened.
  public let text: String
  /// The line in the file.
  public let line: Int
  /// The file; empty for lines that are from none.
  public let file: String
  /// The scenario.
  public let scenario: String
  /// What somebody does; nil for lines of another kind, and for calls that fail.
  ///
  /// Kept, because every rule asks for it.
  let deed: String?

  /// A line.
  public init(
    time: Double, actor: String, kind: String, text: String, line: Int = 1, file: String = "",
    scenario: String = ""
  ) {
    self.time = time
    self.actor = actor
    self.kind = kind
    self.text = text
    self.line = line
    self.file = file
    self.scenario = scenario
    if kind != "call" || text.contains(": fails with ") {
      deed = nil
    } else {
      deed = text.hasSuffix(Self.byItself) ? String(text.dropLast(Self.byItself.count)) : text
    }
  }

  /// The lines of a file: JSON objects with `t`, `app`, `kind`, `text` and `scenario`, one in each line.
  ///
  /// - Parameters:
  ///   - bytes: what is in the file.
  ///   - file: its name, which findings give.
  /// - Returns: the lines, and the numbers of those that are something else.
  public static func read(_ bytes: [UInt8], file: String = "") -> (
    lines: [LintTraceLine], invalid: [Int]
  ) {
    var (lines, invalid): ([LintTraceLine], [Int]) = ([], [])
    for (index, part) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where part.contains(where: { $0 > 0x20 }) {
      let node = JSONTreeBuilder.tree(of: Array(part))
      guard let time = node["t"]?.number, let actor = node["app"]?.text,
        let text = node["text"]?.text
      else {
        invalid.append(index + 1)
        continue
      }
      lines.append(
        LintTraceLine(
          time: time, actor: actor, kind: node["kind"]?.text ?? "", text: text, line: index + 1,
          file: file, scenario: node["scenario"]?.text ?? ""))
    }
    return (lines, invalid)
  }
}

// MARK: What a line says

extension LintTraceLine {
  /// Actors that are no apps.
  private static let system: Set = [
    "phone", "alarm", "timer", "siri", "notification", "emergency", "mediaServices", "device",
    "time", "expect",
  ]
  private static let byItself = ", by itself"

  /// Whether an app is notified of it.
  var isNotice: Bool { kind == "event" }
  /// Whether it is a change of a state.
  var isState: Bool { kind == "state" }
  /// Whether it is about an app.
  var isOfApp: Bool { !Self.system.contains(actor) }
  /// Whether an app does it as a reaction, of its own accord.
  var isByItself: Bool { kind == "call" && text.hasSuffix(Self.byItself) }

  /// Whether an app starts to play.
  var startsPlaying: Bool {
    deed.map { $0 == "plays" || $0.hasPrefix("plays for ") || $0.hasPrefix("plays from ") } ?? false
  }

  /// Whether an app ends its sound.
  var endsPlaying: Bool { deed == "pauses" || deed == "stops" }

  /// The category that an app sets, without options; nil if it does not.
  var category: (name: String, hasOptions: Bool)? {
    let words = "sets its category: "
    guard let deed, deed.hasPrefix(words) else { return nil }
    return (String(deed.dropFirst(words.count).prefix { $0.isLetter }), deed.contains(","))
  }

  /// The remote command that an app receives; nil for another line.
  var remoteCommand: String? {
    isNotice && text.hasPrefix("remote ") ? String(text.dropFirst("remote ".count)) : nil
  }

  /// What the setting called `name` is changed to; nil if it is not.
  func setting(_ name: String) -> Bool? {
    if name == "haptics", text.hasPrefix("has System Haptics turned ") {
      return text.hasSuffix("on")
    }
    guard text.hasPrefix("has settings changed: ") else { return nil }
    if text.contains("\(name): true") { return true }
    return text.contains("\(name): false") ? false : nil
  }
}

/// What is known of an app after some lines of a trace.
struct TraceApp {
  var isActive = false
  var isPlaying = false
  var isRecording = false
  var hasRecorded = false
  /// Whether it can do something: neither suspended nor terminated.
  var isRunning = true
  /// Whether it was ever heard, or its session active.
  var hasPlayed = false
  /// Whether what it plays ends by itself.
  var playsOnce = false
  /// The category that it has set; nil while only its setup knows.
  var category: String?
  /// The sensors that it captures with, besides the microphone of a recording.
  var sensors: Set<String> = []
  /// Whether it has allowed haptics while it records.
  var allowsHapticsWhileRecording = false

  mutating func note(_ line: LintTraceLine) {
    if let category = line.category { self.category = category.name }
    if line.startsPlaying { playsOnce = line.deed?.hasPrefix("plays for ") ?? false }
    if line.isNotice, line.text == "mediaServices reset" { category = nil }
    guard line.isState || line.kind == "call" else { return }
    switch line.text {
    case "its session is active": (isActive, hasPlayed) = (true, true)
    case "its session is not active any more", "is interrupted": isActive = false
    case "has stopped recording": isRecording = false
    case "is suspended": isRunning = false
    case "is terminated": self = TraceApp(isRunning: false)
    case "is in the foreground", "is in the background", "is launched", "comes to the foreground":
      isRunning = true
    case let text where text.hasPrefix("is heard") || text.hasPrefix("is ducked and heard"):
      (isPlaying, hasPlayed) = (true, true)
    case let text where text.hasPrefix("is silent"): isPlaying = true
    case let text where text.hasPrefix("has stopped playing"): isPlaying = false
    case let text where text.hasPrefix("is recording"): (isRecording, hasRecorded) = (true, true)
    case let text where text.hasPrefix("captures with "):
      sensors = Set(["camera", "microphone", "gyroscope"].filter(text.contains))
    case let text where text.hasPrefix("sets hapticsAndSystemSoundsDuringRecording: "):
      allowsHapticsWhileRecording = text.hasSuffix("true")
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

  /// The lines of the same actor up to `seconds` after line `index`, until somebody causes
  /// something else.
  func answers(to index: Int, within seconds: Double) -> [LintTraceLine] {
    let line = lines[index]
    let after = lines[(index + 1)...].prefix(Self.reach).prefix {
      $0.time <= line.time + seconds + 1e-9
        && !($0.kind == "call" && !$0.isOfApp)
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
