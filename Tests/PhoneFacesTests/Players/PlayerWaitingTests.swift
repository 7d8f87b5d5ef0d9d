import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import Testing

/// An `AVPlayer` that waits.
@MainActor @Suite struct PlayerWaitingTests {
  private var phone: SimulatedPhone { .current }

  /// Source: the pages of `waitingToPlayAtSpecifiedRate` and `automaticallyWaitsToMinimizeStalling`.
  @Test(.phone(), arguments: [true, false]) func `a player waits until its item is loaded`(
    waits: Bool
  ) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).wav")
    try SoundBytes.silence(seconds: 3).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (player, states) = (AVPlayer(), Notes())
    player.automaticallyWaitsToMinimizeStalling = waits
    let observation = player.observe(\.timeControlStatus) { player, _ in
      MainActor.assumeIsolated {
        let reason = player.reasonForWaitingToPlay?.rawValue ?? "no reason"
        states.all.append("\(player.timeControlStatus), \(reason)")
      }
    }
    player.replaceCurrentItem(with: AVPlayerItem(url: file))
    player.play()
    #expect(player.rate == 1)
    await phone.settle()
    let evaluating = AVPlayer.WaitingReason.evaluatingBufferingRate.rawValue
    let waiting = ["waitingToPlayAtSpecifiedRate, \(evaluating)"]
    #expect(states.all == (waits ? waiting : []) + ["playing, no reason"])
    player.replaceCurrentItem(with: AVPlayerItem(url: file))
    player.playImmediately(atRate: 2)
    #expect(player.timeControlStatus == .playing)
    states.all = []
    player.replaceCurrentItem(with: nil)
    #expect(player.rate == 2 && player.reasonForWaitingToPlay == .noItemToPlay)
    player.rate = 0
    player.pause()
    let noItem = AVPlayer.WaitingReason.noItemToPlay.rawValue
    let paused = "paused, no reason"
    #expect(states.all == ["waitingToPlayAtSpecifiedRate, \(noItem)", paused, paused])
    observation.invalidate()
  }

  @Test(.phone()) func `a seek can be awaited`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).wav")
    try SoundBytes.silence(seconds: 3).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let item = AVPlayerItem(url: file)
    let player = AVPlayer(playerItem: item)
    let second = CMTime(seconds: 1, preferredTimescale: 600)
    #expect(await player.seek(to: second))
    #expect(player.currentTime() == second)
    #expect(await item.seek(to: .zero))
    #expect(player.currentTime() == .zero)
  }
}
