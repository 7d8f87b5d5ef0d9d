/// What the program says to whoever started it.
///
/// Source: `sysexits.h` for 64 and more; 128 and the number of the signal for signals, as shells do.
enum ExitStatus: Int32 {
  /// All done; also when the reader of our output has had enough.
  case done = 0
  /// A check that was asked for failed.
  case checkFailed = 1
  /// The command line is wrong.
  case usage = 64
  /// The input is there but not valid.
  case invalidInput = 65
  /// There is no such input.
  case noInput = 66
  /// The sound device is not available.
  case deviceUnavailable = 69
  /// A defect of this program.
  case defect = 70
  /// The system has no more of something, such as open files.
  case systemError = 71
  /// The output cannot be created.
  case cannotCreate = 73
  /// The terminal has gone.
  case hungUp = 129
  /// Ctrl-C.
  case interrupted = 130
  /// Ctrl-\\.
  case quit = 131
  /// Somebody asked the program to end.
  case terminated = 143
}
