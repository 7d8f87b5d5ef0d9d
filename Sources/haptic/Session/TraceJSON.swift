import PhoneSimulator
import TextFormats

/// What happened in a scenario, an object a line.
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
