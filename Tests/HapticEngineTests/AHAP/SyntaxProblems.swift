import HapticEngine

extension ProblemCase {

  /// Files that are not JSON.
  static let syntax: [ProblemCase] = [
    ProblemCase(
      .emptyFile, "", " \n▸"),
    ProblemCase(
      .notUTF8, "",
      "▸{\0\"\0P\0"),
    ProblemCase(
      .unexpectedEnd, "Pattern[0]",
      "{\"Pattern\": [\n  {\n▸"),
    ProblemCase(
      .unexpectedEnd, "Pattern[0].Event.Time",
      #"{"Pattern": [{"Event": {"Time": ▸"#),
    ProblemCase(
      .unexpectedCharacter, "Pattern",
      #"{"Pattern": []▸;}"#),
    ProblemCase(
      .unexpectedCharacter, "Pattern",
      "{\"Pattern\":▸\u{A0}[]}"),
    ProblemCase(
      .unexpectedCharacter, "Pattern",
      #"{"Pattern": ▸*}"#),
    ProblemCase(
      .invalidWord, "Pattern[0].Event.Time",
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": ▸NaN}}]}"#),
    ProblemCase(
      .invalidWord, "Pattern[0].Event.Time",
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": ▸-Infinity}}]}"#),
    ProblemCase(
      .invalidWord, "Metadata.Loop",
      #"{"Metadata": {"Loop": ▸None}, "Pattern": []}"#),
    ProblemCase(
      .invalidNumber, "Version",
      #"{"Version": ▸.5, "Pattern": []}"#),
    ProblemCase(
      .invalidNumber, "Version",
      #"{"Version": ▸01, "Pattern": []}"#),
    ProblemCase(
      .invalidNumber, "Version",
      #"{"Version": ▸1., "Pattern": []}"#),
    ProblemCase(
      .invalidNumber, "Version",
      #"{"Version": ▸+1, "Pattern": []}"#),
    ProblemCase(
      .invalidNumber, "Version",
      #"{"Version": ▸0x1, "Pattern": []}"#),
    ProblemCase(
      .numberTooLarge, "Version",
      #"{"Version": ▸-1e400, "Pattern": []}"#),
    ProblemCase(
      .invalidEscape, "Metadata.Path",
      #"{"Metadata": {"Path": "C:▸\Sounds"}, "Pattern": []}"#),
    ProblemCase(
      .invalidEscape, "Metadata.Name",
      #"{"Metadata": {"Name": "▸\u12g4"}, "Pattern": []}"#),
    ProblemCase(
      .loneSurrogate, "Metadata.Name",
      #"{"Metadata": {"Name": "▸\ud83d\u0041"}, "Pattern": []}"#),
    ProblemCase(
      .controlCharacter, "Metadata.Name",
      "{\"Metadata\": {\"Name\": \"a▸\tb\"}, \"Pattern\": []}"),
    ProblemCase(
      .controlCharacter, "Metadata.Text",
      "{\"Metadata\": {\"Text\": \"two▸\nlines\"}, \"Pattern\": []}"),
    ProblemCase(
      .unterminatedString, "Metadata.Name",
      "{\"Metadata\": {\"Name\": ▸\"tap,\n \"Created\": \"today\"}, \"Pattern\": []}"),
    ProblemCase(
      .wrongQuotes, "Metadata.Name",
      #"{"Metadata": {"Name": ▸'tap'}, "Pattern": []}"#),
    ProblemCase(
      .wrongQuotes, "",
      "{▸\u{201C}Pattern\u{201D}: []}"),
    ProblemCase(
      .unquotedKey, "",
      "{▸Pattern: []}"),
    ProblemCase(
      .comment, "Pattern",
      "{\"Pattern\": [ ▸// nothing\n]}"),
    ProblemCase(
      .comment, "Pattern",
      "{\"Pattern\": [ ▸/* nothing ]}"),
    ProblemCase(
      .missingComma, "Version",
      "{\"Version\": 1▸\n\"Pattern\": []}"),
    ProblemCase(
      .extraComma, "Version",
      #"{"Version": 1,▸, "Pattern": []}"#),
    ProblemCase(
      .missingColon, "Pattern",
      #"{"Pattern"▸ []}"#),
    ProblemCase(
      .missingColon, "Pattern",
      #"{"Pattern" ▸= []}"#),
    ProblemCase(
      .missingValue, "Version",
      #"{"Version": ▸, "Pattern": []}"#),
    ProblemCase(
      .mismatchedBracket, "Pattern",
      "{\"Pattern\": [▸}"),
    ProblemCase(
      .mismatchedBracket, "Pattern[0].Event",
      "{\"Pattern\": [\n {\"Event\": {\"Time\": 0, \"EventType\": \"HapticTransient\"},\n ▸{}]}"),
    ProblemCase(
      .tooDeep, "Metadata.a" + String(repeating: "[0]", count: 126),
      MarkedText(
        stringLiteral: "{\"Metadata\": {\"a\": " + String(repeating: "[", count: 126)
          + "▸[" + String(repeating: "]", count: 127) + "}}")),
    ProblemCase(
      .trailingContent, "",
      "{\"Pattern\": []}\n▸{}"),
  ]
}
