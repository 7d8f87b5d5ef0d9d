/// A kind of input or output.
///
/// The raw value is that of `AVAudioSession.Port`.
///
/// The raw values of the first eleven ports appear in field logs. The other raw values follow the same pattern and are
/// unverified. Source: `AVAudioSession.Port`.
public enum Port: String, Hashable, Sendable, CaseIterable {
  /// The phone's microphone.
  case builtInMic = "MicrophoneBuiltIn"
  /// The microphone of a wired headset.
  case headsetMic = "MicrophoneWired"
  /// A line input.
  case lineIn = "LineIn"
  /// The loudspeaker, which is always present.
  case builtInSpeaker = "Speaker"
  /// The receiver, the speaker held to the ear.
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
  /// A screen connected through HDMI.
  case HDMI = "HDMIOutput"
  /// AirPlay.
  case airPlay = "AirPlay"
  /// Another device's camera that is used as a microphone (iOS 17 or later).
  case continuityMicrophone = "ContinuityMicrophone"
  /// Software that acts as a device.
  case virtual = "Virtual"
  /// A PCI card.
  case PCI
  /// FireWire.
  case fireWire = "FireWire"
  /// A screen connected through DisplayPort.
  case displayPort = "DisplayPort"
  /// Audio over Ethernet.
  case AVB
  /// Thunderbolt (iOS 14 or later).
  case thunderbolt = "Thunderbolt"
  /// A device that an extension provides (iOS 27 or later).
  case mediaDeviceExtension = "MediaDeviceExtension"

  /// The name in Swift, such as `bluetoothHFP`.
  public var name: String { "\(self)" }

  /// The port with that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// Whether the port is one of the phone's three built-in ports.
  public var isBuiltIn: Bool {
    self == .builtInMic || self == .builtInSpeaker || self == .builtInReceiver
  }
}

extension Port {
  /// The name, shortened to one word for built-in ports.
  package var shortName: String {
    switch self {
    case .builtInMic: "mic"
    case .builtInSpeaker: "speaker"
    case .builtInReceiver: "receiver"
    case .headsetMic, .lineIn, .headphones, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE,
      .usbAudio, .carAudio, .lineOut, .HDMI, .airPlay, .continuityMicrophone, .virtual, .PCI,
      .fireWire, .displayPort, .AVB, .thunderbolt, .mediaDeviceExtension:
      name
    }
  }
}

/// An override of a play-and-record session's output.
///
/// Source: `AVAudioSession.PortOverride`.
public enum PortOverride: UInt, Hashable, Sendable, CaseIterable {
  /// No override: the route decides.
  case none = 0
  /// The loudspeaker, until the route changes: `spkr`.
  case speaker = 1_936_747_378
}

/// The reason for a route change.
///
/// Source: `AVAudioSession.RouteChangeReason`; 5 is unused.
public enum RouteChangeReason: UInt, Hashable, Sendable, CaseIterable {
  /// The reason is not known.
  case unknown = 0
  /// A device was connected.
  case newDeviceAvailable = 1
  /// The current device is no longer available.
  case oldDeviceUnavailable = 2
  /// A category was set or a session was activated.
  case categoryChange = 3
  /// The output was overridden.
  case override = 4
  /// The phone woke up.
  case wakeFromSleep = 6
  /// No route exists for the category.
  case noSuitableRouteForCategory = 7
  /// The ports have not changed, or another app caused the change.
  case routeConfigurationChange = 8
}

/// How prompts should be spoken.
///
/// Source: `AVAudioSession.PromptStyle`.
public enum PromptStyle: UInt, Hashable, Sendable, CaseIterable {
  /// No prompts: `none`.
  case none = 1_852_796_517
  /// Short prompts: `shrt`.
  case short = 1_936_224_884
  /// Normal prompts: `nrml`.
  case normal = 1_852_992_876
}

/// How the output of a session is rendered.
///
/// Source: `AVAudioSession.RenderingMode` (iOS 17.2 or later).
public enum RenderingMode: Int, Hashable, Sendable, CaseIterable {
  /// No output is rendered.
  case notApplicable = 0
  /// One or two channels.
  case monoStereo = 1
  /// Surround sound.
  case surround = 2
  /// Fixed spatial audio.
  case spatialAudio = 3
  /// Dolby audio.
  case dolbyAudio = 4
  /// Dolby Atmos.
  case dolbyAtmos = 5
}

/// How the user holds the phone while recording in stereo.
///
/// Source: `AVAudioSession.StereoOrientation`.
public enum StereoOrientation: Int, Hashable, Sendable, CaseIterable {
  /// The session does not record in stereo.
  case none = 0
  /// Upright, with the connector at the bottom.
  case portrait = 1
  /// Upright, with the connector at the top.
  case portraitUpsideDown = 2
  /// On its side, with the connector to the right.
  case landscapeRight = 3
  /// On its side, with the connector to the left.
  case landscapeLeft = 4
}

/// Whether input and output are aggregated into one device.
///
/// Source: `AVAudioSession.IOType`.
public enum IOType: UInt, Hashable, Sendable, CaseIterable {
  /// No preference.
  case notSpecified = 0
  /// One device.
  case aggregated = 1
}

/// Whether audio is injected into a call.
///
/// Source: `AVAudioSession.MicrophoneInjectionMode` (iOS 18.2 or later).
public enum MicrophoneInjectionMode: Int, Hashable, Sendable, CaseIterable {
  /// No audio is injected.
  case none = 0
  /// Speech is injected.
  case spokenAudio = 1
}
