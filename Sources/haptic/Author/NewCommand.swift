import ArgumentParser
import HapticEngine
import TextFormats

/// `haptic new`.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a pattern from a notation, template or preset.",
    discussion: """
      The templates:
      \(TextTable.text(PatternTemplate.allCases.map { [$0.rawValue, $0.summary] }, indent: 2))
      Examples:
        haptic new tap.ahap --template tap
        haptic new success.ahap --from notification.success
        haptic new - --template ramp | haptic inspect -
        haptic new knock.ahap --notation "2x(tap 1/0.4, rest 120ms), buzz 300ms 0.6..0/0.2 ease-out"
        haptic new rain.ahap --notation "seed 7, 60x(tap 0.1~0.4/0.5~0.9, rest 20~140ms)"
      """)

  @Argument(
    help: "The file to create; - for standard output.", completion: .file(extensions: ["ahap"]))
  var file: String

  @Option(
    help: ArgumentHelp("Start from this preset, pattern or file.", valueName: "pattern"),
    completion: PatternArgument.completion)
  var from: PatternArgument?

  @Option(
    help: "Start from this template.",
    completion: .list(PatternTemplate.allCases.map(\.rawValue)))
  var template: TemplateArgument?

  @Option(parsing: .unconditional, help: PatternArgument.notationHelp)
  var notation: String?

  @Flag(help: NewFiles.forceHelp)
  var force = false

  func validate() throws {
    try ProgramArguments.checkOnce("--notation")
    if file.isEmpty { throw ValidationError("FILE is empty; it must be a file name, or -.") }
    let others = [from?.text, template?.template.rawValue, notation]
    if others.allSatisfy({ $0 == nil }), let line = Self.line(for: file) {
      throw ValidationError(
        "\(file.printable) would be the name of the new pattern; did you mean '\(line)'?")
    }
    let operands = ProgramArguments.operands(of: SystemCall.arguments)
    if others.allSatisfy({ $0 == nil }), operands.count > 1,
      ArgumentMeanings.place(of: operands[1], for: "new") != nil
    {
      // `ArgumentAdvice` adds the advice.
      throw ValidationError("Unexpected argument '\(operands[1].printable)'")
    }
    if [from != nil, template != nil, notation != nil].count(where: \.self) != 1 {
      throw ValidationError(
        "Give one of --template NAME, --from PATTERN or --notation NOTATION.")
    }
  }

  /// Returns the intended command line for a lone notation or scenario name; nil for other names.
  private static func line(for name: String) -> String? {
    if FileKind.isNotation(name) { return "haptic new NAME.ahap --notation \(name.shellWord)" }
    return FileKind.scenario.isNamed(name) ? "haptic session new \(name.shellWord)" : nil
  }

  func run() throws {
    if file != "-", let input = from?.file ?? notation.flatMap(PatternArgument.file(ofNotation:)) {
      try SystemCall.refuseSameFile(file, as: input)
    }
    try NewFiles.checkPattern(file, force: force)
    let pattern: HapticPattern
    var source: NotationSource?
    if let template {
      pattern = template.template.pattern
    } else if let from {
      pattern = try SoundMove(from: from.text, to: file).moved(try from.load().pattern)
    } else if let notation {
      (pattern, source) = try PatternArgument.pattern(notation: notation)
    } else {
      return
    }
    let bytes = AHAP.encode(pattern)
    if let source {
      LoadedPattern(pattern, name: "notation", notation: source).printWarnings(besides: [])
    }
    if file == "-" { return try StandardOutput.write(bytes) }
    try NewFiles.write([(file, bytes)], force: force)
  }
}

/// A template, given by its name.
struct TemplateArgument: ExpressibleByArgument {
  let template: PatternTemplate

  init?(argument: String) {
    guard let template = PatternTemplate(rawValue: argument) else { return nil }
    self.template = template
  }

  static var allValueStrings: [String] { PatternTemplate.allCases.map(\.rawValue) }
}
