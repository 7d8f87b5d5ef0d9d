import Foundation
import HapticEngine
import Testing

@Suite struct AHAPDiagnosticTests {
  @Test(arguments: ProblemCase.syntax + ProblemCase.pattern + ProblemCase.warnings)
  func `a problem is reported once, with its location, path and code`(problem: ProblemCase) throws {
    let reading = AHAP.read(text: problem.file.text)
    let reported = problem.diagnostics
    #expect(reported.count == 1)
    let diagnostic = try #require(reported.first)
    #expect(diagnostic.code == problem.code)
    #expect((diagnostic.line, diagnostic.column) == (problem.file.line, problem.file.column))
    #expect(diagnostic.path == problem.path)
    #expect((reading.pattern == nil) == (problem.code.severity == .error))
    #expect((diagnostic.deviceError == nil) == (problem.code.severity == .warning))
    #expect(
      diagnostic.suggestion.map { diagnostic.message.contains("did you mean '\($0)'?") } != false)
  }

  /// The wording of all messages is recorded in one file; `HAPTIC_RECORD=1` rewrites it.
  @Test func `messages match the recorded wording`() throws {
    let cases = ProblemCase.syntax + ProblemCase.pattern + ProblemCase.warnings
    let text = cases.flatMap(\.diagnostics).map { "\($0.code.rawValue): \($0.message)\n" }.joined()
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../CommandLineTests/Snapshots/ahap-messages.txt")
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `every code that the reader can report has a case here`() {
    let cases = ProblemCase.syntax + ProblemCase.pattern + ProblemCase.warnings
    let missing = Set(AHAPDiagnostic.Code.allCases).subtracting(cases.map(\.code))
    // A Swift string cannot contain bytes that are not UTF-8; sounds are checked later.
    #expect(missing == [.invalidUTF8, .waveformNotFound, .tooMuchAudio])
  }

  @Test func `bytes that are not UTF-8 are reported where they begin`() {
    let bytes =
      Array(#"{"Metadata": {"é": ""#.utf8) + [0xE2, 0x28, 0xC0, 0xAF]
      + Array("\"}, \"Pattern\": []}".utf8)
    let problem = AHAP.read(bytes).diagnostics.first
    #expect(problem?.code == .invalidUTF8)
    #expect(problem?.column == 21)
    #expect(problem?.path == "Metadata[\"é\"]")
  }

  @Test func `all problems of a file are reported, in order of location`() {
    let reading = AHAP.read(
      text: """
        {"Pattern": [
          {"Event": {"Time": 0.1, "EventType": 'HapticTransient', "EventParameters": [] // tap
          }},
          {"Event": {"Time": .5, "EventType": "hapticTransient" "EventParameters": [{
            "ParameterID": "HapticAttackTime", "Value": NaN}]}},
          {"Event": {Time: 01, "EventType": "HapticContinuous", "Duration": 1e400}},
          {"ParameterCurves": {}},
          {"Event": {"Time": "1", "EventType": "Haptic
          }},
          {"Event": {"EventType": "HapticTransient"}},,
          {"Event": {"Time": 0 "EventType": "HapticTransient\\ud800"}
        """)
    #expect(
      reading.diagnostics.map { "\($0.line) \($0.code.rawValue)" } == [
        "2 wrong-quotes", "2 comment", "4 invalid-number", "4 unknown-event-type",
        "4 missing-comma", "5 unknown-parameter", "5 missing-key", "5 invalid-word",
        "6 unquoted-key", "6 invalid-number", "6 unknown-key", "6 number-too-large",
        "7 unknown-entry", "8 wrong-type", "8 unterminated-string", "10 missing-key",
        "10 extra-comma", "11 missing-comma", "11 lone-surrogate", "11 unexpected-end",
      ])
  }

  @Test func `if there are too many problems, the first are listed and all are counted`() {
    let taps = Array(repeating: #"{"Event": {"EventType": "Tap", "tIme": 0}}"#, count: 3000)
    let reading = AHAP.read(text: "{\"Pattern\": [\n\(taps.joined(separator: ",\n"))]}")
    #expect(reading.errorCount == 6000)
    #expect(reading.diagnostics.count == AHAP.maximumDiagnostics)
    #expect(reading.omittedCount == 5000)
    #expect(reading.diagnostics.map(\.line) == (0..<1000).map { $0 / 2 + 2 })
  }

  @Test func `an error after a thousand warnings is still listed`() {
    let long = #"{"Event": {"EventType": "HapticTransient", "Time": 0, "EventDuration": 1}},"#
    let reading = AHAP.read(
      text: "{\"Pattern\": [\(String(repeating: long, count: 1500)) null]}")
    #expect(reading.diagnostics.last?.code == .wrongType)
    #expect(reading.warningCount == 1500)
    #expect(reading.omittedCount == 500)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines are counted with any line end`(end: String) {
    let reading = AHAP.read(text: ["{", "\"Pattern\":", "  [", "null]}"].joined(separator: end))
    #expect(reading.diagnostics.map(\.line) == [4])
    #expect(reading.diagnostics.map(\.column) == [1])
  }

  @Test func `columns count characters instead of bytes, without a byte order mark`() {
    let reading = AHAP.read(
      text: "\u{FEFF}{\"Metadata\": {\"é\u{1F600}\": \"ü\"}, \"Pattern\": null}")
    #expect(reading.diagnostics.map(\.column) == [38])
  }

  @Test func `text in a file cannot control the terminal`() {
    let reading = AHAP.read(
      text:
        #"{"Pattern": [{"\u001b[2J": 1, "Event": {"EventType": "a\u202eb\u0007\n", "Time": 0}}]}"#)
    for problem in reading.diagnostics {
      let text = problem.description + problem.path
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }
    #expect(reading.diagnostics.count == 2)
  }
}
