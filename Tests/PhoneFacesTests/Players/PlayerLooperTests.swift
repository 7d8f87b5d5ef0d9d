import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import Testing

/// `AVPlayerLooper` on a simulated phone.
@MainActor @Suite struct PlayerLooperTests {
  private var phone: SimulatedPhone { .current }

  /// Calls `body` with an item of two seconds.
  private func withItem(_ body: (AVPlayerItem) throws -> Void) throws {
    try SoundBytes.withFile(SoundBytes.silence(seconds: 2)) { try body(AVPlayerItem(url: $0)) }
  }

  @Test(.phone()) func `a looper repeats its item until it is disabled`() throws {
    try withItem { item in
      let player = AVQueuePlayer()
      let looper = AVPlayerLooper(player: player, templateItem: item)
      #expect(looper.status == .ready && player.items().count == 3)
      #expect(!looper.loopingPlayerItems.contains(item))
      player.play()
      phone.advance(by: 9)
      #expect(looper.loopCount == 4 && player.currentTime().seconds == 1)
      #expect(player.items().count == 3 && player.rate == 1)
      looper.disableLooping()
      #expect(looper.status == .cancelled && player.items().count == 1)
      phone.advance(by: 1)
      #expect(player.currentItem == nil && looper.loopCount == 4)
    }
  }

  @Test(.phone()) func `a looper repeats a part of its item`() throws {
    try withItem { item in
      let player = AVQueuePlayer()
      let part = CMTimeRange(
        start: CMTime(seconds: 0.5, preferredTimescale: 600),
        end: CMTime(seconds: 1.5, preferredTimescale: 600))
      let looper = AVPlayerLooper(player: player, templateItem: item, timeRange: part)
      player.play()
      #expect(player.currentTime().seconds == 0.5)
      phone.advance(by: 2.25)
      #expect(looper.loopCount == 2 && player.currentTime().seconds == 0.75)
    }
  }

  @Test(.phone()) func `a looper of a missing file fails`() {
    let item = AVPlayerItem(url: URL(fileURLWithPath: "/missing.wav"))
    let looper = AVPlayerLooper(player: AVQueuePlayer(), templateItem: item)
    #expect(looper.status == .failed && looper.error != nil)
  }
}
