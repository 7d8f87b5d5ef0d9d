import Glibc
import HapticEngine
import Realtime
import TextFormats

/// Standard input, output and error as the parent process left them.
enum StandardStreams {
  /// Opens the null device for each stream that is closed.
  ///
  /// Otherwise the next file that is opened would get the stream's number and be written to by
  /// mistake. The streams stay unusable: reading or writing is an error as before.
  static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is this one.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static let output = Guarded<TerminalWriter?>(nil)
  private static let error = Guarded<TerminalWriter?>(nil)

  /// Makes writes to standard output and error end if a stream is a terminal that does not read and a
  /// signal ends the program.
  ///
  /// For programs that handle signals themselves. After su(1) the terminal belongs to another user and
  /// cannot be opened by its name; the controlling terminal can be opened as `/dev/tty`.
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
  /// - Returns: 0, or the `errno` that stopped it.
  fileprivate static func writeOutput(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    unsafe write(bytes, output, STDOUT_FILENO, patience: nil)
  }

  /// How long a message waits for a terminal that does not read, in nanoseconds.
  ///
  /// Our choice: longer than connections usually stall; a program whose pattern has ended should end
  /// although nobody reads what it says.
  private static let messagePatience: TerminalWriter.Patience = 1_000_000_000

  /// Writes `bytes` to standard error.
  ///
  /// - Returns: 0, or the `errno` that stopped it.
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

  /// How long a write waits for a reader after a signal that ends the program.
  private static let lastMilliseconds = Int32(TerminalWriter.lastPatience / 1_000_000)
}

/// Standard output, for results.
enum StandardOutput {
  /// Whether standard output is a terminal that shows colours.
  static let isColoured =
    isatty(STDOUT_FILENO) == 1 && TerminalKind(SystemCall.environment) > .plain
    && SystemCall.environment("NO_COLOR") == nil

  /// The width of the terminal in columns; 80 without a terminal.
  static var columns: Int { StandardError.columns(of: STDOUT_FILENO) ?? 80 }

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
  /// - Throws: `Failure` if the bytes cannot be written, as on a full disk.
  static func write(_ bytes: [UInt8]) throws(Failure) {
    let code = unsafe bytes.withUnsafeBytes { unsafe StandardStreams.writeOutput($0) }
    if code != 0 { throw failure(code) }
  }

  /// Writes `text`, which includes its own line ends.
  static func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  /// Runs `print`, which writes what a command has found before its exit status is known, or decided.
  ///
  /// A reader that closes the pipe early has read enough, and the command goes on: its status is that
  /// of what it finds, whoever reads it.
  static func offer<Other: Error>(_ print: () throws(Other) -> Void) throws(Other) {
    do throws(Other) {
      try print()
    } catch {
      if let failure = error as? Failure, failure.status == .done { return }
      throw error
    }
  }

  /// The failure for an `errno` of a write to standard output.
  static func failure(_ code: Int32) -> Failure {
    if code == EPIPE { return Failure(.done) }
    // A terminal that hung up is no terminal any more.
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

  /// `value` as JSON.
  static func text(_ value: some Encodable) throws -> String { try JSONEncoding.text(value) }
}

/// Standard error, for messages.
enum StandardError {
  /// The progress line that is shown; its lock keeps lines of several threads apart.
  private static let progress = Guarded<String>("")

  /// Whether standard error is a terminal that can erase a line.
  static let isTerminal: Bool =
    isatty(STDERR_FILENO) == 1 && TerminalKind(SystemCall.environment) > .plain

  /// Whether messages may be coloured.
  ///
  /// Source: no-color.org, NO_COLOR set to a non-empty value.
  static let isColoured: Bool = isTerminal && SystemCall.environment("NO_COLOR") == nil

  /// Prints `text` as lines of its own, above the progress line.
  ///
  /// Control characters are replaced, wherever the text comes from.
  static func print(_ text: String) { printSafe(text.printableLines) }

  /// Prints the problems of a file, a line each, in colour where the terminal shows it, and how many
  /// more there are.
  static func print(_ problems: [some Diagnostic], of file: String, omitted: Int = 0) {
    for problem in problems { printSafe(problem.text(in: file, coloured: isColoured)) }
    guard omitted > 0 else { return }
    let severity = problems.allSatisfy(\.isError) ? "error" : "problem"
    printSafe("\(file.printable): \(omitted.counted("more \(severity)"))")
  }

  private static func printSafe(_ text: String) {
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

  /// The width of the terminal in columns; 80 without a terminal.
  static var columns: Int { columns(of: STDERR_FILENO) ?? 80 }

  /// The width in columns of the terminal behind a file descriptor; nil without one.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    let result = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// Errors are ignored: if standard error is closed or broken, no message can be shown.
  private static func put(_ text: String) {
    var text = text
    // SAFETY: the bytes are used within the call.
    let error = text.withUTF8 {
      unsafe StandardStreams.writeError(UnsafeRawBufferPointer($0))
    }
    if error == EPIPE { broken.withLock { $0 = true } }
  }

  private static let broken = Guarded(false)

  /// Whether who read the messages has gone, as `head -1` does.
  static var isBroken: Bool { broken.withLock { $0 } }
}

extension Diagnostic {
  /// The problem as one line that is safe to print, with colour for a terminal.
  func text(in file: String, coloured: Bool) -> String {
    guard coloured else { return text(in: file).printable }
    let colour = isError ? "31" : "35"
    let code = codeName.map { " \u{1B}[2m[\($0.printable)]\u{1B}[0m" } ?? ""
    return "\u{1B}[1m\(file.printable):\(location):\u{1B}[0m "
      + "\u{1B}[1;\(colour)m\(severityName):\u{1B}[0m \(message.printable)\(code)"
  }
}

/// What control sequences the terminal understands, by its name in `TERM`.
///
/// Source: the capabilities `el`, `cup`, `smcup` of ncurses' terminfo. Our choice: a list of names and
/// not the database, which is not installed everywhere; a name that is not listed gets plain lines.
enum TerminalKind: Comparable {
  /// Lines of text only: no name, `dumb`, or a name that is not listed.
  case plain
  /// Can erase a line and emphasise text, as a VT100 does.
  case vt100
  /// Understands xterm's sequences, the alternate screen included.
  case xterm

  /// Names of terminals like xterm; a suffix after a hyphen or a point, as in `xterm-256color`,
  /// does not matter.
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

  /// The kind that `TERM` names; `variable` looks up the environment.
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
