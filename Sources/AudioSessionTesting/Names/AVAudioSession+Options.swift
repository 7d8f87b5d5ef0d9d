extension AVAudioSession {
  /// What a category is modified by.
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
    public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
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
    /// Far-field input of a Bluetooth microphone (26.2).
    public static let farFieldInput = CategoryOptions(rawValue: 1 << 18)
    /// Recording from Bluetooth in high quality (26).
    public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 1 << 19)
  }

  /// What `setActive` is told.
  public struct SetActiveOptions: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// The options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// On deactivation, those that were interrupted are told that they may go on.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }
}
