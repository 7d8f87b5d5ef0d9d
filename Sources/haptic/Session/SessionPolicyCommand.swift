import ArgumentParser
import AudioSession
import TextFormats

/// `haptic session policy`.
struct SessionPolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "List the questions that Apple leaves open, and how the simulator answers them.",
    discussion: """
      Each is a named knob with a default and the evidence for it. A scenario sets them under \
      `policy`, other commands with --policy KNOB=ANSWER.

      Examples:
        haptic session policy
        haptic session policy duckGain
        haptic session policy --json
      """)

  @Argument(help: "Which ones, by name; all if none is given.")
  var names: [String] = []

  @Flag(help: "Print an array of objects.")
  var json = false

  func run() throws {
    let all = KnobEntry.all
    var entries: [KnobEntry] = []
    for name in names {
      guard let entry = all.first(where: { $0.name == name }) else {
        throw Failure.unknown(
          "knob", name, among: all.map(\.name), else: "`haptic session policy` lists them")
      }
      entries.append(entry)
    }
    if names.isEmpty { entries = all }
    if json { return try JSONOutput.write(entries) }
    try StandardOutput.write(entries.map(\.text).joined(separator: "\n"))
  }
}

/// A knob as it is listed.
private struct KnobEntry: Encodable {
  let name: String
  let question: String
  let `default`: String
  let answers: [String]
  let sources: [String]
  let note: String

  /// Every knob, the numbers last.
  static let all = Knob.allCases.map(KnobEntry.init) + NumberKnob.allCases.map(KnobEntry.init)

  private init(_ knob: Knob) {
    name = knob.name
    question = knob.question
    answers = knob.answers.map(\.rawValue)
    self.default = answers.first ?? ""
    sources = knob.evidence.tags.map(\.meaning)
    note = knob.evidence.note
  }

  private init(_ knob: NumberKnob) {
    let row = knob.row
    name = knob.name
    question = row.question
    answers = ["\(row.range.lowerBound.brief)...\(row.range.upperBound.brief)"]
    self.default = "\(row.standard)"
    sources = row.evidence.tags.map(\.meaning)
    note = row.evidence.note
  }

  var text: String {
    let source = sources.joined(separator: ", ") + (note.isEmpty ? "" : ": \(note)")
    let others = answers.filter { $0 != self.default }.joined(separator: ", ")
    let rows = [["default:", self.default], ["or:", others], ["because:", source]]
    return "\(name): \(question)\n" + TextTable.text(rows, indent: 2)
  }
}
