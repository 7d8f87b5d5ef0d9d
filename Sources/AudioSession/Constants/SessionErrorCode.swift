/// The errors that the calls of a session give, with Apple's numbers.
///
/// Their domain is `NSOSStatusErrorDomain`. Source: `AVAudioSession.ErrorCode`.
public enum SessionErrorCode: Int32, Hashable, Sendable, CaseIterable, Error,
  CustomStringConvertible
{
  /// Used during or after a failure of the media services: wait for their reset.
  case mediaServicesFailed = 1_836_282_486
  /// Deactivated, or its kind of input and output changed, while it runs.
  case isBusy = 560_030_580
  /// The category does not do that.
  case incompatibleCategory = 560_161_140
  /// A session that does not mix was activated in the background, and is not Now Playing.
  case cannotInterruptOthers = 560_557_684
  /// The app lacks an entitlement.
  case missingEntitlement = 1_701_737_535
  /// Not while Siri records.
  case siriIsRecording = 1_936_290_409
  /// May not start to play or record, usually for lack of the audio background mode.
  case cannotStartPlaying = 561_015_905
  /// Usually: a mixable recording was started in the background.
  case cannotStartRecording = 561_145_187
  /// A value that is not allowed.
  case badParam = -50
  /// Another app, such as Phone, controls the category; or input was to start during its call.
  case insufficientPriority = 561_017_449
  /// What is needed is not there, such as an input.
  case resourceNotAvailable = 561_145_203
  /// Something else.
  case unspecified = 2_003_329_396
  /// The session object was destroyed.
  case expiredSession = 561_210_739
  /// The session is not active.
  case sessionNotActive = 1_768_841_571

  /// Where the numbers belong.
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
    case .isBusy: "deactivated, or its kind of I/O changed, while it runs"
    case .incompatibleCategory: "the category does not do that"
    case .cannotInterruptOthers: "does not mix, was activated in the background, is not Now Playing"
    case .missingEntitlement: "the app lacks an entitlement"
    case .siriIsRecording: "not while Siri records"
    case .cannotStartPlaying: "may not start I/O, usually for lack of the audio background mode"
    case .cannotStartRecording: "usually: a mixable recording was started in the background"
    case .badParam: "a value that is not allowed"
    case .insufficientPriority: "another app, such as Phone, controls the category"
    case .resourceNotAvailable: "what is needed is not there, such as an input"
    case .unspecified: "something else"
    case .expiredSession: "the session object was destroyed"
    case .sessionNotActive: "the session is not active"
    }
  }

  /// The four characters without quotes, such as `!pri`; `-50` for the one that has none.
  public var fourCharacters: String {
    guard rawValue > 0 else { return "\(rawValue)" }
    return FourCharacterCode(rawValue: UInt32(rawValue)).description
  }

  /// The code with these four characters, or nil; `-50` is the one that has none.
  public init?(fourCharacters text: String) {
    guard let found = Self.allCases.first(where: { $0.fourCharacters == text }) else { return nil }
    self = found
  }
}

/// A number that is four characters.
public struct FourCharacterCode: Hashable, Sendable, CustomStringConvertible {
  /// The number.
  public let rawValue: UInt32

  /// The code of that number.
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
