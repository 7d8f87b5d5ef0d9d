import Glibc
import HapticEngine
import Realtime
import TextFormats

/// Standard error, where words for people go.
enum Words {
  /// Lines of several threads, and the progress line, do not run into each other.
  private static let progress = Guarded<String>("")

  /// Whether standard error is a terminal that draws; one without a name is not taken to.
  static let isTerminal: Bool =
    isatty(STDERR_FILENO) == 1 && !["dumb", nil].contains(SystemCall.environment("TERM"))

  /// Whether words may be coloured.
  ///
  /// Source: no-color.org, NO_COLOR set to anything but nothing.
  static let isColoured: Bool = isTerminal && SystemCall.environment("NO_COLOR") == nil

  /// Prints `text` as lines of its own, above a progress line that is shown.
  ///
  /// Whatever a terminal would obey is made harmless, wherever it comes from.
  static func say(_ text: String) { saySafe(text.printableLines) }

  /// Prints a problem of a file, in colour where that is welcome.
  static func say(_ diagnostic: AHAPDiagnostic) {
    saySafe(diagnostic.words(coloured: isColoured))
  }

  private static func saySafe(_ text: String) {
    progress.withLock { line in put("\(line.isEmpty ? "" : "\r\u{1B}[K")\(text)\n\(line)") }
  }

  /// Shows `line` in place of the progress line, on a terminal; an empty one removes it.
  static func showProgress(_ line: String) {
    guard isTerminal else { return }
    progress.withLock { shown in
      if shown != line { put("\r\u{1B}[K\(line)") }
      shown = line
    }
  }

  /// How many columns the terminal has; 80 where there is none.
  static var columns: Int { columns(of: STDERR_FILENO) ?? 80 }

  /// How many columns the terminal has that is behind a file descriptor; nil where there is none.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    let result = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// Standard error may be closed or broken; there is nobody left to tell.
  private static func put(_ text: String) {
    var text = text
    _ = text.withUTF8 { unsafe SystemCall.write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }
}
