import AudioSession
import TestSupport
import Testing

/// Earphones and a car are two devices, each with its profiles.
@Suite struct DeviceTests {
  private static let profiles: PortSet = [.bluetoothA2DP, .bluetoothHFP]
  private static let earphones = ConnectedDevice("earphones", ports: profiles)
  private static let car = ConnectedDevice("car", ports: profiles)
  private static let chat = SessionConfiguration(
    .playAndRecord, options: [.allowBluetoothHFP, .allowBluetoothA2DP])

  @Test(arguments: [(earphones, car), (car, earphones)])
  func `the last that was connected wins between devices`(
    first: ConnectedDevice, last: ConnectedDevice
  ) throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .deviceConnected(first), .deviceConnected(last))
    #expect(scene.phone.outputs == [.bluetoothA2DP])
    #expect(scene.phone.currentRoute.outputDevice == last.name)
    try scene.play(.deviceDisconnected(last.name ?? ""))
    #expect(scene.phone.currentRoute.outputDevice == first.name)
  }

  @Test func `the category decides between the profiles of one device`() throws {
    var scene = try Scene(.playback)
    try scene.play(.activate(0), .deviceConnected(Self.earphones), .deviceConnected(Self.car))
    #expect(scene.phone.currentRoute == Route(outputs: [.bluetoothA2DP], outputDevice: "car"))
    try scene.play(.setCategory(0, .playAndRecord, options: Self.chat.options))
    #expect(
      scene.phone.currentRoute
        == Route(
          inputs: [.bluetoothHFP], outputs: [.bluetoothHFP], inputDevice: "car",
          outputDevice: "car"))
    try scene.play(.setCategory(0, .playAndRecord, options: .allowBluetoothA2DP))
    #expect(scene.phone.inputs == [.builtInMic])
    #expect(scene.phone.currentRoute.outputDevice == "car")
  }

  @Test func `hands-free of one device does not beat stereo of another`() throws {
    var scene = try Scene(SessionConfiguration(.playback, mode: .voicePrompt))
    try scene.play(
      .activate(0), .deviceConnected(ConnectedDevice("car", ports: [.bluetoothHFP])),
      .deviceConnected(ConnectedDevice("earphones", ports: [.bluetoothA2DP])))
    #expect(scene.phone.currentRoute == Route(outputs: [.bluetoothA2DP], outputDevice: "earphones"))
  }

  @Test func `changing between two devices with the same profiles is a route change`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .deviceConnected(Self.earphones))
    let before = scene.phone.currentRoute
    try scene.play(.deviceConnected(Self.car))
    #expect(scene.received(0) == [.routeChange(.newDeviceAvailable, previous: before)])
  }

  @Test func `a device that nothing plays on pauses nobody when it goes`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .startOutput(0), .deviceConnected(Self.earphones), .deviceConnected(Self.car))
    try scene.play(.deviceDisconnected("earphones"))
    #expect(scene.phone.isPlaying(0))
    try scene.play(.deviceDisconnected("car"))
    #expect(!scene.phone.isPlaying(0))
  }

  @Test func `a further profile joins its device where that is`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .activate(0), .deviceConnected(ConnectedDevice("car", ports: [.bluetoothHFP])),
      .deviceConnected(Self.earphones))
    try scene.play(.deviceConnected(ConnectedDevice("car", ports: [.bluetoothA2DP])))
    #expect(scene.phone.currentRoute.outputDevice == "earphones")
    try scene.play(.deviceDisconnected("earphones"))
    #expect(scene.phone.currentRoute.outputDevice == "car")
  }

  @Test func `Bluetooth profiles without a name are those of one device`() throws {
    var scene = try Scene(Self.chat)
    try scene.play(
      .activate(0), .portConnected(.bluetoothHFP), .portConnected(.headphones),
      .portConnected(.bluetoothA2DP))
    #expect(scene.phone.state.device.connected.newestFirst.map(\.ports.count) == [1, 2])
    // A further profile does not make the device the last that came.
    #expect(scene.phone.outputs == [.headphones] && scene.phone.inputs == [.builtInMic])
  }

  @Test func `devices that make no sense are rejected`() throws {
    var scene = try Scene(.playback)
    try scene.play(.deviceConnected(Self.car))
    #expect(throws: RejectedEvent.cannotConnectDevice("car")) {
      try scene.play(.deviceConnected(Self.car))
    }
    #expect(throws: RejectedEvent.cannotConnectDevice("phone")) {
      try scene.play(.deviceConnected(ConnectedDevice("phone", ports: [.builtInMic])))
    }
    #expect(throws: RejectedEvent.cannotConnectDevice("air")) {
      try scene.play(.deviceConnected(ConnectedDevice("air", ports: [])))
    }
    #expect(throws: RejectedEvent.deviceNotConnected("bike")) {
      try scene.play(.deviceDisconnected("bike"))
    }
  }
}
