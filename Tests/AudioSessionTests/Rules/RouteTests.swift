import AudioSession
import TestSupport
import Testing

/// Where sound goes, and what happens when that changes.
@Suite struct RouteTests {
  @Test func `the last that came is used first`() throws {
    var scene = try Scene(.playback)
    try scene.play(.activate(0), .portConnected(.headphones), .portConnected(.airPlay))
    #expect(scene.phone.outputs == [.airPlay])
    try scene.play(.portDisconnected(.airPlay))
    #expect(scene.phone.outputs == [.headphones])
    try scene.play(.portDisconnected(.headphones))
    #expect(scene.phone.outputs == [.builtInSpeaker])
  }

  @Test func `connecting posts the reason and the previous route, and playback goes on`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0))
    let before = scene.phone.currentRoute
    try scene.play(.portConnected(.headphones))
    #expect(scene.received(0) == [.routeChange(.newDeviceAvailable, previous: before)])
    #expect(scene.phone.isPlaying(0))
  }

  @Test func `unplugging the output in use pauses and posts a route change`() throws {
    var scene = try Scene(.playback)
    try scene.play(.portConnected(.headphones), .startOutput(0))
    let before = scene.phone.currentRoute
    try scene.play(.portDisconnected(.headphones))
    #expect(scene.effects.contains(.ioStopped(0, .output, .outputUnplugged)))
    #expect(scene.received(0).contains(.routeChange(.oldDeviceUnavailable, previous: before)))
    #expect(scene.phone.isActive(0) && !scene.phone.isPlaying(0))
  }

  @Test func `long-form audio goes on when its output is unplugged`() throws {
    var scene = try Scene(SessionConfiguration(.playback, policy: .longFormAudio))
    try scene.play(.portConnected(.headphones), .startOutput(0))
    try scene.play(.portDisconnected(.headphones))
    #expect(scene.phone.isPlaying(0))
  }

  @Test func `a Bluetooth device that goes unannounced is not noticed`() throws {
    var scene = try Scene(.playback)
    try scene.play(.portConnected(.bluetoothA2DP), .startOutput(0))
    try scene.play(.portDisconnected(.bluetoothA2DP, announced: false))
    #expect(scene.received(0) == [])
    #expect(scene.phone.outputs == [.builtInSpeaker])
  }

  @Test func `the app that plays is interrupted when its output goes`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.portConnected(.headphones), .startOutput(0))
    try scene.play(.portDisconnected(.headphones))
    #expect(scene.received(0).first == .interruptionBegan(.routeDisconnected))
    #expect(!scene.phone.isActive(0))
  }

  @Test func `an app that has opted out is not interrupted with the output`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.setPreference(0, .interruptionOnRouteDisconnect, false))
    try scene.play(.portConnected(.headphones), .startOutput(0), .portDisconnected(.headphones))
    #expect(scene.phone.isActive(0))
  }

  @Test func `talking goes to the receiver, or the speaker by option or override`() throws {
    var scene = try Scene(.talking)
    try scene.play(.activate(0))
    #expect(scene.phone.outputs == [.builtInReceiver])
    try scene.play(.overrideOutput(0, .speaker))
    #expect(scene.phone.outputs == [.builtInSpeaker])
    try scene.play(.overrideOutput(0, .none))
    try scene.play(.setCategory(0, .playAndRecord, options: .defaultToSpeaker))
    #expect(scene.phone.outputs == [.builtInSpeaker])
    try scene.play(.portConnected(.headphones))
    #expect(scene.phone.outputs == [.headphones])
  }

  @Test func `an override ends with any change of the route and with an interruption`() throws {
    var scene = try Scene(.talking)
    try scene.play(.activate(0), .overrideOutput(0, .speaker), .portConnected(.headphones))
    #expect(scene.phone.outputs == [.headphones])
    try scene.play(.portDisconnected(.headphones))
    #expect(scene.phone.outputs == [.builtInReceiver])
    try scene.play(.overrideOutput(0, .speaker), .alarmFired, .alarmDismissed(), .activate(0))
    #expect(scene.phone.outputs == [.builtInReceiver])
  }

  @Test func `only play-and-record is overridden`() throws {
    var scene = try Scene(.playback)
    try scene.play(.overrideOutput(0, .speaker))
    #expect(scene.error == .badParam)
    try scene.play(.overrideOutput(0, .none))
    #expect(scene.error == nil)
  }

  @Test func `hands-free needs its option, takes its output along and beats stereo`() throws {
    var scene = try Scene(.talking)
    try scene.play(.activate(0), .portConnected(.bluetoothA2DP), .portConnected(.bluetoothHFP))
    #expect(scene.phone.inputs == [.builtInMic])
    #expect(scene.phone.outputs == [.builtInReceiver])
    try scene.play(
      .setCategory(0, .playAndRecord, options: [.allowBluetoothHFP, .allowBluetoothA2DP]))
    #expect(scene.phone.inputs == [.bluetoothHFP])
    #expect(scene.phone.outputs == [.bluetoothHFP])
    try scene.play(.setCategory(0, .playAndRecord, options: .allowBluetoothA2DP))
    #expect(scene.phone.inputs == [.builtInMic])
    #expect(scene.phone.outputs == [.bluetoothA2DP])
  }

  @Test func `voice chat brings hands-free along and never goes to AirPlay`() throws {
    var scene = try Scene(SessionConfiguration(.playAndRecord, mode: .voiceChat))
    try scene.play(.activate(0), .portConnected(.bluetoothHFP), .portConnected(.airPlay))
    #expect(scene.phone.outputs == [.bluetoothHFP])
    try scene.play(
      .portDisconnected(.bluetoothHFP), .setCategory(0, .playAndRecord, options: .allowAirPlay))
    #expect(scene.phone.outputs == [.builtInReceiver])
    try scene.play(.setMode(0, .default))
    #expect(scene.phone.outputs == [.airPlay])
  }

  @Test func `several routes at once use all that are eligible`() throws {
    var scene = try Scene(SessionConfiguration(.multiRoute))
    try scene.play(.activate(0))
    #expect(scene.phone.outputs == [.builtInSpeaker])
    try scene.play(
      .portConnected(.headphones), .portConnected(.HDMI), .portConnected(.airPlay))
    #expect(Set(scene.phone.outputs) == [.headphones, .HDMI])
    try scene.play(.portConnected(.usbAudio))
    #expect(scene.phone.inputs == [.usbAudio])
  }

  @Test func `a preferred input must be there and is forgotten with its port`() throws {
    var scene = try Scene(.talking)
    try scene.play(.setPreferredInput(0, .port(.usbAudio)))
    #expect(scene.error == .badParam)
    try scene.play(.portConnected(.usbAudio), .portConnected(.headsetMic), .activate(0))
    try scene.play(.setPreferredInput(0, .port(.usbAudio)))
    #expect(scene.phone.inputs == [.usbAudio])
    try scene.play(.portDisconnected(.usbAudio), .portConnected(.usbAudio))
    try scene.play(.portDisconnected(.headsetMic), .portConnected(.headsetMic))
    #expect(scene.phone.inputs == [.headsetMic])
  }

  @Test func `setters of the input need a category with input`() throws {
    var scene = try Scene(.playback, .talking)
    try scene.play(.setInputProperty(0))
    #expect(scene.error == .incompatibleCategory)
    try scene.play(.setPreferredInput(0, .port(.builtInMic)))
    #expect(scene.error == .incompatibleCategory)
    try scene.play(.setInputProperty(1))
    #expect(scene.error == nil)
  }

  @Test func `a new category posts why the route changed`() throws {
    var scene = try Scene(.playback, .ambient)
    try scene.play(.activate(1), .activate(0))
    let before = scene.phone.currentRoute
    try scene.play(.setCategory(0, .playAndRecord))
    #expect(scene.received(0) == [.routeChange(.categoryChange, previous: before)])
    #expect(scene.received(1) == [.routeChange(.routeConfigurationChange, previous: before)])
    let talking = scene.phone.currentRoute
    try scene.play(.overrideOutput(0, .speaker))
    #expect(scene.received(0) == [.routeChange(.override, previous: talking)])
  }

  @Test func `without any route the reason says so`() throws {
    var scene = try Scene(.talking)
    try scene.play(.activate(0))
    let before = scene.phone.currentRoute
    try scene.play(.setCategory(0, .audioProcessing))
    #expect(scene.received(0) == [.routeChange(.noSuitableRouteForCategory, previous: before)])
  }

  @Test func `waking notifies every app`() throws {
    var scene = try Scene(.playback)
    let route = scene.phone.currentRoute
    try scene.play(.wokeFromSleep)
    #expect(scene.received(0) == [.routeChange(.wakeFromSleep, previous: route)])
  }

  @Test func `an input that comes is observed and posted`() throws {
    var device = DeviceState()
    device.hasMicrophone = false
    var scene = try Scene(.playback, .talking, device: device)
    try scene.play(.activate(0))
    try scene.play(.portConnected(.headsetMic))
    #expect(scene.effects.contains(.observed(0, .isInputAvailable(from: false, to: true))))
    try scene.play(.activate(1))
    try scene.play(.portConnected(.lineIn))
    #expect(scene.received(1).contains(.availableInputsChange))
    #expect(!scene.received(0).contains(.availableInputsChange))
  }

  @Test func `ports that make no sense are rejected`() throws {
    var scene = try Scene(.playback)
    #expect(throws: RejectedEvent.cannotConnect(.builtInMic)) {
      try scene.play(.portConnected(.builtInMic))
    }
    #expect(throws: RejectedEvent.notConnected(.HDMI)) { try scene.play(.portDisconnected(.HDMI)) }
    try scene.play(.portConnected(.HDMI))
    #expect(throws: RejectedEvent.cannotConnect(.HDMI)) { try scene.play(.portConnected(.HDMI)) }
  }
}
