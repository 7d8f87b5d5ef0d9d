import AudioSession
import AudioSessionTesting
import PhoneAVFoundation
import PhoneRuntime
import Testing

/// A player that moves to another phone.
@MainActor @Suite struct PlayerMoveTests {
  /// Plays again when the former phone has stopped the player's output.
  private final class Restarter: PhoneSink {
    let player: Kept

    init(_ player: Kept) { self.player = player }

    func receive(_ report: PhoneReport, at time: PhoneTime) {
      if case .settled(let event) = report, event.event == .app(0, .stopOutput) {
        player.player.play()
      }
    }
  }

  private struct Kept: @unchecked Sendable {
    let player: AVAudioPlayer
  }

  @Test func `a player that an observer starts while it moves is not stopped again`() async throws {
    let (first, second) = (try SimulatedPhone(), try SimulatedPhone())
    let player = try await first.runAsCurrent {
      let player = Kept(player: try AVAudioPlayer(data: SoundBytes.silence(seconds: 60)))
      #expect(player.player.play())
      first.advance(by: 2)
      return player
    }
    first.runtime.add(Restarter(player))
    await second.runAsCurrent {
      #expect(player.player.play())
      #expect(player.player.isPlaying && player.player.currentTime == 2)
      let stops = second.timeline.filter { $0.what == .happened(.app(0, .stopOutput)) }
      #expect(stops.isEmpty)
    }
    #expect(!first.app.isAudible)
  }
}
