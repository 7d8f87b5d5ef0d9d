/// What the program says to whoever started it.
///
/// Source: `sysexits.h` for 64 and more; 128 and the number of the signal for signals, as shells do.
struct ExitStatus: RawRepresentable, Hashable {
  let rawValue: Int32

  /// All done; also when the reader of our output has had enough.
  static let done = ExitStatus(rawValue: 0)
  /// A check that was asked for failed.
  static let checkFailed = ExitStatus(rawValue: 1)
  /// The command line is wrong.
  static let usage = ExitStatus(rawValue: 64)
  /// The input is there but not valid.
  static let invalidInput = ExitStatus(rawValue: 65)
  /// There is no such input.
  static let noInput = ExitStatus(rawValue: 66)
  /// The sound device is not available.
  static let deviceUnavailable = ExitStatus(rawValue: 69)
  /// A defect of this program.
  static let defect = ExitStatus(rawValue: 70)
  /// The system has no more of something, such as open files.
  static let systemError = ExitStatus(rawValue: 71)
  /// The output cannot be created.
  static let cannotCreate = ExitStatus(rawValue: 73)

  /// Signal `number` ended the program.
  static func signal(_ number: Int32) -> ExitStatus { ExitStatus(rawValue: 128 + number) }
}
