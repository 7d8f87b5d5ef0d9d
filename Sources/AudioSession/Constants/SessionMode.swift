/// What a category is used for; the raw value is the name of Apple's constant.
///
/// Source: `AVAudioSession.Mode`.
public enum SessionMode: String, Hashable, Sendable, CaseIterable {
  /// No use in particular.
  case `default` = "AVAudioSessionModeDefault"
  /// A two-way conversation; brings the hands-free Bluetooth option along.
  case voiceChat = "AVAudioSessionModeVoiceChat"
  /// The conversation of a game, set by GameKit.
  case gameChat = "AVAudioSessionModeGameChat"
  /// Recording a film.
  case videoRecording = "AVAudioSessionModeVideoRecording"
  /// Measuring, with as little processing as possible.
  case measurement = "AVAudioSessionModeMeasurement"
  /// Watching a film.
  case moviePlayback = "AVAudioSessionModeMoviePlayback"
  /// A conversation with a picture; the speaker by default.
  case videoChat = "AVAudioSessionModeVideoChat"
  /// Speech that should pause, not be ducked, for a prompt.
  case spokenAudio = "AVAudioSessionModeSpokenAudio"
  /// Spoken prompts such as those of navigation.
  case voicePrompt = "AVAudioSessionModeVoicePrompt"
  /// Short films that start muted.
  case shortFormVideo = "AVAudioSessionModeShortFormVideo"
  /// Two routes at once.
  case dualRoute = "AVAudioSessionModeDualRoute"

  /// The name in Swift, such as `spokenAudio`.
  public var name: String { self == .default ? "default" : "\(self)" }

  /// The mode of that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The options that the mode brings along.
  ///
  /// Source: header, `AVAudioSessionModeVoiceChat` and `AVAudioSessionModeVideoChat`.
  public var impliedOptions: CategoryOptions {
    switch self {
    case .voiceChat: [.allowBluetoothHFP]
    case .videoChat: [.allowBluetoothHFP, .defaultToSpeaker]
    case .default, .gameChat, .videoRecording, .measurement, .moviePlayback, .spokenAudio,
      .voicePrompt, .shortFormVideo, .dualRoute:
      []
    }
  }
}
