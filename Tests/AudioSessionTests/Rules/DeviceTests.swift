import AudioSession
import TestSupport
import Testing

/// Earphones and a car are two devices with separate profiles.
@Suite struct DeviceTests {
  private static let profiles: PortSet = [.bluetoothA2DP, .bluetoothHFP]
  private static let earphones = ConnectedDevice("earphones", ports: profiles)
  private static let car = ConnectedDevice("car", ports: profiles)
  private static let chat = SessionConfiguration(
    .playAndRecord, options: [.allowBluetoothHFP, .allowBluetoothA2DP])

  @Test(arguments: [(earphones, car), (car, earphones)])
  func `the device that was connected last wins`(
    first: ConnectedDevice, last: ConnectedDevice
  ) throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .startOutput), .phone(.deviceConnected(first)), .phone(.deviceConnected(last)))
    #expect(scene.phone.outputs == [.bluetoothA2DP])
    #expect(scene.phone.currentRoute.outputDevice == last.name)
    try scene.play(.phone(.deviceDisconnected(last.name ?? "")))
    #expect(scene.phone.currentRoute.outputDevice == first.name)
  }

  @Test func `the category decides between the profiles of one device`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .activate), .phone(.deviceConnected(Self.earphones)),
      .phone(.deviceConnected(Self.car)))
    #expect(scene.phone.currentRoute == Route(outputs: [.bluetoothA2DP], outputDevice: "car"))
    try scene.play(.app(0, .setCategory(.playAndRecord, options: Self.chat.options)))
    #expect(
      scene.phone.currentRoute
        == Route(
          inputs: [.bluetoothHFP], outputs: [.bluetoothHFP], inputDevice: "car",
          outputDevice: "car"))
    try scene.play(.app(0, .setCategory(.playAndRecord, options: .allowBluetoothA2DP)))
    #expect(scene.phone.inputs == [.builtInMic])
    #expect(scene.phone.currentRoute.outputDevice == "car")
  }

  @Test func `hands-free of one device does not take precedence over stereo of a later one`() throws
  {
    var scene = try Scene(SessionConfiguration(.playback, mode: .voicePrompt))
    try scene.play(
      .app(0, .activate), .phone(.deviceConnected(ConnectedDevice("car", ports: [.bluetoothHFP]))),
      .phone(.deviceConnected(ConnectedDevice("earphones", ports: [.bluetoothA2DP]))))
    #expect(scene.phone.currentRoute == Route(outputs: [.bluetoothA2DP], outputDevice: "earphones"))
  }

  @Test func `changing between two devices with the same profiles is a route change`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.deviceConnected(Self.earphones)))
    let before = scene.phone.currentRoute
    try scene.play(.phone(.deviceConnected(Self.car)))
    #expect(scene.received(0) == [.routeChange(.newDeviceAvailable, previous: before)])
  }

  @Test func `a device that is not playing does not pause anything when it is disconnected`() throws
  {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .startOutput), .phone(.deviceConnected(Self.earphones)),
      .phone(.deviceConnected(Self.car)))
    try scene.play(.phone(.deviceDisconnected("earphones")))
    #expect(scene.phone.isPlaying(0))
    try scene.play(.phone(.deviceDisconnected("car")))
    #expect(!scene.phone.isPlaying(0))
  }

  @Test func `a further profile joins its device at the device's position`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .activate), .phone(.deviceConnected(ConnectedDevice("car", ports: [.bluetoothHFP]))),
      .phone(.deviceConnected(Self.earphones)))
    try scene.play(.phone(.deviceConnected(ConnectedDevice("car", ports: [.bluetoothA2DP]))))
    #expect(scene.phone.currentRoute.outputDevice == "earphones")
    try scene.play(.phone(.deviceDisconnected("earphones")))
    #expect(scene.phone.currentRoute.outputDevice == "car")
  }

  @Test func `Bluetooth profiles without a name belong to one device`() throws {
    var scene = try Scene(Self.chat)
    try scene.play(
      .app(0, .activate), .phone(.portConnected(.bluetoothHFP)),
      .phone(.portConnected(.headphones)),
      .phone(.portConnected(.bluetoothA2DP)))
    #expect(scene.phone.state.device.connected.newestFirst.map(\.ports.count) == [1, 2])
    // A further profile does not make the device the most recent one.
    #expect(scene.phone.outputs == [.headphones] && scene.phone.inputs == [.builtInMic])
  }

  @Test func `invalid devices are rejected`() throws {
    var scene = try Scene(.playback)
    try scene.play(.phone(.deviceConnected(Self.car)))
    #expect(throws: RejectedEvent.cannotConnectDevice("car")) {
      try scene.play(.phone(.deviceConnected(Self.car)))
    }
    #expect(throws: RejectedEvent.cannotConnectDevice("phone")) {
      try scene.play(.phone(.deviceConnected(ConnectedDevice("phone", ports: [.builtInMic]))))
    }
    #expect(throws: RejectedEvent.cannotConnectDevice("air")) {
      try scene.play(.phone(.deviceConnected(ConnectedDevice("air", ports: []))))
    }
    #expect(throws: RejectedEvent.deviceNotConnected("bike")) {
      try scene.play(.phone(.deviceDisconnected("bike")))
    }
  }
}
