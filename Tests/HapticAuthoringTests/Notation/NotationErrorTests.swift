import HapticEngine
import HapticFormats
import TestSupport
import Testing

/// Problems of invalid notations.
@Suite struct NotationErrorTests {
  private func problems(_ notation: String) -> [NotationError.Problem] {
    do {
      _ = try HapticPattern(notation: notation)
      return []
    } catch {
      return error.problems
    }
  }

  @Test func `problems have their line and column`() {
    let found = problems("tap\ntap 0.5,\n  rset 5ms\n\n  buzz 5\r\n(tap")
    #expect(
      found.map { [$0.line, $0.column] } == [[3, 3], [5, 8], [6, 5]], "\(found)")
    #expect(found.first?.description.hasPrefix("line 3, column 3: unknown word 'rset'") == true)
  }

  @Test func `a byte order mark and comments do not move the places of problems`() {
    #expect(problems("\u{FEFF}tpa 1").map(\.column) == [1])
    #expect(
      problems("\u{FEFF}# rset\n  rset 5ms # tpa\ntpa").map { [$0.line, $0.column] }
        == [[2, 3], [3, 1]])
  }

  @Test(
    arguments: [
      ("tpa 1", 1, .unknownWord("tpa", suggestion: "tap")),
      ("tap, bzz 1s", 6, .unknownWord("bzz", suggestion: "buzz")),
      ("hit = tap, hti", 12, .unknownWord("hti", suggestion: "hit")),
      ("xyzzy", 1, .unknownWord("xyzzy", suggestion: nil)),
      (
        "tap 1 2", 7, .unexpected("2", expected: "'/' before the second value, as in 'tap 0.8/0.5'")
      ),
      ("tap 0.5 atack 1", 9, .unknownWord("atack", suggestion: "attack")),
      ("tap attack", 11, .unexpected(nil, expected: "a number such as 0.5")),
      (
        "buzz 0.3 0.5", 10,
        .unexpected("0.5", expected: "'/' before the second value, as in 'buzz 0.8/0.5'")
      ),
      ("buzz 300", 6, .outOfRange("300", allowed: "0 to 1; a length has a unit, such as 300ms")),
      (
        "tap, tone 300 0.5", 11,
        .outOfRange("300", allowed: "0 to 1; a length has a unit, such as 300ms")
      ),
      ("buzz 300mm", 6, .unknownUnit("mm")),
      ("buzz 0.2..1", 12, .rampWithoutDuration),
      ("tap, buzz 1s 0.5 ease-out", 18, .shapeWithoutRamp("ease-out")),
      ("buzz 1s 0..1 ease-in ease-out linear", 22, .secondShape("ease-out")),
      ("rest 50ms~2b", 10, .mixedUnits),
      ("tap 0.2~", 9, .unexpected(nil, expected: "the last number of the range, such as 0.8")),
      (
        "buzz 0.5 300ms", 10,
        .unexpected("300ms", expected: "the length before the values, as in 'buzz 300ms 0.5'")
      ),
      (
        "sound \"a.wav\" 0.5/0.2..1 1/3b", 26,
        .unexpected(
          "1/3b", expected: "the length before the values, as in 'sound \"a.wav\" 1/3b 0.5/0.2..1'")
      ),
      ("tap 0.5 3x(tap)", 9, .countBehindItem("3x")),
      (
        "@60..120 bpm 8x tap", 2,
        .unexpected("60..120 bpm", expected: "'60..120bpm' without a space")
      ),
      ("@120 bpm, tap", 2, .unexpected("120 bpm", expected: "'120bpm' without a space")),
      ("@120, tap", 2, .missingUnit("120", example: "120bpm")),
      ("@, tap", 2, .unexpected(",", expected: "a tempo such as @120bpm")),
      ("@-60..120bpm tap", 2, .outOfRange("-60bpm", allowed: "1bpm to 10000bpm")),
      ("rest 100 ms", 6, .unexpected("100 ms", expected: "'100ms' without a space")),
      ("rest 1/3~2/3 b", 6, .unexpected("1/3~2/3 b", expected: "'1/3~2/3b' without a space")),
      ("buzz 300 ms 0.5", 6, .unexpected("300 ms", expected: "'300ms' without a space")),
      ("rest ms", 6, .unexpected("ms", expected: "a length such as 100ms")),
      ("tap 0.2~1.5", 9, .outOfRange("1.5", allowed: "0 to 1")),
      ("tap, tap -0.1~1/0.5", 10, .outOfRange("-0.1", allowed: "0 to 1")),
      ("tap 0.5/1.1~0.5", 9, .outOfRange("1.1", allowed: "0 to 1")),
      ("tone 1s 0.5/-1~-1.5", 16, .outOfRange("-1.5", allowed: "-1 to 1")),
      ("buzz 1s attack 0~2", 18, .outOfRange("2", allowed: "0 to 1")),
      ("set intensity -1~1, tap", 15, .outOfRange("-1", allowed: "0 to 1")),
      ("curve sharpness 0s 0 1s 0~1.5", 27, .outOfRange("1.5", allowed: "-1 to 1")),
      ("buzz 1s 0.5/-1..1", 13, .outOfRange("-1", allowed: "0 to 1")),
      ("buzz 1s 0..5", 12, .outOfRange("5", allowed: "0 to 1")),
      ("buzz 1s 0..0.5~2", 16, .outOfRange("2", allowed: "0 to 1")),
      ("3~9999999x tap", 3, .outOfRange("9999999x", allowed: "1x to 1000000x")),
      ("seed 1.5", 6, .outOfRange("1.5", allowed: "whole numbers from 0 to 18446744073709551615")),
      (
        "tap, seed -1", 11,
        .outOfRange("-1", allowed: "whole numbers from 0 to 18446744073709551615")
      ),
      ("seed x", 6, .unexpected("x", expected: "a seed such as 7")),
      ("seed = tap", 1, .reservedName("seed")),
      ("tap, @60..120bpm, tap", 6, .rampWithoutItem),
      ("(tap, @60..120bpm)", 7, .rampWithoutItem),
      ("@60..120bpm\ntap", 1, .rampWithoutItem),
      ("tap, @60..120bpm (rest 1s, buzz 1s)", 6, .rampWithoutBeats),
      ("(tap, tap @60bpm) @60..120bpm, rest 1s @60..90bpm", 40, .rampWithoutBeats),
      ("@60..0bpm tap", 6, .outOfRange("0bpm", allowed: "1bpm to 10000bpm")),
      (
        "@60bpm 2b", 8, .unexpected("2b", expected: "'rest 2b' for a pause, or 'at 2b' and an item")
      ),
      ("rest", 5, .unexpected(nil, expected: "a length such as 100ms")),
      ("rest 2b", 6, .noTempo),
      ("tap | tap", 5, .noTempo),
      ("@0bpm, tap", 2, .outOfRange("0bpm", allowed: "1bpm to 10000bpm")),
      ("@120bpm 4/0, tap", 11, .outOfRange("0", allowed: "1 to 64")),
      ("rest -1s", 6, .outOfRange("-1s", allowed: "0 to 1e9 s")),
      ("tap 1e999", 5, .outOfRange("1e999", allowed: "finite numbers")),
      ("3x", 3, .unexpected(nil, expected: "an item such as 'tap' or 'rest 100ms'")),
      ("0x tap", 1, .outOfRange("0x", allowed: "1x to 1000000x")),
      ("(tap, tap", 10, .unexpected(nil, expected: "')'")),
      ("tap)", 4, .unexpected(")", expected: "',' or the end")),
      ("tap ; tap", 5, .unknownCharacter(";")),
      ("sound \"a.wav", 7, .unclosedQuotation),
      ("rest = tap", 1, .reservedName("rest")),
      ("set intensty 1", 5, .unknownWord("intensty", suggestion: "intensity")),
      (
        "set foo 1", 5,
        .unexpected(
          "foo",
          expected:
            "one of intensity, sharpness, attack, decay, release, volume, pan, brightness, pitch, "
            + "audio-attack, audio-decay, audio-release")
      ),
    ] as [(String, Int, NotationError.Reason)])
  func `a problem has its column and its reason`(
    notation: String, column: Int, reason: NotationError.Reason
  ) {
    #expect(problems(notation).contains(.init(column: column, reason)), "\(problems(notation))")
  }

  @Test func `the maximum depth and length are accepted, and one more is refused`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "tap" + String(repeating: ")", count: depth)
    }
    #expect(try HapticPattern(notation: nested(64)).events.count == 1)
    #expect(problems(nested(65)).map(\.reason) == [.tooDeep])
    #expect(try HapticPattern(notation: "1000000x tap").events.count == 1_000_000)
    #expect(problems("1000000x tap, tap").map(\.reason) == [.tooLong])
    #expect(problems("1000000x 2x tap").map(\.reason) == [.tooLong])
  }

  @Test func `every problem is found, in order`() {
    let all = problems("tpa 1, rest 5, (buzz 1mm, tap ;), 3x(tap, boom)")
    #expect(all.map(\.column) == [1, 13, 22, 31, 43])
  }

  @Test func `a pattern that cannot be played is reported at the place of the item`() {
    let far = "the time is 2000000000.0; it must be from 0 to 1000000000.0"
    #expect(
      problems("tap\nrest 1000000000s, rest 1000000000s\n  buzz 1s 0..1, 2x tap")
        .map { [$0.line, $0.column] }.first == [3, 3])
    #expect(
      problems("tap, rest 1000000000s, rest 1000000000s, tap")
        == [.init(column: 42, .invalidPattern(far))])
    #expect(problems("tap, buzz 1s 0..1, buzz 1s 1..0, sound \"\" 1s").map(\.column) == [34])
  }

  @Test func `both ends of a range and of a ramp are checked`() {
    #expect(problems("tap -1~2").map(\.column) == [5, 8])
    #expect(problems("buzz 1s -1..2/3..0.5").map(\.column) == [9, 13, 15])
    #expect(problems("tap\n  2x tap 0~1/0.2~1.5").map { [$0.line, $0.column] } == [[2, 18]])
  }

  /// A notation is written for any pattern, so a single value is clamped only when it is played.
  @Test(arguments: ["tap 1.5", "tap 0.5/-0.5", "buzz 1s 0.5 attack 2", "set intensity 3, tap"])
  func `a single value outside its range is kept`(notation: String) throws {
    #expect(try HapticPattern(notation: notation).notation.text == notation)
  }

  @Test func `messages say what to do`() {
    #expect(
      problems("tpa").map(\.description) == ["column 1: unknown word 'tpa'; did you mean 'tap'?"])
    #expect(
      problems("rest 5").map(\.description)
        == ["column 6: '5' has no unit; write it as in '5ms'"])
  }

  /// Mistakes by musicians, by users of other programs, and by shells that drop quotation marks.
  @Test(arguments: [
    ("@60..120 8x tap", 2, "'60..120' has no unit; write it as in '60..120bpm'"),
    ("@120 3/4, tap", 2, "'120' has no unit; write it as in '120bpm'"),
    ("120bpm, tap", 1, "expected '@120bpm', found '120bpm'"),
    ("tempo 120, tap", 1, "unknown word 'tempo'; did you mean '@120bpm'?"),
    ("tap 0.2-0.4", 8, "unexpected character '-'; write a random number as 0.2~0.4"),
    ("tap 0.5/0.2-0.4", 12, "unexpected character '-'; write a random number as 0.2~0.4"),
    ("tap 0.2 - 0.4", 9, "unexpected character '-'; write a random number as 0.2~0.4"),
    ("tap 0.2 to 0.4", 9, "unexpected 'to'; write a random number as 0.2~0.4"),
    ("buzz 100-300ms 0.5", 9, "unexpected character '-'; write a random number as 0.2~0.4"),
    ("rest 50–100ms", 8, "unexpected character '–'; write a random number as 0.2~0.4"),
    ("3-6x tap", 2, "unexpected character '-'; write a random number as 0.2~0.4"),
    ("@60-120bpm tap", 4, "unexpected character '-'; write a random number as 0.2~0.4"),
    ("buzz 1s 0...1", 10, "unexpected '...'; write a ramp with two dots, as in 0.2..1"),
    ("buzz 1s 0.2->0.8", 12, "unexpected '->'; write a ramp with two dots, as in 0.2..1"),
    ("buzz 1s 0..1..0", 13, "expected a ramp with only two ends (write two events"),
    ("rest 50..100ms", 6, "expected '~' in a range of lengths, as in 50~150ms"),
    ("buzz 1s..2s", 8, "expected '~' in a range of lengths, as in 50~150ms"),
    ("tap 0.5±0.1", 8, "unexpected character '±'; write both ends of a range"),
    ("tap 80%", 7, "unexpected character '%'; write a share as a number from 0 to 1"),
    ("tap 0,8", 7, "numbers have a decimal point, as in 0.8"),
    ("tap 0.8,0.5", 9, "a slash separates two values, as in 0.8/0.5"),
    ("tap intensity 0.5", 5, "expected the values without names, as in 'tap 0.8/0.5'"),
    ("tone 1s pitch 0.5", 9, "expected the values without names, as in 'tone 0.8/0.5'"),
    ("tap 1/0.5 attack=0.2", 17, "expected a number such as 0.5, without '=', found '='"),
    ("set intensity=0.5", 14, "expected a value such as 0.5, without '=', found '='"),
    ("seed=7, tap", 5, "expected a number without '=' after 'seed', found '='"),
    ("rest 0.1", 6, "'0.1' has no unit; write it as in '0.1s'"),
    ("@120bpm, rest 1/4", 15, "'1/4' has no unit; write it as in '1/4b'"),
    ("rest 50ms~150", 11, "'150' has no unit; write it as in '150ms'"),
    ("rest 1 beat", 6, "expected '1b' without a space, found '1 beat'"),
    ("buzz 300 msec", 6, "expected '300ms' without a space, found '300 msec'"),
    ("buzz 0.5 sec", 6, "expected '0.5s' without a space, found '0.5 sec'"),
    ("rest 2sec", 6, "unknown unit 'sec'; did you mean 's'?"),
    ("rest 200MS", 6, "unknown unit 'MS'; did you mean 'ms'?"),
    ("tone 440Hz 1s", 6, "unknown unit 'Hz'; give a frequency as the value after the slash"),
    ("pause 100ms", 1, "unknown word 'pause'; did you mean 'rest'?"),
    ("Vibrate 300ms", 1, "unknown word 'Vibrate'; did you mean 'buzz'?"),
    ("intensity 0.5, tap", 1, "unknown word 'intensity'; did you mean 'set intensity'?"),
    ("3 x tap", 1, "expected '3x' to repeat an item, as in '3x tap', found '3'"),
    ("3 tap", 1, "expected '3x' to repeat an item, as in '3x tap', found '3'"),
    ("3X tap", 1, "expected '3x' to repeat an item, as in '3x tap', found '3X'"),
    ("tap 3x", 5, "'3x' comes after an item; write the count before the item"),
    ("(tap, rest 100ms)x3", 18, "'x3' comes after an item; write the count before the item"),
    ("tap*3", 4, "unexpected character '*'; write a count with x before its item"),
    ("repeat 3 tap", 1, "unknown word 'repeat'; did you mean '3x'?"),
    ("tap rest 100ms tap", 5, "expected ',' before the next item, found 'rest'"),
    ("tap; rest 100ms", 4, "unexpected character ';'; write a comma between two items"),
    ("tap + tap", 5, "unexpected character '+'; write a comma between items"),
    ("[tap]", 1, "unexpected character '['; write a group in parentheses"),
    ("1s: tap", 1, "expected 'rest 1s' for a pause, or 'at 1s' and an item, found '1s'"),
    ("at 1s, tap", 6, "expected an item without a comma before it, found ','"),
    ("tap at 1s", 5, "expected the time before the item, as in 'at 1s tap', found 'at'"),
    ("curve intensity 0s 0, 1s 1", 21, "expected the points of a curve without commas"),
    ("sound hit.wav", 7, "expected the path of a sound in quotation marks"),
    ("sound “hit.wav”", 7, "unexpected character '“'; quotation marks are written \""),
    ("hit: tap 1, hit", 4, "expected '=' after the name, as in 'hit = tap', found ':'"),
    ("hit := tap 1, hit", 5, "expected '=' after the name, as in 'hit = tap', found ':'"),
    ("let hit = tap 1, hit", 1, "expected 'hit =' without a word before it, found 'let'"),
    ("hit, hit = tap", 1, "the name 'hit' is used before its definition"),
    ("tap // hard", 5, "unexpected '//'; a comment begins with #"),
    ("@120bpm, rest ½b", 15, "unexpected character '½'; write a fraction with a slash"),
  ])
  func `a common mistake has one message with the correct form`(
    notation: String, column: Int, words: String
  ) {
    let found = problems(notation)
    #expect(found.count == 1 && found.first?.column == column, "\(found)")
    #expect(found.first?.reason.description.contains(words) == true, "\(found)")
  }

  @Test func `a minus after a space or a sign belongs to a number`() throws {
    let pattern = try HapticPattern(
      notation: "tone 1s 0.5/-1..-0.5, curve pan 0s -1 1s -0.5, tone 1s 0.5/-1~-0.5")
    #expect(pattern.events.map { $0.value(of: .audioPitch) != nil } == [true, true])
    #expect(pattern.curves.contains { $0.controlPoints.map(\.value) == [-1, -0.5] })
  }

  @Test func `a range with a wrong sign takes the unit of its end`() {
    // Otherwise its first number would also be reported, or be reported instead.
    for notation in ["buzz 100-300ms", "rest 100 to 300ms", "3-6x tap", "@60→90bpm tap"] {
      let found = problems(notation)
      #expect(found.count == 1, "\(found)")
      if case .unknownCharacter? = found.first?.reason { continue }
      Issue.record("\(notation): \(found)")
    }
  }

  @Test(arguments: [
    "999999x(999999x(999999x tap))", "999999x(999999x())",
    String(repeating: "(", count: 100_000), String(repeating: "3x ", count: 100_000) + "tap",
    String(repeating: "at 1s ", count: 100_000) + "tap", String(repeating: ",", count: 1_000_000),
    (0..<100).reduce("a = tap") { text, _ in text + ", a = (a, a)" } + ", a",
    (0..<100_000).reduce("a = tap") { text, _ in text + ", a = a" } + ", a",
    "tap " + String(repeating: "9", count: 100_000), String(repeating: "\"", count: 100_001),
  ])
  func `an excessive notation is an error or empty, in bounded time`(notation: String) {
    let reasons = Set(problems(notation).map(\.reason))
    #expect(
      reasons.isEmpty
        || !reasons.isDisjoint(with: [
          .tooLong, .tooDeep, .unclosedQuotation,
          .outOfRange(String(repeating: "9", count: 100_000), allowed: "finite numbers"),
        ]) || reasons.count > 1, "\(reasons.count)")
  }

  @Test(arguments: [
    "1000x curve intensity" + String(repeating: " 0s 1", count: 3_000),
    "1000x buzz 1s 0.5" + String(repeating: " attack 1", count: 3_000),
    "2000x(" + String(repeating: "&", count: 3_000) + ")",
    "a = curve intensity" + String(repeating: " 0s 1", count: 3_000) + ", 1000x a",
  ])
  func `points, parameters and voices count as items`(notation: String) {
    #expect(problems(notation).map(\.reason) == [.tooLong])
  }

  @Test func `only the first unknown words get suggestions from all names`() {
    let names = (0..<300).map { "name\($0) = tap" }.joined(separator: ", ")
    let words = (0..<300).map { "nome\($0)" }.joined(separator: ", ")
    let found = problems(names + ", " + words)
    #expect(found.count == 300)
    let suggested = found.count {
      if case .unknownWord(_, suggestion: _?) = $0.reason { true } else { false }
    }
    #expect(suggested == 100)
  }

  @Test(arguments: seeds(0..<64))
  func `the reader survives any text, and accepted patterns can be written again`(seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    let parts = [
      "tap", "buzz", "tone", "sound", "rest", "at", "set", "curve", "intensity", "attack",
      "ease-in",
      "loop", "a", "b", "=", "@", "120bpm", "3/4", "1s", "20ms", "1/2b", "1bar", "0.5", "-1",
      "1e300",
      "..", "~", ":", "seed", "7", "input", "@60..120bpm", "60~90bpm", "20~50ms", "0~1", "2~3x",
      "0..1=0", "time 0:1",
      "/", ",", "|", "&", "(", ")", "2x", "3x(", "\"x.wav\"", "é", "\u{301}", "\n", " ", "#",
      "\u{FEFF}",
      "..1",
    ]
    var taken = 0
    for index in 0..<200 {
      let count = Int.random(in: 1...(index < 100 ? 3 : 20), using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : "")
      guard let pattern = try? HapticPattern(notation: text) else { continue }
      taken += 1
      let (again, losses) = pattern.notation
      #expect(losses.isEmpty)
      #expect(try HapticPattern(notation: again).normalized == pattern.normalized, "\(text)")
    }
    #expect(taken > 2)
  }
}
