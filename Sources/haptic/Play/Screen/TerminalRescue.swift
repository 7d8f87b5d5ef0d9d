import Glibc
import Synchronization

/// Gives the terminal back when the program crashes: a defect of ours must not leave people with a
/// terminal that shows nothing they type.
enum TerminalRescue {
  /// The signals by which a program crashes.
  private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

  /// What a signal handler needs, in memory that it can read at any moment.
  @safe private struct Record: @unchecked Sendable {
    // SAFETY (unchecked Sendable): written before the record is published, and never after.
    let descriptor: Int32
    let settings: UnsafeMutablePointer<termios>
    let text: UnsafeMutableRawBufferPointer
  }

  /// The address of the record to use, or 0.
  ///
  /// Records are not freed: a handler may be reading.
  private static let current = Atomic<UInt>(0)

  /// From now on a crash writes `text` to `descriptor` and restores `settings`.
  static func prepare(_ descriptor: Int32, _ settings: termios, _ text: String) {
    let bytes = Array(text.utf8)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    unsafe memory.copyBytes(from: bytes)
    let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe saved.initialize(to: settings)
    let record = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    unsafe record.initialize(
      to: Record(descriptor: descriptor, settings: saved, text: memory))
    current.store(UInt(bitPattern: record), ordering: .releasing)
    for number in faults { signal(number) { TerminalRescue.crashed($0) } }
  }

  /// From now on a crash does nothing special.
  static func forget() {
    current.store(0, ordering: .releasing)
    for number in faults { signal(number, SIG_DFL) }
  }

  /// Runs in a signal handler: only calls that are safe there.
  private static func crashed(_ number: Int32) {
    if let record = unsafe UnsafeMutablePointer<Record>(
      bitPattern: current.load(ordering: .acquiring))
    {
      // SAFETY: the record and what it points to are never freed or changed.
      unsafe _ = write(
        record.pointee.descriptor, record.pointee.text.baseAddress, record.pointee.text.count)
      unsafe tcsetattr(record.pointee.descriptor, TCSANOW, record.pointee.settings)
    }
    signal(number, SIG_DFL)
    raise(number)
  }
}
