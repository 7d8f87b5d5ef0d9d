import ArgumentParser
public import AudioSession
import TextFormats

/// `haptic session policy`.
struct SessionPolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "List the questions that Apple leaves open, and the simulator's answers.",
    discussion: """
      Each question is a policy option with a default answer and the evidence for it. Scenarios set \
      options under `policy`; other commands accept --policy OPTION=VALUE.

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
    var options: [PolicyOption] = []
    for name in names {
      guard let option = PolicyOption(key: name) else {
        throw Failure.unknown(
          "policy option", name, among: AudioPolicy.names,
          else: "`haptic session policy` lists all options")
      }
      options.append(option)
    }
    if names.isEmpty { options = PolicyOption.all }
    if json { return try JSONOutput.write(options) }
    try StandardOutput.write(options.map(\.text).joined(separator: "\n"))
  }
}

extension PolicyOption: Encodable {
  private enum Key: String, CodingKey { case name, question, `default`, answers }

  private var answers: [String] {
    switch values {
    case .answers(let answers): answers
    case .number(let range, _): ["\(range.lowerBound.brief)...\(range.upperBound.brief)"]
    }
  }

  fileprivate var text: String {
    let others = answers.filter { $0 != standard }.joined(separator: ", ")
    let rows = [["default:", standard], ["or:", others], ["because:", "\(evidence)"]]
    return "\(key): \(question)\n" + TextTable.text(rows, indent: 2)
  }

  /// Encodes the option together with the keys of its evidence.
  public func encode(to encoder: any Encoder) throws {
    try evidence.encode(to: encoder)
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(key, forKey: .name)
    try object.encode(question, forKey: .question)
    try object.encode(standard, forKey: .default)
    try object.encode(answers, forKey: .answers)
  }
}
