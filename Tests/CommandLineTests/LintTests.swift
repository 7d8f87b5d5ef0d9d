import Foundation
import HapticLint
import Testing
import TextFormats

/// `haptic lint`.
struct LintTests {
  private let curve = """
    {"Pattern": [
      {"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 1}},
      {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.1,
        "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 0.5}]}}
    ]}
    """

  @Test func `the sounds of a folder are checked and compared`() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "s/readme.txt")
    #expect(try Program.run("lint", "s", in: folder).status == 66)
    for name in ["s/a.wav", "s/deep/b.wav"] {
      try folder.write("", to: "s/deep/here")
      #expect(try Program.run("render", "heartbeat", "-o", name, in: folder).status == 0)
    }
    let outcome = try Program.run("lint", "--brief", "s", "s/a.wav", in: folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.text.contains("L-26") && outcome.text.contains("sounds like"), "\(outcome.text)")
    #expect(outcome.words.contains("2 files"), "\(outcome.words)")
  }

  @Test func `the pattern library and the presets pass`() throws {
    let presets = ["impact.light", "impact.heavy", "selection", "notification.failure"]
    let outcome = try Program.run(
      ["lint", "\(Program.package)/Patterns"] + presets, in: ScratchFolder())
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.text == "")
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["HAPTIC_CORPUS"] != nil))
  func `Apple's sample patterns pass, except for known problems`() throws {
    let corpus = ProcessInfo.processInfo.environment["HAPTIC_CORPUS"] ?? ""
    let outcome = try Program.run(
      "lint", "--json", "\(corpus)/ahap/apple-unityplugins", in: ScratchFolder())
    let found = try #require(try outcome.json() as? [[String: Any]])
    for finding in found where finding["severity"] as? String != "info" {
      // Missing sound files, and a sharpness of -1.
      #expect(finding["rule"] as? String == "L-16", "\(finding)")
      let message = finding["message"] as? String ?? ""
      #expect(message.contains("sound file") || message.contains("-1"), "\(message)")
    }
  }

  @Test func `an expectation that an old event meets is found in the trace of its scenario`() throws
  {
    let folder = try ScratchFolder()
    let steps = """
      scenario: An alarm is expected twice and fires once
      apps: { music: { category: playback } }
      steps:
        - music: play
        - { at: 3, alarm: fire }
        - expect: { music: { includes: [interruption began default] } }
        - { at: 4, alarm: dismiss }
        - expect: { music: { SINCE includes: [interruption began default] } }
      """
    for (since, status) in [("", 1), ("since: 0,", 0)] {
      let text = steps.replacing("SINCE", with: since)
      try folder.write(text, to: "old.yaml")
      let run = try Program.run("session", "run", "--json", "old.yaml", in: folder)
      #expect(run.status == 0 && run.words.contains("old.yaml:8:") == (status == 1))
      try folder.write(run.text, to: "old.jsonl")
      let outcome = try Program.run("lint", "--brief", "old.jsonl", in: folder)
      #expect(outcome.status == status && outcome.text.contains("P-09") == (status == 1))
    }
    // The scenario itself is not a manifest. The message says how to read its trace.
    let outcome = try Program.run("lint", "old.yaml", in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.words.contains("haptic session run --json old.yaml | haptic lint -"))
  }

  @Test func `the manifest of the guidelines' own examples passes`() throws {
    let outcome = try Program.run(
      "lint", "\(Program.package)/Examples/Lint/guidelines.yaml", in: ScratchFolder())
    #expect(outcome.status == 0, "\(outcome.text)")
    let manifest = try String(
      contentsOfFile: "\(Program.package)/Examples/Lint/guidelines.yaml", encoding: .utf8)
    for pattern in ["notification.success", "notification.warning", "notification.failure"] {
      // Once for the bank check and once for the car.
      #expect(manifest.components(separatedBy: "pattern: \(pattern)\n").count == 3, "\(pattern)")
    }
    for pattern in ["ar-contact", "payment-confirmed"] {
      #expect(manifest.contains("pattern: \(pattern)\n"), "\(pattern)")
    }
    let faulty = try Program.run(
      "lint", "\(Program.package)/Examples/Lint/faults.yaml", in: ScratchFolder())
    #expect(faulty.status == 1)
    for rule in ["L-01", "L-03", "L-08", "L-09", "L-10", "L-14"] {
      #expect(faulty.text.contains("[\(rule) "), "\(rule)")
    }
  }

  @Test func `a finding is printed with its reason, and the exit status reports it`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.write(curve, to: "x.ahap")
    let outcome = try Program.run("lint", "x.ahap", in: folder)
    #expect(outcome.status == 1)
    try Snapshot.expect(outcome.text, is: "lint", in: folder)
    #expect(
      outcome.words.contains(/^1 file: 0 errors, 1 warning, 0 informational; \d+ rules checked\n/))
    let sarif = try #require(
      try Program.run("lint", "x.ahap", "--sarif", in: folder).json() as? [String: Any])
    #expect(sarif["version"] as? String == "2.1.0")
    let annotations = try Program.run("lint", "x.ahap", "--annotations", in: folder).text
    #expect(annotations.hasPrefix("::warning file=x.ahap,line=3,col="))
  }

  @Test func `a file that cannot be read does not hide the findings of the others`() throws {
    let folder = try ScratchFolder()
    try folder.write(curve, to: "x.ahap")
    for missing in ["missing.ahap", "missing.wav"] {
      let outcome = try Program.run("lint", "--brief", "--fix", missing, "heartbeat", in: folder)
      #expect(outcome.status == 66 && outcome.text.isEmpty)
      let both = try Program.run("lint", "--brief", missing, "x.ahap", in: folder)
      #expect(both.status == 66, "\(both.words)")
      #expect(both.text.contains("[P-02"), "\(both.text)")
      #expect(both.words.contains(missing) && both.words.contains("1 unreadable"), "\(both.words)")
    }
  }

  @Test func `a pattern is checked at its inputs' values, with positions in its file`() throws {
    let folder = try ScratchFolder()
    let notation = "input speed 0..1=0 time 0:1 1:0.1, tap 1, rest 60ms, tap 0.5"
    try #require(Program.run("new", "x.ahap", "--notation", notation, in: folder).status == 0)
    let written = try Program.run("lint", "--brief", "x.ahap", in: folder)
    #expect(written.status == 0 && !written.text.contains("P-05"), "\(written.text)")
    let fast = try Program.run("lint", "--brief", "x.ahap", "--input", "speed=1", in: folder)
    #expect(fast.status == 1 && fast.text.contains("are 6 ms apart [P-05"), "\(fast.text)")
    // The line before the line of its key.
    let lines = String(decoding: try folder.read("x.ahap"), as: UTF8.self).split(separator: "\n")
    let second = try #require(lines.indices.filter { lines[$0].contains("\"Event\"") }.last)
    #expect(fast.text.hasPrefix("x.ahap:\(second):"), "\(fast.text)")
    let typed = try Program.run(
      "lint", "--brief", "--notation", notation, "--input", "speed=1", in: folder)
    #expect(typed.status == 1 && typed.text.contains("are 6 ms apart [P-05"), "\(typed.text)")
  }

  @Test(arguments: [
    ["--input", "speed=2", "x.ahap"], ["--input", "sped=1", "x.ahap"],
    ["--input", "speed=1", "x.ahap", "selection"], ["--input", "speed", "x.ahap"],
    ["--fix", "--input", "speed=1", "x.ahap"],
  ])
  func `an unknown input is a usage error, and so is a fix with an input value`(
    arguments: [String]
  ) throws {
    let folder = try ScratchFolder()
    let notation = "input speed 0..1=0 time 0:1 1:0.1, tap 1, rest 60ms, tap 0.5"
    try #require(Program.run("new", "x.ahap", "--notation", notation, in: folder).status == 0)
    let outcome = try Program.run(["lint"] + arguments, in: folder)
    #expect(outcome.status == 64 && outcome.text.isEmpty, "\(outcome.words)")
    #expect(outcome.words.contains("input"), "\(outcome.words)")
  }

  @Test func `the sounds of a pattern are searched for in the folder of --resources`() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "sounds/here")
    try #require(
      Program.run("render", "selection", "-o", "sounds/hit.wav", in: folder).status == 0)
    let line = ["lint", "--brief", "--notation", "sound \"hit.wav\" 0.5, tap 1"]
    let missing = try Program.run(line, in: folder)
    #expect(missing.text.contains("hit.wav") && missing.status == 1, "\(missing.text)")
    let found = try Program.run(line + ["--resources", "sounds"], in: folder)
    #expect(!found.text.contains("hit.wav") && found.status == 0, "\(found.text)")
  }

  @Test func `a fix is written in place and resolves all findings`() throws {
    let folder = try ScratchFolder()
    try folder.write(curve, to: "x.ahap")
    let outcome = try Program.run("lint", "--fix", "x.ahap", in: folder)
    #expect(outcome.words.contains("x.ahap: corrected (P-02)"))
    // The findings are those of the original file.
    #expect(try Program.run("lint", "x.ahap", in: folder).status == 0)
    #expect(try Program.run("validate", "--strict", "x.ahap", in: folder).status == 0)
    #expect(try folder.names == ["x.ahap"])
  }

  @Test func `a fix keeps the text that it does not correct`() throws {
    let folder = try ScratchFolder()
    let old =
      "\u{FEFF}{\"Mine\": [1, 2.50],\r\n\t\"Pattern\": [\r\n"
      + #"\t{"Note": 1e0, "ParameterCurve": {"ParameterID": "HapticIntensityControl", "Tag": "x", "#
      .replacing("\\t", with: "\t")
      + #""Time": 0.10, "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 0.50}]}},"#
      + "\r\n" + #"{"Event": {"EventDuration": 0, "EventType": "HapticTransient", "Time": 1.00, "#
      + #""EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 1.50}]}},"#
      + "\r\n\t], \"Metadata\": {\"Créé\": 1.0}}"
    let new = old.replacing("\"ParameterCurve\"", with: "\"Parameter\"")
      .replacing(
        #""ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 0.50}]"#,
        with: #""ParameterValue": 0.50"#
      ).replacing("\"EventDuration\": 0, ", with: "").replacing("1.50", with: "1.0")
    try folder.write(old, to: "x.ahap")
    let outcome = try Program.run("lint", "--fix", "x.ahap", in: folder)
    #expect(outcome.words.contains("x.ahap: corrected (L-16, P-02)\n"), "\(outcome.words)")
    #expect(String(decoding: try folder.read("x.ahap"), as: UTF8.self) == new)
  }

  @Test func `a finding is fixable only if the fix corrects it`() throws {
    let folder = try ScratchFolder()
    func pattern(_ duration: String, _ intensity: String) -> String {
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0\#(duration), "#
        + #""EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": \#(intensity)}]}}]}"#
    }
    try folder.write(pattern(#", "EventDuration": 1"#, "1"), to: "long.ahap")
    try folder.write(pattern("", "2"), to: "loud.ahap")
    let tap = #"{"Event": {"EventType": "HapticTransient", "Time": 0}}"#
    try folder.write(
      #"{"Pattern": [\#(Array(repeating: tap, count: 5).joined(separator: ", "))]}"#,
      to: "overlap.ahap")
    try folder.write(
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": "soon"}}]}"#,
      to: "invalid.ahap")
    for (file, isFixable) in [
      ("long.ahap", false), ("loud.ahap", true), ("overlap.ahap", false), ("invalid.ahap", false),
    ] {
      let text = try Program.run("lint", file, in: folder).text
      #expect(
        text.contains("[L-16") && text.contains("--fix makes this correction") == isFixable,
        "\(text)")
      let fixed = try Program.run("lint", "--fix", "--brief", file, in: folder)
      #expect(fixed.text.contains("[L-16") == !isFixable, "\(fixed.text)")
    }
  }

  @Test(arguments: ["--fix -", "- -"])
  func `standard input is read once and is not corrected`(arguments: String) throws {
    let folder = try ScratchFolder()
    try folder.write(curve, to: "x.ahap")
    let outcome = try Program.bash(
      #""$haptic" lint \#(arguments) <x.ahap"#, in: folder)
    #expect(outcome.status == 64 && outcome.text.isEmpty, "\(outcome.words)")
  }

  @Test func `the content of standard input decides between a manifest and a pattern`() throws {
    let folder = try ScratchFolder()
    let manifest = try Program.bash(
      #"printf '# nothing\nname: x\n' | "$haptic" lint -"#, in: folder)
    #expect(manifest.words.contains("-:2:"), "\(manifest.words)")
    let marked = try Program.bash(
      #"printf -- '---\napps:\n' | "$haptic" lint -"#, in: folder)
    #expect(marked.words.contains("unknown key 'apps'"), "\(marked.words)")
    let sound = try Program.bash(#"printf RIFFxxxx | "$haptic" lint -"#, in: folder)
    #expect(sound.status == 64 && sound.words.contains("a sound cannot be read"), "\(sound.words)")
    let nothing = try Program.bash(#""$haptic" lint - < /dev/null"#, in: folder)
    #expect(nothing.status == 65 && nothing.words.contains("is empty"))
    try folder.write(curve, to: "x.ahap")
    let replaced = try Program.bash(#""$haptic" lint --brief <(cat x.ahap)"#, in: folder)
    #expect(replaced.text.contains("P-02"), "\(replaced.text)")
    let pattern = try Program.bash(#""$haptic" lint - < x.ahap"#, in: folder)
    #expect(pattern.text.hasPrefix("-:3:"), "\(pattern.text)")
    #expect(pattern.text.contains("P-02"))
  }

  @Test func `unreadable files appear in SARIF, annotations and the JSON list of rules`()
    throws
  {
    let folder = try ScratchFolder()
    let sarif = try Program.run("lint", "--sarif", "missing.ahap", in: folder)
    #expect(sarif.status == 66)
    let runs = (try sarif.json() as? [String: Any])?["runs"] as? [[String: Any]]
    let invocation = (runs?.first?["invocations"] as? [[String: Any]])?.first
    #expect(invocation?["executionSuccessful"] as? Bool == false)
    #expect((invocation?["toolExecutionNotifications"] as? [Any])?.count == 1)
    let annotations = try Program.run("lint", "--annotations", "missing.ahap", in: folder)
    #expect(annotations.text.hasPrefix("::error::missing.ahap"), "\(annotations.text)")
    let rules = try Program.run("lint", "--rules", "--json", in: folder).json() as? [[String: Any]]
    #expect(rules?.count == Lint.rules.count && rules?.first?["id"] as? String == "L-01")
    #expect(try Program.run("lint", "--rules", "--sarif", in: folder).status == 64)
  }

  @Test func `file names appear unchanged in JSON and annotations`() throws {
    let folder = try ScratchFolder()
    let name = "a\u{9B}\u{202E}b\nc:.ahap"
    try folder.write(curve, to: name)
    let outcome = try Program.run("lint", "--json", ".", in: folder)
    let found = try #require(try outcome.json() as? [[String: Any]])
    #expect(found.first?["file"] as? String == "./\(name)")
    // Nevertheless, the names cannot control a terminal.
    #expect(!outcome.text.unicodeScalars.contains("\u{9B}"))
    #expect(outcome.text.contains(#"\u009b\u202eb\nc"#))
    let annotations = try Program.run("lint", "--annotations", ".", in: folder)
    #expect(annotations.text.contains("b%0Ac%3A.ahap,"), "\(annotations.text)")
    try folder.write("{", to: name)
    let problems = try Program.run("validate", "--json", ".", in: folder)
    let problem = try #require(try problems.json() as? [[String: Any]]).first
    #expect(problem?["file"] as? String == "./\(name)")
  }

  @Test(arguments: [
    (#""P-02: the point is meant; P-05""#, #""P-05" does not accept any"#),
    (#""P-99: nothing""#, #""P-99: nothing" does not accept any"#),
    (#"["P-02: the point"]"#, "as one string"),
  ])
  func `acceptances that cannot be parsed are reported`(text: String, words: String) throws {
    let folder = try ScratchFolder()
    let accepted = curve.replacing(
      "{", with: #"{"Metadata": {"Lint": \#(text)}, "#, maxReplacements: 1)
    try folder.write(accepted, to: "x.ahap")
    let outcome = try Program.run("lint", "x.ahap", in: folder)
    #expect(outcome.words.contains(words), "\(outcome.words)")
  }

  @Test func `a configuration in the folder is read, and an invalid one is rejected`() throws {
    let folder = try ScratchFolder()
    try folder.write(curve, to: "x.ahap")
    try folder.write(
      "accept: [{ rule: P-02, file: x.ahap, reason: written by a tool }]", to: "haptic-lint.yaml")
    let accepted = try Program.run("lint", "x.ahap", in: folder)
    #expect(accepted.status == 0 && accepted.words.contains("1 accepted"))
    try folder.write("accept: [{ rule: P-02 }]", to: "haptic-lint.yaml")
    let refused = try Program.run("lint", "x.ahap", in: folder)
    #expect(refused.status == 65 && refused.words.contains("missing key 'reason'"))
  }

  @Test func `a scenario's trace is checked`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      scenario: It plays on
      apps: {music: {category: playback}}
      steps:
        - music: play
        - {at: 3, phone: ring}
        - {at: 5, phone: {decline: {interruption: notResumable}}}
        - {at: 5, music: play}
        - {at: 9, music: {playHaptic: flashlight-tap}}
      """, to: "on.yaml")
    let outcome = try Program.bash(
      #""$haptic" session run --json on.yaml > on.jsonl; "$haptic" lint on.jsonl"#, in: folder)
    let renamed = try Program.bash(
      #"cp on.jsonl on.json; "$haptic" lint on.json"#, in: folder)
    #expect(renamed.text == outcome.text.replacing("on.jsonl", with: "on.json"))
    let piped = try Program.bash(
      #""$haptic" session run --json on.yaml | "$haptic" lint -"#, in: folder)
    #expect(piped.text == outcome.text.replacing("on.jsonl", with: "-"))
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("plays although it was not notified"), "\(outcome.text)")
    #expect(outcome.text.contains("music plays flashlight-tap, but nothing has happened"))
    #expect(outcome.words.contains("1 file: 2 errors, 0 warnings"), "\(outcome.words)")
  }

  @Test func `the example scenarios pass, except for the problems that they show`() throws {
    let outcome = try Program.bash(
      """
      for f in "\(Program.package)"/Examples/Scenarios/*.yaml; do
        "$haptic" session run --json "$f" > x.jsonl || echo "$f failed"
        "$haptic" lint --brief x.jsonl || echo "in $f"
      done
      """, in: ScratchFolder())
    // A duplicate message, and an app that does not respond to its remote commands.
    let shown = ["'dinner' is announced again", "music does not respond to this command"]
    for line in outcome.text.split(separator: "\n") where !line.hasPrefix("in ") {
      #expect(line.contains(": info: ") || shown.contains { line.contains($0) }, "\(line)")
    }
    #expect(shown.allSatisfy(outcome.text.contains))
  }

  @Test(
    arguments: [
      (["lint"], 64), (["lint", "nowhere.ahap"], 66),
      (["lint", "--json", "--sarif", "x"], 64),
      (["lint", "--config", "nowhere.yaml", "selection"], 66), (["lint", "--rules"], 0),
    ] as [([String], Int32)])
  func `the exit status reports the kind of problem`(arguments: [String], status: Int32) throws {
    #expect(try Program.run(arguments, in: ScratchFolder()).status == status)
  }

  @Test func `the schema of manifests covers every key that is read`() throws {
    let schema = try #require(
      try Program.run("schema", "manifest", in: ScratchFolder()).json() as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(properties.keys.sorted() == AppManifest.shape.keys)
  }

  @Test func `the page of the rules is generated from their rows`() throws {
    let path = "\(Program.package)/Documentation/Lint.md"
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] != nil {
      try Lint.page.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Lint.page)
  }
}
