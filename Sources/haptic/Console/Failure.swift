import HapticEngine
import PhoneSimulator
import Realtime
import TextFormats

/// The reason why a command ends early: a message and the exit status.
struct Failure: Error, Hashable {
  let status: ExitStatus
  /// Sentences for a person, one problem per line; empty if everything was already printed.
  let message: String

  init(_ status: ExitStatus, _ message: String = "") {
    self.status = status
    self.message = message
  }

  /// Creates the failure for any error of the libraries.
  init(_ error: any Error) {
    self =
      switch error {
      case let failure as Failure: failure
      case let error as ProfileError: Failure(.invalidInput, error.description)
      case let error as PatternError: Failure(.invalidInput, error.description)
      case let error as ScenarioErrors: Failure(error.status, error.description.printableLines)
      case let error as RenderError: Failure(.usage, error.description)
      case let error as SoundDecodingError:
        Failure(error.exitStatus, error.description.printable)
      // A reader that closes the pipe early has read enough.
      case let error as OutputError where error.kind == .readerGone: Failure(.done)
      case let error as SystemError: Failure(.systemError, error.description)
      case let error as OutputError where error.subject == "-":
        Failure(error.exitStatus, "standard output: \(error.detail.printable)")
      case let error as OutputError: Failure(error.exitStatus, error.description.printable)
      default:
        Failure(.internalError, "internal error, please report it: \(error)")
      }
  }
}

extension Failure {
  /// Returns the failure for an unknown name on the command line.
  ///
  /// It suggests the nearest of `names` or, if none is near, gives advice such as a list of all names.
  static func unknown(
    _ what: String, _ written: String, among names: [String], else advice: String? = nil
  ) -> Failure {
    let end =
      ArgumentMeanings.question(for: written, among: names)
      ?? advice ?? "available: \(names.joined(separator: ", "))"
    return Failure(.usage, "unknown \(what) '\(written.printable)'; \(end)")
  }
}

extension SoundDecodingError {
  /// The exit status for this error.
  var exitStatus: ExitStatus {
    switch kind {
    case .notFound: .noInput
    case .libraryMissing: .deviceUnavailable
    case .unreadable, .tooLarge: .invalidInput
    }
  }
}

extension OutputError {
  /// The exit status for this error.
  var exitStatus: ExitStatus {
    switch kind {
    case .deviceUnavailable, .deviceBusy, .accessDenied, .unsupportedConfiguration,
      .deviceStalled, .systemFailure, .libraryMissing:
      .deviceUnavailable
    case .cannotWrite: .cannotCreate
    case .readerGone: .done
    case .alreadyRunning, .notPermitted: .internalError
    }
  }
}

/// The exit status of the program.
///
/// Source: `sysexits.h` for 64 and more; 128 plus the signal's number, as shells do.
struct ExitStatus: RawRepresentable, Hashable {
  let rawValue: Int32

  /// Success, including the case that the reader of the output closed it early.
  static let done = ExitStatus(rawValue: 0)
  /// A requested check failed.
  static let checkFailed = ExitStatus(rawValue: 1)
  /// The command line is not valid.
  static let usage = ExitStatus(rawValue: 64)
  /// The input exists but is not valid.
  static let invalidInput = ExitStatus(rawValue: 65)
  /// The input was not found.
  static let noInput = ExitStatus(rawValue: 66)
  /// The sound device, or a library, is not available.
  static let deviceUnavailable = ExitStatus(rawValue: 69)
  /// An error in this program.
  static let internalError = ExitStatus(rawValue: 70)
  /// A system resource, such as file descriptors, is exhausted.
  static let systemError = ExitStatus(rawValue: 71)
  /// The output cannot be created.
  static let cannotCreate = ExitStatus(rawValue: 73)

  /// Signal `number` ended the program.
  static func signal(_ number: Int32) -> ExitStatus { ExitStatus(rawValue: 128 + number) }
}

/// Files that are named on the command line.
enum InputFile {
  /// Returns the bytes of the file at `path`, or of standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - maximumBytes: files with more bytes are rejected.
  ///   - kind: the kind of file that is expected; nil for any.
  ///   - advice: the end of the message for a missing file.
  /// - Returns: The bytes.
  /// - Throws: `Failure` with the reason if the file cannot be read or has more than
  ///   `maximumBytes`.
  static func bytes(
    of path: String, maximumBytes: Int, expecting kind: FileKind? = nil,
    ifMissing advice: () -> String = { "" }
  ) throws(Failure) -> [UInt8] {
    do throws(TextFileError) {
      return try TextFile.bytes(of: path, maximumBytes: maximumBytes)
    } catch {
      let message = error.description.printable
      switch error {
      case .notFound:
        if let kind, kind != .pattern, let failure = FileKind.failure(ofPatternNamed: path) {
          throw failure
        }
        throw Failure(error.exitStatus, message + advice())
      case .tooLarge, .notAFile(_, .folder):
        if let kind, let failure = FileKind.failure(path, expected: kind) { throw failure }
        throw Failure(error.exitStatus, message)
      case .notAFile, .notPermitted, .changed, .failed: throw Failure(error.exitStatus, message)
      }
    }
  }
}

extension ScenarioErrors {
  /// The exit status: a missing library is not a fault of the file.
  var status: ExitStatus {
    problems.contains { $0.code == .libraryMissing } ? .deviceUnavailable : .invalidInput
  }
}
