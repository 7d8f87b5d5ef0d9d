import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// What is said of a silent app is true, also where the state does not hold what has happened.
@Suite struct ExplanationSilenceTests {
  private func references(_ scene: Scene) -> [RuleReference] {
    scene.phone.explain(.audible, for: 0).causes.map(\.reference)
  }

  private func facts(_ scene: Scene) -> [ExplainedFact] {
    scene.phone.explain(.audible, for: 0).causes.compactMap(\.fact)
  }

  // MARK: Whether it is heard

  @Test func `what is turned down to nothing is silent, by the volume`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput))
    #expect(scene.phone.explain(.audible, for: 0).verdict.hasSuffix("is heard"))
    try scene.play(.phone(.volumeSet(.media, 0)))
    #expect(scene.phone.explain(.audible, for: 0).verdict.hasSuffix("is silent"))
    #expect(facts(scene).contains(.volume(.media)))
  }

  // MARK: Whether it played

  @Test func `what played until it was unplugged was playing`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput),
      .phone(.portDisconnected(.headphones)))
    #expect(scene.phone.isInterrupted(0))
    #expect(!facts(scene).contains(.wasNotPlaying))
  }

  @Test func `what was paused before it was unplugged was not playing`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput), .app(0, .stopOutput),
      .phone(.portDisconnected(.headphones)))
    #expect(facts(scene).contains(.wasNotPlaying))
  }

  @Test func `what played until it was suspended was playing`() throws {
    var scene = try Scene(.playback, on: .iOS10)
    try scene.play(.app(0, .startOutput), .app(0, .enterBackground), .app(0, .suspend))
    #expect(scene.phone.isInterrupted(0))
    #expect(!facts(scene).contains(.wasNotPlaying))
    try scene.play(.app(0, .enterForeground), .app(0, .activate), .app(0, .suspend))
    #expect(facts(scene).contains(.wasNotPlaying))
  }

  // MARK: A call of its own

  @Test func `the hold of its own call is named`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callRang(.app(0))), .phone(.callAnswered), .app(0, .startOutput), .phone(.callHeld))
    let hold = ExplainedFact.call(Call(.held, host: .app(0)))
    #expect(references(scene).prefix(2) == [.fact(hold), .rule(.systemInterruption)])
    let losses = try #require(
      scene.phone.explain(.audible, for: 0).causes.first { $0.fact == .isInactiveForSomeReason })
    #expect(losses.statement.contains("by the hold"))
  }

  @Test func `a call taken off hold after a remote hang-up is said not to activate`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callRang(.app(0))), .phone(.callAnswered), .phone(.callRang(.phone)),
      .phone(.callAnswered))
    try scene.play(.phone(.callEndedRemotely()), .phone(.callUnheld))
    #expect(references(scene).contains(.option(PolicyOption[\.unholdReactivates])))
  }

  // MARK: After an interruption

  @Test func `that the end is not kept is said, with what it may have been`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(0, .startOutput), .app(1, .startOutput), .app(1, .deactivate()))
    #expect(facts(scene) == [.hasNotActivatedSinceEnd, .endIsNotKnown])
    #expect(
      Set(references(scene)).isSuperset(of: [
        .option(PolicyOption[\.noNotifyEffect]), .option(PolicyOption[\.siriHandover]),
        .rule(.interruptionEnd),
      ]))
  }

  @Test func `answers to policy options are those of the policy`() throws {
    var scene = try Scene(
      .playback, .playback,
      policy: ["noNotifyEffect": "endedWithoutOption", "siriHandover": "staysInterrupted"])
    try scene.play(.app(0, .startOutput), .app(1, .startOutput), .app(1, .deactivate()))
    let answer = scene.phone.explain(.audible, for: 0).causes.first {
      $0.reference == .option(PolicyOption[\.noNotifyEffect])
    }
    #expect(answer?.statement.hasSuffix("without shouldResume") == true)
    #expect(!references(scene).contains(.option(PolicyOption[\.siriHandover])))
  }

  @Test func `an end that waits in the mailbox is known`() throws {
    var scene = try Scene(.playback, policy: ["endedInBackground": "onForeground"])
    try scene.play(
      .app(0, .startOutput), .app(0, .enterBackground), .phone(.alarmFired),
      .phone(.alarmDismissed()))
    #expect(facts(scene).contains(.endWaitsForForeground))
  }

  @Test func `what could not go on now says so`() throws {
    var scene = try Scene(.playback, policy: ["backgroundResumption": "reject"])
    try scene.play(
      .app(0, .startOutput), .app(0, .enterBackground), .phone(.alarmFired),
      .phone(.alarmDismissed()))
    #expect(references(scene).contains(.check(.background)))
  }

  // MARK: Idle

  @Test(arguments: [
    [SessionEvent.app(0, .deactivate())],
    [.phone(.mediaServicesLost), .phone(.mediaServicesReset)],
    [.app(0, .suspend), .app(0, .enterForeground)],
  ])
  func `an inactive session is said to have been given up or lost`(
    events: [SessionEvent]
  ) throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput))
    for event in events { try scene.play(event) }
    #expect(references(scene) == [.fact(.isInactiveForSomeReason), .rule(.activation)])
  }

  @Test func `before suspension took sessions it is not said to`() throws {
    let scene = try Scene(.playback, on: .iOS8)
    #expect(!scene.phone.explain(.audible, for: 0).description.contains("R8"))
  }

  @Test func `a pause is said to be one, with what may have made it`() throws {
    var scene = try Scene(.playback, handling: [.pause])
    try scene.play(.app(0, .startOutput), .app(0, .stopOutput))
    #expect(
      references(scene) == [
        .fact(.isActiveAndIdle), .fact(.mayHaveStopped(byRemoteCommand: true)),
        .option(PolicyOption[\.unplugPauses]),
      ])
  }

  // MARK: Behind

  @Test(arguments: [OSVersion.iOS8, .iOS10, .iOS16, .iOS26])
  func `the want of the background mode is named wherever it silences`(system: OSVersion) throws {
    var app = AppState()
    app.configuration = .playback
    var setup = PhoneSetup(apps: [app])
    setup.system = system
    var phone = try Phone(setup)
    for event in [SessionEvent.app(0, .startOutput), .app(0, .enterBackground), .app(0, .suspend)] {
      _ = try phone.handle(event)
    }
    let said = phone.explain(.audible, for: 0).causes.compactMap(\.fact)
    #expect(said.contains(.lifecycle(0, .suspended)))
    #expect(said.contains(.lacksBackgroundMode))
  }

  @Test(arguments: [OSVersion.iOS8, .iOS10, .iOS16, .iOS26])
  func `an app that has the background mode gets no advice to add it`(system: OSVersion) throws {
    var scene = try Scene(.playback, on: system)
    try scene.play(.app(0, .startOutput), .app(0, .suspend))
    #expect(!facts(scene).contains(.lacksBackgroundMode))
    let isTaken = system.profile.suspensionDeactivates
    #expect(references(scene).contains(.rule(.suspension)) == isTaken)
    #expect(!references(scene).contains(.option(PolicyOption[\.deferredSuspend])))
  }

  @Test(arguments: [
    ("silenced", [SessionEvent.app(0, .enterBackground)]),
    ("silenced", [.app(0, .enterBackground), .app(0, .suspend)]),
    ("true", [.app(0, .enterBackground), .app(0, .suspend)]),
    ("false", [.app(0, .enterBackground)]),
  ])
  func `silence in the background names the option that decides about it`(
    answer: String, events: [SessionEvent]
  ) throws {
    var scene = try Scene(.ambient, policy: ["deferredSuspend": answer])
    try scene.play(.app(0, .startOutput))
    for event in events { try scene.play(event) }
    #expect(references(scene).last == .option(PolicyOption[\.deferredSuspend]))
  }

  @Test func `a background task names the option about background tasks`() throws {
    var scene = try Scene(.ambient)
    try scene.play(
      .app(0, .startOutput), .app(0, .setRuntimeAssertion(true)), .app(0, .enterBackground))
    #expect(references(scene).contains(.option(PolicyOption[\.taskKeepsSession])))
    #expect(!references(scene).contains(.option(PolicyOption[\.deferredSuspend])))
  }

  // MARK: Category and haptics

  @Test(arguments: [
    [SessionEvent.app(0, .startInput)], [.app(0, .startInput), .phone(.alarmFired)], [],
  ])
  func `that a category has no output comes first`(events: [SessionEvent]) throws {
    var scene = try Scene(.recording)
    for event in events { try scene.play(event) }
    #expect(references(scene).first == .category(.record))
  }

  @Test func `a haptic without the media services is linked to its verdict`() throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.mediaServicesLost))
    #expect(
      scene.phone.explain(.haptic, for: 0).causes.map(\.reference).prefix(2) == [
        .rule(.mediaServices), .fact(.mediaServicesAreDown),
      ])
  }
}
