import AudioSession
import TestSupport
import Testing

/// The contents of the system's volume view.
struct VolumeViewTests {
  @Test(arguments: Port.allCases.filter { !$0.isBuiltIn && $0.row.isOutput && $0 != .bluetoothHFP })
  func `an output without volume control shows its name instead of the slider`(port: Port) throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.portConnected(port)))
    try #require(scene.phone.outputs == [port])
    let view = scene.phone.volumeView(for: 0)
    let isFixed = [.lineOut, .HDMI, .displayPort, .carAudio].contains(port)
    #expect(view.control == (isFixed ? .deviceName(port.name) : .slider(level: 0.5)))
    #expect(view.outputs == [.phone, .port(port)] && view.current == .port(port))
    try scene.play(.phone(.outputPicked(.phone)))
    #expect(scene.phone.volumeView(for: 0).control == .slider(level: 0.5))
    #expect(scene.phone.volumeView(for: 0).current == .phone)
  }

  @Test func `every output that the picker offers can be picked`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .app(0, .startOutput), .phone(.portConnected(.headphones)),
      .phone(.deviceConnected(ConnectedDevice("car", ports: [.carAudio]))),
      .phone(.portConnected(.airPlay)))
    let outputs = scene.phone.volumeView(for: 0).outputs
    #expect(outputs == [.phone, .speaker, .port(.airPlay), .device("car"), .port(.headphones)])
    for output in outputs { try scene.play(.phone(.outputPicked(output))) }
  }

  @Test func `the slider shows the volume that the session plays at`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.volumeSet(.media, 0.25)))
    #expect(scene.phone.volumeView(for: 0).control == .slider(level: 0.25))
    var chat = try Scene(SessionConfiguration(.playAndRecord, mode: .voiceChat))
    try chat.play(.app(0, .startOutput), .phone(.volumeSet(.call, 0.75)))
    #expect(chat.phone.volumeView(for: 0).control == .slider(level: 0.75))
  }
}
