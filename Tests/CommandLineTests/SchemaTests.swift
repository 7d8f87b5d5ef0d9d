import Foundation
import HapticLint
import Testing

/// Schemas in an independent validator.
struct SchemaTests {
  /// Whether a validator is installed: python3 with its package jsonschema.
  static let hasValidator: Bool = {
    let check = #"python3 -c "import jsonschema" 2>/dev/null"#
    return (try? Program.bash(check, in: ScratchFolder()).status) == 0
  }()

  /// Prints whether each file fits the schema: `NAME: yes` or `NAME: no`.
  private static let judge = """
    import json, jsonschema, sys
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for name in sys.argv[2:]:
        fits = validator.is_valid(json.load(open(name, encoding="utf-8-sig")))
        print(name, "fits" if fits else "does not fit")
    """

  private static func verdicts(
    _ format: String, _ files: [String: String], in folder: ScratchFolder
  ) throws -> [String: Bool] {
    try folder.write(judge, to: "judge.py")
    for (name, text) in files { try folder.write(text, to: name) }
    let names = files.keys.sorted().joined(separator: " ")
    let outcome = try Program.bash(
      #""$haptic" schema \#(format) > schema.json && python3 judge.py schema.json \#(names)"#,
      in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    let lines = outcome.text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
    return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), $0[1] == "fits") })
  }

  @Test(.enabled(if: hasValidator, "python3 with jsonschema is not installed"))
  func `the schema of AHAP accepts good files and marks others`() throws {
    let verdicts = try Self.verdicts(
      "ahap",
      [
        "mixed": TestPattern.mixed, "broken": TestPattern.broken, "clamped": TestPattern.clamped,
        "empty": "{}", "array": "[]",
        "sound": #"{"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0}}]}"#,
        "curve": """
        {"Pattern": [{"ParameterCurve": {"ParameterID": "AudioPanControl", "Time": 0,
          "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": -1}]}}]}
        """,
        "misspelt": #"{"Pattern": [{"Evnt": {}}]}"#,
        "schema":
          #"{"$schema": 7, "Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}}]}"#,
        "nothing": #"{"Pattern": []}"#,
        "endless": #"{"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0}}]}"#,
        "both": #"{"Pattern": [{"Event": {}, "Parameter": {}}]}"#, "none": #"{"Pattern": [{}]}"#,
      ], in: ScratchFolder())
    #expect(
      verdicts == [
        "mixed": true, "curve": true, "broken": false, "clamped": false, "empty": false,
        "array": false, "sound": false, "misspelt": false, "schema": true, "both": false,
        "none": false, "nothing": false, "endless": false,
      ])
  }

  @Test(.enabled(if: hasValidator, "python3 with jsonschema is not installed"))
  func `an editor marks the value that is out of range, not the parameter`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.clamped, to: "x.json")
    try folder.write(
      """
      import json, jsonschema
      errors = jsonschema.Draft202012Validator(json.load(open("s.json"))).iter_errors(
          json.load(open("x.json")))
      print(jsonschema.exceptions.best_match(errors).json_path)
      """, to: "best.py")
    let outcome = try Program.bash(
      #""$haptic" schema ahap > s.json && python3 best.py"#, in: folder)
    #expect(outcome.text == "$.Pattern[0].Event.EventParameters[0].ParameterValue\n")
  }

  @Test(.enabled(if: hasValidator, "python3 with jsonschema is not installed"))
  func `the schema of AHAP accepts all patterns that ship with the program`() throws {
    let folder = try ScratchFolder()
    var files: [String: String] = [:]
    let list = try Program.run("presets", "--json", in: folder).json() as? [[String: Any]] ?? []
    for name in list.compactMap({ $0["name"] as? String }) {
      files[name] = try Program.run("new", "-", "--from", name, in: folder).text
    }
    #expect(files.count > 20)
    #expect(try Self.verdicts("ahap", files, in: folder).values.allSatisfy { $0 })
  }

  @Test(.enabled(if: hasValidator, "python3 with jsonschema is not installed"))
  func `the schema of profiles agrees with the program`() throws {
    let folder = try ScratchFolder()
    let good = #"{"lowHertz": 80, "highHertz": 230, "gainContinuous": 0.6, "gainTransient": 0.8"#
    let files = [
      "least.json": good + "}",
      "all.json": good
        + #", "name": "n", "summary": "s", "gain": 2, "intensityExponent": 2, "#
        + #""actuator": {"resonanceHertz": 150, "q": 8}}"#,
      "null.json": good + #", "actuator": null}"#,
      "half.json": good + #", "actuator": {"q": 8}}"#,
      "extra.json": good + #", "color": 1}"#,
      "loud.json": good + #", "gain": 17}"#,
      "text.json": good + #", "gain": "1"}"#,
      "missing.json": #"{"lowHertz": 80, "highHertz": 230}"#,
    ]
    let verdicts = try Self.verdicts("profile", files, in: folder)
    for (name, fits) in verdicts {
      let outcome = try Program.run(
        "render", "selection", "-o", "x.wav", "--profile", name, in: folder)
      #expect(outcome.status == (fits ? 0 : 65), "\(name): \(outcome.words)")
    }
    #expect(verdicts.values.count { $0 } == 3)
  }

  @Test(
    .enabled(
      if: hasValidator && ProcessInfo.processInfo.environment["HAPTIC_CORPUS"] != nil,
      "HAPTIC_CORPUS names no folder of patterns, or python3 has no jsonschema"))
  func `valid files from other sources fit the schema`() throws {
    let corpus = try #require(ProcessInfo.processInfo.environment["HAPTIC_CORPUS"])
    let folder = try ScratchFolder()
    try folder.write(Self.judge, to: "judge.py")
    let outcome = try Program.bash(
      """
      "$haptic" schema ahap > schema.json
      find '\(corpus)/ahap' -name '*.ahap' -print0 | while IFS= read -r -d '' file; do
        "$haptic" validate --strict "$file" >/dev/null 2>&1 || continue
        python3 -c 'import json, sys; json.load(open(sys.argv[1], encoding="utf-8-sig"))' \
          "$file" 2>/dev/null || continue
        cp "$file" "$((++count)).ahap"
      done
      python3 judge.py schema.json *.ahap
      """, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count > 5)
    #expect(lines.filter { !$0.hasSuffix(" fits") }.isEmpty)
  }

  // MARK: Without Python

  private static func files(below folder: String, _ ending: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }

  @Test func `every scenario that ships with the program fits its schema`() throws {
    let validator = try SchemaValidator("scenario")
    let files =
      Self.files(below: "\(Program.package)/Examples/Scenarios", ".yaml")
      + Self.files(below: "\(Program.package)/Examples/Guidelines", ".yaml")
      + Self.files(below: "\(Program.package)/Tests/PhoneSimulatorTests/Scenarios", ".yaml")
    #expect(files.count > 60)
    for file in files {
      let documents = try SchemaValidator.documents(
        yaml: Data(contentsOf: URL(fileURLWithPath: file)))
      for document in documents {
        let problems = try validator.problems(in: document)
        #expect(problems.isEmpty, "\(file): \(problems.prefix(3))")
      }
    }
  }

  @Test
  func `the traces of the examples fit their schema; an unknown word does not`()
    throws
  {
    let validator = try SchemaValidator("trace")
    let files = Self.files(below: "\(Program.package)/Examples/Scenarios", ".yaml")
    #expect(!files.isEmpty)
    for file in files {
      let output = try Program.run("session", "run", "--json", file, in: ScratchFolder()).output
      let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
      #expect(!lines.isEmpty)
      for line in lines {
        func problems(_ text: String) throws -> [String] {
          try validator.problems(in: JSONSerialization.jsonObject(with: Data(text.utf8)))
        }
        #expect(try problems(String(line)).isEmpty, "\(line)")
        let other = line.replacing(#""what":""#, with: #""what":"un"#)
        #expect(try !problems(String(other)).isEmpty)
      }
    }
  }

  @Test(arguments: [
    "scenario: a", "steps: []", "scenario: a\nsteps: {}", "scenario: a\nsteps: []\nstep: []",
    "scenario: a\napps: {m: {category: playbak}}\nsteps: []",
    "scenario: a\napps: {m: {catgory: playback}}\nsteps: []",
    "scenario: a\napps: {m: }\nsteps: [{m: ply}]",
    "scenario: a\nsteps: [{phone: {rings: {}}}]",
    "scenario: a\nsteps: [{at: -1, device: lock}]", "scenario: a\ndevice: {locked: 1}\nsteps: []",
    "scenario: a\npolicy: {nothing: 1}\nsteps: []",
    "scenario: a\nsteps: [{expect: {device: {rout: speaker}}}]",
  ])
  func `scenarios that the reader rejects do not fit the schema`(text: String) throws {
    let folder = try ScratchFolder()
    try folder.write(text, to: "x.yaml")
    #expect(try Program.run("session", "run", "x.yaml", in: folder).status == 65)
    let document = try #require(try SchemaValidator.documents(yaml: Data(text.utf8)).first)
    #expect(try !SchemaValidator("scenario").problems(in: document).isEmpty)
  }

  @Test(arguments: [
    ("app: {voiceChat: {foo: 1}}", false), ("app: {voiceChat: {toggle: x}}", false),
    ("app: {voiceChat: {toggle: true}}", true), ("app: {composites: {a: x}}", false),
    ("app: {composites: {a: true}}", true), ("app: {name: 7}", true),
    ("bindings: [{id: 1e12}]", true), ("bindings: [{id: a, pattern: 0.5}]", true),
    ("bindings: [{id: a, companions: [null]}]", false), ("notices: [a, 3]", true),
    ("notices: [a, null]", false), ("bindings: [{id: a, importance: 7}]", false),
    ("bindings: [{id: a, importance: 3}]", true),
    ("bindings: [{id: a, tested: {people: -1}}]", false),
    ("bindings: [{id: a, ratePerMinute: -5}]", false), ("bindings: [{id: a, delay: -1}]", false),
    ("audio: {role: vital}", false), ("sounds: [{use: alert}]", false),
  ])
  func `the schema of manifests agrees with the reader`(
    yaml: String, isValid: Bool
  ) throws {
    let document = try #require(try SchemaValidator.documents(yaml: Data(yaml.utf8)).first)
    let problems = try SchemaValidator("manifest").problems(in: document)
    #expect(problems.isEmpty == isValid, "\(problems)")
    let reading = Result { try AppManifest(yaml: Array(yaml.utf8), file: "app.yaml") }
    #expect(((try? reading.get()) != nil) == isValid)
  }

  @Test func `manifests and shipped patterns fit their schemas`() throws {
    let manifest = try SchemaValidator("manifest")
    let manifests = Self.files(below: "\(Program.package)/Examples/Lint", ".yaml")
    #expect(manifests.count >= 2)
    for file in manifests where !file.hasSuffix("haptic-lint.yaml") {
      for document in try SchemaValidator.documents(
        yaml: Data(contentsOf: URL(fileURLWithPath: file)))
      {
        #expect(try manifest.problems(in: document).isEmpty, "\(file)")
      }
    }
    let ahap = try SchemaValidator("ahap")
    let patterns = Self.files(below: "\(Program.package)/Patterns", ".ahap")
    #expect(patterns.count > 10)
    for file in patterns {
      let value = try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: file)))
      #expect(try ahap.problems(in: value).isEmpty, "\(file)")
    }
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["HAPTIC_CORPUS"] != nil,
      "HAPTIC_CORPUS names no folder of patterns"))
  func
    `third-party files fit the schema if the reader finds no problem, and do not if it refuses them`()
    throws
  {
    let corpus = try #require(ProcessInfo.processInfo.environment["HAPTIC_CORPUS"])
    let ahap = try SchemaValidator("ahap")
    var (clean, refused) = (0, 0)
    for file in Self.files(below: "\(corpus)/ahap", ".ahap") {
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: file)),
        let value = try? JSONSerialization.jsonObject(with: data)
      else { continue }
      let outcome = try Program.run("validate", "--json", file, in: ScratchFolder())
      let problems = try ahap.problems(in: value)
      if outcome.status == 65 {
        refused += 1
        #expect(!problems.isEmpty, "\(file): \(outcome.text)")
      } else if (try outcome.json() as? [Any])?.isEmpty == true {
        clean += 1
        #expect(problems.isEmpty, "\(file): \(problems.prefix(3))")
      }
    }
    #expect(clean > 5, "\(clean) clean, \(refused) refused")
  }
}
