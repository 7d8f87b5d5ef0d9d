internal import AudioSession
internal import Foundation
internal import PhoneRuntime
internal import Realtime

/// A player as its user meets it, for `StorySearch`.
public struct PlayerUnderTest {
  let play: () -> Void
  let pause: () -> Void
  let showsPlaying: () -> Bool
  let comesToForeground: () -> Void

  /// A player.
  ///
  /// - Parameters:
  ///   - play: what its button to play does.
  ///   - pause: what its button to pause does.
  ///   - showsPlaying: whether its screen says that it plays.
  ///   - comesToForeground: what its scene's delegate does when it comes to the foreground.
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

/// Runs a player against every interruptor at every moment, and finds the shortest story that breaks
/// it.
///
///     let search = StorySearch(length: 4)
///     let story = try await search.shortestBreak { phone in
///       let player = try MusicPlayer(session: phone.app.session, audio: phone.app.player)
///       return PlayerUnderTest(
///         play: player.play, pause: player.pause, showsPlaying: { player.isPlaying })
///     }
///     #expect(story == nil)
///
/// All stories of one act are tried, then all of two, and so on, each on a phone of its own, so that the
/// first that breaks the player is as short as any. After each act the player has to be as its user
/// and Apple's guidelines want it: it plays when asked, goes on after an interruption that says so and
/// only then, stays silent when its headphones are unplugged or the user has paused it, and its screen
/// is right, in an interruption that is not Siri's, too. Source: Human Interface Guidelines, "Playing audio", and the pages "Handling audio
/// interruptions" and "Responding to audio session route changes".
///
/// It is a function, which suits XCTest as well as Swift Testing; the trait `everyStory`, for Swift Testing alone, is
/// in the library AudioSessionTestTraits.
public struct StorySearch: Sendable {
  /// How many acts a story has at most.
  public var length: Int
  /// What can happen.
  public var acts: [StoryAct]
  /// Whether the player goes on by the main actor, so that each act has to be waited for; slower.
  public var settles: Bool

  /// A search.
  ///
  /// - Parameters:
  ///   - length: how many acts a story has at most. Each one more takes some ten times as long.
  ///   - acts: what can happen.
  ///   - settles: whether the player goes on by the main actor, so that each act has to be waited for.
  public init(length: Int = 4, acts: [StoryAct] = StoryAct.all, settles: Bool = false) {
    self.length = length
    self.acts = acts
    self.settles = settles
  }

  /// Finds the shortest story that breaks a player.
  ///
  /// - Parameters:
  ///   - makePhone: makes a phone; by default of an app that may play in the background, which posts at a
  ///     center of its own.
  ///   - isolation: whose isolation the closures have: the caller's.
  ///   - makePlayer: makes a player on a phone, and again on the same phone when the app was launched anew; what
  ///     the one before observes has to go with it.
  /// - Returns: the story; nil if no story of at most `length` acts breaks the player.
  /// - Throws: what the closures throw.
  public func shortestBreak(
    on makePhone: () throws -> SimulatedPhone = StorySearch.standardPhone,
    isolation: isolated (any Actor)? = #isolation,
    _ makePlayer: @escaping (SimulatedPhone) throws -> PlayerUnderTest
  ) async throws -> BrokenStory? {
    try await firstBreak { story in
      // Only a closure that captures the isolation has it.
      _ = isolation
      let phone = try makePhone()
      return await play(story, on: phone, with: try makePlayer(phone)) { try makePlayer(phone) }
    }
  }

  /// Goes through the stories, the short ones first, of which those that are fine go on.
  ///
  /// - Parameters:
  ///   - isolation: whose isolation `attempt` has: the caller's.
  ///   - attempt: plays a story.
  /// - Returns: the first that breaks what it is played to.
  /// - Throws: what `attempt` throws.
  package func firstBreak(
    isolation: isolated (any Actor)? = #isolation,
    _ attempt: ([StoryAct]) async throws -> StoryOutcome
  ) async throws -> BrokenStory? {
    var stories: [[StoryAct]] = [[]]
    for round in 0..<max(0, length) {
      // The stories of the last round are many, and nothing is added to them.
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

  /// A phone of an app that may play in the background, with a notification center of its own.
  public static func standardPhone() throws -> SimulatedPhone {
    try SimulatedPhone(backgroundModes: .audio, notificationCenter: NotificationCenter())
  }

  /// Plays a story whose beginning is known to be fine.
  ///
  /// - Parameters:
  ///   - story: the acts; what comes after one that is not possible is left out.
  ///   - phone: a phone on which nothing has happened yet.
  ///   - player: a player on that phone.
  ///   - isolation: whose isolation the player has: the caller's.
  ///   - remake: makes the player anew when the app is launched again; nil where that cannot be, and then its
  ///     process does not end.
  /// - Returns: what becomes of the player.
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

/// What becomes of a player in a story.
package enum StoryOutcome: Sendable {
  /// One of the acts is not possible then.
  case impossible
  /// The player is as its user wants it.
  case fine
  /// Something is wrong, in words.
  case broken(String)
}

/// A story that breaks a player.
public struct BrokenStory: Hashable, Sendable, CustomStringConvertible {
  /// What happened, in order.
  public let acts: [String]
  /// What was wrong in the end.
  public let problem: String

  /// Such as `the user plays; a call rings; the call is declined: it is silent, although ...`.
  public var description: String { acts.joined(separator: "; ") + ": " + problem }
}

/// A phone, a player, and who judges it.
private final class Stage {
  let phone: SimulatedPhone
  /// The player; nil while the app's process is gone.
  private var player: PlayerUnderTest?
  private let remake: (() throws -> PlayerUnderTest)?
  private let judge: JudgeSink
  /// Why the player could not be made anew.
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

  /// Whether nothing is in the way, so that the player has to play when its user wants that, and its
  /// screen has to be right: some interruptions, such as Siri's, leave the choice to it.
  private var isFree: Bool {
    phone.snapshot.refusal(of: phone.app.id) == nil && phone.app.lifecycle.isRunning
      && !(phone.app.isInterrupted && judge.change { $0.isInterrupted })
      && phone.app.callPhases.isEmpty
  }

  /// Whether the app is interrupted and its user may look at it: not while Siri is on the screen, after
  /// which players commonly go on as if nothing had been.
  ///
  /// Source: page "Handling audio interruptions", whose `began` updates the user interface; Audio
  /// Session Programming Guide, Table 3-1, "update user interface". Siri's exception is our choice.
  private var isSeenInterrupted: Bool {
    phone.app.isInterrupted && phone.app.lifecycle.isRunning
      && phone.snapshot.state.device.siri == .off
  }

  /// Carries out the act on a phone.
  ///
  /// - Returns: false if it is not possible now.
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
      // One that the system has terminated, for a task that it leaked, is a fault by itself.
      guard player == nil, act.happens(on: phone) else { return false }
    case .phone(let body): guard happens(body) else { return false }
    }
    if hadCalls || !phone.app.callPhases.isEmpty { judge.change { $0.hostCall() } }
    makeAgain()
    return true
  }

  /// Something happens to the phone.
  ///
  /// - Returns: false if it is not possible now.
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

  /// The app runs again, launched by its user or by the system, and makes its objects anew: as soon as there are
  /// media services, without which no session can be set up.
  private func makeAgain() {
    guard player == nil, phone.app.lifecycle.isRunning, let remake,
      !phone.snapshot.state.device.isMediaServerDown
    else { return }
    do {
      player = try remake()
    } catch {
      failure = "the player cannot be made when the app is launched: \(error)"
    }
  }

  /// What is wrong now; nil if nothing is.
  var problem: String? {
    if let task = phone.app.leakedBackgroundTasks.first {
      return "it was terminated, because it has not ended its background task \"\(task)\""
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

/// Lets the judge know what follows from events.
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

  /// Whether a command to play has reached the app since this was last asked.
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
