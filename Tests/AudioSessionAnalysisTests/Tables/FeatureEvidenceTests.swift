import AudioSession
import AudioSessionAnalysis
import Foundation
import Testing

/// The certainty of the simulator about each feature, counted from the tables, rules and options.
@Suite struct FeatureEvidenceTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Documentation/Evidence.md").standardized

  private func evidence() throws -> [FeatureEvidence] {
    try Phone(PhoneSetup(apps: [])).evidence
  }

  @Test func `the page agrees with the evidence in the code`() throws {
    let page = FeatureEvidence.page(of: try evidence())
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
      try page.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(written == page, "scripts/test with HAPTIC_RECORD=1 rewrites it")
  }

  @Test func `every cell, rule and option is counted once`() throws {
    let phone = try Phone(PhoneSetup(apps: []))
    let cells = phone.policyTables.filter { $0.name != "rules" && $0.name != "policy-options" }
      .flatMap(\.rows).reduce(0) { $0 + $1.cells.count }
    let counted = try evidence().reduce(0) { $0 + $1.statements.count }
    #expect(counted == cells + SessionRule.allCases.count + PolicyOption.all.count)
    for feature in try evidence() {
      #expect(
        Certainty.allCases.reduce(0) { $0 + feature.count($1) } == feature.statements.count)
    }
  }

  @Test func `every feature and every interruptor has evidence`() throws {
    let titles = try evidence().map(\.feature)
    #expect(titles == SessionFeature.allCases.map(\.title))
    for interruptor in Interruptor.allCases {
      #expect(titles.contains("interruption by \(interruptor.name)"))
    }
  }

  /// Grades that were determined by hand.
  @Test(arguments: [
    ("ducking", "policy option duckGain", Certainty.ourChoice),
    ("ducking", "rule R10", .published),
    ("routes and ports", "policy option bluetoothSwitch", .ourChoice),
    ("haptics", "policy option captureGuard", .oneLog),
  ])
  func `a statement is as certain as its weakest source`(
    title: String, place: String, certainty: Certainty
  ) throws {
    let feature = try #require(try evidence().first { $0.feature == title })
    let statement = try #require(feature.statements.first { $0.place == place })
    let isApples = certainty == .published
    #expect(
      isApples
        ? [.published, .header].contains(statement.certainty) : statement.certainty == certainty)
  }

  @Test
  func `the weakest statements have the lowest certainty, and the cells of a row are combined`()
    throws
  {
    for feature in try evidence() {
      let lowest = try #require(feature.lowest)
      #expect(feature.count(lowest) > 0)
      let lower = Certainty.allCases.drop { $0 != lowest }.dropFirst()
      #expect(lower.allSatisfy { feature.count($0) == 0 })
      #expect(Set(feature.weakest).count == feature.weakest.count)
    }
    let modes = try #require(try evidence().first { $0.feature == "modes" })
    #expect(modes.weakest.contains { $0.hasPrefix("table modes, ") && $0.contains(", ") })
  }
}
