import HapticEditing
import HapticEngine
import TextFormats

/// The text of a pattern, exactly as in its file.
enum PatternBytes {
  /// Returns the document that `name` stands for: a file, standard input, a preset or a library
  /// name.
  ///
  /// - Throws: `Failure` if the pattern cannot be found or read. If the pattern is not valid, its errors are
  ///   printed first.
  static func document(_ name: String) throws(Failure) -> EditDocument {
    try document(bytes(name), file: name)
  }

  /// Returns the document of `bytes`, the content of the file called `name`.
  static func document(_ bytes: [UInt8], file name: String) throws(Failure) -> EditDocument {
    do throws(EditError) {
      return try EditDocument(bytes, file: name)
    } catch {
      if case .invalid = error, let failure = FileKind.failure(name, bytes, expected: .pattern) {
        throw failure
      }
      throw Failure(error, file: name)
    }
  }

  private static func bytes(_ name: String) throws(Failure) -> [UInt8] {
    if let file = PatternArgument(argument: name).file ?? (name == "-" ? name : nil),
      name == "-" || SystemCall.mode(at: file) != nil
    {
      return try bytes(file: file)
    }
    // The name is a preset or unknown. The error for an unknown name lists the searched folders.
    return AHAP.encode(try PatternArgument(argument: name).load().pattern)
  }

  /// Returns the bytes of the file at `path`.
  static func bytes(file path: String) throws(Failure) -> [UInt8] {
    try InputFile.bytes(of: path, maximumBytes: AHAP.maximumFileSize, expecting: .pattern)
  }
}

extension Failure {
  /// Creates the failure for an edit of the file called `file`.
  ///
  /// The errors of a file are printed.
  init(_ error: EditError, file: String) {
    let name = file.printable
    switch error {
    case .invalid(let diagnostics, let count):
      StandardError.print(diagnostics, of: file, omitted: count - diagnostics.count)
      self.init(.invalidInput)
    case .words(let number, let column, let reason):
      let place = column.map { ", column \($0)" } ?? ""
      self.init(.usage, "operation, word \(number)\(place): \(reason)")
    case .entry(let path, let location, let reason):
      self.init(.invalidInput, "\(name):\(location): \(path): \(reason)")
    case .operation, .log, .otherFile:
      self.init(.invalidInput, "\(name): \(error.description.printable)")
    }
  }
}
