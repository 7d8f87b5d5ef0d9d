extension AVAudioSession {
  /// A kind of input or output.
  ///
  /// The raw values of the first eleven were seen in field logs; the others follow their pattern
  /// and are unverified: compare with the constants, not with strings.
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public var rawValue: String

    /// The port with that string, whether there is one or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The microphone of the phone.
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    /// The microphone of a wired headset.
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    /// A line input.
    public static let lineIn = Port(rawValue: "LineIn")
    /// The loudspeaker.
    public static let builtInSpeaker = Port(rawValue: "Speaker")
    /// The receiver at the ear.
    public static let builtInReceiver = Port(rawValue: "Receiver")
    /// Wired headphones.
    public static let headphones = Port(rawValue: "Headphones")
    /// Stereo Bluetooth.
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    /// Hands-free Bluetooth, with a microphone.
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    /// Low-energy Bluetooth.
    public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    /// A USB device.
    public static let usbAudio = Port(rawValue: "USBAudio")
    /// A car.
    public static let carAudio = Port(rawValue: "CarAudio")
    /// A line output.
    public static let lineOut = Port(rawValue: "LineOut")
    /// A screen at an HDMI connector.
    public static let HDMI = Port(rawValue: "HDMIOutput")
    /// AirPlay.
    public static let airPlay = Port(rawValue: "AirPlay")
    /// A camera of another device used as a microphone (17).
    public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
    /// Software that stands for a device.
    public static let virtual = Port(rawValue: "Virtual")
    /// A PCI card.
    public static let PCI = Port(rawValue: "PCI")
    /// FireWire.
    public static let fireWire = Port(rawValue: "FireWire")
    /// A screen at a DisplayPort connector.
    public static let displayPort = Port(rawValue: "DisplayPort")
    /// Audio over Ethernet.
    public static let AVB = Port(rawValue: "AVB")
    /// Thunderbolt (14).
    public static let thunderbolt = Port(rawValue: "Thunderbolt")
    /// An extension that provides a device (27).
    public static let mediaDeviceExtension = Port(rawValue: "MediaDeviceExtension")
  }

  /// Where the output of play-and-record is forced to.
  public enum PortOverride: UInt, Hashable, Sendable, CaseIterable {
    /// Nowhere: the route decides.
    case none = 0
    /// To the loudspeaker, until the route changes: `spkr`.
    case speaker = 1_936_747_378
  }
}
