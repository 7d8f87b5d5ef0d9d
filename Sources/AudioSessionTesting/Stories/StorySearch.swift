internal import AudioSession
internal import Foundation
internal import PhoneRuntime
internal import Realtime

/// A player from its user's point of view, for `StorySearch`.
public struct PlayerUnderTest {
  let play: () -> Void
  let pause: () -> Void
  let showsPlaying: () -> Bool
  let comesToForeground: () -> Void

  /// Creates a player under test.
  ///
  /// - Parameters:
  ///   - play: the action of its play button.
  ///   - pause: the action of its pause button.
  ///   - showsPlaying: whether its screen shows that it is playing.
  ///   - comesToForeground: what its scene delegate does when the scene comes to the foreground.
  public init(
    play: @escaping () -> Void, pause: @escaping () -> Void,
    showsPlaying: @escaping () -> Bool, comesToForeground: @escaping () -> Void = {}
  ) {
    self.play = play
    self.pause = pause
    self.showsPlaying = showsPlaying
    self.comesToForeground = comesToForeground
  }
}

/// Tests a player with every interruption at every moment, and finds the shortest story (a sequence of acts) that
/// breaks the player.
///
///     let search = StorySearch(length: 4)
///     let story = try await search.shortestBreak { phone in
///       let player = try MusicPlayer(session: phone.app.session, audio: phone.app.player)
///       return PlayerUnderTest(
///         play: player.play, pause: player.pause, showsPlaying: { player.isPlaying })
///     }
///     #expect(story == nil)
///
/// The search tries all stories of one act, then all stories of two acts, and so on, each on a new phone. So no story
/// that breaks the player is shorter than the first one found. After each act, the player must satisfy the expectations
/// of its user and Apple's guidelines. The player plays when asked. It resumes after an interruption if and only if the
/// end allows it. It stays silent when its headphones are unplugged or the user has paused it. Its screen is correct,
/// even during an interruption, except for an interruption by Siri. Source: Human Interface Guidelines, "Playing
/// audio", and the pages "Handling audio interruptions" and "Responding to audio session route changes".
///
/// The search is a plain type, so it works with both XCTest and Swift Testing. The library AudioSessionTestTraits
/// provides the trait `everyStory`, which works only with Swift Testing.
public struct StorySearch: Sendable {
  /// The maximum number of acts in a story.
  public var length: Int
  /// The acts that can happen.
  public var acts: [StoryAct]
  /// Whether to wait after each act because the player responds on the main actor.
  ///
  /// Waiting is slower.
  public var settles: Bool

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - length: the maximum number of acts in a story. Each additional act takes about ten times as long.
  ///   - acts: the acts that can happen.
  ///   - settles: whether to wait after each act because the player responds on the main actor.
  public init(length: Int = 4, acts: [StoryAct] = StoryAct.all, settles: Bool = false) {
    self.length = length
    self.acts = acts
    self.settles = settles
  }

  /// Finds the shortest story that breaks a player.
  ///
  /// - Parameters:
  ///   - makePhone: creates a phone; by default, a phone with an app that may play in the background and posts to a
  ///     separate notification center.
  ///   - isolation: the closures' isolation, which is the caller's.
  ///   - makePlayer: creates a player on a phone, and another on the same phone after the app was launched again. The
  ///     observations of the previous player must have ended by then.
  /// - Returns: the story; nil if no story of at most `length` acts breaks the player.
  /// - Throws: the errors of the closures.
  public func shortestBreak(
    on makePhone: () throws -> SimulatedPhone = StorySearch.standardPhone,
    isolation: isolated (any Actor)? = #isolation,
    _ makePlayer: @escaping (SimulatedPhone) throws -> PlayerUnderTest
  ) async throws -> BrokenStory? {
    try await firstBreak { story in
      // Only a closure that captures the isolation parameter runs in that isolation.
      _ = isolation
      let phone = try makePhone()
      return await play(story, on: phone, with: try makePlayer(phone)) { try makePlayer(phone) }
    }
  }

  /// Tries the stories, shortest first, and extends the stories that do not break the player.
  ///
  /// - Parameters:
  ///   - isolation: the isolation of `attempt`, which is the caller's.
  ///   - attempt: plays a story.
  /// - Returns: the first story that breaks the player.
  /// - Throws: the errors of `attempt`.
  package func firstBreak(
    isolation: isolated (any Actor)? = #isolation,
    _ attempt: ([StoryAct]) async throws -> StoryOutcome
  ) async throws -> BrokenStory? {
    var stories: [[StoryAct]] = [[]]
    for round in 0..<max(0, length) {
      // The last round has many stories, and they are not extended.
      let isLast = round == length - 1
      var longer: [[StoryAct]] = []
      for story in stories {
        for act in acts {
          let candidate = story + [act]
          switch try await attempt(candidate) {
          case .impossible: break
          case .fine: if !isLast { longer.append(candidate) }
          case .broken(let problem):
            return BrokenStory(acts: candidate.map(\.words), problem: problem)
          }
        }
      }
      stories = longer
    }
    return nil
  }

  /// Creates a phone with an app that may play in the background, and a separate notification center.
  public static func standardPhone() throws -> SimulatedPhone {
    try SimulatedPhone(backgroundModes: .audio, notificationCenter: NotificationCenter())
  }

  /// Plays a story whose acts before the last are known not to break the player.
  ///
  /// - Parameters:
  ///   - story: the acts. The acts after an impossible act are omitted.
  ///   - phone: a new phone.
  ///   - player: a player on that phone.
  ///   - isolation: the player's isolation, which is the caller's.
  ///   - remake: creates the player again when the app is launched again; nil if that is impossible, in which case the
  ///     app's process does not end.
  /// - Returns: the outcome for the player.
  package func play(
    _ story: [StoryAct], on phone: SimulatedPhone, with player: PlayerUnderTest,
    isolation: isolated (any Actor)? = #isolation,
    _ remake: (() throws -> PlayerUnderTest)? = nil
  ) async -> StoryOutcome {
    let stage = Stage(phone, player, remake)
    for act in story {
      guard stage.perform(act) else { return .impossible }
      if settles { await phone.settle() }
    }
    return stage.problem.map(StoryOutcome.broken) ?? .fine
  }
}

/// The outcome of a story for a player.
package enum StoryOutcome: Sendable {
  /// One of the acts is impossible at that moment.
  case impossible
  /// The player satisfies the expectations.
  case fine
  /// The player has a problem, described in words.
  case broken(String)
}

/// A story that breaks a player.
public struct BrokenStory: Hashable, Sendable, CustomStringConvertible {
  /// The acts, in order.
  public let acts: [String]
  /// The problem after the last act.
  public let problem: String

  /// The story and the problem.
  ///
  /// An example is `the user plays; a call rings; the call is declined: it is silent, although ...`.
  public var description: String { acts.joined(separator: "; ") + ": " + problem }
}

/// A phone, a player and the player's judge.
private final class Stage {
  let phone: SimulatedPhone
  /// The player; nil after the app's process has ended.
  private var player: PlayerUnderTest?
  private let remake: (() throws -> PlayerUnderTest)?
  private let judge: JudgeSink
  /// The reason why the player could not be created again.
  private var failure: String?

  init(
    _ phone: SimulatedPhone, _ player: PlayerUnderTest,
    _ remake: (() throws -> PlayerUnderTest)?
  ) {
    self.phone = phone
    self.player = player
    self.remake = remake
    judge = JudgeSink(phone.app.id)
    phone.runtime.add(judge)
  }

  /// Whether nothing prevents the player from playing.
  ///
  /// In that case, it must play when its user wants it to, and its screen must be correct. Some interruptions, such as
  /// those by Siri, leave the choice to the player.
  private var isFree: Bool {
    phone.snapshot.refusal(of: phone.app.id) == nil && phone.app.lifecycle.isRunning
      && !(phone.app.isInterrupted && judge.change { $0.isInterrupted })
      && phone.app.callPhases.isEmpty
  }

  /// Whether the app is interrupted and its user may look at it.
  ///
  /// Siri on the screen is ignored, because players commonly continue after Siri as if nothing had happened.
  ///
  /// Source: page "Handling audio interruptions", whose `began` updates the user interface; Audio Session Programming
  /// Guide, Table 3-1, "update user interface". The exception for Siri is our choice.
  private var isSeenInterrupted: Bool {
    phone.app.isInterrupted && phone.app.lifecycle.isRunning
      && phone.snapshot.state.device.siri == .off
  }

  /// Performs the act on the phone.
  ///
  /// - Returns: false if the act is impossible now.
  func perform(_ act: StoryAct) -> Bool {
    let hadCalls = !phone.app.callPhases.isEmpty
    switch act.kind {
    case .play:
      guard let player else { return false }
      let isPossible = isFree
      judge.change { $0.play(isPossible: isPossible) }
      player.play()
    case .pause:
      guard let player else { return false }
      judge.change { $0.pause() }
      player.pause()
    case .terminate:
      guard player != nil, remake != nil, act.happens(on: phone) else { return false }
      player = nil
      judge.change { $0.endProcess() }
    case .launch:
      // If the system has terminated the app because of a leaked task, that alone is a fault.
      guard player == nil, act.happens(on: phone) else { return false }
    case .phone(let body): guard happens(body) else { return false }
    }
    if hadCalls || !phone.app.callPhases.isEmpty { judge.change { $0.hostCall() } }
    makeAgain()
    return true
  }

  /// Performs an act that happens to the phone.
  ///
  /// - Returns: false if the act is impossible now.
  private func happens(_ body: (SimulatedPhone) throws -> Void) -> Bool {
    let (isPossible, was) = (isFree, phone.app.lifecycle)
    guard (try? body(phone)) != nil else { return false }
    if was != .foreground, phone.app.lifecycle == .foreground {
      judge.change { $0.comeToForeground() }
      player?.comesToForeground()
    }
    if judge.takePlayCommand() { judge.change { $0.play(isPossible: isPossible) } }
    return true
  }

  /// Creates the app's objects again when the app runs again, whether the user or the system has launched it.
  ///
  /// This waits for the media services, which every session needs.
  private func makeAgain() {
    guard player == nil, phone.app.lifecycle.isRunning, let remake,
      !phone.snapshot.state.device.isMediaServerDown
    else { return }
    do {
      player = try remake()
    } catch {
      failure = "the player could not be created when the app was launched: \(error)"
    }
  }

  /// The present problem, or nil.
  var problem: String? {
    if let task = phone.app.leakedBackgroundTasks.first {
      return "it was terminated because it did not end its background task \"\(task)\""
    }
    if let failure { return failure }
    let isPlaying = phone.snapshot.isPlaying(phone.app.id)
    let showsPlaying = player?.showsPlaying() ?? false
    let (isFree, isSeen) = (isFree, isSeenInterrupted)
    return judge.change {
      $0.problem(
        isPlaying: isPlaying, showsPlaying: showsPlaying, isFree: isFree,
        isSeenInterrupted: isSeen)
    }
  }
}

/// Passes the effects of events to the judge.
private final class JudgeSink: PhoneSink {
  private struct State: Sendable {
    var judge = StoryJudge()
    var hasPlayCommand = false
  }

  private let app: AppID
  private let state = Guarded(State())

  init(_ app: AppID) { self.app = app }

  func change<Value: Sendable>(_ body: (inout StoryJudge) -> Value) -> Value {
    state.withLock { body(&$0.judge) }
  }

  /// Returns whether a play command has reached the app since the last call.
  func takePlayCommand() -> Bool {
    state.withLock { state in
      defer { state.hasPlayCommand = false }
      return state.hasPlayCommand
    }
  }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    guard case .effect(let effect) = report else { return }
    state.withLock { state in
      if case .remoteCommand(app, .play) = effect { state.hasPlayCommand = true }
      state.judge.follow(effect, of: app)
    }
  }
}
