import PhoneSimulator
import TextFormats

/// What happened in a scenario, to be read aloud.
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
      text += words(line, width) + "\n"
    }
    return text
  }

  private func words(_ line: TraceLine, _ width: Int) -> String {
    let actor = line.actor.printable.padded(to: width, atEnd: true)
    let text = line.text.printable
    return switch line.kind {
    case .call: "\(paint(actor, "1"))  \(text)"
    case .event: "\(actor)  is told: \(paint(text, "33"))"
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
  /// The text with spaces before or behind it, `width` characters wide at least.
  fileprivate func padded(to width: Int, atEnd: Bool) -> String {
    let spaces = String(repeating: " ", count: max(0, width - count))
    return atEnd ? self + spaces : spaces + self
  }
}
