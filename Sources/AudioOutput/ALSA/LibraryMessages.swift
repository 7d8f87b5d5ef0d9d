private import CALSA

/// The messages of libasound, captured before they reach the terminal.
///
/// libasound prints its complaints on standard error unless the calling thread has a handler of its
/// own. While `capture` runs, this thread has one; other threads of the process, and other users of
/// libasound in it, keep theirs.
///
/// What the C functions keep for each thread is `static` in a header: every object file that calls
/// them has its own. So only the functions of this file do, and none of them is inlined elsewhere.
enum LibraryMessages {
  /// Runs `body` with a handler that keeps the last message for `last`; not nested.
  static func capture<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin()
    defer { end() }
    return try body()
  }

  @inline(never)
  private static func begin() {
    // SAFETY: the table is read during the call only.
    unsafe withUnsafePointer(to: alsa) { unsafe calsa_begin_capture($0) }
  }

  @inline(never)
  private static func end() {
    // SAFETY: as above.
    unsafe withUnsafePointer(to: alsa) { unsafe calsa_end_capture($0) }
  }

  /// Forgets the last message, once what it was about has turned out well.
  @inline(never)
  static func forget() {
    // SAFETY: the line of this thread has at least one byte.
    unsafe calsa_last_message().pointee = 0
  }

  /// The last message since the capture began or was forgotten, or nil if there was none.
  ///
  /// Messages of several lines become one: some plugins end theirs in a line break.
  static var last: String? {
    @inline(never)
    get {
      // SAFETY: a C string of this thread, which ends in a zero; it is copied at once.
      oneLine(unsafe String(cString: calsa_last_message()))
    }
  }

  /// The last message in brackets, after a blank; empty if there was none.
  static var inBrackets: String { last.map { " (\($0))" } ?? "" }

  /// The lines of `text` in one, without blanks around them; nil if nothing is left.
  static func oneLine(_ text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "; ")
  }
}
