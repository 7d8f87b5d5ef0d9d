import Glibc

/// How the program ends when it is told to.
enum Interruption {
  /// The signals by which people and systems end programs.
  static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Ends the program at such a signal with 128 and its number, and makes writes to a pipe that
  /// nobody reads fail instead of ending the program before it has cleaned up.
  static func prepare() {
    unsafe signal(SIGPIPE, SIG_IGN)
    for number in signals {
      let previous = unsafe signal(number) { _exit(128 + $0) }
      // A program under nohup outlives its terminal.
      let isIgnored = unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if number == SIGHUP && isIgnored { unsafe signal(number, SIG_IGN) }
    }
  }

  /// Takes the handler of `prepare` away, for one who watches the signal in another way.
  static func leaveToWatch(_ number: Int32) { unsafe signal(number, SIG_IGN) }
}
