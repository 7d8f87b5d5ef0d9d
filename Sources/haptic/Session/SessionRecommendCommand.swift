public import ArgumentParser
import AudioSession
public import AudioSessionAnalysis

extension SoundRole: ExpressibleByArgument {}
extension OtherAudio: ExpressibleByArgument {}

/// `haptic session recommend`.
struct SessionRecommendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recommend",
    abstract: "Recommend a category, mode and options for what a sound is for.",
    discussion: """
      The roles: \
      \(SoundRole.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: "; ")).

      Examples:
        haptic session recommend music --background
        haptic session recommend accompaniment
        haptic session recommend meditation --others mix
        haptic session recommend prompt --background --json
      """)

  @Argument(help: "What the sound is for; without it the roles are listed.")
  var role: SoundRole?

  @Flag(help: "It also records.")
  var records = false

  @Flag(help: "It goes on in the background, and while the phone is locked.")
  var background = false

  @Option(
    help: "What becomes of other apps' audio; by default what the role suggests.")
  var others: OtherAudio?

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    guard let role else { throw Failure(.usage, "Say what the sound is for:\n" + Self.roles) }
    let needs = SessionNeeds(
      role, records: records, background: background, otherAudio: others)
    let recommendation = SessionRecommendation(needs)
    if json { return try JSONOutput.write(recommendation) }
    let configuration = recommendation.configuration
    var text = "\(ConfigurationArgument.text(configuration))\n  \(Self.call(configuration))\n"
    for reason in recommendation.reasons {
      text += "  \(reason.subject.rawValue): \(reason.statement) (\(reason.evidence))\n"
    }
    try StandardOutput.write(text)
  }

  /// The roles, each on a line with what it means.
  private static var roles: String {
    let rows = SoundRole.allCases.map { [$0.rawValue, $0.meaning] }
    return String(TextTable.text(rows, indent: 2).dropLast())
  }

  /// The call that sets it, as an app writes it.
  private static func call(_ configuration: SessionConfiguration) -> String {
    let names = CategoryOptions.named.map { $0 }.filter {
      configuration.options.isSuperset(of: $0.option)
        && !($0.option == .mixWithOthers && configuration.options != .mixWithOthers
          && configuration.options.contains(.interruptSpokenAudioAndMixWithOthers))
    }
    let options = names.map { ".\($0.name)" }.joined(separator: ", ")
    var arguments = ".\(configuration.category.name)"
    if configuration.mode != .default || !names.isEmpty {
      arguments += ", mode: .\(configuration.mode.name)"
    }
    if !names.isEmpty { arguments += ", options: [\(options)]" }
    return "try session.setCategory(\(arguments))"
  }
}
