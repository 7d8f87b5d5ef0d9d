import ArgumentParser
import AudioSession
import AudioSessionAnalysis
import TextFormats

/// `haptic session evidence`.
struct SessionEvidenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evidence",
    abstract: "Show how certain the simulator is of each feature.",
    discussion: """
      No Apple device was used. For each feature, the table counts the simulator's statements by \
      evidence: published by Apple, contained in a header of its SDK, shown by several developer logs \
      or by a single log, or our choice. A statement is a table cell, a rule, or the default of a \
      policy option. It is counted under the weakest evidence that it depends on. If you name a \
      feature, its least certain statements are listed.

      Examples:
        haptic session evidence
        haptic session evidence ducking haptics
        haptic session evidence --json
      """)

  @Argument(help: "The names of features; all by default.")
  var names: [String] = []

  @OptionGroup var system: SystemOptions

  @Flag(help: "Print a JSON array of objects, with every statement.")
  var json = false

  func run() throws {
    let all = try system.phone().evidence
    let chosen = try names.map { name in
      guard let feature = all.first(where: { $0.feature == name }) else {
        throw Failure.unknown("feature", name, among: all.map(\.feature))
      }
      return feature
    }
    let features = names.isEmpty ? all : chosen
    if json { return try JSONOutput.write(features) }
    var text = Self.table(of: features)
    for feature in chosen {
      guard let lowest = feature.lowest else { continue }
      text += "\n\(feature.feature), statements with the evidence '\(lowest.rawValue)':\n"
      text += feature.weakest.map { "  \($0)\n" }.joined()
    }
    try StandardOutput.write(text)
  }

  private static func table(of features: [FeatureEvidence]) -> String {
    let levels = Certainty.allCases
    let rows = features.map { feature in
      [feature.feature] + levels.map { "\(feature.count($0))" }
    }
    return TextTable.text([["feature"] + levels.map(\.rawValue)] + rows)
  }
}
