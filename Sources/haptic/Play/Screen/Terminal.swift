import Glibc
import Synchronization

/// The terminal that the program was started from, taken over for drawing and keys.
///
/// It is always given back: by `giveBack`, by deinit, and when the program crashes. Nothing here waits for a
/// terminal that does not read.
final class Terminal {
  private var writer: TerminalWriter
  private var before: termios
  private(set) var isTaken = false

  /// Sequences that enter and leave the alternate screen without cursor and line wrapping.
  ///
  /// Source: xterm's control sequences, DEC private modes 1049, 25 and 7.
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
  private static let leave: StaticString = "\u{1B}[?2026l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// The terminal of this program; nil where it has none, or one that does not understand xterm's
  /// sequences.
  ///
  /// - Parameter needsStandardError: whether it is nil, too, where standard error goes elsewhere;
  ///   else only where standard output does so as well.
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

  /// Whether the program may draw: a job in the background must not.
  var isInForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// Takes the terminal: keys come one by one and are not shown; Ctrl-C and Ctrl-Z stay signals.
  func take() {
    guard isInForeground else { return }
    // Where the program was started in the background, the shell's own settings were there before.
    // SAFETY: tcgetattr fills the property.
    if !isTaken { _ = unsafe tcgetattr(descriptor, &before) }
    var settings = before
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Without flow control Ctrl-S cannot hold up the picture, and with it the program.
    settings.c_iflag &= ~tcflag_t(IXON)
    TerminalRescue.prepare(descriptor, before, Self.leave)
    isTaken = true
    // SAFETY: the call reads one local.
    unsafe tcsetattr(descriptor, TCSANOW, &settings)
    write(Self.enter)
  }

  /// Forgets the terminal, which the shell has taken back: a job in the background must not change it.
  private func forget() {
    isTaken = false
    TerminalRescue.forget()
    writer.dropPicture()
  }

  /// Forgets the terminal if the program is in the background now, as after `kill -STOP` and `bg`.
  func forgetInBackground() {
    if isTaken, !isInForeground { forget() }
  }

  /// Gives the terminal back as it was.
  ///
  /// A terminal that reads nothing loses what is queued for it, so that the sequence which leaves the
  /// alternate screen has room and is the first to be read when the terminal reads again.
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
    // Now and not when the queue is empty: a terminal that reads nothing never empties it.
    // SAFETY: the call reads one local.
    unsafe tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// Draws `picture`, unless the terminal has not read the one before.
  ///
  /// - Parameter picture: makes the text; not called if nothing is drawn.
  func draw(_ picture: () -> String) {
    if writer.hasRoomForPicture() { writer.begin(picture: picture()) }
  }

  /// Writes `text`, as much of it as the terminal reads.
  func write(_ text: String) {
    var text = text
    // Errors are ignored: a terminal that is closed sends SIGHUP, too.
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

  /// The bytes received so far; empty if there are none, nil if the terminal was closed.
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

/// Gives the terminal back when the program crashes, so that it does not stay without echo.
enum TerminalRescue {
  /// The signals of a crash.
  private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

  /// The data of the signal handler, in memory that it can read at any moment.
  @safe private struct Record {
    var descriptor: Int32 = -1
    var settings = termios()
    var text: UnsafeRawBufferPointer
  }

  /// The one record: there is one terminal.
  private static nonisolated(unsafe) let record = {
    // SAFETY: initialized here, and never freed: a signal may come at any moment.
    let memory = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    unsafe memory.initialize(to: Record(text: UnsafeRawBufferPointer(start: nil, count: 0)))
    return unsafe memory
  }()

  /// Whether the record may be used; it is written only while it is not.
  private static let isPrepared = Atomic<Bool>(false)

  /// From now on a crash writes `text` to `descriptor` and restores `settings`.
  static func prepare(_ descriptor: Int32, _ settings: termios, _ text: StaticString) {
    forget()
    // SAFETY: no handler reads the record now, and the text of a literal stays where it is.
    unsafe record.pointee = Record(
      descriptor: descriptor, settings: settings,
      text: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    isPrepared.store(true, ordering: .releasing)
    for number in faults { signal(number) { TerminalRescue.crashed($0) } }
  }

  /// From now on a crash restores nothing.
  static func forget() {
    isPrepared.store(false, ordering: .releasing)
    for number in faults { signal(number, SIG_DFL) }
  }

  /// Runs in a signal handler, and makes only calls that are safe there.
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
