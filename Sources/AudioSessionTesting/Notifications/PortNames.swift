import AudioSession

/// What the user is shown for each port.
struct PortNames: Sendable {
  private var given: [Port: String] = [:]

  /// The name that the test gave, or one of ours.
  subscript(port: Port) -> String { given[port] ?? Self.standard(port) }

  /// Calls a port by another name; nil for ours.
  ///
  /// - Returns: what it was called, if that was not our name.
  mutating func give(_ name: String?, to port: Port) -> String? {
    let former = given[port]
    given[port] = name
    return former
  }

  /// Our choice, after an iPhone's.
  private static func standard(_ port: Port) -> String {
    switch port {
    case .builtInMic: "iPhone Microphone"
    case .headsetMic: "Headset Microphone"
    case .bluetoothA2DP, .bluetoothHFP, .bluetoothLE: "Bluetooth"
    case .builtInSpeaker, .builtInReceiver, .headphones, .lineIn, .lineOut, .usbAudio, .carAudio,
      .HDMI, .airPlay, .continuityMicrophone, .virtual, .PCI, .fireWire, .displayPort, .AVB,
      .thunderbolt, .mediaDeviceExtension:
      port.rawValue
    }
  }
}
