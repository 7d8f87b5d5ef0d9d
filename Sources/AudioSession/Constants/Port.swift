/// A kind of input or output; the raw value is what `AVAudioSession.Port` carries.
///
/// The raw values of the first eleven were seen in field logs; the others follow their pattern and
/// are unverified. Source: `AVAudioSession.Port`.
public enum Port: String, Hashable, Sendable, CaseIterable {
  /// The microphone of the phone; always there.
  case builtInMic = "MicrophoneBuiltIn"
  /// The microphone of a wired headset.
  case headsetMic = "MicrophoneWired"
  /// A line input.
  case lineIn = "LineIn"
  /// The loudspeaker; always there.
  case builtInSpeaker = "Speaker"
  /// The receiver at the ear; always there.
  case builtInReceiver = "Receiver"
  /// Wired headphones.
  case headphones = "Headphones"
  /// Stereo Bluetooth.
  case bluetoothA2DP = "BluetoothA2DPOutput"
  /// Hands-free Bluetooth, with a microphone.
  case bluetoothHFP = "BluetoothHFP"
  /// Low-energy Bluetooth.
  case bluetoothLE = "BluetoothLE"
  /// A USB device.
  case usbAudio = "USBAudio"
  /// A car.
  case carAudio = "CarAudio"
  /// A line output.
  case lineOut = "LineOut"
  /// A screen at an HDMI connector.
  case HDMI = "HDMIOutput"
  /// AirPlay.
  case airPlay = "AirPlay"
  /// A camera of another device used as a microphone (17).
  case continuityMicrophone = "ContinuityMicrophone"
  /// Software that stands for a device.
  case virtual = "Virtual"
  /// A PCI card.
  case PCI
  /// FireWire.
  case fireWire = "FireWire"
  /// A screen at a DisplayPort connector.
  case displayPort = "DisplayPort"
  /// Audio over Ethernet.
  case AVB
  /// Thunderbolt (14).
  case thunderbolt = "Thunderbolt"
  /// An extension that provides a device (27).
  case mediaDeviceExtension = "MediaDeviceExtension"

  /// The name in Swift, such as `bluetoothHFP`.
  public var name: String { "\(self)" }

  /// The port of that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// True for the three that are part of the phone.
  public var isBuiltIn: Bool {
    self == .builtInMic || self == .builtInSpeaker || self == .builtInReceiver
  }
}
