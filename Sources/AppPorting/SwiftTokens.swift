/// A token of Swift source text, without comments.
struct SwiftToken: Hashable, Sendable {
  /// The kind of a token.
  enum Kind: Hashable, Sendable {
    /// An identifier or a keyword; backticks are part of it.
    case word
    /// `#` and a word, such as `#if`.
    case directive
    /// A literal with its quotes, including interpolations.
    case string
    /// A single character that does not belong to any other token, such as `(`, `@` or `+`.
    case symbol
  }

  let kind: Kind
  /// The bytes of the token.
  let range: Range<Int>
}

/// Splits Swift source text into tokens.
///
/// Comments and strings are recognized as the compiler recognizes them, because a word in them is not code. A regular
/// expression between slashes is not recognized: a quote in it hides the rest of its line.
///
/// Source: The Swift Programming Language, "Lexical Structure".
struct SwiftTokens {
  private let bytes: [UInt8]
  private var index = 0
  /// The number of interpolations around `index`.
  private var depth = 0

  /// The maximum number of interpolations inside each other, beyond which the text belongs to the string.
  ///
  /// Our choice: far more than any person writes.
  private static let maximumDepth = 256

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the tokens of `bytes`, in order.
  static func all(of bytes: [UInt8]) -> [SwiftToken] {
    var lexer = SwiftTokens(bytes)
    var tokens: [SwiftToken] = []
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private func isAt(_ text: StaticString, _ offset: Int = 0) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + offset + count <= bytes.count else { return false }
    return "\(text)".utf8.elementsEqual(bytes[(index + offset)..<(index + offset + count)])
  }

  private mutating func next() -> SwiftToken? {
    skipTrivia()
    guard let first = byte() else { return nil }
    let start = index
    let kind = token(first)
    return SwiftToken(kind: kind, range: start..<index)
  }

  /// Moves behind the token that begins with `first`, and returns its kind.
  private mutating func token(_ first: UInt8) -> SwiftToken.Kind {
    if first == UInt8(ascii: "#") {
      var hashes = 1
      while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
      if byte(hashes) == UInt8(ascii: "\"") {
        index += hashes
        skipString(hashes: hashes)
        return .string
      }
      index += 1
      while let letter = byte(), Self.isWord(letter) { index += 1 }
      return .directive
    }
    if first == UInt8(ascii: "\"") {
      skipString(hashes: 0)
      return .string
    }
    if first == UInt8(ascii: "`") {
      index += 1
      while let letter = byte(), letter != UInt8(ascii: "`"), letter != UInt8(ascii: "\n") {
        index += 1
      }
      index = min(index + 1, bytes.count)
      return .word
    }
    if Self.isWord(first) {
      while let letter = byte(), Self.isWord(letter) { index += 1 }
      return .word
    }
    index += 1
    return .symbol
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Moves behind spaces, line breaks and comments.
  private mutating func skipTrivia() {
    while let first = byte() {
      switch first {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0, 0x0B,
        0x0C:
        index += 1
      case UInt8(ascii: "/") where isAt("//"):
        while let other = byte(), other != UInt8(ascii: "\n") { index += 1 }
      case UInt8(ascii: "/") where isAt("/*"): skipComment()
      default: return
      }
    }
  }

  /// Moves behind a comment between `/*` and `*/`, which may contain others.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if isAt("/*") {
        depth += 1
        index += 2
      } else if isAt("*/") {
        depth -= 1
        index += 2
      } else {
        index += 1
      }
    } while depth > 0 && index < bytes.count
    index = min(index, bytes.count)
  }

  /// Moves behind the string that begins here with its quote, after `hashes` number signs.
  private mutating func skipString(hashes: Int) {
    let isLong = isAt("\"\"\"")
    index += isLong ? 3 : 1
    while let next = byte() {
      if next == UInt8(ascii: "\\"), hasHashes(hashes, after: 1) {
        index += 1 + hashes
        if byte() == UInt8(ascii: "("), depth < Self.maximumDepth {
          skipInterpolation()
        } else {
          index += 1
        }
      } else if isLong ? isAt("\"\"\"") : next == UInt8(ascii: "\"") {
        let quotes = isLong ? 3 : 1
        let isEnd = hasHashes(hashes, after: quotes)
        index += isEnd ? quotes + hashes : 1
        if isEnd { return }
      } else if next == UInt8(ascii: "\n"), !isLong {
        // A string ends at the end of its line; the compiler reports this.
        return
      } else {
        index += 1
      }
    }
    index = min(index, bytes.count)
  }

  private func hasHashes(_ count: Int, after offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }

  /// Moves behind the closing parenthesis of an interpolation.
  private mutating func skipInterpolation() {
    self.depth += 1
    defer { self.depth -= 1 }
    var depth = 0
    repeat {
      skipTrivia()
      guard let first = byte() else { return }
      let start = index
      if token(first) == .symbol {
        if bytes[start] == UInt8(ascii: "(") { depth += 1 }
        if bytes[start] == UInt8(ascii: ")") { depth -= 1 }
      }
    } while depth > 0
  }
}
