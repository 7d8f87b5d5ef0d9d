/// A place where a text is not JSON.
struct JSONFault {
  /// What is wrong.
  enum Kind: CaseIterable {
    case emptyFile
    case notUTF8
    case invalidUTF8
    case unexpectedEnd
    case unexpectedCharacter
    case invalidWord
    case invalidNumber
    case numberTooLarge
    case invalidEscape
    case loneSurrogate
    case controlCharacter
    case unterminatedString
    case wrongQuotes
    case unquotedKey
    case comment
    case missingComma
    case extraComma
    case missingColon
    case missingValue
    case mismatchedBracket
    case tooDeep
    case trailingContent
  }

  /// What is wrong.
  let kind: Kind
  /// Where it is, as a path of keys and indices.
  let path: String
  /// What is wrong, in plain words.
  let words: String
}
