import AudioSession
import Foundation
import HapticEngine
import HapticLint
import PhoneRuntime
import PhoneSimulator
import Testing
import TextFormats

/// Output formats of findings, and a project's configuration.
@Suite struct LintReportTests {
  private func report(_ configuration: LintConfiguration = .init()) throws -> LintReport {
    let seed = LintSeed.ahap(
      #"""
      {"Event": {"EventType": "HapticTransient", "Time": 0}},
      {"Event": {"EventType": "HapticTransient", "Time": 0.002}},
      {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.1,
        "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 0.5}]}}
      """#)
    return LintReport(Lint.check(try seed.subjects(), configuration: configuration))
  }

  @Test func `a finding has its place, its rule, the reason, the source and the remedy`() throws {
    let text = try report().text()
    #expect(text.contains("x.ahap:3:1: warning: the HapticIntensityControl curve has one point"))
    for part in ["[P-02 one-point-curve]", "  rule  ", "  why   ", "  from  ", "  fix   "] {
      #expect(text.contains(part))
    }
    #expect(text.contains("(--fix makes this correction)"))
    #expect(try report().text(isBrief: true).split(separator: "\n").count == 2)
  }

  @Test func `a finding is described by its line of the report`() throws {
    let report = try report()
    #expect(report.findings.map { "\($0)\n" }.joined() == report.text(isBrief: true))
  }

  /// The page lists for each rule the inputs that it reads.
  @Test func `the rules that judge a pattern are those that read patterns`() throws {
    let rows = Lint.page.split(separator: "\n").filter { $0.hasPrefix("- Reads: ") }
    #expect(rows.count == Lint.rules.count)
    func count(_ inputs: Set<Substring>) -> Int {
      rows.count {
        !inputs.isDisjoint(with: $0.dropFirst("- Reads: ".count).dropLast().split(separator: ", "))
      }
    }
    var subjects = try LintSeed.ahap(
      #"{"Event": {"EventType": "HapticTransient", "Time": 0}}"#
    ).subjects()
    #expect(Lint.rules(for: subjects).count == count(["pattern"]))
    subjects.patterns += subjects.patterns
    #expect(Lint.rules(for: subjects).count == count(["pattern", "folder"]))
    let configuration = try LintConfiguration(off: ["P-01": "tried"])
    #expect(
      Lint.rules(for: subjects, configuration: configuration).count
        == count(["pattern", "folder"]) - 1)
    #expect(Lint.rules(for: LintSubjects()).isEmpty)
  }

  @Test func `entries and logs are public and sendable`() throws {
    func isSendable<Value: Sendable>(_ value: Value) -> Bool { true }
    let report = try report()
    let entry = try #require(report.entries.first { $0.rule == "P-02" })
    #expect(entry.line == 3 && entry.severity == "warning" && entry.accepted == nil)
    #expect(isSendable(entry) && isSendable(SARIFLog(report, version: "1")))
  }

  /// Source: SARIF 2.1.0: 3.13 sarifLog, 3.14 run, 3.18 tool, 3.19 toolComponent, 3.20 invocation, 3.27 result,
  /// 3.29 physicalLocation, 3.30 region, 3.35 suppression, 3.49 reportingDescriptor.
  @Test func `a SARIF log has the properties that SARIF 2.1.0 requires and no unknown ones`() throws
  {
    let configuration = try LintConfiguration(
      accepted: [.init(rule: "P-05", file: "", reason: "meant")])
    let text = try JSONEncoding.text(SARIFLog(try report(configuration), version: "1.2.3"))
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(Set(log.keys) == ["$schema", "version", "runs"])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect(Set(run.keys) == ["tool", "invocations", "results", "columnKind"])
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    #expect(Set(driver.keys) == ["name", "version", "rules"])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(Set(rules.compactMap { $0["id"] as? String }).count == Lint.rules.count)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 2)
    for result in results {
      #expect(
        Set(result.keys).isSubset(of: [
          "ruleId", "ruleIndex", "level", "message", "locations", "suppressions", "properties",
        ]))
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect(["none", "note", "warning", "error"].contains(result["level"] as? String))
      #expect((result["message"] as? [String: String])?["text"]?.isEmpty == false)
      let place = try #require(
        ((result["locations"] as? [[String: Any]])?.first?["physicalLocation"]) as? [String: Any])
      #expect((place["artifactLocation"] as? [String: String])?["uri"] == "x.ahap")
      let region = try #require(place["region"] as? [String: Int])
      #expect((region["startLine"] ?? 0) >= 1 && (region["startColumn"] ?? 0) >= 1)
    }
    let suppressed = results.flatMap { $0["suppressions"] as? [[String: String]] ?? [] }
    #expect(suppressed == [["kind": "external", "justification": "meant"]])
  }

  @Test func `annotations are single-line commands with escaped separators`() throws {
    let lines = try report().annotations.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.allSatisfy {
        $0.wholeMatch(of: /::(error|warning|notice) file=[^,:]+,line=\d+,col=\d+,title=[^,:]+::.+/)
          != nil
      })
  }

  // MARK: Configuration

  @Test
  func `a configuration changes thresholds, turns rules off and accepts findings with a reason`()
    throws
  {
    let yaml = """
      thresholds: { P-05.gap: 0.001 }
      off: [{ rule: P-02, reason: our tool writes them }]
      """
    #expect(try report(LintConfiguration(yaml: Array(yaml.utf8))).findings.isEmpty)
    let accepting = try LintConfiguration(
      yaml: Array("accept: [{ rule: P-02, file: x.ahap, reason: an old tool wrote it }]".utf8))
    let accepted = try report(accepting)
    #expect(accepted.findings.count == 2 && accepted.open.count == 1)
    #expect(accepted.findings.contains { $0.suppression == "an old tool wrote it" })
  }

  @Test(arguments: [
    ("accept: [{ rule: P-02 }]", "missing key 'reason'"),
    ("off: [{ rule: P-99, reason: old }]", "unknown rule 'P-99'"),
    ("off: [{ reason: old }]", "missing key 'rule'"),
    ("accept: [{ file: a.ahap, reason: old }]", "missing key 'rule'"),
    ("off: [P-02]", "off must be a map with rule and reason, not \"P-02\""),
    ("off: [{ rule: P-02, reason: '' }]", "reason must not be empty"),
    ("off: [{ rule: P-02 }]", "missing key 'reason'"),
    ("thresholds: { P-05.gap: { source: us } }", "missing key 'value'"),
    ("threshold: {}", "did you mean 'thresholds'?"),
    ("thresholds: { L-21.changes: { value: 1e30, source: mine } }", "value must be from 0 to"),
    ("thresholds: { P-05.gap: -1 }", "P-05.gap must be from 0 to"),
    ("thresholds: { P-05.gap: wide }", "P-05.gap must be a number, not \"wide\""),
    ("thresholds: { P-05.gab: 1 }", "unknown key 'P-05.gab'"), ("off: [", ""),
  ])
  func `an invalid configuration is refused with its place`(yaml: String, words: String)
    throws
  {
    let error = #expect(throws: LintConfiguration.Invalid.self) {
      try LintConfiguration(yaml: Array(yaml.utf8))
    }
    let problem = try #require(error?.problems.first)
    #expect(words.isEmpty || problem.message.contains(words), "\(problem.message)")
  }

  @Test func `an invalid configuration made in code is refused with every problem`() {
    let error = #expect(throws: LintConfiguration.Invalid.self) {
      try LintConfiguration(
        thresholds: ["P-05.gab": 1, "P-05.gap": .nan, "P-01.level": -90],
        sources: ["L-99.typo": "us"], off: ["P-99": "old"],
        accepted: [.init(rule: "P-5", file: "", reason: "old")])
    }
    let expected = [
      "unknown threshold 'L-99.typo'", "unknown threshold 'P-05.gab'",
      "P-05.gap must be from 0 to 1000000000, not nan", "unknown rule 'P-99'", "unknown rule 'P-5'",
    ]
    let lines = error?.description.split(separator: "\n") ?? []
    #expect(lines.count == expected.count)
    for words in expected { #expect(lines.contains { $0.contains(words) }, "\(words)") }
  }

  @Test func `a finding names the thresholds that applied, and their sources`()
    throws
  {
    let yaml = "thresholds: { P-05.gap: { value: 0.004, source: \"our tests\" } }"
    let changed = try report(LintConfiguration(yaml: Array(yaml.utf8)))
    #expect(changed.text().contains("  with  P-05.gap = 0.004 s (our tests)"))
    #expect(try report().text().contains("  with  P-05.gap = 0.01 s (Documentation/Perception.md)"))
    for text in [
      try JSONEncoding.text(changed.entries),
      try JSONEncoding.text(SARIFLog(changed, version: "1")),
    ] {
      #expect(text.contains("\"our tests\"") && text.contains("\"P-05.gap\""), "\(text)")
    }
  }

  @Test func `the shipped configuration lists every threshold with its value`() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Examples/Lint/haptic-lint.yaml")
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] != nil {
      try LintConfiguration.defaults.write(to: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: path, encoding: .utf8) == LintConfiguration.defaults)
    let read = try LintConfiguration(yaml: Array(LintConfiguration.defaults.utf8))
    for rule in Lint.rules {
      for threshold in rule.thresholds {
        #expect(read.sources["\(rule.id).\(threshold.name)"] == threshold.source)
        let value = try #require(read.thresholds["\(rule.id).\(threshold.name)"])
        #expect(abs(value - threshold.value) < 0.001)
      }
    }
  }

  @Test func `a finding about an app has the place of its key`() throws {
    let yaml = """
      app: { kind: game }
      audio:
        category: ambient
        background: true
        allowsReroute: false
      remote:
        play: pause
      sounds:
        - { file: a.wav, use: alert }
      notices:
        - saved
        - saved
      """
    let manifest = try AppManifest(yaml: Array(yaml.utf8), file: "app.yaml")
    let found = Lint.check(LintSubjects(manifest: manifest))
    let lines = Dictionary(
      found.map { ($0.rule.id, $0.place.line) }, uniquingKeysWith: { first, _ in first })
    #expect(
      lines == ["L-20": 3, "L-32": 5, "L-24": 7, "L-31": 9, "L-28": 12], "\(found.map(\.message))")
  }

  @Test func `a pattern accepts a finding in its own metadata`() throws {
    let seed = LintSeed.meaning(
      "tap 1, rest 4ms, tap 0.5", ["Lint": "P-05: one blow in two parts; L-11:"])
    let report = LintReport(Lint.check(try seed.subjects()))
    #expect(report.findings.map(\.suppression) == ["one blow in two parts"])
    #expect(report.open.isEmpty)
  }

  // MARK: Manifests

  @Test(arguments: [
    ("bindings: [{ cause: userAction }]", "missing key 'id'"),
    ("bindings: [{ id: a, cause: userAktion }]", "did you mean 'userAction'?"),
    ("app: { hapticToggle: true }", "did you mean 'hapticsToggle'?"),
    ("audio: { mixes: maybe }", "mixes must be true or false"),
    ("[]", "a manifest must be a map"),
    ("remote: { next: play }", "unknown key 'next'"),
    ("bindings: [{ id: a }, { id: a }]", "the id 'a' is used twice"),
    ("bindings: [{ id: a, importance: 7 }]", "importance must be from 1 to 3, not 7"),
    ("bindings: [{ id: a, tested: { people: -1 } }]", "people must be from 0 to 1000000, not -1"),
    ("bindings: [{ id: a, ratePerMinute: -5 }]", "ratePerMinute must be from 0 to"),
    ("bindings: [{ id: a, importance: 1.5 }]", "importance must be a whole number, not"),
    ("bindings: [{ id: a, tested: { people: 4.9 } }]", "people must be a whole number"),
  ])
  func `an invalid manifest is refused with its place`(yaml: String, words: String) throws {
    let error = #expect(throws: LintConfiguration.Invalid.self) {
      try AppManifest(yaml: Array(yaml.utf8), file: "app.yaml")
    }
    #expect(error?.problems.first?.message.contains(words) == true, "\(error?.problems ?? [])")
  }

  @Test func `a trace is read line by line, and invalid lines are reported`() {
    let text = """
      {"app":"music","byItself":false,"do":"play","kind":"call","scenario":"s","t":5,"text":"plays","v":1,"what":"did"}

      nonsense
      """
    let (lines, invalid) = LintTraceLine.read(Array(text.utf8), file: "x.jsonl")
    #expect(
      lines == [
        LintTraceLine(
          TraceEntry(
            time: 5, actor: "music",
            what: .did(.resident(.play(seconds: nil)), byItself: false, error: nil)),
          apps: ["music"], file: "x.jsonl", scenario: "s")
      ])
    #expect(invalid.map(\.line) == [3])
  }
}
