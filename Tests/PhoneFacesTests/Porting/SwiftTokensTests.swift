import Testing

@testable import AppPorting

/// The tokens of Swift source text.
@Suite struct SwiftTokensTests {
  private func texts(_ source: String) -> [String] {
    let bytes = Array(source.utf8)
    return SwiftTokens.all(of: bytes).map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  @Test(arguments: ["\"\\(", "#if !", "#if ("])
  func `deeply nested sources end in bounded time`(_ piece: String) {
    let head = piece.hasPrefix("#if") ? "#if " : ""
    let repeated = String(repeating: String(piece.dropFirst(head.count)), count: 100_000)
    let source = AppSource(path: "A.swift", bytes: Array((head + repeated).utf8))
    #expect(source.imports.isEmpty)
  }

  @Test(arguments: [
    ("a /* b /* c */ d */ e // f\ng", ["a", "e", "g"]),
    (#"x = "a // \(f("b)")) c" + y"#, ["x", "=", #""a // \(f("b)")) c""#, "+", "y"]),
    (##"r = #"a " \(b) "# c"##, ["r", "=", ##"#"a " \(b) "#"##, "c"]),
    (
      "s = \"\"\"\n a \"b\" \\\"\"\" c\n\"\"\" d",
      ["s", "=", "\"\"\"\n a \"b\" \\\"\"\" c\n\"\"\"", "d"]
    ),
    ("#if os(iOS)\n`class`", ["#if", "os", "(", "iOS", ")", "`class`"]),
    ("größe9_ = 1", ["größe9_", "=", "1"]),
  ])
  func `comments are not tokens, and strings are one token`(_ source: String, _ tokens: [String]) {
    #expect(texts(source) == tokens)
  }

  @Test(arguments: ["\"a", "\"\"\" a", "/* a", "`a", "\"\\(a", "#\"a\"", "a \\", "\"\\"])
  func `text that ends too early has tokens up to its end`(_ source: String) {
    let bytes = Array(source.utf8)
    let tokens = SwiftTokens.all(of: bytes)
    #expect(tokens.allSatisfy { $0.range.upperBound <= bytes.count && !$0.range.isEmpty })
    #expect(
      zip(tokens, tokens.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
  }

  @Test func `every prefix of a file is read without a trap`() {
    let source = Array(
      ##"#if !os(iOS) && (canImport(X) || true) /* é */ "\(a("\(b)"))" #"x"# `y` @objc(z:) #selector(a.b(_:))"##
        .utf8)
    for count in 0...source.count {
      let bytes = Array(source[..<count])
      _ = AppSource(path: "", bytes: bytes)
      #expect(RewrittenSource(bytes).bytes.count <= count + 16)
    }
  }
}
