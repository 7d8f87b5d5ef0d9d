import HapticEngine
import Realtime
import TextFormats

/// Why a command ends early: what to say, and the exit status.
struct Failure: Error, Hashable {
  let status: ExitStatus
  /// Sentences for a person, one problem a line; empty where all has been said.
  let message: String

  init(_ status: ExitStatus, _ message: String = "") {
    self.status = status
    self.message = message
  }

  /// What any error of the libraries means to the caller of the program.
  init(_ error: any Error) {
    self =
      switch error {
      case let failure as Failure: failure
      case let error as ProfileError: Failure(.invalidInput, error.description)
      case let error as PatternError: Failure(.invalidInput, error.description)
      case let error as RenderError: Failure(.usage, error.description)
      case let error as SoundDecodingError:
        Failure(error.kind == .notFound ? .noInput : .invalidInput, error.description.printable)
      // A reader that has gone away has had what it wanted.
      case let error as OutputError where error.kind == .readerGone: Failure(.done)
      case let error as SystemError: Failure(.systemError, error.description)
      case let error as OutputError: Failure(error.exitStatus, error.description.printable)
      default:
        Failure(.defect, "internal error, please report it: \(error)")
      }
  }
}

extension Failure {
  /// A word of the command line that is none of `words`: with the one that was meant, or else with
  /// what to do, such as which there are.
  static func unknown(
    _ what: String, _ written: String, among words: [String], else advice: String? = nil
  ) -> Failure {
    let end =
      Suggestion.words(for: written, among: words)
      ?? advice ?? "there are \(words.joined(separator: ", "))"
    return Failure(.usage, "there is no \(what) '\(written.printable)'; \(end)")
  }
}

extension OutputError {
  /// What this means to the caller of the program.
  var exitStatus: ExitStatus {
    switch kind {
    case .deviceUnavailable, .deviceBusy, .accessDenied, .unsupportedConfiguration,
      .deviceStalled, .systemFailure, .libraryMissing:
      .deviceUnavailable
    case .cannotWrite: .cannotCreate
    case .readerGone: .done
    case .alreadyRunning: .defect
    }
  }
}

/// What to say to somebody who has mistyped a word.
enum Suggestion {
  /// The question after the one of `words` that `written` was meant to be; nil if none is near.
  static func words(for written: String, among words: [String]) -> String? {
    NearestWord.question(for: written, among: words)
  }
}

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
