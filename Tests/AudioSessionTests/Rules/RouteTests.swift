import AudioSession
import TestSupport
import Testing

/// The route of sound, and the effects of changes.
@Suite struct RouteTests {
  @Test func `the most recently connected port is used first`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .activate), .phone(.portConnected(.headphones)), .phone(.portConnected(.airPlay)))
    #expect(scene.phone.outputs == [.airPlay])
    try scene.play(.phone(.portDisconnected(.airPlay)))
    #expect(scene.phone.outputs == [.headphones])
    try scene.play(.phone(.portDisconnected(.headphones)))
    #expect(scene.phone.outputs == [.builtInSpeaker])
  }

  @Test func `connecting posts the reason and the previous route, and playback continues`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput))
    let before = scene.phone.currentRoute
    try scene.play(.phone(.portConnected(.headphones)))
    #expect(scene.received(0) == [.routeChange(.newDeviceAvailable, previous: before)])
    #expect(scene.phone.isPlaying(0))
  }

  @Test func `unplugging the output in use pauses and posts a route change`() throws {
    var scene = try Scene(.playback)
    try scene.play(.phone(.portConnected(.headphones)), .app(0, .startOutput))
    let before = scene.phone.currentRoute
    try scene.play(.phone(.portDisconnected(.headphones)))
    #expect(scene.effects.contains(.ioStopped(0, .output, .outputUnplugged)))
    #expect(scene.received(0).contains(.routeChange(.oldDeviceUnavailable, previous: before)))
    #expect(scene.phone.isActive(0) && !scene.phone.isPlaying(0))
  }

  @Test func `long-form audio continues when its output is unplugged`() throws {
    var scene = try Scene(SessionConfiguration(.playback, policy: .longFormAudio))
    try scene.play(.phone(.portConnected(.headphones)), .app(0, .startOutput))
    try scene.play(.phone(.portDisconnected(.headphones)))
    #expect(scene.phone.isPlaying(0))
  }

  @Test func `a Bluetooth device that disappears unannounced is not noticed`() throws {
    var scene = try Scene(.playback)
    try scene.play(.phone(.portConnected(.bluetoothA2DP)), .app(0, .startOutput))
    try scene.play(.phone(.portDisconnected(.bluetoothA2DP, announced: false)))
    #expect(scene.received(0) == [])
    #expect(scene.phone.outputs == [.builtInSpeaker])
  }

  @Test func `the playing app is interrupted when its output is disconnected`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.phone(.portConnected(.headphones)), .app(0, .startOutput))
    try scene.play(.phone(.portDisconnected(.headphones)))
    #expect(scene.received(0).first == .interruptionBegan(.routeDisconnected))
    #expect(!scene.phone.isActive(0))
  }

  @Test func `an app that has opted out is not interrupted with the output`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.app(0, .setPreference(.interruptionOnRouteDisconnect, false)))
    try scene.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput),
      .phone(.portDisconnected(.headphones)))
    #expect(scene.phone.isActive(0))
  }

  @Test func `conversations use the receiver, or the speaker by option or override`() throws {
    var scene = try Scene(.talking)
    try scene.play(.app(0, .activate))
    #expect(scene.phone.outputs == [.builtInReceiver])
    try scene.play(.app(0, .overrideOutput(.speaker)))
    #expect(scene.phone.outputs == [.builtInSpeaker])
    try scene.play(.app(0, .overrideOutput(.none)))
    try scene.play(.app(0, .setCategory(.playAndRecord, options: .defaultToSpeaker)))
    #expect(scene.phone.outputs == [.builtInSpeaker])
    try scene.play(.phone(.portConnected(.headphones)))
    #expect(scene.phone.outputs == [.headphones])
  }

  @Test func `an override ends with any route change and with an interruption`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .app(0, .activate), .app(0, .overrideOutput(.speaker)), .phone(.portConnected(.headphones)))
    #expect(scene.phone.outputs == [.headphones])
    try scene.play(.phone(.portDisconnected(.headphones)))
    #expect(scene.phone.outputs == [.builtInReceiver])
    try scene.play(
      .app(0, .overrideOutput(.speaker)), .phone(.alarmFired), .phone(.alarmDismissed()),
      .app(0, .activate))
    #expect(scene.phone.outputs == [.builtInReceiver])
  }

  @Test func `only play-and-record can be overridden`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .overrideOutput(.speaker)))
    #expect(scene.error == .badParam)
    try scene.play(.app(0, .overrideOutput(.none)))
    #expect(scene.error == nil)
  }

  @Test func `hands-free requires its option, brings its output and takes precedence over stereo`()
    throws
  {
    var scene = try Scene(.talking)
    try scene.play(
      .app(0, .activate), .phone(.portConnected(.bluetoothA2DP)),
      .phone(.portConnected(.bluetoothHFP)))
    #expect(scene.phone.inputs == [.builtInMic])
    #expect(scene.phone.outputs == [.builtInReceiver])
    try scene.play(
      .app(0, .setCategory(.playAndRecord, options: [.allowBluetoothHFP, .allowBluetoothA2DP])))
    #expect(scene.phone.inputs == [.bluetoothHFP])
    #expect(scene.phone.outputs == [.bluetoothHFP])
    try scene.play(.app(0, .setCategory(.playAndRecord, options: .allowBluetoothA2DP)))
    #expect(scene.phone.inputs == [.builtInMic])
    #expect(scene.phone.outputs == [.bluetoothA2DP])
  }

  @Test func `voice chat enables hands-free and never uses AirPlay`() throws {
    var scene = try Scene(SessionConfiguration(.playAndRecord, mode: .voiceChat))
    try scene.play(
      .app(0, .activate), .phone(.portConnected(.bluetoothHFP)), .phone(.portConnected(.airPlay)))
    #expect(scene.phone.outputs == [.bluetoothHFP])
    try scene.play(
      .phone(.portDisconnected(.bluetoothHFP)),
      .app(0, .setCategory(.playAndRecord, options: .allowAirPlay)))
    #expect(scene.phone.outputs == [.builtInReceiver])
    try scene.play(.app(0, .setMode(.default)))
    #expect(scene.phone.outputs == [.airPlay])
  }

  @Test func `a multi-route session uses all eligible ports`() throws {
    var scene = try Scene(SessionConfiguration(.multiRoute))
    try scene.play(.app(0, .activate))
    #expect(scene.phone.outputs == [.builtInSpeaker])
    try scene.play(
      .phone(.portConnected(.headphones)), .phone(.portConnected(.HDMI)),
      .phone(.portConnected(.airPlay)))
    #expect(Set(scene.phone.outputs) == [.headphones, .HDMI])
    try scene.play(.phone(.portConnected(.usbAudio)))
    #expect(scene.phone.inputs == [.usbAudio])
  }

  @Test func `a preferred input must exist and is forgotten with its port`() throws {
    var scene = try Scene(.talking)
    try scene.play(.app(0, .setPreferredInput(.port(.usbAudio))))
    #expect(scene.error == .badParam)
    try scene.play(
      .phone(.portConnected(.usbAudio)), .phone(.portConnected(.headsetMic)), .app(0, .activate))
    try scene.play(.app(0, .setPreferredInput(.port(.usbAudio))))
    #expect(scene.phone.inputs == [.usbAudio])
    try scene.play(.phone(.portDisconnected(.usbAudio)), .phone(.portConnected(.usbAudio)))
    try scene.play(.phone(.portDisconnected(.headsetMic)), .phone(.portConnected(.headsetMic)))
    #expect(scene.phone.inputs == [.headsetMic])
  }

  @Test func `setters of the input require a category with input`() throws {
    var scene = try Scene(.playback, .talking)
    try scene.play(.app(0, .setInputProperty))
    #expect(scene.error == .incompatibleCategory)
    try scene.play(.app(0, .setPreferredInput(.port(.builtInMic))))
    #expect(scene.error == .incompatibleCategory)
    try scene.play(.app(1, .setInputProperty))
    #expect(scene.error == nil)
  }

  @Test func `a new category posts the reason for the route change`() throws {
    var scene = try Scene(.playback, .ambient)
    try scene.play(.app(1, .activate), .app(0, .activate))
    let before = scene.phone.currentRoute
    try scene.play(.app(0, .setCategory(.playAndRecord)))
    #expect(scene.received(0) == [.routeChange(.categoryChange, previous: before)])
    #expect(scene.received(1) == [.routeChange(.routeConfigurationChange, previous: before)])
    let talking = scene.phone.currentRoute
    try scene.play(.app(0, .overrideOutput(.speaker)))
    #expect(scene.received(0) == [.routeChange(.override, previous: talking)])
  }

  @Test func `the absence of a route is reported as the reason`() throws {
    var scene = try Scene(.talking)
    try scene.play(.app(0, .activate))
    let before = scene.phone.currentRoute
    try scene.play(.app(0, .setCategory(.audioProcessing)))
    #expect(scene.received(0) == [.routeChange(.noSuitableRouteForCategory, previous: before)])
  }

  @Test func `waking notifies every app`() throws {
    var scene = try Scene(.playback)
    let route = scene.phone.currentRoute
    try scene.play(.phone(.wokeFromSleep))
    #expect(scene.received(0) == [.routeChange(.wakeFromSleep, previous: route)])
  }

  @Test func `a newly connected input is observed and posted`() throws {
    var device = DeviceState()
    device.hasMicrophone = false
    var scene = try Scene(.playback, .talking, device: device)
    try scene.play(.app(0, .activate))
    try scene.play(.phone(.portConnected(.headsetMic)))
    #expect(scene.effects.contains(.observed(0, .isInputAvailable(from: false, to: true))))
    try scene.play(.app(1, .activate))
    try scene.play(.phone(.portConnected(.lineIn)))
    #expect(scene.received(1).contains(.availableInputsChange))
    #expect(!scene.received(0).contains(.availableInputsChange))
  }

  @Test func `invalid ports are rejected`() throws {
    var scene = try Scene(.playback)
    #expect(throws: RejectedEvent.cannotConnect(.builtInMic)) {
      try scene.play(.phone(.portConnected(.builtInMic)))
    }
    #expect(throws: RejectedEvent.notConnected(.HDMI)) {
      try scene.play(.phone(.portDisconnected(.HDMI)))
    }
    try scene.play(.phone(.portConnected(.HDMI)))
    #expect(throws: RejectedEvent.cannotConnect(.HDMI)) {
      try scene.play(.phone(.portConnected(.HDMI)))
    }
  }
}
