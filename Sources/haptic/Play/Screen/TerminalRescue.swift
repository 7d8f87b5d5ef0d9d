import Glibc
import Synchronization

/// Gives the terminal back when the program crashes: a defect of ours must not leave people with a
/// terminal that shows nothing they type.
enum TerminalRescue {
  /// The signals by which a program crashes.
  private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

  /// What a signal handler needs, in memory that it can read at any moment.
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

  /// From now on a crash does nothing special.
  static func forget() {
    isPrepared.store(false, ordering: .releasing)
    for number in faults { signal(number, SIG_DFL) }
  }

  /// Runs in a signal handler: only calls that are safe there.
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
