public import AudioSessionTesting
internal import Realtime
public import Testing

/// Runs a test once for every story, shortest first, and reports the shortest story that breaks the test's player.
///
///     @Test(.everyStory(length: 3)) @MainActor func `no story breaks the radio`() async throws {
///       let radio = try Radio()
///       await playStory(
///         to: PlayerUnderTest(
///           play: radio.play, pause: radio.pause, showsPlaying: { radio.isPlaying }))
///       #expect(radio.errors.isEmpty)
///     }
///
/// Each story has a new phone, which is the current phone, `SimulatedPhone.current`. The test therefore creates its
/// objects again, and code that uses `AVAudioSession.sharedInstance()` is tested unchanged. `playStory` performs the
/// story and judges the player, as `StorySearch` does. The test's own expectations are also checked: if one of them
/// fails, the search ends, and the story is reported as well.
///
/// - Thread: the test's. Tests with this trait and calls to `SimulatedPhone.runAsCurrent` take turns, story by story.
public struct EveryStoryTrait: TestTrait, TestScoping {
  let search: StorySearch
  /// Creates a phone; nil for `StorySearch.standardPhone`.
  let makePhone: (@Sendable () throws -> SimulatedPhone)?

  /// The advice in case a story breaks the player only because the player observes another notification center.
  private static let centerAdvice = """
    . This phone posts to SimulatedPhone.current.app.notificationCenter. For code that observes \
    NotificationCenter.default, pass `on: { try SimulatedPhone() }` to everyStory
    """

  /// Runs the test for each story until a story breaks it.
  ///
  /// - Parameters:
  ///   - test: the test.
  ///   - testCase: the case of the test.
  ///   - function: runs the test once.
  /// - Throws: the error that creating a phone throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard search.length > 0, !search.acts.isEmpty else {
      Issue.record(
        "everyStory needs stories: give it a length of at least 1, and acts",
        sourceLocation: test.sourceLocation)
      return
    }
    let story = try await search.firstBreak { acts in
      let turn = StoryTurn(
        acts: acts, search: search, phone: try (makePhone ?? StorySearch.standardPhone)())
      return await run(function, turn, reportingAt: test.sourceLocation)
    }
    if let story {
      Issue.record(
        "the shortest failing story: \(story)\(makePhone == nil ? Self.centerAdvice : "")",
        sourceLocation: test.sourceLocation)
    }
  }

  /// Runs the test for one story.
  private func run(
    _ function: @Sendable () async throws -> Void, _ turn: StoryTurn,
    reportingAt sourceLocation: SourceLocation
  ) async -> StoryOutcome {
    do {
      try await turn.phone.runAsCurrent {
        try await StoryTurn.$current.withValue(turn) {
          try await turn.issues.notice(at: sourceLocation, function)
        }
      }
    } catch {
      // Before Swift 6.3, an error that was noticed above is thrown again.
      Issue.record(error, sourceLocation: sourceLocation)
    }
    if case .broken(let problem)? = turn.outcome { return .broken(problem) }
    guard turn.issues.first == nil else { return .broken("the test fails") }
    return turn.outcome
      ?? .broken("the test has not called playStory(to:), which plays the story")
  }
}

extension Trait where Self == EveryStoryTrait {
  /// Runs the test for every story, and reports the shortest story that breaks the test's player.
  ///
  /// - Parameters:
  ///   - length: the maximum number of acts in a story. Each additional act makes the test take about ten times as
  ///     long.
  ///   - acts: the acts that can happen.
  ///   - settles: whether to wait after each act because the player responds on the main actor. Waiting is
  ///     slower.
  ///   - makePhone: creates a phone; nil for a phone with an app that may play in the background and posts to a
  ///     separate center, `SimulatedPhone.current.app.notificationCenter`. For code that observes
  ///     `NotificationCenter.default`, pass a phone that posts there. The observations must then end when the test
  ///     returns, or they also receive the next story's notifications.
  /// - Returns: the trait.
  public static func everyStory(
    length: Int = 3, acts: [StoryAct] = StoryAct.all, settles: Bool = false,
    on makePhone: (@Sendable () throws -> SimulatedPhone)? = nil
  ) -> EveryStoryTrait {
    EveryStoryTrait(
      search: StorySearch(length: length, acts: acts, settles: settles), makePhone: makePhone)
  }
}

/// Plays the story to the player of a test that has the trait `everyStory`, and then judges the player.
///
/// The trait reports the player's problem when the test returns.
///
/// - Parameters:
///   - player: the player, created on `SimulatedPhone.current`.
///   - relaunched: creates the player again after the app's process has ended and the app was launched again; nil to
///     omit such stories.
///   - isolation: the player's isolation, which is the caller's.
///   - sourceLocation: the location of the call, for the issue that a test without the trait records.
public func playStory(
  to player: PlayerUnderTest, relaunched: (() throws -> PlayerUnderTest)? = nil,
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation
) async {
  guard let turn = StoryTurn.current else {
    Issue.record(
      "playStory needs a story: give the test the trait .everyStory()",
      sourceLocation: sourceLocation)
    return
  }
  guard turn.outcome == nil else {
    Issue.record(
      "a story can be played only once on a phone: a second player needs a separate test",
      sourceLocation: sourceLocation)
    return
  }
  turn.end(await turn.search.play(turn.acts, on: turn.phone, with: player, relaunched))
}

/// One story of a test.
private final class StoryTurn: Sendable {
  @TaskLocal static var current: StoryTurn?

  let acts: [StoryAct]
  let search: StorySearch
  let phone: SimulatedPhone
  let issues = NoticedIssues()
  private let state = Guarded<StoryOutcome?>(nil)

  init(acts: [StoryAct], search: StorySearch, phone: SimulatedPhone) {
    self.acts = acts
    self.search = search
    self.phone = phone
  }

  /// The outcome of the story; nil if the story has not been played yet.
  var outcome: StoryOutcome? { state.withLock { $0 } }

  func end(_ outcome: StoryOutcome) { state.withLock { $0 = outcome } }
}
