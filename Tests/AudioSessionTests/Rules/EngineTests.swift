import AudioSession
import TestSupport
import Testing

/// An audio engine stops if its hardware changes the sample rate or the number of channels.
@Suite struct EngineTests {
  private static let chat = SessionConfiguration(
    .playAndRecord, options: [.allowBluetoothHFP, .allowBluetoothA2DP])
  private static let car = ConnectedDevice("car", ports: [.bluetoothHFP, .bluetoothA2DP])

  @Test(arguments: PlayerKind.allCases)
  func `connecting hands-free stops engines, and their apps are notified`(kind: PlayerKind) throws {
    var scene = try Scene(Self.chat)
    try scene.play(.app(0, .setPlayer(kind)), .app(0, .startOutput), .app(0, .startInput))
    try scene.play(.phone(.deviceConnected(Self.car)))
    let stops = kind == .engine
    #expect(scene.phone.isPlaying(0) != stops && scene.phone.isRecording(0) != stops)
    #expect(scene.phone.isActive(0))
    #expect(scene.received(0).contains(.audioEngineConfigurationChange) == stops)
    #expect(scene.effects.contains(.ioStopped(0, .output, .configurationChanged)) == stops)
  }

  /// Source: flutter_midi_pro, pull request 55.
  @Test(arguments: [Port.headphones, .bluetoothA2DP, .HDMI, .usbAudio], ["", "formatChange"])
  func
    `connecting or disconnecting an output stops an engine, or, by policy, only if the format changes`(
      port: Port, policy: String
    ) throws
  {
    var scene = try Scene(.playback, policy: policy.isEmpty ? [:] : ["engineStopsOn": policy])
    try scene.play(.app(0, .setPlayer(.engine)), .app(0, .startOutput))
    for event in [SessionEvent.phone(.portConnected(port)), .phone(.portDisconnected(port))] {
      try scene.play(event)
      #expect(scene.phone.isPlaying(0) != policy.isEmpty)
      #expect(scene.received(0).contains(.audioEngineConfigurationChange) == policy.isEmpty)
      if policy.isEmpty { try scene.play(.app(0, .startOutput)) }
    }
  }

  @Test func `connecting an input does not stop an engine that only plays`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .app(0, .setPlayer(.engine)), .app(0, .startOutput), .phone(.portConnected(.headsetMic)))
    #expect(scene.phone.isPlaying(0))
    try scene.play(.app(0, .startInput), .phone(.portDisconnected(.headsetMic)))
    #expect(!scene.phone.isRecording(0) && !scene.phone.isPlaying(0))
  }

  /// Source: header of `AVAudioEngine`: a change of the hardware's sample rate.
  @Test(arguments: ["everyRouteChange", "formatChange"])
  func `another sample rate of the hardware stops the engine, whichever app set it`(
    policy: String
  ) throws {
    var scene = try Scene(.mixing, .mixing, policy: ["engineStopsOn": policy])
    try scene.play(.app(0, .setPlayer(.engine)), .app(0, .startOutput))
    try scene.play(.app(0, .requestHardware(.sampleRate(44_100))))
    #expect(scene.phone.hardwareFormat.sampleRate == 44_100 && !scene.phone.isPlaying(0))
    #expect(scene.received(0) == [.audioEngineConfigurationChange])
    // It starts at the existing rate, and requesting the same rate again changes nothing.
    try scene.play(.app(0, .startOutput), .app(0, .requestHardware(.sampleRate(44_100))))
    #expect(scene.phone.isPlaying(0))
    // The other app sets the hardware to the usual rate.
    try scene.play(.app(1, .startOutput))
    #expect(!scene.phone.isPlaying(0) && scene.phone.isPlaying(1))
  }

  @Test func `the rate that an app requests has no effect while another has the route`() throws {
    var scene = try Scene(.mixing, .mixing)
    try scene.play(
      .app(1, .setPlayer(.engine)), .app(1, .startOutput), .app(0, .requestHardware(.sampleRate(8)))
    )
    #expect(scene.phone.isPlaying(1) && scene.phone.hardwareFormat.sampleRate == 48_000)
  }

  // MARK: The microphone in use

  /// Source: header of `RouteChangeReason.routeConfigurationChange`.
  @Test
  func `another data source or direction of the active microphone changes the route's settings`()
    throws
  {
    let changed = SessionNotification.routeChange(
      .routeConfigurationChange, previous: Route(inputs: [.builtInMic]))
    var scene = try Scene(.recording, .recording)
    try scene.play(.app(0, .requestHardware(.inputDataSource(.front))))
    #expect(scene.received(0) == [], "no microphone is in use")
    try scene.play(.app(0, .startInput))
    let requests: [(HardwareRequest, Bool)] = [
      (.inputDataSource(.front), false), (.preferredDataSource(.back), true),
      (.polarPattern(.omnidirectional, of: .back), false),
      (.polarPattern(.subcardioid, of: .back), true), (.inputGain(0.5), false),
      (.inputDataSource(nil), true), (.inputDataSource(.bottom), false),
    ]
    for (request, changes) in requests {
      try scene.play(.app(0, .requestHardware(request)))
      #expect(scene.received(0) == (changes ? [changed] : []), "\(request)")
      #expect(scene.received(1) == [])
    }
    try scene.play(.phone(.portConnected(.headsetMic)))
    try scene.play(.app(0, .requestHardware(.inputDataSource(.front))))
    #expect(scene.received(0) == [], "another microphone is in use")
  }

  @Test func `an engine starts at the existing format`() throws {
    var scene = try Scene(Self.chat)
    try scene.play(
      .app(0, .setPlayer(.engine)), .phone(.deviceConnected(Self.car)), .app(0, .startOutput))
    try scene.play(.app(0, .startInput))
    #expect(scene.phone.isPlaying(0) && scene.phone.isRecording(0))
  }

  @Test func `another app that uses hands-free stops the engine of the first`() throws {
    let talking = SessionConfiguration(
      .playAndRecord, options: [.allowBluetoothHFP, .mixWithOthers])
    var scene = try Scene(.mixing, talking)
    try scene.play(
      .app(0, .setPlayer(.engine)), .phone(.deviceConnected(Self.car)), .app(0, .startOutput))
    try scene.play(.app(1, .startInput))
    #expect(!scene.phone.isPlaying(0) && scene.phone.isRecording(1))
    #expect(scene.received(0).contains(.audioEngineConfigurationChange))
  }

  @Test func `a route's format is that of hands-free or the usual one`() {
    let handsFree = Route(inputs: [.bluetoothHFP], outputs: [.bluetoothHFP]).hardwareFormat
    #expect(handsFree == HardwareFormat(sampleRate: 16_000, outputChannels: 1, inputChannels: 1))
    let speaker = Route(outputs: [.builtInSpeaker]).hardwareFormat
    #expect(speaker == HardwareFormat(sampleRate: 48_000, outputChannels: 2, inputChannels: 0))
    #expect(Route().hardwareFormat.outputChannels == 0)
  }
}
