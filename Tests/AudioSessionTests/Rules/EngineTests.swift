import AudioSession
import TestSupport
import Testing

/// An audio engine stops where its hardware has another sample rate or number of channels.
@Suite struct EngineTests {
  private static let chat = SessionConfiguration(
    .playAndRecord, options: [.allowBluetoothHFP, .allowBluetoothA2DP])
  private static let car = ConnectedDevice("car", ports: [.bluetoothHFP, .bluetoothA2DP])

  @Test(arguments: PlayerKind.allCases)
  func `hands-free that comes stops engines, and their apps are notified`(kind: PlayerKind) throws {
    var scene = try Scene(Self.chat)
    try scene.play(.setPlayer(0, kind), .startOutput(0), .startInput(0))
    try scene.play(.deviceConnected(Self.car))
    let stops = kind == .engine
    #expect(scene.phone.isPlaying(0) != stops && scene.phone.isRecording(0) != stops)
    #expect(scene.phone.isActive(0))
    #expect(scene.received(0).contains(.audioEngineConfigurationChange) == stops)
    #expect(scene.effects.contains(.ioStopped(0, .output, .configurationChanged)) == stops)
  }

  @Test func `an engine goes on from the speaker when headphones of its format go`() throws {
    var scene = try Scene(.playback)
    try scene.play(.setPlayer(0, .engine), .portConnected(.headphones), .startOutput(0))
    try scene.play(.portDisconnected(.headphones))
    #expect(scene.phone.isPlaying(0))
    #expect(!scene.received(0).contains(.audioEngineConfigurationChange))
  }

  @Test func `what starts runs at the format that there is`() throws {
    var scene = try Scene(Self.chat)
    try scene.play(.setPlayer(0, .engine), .deviceConnected(Self.car), .startOutput(0))
    try scene.play(.startInput(0))
    #expect(scene.phone.isPlaying(0) && scene.phone.isRecording(0))
  }

  @Test func `another app that takes hands-free stops the engine beside it`() throws {
    let talking = SessionConfiguration(
      .playAndRecord, options: [.allowBluetoothHFP, .mixWithOthers])
    var scene = try Scene(.mixing, talking)
    try scene.play(.setPlayer(0, .engine), .deviceConnected(Self.car), .startOutput(0))
    try scene.play(.startInput(1))
    #expect(!scene.phone.isPlaying(0) && scene.phone.isRecording(1))
    #expect(scene.received(0).contains(.audioEngineConfigurationChange))
  }

  @Test func `a route's format is that of hands-free or of all else`() {
    let handsFree = Route(inputs: [.bluetoothHFP], outputs: [.bluetoothHFP]).hardwareFormat
    #expect(handsFree == HardwareFormat(sampleRate: 16_000, outputChannels: 1, inputChannels: 1))
    let speaker = Route(outputs: [.builtInSpeaker]).hardwareFormat
    #expect(speaker == HardwareFormat(sampleRate: 48_000, outputChannels: 2, inputChannels: 0))
    #expect(Route().hardwareFormat.outputChannels == 0)
  }
}
