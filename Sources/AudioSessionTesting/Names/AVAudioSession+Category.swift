extension AVAudioSession {
  /// What kind of sound an app makes or takes; the raw value is the name of Apple's constant.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name of Apple's constant.
    public var rawValue: String

    /// The category of that name, whether there is one or not; a session refuses what it does not
    /// know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sound that is not essential and mixes with that of others.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// Sound that is not essential and silences that of others; what every process starts with.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Sound that is essential, such as music or a spoken book.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recording without output.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// Recording and output, perhaps at once.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Different streams to different outputs at once.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    /// Offline use of codecs; deprecated since 10.
    public static let audioProcessing = Category(rawValue: "AVAudioSessionCategoryAudioProcessing")
  }

  /// What a category is used for; the raw value is the name of Apple's constant.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The name of Apple's constant.
    public var rawValue: String

    /// The mode of that name, whether there is one or not; a session refuses what it does not know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No use in particular.
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    /// A two-way conversation.
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    /// The conversation of a game, set by GameKit.
    public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
    /// Recording a film.
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    /// Measuring, with as little processing as possible.
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    /// Watching a film.
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    /// A conversation with a picture.
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    /// Speech that should pause, not be ducked, for a prompt.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    /// Spoken prompts such as those of navigation.
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    /// Short films that start muted (26).
    public static let shortFormVideo = Mode(rawValue: "AVAudioSessionModeShortFormVideo")
    /// Two routes at once (26.2).
    public static let dualRoute = Mode(rawValue: "AVAudioSessionModeDualRoute")
  }

  /// With whom a session shares its route.
  public enum RouteSharingPolicy: UInt, Hashable, Sendable, CaseIterable {
    /// The ordinary rules.
    case `default` = 0
    /// Music, podcasts, books: listened to at length.
    case longFormAudio = 1
    /// Set by the system; apps must not.
    case independent = 2
    /// Films: watched at length.
    case longFormVideo = 3

    /// The old name of `longFormAudio`.
    public static var longForm: RouteSharingPolicy { .longFormAudio }
  }
}
