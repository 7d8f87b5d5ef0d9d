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
