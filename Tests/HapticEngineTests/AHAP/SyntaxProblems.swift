import HapticEngine

extension ProblemCase {
  private static let data = " (Core Haptics: invalidPatternData, -4813)"

  /// Files that are no JSON.
  static let syntax: [ProblemCase] = [
    ProblemCase(
      .emptyFile, "", "the file is empty: a pattern is a JSON object in { }\(data)", " \n▸"),
    ProblemCase(
      .notUTF8, "", "the file is not UTF-8 text, but UTF-16, UTF-32 or no text at all\(data)",
      "▸{\0\"\0P\0"),
    ProblemCase(
      .unexpectedEnd, "Pattern[0]",
      "the file ends inside the object of line 2, column 3\(data)",
      "{\"Pattern\": [\n  {\n▸"),
    ProblemCase(
      .unexpectedEnd, "Pattern[0].Event.Time",
      "the file ends inside the object of line 1, column 24\(data)",
      #"{"Pattern": [{"Event": {"Time": ▸"#),
    ProblemCase(
      .unexpectedCharacter, "Pattern",
      "\";\" stands where a comma or the end of the object must come\(data)",
      #"{"Pattern": []▸;}"#),
    ProblemCase(
      .unexpectedCharacter, "Pattern",
      "the character U+00A0 is not a space that JSON knows\(data)",
      "{\"Pattern\":▸\u{A0}[]}"),
    ProblemCase(
      .unexpectedCharacter, "Pattern", "\"*\" stands where a value must come\(data)",
      #"{"Pattern": ▸*}"#),
    ProblemCase(
      .invalidWord, "Pattern[0].Event.Time", "JSON has no \"NaN\": every number is finite\(data)",
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": ▸NaN}}]}"#),
    ProblemCase(
      .invalidWord, "Pattern[0].Event.Time",
      "JSON has no \"-Infinity\": every number is finite\(data)",
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": ▸-Infinity}}]}"#),
    ProblemCase(
      .invalidWord, "Metadata.Loop", "\"None\" is no JSON value; did you mean null?\(data)",
      #"{"Metadata": {"Loop": ▸None}, "Pattern": []}"#),
    ProblemCase(
      .invalidNumber, "Version",
      "\".5\" is no JSON number: write a 0 before the decimal point\(data)",
      #"{"Version": ▸.5, "Pattern": []}"#),
    ProblemCase(
      .invalidNumber, "Version", "\"01\" is no JSON number: it begins with a zero too many\(data)",
      #"{"Version": ▸01, "Pattern": []}"#),
    ProblemCase(
      .invalidNumber, "Version",
      "\"1.\" is no JSON number: write a digit after the decimal point\(data)",
      #"{"Version": ▸1., "Pattern": []}"#),
    ProblemCase(
      .invalidNumber, "Version", "\"+1\" is no JSON number: leave out the plus sign\(data)",
      #"{"Version": ▸+1, "Pattern": []}"#),
    ProblemCase(
      .invalidNumber, "Version", "\"0x1\" is no JSON number\(data)",
      #"{"Version": ▸0x1, "Pattern": []}"#),
    ProblemCase(
      .numberTooLarge, "Version", "\"-1e400\" is larger than any number here\(data)",
      #"{"Version": ▸-1e400, "Pattern": []}"#),
    ProblemCase(
      .invalidEscape, "Metadata.Path",
      "a backslash is written \\\\; JSON does not know this escape\(data)",
      #"{"Metadata": {"Path": "C:▸\Sounds"}, "Pattern": []}"#),
    ProblemCase(
      .invalidEscape, "Metadata.Name", "\\u needs four hexadecimal digits\(data)",
      #"{"Metadata": {"Name": "▸\u12g4"}, "Pattern": []}"#),
    ProblemCase(
      .loneSurrogate, "Metadata.Name",
      "this is half of a character; its other half is missing\(data)",
      #"{"Metadata": {"Name": "▸\ud83d\u0041"}, "Pattern": []}"#),
    ProblemCase(
      .controlCharacter, "Metadata.Name", "a tab in a string is written \\t\(data)",
      "{\"Metadata\": {\"Name\": \"a▸\tb\"}, \"Pattern\": []}"),
    ProblemCase(
      .controlCharacter, "Metadata.Text",
      "a string cannot go over the end of a line; write \\n\(data)",
      "{\"Metadata\": {\"Text\": \"two▸\nlines\"}, \"Pattern\": []}"),
    ProblemCase(
      .unterminatedString, "Metadata.Name", "this string has no closing quote\(data)",
      "{\"Metadata\": {\"Name\": ▸\"tap,\n \"Created\": \"today\"}, \"Pattern\": []}"),
    ProblemCase(
      .wrongQuotes, "Metadata.Name",
      "texts are written in double quotes (\"), not in others\(data)",
      #"{"Metadata": {"Name": ▸'tap'}, "Pattern": []}"#),
    ProblemCase(
      .wrongQuotes, "", "texts are written in double quotes (\"), not in others\(data)",
      "{▸\u{201C}Pattern\u{201D}: []}"),
    ProblemCase(
      .unquotedKey, "", "the key \"Pattern\" must be in double quotes\(data)",
      "{▸Pattern: []}"),
    ProblemCase(
      .comment, "Pattern", "JSON has no comments; put the words into \"Metadata\"\(data)",
      "{\"Pattern\": [ ▸// nothing\n]}"),
    ProblemCase(
      .comment, "Pattern", "JSON has no comments, and this one never ends\(data)",
      "{\"Pattern\": [ ▸/* nothing ]}"),
    ProblemCase(
      .missingComma, "Version", "a comma is missing here\(data)",
      "{\"Version\": 1▸\n\"Pattern\": []}"),
    ProblemCase(
      .extraComma, "Version", "this comma separates nothing\(data)",
      #"{"Version": 1,▸, "Pattern": []}"#),
    ProblemCase(
      .missingColon, "Pattern", "a colon is missing here, between key and value\(data)",
      #"{"Pattern"▸ []}"#),
    ProblemCase(
      .missingColon, "Pattern", "a key and its value are separated by a colon\(data)",
      #"{"Pattern" ▸= []}"#),
    ProblemCase(
      .missingValue, "Version", "a value is missing here\(data)",
      #"{"Version": ▸, "Pattern": []}"#),
    ProblemCase(
      .mismatchedBracket, "Pattern",
      "this } does not close the [ of line 1, column 13; reading stops here\(data)",
      "{\"Pattern\": [▸}"),
    ProblemCase(
      .mismatchedBracket, "Pattern[0].Event",
      "a key in double quotes must come here; was the object of line 2, column 2 not closed?\(data)",
      "{\"Pattern\": [\n {\"Event\": {\"Time\": 0, \"EventType\": \"HapticTransient\"},\n ▸{}]}"),
    ProblemCase(
      .tooDeep, "Metadata.a" + String(repeating: "[0]", count: 126),
      "brackets are nested more than 128 deep; reading stops here\(data)",
      MarkedText(
        stringLiteral: "{\"Metadata\": {\"a\": " + String(repeating: "[", count: 126)
          + "▸[" + String(repeating: "]", count: 127) + "}}")),
    ProblemCase(
      .trailingContent, "", "there is more text after the end of the pattern\(data)",
      "{\"Pattern\": []}\n▸{}"),
  ]
}
