import PhoneSimulator
import TextFormats

/// Lines of a trace as text.
struct TraceText {
  let colored: Bool
  /// Whether the frames at which haptics and vibrations begin are printed.
  var showsFrames = false

  /// Returns a line for each entry.
  ///
  /// The time is omitted if it prints the same as the previous entry's time.
  ///
  /// `shown` is the time of the entry before `lines`; nil if there is none.
  func text(_ lines: some Sequence<TraceEntry>, _ width: Int, after shown: Double?) -> String {
    var text = ""
    var shown = shown?.brief
    for line in lines {
      let brief = line.time.brief
      let time = brief == shown ? "" : "\(brief) s"
      shown = brief
      text += paint(time.padded(toColumns: 9, atEnd: false), "2") + "  "
      text += lineText(line, width) + "\n"
    }
    return text
  }

  /// Returns the first line, with the name of a scenario.
  func title(_ name: String) -> String { paint(name.printable, "1") + "\n" }

  /// Returns one line without its time.
  ///
  /// Actors are padded to `width` columns.
  func lineText(_ line: TraceEntry, _ width: Int) -> String {
    let name = line.actor.printable
    let actor = name + String(repeating: " ", count: max(0, width - name.columns))
    let frames = showsFrames ? line.what.frameWords.map { " (\($0))" } : nil
    let text = line.text.printable + (frames ?? "")
    return switch line.kind {
    case .call: "\(paint(actor, "1"))  \(text)"
    case .event: "\(actor)  notified: \(paint(text, "33"))"
    case .state: "\(actor)  \(text)"
    case .expect: paint("\(actor)  \(text)", line.isFailure ? "31" : "32")
    }
  }

  private func paint(_ text: String, _ color: String) -> String {
    colored && !text.isEmpty ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }
}

/// Prints the trace of a scenario as text or as one JSON object per line, complete or while it grows.
struct TracePrinter {
  private let scenario: Scenario
  private let isJSON: Bool
  private let text: TraceText
  /// The number of columns for actors.
  private var width: Int?
  /// The time of the last printed line.
  private var shown: Double?
  private var count = 0

  /// Creates a printer for the trace of `scenario` with the given options.
  init(_ scenario: Scenario, _ options: TraceOptions?) {
    self.scenario = scenario
    isJSON = options?.json == true
    text = TraceText(
      colored: StandardOutput.isColored, showsFrames: options?.verbose == true)
  }

  /// Prints the new lines of a trace that may grow.
  ///
  /// The longest app name determines the width of the column for actors.
  mutating func print(_ trace: [TraceEntry]) throws {
    // "device" and "expect" are in almost every scenario.
    if width == nil {
      try begin(
        width: (scenario.apps.map(\.name.printable.columns) + ["device".columns]).max() ?? 0)
    }
    try add(trace)
  }

  /// Prints the remaining lines of a complete trace.
  mutating func finish(_ trace: [TraceEntry]) throws {
    if width == nil { try begin(width: trace.map(\.actor.printable.columns).max() ?? 0) }
    try add(trace)
  }

  private mutating func begin(width: Int) throws {
    self.width = width
    if !isJSON { try offer(Array(text.title(scenario.name).utf8)) }
  }

  private mutating func add(_ trace: [TraceEntry]) throws {
    guard trace.count > count else { return }
    let lines = trace[count...]
    count = trace.count
    if isJSON { return try write(lines) }
    try offer(Array(text.text(lines, width ?? 0, after: shown).utf8))
    shown = lines.last?.time
  }

  private func write(_ lines: ArraySlice<TraceEntry>) throws {
    let apps = scenario.apps.map(\.name)
    var bytes: [UInt8] = []
    for line in lines {
      bytes += try line.json(of: scenario.name, apps: apps).utf8
      bytes.append(UInt8(ascii: "\n"))
      if bytes.count > 1 << 16 {
        try offer(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try offer(bytes)
  }

  private func offer(_ bytes: [UInt8]) throws {
    try StandardOutput.offer { try StandardOutput.write(bytes) }
  }
}

extension TraceEntry {
  /// Whether the entry reports a failure.
  var isFailure: Bool { if case .failed = what { true } else { false } }
}
