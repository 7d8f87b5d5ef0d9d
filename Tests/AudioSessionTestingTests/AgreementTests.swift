import AudioSession
import AudioSessionTesting
import Testing

/// Apple's names here and the policy's must stand for the same values.
struct AgreementTests {
  @Test func `every error of the policy has a code`() {
    for error in SessionErrorCode.allCases {
      let code = AVAudioSession.ErrorCode(rawValue: Int(error.rawValue))
      #expect(code.map { "\($0)" } == error.name)
    }
  }

  @Test func `every port of the policy has a constant`() {
    let table: [String: AVAudioSession.Port] = [
      "builtInMic": .builtInMic, "headsetMic": .headsetMic, "lineIn": .lineIn,
      "builtInSpeaker": .builtInSpeaker, "builtInReceiver": .builtInReceiver,
      "headphones": .headphones, "bluetoothA2DP": .bluetoothA2DP, "bluetoothHFP": .bluetoothHFP,
      "bluetoothLE": .bluetoothLE, "usbAudio": .usbAudio, "carAudio": .carAudio,
      "lineOut": .lineOut, "HDMI": .HDMI, "airPlay": .airPlay,
      "continuityMicrophone": .continuityMicrophone, "virtual": .virtual, "PCI": .PCI,
      "fireWire": .fireWire, "displayPort": .displayPort, "AVB": .AVB,
      "thunderbolt": .thunderbolt, "mediaDeviceExtension": .mediaDeviceExtension,
    ]
    #expect(table.count == Port.allCases.count)
    for port in Port.allCases { #expect(table[port.name]?.rawValue == port.rawValue) }
  }

  @Test func `every legal category reads back as set`() throws {
    let phone = try SimulatedPhone()
    let session = phone.app.session
    for category in SessionCategory.allCases {
      try session.setCategory(AVAudioSession.Category(rawValue: category.rawValue))
      #expect(session.category.rawValue == category.rawValue)
      #expect(phone.snapshot.state[0].configuration.category == category)
    }
  }

  @Test func `every mode reads back as set`() throws {
    let phone = try SimulatedPhone()
    let session = phone.app.session
    for mode in SessionMode.allCases {
      let name = AVAudioSession.Mode(rawValue: mode.rawValue)
      let options: AVAudioSession.CategoryOptions = mode == .dualRoute ? .allowBluetoothHFP : []
      let category: AVAudioSession.Category =
        switch mode {
        case .dualRoute: .multiRoute
        case .moviePlayback, .shortFormVideo: .playback
        default: .playAndRecord
        }
      try session.setCategory(category, mode: name, options: options)
      #expect(session.mode == name)
      #expect(phone.snapshot.state[0].configuration.mode == mode)
    }
  }

  @Test func `every connectable port is described by its own kind`() throws {
    let connectable = Port.allCases.filter { !$0.isBuiltIn && $0.row.isOutput }
    for port in connectable {
      let phone = try SimulatedPhone()
      try phone.app.session.setCategory(
        .playAndRecord, options: [.allowBluetoothA2DP, .allowBluetoothHFP, .allowAirPlay])
      try phone.app.session.setActive(true)
      try phone.connect(port, named: "Mine")
      let outputs = phone.app.session.currentRoute.outputs
      #expect(outputs.map(\.portType.rawValue) == [port.rawValue])
      #expect(outputs.map(\.portName) == ["Mine"])
    }
  }
}
