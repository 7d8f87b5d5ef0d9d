public import AudioSessionTesting
public import Foundation
internal import HapticEngine

/// The domain of Core Haptics' errors.
public let CoreHapticsErrorDomain = "com.apple.CoreHaptics"

/// An error of Core Haptics, which is an `NSError` of `CoreHapticsErrorDomain`.
///
/// `localizedDescription` says what happened and lists every problem of a pattern.
public struct CHHapticError: _DomainError {
  /// The error as an `NSError`.
  public let _nsError: NSError

  /// Wraps an error of `CoreHapticsErrorDomain`.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain of the error.
  public static var _nsErrorDomain: String { CoreHapticsErrorDomain }

  /// The codes of the errors.
  ///
  /// Source: `CHHapticErrors.h`.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type of these codes.
    public typealias _ErrorType = CHHapticError

    /// Playback was requested while the engine was not running.
    case engineNotRunning = -4805
    /// The operation cannot be performed in the current state.
    case operationNotPermitted = -4806
    /// The engine took too long to start.
    case engineStartTimeout = -4808
    /// The hardware does not support the operation.
    case notSupported = -4809
    /// The haptic server could not be initialized.
    case serverInitFailed = -4810
    /// The connection to the haptic server was lost.
    case serverInterrupted = -4811
    /// The player has become invalid.
    case invalidPatternPlayer = -4812
    /// The data of a pattern is damaged.
    case invalidPatternData = -4813
    /// The dictionary of a pattern is damaged.
    case invalidPatternDictionary = -4814
    /// The audio session is not valid.
    case invalidAudioSession = -4815
    /// A configuration parameter of the engine is not valid.
    case invalidEngineParameter = -4816
    /// A parameter is unknown or invalid.
    case invalidParameterType = -4820
    /// The type of an event is unknown or invalid.
    case invalidEventType = -4821
    /// The time of an event is not valid.
    case invalidEventTime = -4822
    /// The duration of an event is not valid.
    case invalidEventDuration = -4823
    /// An audio resource is not valid.
    case invalidAudioResource = -4824
    /// The limit of a resource is reached.
    case resourceNotAvailable = -4825
    /// An event of a pattern is not valid.
    case badEventEntry = -4830
    /// A parameter or curve of a pattern is not valid.
    case badParameterEntry = -4831
    /// A time that was passed to a method is not valid.
    case invalidTime = -4840
    /// An audio or haptic file does not exist.
    case fileNotFound = -4851
    /// The device does not have enough power.
    case insufficientPower = -4897
    /// The cause is unknown.
    case unknownError = -4898
    /// Memory could not be allocated.
    case memoryError = -4899
  }

  /// Playback was requested while the engine was not running.
  public static var engineNotRunning: Code { .engineNotRunning }
  /// The operation cannot be performed in the current state.
  public static var operationNotPermitted: Code { .operationNotPermitted }
  /// The engine took too long to start.
  public static var engineStartTimeout: Code { .engineStartTimeout }
  /// The hardware does not support the operation.
  public static var notSupported: Code { .notSupported }
  /// The haptic server could not be initialized.
  public static var serverInitFailed: Code { .serverInitFailed }
  /// The connection to the haptic server was lost.
  public static var serverInterrupted: Code { .serverInterrupted }
  /// The player has become invalid.
  public static var invalidPatternPlayer: Code { .invalidPatternPlayer }
  /// The data of a pattern is damaged.
  public static var invalidPatternData: Code { .invalidPatternData }
  /// The dictionary of a pattern is damaged.
  public static var invalidPatternDictionary: Code { .invalidPatternDictionary }
  /// The audio session is not valid.
  public static var invalidAudioSession: Code { .invalidAudioSession }
  /// A configuration parameter of the engine is not valid.
  public static var invalidEngineParameter: Code { .invalidEngineParameter }
  /// A parameter is unknown or invalid.
  public static var invalidParameterType: Code { .invalidParameterType }
  /// The type of an event is unknown or invalid.
  public static var invalidEventType: Code { .invalidEventType }
  /// The time of an event is not valid.
  public static var invalidEventTime: Code { .invalidEventTime }
  /// The duration of an event is not valid.
  public static var invalidEventDuration: Code { .invalidEventDuration }
  /// An audio resource is not valid.
  public static var invalidAudioResource: Code { .invalidAudioResource }
  /// The limit of a resource is reached.
  public static var resourceNotAvailable: Code { .resourceNotAvailable }
  /// An event of a pattern is not valid.
  public static var badEventEntry: Code { .badEventEntry }
  /// A parameter or curve of a pattern is not valid.
  public static var badParameterEntry: Code { .badParameterEntry }
  /// A time that was passed to a method is not valid.
  public static var invalidTime: Code { .invalidTime }
  /// An audio or haptic file does not exist.
  public static var fileNotFound: Code { .fileNotFound }
  /// The device does not have enough power.
  public static var insufficientPower: Code { .insufficientPower }
  /// The cause is unknown.
  public static var unknownError: Code { .unknownError }
  /// Memory could not be allocated.
  public static var memoryError: Code { .memoryError }
}

extension CHHapticError {
  /// Creates an error with a description.
  init(_ code: Code, _ detail: String) { self.init(code: code.rawValue, detail) }

  /// Creates the error that corresponds to an error of the engine.
  init(_ error: EngineError) { self.init(Code(error.code), error.detail) }

  /// Runs `body`, and throws an engine's error as an error of Core Haptics.
  static func bridging<Result>(_ body: () throws(EngineError) -> Result) throws -> Result {
    do throws(EngineError) {
      return try body()
    } catch {
      throw CHHapticError(error)
    }
  }
}

extension CHHapticError.Code {
  /// The code of an engine's error, which has the same number.
  init(_ error: CoreHapticsError) { self = Self(rawValue: error.rawValue) ?? .unknownError }
}
