import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Answers to developers' questions: the story, word for word, and the clause that applies.
@Suite struct ExplanationTaleTests {
  /// A phone with music, a game and maps, and its history.
  private struct Tale {
    var phone: Phone
    var history: SessionHistory

    /// Runs the events at their times in seconds.
    ///
    /// The apps handle play and pause if `handling` is true.
    init(
      _ configurations: [SessionConfiguration], handling: Bool = false,
      background: Bool = true, _ events: [(Double, SessionEvent)]
    ) throws {
      var setup = PhoneSetup(apps: [])
      setup.apps = zip(["music", "game", "maps"], configurations).map { name, configuration in
        var app = AppState()
        app.configuration = configuration
        app.hasBackgroundAudio = background
        if handling { app.remoteCommands = RemoteCommands([.play, .pause]) }
        return (name: name, state: app)
      }
      phone = try Phone(setup)
      history = SessionHistory(phone)
      for (seconds, event) in events {
        let before = phone
        let effects = try phone.handle(event)
        history.note(event, at: seconds, from: before, to: phone, effects)
      }
    }

    func answer(_ question: ExplainedQuestion, _ app: AppID = 0) -> Explanation {
      phone.explain(question, for: app, after: history)
    }
  }

  private func told(_ explanation: Explanation) -> [String] {
    explanation.story.map { "\($0.seconds) \($0.statement)" }
  }

  @Test func `music stays silent after a game that left without notifying`() throws {
    let tale = try Tale(
      [.playback, .solo],
      [(0, .app(0, .startOutput)), (2, .app(1, .activate)), (6, .app(1, .deactivate()))])
    let answer = tale.answer(.audible)
    #expect(answer.verdict == "music is silent")
    #expect(
      told(answer) == [
        "0.0 it started playing: it is heard",
        "2.0 game activated its own session: it is interrupted",
        "6.0 game deactivated its own session without notifyOthersOnDeactivation: its interruption "
          + "is over, and it is not notified",
      ])
    #expect(tale.answer(.interrupted).lines.contains("  because nothing interrupts its session"))
  }

  // Rule R17: after a reset of the media services, every session starts anew, with the default category, whether or not
  // it was active.
  @Test func `a story tells that a reset of the media services changed the category`() throws {
    let tale = try Tale(
      [.playback, .solo],
      [
        (3, .phone(.mediaServicesLost)), (5, .phone(.mediaServicesReset)),
        (6, .app(0, .enterBackground)), (7, .app(0, .startOutput)),
      ])
    let story = told(tale.answer(.audible))
    #expect(
      story.dropLast() == [
        "5.0 the media services were reset: its category became soloAmbient",
        "6.0 it went to the background",
      ])
    #expect(
      story.last?.hasPrefix(
        "7.0 it tried to play: refused with cannotStartPlaying (!pla), because ") == true)
    // The game had this category before.
    #expect(told(tale.answer(.audible, 1)).isEmpty)
    let active = try Tale(
      [.playback],
      [
        (0, .app(0, .startOutput)), (3, .phone(.mediaServicesLost)),
        (5, .phone(.mediaServicesReset)),
      ])
    #expect(
      told(active.answer(.activation)).last
        == "5.0 the media services were reset: its category became soloAmbient")
  }

  // Source: documentation of `setActive(_:options:)` and of the errors: a session in the background without the audio
  // mode may not start playing (`!pla`), and an alarm has a higher priority (`!pri`).
  @Test func `a story tells each refused activation and play, with the error and the reason`()
    throws
  {
    let tale = try Tale(
      [.playback, .recording], background: false,
      [
        (0, .app(0, .enterBackground)), (1, .app(0, .activate)), (2, .app(0, .startOutput)),
        (3, .app(0, .enterForeground)), (4, .phone(.alarmFired)), (5, .app(0, .startOutput)),
        (6, .app(0, .startInput)), (7, .app(1, .startOutput)),
      ])
    let background = "activation refuses an app in the background without the audio background mode"
    #expect(
      told(tale.answer(.audible)) == [
        "0.0 it went to the background",
        "1.0 it tried to activate its session: refused with cannotStartPlaying (!pla), because "
          + background,
        "2.0 it tried to play: refused with cannotStartPlaying (!pla), because \(background)",
        "3.0 it came to the foreground",
        "5.0 it tried to play: refused with insufficientPriority (!pri), because activation refuses a "
          + "session that does not mix while the alarm is ringing",
        "6.0 it tried to record: refused with incompatibleCategory (!cat), because category playback "
          + "does not have input",
      ])
    #expect(
      told(tale.answer(.activation, 1)) == [
        "7.0 it tried to play: refused with incompatibleCategory (!cat), because category record does "
          + "not have output"
      ])
  }

  // Source: "Handling audio interruptions": an app resumes at the end of an interruption with shouldResume. The app that
  // does not is silent from then on, whatever happens later.
  @Test(arguments: [
    [SessionEvent.phone(.locked), .app(0, .suspend)],
    [.app(0, .enterBackground), .app(0, .suspend)],
    [.app(0, .terminate)],
  ])
  func `a missed resumption precedes the suspension that came later`(later: [SessionEvent]) throws {
    let called: [SessionEvent] = [
      .app(0, .startOutput), .phone(.callRang(.phone)), .phone(.callDeclined()),
    ]
    func facts(_ events: [SessionEvent]) throws -> [ExplainedFact] {
      let tale = try Tale([.playback], background: false, events.map { (0, $0) })
      return tale.answer(.audible).causes.filter { $0.depth == 0 }.compactMap(\.fact)
    }
    #expect(try facts(called + later).first == .hasNotActivatedSinceEnd)
    #expect(try facts(called + later).count == 2)
    // An app that resumed is silent only because it was suspended.
    #expect(try facts(called + [.app(0, .startOutput)] + later).count == 1)
    // In the background, where an app without the audio mode may not play, it could not resume.
    guard later.count > 1 else { return }
    let events = called.prefix(1) + later.prefix(1) + called.dropFirst() + later.dropFirst()
    #expect(try facts(Array(events)) == [.lifecycle(0, .suspended)])
  }

  @Test func `an app that paused before its suspension is silent because it paused`() throws {
    let tale = try Tale(
      [.playback],
      [
        (0, .app(0, .startOutput)), (1, .app(0, .stopOutput)), (2, .app(0, .enterBackground)),
        (3, .app(0, .suspend)),
      ])
    #expect(
      tale.answer(.audible).causes.filter { $0.depth == 0 }.compactMap(\.fact)
        == [.hasStoppedItself, .lifecycle(0, .suspended)])
  }

  @Test func `an explanation of a ducked podcast names the prompt and its time`() throws {
    let tale = try Tale(
      [.mixing, .ducking], [(0, .app(0, .startOutput)), (3, .app(1, .activate))])
    let answer = tale.answer(.ducked)
    #expect(answer.verdict == "music is ducked")
    #expect(told(answer).last == "3.0 game activated its own session: it is ducked")
  }

  @Test func `a story tells a call from its ring to its end`() throws {
    let tale = try Tale(
      [.playback],
      [
        (0, .app(0, .startOutput)), (5, .phone(.callRang(.phone))), (7, .phone(.callAnswered)),
        (9, .phone(.callEnded())),
      ])
    #expect(
      told(tale.answer(.interrupted)) == [
        "5.0 a call rang: it is interrupted",
        "9.0 the call ended: its interruption is over, with shouldResume",
      ])
  }

  @Test func `another app is Now Playing because it started later`() throws {
    let tale = try Tale(
      [.playback, .playback], handling: true,
      [(0, .app(0, .startOutput)), (4, .app(1, .startOutput))])
    let answer = tale.answer(.nowPlaying)
    #expect(answer.verdict == "game is Now Playing, not music")
    #expect(
      told(answer) == [
        "0.0 it started playing: it is Now Playing",
        "4.0 game started playing: game is Now Playing",
      ])
    #expect(tale.answer(.nowPlaying, 1).verdict == "game is Now Playing")
  }

  @Test func `an app that mixes is not Now Playing, and another app receives its commands`() throws
  {
    let tale = try Tale(
      [.mixing, .playback], handling: true,
      [(0, .app(1, .startOutput)), (1, .app(0, .startOutput))])
    let answer = tale.answer(.remote)
    #expect(answer.verdict == "a remote command reaches game")
    #expect(answer.causes.compactMap(\.fact) == [.isNowPlaying(1), .mixes])
    #expect(
      tale.answer(.remote, 1).causes.contains { $0.statement == "it handles play, pause" })
  }

  @Test func `remote commands do not reach an app without handlers`() throws {
    let tale = try Tale([.playback], [(0, .app(0, .startOutput))])
    #expect(tale.answer(.nowPlaying).verdict == "no app is Now Playing")
    let answer = tale.answer(.remote)
    #expect(answer.verdict == "a remote command does not reach any app")
    #expect(answer.causes.compactMap(\.fact) == [.nobodyIsNowPlaying, .handlesNoCommands])
  }

  @Test func `the hint is set by music that does not mix, and not by music that does`() throws {
    let alone = try Tale(
      [.ambient, .playback], [(0, .app(0, .activate)), (2, .app(1, .startOutput))])
    let answer = alone.answer(.hint)
    #expect(answer.verdict == "secondaryAudioShouldBeSilencedHint is true for music")
    #expect(answer.causes.first?.statement == "game is playing and does not mix")
    #expect(told(answer) == ["2.0 game started playing: its hint says that other audio is playing"])
    let mixed = try Tale(
      [.ambient, .mixing], [(0, .app(0, .activate)), (2, .app(1, .startOutput))])
    #expect(
      mixed.answer(.hint).causes.compactMap(\.fact)
        == [.nobodyPlaysWithoutMixing, .isActiveAndMixes(1)])
  }

  @Test(arguments: [
    (
      SessionConfiguration.playback, true, SessionEvent.app(0, .enterBackground),
      "activation refuses an app in the background that neither mixes nor is Now Playing"
    ),
    (
      .playback, false, .app(0, .enterBackground),
      "activation refuses an app in the background without the audio background mode"
    ),
    (
      .ambient, true, .app(0, .enterBackground),
      "activation refuses an app in the background whose category does not allow background audio"
    ),
    (
      .mixedTalking, true, .app(0, .enterBackground),
      "activation refuses an app in the background that mixes and starts recording"
    ),
    (
      .playback, true, .phone(.alarmFired),
      "activation refuses a session that does not mix while the alarm is ringing"
    ),
    (
      .recording, true, .phone(.callStarted(.phone)),
      "activation refuses a category with input while a call that is not the app's own is active"
    ),
  ])
  func `a refusal states the clause that applies`(
    configuration: SessionConfiguration, background: Bool, event: SessionEvent, clause: String
  ) throws {
    let tale = try Tale([configuration], background: background, [(0, event)])
    #expect(tale.answer(.activation).causes.first?.statement == clause)
  }

  @Test func `an end without shouldResume is not blamed on an absent source`() throws {
    let left = SessionEvent.app(1, .deactivate([], noNotifyEffect: .endedWithoutOption))
    let tale = try Tale(
      [.playback, .playback],
      [(0, .app(0, .startOutput)), (1, .app(1, .startOutput)), (2, left)])
    let causes = tale.answer(.audible).causes
    #expect(causes.contains { $0.fact == .endedWithoutShouldResume(left) })
    #expect(!causes.contains { $0.statement.contains("was using the device") })
  }

  @Test func `merging the stories of several questions keeps each moment once`() throws {
    let tale = try Tale(
      [.mixing, .ducking], [(0, .app(0, .startOutput)), (3, .app(1, .activate))])
    let story = Explanation.story(of: [tale.answer(.ducked), tale.answer(.audible)])
    #expect(
      story.map(\.statement) == [
        "it started playing: it is heard", "game activated its own session: it is ducked",
      ])
  }

  @Test func `sources are omitted unless requested`() throws {
    let tale = try Tale(
      [.playback, .playback], [(0, .app(0, .startOutput)), (1, .app(1, .activate))])
    let answer = tale.answer(.interrupted)
    #expect(
      answer.lines(withSources: false).last
        == "      because a session that does not mix interrupts other sessions that do not mix (rule R2)"
    )
    #expect(answer.lines.last?.contains("Table B-1") == true)
  }
}
