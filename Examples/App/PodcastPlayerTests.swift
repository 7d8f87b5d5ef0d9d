import AVFoundation
import AudioSessionTestTraits
import AudioSessionTesting
import MediaPlayer
import Testing

/// The expectations of a listener, on a simulated iPhone.
@MainActor @Suite struct PodcastPlayerTests {
  private var phone: SimulatedPhone { .current }

  @Test(.phone(backgroundModes: .audio)) func `the episode plays to its end`() throws {
    let podcast = try PodcastPlayer(episode: Episode.file(seconds: 90))
    var hasEnded = false
    podcast.onEnd = { hasEnded = true }
    podcast.play()
    phone.advance(by: 30)
    #expect(podcast.position == 30)
    #expect(!hasEnded)
    phone.advance(by: 60)
    #expect(!podcast.isPlaying && hasEnded)
  }

  @Test(.phone(backgroundModes: .audio)) func `the episode resumes after a call`() throws {
    let podcast = try PodcastPlayer(episode: Episode.file(seconds: 90))
    podcast.play()
    phone.advance(by: 10)
    try phone.receiveCall()
    #expect(!podcast.isPlaying)
    try phone.declineCall()
    #expect(podcast.isPlaying && podcast.position == 10)
  }

  @Test(.phone(backgroundModes: .audio)) func `an episode that was paused stays paused`() throws {
    let podcast = try PodcastPlayer(episode: Episode.file(seconds: 90))
    podcast.play()
    try phone.receiveCall()
    podcast.pause()
    try phone.declineCall()
    #expect(!podcast.isPlaying)
  }

  @Test(.phone(backgroundModes: .audio)) func `the episode resumes only with permission`() throws {
    try expectRespectForTheOption(PodcastPlayer.self)
  }

  @Test(.phone(backgroundModes: .audio)) func `a player that always resumes is found`() throws {
    withKnownIssue { try expectRespectForTheOption(EagerPodcastPlayer.self) }
  }

  private func expectRespectForTheOption<Player: PodcastPlayer>(_ player: Player.Type) throws {
    let podcast = try player.init(episode: Episode.file(seconds: 90))
    podcast.play()
    try phone.receiveCall()
    try phone.declineCall(.notResumable)
    #expect(!podcast.isPlaying)
  }

  @Test(.phone(backgroundModes: .audio)) func `the episode pauses without headphones`() throws {
    try expectPrivacy(PodcastPlayer.self)
  }

  // Since iOS 17, the system itself interrupts the app that the lock screen shows.
  @Test(.phone(.iOS16, backgroundModes: .audio)) func `the episode pauses on an older phone`()
    throws
  {
    try expectPrivacy(PodcastPlayer.self)
  }

  @Test(.phone(.iOS16, backgroundModes: .audio)) func `a player that ignores an unplug is found`()
    throws
  {
    withKnownIssue { try expectPrivacy(LoudPodcastPlayer.self) }
  }

  private func expectPrivacy<Player: PodcastPlayer>(_ player: Player.Type) throws {
    try phone.connect(.headphones)
    let podcast = try player.init(episode: Episode.file(seconds: 90))
    podcast.play()
    try phone.disconnect(.headphones)
    #expect(!podcast.isPlaying && !phone.app.isAudible)
  }

  @Test(.phone(backgroundModes: .audio)) func `the lock screen controls the episode`() throws {
    let podcast = try PodcastPlayer(episode: Episode.file(seconds: 90))
    podcast.play()
    try phone.lock()
    phone.advance(by: 5)
    try phone.send(.skipForward)
    #expect(podcast.position == 35)
    #expect(MPNowPlayingInfoCenter.default().shownElapsedTime == 35)
    try phone.send(.pause)
    #expect(!podcast.isPlaying)
  }

  @Test(.phone(backgroundModes: .audio)) func `the episode survives a media services reset`() throws
  {
    let podcast = try PodcastPlayer(episode: Episode.file(seconds: 90))
    podcast.play()
    phone.advance(by: 20)
    try phone.loseMediaServices()
    try phone.resetMediaServices()
    #expect(!podcast.isPlaying && podcast.position == 20)
    podcast.play()
    #expect(podcast.isPlaying)
  }
}

/// The sound of an episode.
enum Episode {
  /// Returns a file of silence: WAVE, 8 000 Hz, one channel, 8 bits.
  static func file(seconds: Int) throws -> URL {
    func number(_ value: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
    let samples = seconds * 8000
    var data = Data("RIFF".utf8)
    data.append(contentsOf: number(36 + samples, bytes: 4))
    data.append(contentsOf: "WAVEfmt ".utf8)
    for (value, bytes) in [(16, 4), (1, 2), (1, 2), (8000, 4), (8000, 4), (1, 2), (8, 2)] {
      data.append(contentsOf: number(value, bytes: bytes))
    }
    data.append(contentsOf: "data".utf8)
    data.append(contentsOf: number(samples, bytes: 4))
    data.append(Data(repeating: 128, count: samples))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "episode-\(seconds)-seconds.wav")
    try data.write(to: file, options: .atomic)
    return file
  }
}
