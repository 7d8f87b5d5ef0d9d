import AudioOutput
import Dispatch
import Glibc
import Realtime

/// How the program ends when it is told to.
enum Interruption {
  /// The signals by which people and systems end programs.
  ///
  /// Source: signal(7), those whose action is to end the program, or to dump core, without a defect
  /// of the program; the real-time ones are nobody's habit.
  static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
    SIGPOLL, SIGPWR, SIGSTKFLT,
  ]
  private static let watches = Guarded<[any DispatchSourceSignal]>([])

  /// Ends the program at such a signal with 128 and its number, and makes writes to a pipe that
  /// nobody reads, and to a file beyond `ulimit -f`, fail instead of ending the program before it
  /// has cleaned up.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    unblockSignals()
    for number in signals where !isIgnoredHangUp(number) { signal(number) { _exit(128 + $0) } }
  }

  /// From now on such a signal removes the files that are not whole, and the progress line, too.
  static func cleansUp() {
    watches.withLock { watches in
      guard watches.isEmpty else { return }
      let queue = DispatchQueue(label: "signals")
      let isWatched = DispatchSemaphore(value: 0)
      for number in signals where !isIgnoredHangUp(number) {
        let watch = DispatchSource.makeSignalSource(signal: number, queue: queue)
        watch.setEventHandler {
          PendingFile.discardAll()
          Words.showProgress("")
          _exit(128 + number)
        }
        watch.setRegistrationHandler { isWatched.signal() }
        watch.resume()
        isWatched.wait()
        watches.append(watch)
      }
    }
  }

  /// A program inherits which signals are blocked, and pools of threads start programs with all of
  /// them blocked: nobody could end this one then.
  private static func unblockSignals() {
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    for number in signals { unsafe sigaddset(&mask, number) }
    unsafe sigprocmask(SIG_UNBLOCK, &mask, nil)
  }

  /// A program under nohup outlives its terminal.
  private static func isIgnoredHangUp(_ number: Int32) -> Bool {
    guard number == SIGHUP else { return false }
    let previous = signal(number, SIG_IGN)
    signal(number, previous)
    // SAFETY: both are addresses, of a handler or not; they are compared, and not called.
    return unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
