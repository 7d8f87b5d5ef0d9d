/// What kind of sound an app makes or takes; the raw value is the name of Apple's constant.
///
/// Source: `AVAudioSession.Category`.
public enum SessionCategory: String, Hashable, Sendable, CaseIterable {
  /// Sound that is not essential and mixes with that of others.
  case ambient = "AVAudioSessionCategoryAmbient"
  /// Sound that is not essential and silences that of others; what every process starts with.
  case soloAmbient = "AVAudioSessionCategorySoloAmbient"
  /// Sound that is essential, such as music or a spoken book.
  case playback = "AVAudioSessionCategoryPlayback"
  /// Recording without output.
  case record = "AVAudioSessionCategoryRecord"
  /// Recording and output, perhaps at once.
  case playAndRecord = "AVAudioSessionCategoryPlayAndRecord"
  /// Different streams to different outputs at once.
  case multiRoute = "AVAudioSessionCategoryMultiRoute"
  /// Offline use of codecs, without input or output; deprecated since 10.
  case audioProcessing = "AVAudioSessionCategoryAudioProcessing"

  /// What every process starts with.
  public static let processDefault = SessionCategory.soloAmbient

  /// The name in Swift, such as `playAndRecord`.
  public var name: String { "\(self)" }

  /// The category of that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
