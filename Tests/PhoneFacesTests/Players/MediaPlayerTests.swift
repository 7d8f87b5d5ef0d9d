import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import Testing

/// `AVPlayer` on a simulated phone.
@MainActor @Suite struct MediaPlayerTests {
  private var phone: SimulatedPhone { .current }

  /// Gives `body` a player of a silent file.
  private func withPlayer(
    seconds: Double = 10, _ body: (AVPlayer, AVPlayerItem) throws -> Void
  ) throws {
    try SoundBytes.withFile(SoundBytes.silence(seconds: seconds)) { file in
      let item = AVPlayerItem(url: file)
      try body(AVPlayer(playerItem: item), item)
    }
  }

  @Test(.phone()) func `an item plays to its end, where the player pauses`() throws {
    try withPlayer { player, item in
      let ends = Notes()
      let token = phone.app.notificationCenter.addObserver(
        forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: .main
      ) { _ in MainActor.assumeIsolated { ends.all.append("end") } }
      defer { phone.app.notificationCenter.removeObserver(token) }
      player.play()
      #expect(player.rate == 1 && phone.app.isActive)
      phone.advance(by: 4)
      #expect(player.timeControlStatus == .playing)
      #expect(player.currentTime().seconds == 4 && item.currentTime() == player.currentTime())
      phone.advance(by: 7)
      #expect(player.currentTime().seconds == 10 && ends.all == ["end"])
      #expect(player.rate == 0 && player.timeControlStatus == .paused)
      player.play()
      #expect(player.rate == 0)
      player.seek(to: .zero)
      player.play()
      phone.advance(by: 1)
      #expect(player.currentTime().seconds == 1)
    }
  }

  @Test(.phone()) func `an observer of the end can play the item again`() throws {
    try withPlayer(seconds: 2) { player, item in
      let token = phone.app.notificationCenter.addObserver(
        forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
      ) { _ in
        player.seek(to: .zero)
        player.play()
      }
      defer { phone.app.notificationCenter.removeObserver(token) }
      player.play()
      phone.advance(by: 5)
      #expect(player.rate == 1 && player.currentTime().seconds == 1)
    }
  }

  @Test(.phone()) func `a player that does nothing at the end loops by seeking`() throws {
    try withPlayer(seconds: 2) { player, item in
      player.actionAtItemEnd = .none
      player.play()
      phone.advance(by: 3)
      #expect(player.rate == 1 && !phone.app.isAudible && player.reasonForWaitingToPlay == nil)
      let token = phone.app.notificationCenter.addObserver(
        forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
      ) { _ in player.seek(to: .zero) }
      defer { phone.app.notificationCenter.removeObserver(token) }
      player.seek(to: item.asset.duration)
      #expect(player.rate == 1 && !phone.app.isAudible)
      player.seek(to: CMTimeMake(value: 1, timescale: 1))
      phone.advance(by: 4)
      #expect(player.rate == 1 && player.currentTime().seconds == 1 && phone.app.isAudible)
      player.pause()
      player.seek(to: .zero)
      #expect(player.rate == 0 && !phone.app.isAudible)
    }
  }

  /// 1000 frames at 44 100 Hz are 1088.4 frames of the phone.
  @Test(.phone()) func `a sound at another sample rate does not play on at its end`() throws {
    let sound = SoundBytes.wave([Int16](repeating: 0, count: 1000), rate: 44_100)
    try SoundBytes.withFile(sound) { file in
      let player = AVPlayer(url: file)
      player.play()
      phone.advance(by: 1)
      player.play()
      let end = CMTimeMake(value: 1088, timescale: 48_000)
      #expect(player.rate == 0 && player.currentTime() == end)
    }
  }

  /// Source: Apple, "Responding to audio route changes": the system pauses an `AVPlayer` on an unplug.
  @Test(.phone()) func `unplugged headphones and a call pause the player`() throws {
    try AVAudioSession.sharedInstance().setCategory(.playback)
    try phone.connect(.headphones)
    try withPlayer { player, _ in
      let reasons = Notes()
      let token = phone.app.notificationCenter.addObserver(
        forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
      ) { notification in
        let value = notification.userInfo?[AVPlayer.rateDidChangeReasonKey]
        let reason = value as? AVPlayer.RateDidChangeReason
        #expect(value as? String == reason?.rawValue)
        MainActor.assumeIsolated { reasons.all.append(reason?.rawValue ?? "none") }
      }
      defer { phone.app.notificationCenter.removeObserver(token) }
      player.play()
      try phone.disconnect(.headphones)
      #expect(player.rate == 0 && !phone.app.isAudible)
      player.play()
      try phone.receiveCall()
      #expect(player.rate == 0 && player.timeControlStatus == .paused)
      player.play()
      #expect(player.rate == 0)
      try phone.declineCall()
      #expect(player.rate == 0)
      let called = AVPlayer.RateDidChangeReason.setRateCalled.rawValue
      #expect(
        reasons.all == [
          called, "none", called, AVPlayer.RateDidChangeReason.audioSessionInterrupted.rawValue,
        ])
    }
  }

  // Source: `AVPlayer.h`: "The block is also invoked whenever time jumps and whenever playback starts or stops."
  /// Source: the page of `AVPlayer`, "General State Observations".
  @Test func `the main queue can wait for a queue that changes an observed player`() async {
    let (player, rates) = (AVPlayer(), Notes())
    let observations = (0..<2).map { number in
      player.observe(\.rate, options: [.old, .new]) { _, change in
        MainActor.assumeIsolated {
          rates.all.append("\(number): \(change.oldValue ?? -1) \(change.newValue ?? -1)")
        }
      }
    }
    let waits: () -> DispatchTimeoutResult = {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        player.rate = 1
        player.rate = 2
        done.signal()
      }
      return done.wait(timeout: .now() + 10)
    }
    #expect(waits() == .success)
    #expect(rates.all.isEmpty)
    // A change that was not told before the end of an observation is not told.
    observations[1].invalidate()
    await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
    #expect(rates.all == ["0: 0.0 1.0", "0: 1.0 2.0"])
    observations[0].invalidate()
  }

  @Test(.phone()) func `time observers follow the item's time`() throws {
    try withPlayer { player, _ in
      let (periodic, boundary) = (Notes(), Notes())
      let token = player.addPeriodicTimeObserver(
        forInterval: CMTime(seconds: 1, preferredTimescale: 600), queue: .main
      ) { time in MainActor.assumeIsolated { periodic.all.append("\(time.seconds)") } }
      let other = player.addBoundaryTimeObserver(
        forTimes: [NSValue(time: CMTimeMake(value: 5, timescale: 2))], queue: nil
      ) { MainActor.assumeIsolated { boundary.all.append("passed") } }
      player.rate = 2
      phone.advance(by: 1.25)
      #expect(periodic.all == ["0.0", "1.0", "2.0"])
      #expect(boundary.all == ["passed"])
      player.seek(to: CMTime(seconds: 7.5, preferredTimescale: 600))
      phone.advance(by: 0.25)
      player.pause()
      #expect(periodic.all.dropFirst(3) == ["7.5", "8.0", "8.0"])
      player.removeTimeObserver(token)
      player.seek(to: .zero)
      player.play()
      phone.advance(by: 3)
      #expect(periodic.all.count == 6)
      #expect(boundary.all.count == 2)
      player.removeTimeObserver(other)
    }
  }

  @Test(.phone()) func `an item is loaded later on the main queue`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).wav")
    try SoundBytes.silence(seconds: 3).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let item = AVPlayerItem(asset: AVURLAsset(url: file))
    let player = AVPlayer(playerItem: item)
    let states = Notes()
    let status = item.observe(\.status, options: [.initial, .new]) { item, change in
      MainActor.assumeIsolated { states.all.append("\(item.status) \(change.newValue!)") }
    }
    let control = player.observe(\.timeControlStatus, options: [.old, .new]) { _, change in
      MainActor.assumeIsolated { states.all.append("\(change.oldValue!) to \(change.newValue!)") }
    }
    #expect(item.duration.isIndefinite)
    await phone.settle()
    #expect(item.duration.seconds == 3 && item.error == nil)
    player.play()
    #expect(
      states.all == ["unknown unknown", "readyToPlay readyToPlay", "paused to playing"])
    status.invalidate()
    control.invalidate()
    player.pause()
    #expect(states.all.count == 3)
    #expect(try await item.asset.load(.duration).seconds == 3)
  }

  @Test(.phone()) func `what is not a local sound fails`() async throws {
    let url = try #require(URL(string: "https://example.com/episode.mp3"))
    let player = AVPlayer(url: url)
    await phone.settle()
    let item = try #require(player.currentItem)
    #expect(item.status == .failed)
    #expect((item.error as NSError?)?.code == NSURLErrorNotConnectedToInternet)
    player.play()
    #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate && !phone.app.isActive)
    #expect(player.reasonForWaitingToPlay == .noItemToPlay)
    await #expect(throws: (any Error).self) { try await item.asset.load(.isPlayable) }
  }

  @Test(.phone()) func `a queue plays its items one after the other`() throws {
    try SoundBytes.withFile(SoundBytes.silence(seconds: 2)) { file in
      let items = (0..<3).map { _ in AVPlayerItem(url: file) }
      let player = AVQueuePlayer(items: items)
      player.play()
      phone.advance(by: 3)
      #expect(player.currentItem === items[1] && player.currentTime().seconds == 1)
      player.advanceToNextItem()
      #expect(player.items() == [items[2]] && player.rate == 1)
      phone.advance(by: 2)
      #expect(player.items().isEmpty && player.currentItem == nil && player.rate == 0)
      #expect(
        player.canInsert(items[0], after: nil) && !player.canInsert(items[0], after: items[1]))
    }
  }

  @Test(.phone()) func `an item is in a queue once, even if it replaces another`() throws {
    try SoundBytes.withFile(SoundBytes.silence(seconds: 2)) { file in
      let items = (0..<3).map { _ in AVPlayerItem(url: file) }
      let player = AVQueuePlayer(items: items)
      player.play()
      phone.advance(by: 1)
      player.replaceCurrentItem(with: items[0])
      #expect(player.items() == items && items[0].currentTime().seconds == 1)
      player.replaceCurrentItem(with: items[2])
      #expect(player.items() == [items[2], items[1]] && player.rate == 1)
      phone.advance(by: 3)
      #expect(player.items() == [items[1]] && player.currentTime().seconds == 1)
    }
  }

  @Test(.phone()) func `a replaced item keeps its position`() throws {
    try withPlayer { player, item in
      player.play()
      phone.advance(by: 3)
      let other = AVPlayerItem(asset: item.asset)
      player.replaceCurrentItem(with: other)
      #expect(player.rate == 1 && player.currentTime() == .zero && item.currentTime().seconds == 3)
      player.replaceCurrentItem(with: item)
      phone.advance(by: 1)
      #expect(player.currentTime().seconds == 4)
      player.replaceCurrentItem(with: nil)
      #expect(player.rate == 1 && !phone.app.isAudible)
    }
  }
}

/// Notes what happens.
@MainActor final class Notes {
  var all: [String] = []
}
