/// A kind of input or output; the raw value is that of `AVAudioSession.Port`.
///
/// The raw values of the first eleven were seen in field logs. The others follow their pattern and are unverified.
/// Source: `AVAudioSession.Port`.
public enum Port: String, Hashable, Sendable, CaseIterable {
  /// The phone's microphone, which is always present.
  case builtInMic = "MicrophoneBuiltIn"
  /// The microphone of a wired headset.
  case headsetMic = "MicrophoneWired"
  /// A line input.
  case lineIn = "LineIn"
  /// The loudspeaker, which is always present.
  case builtInSpeaker = "Speaker"
  /// The receiver at the ear, which is always present.
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
  /// A camera of another device that is used as a microphone (17).
  case continuityMicrophone = "ContinuityMicrophone"
  /// Software that acts as a device.
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
  /// A device that an extension provides (27).
  case mediaDeviceExtension = "MediaDeviceExtension"

  /// The name in Swift, such as `bluetoothHFP`.
  public var name: String { "\(self)" }

  /// The port with that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// Whether the port is one of the three that are part of the phone.
  public var isBuiltIn: Bool {
    self == .builtInMic || self == .builtInSpeaker || self == .builtInReceiver
  }
}

extension Port {
  /// The name, but in one word for what is built in.
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

/// An override of the output of play-and-record.
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
/// Source: `AVAudioSession.RouteChangeReason`; 5 is not in use.
public enum RouteChangeReason: UInt, Hashable, Sendable, CaseIterable {
  /// The reason is not known.
  case unknown = 0
  /// A device was connected.
  case newDeviceAvailable = 1
  /// The device in use is no longer available.
  case oldDeviceUnavailable = 2
  /// A category was set or a session was activated.
  case categoryChange = 3
  /// The output was overridden.
  case override = 4
  /// The phone woke up.
  case wakeFromSleep = 6
  /// No route exists for the category.
  case noSuitableRouteForCategory = 7
  /// The ports are the same or were changed by others.
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

/// How the output is rendered.
///
/// Source: `AVAudioSession.RenderingMode` (17.2).
public enum RenderingMode: Int, Hashable, Sendable, CaseIterable {
  /// No output is rendered.
  case notApplicable = 0
  /// One or two channels.
  case monoStereo = 1
  /// Surround.
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
/// Source: `AVAudioSession.MicrophoneInjectionMode` (18.2).
public enum MicrophoneInjectionMode: Int, Hashable, Sendable, CaseIterable {
  /// No audio is injected.
  case none = 0
  /// Speech is injected.
  case spokenAudio = 1
}
