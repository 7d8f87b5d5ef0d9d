import ArgumentParser
import AudioSession
import TextFormats

/// `haptic session policy`.
struct SessionPolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "List the questions that Apple leaves open, and the simulator's answers.",
    discussion: """
      Each is a policy option with a default and its evidence. A scenario sets options under \
      `policy`, other commands with --policy OPTION=VALUE.

      Examples:
        haptic session policy
        haptic session policy duckGain
        haptic session policy --json
      """)

  @Argument(help: "The names of options; all by default.")
  var names: [String] = []

  @Flag(help: "Print a JSON array of objects.")
  var json = false

  func run() throws {
    let all = OptionEntry.all
    var entries: [OptionEntry] = []
    for name in names {
      guard let entry = all.first(where: { $0.name == name }) else {
        throw Failure.unknown(
          "policy option", name, among: all.map(\.name),
          else: "`haptic session policy` lists all options")
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
