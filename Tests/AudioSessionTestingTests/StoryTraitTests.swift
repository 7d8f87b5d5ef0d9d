import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import Testing

/// The reports of the trait `everyStory`, for tests that use it correctly and incorrectly.
struct StoryTraitTests {
  private static let unplug =
    Array(StoryAct.user.prefix(2)) + Array(StoryAct.surroundings.prefix(2))

  /// A player on the shared instance that ignores all events except, optionally, unplugging.
  @MainActor
  private final class Radio {
    private let player = SimulatedPhone.current.app.player
    private let center = SimulatedPhone.current.app.notificationCenter
    private var observation: (any NSObjectProtocol)?
    private(set) var isPlaying = false

    init(minds: Bool) throws {
      try AVAudioSession.sharedInstance().setCategory(.playback)
      guard minds else { return }
      observation = center.addObserver(
        forName: AVAudioSession.routeChangeNotification, object: AVAudioSession.sharedInstance(),
        queue: nil
      ) { [weak self] notification in
        let number = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
        let reason = number.flatMap(AVAudioSession.RouteChangeReason.init(rawValue:))
        if reason == .oldDeviceUnavailable { MainActor.assumeIsolated { self?.pause() } }
      }
    }

    isolated deinit {
      if let observation { center.removeObserver(observation) }
    }

    func play() { isPlaying = player.play() }

    func pause() {
      player.pause()
      isPlaying = false
    }

    var underTest: PlayerUnderTest {
      PlayerUnderTest(play: play, pause: pause, showsPlaying: { self.isPlaying })
    }
  }

  /// Runs a closure as a test under a trait, and returns each issue as its comment or kind; with the advice about the
  /// notification center if `hasAdvice`.
  private func issues(
    _ trait: EveryStoryTrait, hasAdvice: Bool = false,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let recorded = Recorded()
    try await withKnownIssue(isIntermittent: true) {
      try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    } matching: { issue in
      let words = issue.comments.first?.rawValue ?? "\(issue.kind)"
      recorded.add(hasAdvice ? words : words.components(separatedBy: ". This phone posts to")[0])
      return true
    }
    return recorded.all
  }

  @Test(.everyStory(length: 3, acts: unplug)) @MainActor
  func `a player that handles its output passes every story`() async throws {
    try await playStory(to: Radio(minds: true).underTest)
  }

  @Test(.everyStory(length: 2, acts: StoryAct.surroundings), arguments: [1, 2]) @MainActor
  func `each case of a test has its stories, on a phone that is current`(number: Int)
    async throws
  {
    let phone = SimulatedPhone.current
    await playStory(
      to: PlayerUnderTest(
        play: {}, pause: {}, showsPlaying: { SimulatedPhone.current !== phone }))
    #expect(SimulatedPhone.current === phone && number > 0)
  }

  @Test func `only the shortest story that breaks a player is reported`()
    async throws
  {
    let found = try await issues(.everyStory(length: 4, acts: Self.unplug)) { @MainActor in
      try await playStory(to: Radio(minds: false).underTest)
    }
    #expect(
      found == [
        "the shortest failing story: the user plays; headphones are connected; "
          + "the headphones are unplugged: it is playing, although its output was unplugged"
      ])
    let shorter = try await issues(.everyStory(length: 2, acts: Self.unplug)) { @MainActor in
      try await playStory(to: Radio(minds: false).underTest)
    }
    #expect(shorter.isEmpty)
  }

  @Test func `a story on the default phone comes with advice for code that observes elsewhere`()
    async throws
  {
    let usual = try await issues(.everyStory(length: 1, acts: Self.unplug), hasAdvice: true) {}
    #expect(usual.first?.contains("`on: { try SimulatedPhone() }`") == true, "\(usual)")
    let own = EveryStoryTrait.everyStory(length: 1, acts: Self.unplug) { try SimulatedPhone() }
    let words = try await issues(own, hasAdvice: true) {}
    #expect(words.count == 1 && !words[0].contains("on:"), "\(words)")
  }

  @Test func `a failing expectation ends the search, and its story is reported`() async throws {
    let found = try await issues(.everyStory(length: 3, acts: Self.unplug)) { @MainActor in
      let radio = try Radio(minds: true)
      await playStory(to: radio.underTest)
      #expect(!SimulatedPhone.current.app.isAudible, "it is heard")
    }
    #expect(
      found == [
        "it is heard",
        "the shortest failing story: the user plays: the test fails",
      ])
  }

  @Test func `an error of the test is reported with its story`() async throws {
    struct Failed: Error {}
    let found = try await issues(.everyStory(length: 3, acts: Self.unplug)) { @MainActor in
      let radio = try Radio(minds: true)
      await playStory(to: radio.underTest)
      if radio.isPlaying { throw Failed() }
    }
    #expect(found.count == 2)
    #expect(found.contains("the shortest failing story: the user plays: the test fails"))
  }

  @Test func `a missing playStory, an empty search and a missing trait are reported`()
    async throws
  {
    let forgotten = try await issues(.everyStory(length: 2, acts: Self.unplug)) {}
    #expect(
      forgotten == [
        "the shortest failing story: the user plays: "
          + "the test has not called playStory(to:), which plays the story"
      ])
    for trait in [EveryStoryTrait.everyStory(length: 0), .everyStory(acts: [])] {
      #expect(
        try await issues(trait) {} == [
          "everyStory needs stories: give it a length of at least 1, and acts"
        ])
    }
    let recorded = Recorded()
    await withKnownIssue {
      await playStory(to: PlayerUnderTest(play: {}, pause: {}, showsPlaying: { false }))
    } matching: { issue in
      recorded.add(issue.comments.first?.rawValue ?? "")
      return true
    }
    #expect(recorded.all == ["playStory needs a story: give the test the trait .everyStory()"])
  }

  @Test func `a background task that is never ended is caught`() async throws {
    let names = [
      "the user plays", "the app goes to the background", "the background time is over",
    ]
    let acts = StoryAct.all.filter { names.contains($0.words) }
    let found = try await issues(.everyStory(length: 3, acts: acts)) { @MainActor in
      let radio = try Radio(minds: true)
      let center = SimulatedPhone.current.app.notificationCenter
      let observation = center.addObserver(
        forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
      ) { _ in _ = UIApplication.shared.beginBackgroundTask(withName: "save the queue") }
      await playStory(to: radio.underTest)
      center.removeObserver(observation)
    }
    #expect(
      found == [
        "the shortest failing story: the app goes to the background; the background time is over: "
          + "it was terminated because it did not end its background task \"save the queue\""
      ])
  }
}
