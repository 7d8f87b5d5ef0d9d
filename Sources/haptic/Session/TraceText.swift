import PhoneSimulator
import TextFormats

/// Lines of a trace as text.
struct TraceText {
  let coloured: Bool

  /// A line for each, with its time where that is another than `shown`, that of the line before.
  func text(_ lines: some Sequence<TraceEntry>, _ width: Int, after shown: Double?) -> String {
    var text = ""
    var shown = shown
    for line in lines {
      let time = line.time == shown ? "" : "\(line.time.brief) s"
      shown = line.time
      text += paint(time.padded(toColumns: 9, atEnd: false), "2") + "  "
      text += lineText(line, width) + "\n"
    }
    return text
  }

  /// The name of a scenario, the first line.
  func title(_ name: String) -> String { paint(name.printable, "1") + "\n" }

  /// One line without its time; actors have at least `width` columns.
  func lineText(_ line: TraceEntry, _ width: Int) -> String {
    let name = line.actor.printable
    let actor = name + String(repeating: " ", count: max(0, width - name.columns))
    let text = line.text.printable
    return switch line.kind {
    case .call: "\(paint(actor, "1"))  \(text)"
    case .event: "\(actor)  notified: \(paint(text, "33"))"
    case .state: "\(actor)  \(text)"
    case .expect: paint("\(actor)  \(text)", line.isFailure ? "31" : "32")
    }
  }

  private func paint(_ text: String, _ colour: String) -> String {
    coloured && !text.isEmpty ? "\u{1B}[\(colour)m\(text)\u{1B}[0m" : text
  }
}

/// Prints the trace of a scenario, as text or as one JSON object a line, whole or while it grows.
struct TracePrinter {
  private let scenario: Scenario
  private let isJSON: Bool
  private let text = TraceText(coloured: StandardOutput.isColoured)
  /// The columns of the actors.
  private var width: Int?
  /// The time of the last line that was printed.
  private var shown: Double?
  private var count = 0

  /// Prints a trace of `scenario`.
  init(_ scenario: Scenario, isJSON: Bool) {
    self.scenario = scenario
    self.isJSON = isJSON
  }

  /// Prints what is new in a trace that may grow: actors get the columns of the longest app.
  mutating func print(_ trace: [TraceEntry]) throws {
    // "device" and "expect" are in almost every scenario.
    if width == nil {
      try begin(
        width: (scenario.apps.map(\.name.printable.columns) + ["device".columns]).max() ?? 0)
    }
    try add(trace)
  }

  /// Prints the rest of a trace that is complete.
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
  /// Whether it says that something is not as it should be.
  var isFailure: Bool { if case .failed = what { true } else { false } }
}
