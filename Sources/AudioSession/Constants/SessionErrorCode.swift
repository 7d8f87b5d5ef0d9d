/// The errors that a session's methods throw, with Apple's numbers.
///
/// The error domain is `NSOSStatusErrorDomain`. Source: `AVAudioSession.ErrorCode`.
public enum SessionErrorCode: Int32, Hashable, Sendable, CaseIterable, Error,
  CustomStringConvertible
{
  /// The method was called during or after a failure of the media services. Wait for their reset.
  case mediaServicesFailed = 1_836_282_486
  /// The session was deactivated, or its kind of input and output was changed, while its input or output was running.
  case isBusy = 560_030_580
  /// The category does not support the operation.
  case incompatibleCategory = 560_161_140
  /// A nonmixable session that is not Now Playing was activated in the background.
  case cannotInterruptOthers = 560_557_684
  /// The app lacks an entitlement.
  case missingEntitlement = 1_701_737_535
  /// Siri is recording.
  case siriIsRecording = 1_936_290_409
  /// Playback or recording is not allowed to start, usually because the audio background mode is missing.
  case cannotStartPlaying = 561_015_905
  /// Recording is not allowed to start, usually because a mixable recording was started in the background.
  case cannotStartRecording = 561_145_187
  /// A value is not allowed.
  case badParam = -50
  /// Another app, such as Phone, controls the category, or input was started during another app's call.
  case insufficientPriority = 561_017_449
  /// A required resource, such as an input, is not available.
  case resourceNotAvailable = 561_145_203
  /// An unspecified error.
  case unspecified = 2_003_329_396
  /// The session object has been destroyed.
  case expiredSession = 561_210_739
  /// The session is not active.
  case sessionNotActive = 1_768_841_571

  /// The error domain of the numbers.
  public static let domain = "NSOSStatusErrorDomain"

  /// The name in Swift, such as `insufficientPriority`.
  public var name: String {
    switch self {
    case .mediaServicesFailed: "mediaServicesFailed"
    case .isBusy: "isBusy"
    case .incompatibleCategory: "incompatibleCategory"
    case .cannotInterruptOthers: "cannotInterruptOthers"
    case .missingEntitlement: "missingEntitlement"
    case .siriIsRecording: "siriIsRecording"
    case .cannotStartPlaying: "cannotStartPlaying"
    case .cannotStartRecording: "cannotStartRecording"
    case .badParam: "badParam"
    case .insufficientPriority: "insufficientPriority"
    case .resourceNotAvailable: "resourceNotAvailable"
    case .unspecified: "unspecified"
    case .expiredSession: "expiredSession"
    case .sessionNotActive: "sessionNotActive"
    }
  }

  /// The name and the cause, such as `badParam: a value that is not allowed`.
  public var description: String { "\(name): \(meaning)" }

  /// The cause of the error, in a few words.
  public var meaning: String {
    switch self {
    case .mediaServicesFailed: "during or after a media services failure; wait for the reset"
    case .isBusy:
      "the session was deactivated, or its kind of I/O was changed, while I/O was running"
    case .incompatibleCategory: "the category does not support the operation"
    case .cannotInterruptOthers:
      "a session that does not mix and is not Now Playing was activated in the background"
    case .missingEntitlement: "the app lacks an entitlement"
    case .siriIsRecording: "Siri is recording"
    case .cannotStartPlaying:
      "I/O is not allowed to start, usually because the audio background mode is missing"
    case .cannotStartRecording:
      "recording is not allowed to start, usually because a mixable recording was started in the background"
    case .badParam: "a value that is not allowed"
    case .insufficientPriority: "another app, such as Phone, controls the category"
    case .resourceNotAvailable: "a required resource, such as an input, is not available"
    case .unspecified: "unspecified error"
    case .expiredSession: "the session object was destroyed"
    case .sessionNotActive: "the session is not active"
    }
  }

  /// The four characters without quotes, such as `!pri`.
  ///
  /// For the only code without four characters, the text is `-50`.
  public var fourCharacters: String {
    guard rawValue > 0 else { return "\(rawValue)" }
    return FourCharacterCode(rawValue: UInt32(rawValue)).description
  }

  /// The name with the four characters, such as `insufficientPriority (!pri)`.
  package var label: String { "\(name) (\(fourCharacters))" }

  /// Creates the error with these four characters, or from `-50`, the only code without four characters.
  ///
  /// Nil if no error matches.
  public init?(fourCharacters text: String) {
    guard let found = Self.allCases.first(where: { $0.fourCharacters == text }) else { return nil }
    self = found
  }
}

/// A number that consists of four characters.
public struct FourCharacterCode: Hashable, Sendable, CustomStringConvertible {
  /// The number.
  public let rawValue: UInt32

  /// The code with that number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The four characters.
  public var description: String {
    var text = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }
}
