/// The errors of Core Haptics that a pattern can cause, with their codes.
///
/// Source: Core Haptics, `CHHapticErrors.h`. Which of them a device gives for which mistake is not
/// published: the assignment in `AHAPDiagnostic` follows the header's descriptions.
public enum CoreHapticsError: Int, Hashable, Sendable, CaseIterable {
  /// Data that is corrupt.
  case invalidPatternData = -4813
  /// A pattern dictionary that is corrupt.
  case invalidPatternDictionary = -4814
  /// An unknown parameter.
  case invalidParameterType = -4820
  /// An unknown kind of event.
  case invalidEventType = -4821
  /// A time that is none.
  case invalidEventTime = -4822
  /// A duration that is none.
  case invalidEventDuration = -4823
  /// A sound that is not there.
  case invalidAudioResource = -4824
  /// A limit on resources is reached.
  case resourceNotAvailable = -4825
  /// An event that is not well-formed.
  case badEventEntry = -4830
  /// A parameter or curve that is not well-formed.
  case badParameterEntry = -4831
  /// A sound or pattern file that is not there.
  case fileNotFound = -4851

  /// The name in `CHHapticError.Code`.
  public var name: String { "\(self)" }
}
