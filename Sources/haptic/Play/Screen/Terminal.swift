import Glibc
import Synchronization

/// The terminal from which the program was started, taken over for drawing and keys.
///
/// The terminal is always restored: by `giveBack`, by deinit, and when the program crashes. No call waits
/// for a terminal that does not read.
final class Terminal {
  private var writer: TerminalWriter
  private var before: termios
  private(set) var isTaken = false

  /// The sequences that enter and leave the alternate screen, without cursor and line wrapping.
  ///
  /// Source: xterm's control sequences, DEC private modes 1049, 25 and 7.
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let leave: StaticString = "\u{1B}[?2026l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Creates the terminal of this program; nil without a terminal that understands xterm's sequences.
  ///
  /// - Parameter needsStandardError: whether standard error must go to a terminal. If not, it is enough
  ///   that standard output does.
  init?(needsStandardError: Bool) {
    let isShown = StandardError.isTerminal || !needsStandardError && isatty(STDOUT_FILENO) == 1
    guard isShown,
      TerminalKind(SystemCall.environment) == .xterm
    else { return nil }
    guard let writer = TerminalWriter(path: "/dev/tty", access: O_RDWR) else { return nil }
    var settings = termios()
    // SAFETY: tcgetattr fills the local.
    guard unsafe tcgetattr(writer.descriptor, &settings) == 0 else { return nil }
    self.writer = writer
    before = settings
  }

  deinit { giveBack() }

  /// The descriptor to wait for with poll(2) for keys.
  var descriptor: Int32 { writer.descriptor }

  /// Whether the program may draw.
  ///
  /// A background job must not draw.
  var isInForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// Takes the terminal over: keys arrive one by one without echo, and Ctrl-C and Ctrl-Z remain signals.
  func take() {
    guard isInForeground else { return }
    // If the program was started in the background, the settings until now were those of the shell.
    // SAFETY: tcgetattr fills the property.
    if !isTaken { _ = unsafe tcgetattr(descriptor, &before) }
    var settings = before
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Without flow control, Ctrl-S cannot stop the picture and with it the program.
    settings.c_iflag &= ~tcflag_t(IXON)
    TerminalRescue.prepare(descriptor, before, Self.leave)
    isTaken = true
    // SAFETY: the call reads one local.
    unsafe tcsetattr(descriptor, TCSANOW, &settings)
    write(Self.enter)
  }

  /// Forgets the terminal, because the shell has taken it back.
  ///
  /// A background job must not change the terminal.
  private func forget() {
    isTaken = false
    TerminalRescue.forget()
    writer.dropPicture()
  }

  /// Forgets the terminal if the program is now in the background, for example after `kill -STOP` and `bg`.
  func forgetInBackground() {
    if isTaken, !isInForeground { forget() }
  }

  /// Restores the terminal.
  ///
  /// If the terminal is not reading, its queued output is discarded. The sequence that leaves the alternate
  /// screen then fits, and is the first thing that the terminal reads later.
  func giveBack() {
    forgetInBackground()
    guard isTaken else { return }
    forget()
    // SAFETY: the text is a literal, whose bytes live as long as the process.
    let leave = unsafe UnsafeRawBufferPointer(
      start: Self.leave.utf8Start, count: Self.leave.utf8CodeUnitCount)
    _ = unsafe writer.write(leave, patience: TerminalWriter.lastPatience)
    if writer.isStalled {
      writer.discardQueue()
      _ = unsafe writer.write(leave, patience: 0)
    }
    var settings = before
    // Apply the settings without waiting for the output queue, which a terminal that does not read never empties.
    // SAFETY: the call reads one local.
    unsafe tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// Draws `picture`, unless the terminal has not yet read the previous one.
  ///
  /// - Parameter picture: a closure that returns the text. It is not called if nothing is drawn.
  func draw(_ picture: () -> String) {
    if writer.hasRoomForPicture() { writer.begin(picture: picture()) }
  }

  /// Writes as much of `text` as the terminal reads.
  func write(_ text: String) {
    var text = text
    // Errors are ignored, because a closed terminal also sends SIGHUP.
    // SAFETY: the bytes are used within the call.
    _ = text.withUTF8 {
      unsafe writer.write(UnsafeRawBufferPointer($0), patience: TerminalWriter.lastPatience)
    }
  }

  /// The size of the terminal; 80 by 24 if unknown.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    // SAFETY: the call fills the local.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (min(Int(size.ws_col), 1_000), min(Int(size.ws_row), 500))
  }

  /// Returns the bytes received so far; nil if the terminal was closed.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    var set = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // SAFETY: poll reads and writes the one local entry.
    guard unsafe poll(&set, 1, 0) > 0 else { return [] }
    // SAFETY: read writes at most as many bytes as the array has.
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}

/// Restores the terminal when the program crashes, so that it is not left without echo.
enum TerminalRescue {
  /// The signals of a crash.
  private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

  /// The data of the signal handler, in memory that it can read at any moment.
  @safe private struct Record {
    var descriptor: Int32 = -1
    var settings = termios()
    var text: UnsafeRawBufferPointer
  }

  /// The only record, since there is only one terminal.
  private static nonisolated(unsafe) let record = {
    // SAFETY: initialized here, and never freed: a signal may come at any moment.
    let memory = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    unsafe memory.initialize(to: Record(text: UnsafeRawBufferPointer(start: nil, count: 0)))
    return unsafe memory
  }()

  /// Whether the handler may use the record, which is written only while this is false.
  private static let isPrepared = Atomic<Bool>(false)

  /// Makes a crash write `text` to `descriptor` and restore `settings`.
  static func prepare(_ descriptor: Int32, _ settings: termios, _ text: StaticString) {
    forget()
    // SAFETY: no handler reads the record now, and the text of a literal stays where it is.
    unsafe record.pointee = Record(
      descriptor: descriptor, settings: settings,
      text: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    isPrepared.store(true, ordering: .releasing)
    for number in faults { signal(number) { TerminalRescue.crashed($0) } }
  }

  /// Makes a crash leave the terminal alone.
  static func forget() {
    isPrepared.store(false, ordering: .releasing)
    for number in faults { signal(number, SIG_DFL) }
  }

  /// Handles a crash, using only calls that are safe in a signal handler.
  private static func crashed(_ number: Int32) {
    if isPrepared.load(ordering: .acquiring) {
      // SAFETY: the record is not written while it is prepared.
      unsafe _ = write(
        record.pointee.descriptor, record.pointee.text.baseAddress, record.pointee.text.count)
      unsafe tcsetattr(record.pointee.descriptor, TCSANOW, &record.pointee.settings)
    }
    signal(number, SIG_DFL)
    raise(number)
  }
}
