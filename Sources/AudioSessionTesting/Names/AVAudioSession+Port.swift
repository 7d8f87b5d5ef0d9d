import AudioSession

extension AVAudioSession {
  /// A kind of input or output.
  ///
  /// The raw values of the first eleven ports were seen in field logs. The others follow the same pattern and are
  /// unverified, so compare with the constants instead of strings.
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public var rawValue: String

    /// Creates a port with this string, whether or not such a port exists.
    public init(rawValue: String) { self.rawValue = rawValue }

    init(_ port: AudioSession.Port) { rawValue = port.rawValue }

    /// The microphone of the phone.
    public static let builtInMic = Port(.builtInMic)
    /// The microphone of a wired headset.
    public static let headsetMic = Port(.headsetMic)
    /// A line input.
    public static let lineIn = Port(.lineIn)
    /// The loudspeaker.
    public static let builtInSpeaker = Port(.builtInSpeaker)
    /// The earpiece.
    public static let builtInReceiver = Port(.builtInReceiver)
    /// Wired headphones.
    public static let headphones = Port(.headphones)
    /// Stereo Bluetooth.
    public static let bluetoothA2DP = Port(.bluetoothA2DP)
    /// Hands-free Bluetooth, with a microphone.
    public static let bluetoothHFP = Port(.bluetoothHFP)
    /// Low-energy Bluetooth.
    public static let bluetoothLE = Port(.bluetoothLE)
    /// A USB device.
    public static let usbAudio = Port(.usbAudio)
    /// A car.
    public static let carAudio = Port(.carAudio)
    /// A line output.
    public static let lineOut = Port(.lineOut)
    /// An HDMI output.
    public static let HDMI = Port(.HDMI)
    /// AirPlay.
    public static let airPlay = Port(.airPlay)
    /// A camera of another device that is used as a microphone (iOS 17 or later).
    public static let continuityMicrophone = Port(.continuityMicrophone)
    /// A virtual device.
    public static let virtual = Port(.virtual)
    /// A PCI card.
    public static let PCI = Port(.PCI)
    /// FireWire.
    public static let fireWire = Port(.fireWire)
    /// A DisplayPort output.
    public static let displayPort = Port(.displayPort)
    /// Audio over Ethernet.
    public static let AVB = Port(.AVB)
    /// Thunderbolt (iOS 14 or later).
    public static let thunderbolt = Port(.thunderbolt)
    /// A device that an extension provides (iOS 27 or later).
    public static let mediaDeviceExtension = Port(.mediaDeviceExtension)
  }
}
