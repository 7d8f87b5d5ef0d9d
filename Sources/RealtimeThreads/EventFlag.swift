private import CRealtime
private import Glibc
public import Realtime

/// A flag that one thread raises and another waits for, alone or together with other descriptors.
///
/// Once raised, it stays raised: every later wait returns immediately. The flag is an eventfd, so that it can wake a
/// thread that is waiting for a device in poll(2).
///
/// - Thread: any.        Realtime-safe: no (system calls).
@safe
public final class EventFlag: Sendable {
  /// The thread sanitizer's handle for the flag: a thread that sees the raised flag also sees everything that was
  /// written before.
  private nonisolated(unsafe) let clock = unsafe crealtime_make_clock()
  /// The descriptor to add to a poll(2) set, for POLLIN; it belongs to the flag.
  public let descriptor: Int32

  /// Creates a lowered flag.
  ///
  /// - Throws: `SystemError` if the process has run out of descriptors.
  public init() throws(SystemError) {
    descriptor = crealtime_make_event_descriptor()
    if descriptor < 0 { throw SystemError(code: -descriptor) }
  }

  deinit {
    close(descriptor)
    unsafe crealtime_free_clock(clock)
  }

  /// Raises the flag and wakes the waiting threads.
  public func raise() {
    unsafe crealtime_release(clock)
    var one: UInt64 = 1
    // SAFETY: eventfd takes exactly the eight bytes of a local variable. It fails only if the counter
    // is full, and then the flag is already raised.
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Waits until the flag is raised, or until `milliseconds` have passed; a negative number means
  /// forever.
  ///
  /// - Returns: true if the flag is raised.
  public func wait(milliseconds: Int) -> Bool {
    // Three hundred years are as good as forever.
    let limit = Int64(min(max(0, milliseconds), 10_000_000_000_000))
    let deadline = MonotonicClock.nanoseconds() + limit * 1_000_000
    while true {
      let left = deadline - MonotonicClock.nanoseconds()
      let timeout = milliseconds < 0 ? -1 : Int32(clamping: max(0, (left + 999_999) / 1_000_000))
      var set = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // SAFETY: poll reads and writes the one local entry.
      let ready = unsafe poll(&set, 1, timeout)
      if ready > 0 {
        unsafe crealtime_acquire(clock)
        return true
      }
      if ready == 0 && timeout >= 0 && left <= 0 { return false }
      if ready < 0 && errno != EINTR { return false }
    }
  }
}
