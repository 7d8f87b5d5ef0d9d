private import CALSA

/// The messages of libasound, captured before they reach the terminal.
///
/// libasound prints its complaints on standard error unless the calling thread has its own handler. While `capture`
/// runs, this thread has its own handler. Other threads of the process, and other users of libasound in the process,
/// keep their handlers.
///
/// The thread-local state of the C functions is `static` in a header, so every object file that calls them has its own
/// copy. Therefore only the functions of this file call them, and none of them is inlined elsewhere.
enum LibraryMessages {
  /// Runs `body` with a handler that stores the last message, which `last` returns.
  ///
  /// Calls cannot be nested.
  static func capture<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin()
    defer { end() }
    return try body()
  }

  @inline(never)
  private static func begin() {
    // SAFETY: the table is read only during the call.
    unsafe withUnsafePointer(to: alsa) { unsafe calsa_begin_capture($0) }
  }

  @inline(never)
  private static func end() {
    // SAFETY: as above.
    unsafe withUnsafePointer(to: alsa) { unsafe calsa_end_capture($0) }
  }

  /// Forgets the last message, after the operation that caused it has succeeded in the end.
  @inline(never)
  static func forget() {
    // SAFETY: the line of this thread has at least one byte.
    unsafe calsa_last_message().pointee = 0
  }

  /// The last message since the capture began or since `forget`, if any.
  ///
  /// The lines of a message are joined into one, because some plugins end their messages with a line break.
  static var last: String? {
    @inline(never)
    get {
      // SAFETY: a zero-terminated C string of this thread; it is copied immediately.
      oneLine(unsafe String(cString: calsa_last_message()))
    }
  }

  /// The last message in brackets, after a space; an empty string if none exists.
  static var inBrackets: String { last.map { " (\($0))" } ?? "" }

  /// The lines of `text` joined into one, without surrounding spaces; nil if nothing is left.
  static func oneLine(_ text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "; ")
  }
}
