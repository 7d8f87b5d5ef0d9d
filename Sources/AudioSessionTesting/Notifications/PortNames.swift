import AudioSession

/// The port names that the user sees.
struct PortNames: Sendable {
  private var given: [Port: String] = [:]

  /// The name that the test gave, or the default name.
  subscript(port: Port) -> String { given[port] ?? Self.standard(port) }

  /// Sets the name of a port; nil for the default name.
  ///
  /// - Returns: its previous name, if that was not the default.
  mutating func give(_ name: String?, to port: Port) -> String? {
    let former = given[port]
    given[port] = name
    return former
  }

  /// The default name.
  ///
  /// Our choice, based on an iPhone's names.
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
