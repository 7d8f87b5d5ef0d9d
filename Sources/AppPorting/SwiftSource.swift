internal import TextFormats

/// A Swift source file as tokens.
struct SwiftSource: Sendable {
  let bytes: [UInt8]
  let tokens: [SwiftToken]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens = SwiftTokens.all(of: bytes)
  }

  /// Returns the text of the token at `index`; empty after the last token.
  func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? text(tokens[index].range) : ""
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the index of the token that closes the bracket at the token `index`; nil without one.
  func closing(_ index: Int) -> Int? {
    let pairs = ["(": ")", "[": "]", "{": "}"]
    guard let end = pairs[text(index)] else { return nil }
    let start = text(index)
    var depth = 0
    for other in tokens.indices[index...] where tokens[other].kind == .symbol {
      if text(other) == start { depth += 1 }
      if text(other) == end { depth -= 1 }
      if depth == 0 { return other }
    }
    return nil
  }

  /// Returns whether a line break is between the token at `index` and the one before.
  func beginsLine(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    return bytes[tokens[index - 1].range.upperBound..<tokens[index].range.lowerBound].contains(
      UInt8(ascii: "\n"))
  }

  /// Whether the file names a type that is in Apple's Foundation, and in FoundationNetworking on Linux.
  var usesNetwork: Bool {
    let names: Set = [
      "URLSession", "URLRequest", "URLResponse", "HTTPURLResponse", "URLProtocol", "URLCache",
      "HTTPCookie", "HTTPCookieStorage", "URLCredential", "URLAuthenticationChallenge",
      "URLSessionTask", "URLSessionDataTask", "URLSessionDownloadTask", "URLSessionDelegate",
      "URLSessionConfiguration", "NSMutableURLRequest",
    ]
    return tokens.indices.contains { tokens[$0].kind == .word && names.contains(text($0)) }
  }

  /// Whether the file names a type of Combine for which Apple's Foundation has another name.
  ///
  /// Source: github.com/SoRA-X7/tangiblr, whose `AppState.swift` imports only Foundation.
  var usesObservableObjects: Bool {
    let names: Set = ["ObservableObject", "Published"]
    return tokens.indices.contains { tokens[$0].kind == .word && names.contains(text($0)) }
  }

  /// Returns whether the word at `index` is called with a string, such as `Selector("pause")`.
  func isCallWithString(_ index: Int) -> Bool {
    var next = index + 1
    while text(next) == "(" { next += 1 }
    return next > index + 1 && tokens.indices.contains(next) && tokens[next].kind == .string
  }

  /// The names of the types that the file declares outside other types, without those that only the file sees, and
  /// `@main` if one of them is the program.
  var moduleTypes: Set<String> {
    let kinds: Set = ["class", "struct", "enum", "protocol", "actor", "typealias"]
    let programs: Set = ["main", "UIApplicationMain", "NSApplicationMain"]
    var (names, depth, isHidden): (Set<String>, Int, Bool) = ([], 0, false)
    for index in tokens.indices {
      let word = text(index)
      switch tokens[index].kind {
      case .symbol:
        if "{(".contains(word) { depth += 1 }
        if "})".contains(word) { depth -= 1 }
        if word == "}" { isHidden = false }
      case .word where depth == 0:
        if text(index - 1) == "@" {
          if programs.contains(word) { names.insert("@main") }
        } else if word == "private" || word == "fileprivate" {
          isHidden = true
        } else if kinds.contains(word) {
          let isName = tokens.indices.contains(index + 1) && tokens[index + 1].kind == .word
          if isName, !isHidden { names.insert(text(index + 1)) }
          isHidden = false
        } else if ["let", "var", "func", "extension", "import"].contains(word) {
          isHidden = false
        }
      default: break
      }
    }
    return names
  }

  /// The first module that the file imports with `@testable`; nil for none.
  var testedModule: String? {
    tokens.indices.first { text($0) == "testable" && text($0 + 1) == "import" }.map { text($0 + 2) }
  }

  /// The imports of parts of Apple's modules, such as `import os.log`: the index of the module's name, and the range of
  /// the rest.
  var partialImports: [(module: Int, rest: Range<Int>)] {
    let names = Set((LinuxModule.all + LinuxModule.imported).map(\.name))
    return tokens.indices.compactMap { index in
      guard text(index) == "import", tokens[index].kind == .word,
        names.contains(text(index + 1)), text(index + 2) == ".", tokens.indices.contains(index + 3)
      else { return nil }
      return (index + 1, tokens[index + 1].range.upperBound..<tokens[index + 3].range.upperBound)
    }
  }

  /// The names of the modules that the file imports, in order of the file.
  var imports: [String] { importedNames.map(text) }

  /// The names of the modules that the file imports outside conditions such as `#if canImport(Firebase)`.
  var unconditionalImports: [String] {
    var (depth, outside): (Int, Set<Int>) = (0, [])
    for index in tokens.indices {
      if tokens[index].kind == .directive, text(index) == "#if" { depth += 1 }
      if tokens[index].kind == .directive, text(index) == "#endif" { depth -= 1 }
      if depth == 0 { outside.insert(index) }
    }
    return importedNames.filter(outside.contains).map(text)
  }

  /// The tokens that name imported modules.
  private var importedNames: [Int] {
    tokens.indices.compactMap { index in
      guard text(index) == "import", tokens[index].kind == .word,
        index == 0 || text(index - 1) != "."
      else {
        return nil
      }
      let kinds: Set = [
        "class", "struct", "enum", "protocol", "func", "typealias", "var", "let", "actor",
      ]
      let name = kinds.contains(text(index + 1)) ? index + 2 : index + 1
      return tokens.indices.contains(name) && tokens[name].kind == .word ? name : nil
    }
  }
}
