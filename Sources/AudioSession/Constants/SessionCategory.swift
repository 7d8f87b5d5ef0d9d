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
  /// Source: header, `AVAudioSessionModeVoiceChat` and `AVAudioSessionModeVideoChat`; Audio Session Programming
  /// Guide, "Choosing Modes": game chat "uses the same routing parameters as the video chat mode".
  public var impliedOptions: CategoryOptions {
    switch self {
    case .voiceChat: [.allowBluetoothHFP]
    case .videoChat, .gameChat: [.allowBluetoothHFP, .defaultToSpeaker]
    case .default, .videoRecording, .measurement, .moviePlayback, .spokenAudio,
      .voicePrompt, .shortFormVideo, .dualRoute:
      []
    }
  }
}

/// What a category is modified by, with Apple's raw values.
///
/// Source: `AVAudioSession.CategoryOptions`.
public struct CategoryOptions: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt

  /// The options with these bits, known or not.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Sounds beside other sessions instead of interrupting them.
  public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
  /// Lowers all others while active; implies mixing.
  public static let duckOthers = CategoryOptions(rawValue: 0x2)
  /// Admits hands-free Bluetooth devices.
  public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
  /// The old name of `allowBluetoothHFP`.
  public static let allowBluetooth = allowBluetoothHFP
  /// The speaker instead of the receiver when nothing else is connected.
  public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
  /// Interrupts spoken audio and mixes with the rest: two bits, one of them mixing's.
  public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
  /// Admits stereo Bluetooth devices.
  public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
  /// Admits AirPlay.
  public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
  /// A microphone muted in hardware gives silence instead of an interruption.
  public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
  /// Far-field input of a Bluetooth microphone.
  public static let farFieldInput = CategoryOptions(rawValue: 1 << 18)
  /// Recording from Bluetooth in high quality.
  public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 1 << 19)

  /// Every option with its name in Swift, in the order of the bits.
  public static let named: [(name: String, option: CategoryOptions)] = [
    ("mixWithOthers", .mixWithOthers),
    ("duckOthers", .duckOthers),
    ("allowBluetoothHFP", .allowBluetoothHFP),
    ("defaultToSpeaker", .defaultToSpeaker),
    ("interruptSpokenAudioAndMixWithOthers", .interruptSpokenAudioAndMixWithOthers),
    ("allowBluetoothA2DP", .allowBluetoothA2DP),
    ("allowAirPlay", .allowAirPlay),
    ("overrideMutedMicrophoneInterruption", .overrideMutedMicrophoneInterruption),
    ("farFieldInput", .farFieldInput),
    ("bluetoothHighQualityRecording", .bluetoothHighQualityRecording),
  ]

  /// The option of that name, or nil.
  ///
  /// `allowBluetooth` is the old name of `allowBluetoothHFP`.
  public init?(named name: String) {
    if name == "allowBluetooth" {
      self = .allowBluetoothHFP
      return
    }
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.option
  }

  /// The names of what is set, in the order of the bits.
  public var names: [String] {
    Self.named.filter { isSuperset(of: $0.option) }.map(\.name)
  }

  /// With what these options bring along: ducking brings mixing.
  ///
  /// Source: header, `AVAudioSessionCategoryOptionDuckOthers`.
  public var withImplied: CategoryOptions {
    contains(.duckOthers) ? union(.mixWithOthers) : self
  }
}

/// With which apps a session shares its route.
///
/// Source: `AVAudioSession.RouteSharingPolicy`.
public enum RouteSharingPolicy: UInt, Hashable, Sendable, CaseIterable {
  /// The ordinary rules.
  case `default` = 0
  /// Music, podcasts, books: listened to at length.
  case longFormAudio = 1
  /// Set by the system; apps must not.
  case independent = 2
  /// Films: watched at length.
  case longFormVideo = 3

  /// The name in Swift, such as `longFormAudio`.
  public var name: String { self == .default ? "default" : "\(self)" }

  /// The policy of that name, or nil.
  ///
  /// `longForm` is the old name of `longFormAudio`.
  public init?(named name: String) {
    let present = name == "longForm" ? "longFormAudio" : name
    guard let found = Self.allCases.first(where: { $0.name == present }) else { return nil }
    self = found
  }

  /// The old name of `longFormAudio`.
  public static var longForm: RouteSharingPolicy { .longFormAudio }

  /// True for the two policies of long listening.
  public var isLongForm: Bool { self == .longFormAudio || self == .longFormVideo }
}
