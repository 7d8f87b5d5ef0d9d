import AudioSession
import TestSupport
import Testing

/// The session that decides the single route, independent of the order of lists.
@Suite struct RouteOrderTests {
  /// A session that records from a hands-free headset and mixes, so that it may play alongside others.
  private static let wireless = SessionConfiguration(
    .playAndRecord, options: [.mixWithOthers, .allowBluetoothHFP])

  @Test func `the route has an input for a recording app, whichever app plays alongside it`() throws
  {
    var scene = try Scene(.playback, .mixedTalking)
    try scene.play(.app(0, .startOutput), .app(1, .startInput))
    #expect(scene.phone.routeOwner == .app(1))
    #expect(scene.phone.inputs == [.builtInMic])
    try scene.play(.app(0, .stopOutput), .app(0, .startOutput))
    #expect(scene.phone.inputs == [.builtInMic])
    try scene.play(.app(1, .stopInput))
    #expect(scene.phone.routeOwner == .app(0))
  }

  @Test func `running output takes precedence over a session that is only active`() throws {
    var scene = try Scene(.mixing, .mixedTalking)
    try scene.play(.app(0, .startOutput), .app(1, .activate))
    #expect(scene.phone.outputs == [.builtInSpeaker])
    try scene.play(.app(0, .stopOutput))
    #expect(scene.phone.outputs == [.builtInReceiver])
  }

  @Test(arguments: [[0, 1], [1, 0]] as [[AppID]])
  func `of two equal sessions, the one started last decides, wherever it is listed`(
    order: [AppID]
  ) throws {
    var scene = try Scene(.mixedTalking, Self.wireless)
    try scene.play(
      .phone(.portConnected(.bluetoothHFP)), .app(order[0], .activate), .app(order[1], .activate))
    #expect(scene.phone.routeOwner == .app(order[1]))
    try scene.play(.app(order[0], .startInput))
    try scene.play(.app(order[1], .startInput))
    #expect(scene.phone.routeOwner == .app(order[1]))
    try scene.play(.app(order[0], .stopInput), .app(order[0], .startInput))
    #expect(scene.phone.routeOwner == .app(order[0]))
    #expect(scene.phone.inputs == [order[0] == 0 ? .builtInMic : .bluetoothHFP])
  }

  @Test func `adding output to running input does not make its app the last`() throws {
    var scene = try Scene(.mixedTalking, Self.wireless)
    try scene.play(.app(0, .startInput), .app(1, .startInput), .app(0, .startOutput))
    #expect(scene.phone.routeOwner == .app(1))
  }

  @Test func `starting a running session does not change which app decides`() throws {
    var scene = try Scene(.mixing, .ducking)
    try scene.play(.app(0, .startOutput), .app(1, .startOutput))
    try scene.play(.app(0, .startOutput), .app(0, .activate))
    #expect(scene.phone.routeOwner == .app(1))
  }

  @Test func `the volume buttons are for the app that started playing last`() throws {
    let chat = SessionConfiguration(.playAndRecord, mode: .voiceChat, options: .mixWithOthers)
    var scene = try Scene(.mixing, chat)
    try scene.play(.app(1, .startOutput), .app(0, .startOutput))
    #expect(scene.phone.buttonVolume == .media)
    try scene.play(.app(1, .stopOutput), .app(1, .startOutput))
    #expect(scene.phone.buttonVolume == .call)
  }

  @Test func `a recording stops when its input disappears, and cannot start without one`() throws {
    var device = DeviceState()
    device.hasMicrophone = false
    var scene = try Scene(.talking, device: device)
    try scene.play(.phone(.portConnected(.headsetMic)), .app(0, .startInput))
    try scene.play(.phone(.portDisconnected(.headsetMic)))
    #expect(scene.effects.contains(.ioStopped(0, .input, .inputUnplugged)))
    // Inputs that this session may not use are ignored.
    try scene.play(.phone(.portConnected(.bluetoothHFP)), .app(0, .startInput))
    #expect(scene.error == .resourceNotAvailable)
    #expect(!scene.phone.isRecording(0))
  }

  @Test
  func
    `during AirPlay, a command goes to the app that was activated last, not to the first in the list`()
    throws
  {
    var scene = try Scene(.playback, .playback, handling: [.play])
    try scene.play(.phone(.portConnected(.airPlay)))
    try scene.play(.phone(.remoteCommandSent(.play)))
    #expect(scene.effects == [.remoteIgnored(.play, .nobodyPlays)])
    try scene.play(.app(0, .activate), .app(1, .activate))
    try scene.play(.phone(.remoteCommandSent(.play)))
    #expect(scene.effects == [.remoteCommand(1, .play)])
  }
}
