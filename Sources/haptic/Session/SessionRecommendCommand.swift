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
        haptic session recommend prompt --background --json
      """)

  @Argument(help: "What the sound is for.")
  var role: SoundRole

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
    let needs = SessionNeeds(
      role, records: records, background: background, otherAudio: others)
    let recommendation = SessionRecommendation(needs)
    if json { return try JSONOutput.write(RecommendationJSON(recommendation)) }
    let configuration = recommendation.configuration
    var text = "\(ConfigurationArgument.text(configuration))\n  \(Self.call(configuration))\n"
    for reason in recommendation.reasons {
      text += "  \(reason.subject.rawValue): \(reason.statement) (\(reason.evidence))\n"
    }
    try StandardOutput.write(text)
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

/// A recommendation for programs.
private struct RecommendationJSON: Encodable {
  struct Reason: Encodable {
    let about: String
    let statement: String
    let grade: String
    let sources: [String]
    let note: String
  }

  let category: String
  let mode: String
  let options: [String]
  let needsBackgroundMode: Bool
  let reasons: [Reason]

  init(_ recommendation: SessionRecommendation) {
    let configuration = recommendation.configuration
    category = configuration.category.name
    mode = configuration.mode.name
    options = configuration.options.names
    needsBackgroundMode = recommendation.needsBackgroundMode
    reasons = recommendation.reasons.map {
      let evidence = EvidenceJSON($0.evidence)
      return Reason(
        about: $0.subject.rawValue, statement: $0.statement, grade: evidence.grade,
        sources: evidence.sources, note: evidence.note)
    }
  }
}
