/// A way in which an app uses audio.
///
/// The raw value is the name of Apple's constant.
///
/// Source: `AVAudioSession.Category`.
public enum SessionCategory: String, Hashable, Sendable, CaseIterable {
  /// Nonessential sound that mixes with the sound of other apps.
  case ambient = "AVAudioSessionCategoryAmbient"
  /// Nonessential sound that silences other apps; the category that every process starts with.
  case soloAmbient = "AVAudioSessionCategorySoloAmbient"
  /// Essential sound, such as music or an audiobook.
  case playback = "AVAudioSessionCategoryPlayback"
  /// Recording without output.
  case record = "AVAudioSessionCategoryRecord"
  /// Recording and output, possibly at the same time.
  case playAndRecord = "AVAudioSessionCategoryPlayAndRecord"
  /// Different streams to different outputs at the same time.
  case multiRoute = "AVAudioSessionCategoryMultiRoute"
  /// Offline use of codecs, without input or output; deprecated since iOS 10.
  case audioProcessing = "AVAudioSessionCategoryAudioProcessing"

  /// The category that every process starts with.
  public static let processDefault = SessionCategory.soloAmbient

  /// The name in Swift, such as `playAndRecord`.
  public var name: String { "\(self)" }

  /// The category with that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// A more specific purpose within a category.
///
/// The raw value is the name of Apple's constant.
///
/// Source: `AVAudioSession.Mode`.
public enum SessionMode: String, Hashable, Sendable, CaseIterable {
  /// No particular purpose.
  case `default` = "AVAudioSessionModeDefault"
  /// A two-way conversation; implies the hands-free Bluetooth option.
  case voiceChat = "AVAudioSessionModeVoiceChat"
  /// The voice chat of a game, set by GameKit.
  case gameChat = "AVAudioSessionModeGameChat"
  /// Recording a movie.
  case videoRecording = "AVAudioSessionModeVideoRecording"
  /// Measuring, with as little processing as possible.
  case measurement = "AVAudioSessionModeMeasurement"
  /// Watching a movie.
  case moviePlayback = "AVAudioSessionModeMoviePlayback"
  /// A video conversation; uses the speaker by default.
  case videoChat = "AVAudioSessionModeVideoChat"
  /// Speech that should be paused by a prompt rather than ducked.
  case spokenAudio = "AVAudioSessionModeSpokenAudio"
  /// Spoken prompts, such as those of navigation apps.
  case voicePrompt = "AVAudioSessionModeVoicePrompt"
  /// Short videos that start muted.
  case shortFormVideo = "AVAudioSessionModeShortFormVideo"
  /// Two routes at the same time.
  case dualRoute = "AVAudioSessionModeDualRoute"

  /// The name in Swift, such as `spokenAudio`.
  public var name: String { self == .default ? "default" : "\(self)" }

  /// The mode with that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The options that the mode implies.
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

/// The options that modify a category, with Apple's raw values.
///
/// Source: `AVAudioSession.CategoryOptions`.
public struct CategoryOptions: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt

  /// Creates options from these bits, whether or not they are known.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Plays alongside other sessions instead of interrupting them.
  public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
  /// Lowers the volume of all other sessions while this session is active; implies mixing.
  public static let duckOthers = CategoryOptions(rawValue: 0x2)
  /// Allows hands-free Bluetooth devices.
  public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
  /// The old name of `allowBluetoothHFP`.
  public static let allowBluetooth = allowBluetoothHFP
  /// Uses the speaker instead of the receiver if no other output is connected.
  public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
  /// Interrupts spoken audio and mixes with all other sessions.
  ///
  /// The option consists of two bits, one of which is the mixing bit.
  public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
  /// Allows stereo Bluetooth devices.
  public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
  /// Allows AirPlay.
  public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
  /// Records silence instead of being interrupted when the microphone is muted in hardware.
  public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
  /// Uses the far-field input of a Bluetooth microphone.
  public static let farFieldInput = CategoryOptions(rawValue: 1 << 18)
  /// Allows high-quality recording from Bluetooth devices.
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

  /// The option with that name, or nil.
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

  /// The names of the options in the set, in the order of the bits.
  public var names: [String] {
    Self.named.filter { isSuperset(of: $0.option) }.map(\.name)
  }

  /// The options, including the implied ones: ducking implies mixing.
  ///
  /// Source: header, `AVAudioSessionCategoryOptionDuckOthers`.
  public var withImplied: CategoryOptions {
    contains(.duckOthers) ? union(.mixWithOthers) : self
  }
}

/// How a session shares its route with other apps.
///
/// Source: `AVAudioSession.RouteSharingPolicy`.
public enum RouteSharingPolicy: UInt, Hashable, Sendable, CaseIterable {
  /// The standard rules.
  case `default` = 0
  /// Long-form audio, such as music, podcasts and audiobooks.
  case longFormAudio = 1
  /// Set by the system; apps must not set it.
  case independent = 2
  /// Long-form video, such as movies.
  case longFormVideo = 3

  /// The name in Swift, such as `longFormAudio`.
  public var name: String { self == .default ? "default" : "\(self)" }

  /// The policy with that name, or nil.
  ///
  /// `longForm` is the old name of `longFormAudio`.
  public init?(named name: String) {
    let present = name == "longForm" ? "longFormAudio" : name
    guard let found = Self.allCases.first(where: { $0.name == present }) else { return nil }
    self = found
  }

  /// The old name of `longFormAudio`.
  public static var longForm: RouteSharingPolicy { .longFormAudio }

  /// Whether the policy is one of the two long-form policies.
  public var isLongForm: Bool { self == .longFormAudio || self == .longFormVideo }
}
