import HapticEngine
import HapticFormats
import HapticLint
import Realtime
import Testing
import TextFormats

/// A fault that a rule must find, and a similar case without the fault.
struct SeededFault: CustomTestStringConvertible, Sendable {
  let rule: String
  /// The expected severity; nil if another fault already tests it.
  let severity: LintSeverity?
  let what: String
  let faulty: LintSeed
  let clean: LintSeed

  var testDescription: String { "\(rule): \(what)" }

  init(
    _ rule: String, _ severity: LintSeverity?, _ what: String, faulty: LintSeed, clean: LintSeed
  ) {
    self.rule = rule
    self.severity = severity
    self.what = what
    self.faulty = faulty
    self.clean = clean
  }

  init(_ rule: String, _ what: String, faulty: LintSeed, clean: LintSeed) {
    self.init(rule, nil, what, faulty: faulty, clean: clean)
  }
}

/// Each rule finds its seeded faults, and nothing else.
@Suite struct LintRuleTests {
  @Test(arguments: SeededFault.all)
  func `a seeded fault is found, and the clean case passes`(fault: SeededFault) throws {
    let found = Lint.check(try fault.faulty.subjects())
    let own = found.filter { $0.rule.id == fault.rule }
    #expect(
      own.contains { fault.severity == nil || $0.severity == fault.severity },
      "\(found.map { "\($0.rule.id) \($0.severity) \($0.message)" })")
    // The findings match the rule's clauses, and therefore Documentation/Lint.md.
    let clauses = Lint.rule(fault.rule)?.clauses.filter { $0.input == fault.faulty.input } ?? []
    let severities = Set(clauses.map(\.severity))
    #expect(own.allSatisfy { severities.contains($0.severity) })
    let clean = Lint.check(try fault.clean.subjects()).filter { $0.rule.id == fault.rule }
    #expect(clean.isEmpty, "\(clean.map(\.message))")
  }

  @Test func `every rule has a seeded fault in each input that it reads`() {
    let seeded = Set(SeededFault.all.map { "\($0.rule) \($0.faulty.input)" })
    let read = Lint.rules.flatMap { rule in rule.inputs.map { "\(rule.id) \($0)" } }
    #expect(read.filter { !seeded.contains($0) } == [])
    #expect(Set(Lint.rules.map(\.id)).count == Lint.rules.count)
  }

  @Test func `all rules from L-01 to L-34 exist`() {
    let ids = Set(Lint.rules.map(\.id))
    for number in 1...34 { #expect(ids.contains("L-\(number < 10 ? "0" : "")\(number)")) }
  }

  @Test(arguments: Lint.rules)
  func `a rule has a demand, a reason, a source and a remedy`(rule: LintRule) {
    for text in [rule.title, rule.why, rule.advice] {
      #expect(text.hasSuffix(".") && text.count > 15, "\(rule.id): \(text)")
    }
    #expect(!rule.guideline.isEmpty && !rule.inputs.isEmpty)
    // A threshold that is missing in all clauses would not be explained on the page.
    let text = rule.clauses.map(\.text).joined(separator: " ")
    let unnamed = rule.thresholds.map(\.name).filter { !text.contains("`\($0)`") }
    #expect(unnamed == (rule.id == "L-23" ? ["reaction"] : []))
    #expect(rule.thresholds.allSatisfy { !$0.source.isEmpty })
  }

  // MARK: No false alarms

  @Test func `the presets do not have findings`() throws {
    let patterns = try HapticPreset.allCases.map { preset in
      try LintedPattern(
        AHAP.read(AHAP.encode(preset.pattern), file: preset.name), name: preset.name)
    }
    let found = Lint.check(LintSubjects(patterns: patterns))
    #expect(found.isEmpty, "\(found.map { "\($0.file) \($0.rule.id) \($0.message)" })")
  }

  // MARK: Fixes

  @Test(arguments: [
    (
      "P-02",
      #"{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.1, "ParameterCurveControlPoints": [{"Time": 0.05, "ParameterValue": 0.4}]}}"#
    ),
    (
      "L-16",
      #"{"Event": {"EventType": "HapticTransient", "Time": 0.3, "EventParameters": [{"ParameterID": "HapticSharpness", "ParameterValue": -1}]}}"#
    ),
    (
      "P-06",
      #"{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.6, "ParameterCurveControlPoints": [{"Time": 0.6, "ParameterValue": 1}, {"Time": 1, "ParameterValue": 0.2}]}}"#
    ),
  ])
  func `a fix corrects everything and keeps the rest`(rule: String, entry: String) throws {
    let entries =
      #"{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 1}}, "# + entry
    let subjects = try LintSeed.ahap(entries).subjects()
    let pattern = try #require(subjects.patterns.first?.pattern)
    #expect(Lint.check(subjects).contains { $0.rule.id == rule })
    let fixed = try #require(try Lint.fix(LintSeed.file(entries), file: "x.ahap"))
    #expect(fixed.rules.map(\.id) == [rule])
    let reading = AHAP.read(fixed.bytes, file: "x.ahap")
    let again = try LintedPattern(reading, name: "x")
    #expect(Lint.check(LintSubjects(patterns: [again])).allSatisfy { $0.rule.id != rule })
    #expect(try Lint.fix(fixed.bytes, file: "x.ahap") == nil)
    #expect(reading.pattern?.entries.first == pattern.entries.first)
  }

  @Test func `a curve that may intentionally hold its value first is reported but not fixed`()
    throws
  {
    let entries = """
      {"Event": {"EventType": "HapticContinuous", "Time": 0.1, "EventDuration": 0.5}}, \
      {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.1, \
      "ParameterCurveControlPoints": [{"Time": 0.3, "ParameterValue": 1}, {"Time": 0.75, "ParameterValue": 0}]}}
      """
    #expect(Lint.check(try LintSeed.ahap(entries).subjects()).contains { $0.rule.id == "P-06" })
    #expect(try Lint.fix(LintSeed.file(entries), file: "x.ahap") == nil)
  }

  @Test func `a click under a long release is reported but not fixed`() throws {
    let entries = """
      {"Parameter": {"ParameterID": "HapticReleaseTimeControl", "Time": 0, "ParameterValue": 0.9}}, \
      {"Parameter": {"ParameterID": "HapticIntensityControl", "Time": 0, "ParameterValue": 0.4}}, \
      {"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 0.9}}, \
      {"Parameter": {"ParameterID": "HapticIntensityControl", "Time": 1, "ParameterValue": 1}}
      """
    #expect(Lint.check(try LintSeed.ahap(entries).subjects()).contains { $0.rule.id == "P-10" })
    #expect(try Lint.fix(LintSeed.file(entries), file: "x.ahap") == nil)
  }

  @Test func `findings that a pattern accepts in its metadata are not fixed`() throws {
    let entries = """
      {"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 1}}, \
      {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0, \
      "ParameterCurveControlPoints": [{"Time": 0.5, "ParameterValue": 0.5}]}}
      """
    func fixed(_ metadata: String) throws -> [String]? {
      let text = #"{"Version": 1, "Metadata": {\#(metadata)}, "Pattern": [\#(entries)]}"#
      return try Lint.fix(Array(text.utf8), file: "x.ahap")?.rules.map(\.id)
    }
    #expect(try fixed("") == ["P-02"])
    #expect(try fixed(#""Lint": "P-02: the point is meant""#) == nil)
    #expect(try fixed(#""Lint": "P-05: the taps are a texture""#) == ["P-02"])
  }

  @Test func `a finding names its trace, and two traces are two runs`() throws {
    let fault = try #require(SeededFault.stories.first { $0.rule == "L-01" })
    let faulty = try fault.faulty.subjects().trace
    let clean = try fault.clean.subjects().trace.map { line in
      LintTraceLine(
        line.entry, apps: line.apps, line: line.line, file: "clean.jsonl", scenario: line.scenario)
    }
    func places(_ trace: [LintTraceLine]) -> [String] {
      Lint.check(LintSubjects(trace: trace)).map { "\($0.rule.id) \($0.file):\($0.place.line)" }
    }
    let alone = places(faulty)
    #expect(!alone.isEmpty && alone.allSatisfy { $0.contains(" x.jsonl:") })
    #expect(places(faulty + clean) == alone + places(clean))
    #expect(places(clean + faulty).sorted() == (alone + places(clean)).sorted())
  }

  @Test func `events after the measured hour are not reported as silent`() throws {
    func rules(of notation: String) throws -> [String] {
      Lint.check(try LintSeed.notation(notation).subjects()).map(\.rule.id)
    }
    #expect(try !rules(of: "rest 4000s, tap 1").contains("P-01"))
    #expect(try rules(of: "rest 3000s, buzz 1s 0.02/0.5").contains("P-01"))
  }

  /// At 1 g of full scale `tap 1` is 17.9 dB above the threshold, so that `tap 0.02` is 34 dB weaker.
  @Test func `several imperceptible events are one finding at the first event`() throws {
    func hits(_ notation: String) throws -> [LintFinding] {
      Lint.check(try LintSeed.notation(notation).subjects()).filter { $0.rule.id == "P-01" }
    }
    let weak = try #require(
      try hits("tap 1, rest 500ms, tap 0.02, rest 200ms, buzz 200ms 0.01").first)
    #expect(weak.severity == .info && weak.path == "Pattern[1]")
    #expect(weak.message.hasPrefix("the transient at 0.5 s is 16"), "\(weak.message)")
    #expect(weak.message.hasSuffix(" dB too weak to be felt (and 1 more event)"))
    // A ramp from zero can be felt, and so can a weak tap during something strong.
    #expect(try hits("buzz 1s 0..1, rest 500ms, (buzz 500ms 1 & at 200ms tap 0.02)").isEmpty)
    // A pattern that cannot be felt at all is a separate finding.
    #expect(try hits("tap 0.02, rest 200ms, tap 0.02").map(\.severity) == [.warning])
  }

  @Test func `a correct pattern and an invalid file are not fixed`() throws {
    let pattern = try HapticPattern(notation: "tap 1, rest 100ms, buzz 300ms 0.2..1")
    #expect(try Lint.fix(AHAP.encode(pattern), file: "x.ahap") == nil)
    #expect(try Lint.fix(Array("{".utf8), file: "x.ahap") == nil)
  }
}
