internal import AudioSession
internal import HapticEngine
package import TextFormats

extension TraceEntry {
  /// The version of the lines that `json` writes.
  ///
  /// Later releases add keys and words, but never change or remove any.
  package static let version = 1

  /// Returns the line as one JSON object, as `haptic session run --json` prints it.
  ///
  /// `haptic schema trace` prints the schema of such lines, and `haptic lint` reads them.
  ///
  /// - Parameters:
  ///   - scenario: the name of the scenario.
  ///   - apps: the names of its apps.
  /// - Returns: `v`, `t`, `app`, `kind`, `what`, the keys of the entry's row, `text` and `scenario`, without a newline.
  /// - Throws: `EncodingError` for a number that is not finite.
  public func json(of scenario: String, apps: [String]) throws -> String {
    var object: [String: JSONValue] = [
      "v": .number(Double(Self.version)), "t": .number(time), "app": .text(actor),
      "kind": .text(kind.rawValue), "text": .text(text), "scenario": .text(scenario),
    ]
    let names = AppNames(all: apps)
    for row in TraceRow.all {
      guard let values = row.write(what, names) else { continue }
      object["what"] = .text(row.name)
      for (key, value) in values { object[key] = value }
      break
    }
    return try JSONEncoding.text(JSONValue.object(object), isOneLine: true)
  }

  /// The shape of a line for JSON Schemas.
  package static var shape: DocumentShape {
    .either(
      TraceRow.all.map { row in
        let common: [String: DocumentShape] = [
          "v": .whole(version...version), "t": .number(nil), "app": .text(),
          "kind": .word(Kind.allCases.map(\.rawValue)),
          "what": .described(.word([row.name]), row.summary), "text": .string,
          "scenario": .string,
        ]
        let own = Dictionary(uniqueKeysWithValues: row.keys.map { ($0.name, $0.shape) })
        return .map(
          common.merging(own) { $1 },
          required: (["v", "t", "app", "kind", "what", "text"]
            + row.keys.filter(\.isRequired).map(\.name)))
      })
  }
}

/// Reads lines of traces, each a JSON object.
package struct TraceReader {
  private var reader = ScenarioReader()
  /// The scenario of the last line.
  private var scenario = ""
  /// The names of the apps that occurred in the lines of this scenario so far.
  package var apps: [String] { reader.apps }
  private static let rows = Dictionary(uniqueKeysWithValues: TraceRow.all.map { ($0.name, $0) })

  package init() { reader.isTrace = true }

  /// Reads the line in `bytes`, and returns its entry and the name of its scenario, or its problem.
  package mutating func read(_ bytes: [UInt8]) -> (
    entry: TraceEntry?, scenario: String, problem: String?
  ) {
    let document = JSONDocument(bytes, maximumNesting: 32, maximumFaults: 1)
    guard document.isSound, case .mapping(let entries) = document.root.content else {
      return (nil, "", document.problems.first?.message ?? "a line must be an object")
    }
    func text(_ key: String) -> String? {
      guard let entry = entries.first(where: { $0.key == key }),
        case .scalar(let text, _) = entry.value.content
      else { return nil }
      return text
    }
    guard let time = text("t").flatMap({ Double($0) }), time.isFinite, let actor = text("app")
    else {
      return (nil, "", "a line needs the keys 't', a time, and 'app', an actor")
    }
    guard let row = text("what").flatMap({ Self.rows[$0] }) else {
      return (
        nil, "",
        "'what' is missing or has an unknown value; run the scenario again with this version"
      )
    }
    let scenario = text("scenario") ?? ""
    if scenario != self.scenario {
      self.scenario = scenario
      reader.apps = []
    }
    reader.actor = actor
    let known = reader.problemCount
    let what = row.read(&reader, document.root)
    let problem = reader.problems.dropFirst(known).first?.message
    return (
      what.map { TraceEntry(time: time, actor: actor, what: $0, text: text("text")) },
      scenario, problem
    )
  }
}
