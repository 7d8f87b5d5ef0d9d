import PhoneSimulator
import TextFormats

/// The trace of a scenario as text.
struct TraceText {
  let coloured: Bool

  /// The name of the scenario and a line for everything that happened.
  func text(_ scenario: Scenario, _ report: ScenarioReport) -> String {
    let width = report.trace.map(\.actor.printable.count).max() ?? 0
    var text = paint(scenario.name.printable, "1") + "\n"
    var shown: Double?
    for line in report.trace {
      let time = line.time == shown ? "" : "\(line.time.brief) s"
      shown = line.time
      text += paint(time.padded(to: 9, atEnd: false), "2") + "  "
      text += lineText(line, width) + "\n"
    }
    return text
  }

  /// One line without its time; actors have at least `width` characters.
  func lineText(_ line: TraceLine, _ width: Int) -> String {
    let actor = line.actor.printable.padded(to: width, atEnd: true)
    let text = line.text.printable
    return switch line.kind {
    case .call: "\(paint(actor, "1"))  \(text)"
    case .event: "\(actor)  notified: \(paint(text, "33"))"
    case .state: "\(actor)  \(text)"
    case .expect:
      paint("\(actor)  \(text)", text.hasPrefix("FAILED") ? "31" : "32")
    }
  }

  private func paint(_ text: String, _ colour: String) -> String {
    coloured && !text.isEmpty ? "\u{1B}[\(colour)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// The text padded with spaces to at least `width` characters.
  fileprivate func padded(to width: Int, atEnd: Bool) -> String {
    let spaces = String(repeating: " ", count: max(0, width - count))
    return atEnd ? self + spaces : spaces + self
  }
}

/// The trace of a scenario as JSON, one object per line.
enum TraceJSON {
  private struct Line: Encodable {
    let t: Double
    let app: String
    let kind: String
    let text: String
    let scenario: String
  }

  /// Prints the trace.
  static func write(_ report: ScenarioReport, of scenario: Scenario) throws(Failure) {
    var bytes: [UInt8] = []
    for line in report.trace {
      let item = Line(
        t: line.time, app: line.actor, kind: line.kind.rawValue, text: line.text,
        scenario: scenario.name)
      do {
        bytes += try JSONEncoding.text(item, isOneLine: true).utf8
      } catch {
        throw Failure(error)
      }
      bytes.append(UInt8(ascii: "\n"))
      if bytes.count > 1 << 16 {
        try StandardOutput.write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try StandardOutput.write(bytes)
  }
}
