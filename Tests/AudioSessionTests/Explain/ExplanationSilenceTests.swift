import AudioSession
import Testing

/// What is said of a silent app is true, also where the state does not hold what has happened.
@Suite struct ExplanationSilenceTests {
  private static let wasIdle = "it was not playing when the interruption began"

  private func statements(_ scene: Scene) -> [String] {
    scene.phone.explain(.audible, for: 0).causes.map(\.statement)
  }

  // MARK: Whether it played

  @Test func `what played until it was unplugged was playing`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(.portConnected(.headphones), .startOutput(0), .portDisconnected(.headphones))
    #expect(scene.phone.isInterrupted(0))
    #expect(!statements(scene).contains(Self.wasIdle))
  }

  @Test func `what was paused before it was unplugged was not playing`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(
      .portConnected(.headphones), .startOutput(0), .stopOutput(0), .portDisconnected(.headphones))
    #expect(statements(scene).contains(Self.wasIdle))
  }

  @Test func `what played until it was suspended was playing`() throws {
    var scene = try Scene(.playback, on: .iOS10)
    try scene.play(.startOutput(0), .enterBackground(0), .suspend(0))
    #expect(scene.phone.isInterrupted(0))
    #expect(!statements(scene).contains(Self.wasIdle))
    try scene.play(.enterForeground(0), .activate(0), .suspend(0))
    #expect(statements(scene).contains(Self.wasIdle))
  }
}
