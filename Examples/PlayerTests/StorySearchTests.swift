import AudioSessionScenarios
import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import Testing

/// Tests players against every interruption at every moment.
///
/// The shortest story finds each bug, and players without bugs pass.
@MainActor
struct StorySearchTests {
  // MARK: The player of this folder

  /// Searches: all acts for stories of length three; only the user, calls and headphones for length four.
  private nonisolated static let searches = [
    StorySearch(length: 3),
    StorySearch(length: 4, acts: StoryAct.essentials),
  ]

  @Test(arguments: searches) func `no story breaks the music player`(
    search: StorySearch
  ) async throws {
    let story = try await search.shortestBreak { phone in
      let player = try MusicPlayer(
        session: phone.app.session, center: phone.app.notificationCenter, queue: nil
      ) { phone.app.player }
      return PlayerUnderTest(
        play: player.play, pause: player.pause, showsPlaying: { player.state == .playing },
        comesToForeground: player.sceneWillEnterForeground)
    }
    #expect(story == nil)
  }

  // MARK: A player after Pocket Casts

  private func episodeBreak(
    _ bugs: EpisodePlayer.Bugs, _ search: StorySearch = searches[1]
  ) async throws -> BrokenStory? {
    // The player uses the shared instances, so each phone is the current one while its story is played.
    let first = try StorySearch.standardPhone()
    return try await first.runAsCurrent {
      try await search.shortestBreak(on: {
        let phone = try StorySearch.standardPhone()
        phone.makeCurrent()
        return phone
      }) { phone in
        let player = EpisodePlayer(
          phone.app.player, center: phone.app.notificationCenter, bugs: bugs)
        return PlayerUnderTest(
          play: player.play, pause: player.pause, showsPlaying: { player.isPlaying })
      }
    }
  }

  @Test func `a headset that cannot play reveals an unplug that counts as an interruption`()
    async throws
  {
    let story = try #require(try await episodeBreak(.unpluggingIsAnInterruption))
    #expect(
      story.acts == [
        "the user plays", "headphones are connected", "the headphones are unplugged",
        "a headset asks to play",
      ])
    #expect(
      story.problem
        == "it is silent, although the user has pressed play, and nothing prevents playback")
  }

  @Test func `a call reveals a pause that is forgotten`() async throws {
    let story = try #require(try await episodeBreak(.pausingIsForgotten))
    #expect(
      story.acts == [
        "the user plays", "a call rings", "the user pauses", "the call is declined",
      ])
    #expect(story.problem == "it is playing, although the user has pressed pause")
  }

  @Test(arguments: searches) func `the episode player without those bugs passes`(
    search: StorySearch
  ) async throws {
    let story = try await episodeBreak([], search)
    #expect(story == nil)
  }

  @Test(.everyStory(length: 3)) func `no story breaks the episode player, by the trait`()
    async throws
  {
    // Created for each story, on the phone that is current at that time.
    let app = SimulatedPhone.current.app
    let player = EpisodePlayer(app.player, center: app.notificationCenter)
    await playStory(
      to: PlayerUnderTest(
        play: player.play, pause: player.pause, showsPlaying: { player.isPlaying }))
    #expect(app.openBackgroundTasks.isEmpty)
  }

  // MARK: A player after SwiftAudioEx

  private func observedBreak(_ care: ObservedPlayer.Care, length: Int) async throws -> BrokenStory?
  {
    try await StorySearch(length: length).shortestBreak { phone in
      let player = try ObservedPlayer(
        session: phone.app.session, player: phone.app.player,
        center: phone.app.notificationCenter, care: care)
      return PlayerUnderTest(
        play: player.play, pause: player.pause, showsPlaying: { player.isPlaying })
    }
  }

  @Test func `a player that resumes whenever it may is caught playing after the user has paused`()
    async throws
  {
    let acts = [
      "the user plays", "the user pauses", "a call rings", "the call is declined",
    ]
    let search = StorySearch(
      length: 4, acts: StoryAct.all.filter { acts.contains($0.words) })
    let story = try await search.shortestBreak { phone in
      let player = try ObservedPlayer(
        session: phone.app.session, player: phone.app.player,
        center: phone.app.notificationCenter, care: .none)
      return PlayerUnderTest(
        play: player.play, pause: player.pause, showsPlaying: { player.isPlaying })
    }
    #expect(story?.acts == acts)
  }

  @Test func `a flag that is not updated by interruptions differs from the session`() throws {
    let phone = try StorySearch.standardPhone()
    let observer = SessionObserver(
      session: phone.app.session, center: phone.app.notificationCenter)
    try observer.set(category: .playback)
    try observer.activate()
    #expect(observer.isActive && phone.app.isActive)
    try phone.receiveCall()
    // This alone does not break a player in any story, because players activate their session when they start.
    #expect(observer.isActive && !phone.app.isActive)
  }

  @Test func `an unplug that the player does not handle is caught`() async throws {
    let naive = try #require(try await observedBreak(.none, length: 3))
    #expect(naive.acts.count == 3, "\(naive)")
    let better = try #require(try await observedBreak(.resumesWhatPlayed, length: 3))
    #expect(better.acts.contains("the headphones are unplugged"), "\(better)")
  }

  @Test func `the observed player that handles everything passes`() async throws {
    let story = try await observedBreak(.full, length: 3)
    #expect(story == nil)
  }

  // MARK: A scenario that drives the player

  @Test func `the music player passes the scenario of a call over music`() async throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Scenarios/call-over-music.yaml").standardized.path
    let center = NotificationCenter()
    let drive = try ScenarioDrive(path: path, app: "music", notificationCenter: center)
    let phone = drive.phone
    let player = try MusicPlayer(session: phone.app.session, center: center, queue: nil) {
      phone.app.player
    }
    let mismatches = await drive.run { act in
      switch act {
      case .play: player.play()
      case .pause: player.pause()
      case .cameToForeground: player.sceneWillEnterForeground()
      case .stop, .record, .stopRecording, .wentToBackground, .launched, .other: break
      }
    }
    #expect(mismatches == [])
  }
}
