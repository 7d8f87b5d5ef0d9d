public import ArgumentParser
import AudioSession
public import AudioSessionAnalysis

extension SoundRole: ExpressibleByArgument {}
extension OtherAudio: ExpressibleByArgument {}

/// `haptic session recommend`.
struct SessionRecommendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recommend",
    abstract: "Recommend a category, mode and options for the purpose of a sound.",
    discussion: """
      The roles: \
      \(SoundRole.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: "; ")).

      Examples:
        haptic session recommend music --background
        haptic session recommend accompaniment
        haptic session recommend meditation --others mix
        haptic session recommend prompt --background --json
      """)

  @Argument(help: "The purpose of the sound; without it, the roles are listed.")
  var role: SoundRole?

  @Flag(help: "The app also records.")
  var records = false

  @Flag(help: "The sound continues in the background and while the phone is locked.")
  var background = false

  @Option(
    help: "What happens to other apps' audio. The default depends on the role.")
  var others: OtherAudio?

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    guard let role else { throw Failure(.usage, "Name the purpose of the sound:\n" + Self.roles) }
    let needs = SessionNeeds(
      role, records: records, background: background, otherAudio: others)
    let recommendation = SessionRecommendation(needs)
    if json { return try JSONOutput.write(recommendation) }
    let configuration = recommendation.configuration
    var text = "\(ConfigurationArgument.text(configuration))\n  \(Self.call(configuration))\n"
    for reason in recommendation.reasons {
      text += "  \(reason.subject.rawValue): \(reason.statement) (\(reason.evidence))\n"
    }
    if (others ?? role.row.otherAudio) == .interrupt {
      text += "  --others mix recommends a session that lets the user's music continue.\n"
    }
    try StandardOutput.write(text)
  }

  /// The roles, one per line with its meaning.
  private static var roles: String {
    let rows = SoundRole.allCases.map { [$0.rawValue, $0.meaning] }
    return String(TextTable.text(rows, indent: 2).dropLast())
  }

  /// Returns the call that sets `configuration`, as it is written in an app.
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
