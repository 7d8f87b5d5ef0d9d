import AudioSession

/// What the user is shown for each port.
struct PortNames: Sendable {
  private var given: [Port: String] = [:]

  /// The name that the test gave, or one of ours.
  subscript(port: Port) -> String {
    get { given[port] ?? Self.standard(port) }
    set { given[port] = newValue }
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
