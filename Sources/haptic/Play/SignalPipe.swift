import Dispatch
import Glibc
import Realtime
internal import RealtimeThreads
import Synchronization
import TextFormats

/// A pipe that delivers signals as bytes, so that one loop can wait for signals and everything else.
///
/// Only one pipe may exist at a time. It receives signals from init to deinit.
final class SignalPipe {
  /// The signals that end, stop or continue the program, or change its terminal.
  private static let signals = TerminationSignals.all + TerminationSignals.ofTerminal
  private static let writeEnd = Atomic<Int32>(-1)
  private static let hasEnding = Atomic<Bool>(false)

  /// Whether a signal that ends the program has arrived.
  ///
  /// From then on, writes do not wait for a terminal.
  static var isEnding: Bool { hasEnding.load(ordering: .relaxed) }

  /// The descriptor to wait for with poll(2).
  let descriptor: Int32
  private let other: Int32
  private let before: [__sighandler_t?]
  /// Signals that arrived during another wait, for the next `take`.
  private var postponed: [Int32] = []

  /// Replaces the handlers of the signals until deinit.
  ///
  /// - Throws: `Failure` without a free descriptor.
  init() throws(Failure) {
    var ends: [Int32] = [-1, -1]
    // SAFETY: pipe fills the two elements.
    guard unsafe pipe(&ends) == 0 else {
      throw Failure(.systemError, "a pipe cannot be created: \(SystemText.error(errno))")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    other = ends[1]
    Self.writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    // The handlers do not end the program themselves, so no call may block the program indefinitely.
    StandardStreams.unblockTerminals()
    before = Self.signals.map { number in
      let previous = signal(number) { SignalPipe.arrived($0) }
      if !TerminationSignals.ofTerminal.contains(number) { Self.interruptWrites(at: number) }
      // A program under nohup outlives its terminal.
      // SAFETY: the address of a handler, or another value, is only compared and never called.
      if number == SIGHUP, unsafe unsafeBitCast(previous, to: Int.self) == Self.ignored {
        signal(number, SIG_IGN)
      }
      return previous
    }
  }

  deinit {
    for (index, number) in Self.signals.enumerated() { signal(number, before[index]) }
    Self.writeEnd.store(-1, ordering: .sequentiallyConsistent)
    close(descriptor)
    close(other)
  }

  /// Makes writes that wait for a reader return when the signal `number` arrives, so that they can be abandoned.
  private static func interruptWrites(at number: Int32) {
    var action = sigaction()
    // SAFETY: sigaction fills the local, then reads it.
    unsafe sigaction(number, nil, &action)
    action.sa_flags &= ~SA_RESTART
    unsafe sigaction(number, &action, nil)
  }

  // SAFETY: the address is only compared and never called.
  private static var ignored: Int { unsafe unsafeBitCast(SIG_IGN, to: Int.self) }

  /// Waits until `flag` is raised or a signal arrives that ends the program.
  ///
  /// Other signals are kept for `take`.
  ///
  /// - Returns: the signal; nil if the flag was raised.
  func wait(for flag: EventFlag) -> Int32? {
    while true {
      _ = isReadable(or: [flag.descriptor], within: -1)
      if flag.wait(milliseconds: 0) { return nil }
      let signals = arrivals()
      if let ending = signals.first(where: { !TerminationSignals.ofTerminal.contains($0) }) {
        return ending
      }
      postponed += signals
    }
  }

  /// Runs `work` on another thread, and waits until it returns or a signal arrives that ends the program.
  ///
  /// The work may wait several seconds for a device.
  ///
  /// - Returns: The signal; nil if the work is done.
  /// - Throws: The error of the work.
  func wait(for work: @escaping @Sendable () throws -> Void) throws -> Int32? {
    let (isDone, result) = (try EventFlag(), SharedResult())
    DispatchQueue.global().async {
      result.value.withLock { $0 = Result(catching: work) }
      isDone.raise()
    }
    if let signal = wait(for: isDone) { return signal }
    try result.value.withLock { $0 }?.get()
    return nil
  }

  /// The result of work on another thread.
  private final class SharedResult: Sendable {
    let value = Guarded<Result<Void, any Error>?>(nil)
  }

  /// Waits until a signal arrives, one of `others` is readable, or `milliseconds` have passed.
  ///
  /// If `milliseconds` is negative, the time is unlimited.
  ///
  /// - Returns: whether one of `others` is readable.
  @discardableResult
  func wait(or others: [Int32], milliseconds: Int32) -> Bool {
    isReadable(or: others, within: postponed.isEmpty ? milliseconds : 0).dropFirst().contains(true)
  }

  /// Waits for input, and returns whether each descriptor is readable.
  ///
  /// The first result is for the signals.
  private func isReadable(or others: [Int32], within milliseconds: Int32) -> [Bool] {
    var set = ([descriptor] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // SAFETY: poll reads and writes as many entries as the array has.
    let count = unsafe poll(&set, nfds_t(set.count), milliseconds)
    return set.map { count > 0 && $0.revents != 0 }
  }

  /// Returns the signals that have arrived since the last call, in order.
  func take() -> [Int32] {
    defer { postponed = [] }
    return postponed + arrivals()
  }

  /// Handles the signals that have arrived, and suspends the program for the shell on `SIGTSTP`.
  ///
  /// - Returns: The signal that ends the program; nil if none has arrived.
  func heed() -> Int32? {
    for signal in take() {
      switch signal {
      case SIGTSTP: kill(getpid(), SIGSTOP)
      case SIGCONT, SIGWINCH: break
      default: return signal
      }
    }
    return nil
  }

  /// Returns the signals in the pipe, in order.
  private func arrivals() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    // SAFETY: read writes at most as many bytes as the array has.
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    return bytes.prefix(max(0, count)).map(Int32.init)
  }

  /// Handles a signal, using only calls that are safe in a signal handler.
  ///
  /// A full pipe is ignored, because the loop wakes up anyway.
  private static func arrived(_ number: Int32) {
    let code = errno
    if number != SIGTSTP && number != SIGCONT && number != SIGWINCH {
      hasEnding.store(true, ordering: .relaxed)
    }
    var byte = UInt8(truncatingIfNeeded: number)
    // SAFETY: write reads the one local byte.
    _ = unsafe write(writeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = code
  }
}
