import AudioSession

extension AVAudioSession {
  /// What kind of sound an app makes or takes; the raw value is the name of Apple's constant.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name of Apple's constant.
    public var rawValue: String

    /// The category of that name, whether there is one or not; a session refuses what it does not
    /// know.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ category: SessionCategory) { rawValue = category.rawValue }

    /// Sound that is not essential and mixes with that of others.
    public static let ambient = Category(.ambient)
    /// Sound that is not essential and silences that of others; what every process starts with.
    public static let soloAmbient = Category(.soloAmbient)
    /// Sound that is essential, such as music or a spoken book.
    public static let playback = Category(.playback)
    /// Recording without output.
    public static let record = Category(.record)
    /// Recording and output, perhaps at once.
    public static let playAndRecord = Category(.playAndRecord)
    /// Different streams to different outputs at once.
    public static let multiRoute = Category(.multiRoute)
    /// Offline use of codecs; deprecated since 10.
    public static let audioProcessing = Category(.audioProcessing)
  }

  /// What a category is used for; the raw value is the name of Apple's constant.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The name of Apple's constant.
    public var rawValue: String

    /// The mode of that name, whether there is one or not; a session refuses what it does not know.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ mode: SessionMode) { rawValue = mode.rawValue }

    /// No use in particular.
    public static let `default` = Mode(.default)
    /// A two-way conversation.
    public static let voiceChat = Mode(.voiceChat)
    /// The conversation of a game, set by GameKit.
    public static let gameChat = Mode(.gameChat)
    /// Recording a film.
    public static let videoRecording = Mode(.videoRecording)
    /// Measuring, with as little processing as possible.
    public static let measurement = Mode(.measurement)
    /// Watching a film.
    public static let moviePlayback = Mode(.moviePlayback)
    /// A conversation with a picture.
    public static let videoChat = Mode(.videoChat)
    /// Speech that should pause, not be ducked, for a prompt.
    public static let spokenAudio = Mode(.spokenAudio)
    /// Spoken prompts such as those of navigation.
    public static let voicePrompt = Mode(.voicePrompt)
    /// Short films that start muted (26).
    public static let shortFormVideo = Mode(.shortFormVideo)
    /// Two routes at once (26.2).
    public static let dualRoute = Mode(.dualRoute)
  }
}
