/// One problem of a text, with its location, as the readers of all formats report it.
package protocol Diagnostic {
  /// The line and the column, from 1.
  var location: SourceLocation { get }
  /// Whether the text is refused; false for a warning.
  var isError: Bool { get }
  /// The stable code of the kind of problem; nil for formats that have none.
  var codeName: String? { get }
  /// A sentence that describes the problem, with what to do where that is known.
  var message: String { get }
}

extension Diagnostic {
  /// True, where a format has no warnings.
  package var isError: Bool { true }

  /// Nil, where a format has no codes.
  package var codeName: String? { nil }

  /// `error` or `warning`.
  package var severityName: String { isError ? "error" : "warning" }

  /// `LINE:COLUMN: error|warning: message [code]`; the file's name goes before it.
  package var text: String {
    let code = codeName.map { " [\($0)]" } ?? ""
    return "\(location): \(severityName): \(message)\(code)"
  }

  /// `FILE:LINE:COLUMN: error|warning: message [code]`, as compilers print it and editors read it.
  package func text(in file: String) -> String { "\(file):\(text)" }
}
