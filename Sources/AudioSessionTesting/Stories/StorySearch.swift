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
/// is right. Source: Human Interface Guidelines, "Playing audio", and the pages "Handling audio
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
  ///   - makePlayer: makes a player on a phone.
  /// - Returns: the story; nil if no story of at most `length` acts breaks the player.
  /// - Throws: what the closures throw.
  public func shortestBreak(
    on makePhone: () throws -> SimulatedPhone = StorySearch.standardPhone,
    isolation: isolated (any Actor)? = #isolation,
    _ makePlayer: (SimulatedPhone) throws -> PlayerUnderTest
  ) async throws -> BrokenStory? {
    try await firstBreak { story in
      // Only a closure that captures the isolation has it.
      _ = isolation
      let phone = try makePhone()
      return await play(story, on: phone, with: try makePlayer(phone))
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
    for _ in 0..<max(0, length) {
      var longer: [[StoryAct]] = []
      for story in stories {
        for act in acts {
          let candidate = story + [act]
          switch try await attempt(candidate) {
          case .impossible: break
          case .fine: longer.append(candidate)
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
  /// - Returns: what becomes of the player.
  package func play(
    _ story: [StoryAct], on phone: SimulatedPhone, with player: PlayerUnderTest,
    isolation: isolated (any Actor)? = #isolation
  ) async -> StoryOutcome {
    let stage = Stage(phone, player)
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

/// Something that happens in a story.
public struct StoryAct: Sendable {
  enum Kind: Sendable {
    case play
    case pause
    case foreground
    case phone(@Sendable (SimulatedPhone) throws -> Void)
  }

  /// What happens, in words.
  public let words: String
  let kind: Kind

  private init(_ words: String, _ kind: Kind) {
    self.words = words
    self.kind = kind
  }

  /// Something that happens to the phone.
  ///
  /// - Parameters:
  ///   - words: what, in words.
  ///   - body: lets it happen; where it throws, it is not possible then, and nothing has changed.
  public init(_ words: String, _ body: @escaping @Sendable (SimulatedPhone) throws -> Void) {
    self.init(words, .phone(body))
  }

  /// The user, every interruptor with each of its ends, outputs that come and go, the background, the
  /// media services.
  public static let all: [StoryAct] = user + interruptors + surroundings

  /// What the user does.
  public static let user: [StoryAct] = [
    StoryAct("the user plays", .play), StoryAct("the user pauses", .pause),
    StoryAct("a headset asks to play") { try $0.send(.play) },
    StoryAct("a headset asks to pause") { try $0.send(.pause) },
  ]

  /// What interrupts, and how that ends.
  public static let interruptors: [StoryAct] = calls + alerts + siriAndOthers

  /// Every alert that begins and ends.
  private static let alerts: [StoryAct] = SystemAlert.allCases.flatMap { alert in
    [
      StoryAct("\(alert.source.who) begins") { try $0.begin(alert) },
      StoryAct("\(alert.source.who) ends") { try $0.end(alert) },
    ]
  }

  private static let calls: [StoryAct] = [
    StoryAct("a call rings") { try $0.receiveCall() },
    StoryAct("the call is declined") { try $0.declineCall() },
    StoryAct("the call is answered") { try $0.answerCall() },
    StoryAct("the call ends") { try $0.endCall() },
    StoryAct("the call ends without a notification") { try $0.endCall(.lost) },
  ]

  private static let siriAndOthers: [StoryAct] = [
    StoryAct("Siri appears") { try $0.summonSiri() },
    StoryAct("Siri leaves") { try $0.dismissSiri() },
    StoryAct("Siri leaves, without the right to resume") { try $0.dismissSiri(.notResumable) },
    StoryAct("another app plays") { try start($0.otherApp, []) },
    StoryAct("another app speaks, for which speech is interrupted") {
      try start($0.otherApp, .interruptSpokenAudioAndMixWithOthers)
    },
    StoryAct("the other app stops and says so") { phone in
      guard phone.otherApp.isActive else { throw ImpossibleAct() }
      try phone.otherApp.session.setActive(false, options: .notifyOthersOnDeactivation)
    },
    StoryAct("the other app stops and says nothing") { phone in
      guard phone.otherApp.isActive else { throw ImpossibleAct() }
      try phone.otherApp.session.setActive(false)
    },
  ]

  /// Everything else.
  public static let surroundings: [StoryAct] = [
    StoryAct("headphones are connected") { try $0.connect(.headphones) },
    StoryAct("the headphones are unplugged") { try $0.disconnect(.headphones) },
    StoryAct("the microphone is muted") { try $0.muteMicrophone() },
    StoryAct("the microphone is unmuted") { try $0.unmuteMicrophone() },
    StoryAct("the system suspends the app") { phone in
      // Not one that is on the screen or sounds behind it.
      let isIdle = !phone.app.player.isPlaying && phone.app.lifecycle == .background
      guard isIdle else { throw ImpossibleAct() }
      try phone.app.suspend()
    },
    StoryAct("the app goes to the background") { try $0.app.enterBackground() },
    StoryAct("the app comes to the foreground", .foreground),
    StoryAct("the background time is over") { phone in
      let (app, runtime) = (phone.app, phone.runtime)
      guard let end = runtime.backgroundTimeEnd(of: app.id) else { throw ImpossibleAct() }
      phone.advance(to: end)
    },
    StoryAct("the media services die") { try $0.loseMediaServices() },
    StoryAct("the media services are back") { try $0.resetMediaServices() },
  ]
}

/// Lets an app play with these options, if it is not active.
private func start(_ app: SimulatedApp, _ options: CategoryOptions) throws {
  guard !app.isActive else { throw ImpossibleAct() }
  try app.session.setCategory(.playback, options: options)
  try app.player.start()
}

/// Why an act is not possible at that moment.
private struct ImpossibleAct: Error {}

/// A phone, a player, and who judges it.
private final class Stage {
  let phone: SimulatedPhone
  private let player: PlayerUnderTest
  private let judge: JudgeSink

  init(_ phone: SimulatedPhone, _ player: PlayerUnderTest) {
    self.phone = phone
    self.player = player
    judge = JudgeSink(phone.app.id)
    phone.runtime.add(judge)
  }

  /// Whether nothing is in the way, so that the player has to play when its user wants that, and its
  /// screen has to be right: some interruptions, such as Siri's, leave the choice to it.
  private var isFree: Bool {
    phone.snapshot.refusal(of: phone.app.id) == nil && phone.app.lifecycle.isRunning
      && !(phone.app.isInterrupted && judge.change { $0.isInterrupted })
  }

  /// Carries out the act on a phone.
  ///
  /// - Returns: false if it is not possible now.
  func perform(_ act: StoryAct) -> Bool {
    switch act.kind {
    case .play:
      let isPossible = isFree
      judge.change { $0.play(isPossible: isPossible) }
      player.play()
    case .pause:
      judge.change { $0.pause() }
      player.pause()
    case .foreground:
      guard (try? phone.app.enterForeground()) != nil else { return false }
      judge.change { $0.comeToForeground() }
      player.comesToForeground()
    case .phone(let body):
      let isPossible = isFree
      guard (try? body(phone)) != nil else { return false }
      if judge.takePlayCommand() { judge.change { $0.play(isPossible: isPossible) } }
    }
    return true
  }

  /// What is wrong now; nil if nothing is.
  var problem: String? {
    if let task = phone.app.leakedBackgroundTasks.first {
      return "it was terminated, because it has not ended its background task \"\(task)\""
    }
    let isPlaying = phone.snapshot.isPlaying(phone.app.id)
    let showsPlaying = player.showsPlaying()
    let isFree = isFree
    return judge.change {
      $0.problem(isPlaying: isPlaying, showsPlaying: showsPlaying, isFree: isFree)
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
