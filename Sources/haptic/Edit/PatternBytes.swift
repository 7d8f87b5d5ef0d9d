import HapticEditing
import HapticEngine
import TextFormats

/// The text of a pattern, as it is in its file.
enum PatternBytes {
  /// The document that `name` stands for: a file, standard input, a preset or a name from the library.
  ///
  /// - Throws: `Failure` if it cannot be found or read, or, after printing its errors, is not valid.
  static func document(_ name: String) throws(Failure) -> EditDocument {
    try document(bytes(name), file: name)
  }

  /// The document of `bytes`, the file called `name`.
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
    // A preset, or nothing: the error says what was searched.
    return AHAP.encode(try PatternArgument(argument: name).load().pattern)
  }

  /// The bytes of the file at `path`.
  static func bytes(file path: String) throws(Failure) -> [UInt8] {
    try InputFile.bytes(of: path, maximumBytes: AHAP.maximumFileSize, expecting: .pattern)
  }
}

extension Failure {
  /// The failure for an edit of the file called `file`; the errors of a file are printed.
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
