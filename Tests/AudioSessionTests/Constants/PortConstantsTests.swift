import AudioSession
import Testing

/// Based on the reference of `AVAudioSession.Port`.
@Suite struct PortConstantsTests {
  @Test func `ports that appear in logs have the raw values found there`() {
    let seen: [(Port, String)] = [
      (.builtInMic, "MicrophoneBuiltIn"), (.headsetMic, "MicrophoneWired"), (.lineIn, "LineIn"),
      (.builtInSpeaker, "Speaker"), (.builtInReceiver, "Receiver"), (.headphones, "Headphones"),
      (.bluetoothA2DP, "BluetoothA2DPOutput"), (.bluetoothHFP, "BluetoothHFP"),
      (.bluetoothLE, "BluetoothLE"), (.usbAudio, "USBAudio"), (.carAudio, "CarAudio"),
    ]
    for (port, raw) in seen { #expect(port.rawValue == raw) }
  }

  @Test func `ports are inputs, outputs or both as in the header`() {
    let inputs: Set<Port> = [.continuityMicrophone, .lineIn, .builtInMic, .headsetMic]
    let outputs: Set<Port> = [
      .lineOut, .headphones, .bluetoothA2DP, .builtInReceiver, .builtInSpeaker, .HDMI, .airPlay,
      .bluetoothLE, .mediaDeviceExtension,
    ]
    let both: Set<Port> = [
      .bluetoothHFP, .usbAudio, .carAudio, .virtual, .PCI, .fireWire, .displayPort, .AVB,
      .thunderbolt,
    ]
    #expect(inputs.union(outputs).union(both) == Set(Port.allCases))
    for port in Port.allCases {
      #expect(port.row.isInput == (inputs.contains(port) || both.contains(port)), "\(port)")
      #expect(port.row.isOutput == (outputs.contains(port) || both.contains(port)), "\(port)")
    }
  }

  @Test func `a multi-route session accepts the ports listed in the header`() {
    let inputs = Port.allCases.filter(\.row.isMultiRouteInput)
    let outputs = Port.allCases.filter(\.row.isMultiRouteOutput)
    #expect(Set(inputs) == [.usbAudio, .headsetMic, .builtInMic])
    #expect(Set(outputs) == [.usbAudio, .lineOut, .headphones, .HDMI])
  }

  @Test(arguments: Port.allCases)
  func `a port is found by its name`(port: Port) {
    #expect(Port(named: port.name) == port)
    #expect(Port(named: port.name + "x") == nil)
  }
}
