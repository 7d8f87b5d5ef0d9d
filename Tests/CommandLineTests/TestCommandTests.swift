import Foundation
import Testing

/// `haptic test`: its output and its exit statuses.
struct TestCommandTests {
  private static let good = "transients: 1\nduration: 0\n"
  private static let call = """
    scenario: a <call>
    apps: { music: { category: playback } }
    steps:
      - music: play
      - { at: 5, phone: ring }
      - { at: 9, phone: decline }
      - expect: { music: { playing: true } }

    """

  /// A folder with the pattern `tap.ahap` and its test.
  private func folder(_ test: String = good) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try #require(Program.run("new", "tap.ahap", "--notation", "tap", in: folder).status == 0)
    try folder.write(test, to: "tap.test.yaml")
    return folder
  }

  @Test func `the example in the help fails and passes as described`() throws {
    let help = try Program.run("help", "test", in: ScratchFolder()).text
    let lines = help.split(separator: "\n").filter { $0.hasPrefix("  ") && $0.contains(": ") }
      .prefix { !$0.hasPrefix("  haptic") }
    #expect(lines.count == 4)
    let folder = try ScratchFolder()
    let library = "\(Program.package)/Patterns/heartbeat.ahap"
    try folder.write(try Data(contentsOf: URL(filePath: library)), to: "heartbeat.ahap")
    let text = lines.map { $0.drop { $0 == " " } + "\n" }.joined()
    try folder.write(text, to: "heartbeat.test.yaml")
    let outcome = try Program.run("test", "heartbeat.ahap", in: folder)
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.text == "heartbeat.test.yaml: ok, 4 expectations\n")
    try folder.write(
      text.replacing("transients: 8", with: "transients: 7"), to: "heartbeat.test.yaml")
    let failed = try Program.run("test", "heartbeat.ahap", in: folder)
    #expect(failed.status == 1)
    #expect(
      failed.text == """
        heartbeat.test.yaml:2:13: transients is 8, expected 7
        heartbeat.test.yaml: FAILED, 1 failure, 4 expectations

        """)
  }

  @Test func `a missing pattern is reported instead of its missing expectations`() throws {
    let folder = try ScratchFolder()
    let missing = try Program.run("test", "none.ahap", in: folder)
    #expect(missing.status == 66 && missing.words.contains("none.ahap: no such file"))
    try #require(Program.run("new", "tap.ahap", "--notation", "tap", in: folder).status == 0)
    let untested = try Program.run("test", "tap.ahap", in: folder)
    #expect(untested.status == 66)
    #expect(untested.words.contains("its expectations, tap.test.yaml, does not exist"))
  }

  @Test func `files are reported in the order of their names, on any number of processors`()
    throws
  {
    let folder = try folder("transients: 2\n")
    try folder.write(Self.call, to: "call.yaml")
    try folder.write("thresholds: {}\n", to: "haptic-lint.yaml")
    try FileManager.default.createDirectory(
      atPath: folder.path("more"), withIntermediateDirectories: false)
    for index in 10..<80 {
      try folder.write("pattern: ../tap.ahap\ntransients: 1\n", to: "more/\(index).test.yaml")
    }
    let outcome = try Program.run("test", ".", in: folder)
    #expect(outcome.status == 1)
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(3) == [
        "./call.yaml:7:24: at 9 s: music: playing is false, expected true",
        "  hint: music does not resume automatically; add 'behavior: guidelines' to the app "
          + "in line 2, or the step 'music: play'", "./call.yaml: FAILED, 1 failure, 1 expectation",
      ])
    #expect(
      lines.dropFirst(3).prefix(70)
        == (10..<80).map { "./more/\($0).test.yaml: ok, 1 expectation" }[...])
    #expect(lines.suffix(2).first == "./tap.test.yaml:1:13: transients is 1, expected 2")
    #expect(outcome.words == "72 tests, 72 expectations, 2 tests failed\n")
    for _ in 0..<3 { #expect(try Program.run("test", ".", in: folder).text == outcome.text) }
    let first = #"$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')"#
    let alone = try Program.bash("taskset -c \(first) \"$haptic\" test .", in: folder)
    #expect(alone.text == outcome.text)
  }

  @Test func `with --quiet only unexpected results are printed`() throws {
    #expect(try Program.run("test", "-q", "tap.test.yaml", in: folder()).text == "")
    let outcome = try Program.run("test", "-q", "tap.ahap", in: folder("transients: 2"))
    #expect(outcome.text == "tap.test.yaml:1:13: transients is 1, expected 2\n")
  }

  @Test func `peak is the value that inspect prints`() throws {
    let folder = try folder("peak: { max: 0 }")
    let report = try #require(
      try Program.run("inspect", "tap.ahap", "--json", in: folder).json() as? [String: Any])
    let peak = try #require(report["peak"] as? Double)
    try folder.write("peak: \(peak)", to: "tap.test.yaml")
    #expect(try Program.run("test", "tap.ahap", in: folder).status == 0)
  }

  @Test func `an XML report has a case for each expectation and each scenario`() throws {
    let folder = try folder("transients: 2\nduration: 0\n")
    try folder.write(Self.call, to: "call.yaml")
    try folder.write("peek: 1\n", to: "bad.test.yaml")
    let outcome = try Program.run(
      "test", "call.yaml", "tap.ahap", "bad.test.yaml", "--junit", "x.xml", in: folder)
    #expect(outcome.status == 65)
    let text = String(decoding: try folder.read("x.xml"), as: UTF8.self)
    #expect(
      text.hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="4" failures="2" errors="1">
          <testsuite name="call.yaml" tests="1" failures="1" errors="0">
            <testcase classname="call.yaml" name="a &lt;call&gt;" file="call.yaml" line="7">
              <failure message="at 9 s: music: playing is false, expected true">
        """))
    #expect(
      text.contains(
        """
          <testsuite name="tap.test.yaml" tests="2" failures="1" errors="0">
            <testcase classname="tap.test.yaml" name="transients" file="tap.test.yaml" line="1">
              <failure message="transients is 1, expected 2">tap.test.yaml:1:13: transients is 1, \
        expected 2</failure>
            </testcase>
            <testcase classname="tap.test.yaml" name="duration" file="tap.test.yaml" line="2"/>
          </testsuite>
        """))
    #expect(text.contains("<error message=\"error: unknown key 'peek'; did you mean 'peak'?\">"))
    let check = #"python3 -c "import xml.etree.ElementTree as e; e.parse('x.xml')""#
    #expect(try Program.bash(check, in: folder).status == 0)
  }

  @Test func `the JSON has an object for each file, in the order of the arguments`() throws {
    let folder = try folder()
    try folder.write(Self.call, to: "call.yaml")
    try folder.write("peek: 1\n", to: "bad.test.yaml")
    let names = ["tap.ahap", "gone.yaml", "call.yaml", "bad.test.yaml"]
    let outcome = try Program.run(["test", "--json"] + names, in: folder)
    #expect(outcome.status == 65)
    let entries = try #require(try outcome.json() as? [[String: Any]])
    #expect(
      entries.compactMap { $0["file"] as? String }
        == ["tap.test.yaml", "gone.yaml", "call.yaml", "bad.test.yaml"])
    #expect(
      entries.compactMap { $0["verdict"] as? String } == ["ok", "not run", "failed", "not run"])
    #expect(entries.compactMap { $0["expectations"] as? Int } == [2, 0, 1, 0])
    let failures = try #require(entries[2]["failures"] as? [[String: Any]])
    #expect(failures.count == 1)
    #expect(failures.first?["line"] as? Int == 7)
    #expect(failures.first?["column"] as? Int == 24)
    #expect(
      failures.first?["message"] as? String
        == "at 9 s: music: playing is false, expected true")
    let problems = try #require(entries[3]["problems"] as? [[String: Any]])
    #expect(
      problems.first?["message"] as? String
        == "error: unknown key 'peek'; did you mean 'peak'?")
  }

  @Test func `an XML report has a named case for each line with a failure`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      Self.call.replacing(
        "  - { at: 9", with: "  - expect: { music: { playing: true, audible: true } }\n  - { at: 9"),
      to: "call.yaml")
    let outcome = try Program.run("test", "-q", "call.yaml", "--junit", "x.xml", in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.words == "1 test, 3 expectations, 1 test failed\n")
    let text = String(decoding: try folder.read("x.xml"), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(
      lines.filter { $0.hasPrefix("<test") } == [
        #"<testsuites tests="2" failures="2" errors="0">"#,
        #"<testsuite name="call.yaml" tests="2" failures="2" errors="0">"#,
        #"<testcase classname="call.yaml" name="a &lt;call&gt;" file="call.yaml" line="6">"#,
        #"<testcase classname="call.yaml" name="a &lt;call&gt;, line 8" file="call.yaml" line="8">"#,
      ])
    let messages = text.matches(of: /<failure message="([^"]+)">/).map { String($0.1) }
    #expect(
      messages == [
        "at 5 s: music: playing is false, expected true",
        "at 9 s: music: playing is false, expected true",
      ])
    #expect(text.contains("\ncall.yaml:6:39: at 5 s: music: audible is false, expected true"))
  }

  // Source: `docs.gitlab.com/ci/testing/unit_test_reports`: of cases with the same name, only the first is shown.
  @Test func `every case of an XML report has its own name, in every run`() throws {
    let folder = try folder(
      "parts: [{ between: [0, 0.1], felt: 0 }, { between: [0, 0.1], felt: 0 }, "
        + "{ between: [0, 0.1], felt: 0 }]\n")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "b"), withIntermediateDirectories: true)
    let twice = Self.call + "---\n" + Self.call + "---\n" + Self.call.replacing("call>", with: "b>")
    for name in ["call.yaml", "b/call.yaml"] { try folder.write(twice, to: name) }
    func names() throws -> [String] {
      _ = try Program.run(
        "test", "tap.ahap", ".", "b/call.yaml", "--junit", "x.xml", in: folder)
      return String(decoding: try folder.read("x.xml"), as: UTF8.self)
        .matches(of: /<testcase (classname="[^"]+" name="[^"]+")/).map { String($0.1) }
    }
    let found = try names()
    #expect(found.count == 15)
    #expect(Set(found).count == found.count, "\(found)")
    #expect(try names() == found)
    let line =
      try #require(
        twice.split(separator: "\n", omittingEmptySubsequences: false)
          .lastIndex { $0.contains("scenario: a <call>") }) + 1
    #expect(found.contains { $0.hasSuffix("name=\"a &lt;call&gt;, line \(line)\"") })
  }

  @Test func `Git hosts get an annotation command for each failure`() throws {
    let outcome = try Program.run(
      "test", "--annotations", "-q", "tap.ahap", in: folder("transients: 2"))
    #expect(
      outcome.text.split(separator: "\n").last
        == "::error file=tap.test.yaml,line=1,col=13,title=haptic test::transients is 1, expected 2"
    )
  }

  @Test func `every problem of a file is printed, and the other files are tested`() throws {
    let folder = try folder("peek: 1\nfelt: loud\n")
    try folder.write("scenario: a\nstep: []\n", to: "bad.yaml")
    try folder.write("pattern: tap.ahap\ntransients: 1\n", to: "good.test.yaml")
    let outcome = try Program.run("test", "tap.ahap", "bad.yaml", "good.test.yaml", in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.text.contains("tap.test.yaml:1:1: error: unknown key 'peek'"))
    #expect(outcome.text.contains("tap.test.yaml:2:7: error: felt must be a number"))
    #expect(outcome.text.contains("bad.yaml:2:1: error: unknown key 'step'"))
    #expect(outcome.text.contains("good.test.yaml: ok, 1 expectation"))
    #expect(outcome.words == "1 test, 1 expectation, all as expected, 2 files not valid\n")
  }

  @Test func `a pattern or folder without tests is reported, and the other files are tested`()
    throws
  {
    let folder = try folder("transients: 1\n")
    try folder.write("{}", to: "empty/other.ahap")
    try folder.write("{}", to: "other.ahap")
    let outcome = try Program.run("test", "other.ahap", "empty", "tap.ahap", in: folder)
    #expect(outcome.status == 66)
    #expect(outcome.text.contains("other.ahap: the file with its expectations, other.test.yaml,"))
    #expect(outcome.text.contains("empty: the folder contains no scenario"))
    #expect(outcome.text.contains("tap.test.yaml: ok, 1 expectation\n"))
    #expect(outcome.words == "1 test, 1 expectation, all as expected, 2 files not readable\n")
  }

  @Test(arguments: [
    ("", 64, "paths"), ("none.yaml", 66, "none.yaml"),
    ("other.ahap", 66, "other.ahap: no such file"),
    ("empty", 66, "the folder contains no scenario"), ("lost.test.yaml", 66, "gone.ahap"),
    ("broken.test.yaml", 65, "broken.ahap:"), ("tap.ahap --junit -", 64, "--junit"),
    ("tap.ahap --junit tap.test.yaml", 64, "would be overwritten"),
    ("tap.ahap --junit none/x.xml", 73, "none"), ("- -", 64, "standard input"),
  ])
  func `an impossible test is reported with its status`(
    arguments: String, status: Int32, words: String
  ) throws {
    let folder = try folder()
    try FileManager.default.createDirectory(
      atPath: folder.path("empty"), withIntermediateDirectories: false)
    try folder.write("pattern: gone.ahap\nduration: 0\n", to: "lost.test.yaml")
    try folder.write("duration: 0\n", to: "broken.test.yaml")
    try folder.write("{}", to: "broken.ahap")
    let outcome = try Program.bash("\"$haptic\" test \(arguments)", in: folder)
    #expect(outcome.status == status)
    #expect((outcome.text + outcome.words).contains(words), "\(outcome.text)\(outcome.words)")
  }

  @Test func `a scenario can be read from standard input`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.call.replacing("true", with: "false"), to: "x")
    let outcome = try Program.bash("\"$haptic\" test - < x", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text == "-: ok, 1 expectation\n")
  }

  @Test func `the tests in the examples pass and fit their schema`() throws {
    let folder = "\(Program.package)/Examples/Tests"
    #expect(try Program.run("test", folder, in: ScratchFolder()).status == 0)
    let schema = try SchemaValidator("test")
    #expect(
      try schema.problems(in: ["duration": 1.5, "peak": ["max": 0.9]] as [String: Any]).isEmpty)
    #expect(try !schema.problems(in: ["peek": 1]).isEmpty)
    #expect(try !schema.problems(in: ["parts": ["felt": 1]]).isEmpty)
    #expect(try !schema.problems(in: ["felt": ["mn": 1]]).isEmpty)
  }
}
