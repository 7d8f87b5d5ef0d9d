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
    let all = OptionEntry.all
    var entries: [OptionEntry] = []
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

/// A policy option as it is listed.
private struct OptionEntry: Encodable {
  let name: String
  let question: String
  let `default`: String
  let answers: [String]
  let grade: String
  let sources: [String]
  let note: String

  /// Every option, the numbers last.
  static let all = PolicyOption.all.map(OptionEntry.init)

  private init(_ option: PolicyOption) {
    name = option.key
    question = option.question
    answers =
      switch option.values {
      case .answers(let answers): answers
      case .number(let range, _): ["\(range.lowerBound.brief)...\(range.upperBound.brief)"]
      }
    self.default = option.standard
    let evidence = EvidenceJSON(option.evidence)
    grade = evidence.grade
    sources = evidence.sources
    note = evidence.note
  }

  var text: String {
    let others = answers.filter { $0 != self.default }.joined(separator: ", ")
    let rows = [["default:", self.default], ["or:", others], ["because:", note]]
    return "\(name): \(question)\n" + TextTable.text(rows, indent: 2)
  }
}
