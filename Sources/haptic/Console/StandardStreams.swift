import Glibc
import HapticEngine
import Realtime
import TextFormats

/// Standard input, output and error as the parent process left them.
enum StandardStreams {
  /// Opens the null device for each closed stream.
  ///
  /// Otherwise the next opened file would get the stream's number, and messages would be written to
  /// it. The streams stay unusable: reading or writing still fails.
  static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // This is the lowest free number.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static let output = Guarded<TerminalWriter?>(nil)
  private static let error = Guarded<TerminalWriter?>(nil)

  /// Lets a signal abort writes to standard output and standard error that are waiting for a terminal
  /// that does not read.
  ///
  /// This is for programs that handle signals themselves. After su(1) the terminal belongs to another
  /// user and cannot be opened by its name; the controlling terminal can be opened as `/dev/tty`.
  static func unblockTerminals() {
    let writer = { (descriptor: Int32) -> TerminalWriter? in
      guard isatty(descriptor) == 1 else { return nil }
      if let writer = TerminalWriter(path: "/proc/self/fd/\(descriptor)", access: O_WRONLY) {
        return writer
      }
      guard tcgetsid(descriptor) == getsid(0) else { return nil }
      return TerminalWriter(path: "/dev/tty", access: O_WRONLY)
    }
    output.withLock { $0 = writer(STDOUT_FILENO) }
    error.withLock { $0 = writer(STDERR_FILENO) }
  }

  /// Writes `bytes` to standard output.
  ///
  /// - Returns: 0, or the `errno` that stopped the write.
  fileprivate static func writeOutput(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    unsafe write(bytes, output, STDOUT_FILENO, patience: nil)
  }

  /// The time that a message waits for a terminal that does not read, in nanoseconds.
  ///
  /// Our choice: longer than connections usually stall. A program whose pattern has ended should
  /// exit even if its messages are not read.
  private static let messagePatience: TerminalWriter.Patience = 1_000_000_000

  /// Writes `bytes` to standard error.
  ///
  /// - Returns: 0, or the `errno` that stopped the write.
  fileprivate static func writeError(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    unsafe write(bytes, error, STDERR_FILENO, patience: messagePatience)
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, _ writer: borrowing Guarded<TerminalWriter?>,
    _ descriptor: Int32, patience: TerminalWriter.Patience
  ) -> Int32 {
    let result = writer.withLock { unsafe $0?.write(bytes, patience: patience) }
    if let result { return result }
    return unsafe SystemCall.write(bytes, to: descriptor) {
      SignalPipe.isEnding && !SystemCall.isWritable(descriptor, milliseconds: lastMilliseconds)
    }
  }

  /// The time that a write waits for a reader after a signal that ends the program.
  private static let lastMilliseconds = Int32(TerminalWriter.lastPatience / 1_000_000)
}

/// Standard output, for results.
enum StandardOutput {
  /// Whether standard output is a terminal that shows colors.
  static let isColored =
    isatty(STDOUT_FILENO) == 1 && TerminalKind(SystemCall.environment) > .plain
    && SystemCall.environment("NO_COLOR") == nil

  /// The width of the terminal in columns; 80 without a terminal.
  static var columns: Int { StandardError.columns(of: STDOUT_FILENO) ?? 80 }

  /// The maximum length of a line of prose, so that the terminal does not break words; nil without a terminal.
  static var foldingColumns: Int? { StandardError.columns(of: STDOUT_FILENO) }

  /// The height of the terminal in rows; nil without a terminal.
  static var rows: Int? {
    var size = winsize()
    let result = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    return result == 0 && size.ws_row > 0 ? Int(size.ws_row) : nil
  }

  /// Writes `bytes`.
  ///
  /// A reader that closes the pipe early has read enough: the program ends quietly, without an error.
  ///
  /// - Throws: `Failure` if the bytes cannot be written, for example because the disk is full.
  static func write(_ bytes: [UInt8]) throws(Failure) {
    let code = unsafe bytes.withUnsafeBytes { unsafe StandardStreams.writeOutput($0) }
    if code != 0 { throw failure(code) }
  }

  /// Writes `text`, which includes its own line ends.
  static func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  /// Runs `print`, which writes the findings of a command before its exit status is decided.
  ///
  /// A reader that closes the pipe early has read enough. The command continues, because its status
  /// depends on its findings, not on the reader.
  static func offer<Other: Error>(_ print: () throws(Other) -> Void) throws(Other) {
    do throws(Other) {
      try print()
    } catch {
      if let failure = error as? Failure, failure.status == .done { return }
      throw error
    }
  }

  /// Returns the failure for an `errno` of a write to standard output.
  static func failure(_ code: Int32) -> Failure {
    if code == EPIPE { return Failure(.done) }
    // A terminal that hung up is no longer a terminal.
    if code == EIO, isatty(STDOUT_FILENO) == 0, errno == EIO { return Failure(.signal(SIGHUP)) }
    return Failure(.cannotCreate, "standard output: \(SystemText.error(code))")
  }
}

/// Results as JSON, for programs.
enum JSONOutput {
  /// Prints `value` to standard output, with the keys in alphabetical order.
  static func write(_ value: some Encodable) throws {
    try StandardOutput.write(text(value) + "\n")
  }

  /// Returns `value` as JSON.
  static func text(_ value: some Encodable) throws -> String { try JSONEncoding.text(value) }
}

/// Standard error, for messages.
enum StandardError {
  /// The visible progress line.
  ///
  /// Its lock separates the lines of several threads.
  private static let progress = Guarded<String>("")

  /// Whether standard error is a terminal that can erase a line.
  static let isTerminal: Bool =
    isatty(STDERR_FILENO) == 1 && TerminalKind(SystemCall.environment) > .plain

  /// Whether messages may be colored.
  ///
  /// Source: no-color.org, NO_COLOR set to a non-empty value.
  static let isColored: Bool = isTerminal && SystemCall.environment("NO_COLOR") == nil

  /// Prints `text` as separate lines above the progress line.
  ///
  /// Control characters are always replaced, regardless of the source of the text.
  static func print(_ text: String) { printSafe(text.printableLines) }

  /// Prints the problems of a file, one per line, in color if the terminal supports color, and then
  /// the number of omitted problems.
  static func print(_ problems: [some Diagnostic], of file: String, omitted: Int = 0) {
    for problem in problems { printSafe(problem.text(in: file, colored: isColored)) }
    guard omitted > 0 else { return }
    let severity = problems.allSatisfy(\.isError) ? "error" : "problem"
    printSafe("\(file.printable): \(omitted.counted("more \(severity)"))")
  }

  private static func printSafe(_ text: String) {
    progress.withLock { line in put("\(line.isEmpty ? "" : "\r\u{1B}[K")\(text)\n\(line)") }
  }

  /// On a terminal, replaces the progress line with `line`; an empty line removes it.
  static func showProgress(_ line: String) {
    guard isTerminal else { return }
    progress.withLock { shown in
      if shown != line { put("\r\u{1B}[K\(line)") }
      shown = line
    }
  }

  /// The width of the terminal in columns; 80 without a terminal.
  static var columns: Int { columns(of: STDERR_FILENO) ?? 80 }

  /// Returns the width in columns of the terminal behind a file descriptor; nil without a terminal.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    let result = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// Errors are ignored: if standard error is closed or broken, messages cannot be shown.
  private static func put(_ text: String) {
    var text = text
    // SAFETY: the bytes are used within the call.
    let error = text.withUTF8 {
      unsafe StandardStreams.writeError(UnsafeRawBufferPointer($0))
    }
    if error == EPIPE { broken.withLock { $0 = true } }
  }

  private static let broken = Guarded(false)

  /// Whether the reader of the messages has exited, as `head -1` does.
  static var isBroken: Bool { broken.withLock { $0 } }
}

extension Diagnostic {
  /// Returns the problem as one line that is safe to print, with color for a terminal.
  func text(in file: String, colored: Bool) -> String {
    guard colored else { return text(in: file).printable }
    let color = isError ? "31" : "35"
    let code = codeName.map { " \u{1B}[2m[\($0.printable)]\u{1B}[0m" } ?? ""
    return "\u{1B}[1m\(file.printable):\(location):\u{1B}[0m "
      + "\u{1B}[1;\(color)m\(severityName):\u{1B}[0m \(message.printable)\(code)"
  }
}

/// The control sequences that the terminal understands, by its name in `TERM`.
///
/// Source: the capabilities `el`, `cup`, `smcup` of ncurses' terminfo. Our choice: a list of names
/// instead of the database, which is not installed everywhere. Terminals whose names are not listed
/// receive plain lines.
enum TerminalKind: Comparable {
  /// Lines of text only: no name, `dumb`, or a name that is not listed.
  case plain
  /// Can erase a line and emphasize text, like a VT100.
  case vt100
  /// Understands xterm's sequences, including the alternate screen.
  case xterm

  /// Names of terminals like xterm.
  ///
  /// A suffix after a hyphen or a period, as in `xterm-256color`, does not matter.
  private static let likeXterm: Set = [
    "alacritty", "aterm", "contour", "eterm", "foot", "ghostty", "gnome", "hterm", "iterm",
    "iterm2",
    "kitty", "konsole", "linux", "mintty", "mlterm", "ms", "nsterm", "putty", "rio", "rxvt",
    "screen",
    "st", "stterm", "terminator", "terminology", "tmux", "vscode", "vte", "wezterm", "xterm",
    "zellij",
  ]
  /// Names of terminals like a VT100.
  private static let likeVT100: Set = [
    "ansi", "cygwin", "pcansi", "vt100", "vt102", "vt220", "vt320", "vt420", "vt520",
  ]

  /// Creates the kind that `TERM` names; `variable` looks up the environment.
  init(_ variable: (String) -> String?) {
    let name = (variable("TERM") ?? "").lowercased()
    let family = String(name.prefix { $0 != "-" && $0 != "." })
    if Self.likeXterm.contains(family) || name.hasSuffix("-256color") || name.hasSuffix("-direct") {
      self = .xterm
    } else if Self.likeVT100.contains(family) {
      self = .vt100
    } else {
      self = .plain
    }
  }
}
