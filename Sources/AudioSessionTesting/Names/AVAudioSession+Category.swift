import AudioSession

extension AVAudioSession {
  /// The kind of sound that an app plays or records; the raw value is the name of Apple's constant.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name of Apple's constant.
    public var rawValue: String

    /// Creates a category with this name, whether or not such a category exists.
    ///
    /// A session refuses an unknown category.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ category: SessionCategory) { rawValue = category.rawValue }

    /// Sound that is not essential and mixes with the sound of other apps.
    public static let ambient = Category(.ambient)
    /// Sound that is not essential and silences other apps; the initial category of every process.
    public static let soloAmbient = Category(.soloAmbient)
    /// Sound that is essential, such as music or an audiobook.
    public static let playback = Category(.playback)
    /// Recording without output.
    public static let record = Category(.record)
    /// Recording and output, possibly simultaneously.
    public static let playAndRecord = Category(.playAndRecord)
    /// Different streams to different outputs simultaneously.
    public static let multiRoute = Category(.multiRoute)
    /// Offline use of codecs; deprecated since iOS 10.
    public static let audioProcessing = Category(.audioProcessing)
  }

  /// The specific use of a category; the raw value is the name of Apple's constant.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The name of Apple's constant.
    public var rawValue: String

    /// Creates a mode with this name, whether or not such a mode exists.
    ///
    /// A session refuses an unknown mode.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ mode: SessionMode) { rawValue = mode.rawValue }

    /// No specific use.
    public static let `default` = Mode(.default)
    /// A two-way conversation.
    public static let voiceChat = Mode(.voiceChat)
    /// A conversation in a game, set by GameKit.
    public static let gameChat = Mode(.gameChat)
    /// Recording a video.
    public static let videoRecording = Mode(.videoRecording)
    /// Measurement, with as little processing as possible.
    public static let measurement = Mode(.measurement)
    /// Playing a movie.
    public static let moviePlayback = Mode(.moviePlayback)
    /// A video conversation.
    public static let videoChat = Mode(.videoChat)
    /// Speech that should pause for a prompt instead of being ducked.
    public static let spokenAudio = Mode(.spokenAudio)
    /// Spoken prompts, such as those of a navigation app.
    public static let voicePrompt = Mode(.voicePrompt)
    /// Short videos that start muted (iOS 26 or later).
    public static let shortFormVideo = Mode(.shortFormVideo)
    /// Two routes simultaneously (iOS 26.2 or later).
    public static let dualRoute = Mode(.dualRoute)
  }
}
