import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import PhoneFoundation
import Testing

/// Observing properties by their names, as rewritten sources do.
@MainActor @Suite struct NamedObservationTests {
  private final class Observer: NSObject, KeyValueObserver {
    var changes: [String] = []

    func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      changes.append("\(keyPath ?? "-") \(change?[.newKey] ?? "-")")
    }
  }

  /// A double whose property is announced by hand, as tests of players have them.
  private final class FakeItem: AVPlayerItem, @unchecked Sendable {
    var isEmpty = true

    override var isPlaybackBufferEmpty: Bool { isEmpty }
  }

  @Test func `the rate of a player is observed until the observer is removed`() {
    let (player, observer) = (AVPlayer(), Observer())
    unsafe player.addObserver(
      observer, forKeyPath: "rate", options: [.new, .initial], context: nil)
    player.rate = 1
    player.removeObserver(observer, forKeyPath: "rate")
    player.rate = 0
    #expect(observer.changes == ["rate 0.0", "rate 1.0"])
  }

  @Test func `a property of the current item is observed as items change`() {
    let (player, observer) = (AVPlayer(), Observer())
    unsafe player.addObserver(
      observer, forKeyPath: "currentItem.playbackBufferEmpty", options: [.new], context: nil)
    let item = FakeItem(url: URL(fileURLWithPath: "/none"))
    player.replaceCurrentItem(with: item)
    item.isEmpty = false
    item.didChangeValue(forKey: "playbackBufferEmpty")
    #expect(
      observer.changes == [
        "currentItem.playbackBufferEmpty 1", "currentItem.playbackBufferEmpty 0",
      ])
  }

  @Test func `a change that is announced is told even if the value is the same`() {
    let item = FakeItem(url: URL(fileURLWithPath: "/none"))
    let observer = Observer()
    unsafe item.addObserver(
      observer, forKeyPath: "playbackBufferEmpty", options: [.new], context: nil)
    item.didChangeValue(forKey: "isPlaybackBufferEmpty")
    #expect(observer.changes == ["playbackBufferEmpty 1"])
  }

  @Test func `the volume of the session is observed`() async throws {
    let phone = try SimulatedPhone()
    try await phone.runAsCurrent {
      let (session, observer) = (AVAudioSession.sharedInstance(), Observer())
      try session.setActive(true)
      unsafe session.addObserver(
        observer, forKeyPath: "outputVolume", options: [.new], context: nil)
      try phone.setVolume(0.25)
      await phone.settle()
      #expect(observer.changes == ["outputVolume 0.25"])
    }
  }
}
