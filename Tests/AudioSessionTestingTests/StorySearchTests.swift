import AudioSessionTesting
import Foundation
import PhoneRuntime
import Realtime
import Testing

/// The results of the search for players with one fault each.
@MainActor
struct StorySearchTests {
  /// A minimal player.
  @MainActor
  private final class Simple {
    let phone: SimulatedPhone
    var showsPlaying = false
    private var observations: [any NSObjectProtocol] = []

    init(_ phone: SimulatedPhone) throws {
      self.phone = phone
      try phone.app.session.setCategory(.playback)
    }

    isolated deinit {
      for observation in observations {
        phone.app.notificationCenter.removeObserver(observation)
      }
    }

    func play() { showsPlaying = phone.app.player.play() }

    func pause() {
      phone.app.player.pause()
      showsPlaying = false
    }

    /// Calls a handler with the words of each notification, immediately or on the main actor.
    func observe(byTask: Bool = false, _ handle: @escaping @MainActor @Sendable (String) -> Void) {
      observations.append(
        phone.app.notificationCenter.addObserver(
          forName: nil, object: phone.app.session, queue: nil
        ) { notification in
          let words = notification.words
          if byTask {
            Task { @MainActor in handle(words) }
          } else {
            MainActor.assumeIsolated { handle(words) }
          }
        })
    }

    var underTest: PlayerUnderTest {
      PlayerUnderTest(play: play, pause: pause, showsPlaying: { self.showsPlaying })
    }
  }

  @Test func `a player that ignores an unplugged output breaks at the shortest story`() async throws
  {
    let search = StorySearch(
      length: 3, acts: Array(StoryAct.user.prefix(2)) + Array(StoryAct.surroundings.prefix(2)))
    let story = try await search.shortestBreak { try Simple($0).underTest }
    #expect(
      story?.description
        == "the user plays; headphones are connected; the headphones are unplugged: it is playing, "
        + "although its output was unplugged")
    let shorter = StorySearch(length: 2, acts: search.acts)
    #expect(try await shorter.shortestBreak { try Simple($0).underTest } == nil)
  }

  @Test func `a screen that still shows playback is caught during a call, and after Siri`()
    async throws
  {
    func find(_ acts: [String]) async throws -> BrokenStory? {
      let search = StorySearch(
        length: 3, acts: StoryAct.all.filter { acts.contains($0.words) })
      return try await search.shortestBreak { try Simple($0).underTest }
    }
    let ofCall = try #require(
      try await find(["the user plays", "a call rings", "the call is declined"]))
    #expect(ofCall.acts == ["the user plays", "a call rings"])
    #expect(ofCall.problem == "it is interrupted, but its screen says that it is playing")
    let siri = ["the user plays", "Siri appears", "Siri leaves, and apps may not resume"]
    let ofSiri = try #require(try await find(siri))
    #expect(ofSiri.acts == siri)
    #expect(ofSiri.problem == "it is silent, but its screen says that it is playing")
  }

  @Test func `a player that resumes without the right to is caught`() async throws {
    let search = StorySearch(
      length: 3,
      acts: StoryAct.user.prefix(1)
        + StoryAct.interruptors.filter {
          $0.words.hasPrefix("Siri")
        })
    let story = try await search.shortestBreak { phone in
      let player = try Simple(phone)
      player.observe { if $0.hasPrefix("ended") { player.play() } }
      return player.underTest
    }
    #expect(
      story?.acts
        == ["the user plays", "Siri appears", "Siri leaves, and apps may not resume"])
    #expect(
      story?.problem
        == "it is playing, although the interruption has ended without the right to resume")
  }

  @Test func `a search can wait for a player that responds on the main actor`() async throws {
    let acts =
      Array(StoryAct.user.prefix(2))
      + StoryAct.interruptors.filter { $0.words.contains("call") && !$0.words.contains("without") }
    func find(settles: Bool) async throws -> BrokenStory? {
      try await StorySearch(length: 4, acts: acts, settles: settles).shortestBreak { phone in
        let player = try Simple(phone)
        var wasPlaying = false
        player.observe(byTask: true) { words in
          if words.hasPrefix("began") {
            wasPlaying = player.showsPlaying
            player.showsPlaying = false
          } else if words == "ended 1", wasPlaying {
            player.play()
          }
        }
        return PlayerUnderTest(
          play: player.play,
          pause: {
            wasPlaying = false
            player.pause()
          }, showsPlaying: { player.showsPlaying })
      }
    }
    #expect(try await find(settles: false) != nil)
    #expect(try await find(settles: true) == nil)
  }

  @Test func `a search without acts finds nothing`() async throws {
    #expect(
      try await StorySearch(length: 5, acts: []).shortestBreak { try Simple($0).underTest } == nil)
    #expect(try await StorySearch(length: -1).shortestBreak { try Simple($0).underTest } == nil)
  }

  /// A phone with two calls or none, whose app has a background task and a provider.
  private func crowdedPhone(hasCalls: Bool) throws -> (SimulatedPhone, CXProvider) {
    let phone = try StorySearch.standardPhone()
    let provider = CXProvider(configuration: CXProviderConfiguration(), of: phone.app)
    try phone.app.session.setCategory(.playback)
    try phone.app.setBackgroundTask(true)
    if hasCalls {
      for event in [
        SessionEvent.phone(.callRang(.phone)), .phone(.callAnswered), .phone(.callRang(.phone)),
        .phone(.callAnswered),
      ] {
        try phone.handle(event)
      }
    }
    return (phone, provider)
  }

  /// Performs random acts, preferring acts that have not happened yet.
  ///
  /// Every other walk starts with two calls.
  @Test(arguments: [1, 2, 3] as [UInt64]) func `every act happens in some story`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var missing = StoryAct.all
    for walk in 0..<20 {
      let (phone, provider) = try crowdedPhone(hasCalls: walk.isMultiple(of: 2))
      for _ in 0..<60 {
        let wasGone = phone.app.lifecycle == .terminated
        let act = try #require(
          missing.first { act in act.happens(on: phone) }
            ?? StoryAct.all.shuffled(using: &random).first { $0.happens(on: phone) })
        // A recreated player also sets its category.
        if wasGone { try? phone.app.session.setCategory(.playback) }
        if act.words == "the user plays" { phone.app.player.play() }
        if act.words == "the user pauses" { phone.app.player.pause() }
        missing.removeAll { $0.words == act.words }
      }
      withExtendedLifetime(provider) {}
    }
    #expect(missing.isEmpty, "\(missing.map(\.words))")
  }

  @Test func `a player that plays automatically after a relaunch is caught`() async throws {
    let names = ["the user plays", "the app is terminated", "the app is launched"]
    let search = StorySearch(length: 3, acts: StoryAct.all.filter { names.contains($0.words) })
    #expect(search.acts.count == 3)
    #expect(try await search.shortestBreak { try Simple($0).underTest } == nil)
    let story = try await search.shortestBreak { phone in
      let player = try Simple(phone)
      // The controls on the screen are restored when the app is launched.
      if phone.app.controls.isEmpty {
        phone.app.controls = ["made": .toggle(SwitchControl(isOn: false))]
      } else {
        player.play()
      }
      return player.underTest
    }
    #expect(story?.acts == ["the app is terminated", "the app is launched"])
    #expect(
      story?.problem
        == "it is playing, although nobody has pressed play since its process ended")
  }

  @Test func `a call hosted by the app rings only if the app has a provider`()
    async throws
  {
    var hasRung = false
    for hasProvider in [false, true] {
      hasRung = false
      let story = try await StorySearch(length: 2, acts: StoryAct.ownCalls).shortestBreak { phone in
        let player = try Simple(phone)
        let provider =
          hasProvider
          ? CXProvider(configuration: CXProviderConfiguration(), of: phone.app) : nil
        return PlayerUnderTest(
          play: player.play, pause: player.pause,
          showsPlaying: {
            hasRung = hasRung || !phone.app.callPhases.isEmpty
            return withExtendedLifetime(provider) { player.showsPlaying }
          })
      }
      #expect(story == nil)
      #expect(hasRung == hasProvider)
    }
  }

  @Test func `unlocking the phone brings the player to the foreground`()
    async throws
  {
    let names = ["the user plays", "the phone is locked", "the phone is unlocked"]
    let acts = StoryAct.all.filter { names.contains($0.words) }
    #expect(acts.count == 3)
    var returns = 0
    let story = try await StorySearch(length: 3, acts: acts).shortestBreak { phone in
      let player = try Simple(phone)
      return PlayerUnderTest(
        play: player.play, pause: player.pause, showsPlaying: { player.showsPlaying },
        comesToForeground: { returns += 1 })
    }
    #expect(story == nil && returns > 0)
  }
}
