import Glibc
import Realtime

/// Writes to a terminal without blocking, so that a terminal that stops reading cannot hold up the program.
///
/// A connection that stalls, a stopped terminal emulator and a hung multiplexer all stop reading. The
/// writer opens the terminal again: `O_NONBLOCK` belongs to the open file description, and the standard
/// streams share theirs with the shell.
struct TerminalWriter: ~Copyable {
  /// The time that a write waits for a stalled terminal before it drops the remaining bytes, in
  /// nanoseconds.
  ///
  /// With nil, a write waits until the terminal reads or a signal ends the program.
  typealias Patience = Int64?

  /// The patience of the last writes before the program ends, such as restoring the terminal.
  ///
  /// Our choice: a slow connection reads within this time, and the wait is not noticeable.
  static let lastPatience: Int64 = 100_000_000
  /// The time between two attempts, in microseconds.
  ///
  /// Our choice. poll(2) does not help: it reports a pseudo-terminal as writable even if the space
  /// is too small for a line end.
  private static let attemptMicroseconds: UInt32 = 10_000

  let descriptor: Int32
  /// The time when the terminal stopped reading, on the monotonic clock; nil if the last write
  /// succeeded.
  private var stalledSince: Int64?
  /// The rest of a picture that the terminal has not read yet.
  private var rest: ArraySlice<UInt8> = []

  /// Opens the terminal at `path` with the access mode `access`; nil if that fails.
  init?(path: String, access: Int32) {
    let descriptor = unsafe open(path, access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard isatty(descriptor) == 1 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Writes `bytes`, and drops the remaining bytes if the terminal does not read anything during `patience`.
  ///
  /// The wait is counted from the beginning of the stall: later writes to the same stalled terminal return
  /// immediately. After a signal that ends the program the wait is at most `lastPatience`.
  ///
  /// - Returns: 0, or the `errno` of a write that failed.
  mutating func write(_ bytes: UnsafeRawBufferPointer, patience: Patience) -> Int32 {
    var written = 0
    while written < bytes.count {
      // SAFETY: `written` is below the count.
      switch unsafe attempt(UnsafeRawBufferPointer(rebasing: bytes[written...])) {
      case .success(let count): written += count
      case .failure(let error): return error.code
      }
      if written == bytes.count { break }
      let now = MonotonicClock.nanoseconds()
      let since = stalledSince ?? now
      stalledSince = since
      let last = SignalPipe.isEnding ? Self.lastPatience : nil
      if let limit = [patience, last].compactMap(\.self).min(), now - since >= limit { return 0 }
      usleep(Self.attemptMicroseconds)
    }
    return 0
  }

  /// Whether the terminal did not accept all of the last write.
  var isStalled: Bool { stalledSince != nil }

  /// Whether the terminal has read the last picture completely.
  mutating func hasRoomForPicture() -> Bool {
    let bytes = Array(rest)
    if case .success(let count) = unsafe bytes.withUnsafeBytes({ unsafe attempt($0) }) {
      rest = rest.dropFirst(count)
    }
    return rest.isEmpty
  }

  /// Writes as much of `picture` as the terminal accepts, and keeps the rest for
  /// `hasRoomForPicture`.
  mutating func begin(picture: String) {
    rest = ArraySlice(picture.utf8)
    _ = hasRoomForPicture()
  }

  /// Drops the part of the last picture that the terminal has not read.
  mutating func dropPicture() { rest = [] }

  /// Drops everything that the terminal has not read, including the output of other programs.
  func discardQueue() { tcflush(descriptor, TCOFLUSH) }

  /// Writes as many of `bytes` as the terminal accepts now.
  private mutating func attempt(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    while true {
      let count = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      if count > 0 { stalledSince = nil }
      if count >= 0 { return .success(count) }
      if errno == EAGAIN { return .success(0) }
      if errno != EINTR { return .failure(SystemError(code: errno)) }
    }
  }
}
