/// The errors of Core Haptics that patterns and engines report, with their codes.
///
/// Source: Core Haptics, `CHHapticErrors.h`. Apple does not document which mistake in a pattern leads to which error on
/// a device. The assignment in `AHAPDiagnostic` follows the header's descriptions.
public enum CoreHapticsError: Int, Hashable, Sendable, CaseIterable {
  /// Playback was requested while the engine was not running.
  case engineNotRunning = -4805
  /// The engine is not permitted to start now, for example because its app's session is interrupted.
  case operationNotPermitted = -4806
  /// The hardware does not support the feature.
  case notSupported = -4809
  /// The output could not be opened.
  case serverInitFailed = -4810
  /// The player belongs to an engine that was reset.
  case invalidPatternPlayer = -4812
  /// Data that is corrupt.
  case invalidPatternData = -4813
  /// A pattern dictionary that is corrupt.
  case invalidPatternDictionary = -4814
  /// An unknown parameter.
  case invalidParameterType = -4820
  /// An unknown kind of event.
  case invalidEventType = -4821
  /// An invalid time.
  case invalidEventTime = -4822
  /// An invalid duration.
  case invalidEventDuration = -4823
  /// A missing sound.
  case invalidAudioResource = -4824
  /// A resource limit has been reached.
  case resourceNotAvailable = -4825
  /// An event that is malformed.
  case badEventEntry = -4830
  /// A parameter or curve that is malformed.
  case badParameterEntry = -4831
  /// A negative time, or a time that is not a number, in a call.
  case invalidTime = -4840
  /// A missing sound or pattern file.
  case fileNotFound = -4851

  /// The name in `CHHapticError.Code`.
  public var name: String { "\(self)" }
}

/// An error that a call to an engine or a player throws.
public struct EngineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The code that Core Haptics would report.
  public let code: CoreHapticsError
  /// A sentence that states what failed and how to fix it.
  public let detail: String

  /// Creates an error of `code`.
  public init(_ code: CoreHapticsError, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// The error on one line.
  public var description: String { "\(detail) (\(code.name), \(code.rawValue))" }
}
