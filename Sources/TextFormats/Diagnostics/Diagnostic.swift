/// A problem in a text, with its location, as reported by the readers of all formats.
package protocol Diagnostic {
  /// The line and the column, from 1.
  var location: SourceLocation { get }
  /// Whether the text is rejected; false for a warning.
  var isError: Bool { get }
  /// The stable code of the kind of problem; nil for formats without codes.
  var codeName: String? { get }
  /// A sentence that describes the problem, with a remedy if one is known.
  var message: String { get }
}

extension Diagnostic {
  /// True, because a format has only errors by default.
  package var isError: Bool { true }

  /// Nil, because a format does not have codes by default.
  package var codeName: String? { nil }

  /// `error` or `warning`.
  package var severityName: String { isError ? "error" : "warning" }

  /// `LINE:COLUMN: error|warning: message [code]`; the file's name goes before it.
  package var text: String {
    let code = codeName.map { " [\($0)]" } ?? ""
    return "\(location): \(severityName): \(message)\(code)"
  }

  /// `FILE:LINE:COLUMN: error|warning: message [code]`, as compilers print it and editors parse it.
  package func text(in file: String) -> String { "\(file):\(text)" }
}
