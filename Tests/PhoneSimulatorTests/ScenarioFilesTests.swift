import AudioSession
import Foundation
import PhoneRuntime
import PhoneSimulator
import Testing

/// Tests of the scenario files next to these tests, and of the examples.
struct ScenarioFilesTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all files in the package.
  static let files: [String] = [
    "Tests/PhoneSimulatorTests/Scenarios", "Examples/Scenarios", "Examples/Guidelines",
  ]
  .flatMap { folder -> [String] in
    let walk = FileManager.default.enumerator(atPath: package.appending(path: folder).path)
    let names = (walk?.allObjects ?? []).compactMap { $0 as? String }
    return names.filter { $0.hasSuffix(".yaml") }.map { "\(folder)/\($0)" }
  }.sorted()

  /// The files that are installed with the program.
  static let examples = files.filter { $0.hasPrefix("Examples/") }

  /// The folder with the patterns that scenarios name.
  static let folder = ScenarioFolder(libraries: [package.appending(path: "Patterns").path])

  static func text(_ file: String) throws -> String {
    try String(contentsOf: package.appending(path: file), encoding: .utf8)
  }

  @Test func `scenarios exist for the guidelines, every rule, and the field`() {
    for folder in ["Rules", "Field", "Peers"] {
      #expect(Self.files.contains { $0.contains("/Scenarios/\(folder)/") }, "\(folder)")
    }
    for rule in 1...17 {
      let number = rule < 10 ? "0\(rule)" : "\(rule)"
      #expect(Self.files.contains { $0.contains("/Rules/R\(number)-") }, "R\(rule)")
    }
    #expect(Self.files.count { $0.hasPrefix("Examples/Scenarios/") } == 28)
    #expect(Self.files.count { $0.hasPrefix("Examples/Guidelines/") } == 24)
  }

  @Test(arguments: files)
  func `the expectations of a scenario are met, and invariants hold`(file: String) throws {
    for scenario in try ScenarioReader.read(try Self.text(file), in: Self.folder) {
      let run = try ScenarioRun(scenario, checks: .all)
      run.run()
      let failures = run.report.failures.map { "\(file):\($0)" }
      #expect(failures == [], "\(scenario.name)")
      // An expectation that an old event meets passes even if nothing happens.
      let old = run.advice.filter { if case .includesOldEvents = $0.reason { true } else { false } }
      #expect(old.map { "\(file):\($0.advice)" } == [], "\(scenario.name)")
    }
  }

  @Test(arguments: examples)
  func `an example runs without a warning`(file: String) throws {
    for scenario in try ScenarioReader.read(try Self.text(file), in: Self.folder) {
      let run = try ScenarioRun(scenario)
      run.run()
      #expect(run.advice.map { "\(file):\($0.advice)" } == [], "\(scenario.name)")
    }
  }

  @Test(arguments: files)
  func `with haptics off, all other expectations are met`(file: String) throws {
    for scenario in try ScenarioReader.read(try Self.text(file), in: Self.folder) {
      let sides = try [scenario, scenario.withoutHaptics].map { try ScenarioSide($0) }
      let failures = sides[1].report.failures.map { "\(file):\($0)" }
      #expect(failures == [], "\(scenario.name)")
      let comparison = HapticsComparison(sides[0], sides[1])
      #expect(comparison.isClean, "\(scenario.name): \(comparison)")
    }
  }

  @Test(arguments: files)
  func `every scenario fails if nothing happens, unless it expects a failing call`(file: String)
    throws
  {
    for scenario in try ScenarioReader.read(try Self.text(file), in: Self.folder) {
      // The same expectations on a phone without any actions or events.
      var idle = scenario
      idle.steps = scenario.steps.filter {
        switch $0.content {
        case .expect: true
        case .app(_, _, let fails): fails != nil
        case .event, .notification, .settings, .accessibility, .volumes, .pass: false
        }
      }
      let run = try ScenarioRun(idle)
      run.run()
      let noticesCalls = scenario.steps.contains { step in
        if case .app(_, _, fails: .some) = step.content { return true }
        return false
      }
      #expect(!run.failures.isEmpty || noticesCalls, "\(file): \(scenario.name)")
    }
  }

  /// Source: Human Interface Guidelines, "Playing haptics": an app works as well without them.
  @Test(arguments: files)
  func `with haptics off, haptics are suppressed and everything else is the same`(file: String)
    throws
  {
    for scenario in try ScenarioReader.read(try Self.text(file), in: Self.folder) {
      var runs: [[TraceEntry]] = []
      for isOn in [true, false] {
        var changed = scenario
        // With the other answer, an app's own patterns are still felt.
        changed.setup.policy.systemHapticsOff = .everything
        // Steps that change the setting themselves are removed.
        changed.steps.removeAll { step in
          if case .settings = step.content { true } else { false }
        }
        if isOn {
          changed.setup.device.settings.insert(.haptics)
        } else {
          changed.setup.device.settings.remove(.haptics)
        }
        let run = try ScenarioRun(changed, checks: .invariants)
        run.run()
        runs.append(run.trace)
      }
      let felt = ["a haptic is played", "a vibration is played", "vibrates while it rings"]
      #expect(
        !runs[1].contains { felt.contains($0.text) || $0.text.hasPrefix("the haptic ") },
        "\(scenario.name)")
      let others = runs.map { lines in
        lines.filter { line in
          !["a haptic ", "the haptic ", "a vibration ", "the vibration ", "vibrates "]
            .contains { line.text.hasPrefix($0) }
        }
      }
      #expect(others[0] == others[1], "\(scenario.name)")
    }
  }

  @Test(arguments: files)
  func `random steps do not break invariants`(file: String) throws {
    for (number, scenario) in try ScenarioReader.read(try Self.text(file), in: Self.folder)
      .enumerated()
    {
      let fuzz = ScenarioFuzz(scenario, steps: 150, seed: UInt64(number + 1))
      let failures = try fuzz.run().failures.map(\.description)
      #expect(failures == [], "\(file): \(scenario.name)")
    }
  }
}
