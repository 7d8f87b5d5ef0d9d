import HapticEngine
import Testing

/// A text with a mark, ▸, where a problem is expected.
struct MarkedText: Sendable, ExpressibleByStringLiteral {
  let text: String
  let line: Int
  let column: Int

  init(stringLiteral marked: String) {
    let parts = marked.split(separator: "▸", maxSplits: 1, omittingEmptySubsequences: false)
    precondition(parts.count == 2, "no mark in \(marked)")
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    text = String(parts[0] + parts[1])
    line = lines.count
    column = (lines.last?.unicodeScalars.count ?? 0) + 1
  }
}

/// A problem, and a file with this problem only.
struct ProblemCase: Sendable, CustomTestStringConvertible {
  let code: AHAPDiagnostic.Code
  let path: String
  let file: MarkedText

  init(_ code: AHAPDiagnostic.Code, _ path: String, _ file: MarkedText) {
    (self.code, self.path, self.file) = (code, path, file)
  }

  /// The problems that reading the file reports, except the additional problem of a short file.
  var diagnostics: [AHAPDiagnostic] {
    AHAP.read(text: file.text).diagnostics.filter { $0.code != .emptyPattern || code == $0.code }
  }

  var testDescription: String { "\(code.rawValue) at \(path): \(file.text.prefix(60))" }
}

extension AHAP {
  static func read(text: String) -> AHAPReading { read(Array(text.utf8), file: "test.ahap") }
}
