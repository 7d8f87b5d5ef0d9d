import HapticEngine
import HapticFormats
import TestSupport
import Testing

/// Inputs that a notation declares.
@Suite struct NotationInputTests {
  /// A pattern without events that declares these inputs in its metadata.
  private static func declaring(_ json: String) throws -> HapticPattern {
    try HapticPattern(entries: [], metadata: ["Inputs": .json(json)])
  }

  private func problems(_ notation: String) -> [NotationError.Problem] {
    do {
      _ = try HapticPattern(notation: notation)
      return []
    } catch {
      return error.problems
    }
  }

  /// The declaration in Documentation/Inputs.md.
  private static let height =
    #"{"height":{"Range":[0,5],"Default":0.5,"Unit":"m","#
    + #""HapticIntensity":{"Course":"rising","Factor":[[0,0.5],[0.5,1],[5,2.8]]},"#
    + #""HapticSharpness":{"Course":"falling","Offset":[[0,0.1],[0.5,0],[5,-0.25]]},"#
    + #""Time":{"Factor":[[0,0.8],[0.5,1],[5,2]]}}}"#

  @Test(arguments: [
    (
      #"input height 0..5=0.5 "m" intensity rising 0:0.5 0.5:1 5:2.8 "#
        + "sharpness falling 0:0.1 0.5:0 5:-0.25 time 0:0.8 0.5:1 5:2",
      height
    ),
    (
      "input side -180..180=0 pan -180:-1 180:1",
      #"{"side":{"Range":[-180,180],"Default":0,"AudioPan":{"Offset":[[-180,-1],[180,1]]}}}"#
    ),
    (
      "input b 0..1=0 time 0:1, tap, input \"2.ä\" 0..1e3=0 \"\" time 0:1",
      #"{"b":{"Range":[0,1],"Default":0,"Time":{"Factor":[[0,1]]}},"#
        + #""2.ä":{"Range":[0,1000],"Default":0,"Unit":"","Time":{"Factor":[[0,1]]}}}"#
    ),
  ])
  func `a declaration equals that of the metadata`(notation: String, json: String) throws {
    let pattern = try HapticPattern(notation: notation)
    #expect(try pattern.inputs() == Self.declaring(json).inputs())
    #expect(AHAP.read(AHAP.encode(pattern), file: "x").pattern == pattern)
  }

  @Test func `a pattern of a notation follows its inputs`() throws {
    let bow = try HapticPattern(
      notation: "input draw 0..1=0.5 \"cm\" intensity 0:0.2 0.5:1 1:1.5 time 0:2 0.5:1, "
        + "rest 100ms, buzz 1s 0.5/0.3")
    let slack = try bow.setting(inputs: ["draw": 0])
    #expect(slack.events.first?.value(of: .hapticIntensity) == 0.1)
    #expect(slack.events.first?.time == 0.2 && slack.events.first?.duration == 2)
    #expect(try bow.setting(inputs: ["draw": 0.5]).events == bow.events)
  }

  @Test func `the order of declarations and of their changes does not matter`() throws {
    let one = "input a 0..1=0 time 0:1 intensity 0:1, input b 0..1=0 \"s\" pan 0:0, tap"
    let other = "input b 0..1=0 \"s\" pan 0:0, tap, input a 0..1=0 intensity 0:1 time 0:1"
    #expect(try HapticPattern(notation: one) == HapticPattern(notation: other))
    #expect(
      try HapticPattern(notation: other).notation.text
        == "input a 0..1=0 intensity 0:1 time 0:1, input b 0..1=0 \"s\" pan 0:0, tap")
  }

  @Test(arguments: [
    "input draw 0..1=0 \"cm\"\n  intensity rising 0:1\n    1:2\n  time 0:1\n  sharpness 0:0\ntap",
    "input\n  draw\n 0..1=0 \"cm\" intensity rising 0:1 1:2 sharpness 0:0\n  time 0:1\ntap",
  ])
  func `a declaration may have several lines`(notation: String) throws {
    let line =
      "input draw 0..1=0 \"cm\" intensity rising 0:1 1:2 time 0:1 sharpness 0:0, tap"
    #expect(try HapticPattern(notation: notation) == HapticPattern(notation: line))
  }

  @Test func `a name on the next line is not part of a declaration`() throws {
    let pattern = try HapticPattern(
      notation: "time = tap\ninput draw 0..1=0 intensity 0:1\ntime\ntime @60bpm")
    #expect(pattern.events.count == 2)
    #expect(try pattern.inputs().first?.mappings.count == 1)
  }

  @Test(arguments: [
    (
      "input draw 0..1=0.5 intensity 0:0.2 1:1, tap", 21,
      "at the default 0.5 the factor is 0.6; it must be 1, so that the pattern plays as written"
    ),
    (
      "input draw 1..0=0 time 0:1", 12,
      "this must be two rising numbers within a billion of 0: the lowest and the highest value"
    ),
    ("input draw 0..1=2 time 0:1", 17, "this must be a number from 0 to 1"),
    ("input draw 0..1=0 time 0:1 0:2", 28, "its input must be above the previous point's input"),
    (
      "input draw 0..1=0 time 0:1 5:2", 28,
      "this must be two numbers: a value of the input from 0 to 1, and the factor there, from 0.1 to 10"
    ),
    (
      "input draw 0..1=0 time rising 0:1 1:0.5", 35,
      "it is below the previous point, but the course is rising"
    ),
    (
      "input \"a b\" 0..1=0 time 0:1", 7,
      "a name consists of 1 to 64 letters, digits, '_', '-' and '.'"
    ),
    (
      "input a 0..1=0 time 0:1 time 0:1", 25, "the input 'a' already has points for time"
    ),
    ("input a 0..1=0 time 0:1, input a 0..1=0 time 0:1", 32, "the input 'a' is already declared"),
    ("input \"\" 0..1=0 time 0:1", 7, "the name of the input is empty"),
  ])
  func `an invalid declaration is reported at the place of the error`(
    notation: String, column: Int, reason: String
  ) throws {
    #expect(problems(notation) == [.init(column: column, .input(reason))])
  }

  @Test(
    arguments: [
      ("input", 6, nil, "the input's name, such as draw or \"2nd\""),
      ("input a 0 1", 11, "1", "'..' and the highest value, as in 0..1=0.5"),
      ("input a 0..1", 13, nil, "'=' and the default, as in 0..1=0.5"),
      ("input a 0..1=0", 15, nil, "one of intensity, sharpness, pan, time, and its points"),
      (
        "input a 0..1=0 tmie 0:1", 16, "tmie",
        "one of intensity, sharpness, pan, time, and its points"
      ),
      ("input a 0..1=0 pan 0 1", 22, "1", "':' and the offset there, as in 0.5:1"),
      ("input a 0..1=0 pan 0:", 22, nil, "the offset there"),
    ] as [(String, Int, String?, String)])
  func `an incomplete declaration reports the missing part`(
    notation: String, column: Int, found: String?, expected: String
  ) {
    #expect(problems(notation) == [.init(column: column, .unexpected(found, expected: expected))])
  }

  @Test(arguments: [
    ("input a 0~1=0 time 0:1", 10), ("input a 0..1~2=0 time 0:1", 13),
    ("input a 0..1=0~1 time 0:1", 15), ("tap, input a 0..1=0 pan 0~1:0", 26),
    ("input a 0..1=0 pan 0:0~1 1:1", 23), ("input a 0..1=0 pan 0:0 1:0~1", 27),
  ])
  func `a random number in a declaration is reported as such`(notation: String, column: Int) {
    let reason =
      "the numbers of an input cannot be random; write a single number, and the range of the input as 0..1"
    #expect(problems(notation) == [.init(column: column, .input(reason))])
  }

  /// A shell interprets and removes the inner quotation marks of `--notation "input draw 0..70=35 "cm" time 0:1"`.
  @Test(arguments: [
    ("input draw 0..70=35 cm time 0:1 35:1", 21, "cm"),
    ("input draw 0..70=35 cm\n  time 0:1 35:1", 21, "cm"),
    ("input draw 0..70=35 m/s intensity rising 35:1", 21, "m/s"),
    ("input draw 0..70=35 °C time 35:1", 21, "°C"), ("input draw 0..70=35 % time 35:1", 21, "%"),
  ])
  func `a unit without quotation marks is reported with the quoted form`(
    notation: String, column: Int, unit: String
  ) {
    let reason = "the unit has no quotation marks; write \"\(unit)\""
    #expect(problems(notation) == [.init(column: column, .input(reason))])
  }

  @Test(arguments: [
    ("input draw 0..70=35cm time 35:1", 18, "35", "cm"),
    ("input draw 0..70m time 35:1", 15, "70", "m"),
    ("input draw 0..70=35 time 35s:1", 26, "35", "s"),
  ])
  func `a number with a unit in a declaration is reported with the right place for the unit`(
    notation: String, column: Int, number: String, unit: String
  ) {
    let reason =
      "'\(number)\(unit)' has a unit; write '\(number)', and the unit in quotation marks after the default, "
      + "as in 0..70=35 \"\(unit)\""
    #expect(problems(notation) == [.init(column: column, .input(reason))])
  }

  @Test func `a range of an input with a hyphen is reported with the right sign`() {
    let found = problems("input draw 0-70=35 time 35:1")
    #expect(found == [.init(column: 13, .unknownCharacter("-"))])
    #expect(found.first?.description.contains("the range of an input as 0.2..1") == true)
  }

  @Test(arguments: [
    ("input a 0..1=0 time 0:1, 1:2, tap", 24, "time 0:0.2 1:1"),
    ("input a 0..1=0 time 0:1, pan 0:0, tap", 24, "intensity 0:0.2 1:1 time 0:1"),
    ("input a 0..1=0 time 0:1, pan rising 0:0", 24, "intensity 0:0.2 1:1 time 0:1"),
  ])
  func `a comma within a declaration is reported at its place`(
    notation: String, column: Int, example: String
  ) {
    let expected = "the points of an input without commas, as in '\(example)'"
    #expect(problems(notation) == [.init(column: column, .unexpected(",", expected: expected))])
    #expect(problems("pan = tap, input a 0..1=0 time 0:1, pan, tap").isEmpty)
  }

  @Test(arguments: ["c\nm", "c\u{1B}m"])
  func `a unit with a control character is not valid`(unit: String) throws {
    let reason = "this must be a string on one line, without control characters"
    #expect(
      problems("tap\ninput a 0..1=0 \"\(unit)\" time 0:1")
        == [.init(line: 2, column: 16, .input(reason))])
    let escaped = unit == "c\nm" ? "c\\nm" : "c\\u001bm"
    let pattern = try Self.declaring(
      #"{"a":{"Range":[0,1],"Default":0,"Unit":"\#(escaped)","Time":{"Factor":[[0,1]]}}}"#)
    #expect(throws: PatternInputError.self) { try pattern.inputs() }
    #expect(pattern.notation.losses == [.input(nil)])
    #expect(pattern.notation.text == "")
  }

  @Test func `every problem of several declarations is found, with its line`() throws {
    let found = problems(
      """
      input a 0..1=2 time 0:1
      tap, input b 0..1=0
        time 0:1 0:2 1:99
      input b 0..1=0 pan 0:0
      """)
    #expect(
      found.map { [$0.line, $0.column] } == [[1, 14], [3, 12], [3, 16], [4, 7]], "\(found)")
  }

  @Test func `a pattern has at most sixteen inputs`() {
    func declarations(_ count: Int) -> String {
      (0..<count).map { "input i\($0) 0..1=0 time 0:1" }.joined(separator: ", ")
    }
    #expect(problems(declarations(16)).isEmpty)
    #expect(problems(declarations(17)).map(\.reason) == [.input("a pattern has at most 16 inputs")])
  }

  @Test(arguments: seeds(0..<200))
  func `any valid declaration survives a round trip through the notation`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let targets = [
      ("HapticIntensity", "Factor", 1.0, 0.0...10.0), ("HapticSharpness", "Offset", 0, -1...1),
      ("AudioPan", "Offset", 0, -1...1), ("Time", "Factor", 1, 0.1...10),
    ]
    let names = ["draw", "a.b", "2", "é", "_", "tap", "input", "time", "rising", "x-1"]
    let inputs = names.shuffled(using: &random).prefix(3).map { name in
      let ends = [0, 1].map { _ in Double.random(in: -1e3...1e3, using: &random) }.sorted()
      var members = ["\"Range\":[\(ends[0]),\(ends[1])],\"Default\":\(ends[0])"]
      if Bool.random(using: &random) { members.append(#""Unit":"°C, (cm)""#) }
      let count = Int.random(in: 1...4, using: &random)
      for (target, word, neutral, range) in targets.shuffled(using: &random).prefix(count) {
        let isRising = Bool.random(using: &random)
        let last = isRising ? range.upperBound : Double.random(in: range, using: &random)
        members.append(
          "\"\(target)\":{\(isRising ? #""Course":"rising","# : "")"
            + "\"\(word)\":[[\(ends[0]),\(neutral)],[\(ends[1]),\(last)]]}")
      }
      return "\"\(name)\":{\(members.joined(separator: ","))}"
    }
    let pattern = try Self.declaring("{\(inputs.joined(separator: ","))}")
    let (text, losses) = pattern.notation
    #expect(losses.isEmpty)
    let again = try HapticPattern(notation: text)
    #expect(try again.inputs() == pattern.inputs(), "\(text)")
    #expect(again.notation.text == text)
    #expect(try HapticPattern(notation: again.notation.text) == again)
  }

  @Test func `inputs that a notation cannot express are reported, and the others are written`()
    throws
  {
    let quoted = try Self.declaring(
      #"{"a":{"Range":[0,1],"Default":0,"Unit":"\"","Time":{"Factor":[[0,1]]}},"#
        + #""b":{"Range":[0,1],"Default":0,"Time":{"Factor":[[0,1]]}}}"#)
    #expect(quoted.notation.losses == [.input("a")])
    #expect(quoted.notation.text == "input b 0..1=0 time 0:1")
    #expect(try Self.declaring(#"{"a":1}"#).notation.losses == [.input(nil)])
    let both = try HapticPattern(
      entries: [], metadata: ["Inputs": .json(Self.height), "Project": "x"])
    #expect(both.notation.losses == [.metadata])
  }
}
