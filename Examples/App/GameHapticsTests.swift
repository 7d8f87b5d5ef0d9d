import AudioSessionTestTraits
import AudioSessionTesting
import CoreHaptics
import Testing

/// The haptics that a player feels, on a simulated iPhone.
@MainActor @Suite struct GameHapticsTests {
  private var phone: SimulatedPhone { .current }

  @Test(.phone()) func `the ball is felt when it hits the wall`() throws {
    let recording = phone.recordHaptics()
    let game = GameHaptics()
    game.ballHitsWall()
    phone.advance(by: 1)
    #expect(recording.samples(from: 0, to: 0.3).haptic.contains { $0 != 0 })
    #expect(recording.samples(from: 0.6, to: 1).haptic.allSatisfy { $0 == 0 })
    #expect(phone.haptics.map(\.verdict) == [.played])
  }

  @Test(.phone()) func `winning is felt as success`() throws {
    GameHaptics().levelIsWon()
    #expect(phone.haptics.map(\.name) == ["notification.success"])
  }

  @Test(.phone()) func `haptics come back after the media services fail`() async throws {
    try await expectRecovery(of: GameHaptics())
  }

  @Test(.phone()) func `a game that loses its haptics is found`() async throws {
    await withKnownIssue { try await expectRecovery(of: ForgetfulGameHaptics()) }
  }

  private func expectRecovery(of game: GameHaptics) async throws {
    game.ballHitsWall()
    #expect(phone.haptics.count == 1)
    try phone.loseMediaServices()
    try phone.resetMediaServices()
    try await phone.until("the reset handler is called") { game.resets == 1 }
    game.ballHitsWall()
    #expect(phone.haptics.count == 2)
  }

  @Test(.phone(platform: .iPad)) func `nothing fails without haptics`() {
    GameHaptics().ballHitsWall()
    #expect(phone.haptics.isEmpty)
  }
}
