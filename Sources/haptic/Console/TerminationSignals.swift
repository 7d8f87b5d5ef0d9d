import AudioOutput
import Dispatch
import Glibc
import Realtime

/// The signals that end the program, and the cleanup before it ends.
enum TerminationSignals {
  /// The signals with which people and systems end programs.
  ///
  /// Source: signal(7), the signals whose default action is to terminate, or to dump core for a
  /// reason other than a crash. Real-time signals are not used for this.
  static let all = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
    SIGPOLL, SIGPWR, SIGSTKFLT,
  ]
  /// The signals of a terminal that do not end the program.
  static let ofTerminal = [SIGTSTP, SIGCONT, SIGWINCH]
  private static let watches = Guarded<[any DispatchSourceSignal]>([])

  /// Makes the signals in `all` end the program with status 128 plus the signal's number.
  ///
  /// Writes to a closed pipe, or to a file beyond `ulimit -f`, then fail instead of ending the
  /// program before its cleanup.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    unblockSignals()
    for number in all where !isIgnoredHangUp(number) { signal(number) { _exit(128 + $0) } }
  }

  /// Makes the signals in `all` also remove incomplete files and the progress line.
  static func cleanUpFiles() {
    watches.withLock { watches in
      guard watches.isEmpty else { return }
      let queue = DispatchQueue(label: "signals")
      let isWatched = DispatchSemaphore(value: 0)
      for number in all where !isIgnoredHangUp(number) {
        let watch = DispatchSource.makeSignalSource(signal: number, queue: queue)
        watch.setEventHandler {
          PendingFile.discardAll()
          StandardError.showProgress("")
          _exit(128 + number)
        }
        watch.setRegistrationHandler { isWatched.signal() }
        watch.resume()
        isWatched.wait()
        watches.append(watch)
      }
    }
  }

  /// Unblocks the signals.
  ///
  /// A program inherits the blocked signals. Thread pools start programs with all signals blocked,
  /// so a signal could not end this program.
  private static func unblockSignals() {
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    for number in all + ofTerminal { unsafe sigaddset(&mask, number) }
    unsafe sigprocmask(SIG_UNBLOCK, &mask, nil)
  }

  /// Whether `number` is SIGHUP and ignored, because a program under nohup outlives its terminal.
  private static func isIgnoredHangUp(_ number: Int32) -> Bool {
    guard number == SIGHUP else { return false }
    let previous = signal(number, SIG_IGN)
    signal(number, previous)
    // SAFETY: both are addresses, of a handler or not; they are only compared, not called.
    return unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
