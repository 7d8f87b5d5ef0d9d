import AudioSession
import Testing

@testable import PhoneRuntime
@testable import PhoneSimulator

/// Tests of the parts of the simulated phone that scenarios exercise.
struct PhoneCoverageTests {
  private static let change = "- { at: 9, device: { accessibility: { reduceMotion: true } } }"
  private static let alarm = """
    - music: play
    - { at: 3, alarm: fire }
    - { at: 4, alarm: dismiss }
    """

  private func scenario(_ steps: String, apps: String) throws -> Scenario {
    let lines = steps.split(separator: "\n").map { "  \($0)\n" }.joined()
    let text = "scenario: a\napps:\n  \(apps)\nsteps:\n\(lines)"
    return try #require(try ScenarioReader.read(text).first)
  }

  private func coverage(
    _ steps: String, apps: String = "music: { category: playback }"
  ) throws -> PhoneCoverage {
    var coverage = PhoneCoverage()
    try coverage.run(try scenario(steps, apps: apps))
    return coverage
  }

  private func names(_ kind: CoverageKind, of coverage: PhoneCoverage) -> [String] {
    coverage.exercised(of: kind).map(\.name)
  }

  @Test func `before a run, the coverage is empty`() {
    let coverage = PhoneCoverage()
    for kind in CoverageKind.allCases {
      #expect(coverage.exercised(of: kind) == [])
      #expect(coverage.missing(of: kind) == kind.entries)
      #expect(coverage.percent(of: kind) == 0)
    }
  }

  @Test func `an inactive app exercises only the notification that it receives`() throws {
    let coverage = try coverage(Self.change, apps: "game: { category: ambient }")
    for kind in CoverageKind.allCases where kind != .notifications {
      #expect(names(kind, of: coverage) == [], "\(kind)")
    }
    #expect(names(.notifications, of: coverage) == ["accessibility reduceMotion"])
  }

  @Test func `an alarm over music exercises four rules and its own row`() throws {
    let coverage = try coverage(Self.alarm)
    // R1: playing activates. R3: the alarm interrupts. R13: output stops before began. R4: the end.
    #expect(names(.rules, of: coverage) == ["R1", "R3", "R4", "R13"])
    #expect(names(.interruptors, of: coverage) == ["alarm"])
    #expect(
      names(.notifications, of: coverage) == [
        "interruption began default", "interruption ended shouldResume",
      ])
    // There is no call to outrank, and no app is already interrupted.
    let row = coverage.exercised(of: .cells).filter { $0.group.hasPrefix("interruptors ") }
    #expect(
      row.map(\.name) == [
        "interruptors alarm interrupts", "interruptors alarm reason of began",
        "interruptors alarm source",
      ])
    #expect(!names(.cells, of: coverage).contains { $0.hasPrefix("categories ambient ") })
  }

  @Test func `an added step exercises exactly one more entry`() throws {
    let before = try coverage(Self.alarm)
    let after = try coverage(Self.alarm + "\n" + Self.change)
    for kind in CoverageKind.allCases where kind != .notifications {
      #expect(after.missing(of: kind) == before.missing(of: kind), "\(kind)")
    }
    let added = Set(before.missing(of: .notifications)).subtracting(
      after.missing(of: .notifications))
    #expect(added.map(\.name) == ["accessibility reduceMotion"])
  }

  @Test func `a prompt that ducks music exercises the duck gain`() throws {
    let apps = """
      music: { category: playback }
        voice: { category: playback, options: [duckOthers] }
      """
    let alone = try coverage("- music: play", apps: apps)
    #expect(!names(.options, of: alone).contains("duckGain"))
    #expect(!names(.rules, of: alone).contains("R10"))
    let ducked = try coverage("- music: play\n- { at: 1, voice: play }", apps: apps)
    #expect(names(.options, of: ducked).contains("duckGain"))
    #expect(names(.rules, of: ducked).contains("R10"))
    #expect(!names(.rules, of: ducked).contains("R2"))
  }

  @Test func `merging adds runs and unites what they exercised`() throws {
    let apps = "music: { category: playback }"
    var merged = try coverage(Self.alarm)
    merged.merge(try coverage(Self.change))
    var together = PhoneCoverage()
    try together.run(try scenario(Self.alarm, apps: apps))
    try together.run(try scenario(Self.change, apps: apps))
    #expect(merged == together)
    #expect(merged.runs == 2)
    #expect(
      names(.notifications, of: merged) == [
        "interruption began default", "interruption ended shouldResume",
        "accessibility reduceMotion",
      ])
  }

  @Test func `a step is counted again on a phone with different tables`() throws {
    let scenario = try scenario(Self.alarm, apps: "music: { category: playback }")
    var other = scenario
    let row = try #require(Interruptor.allCases.firstIndex(of: .alarm))
    other.setup.tables.interruptors[row].victims = .spoken
    var coverage = PhoneCoverage()
    try coverage.run(other)
    #expect(!names(.rules, of: coverage).contains("R3"))
    try coverage.run(scenario)
    #expect(names(.rules, of: coverage).contains("R3"))

    var logged = PhoneCoverage()
    logged.add(try log(of: other, scenario))
    #expect(logged == coverage)
  }

  @Test func `running a scenario again adds only a run`() throws {
    let scenario = try scenario(Self.alarm, apps: "music: { category: playback }")
    var coverage = PhoneCoverage()
    try coverage.run(scenario)
    let once = coverage
    try coverage.run(scenario)
    #expect(coverage.runs == 2)
    for kind in CoverageKind.allCases {
      #expect(coverage.exercised(of: kind) == once.exercised(of: kind))
    }
  }

  @Test(arguments: ScenarioFilesTests.files.filter { $0.contains("/Rules/R") })
  func `the scenarios of a rule exercise it`(file: String) throws {
    let name = try #require(file.split(separator: "/").last)
    let number = try #require(Int(name.dropFirst().prefix(2)))
    let rule = try #require(SessionRule(rawValue: number))
    let scenarios = try ScenarioReader.read(
      try ScenarioFilesTests.text(file), in: ScenarioFilesTests.folder)
    let isExercised = try scenarios.contains { scenario in
      let logged = try log(of: scenario).logged
      return logged.steps.values.joined().contains(where: rule.decides)
        || logged.coverage.isExercised(CoverageEntry(rule))
    }
    #expect(isExercised)
  }

  /// A log of the phones of scenarios, which have run.
  private func log(of scenarios: Scenario...) throws -> CoverageLog {
    let log = CoverageLog()
    for scenario in scenarios {
      let run = try ScenarioRun(scenario)
      log.watch(run.runtime)
      run.run()
    }
    return log
  }

  @Test func `a log of many steps stores few of them, but covers all`() throws {
    let count = CoverageLog.mostKept + 8
    let volumes = (1...count).map { volume in
      "- device: { volume: { media: \(Double(volume) / Double(count)) } }"
    }
    let change = Self.change.replacing("at: 9, ", with: "")
    let steps = ([Self.alarm] + volumes + [change]).joined(separator: "\n")
    let log = try log(of: scenario(steps, apps: "music: { category: playback }"))
    let kept = log.logged.steps.values.joined().count
    #expect(kept > 0 && kept < CoverageLog.mostKept)
    var found = PhoneCoverage()
    found.add(log)
    #expect(found.runs == 1)
    #expect(names(.rules, of: found) == ["R1", "R3", "R4", "R13"])
    #expect(names(.interruptors, of: found) == ["alarm"])
    #expect(names(.notifications, of: found).contains("accessibility reduceMotion"))
    // Only volumes change between the first and the last volume.
    let few = try coverage(
      [Self.alarm, volumes[0], volumes[count - 1], change].joined(separator: "\n"))
    #expect(found == few)
  }

  @Test func `a log of many setups stores few of them`() {
    let log = CoverageLog()
    for number in 0...CoverageLog.mostKept {
      var setup = PhoneSetup()
      setup.device.volumes[.media] = Double(number) / 1_000
      if let runtime = try? PhoneRuntime(setup) { log.watch(runtime) }
    }
    #expect(log.logged.phones == CoverageLog.mostKept + 1)
    #expect(log.logged.steps.count == 1)
  }
}

/// Tests of the entries of a coverage.
struct CoverageEntryTests {
  @Test(arguments: CoverageKind.allCases)
  func `the names of a kind are unique`(kind: CoverageKind) {
    #expect(Set(kind.entries.map(\.name)).count == kind.entries.count)
    #expect(kind.entries.allSatisfy { $0.kind == kind && !$0.label.isEmpty })
  }

  @Test func `every column that rules read has a cell for each of its rows`() {
    let tables = PolicyTables.standard
    func cells(_ rows: [some Any], besides others: Int) -> Int {
      rows.reduce(0) { $0 + Mirror(reflecting: $1).children.count - others }
    }
    // In addition to its cells, a row has its subject. Interruptors have the end in words, and remote rows have two
    // more conditions.
    let plain =
      cells(tables.categories, besides: 1) + cells(tables.interruptors, besides: 2)
      + cells(tables.sounds, besides: 1) + cells(tables.ports, besides: 1)
      + cells(tables.remote, besides: 3) + cells(tables.profiles, besides: 1)
    let legality = tables.legality.reduce(0) { $0 + $1.cells.count }
    #expect(CoverageKind.cells.entries.count == plain + legality)
  }

  @Test func `options, rules and interruptors match the policy`() {
    #expect(CoverageKind.options.entries.map(\.name) == PolicyOption.all.map(\.key))
    #expect(CoverageKind.rules.entries.map(\.name) == (1...17).map { "R\($0)" })
    #expect(CoverageKind.interruptors.entries.map(\.name) == Interruptor.allCases.map(\.name))
  }

  @Test func `a tracefile has a record with correct sums for each kind`() throws {
    var coverage = PhoneCoverage()
    let text = "scenario: a\napps: { music: { category: playback } }\nsteps: [{ music: play }]\n"
    try coverage.run(try #require(try ScenarioReader.read(text).first))
    let records = coverage.lcov.split(separator: "end_of_record\n")
    #expect(records.count == CoverageKind.allCases.count)
    for (kind, record) in zip(CoverageKind.allCases, records) {
      let fields = record.split(separator: "\n").map { line in
        let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
        return (key: parts[0], value: parts.count > 1 ? parts[1] : "")
      }
      func values(_ key: String) -> [String] { fields.filter { $0.key == key }.map(\.value) }
      #expect(values("SF") == [kind.rawValue])
      let lines = values("DA").compactMap { line -> [Int]? in
        let numbers = line.split(separator: ",").compactMap { Int($0) }
        return numbers.count == 2 ? numbers : nil
      }
      #expect(lines.map { $0[0] } == kind.entries.indices.map { $0 + 1 })
      let hit = lines.count { $0[1] > 0 }
      #expect(hit == coverage.exercised(of: kind).count)
      #expect(values("LF") == ["\(lines.count)"] && values("LH") == ["\(hit)"])
      #expect(values("FNF") == values("LF") && values("FNH") == values("LH"))
      let functions = kind.entries.enumerated().map { "\($0 + 1),\($1.name)" }
      #expect(values("FN") == functions)
    }
  }
}
