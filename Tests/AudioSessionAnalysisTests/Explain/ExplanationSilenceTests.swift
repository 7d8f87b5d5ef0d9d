import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Explanations of a silent app are true, even if the state does not hold its history.
@Suite struct ExplanationSilenceTests {
  private func references(_ scene: Scene) -> [RuleReference] {
    scene.phone.explain(.audible, for: 0).causes.map(\.reference)
  }

  private func facts(_ scene: Scene) -> [ExplainedFact] {
    scene.phone.explain(.audible, for: 0).causes.compactMap(\.fact)
  }

  // MARK: Whether it is heard

  @Test func `an app at volume 0 is silent because of the volume`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput))
    #expect(scene.phone.explain(.audible, for: 0).verdict.hasSuffix("is heard"))
    try scene.play(.phone(.volumeSet(.media, 0)))
    #expect(scene.phone.explain(.audible, for: 0).verdict.hasSuffix("is silent"))
    #expect(facts(scene).contains(.volume(.media)))
  }

  // MARK: Whether it played

  @Test func `an app that played until its output was unplugged was playing`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput),
      .phone(.portDisconnected(.headphones)))
    #expect(scene.phone.isInterrupted(0))
    #expect(!facts(scene).contains(.wasNotPlaying))
  }

  @Test func `an app that paused before its output was unplugged was not playing`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput), .app(0, .stopOutput),
      .phone(.portDisconnected(.headphones)))
    #expect(facts(scene).contains(.wasNotPlaying))
  }

  @Test func `an app that played until it was suspended was playing`() throws {
    var scene = try Scene(.playback, on: .iOS10)
    try scene.play(.app(0, .startOutput), .app(0, .enterBackground), .app(0, .suspend))
    #expect(scene.phone.isInterrupted(0))
    #expect(!facts(scene).contains(.wasNotPlaying))
    try scene.play(.app(0, .enterForeground), .app(0, .activate), .app(0, .suspend))
    #expect(facts(scene).contains(.wasNotPlaying))
  }

  // MARK: The app's own call

  @Test func `an explanation names the hold of the app's own call`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callRang(.app(0))), .phone(.callAnswered), .app(0, .startOutput), .phone(.callHeld))
    let hold = ExplainedFact.call(Call(.held, host: .app(0)))
    #expect(references(scene).prefix(2) == [.fact(hold), .rule(.systemInterruption)])
    let losses = try #require(
      scene.phone.explain(.audible, for: 0).causes.first { $0.fact == .isInactiveForSomeReason })
    #expect(losses.statement.contains("through a call on hold"))
  }

  @Test func `taking a call off hold after a remote hang-up does not activate the session`() throws
  {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callRang(.app(0))), .phone(.callAnswered), .phone(.callRang(.phone)),
      .phone(.callAnswered))
    try scene.play(.phone(.callEndedRemotely()), .phone(.callUnheld))
    #expect(references(scene).contains(.option(PolicyOption[\.unholdReactivates])))
  }

  // MARK: After an interruption

  @Test func `an end that the state does not record is explained by its possible causes`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(0, .startOutput), .app(1, .startOutput), .app(1, .deactivate()))
    #expect(facts(scene) == [.hasNotActivatedSinceEnd, .endIsNotKnown])
    #expect(
      Set(references(scene)).isSuperset(of: [
        .option(PolicyOption[\.noNotifyEffect]), .option(PolicyOption[\.siriHandover]),
        .rule(.interruptionEnd),
      ]))
  }

  @Test func `an explanation states the answers of the policy in use`() throws {
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

  @Test func `an end that waits in the mailbox is reported`() throws {
    var scene = try Scene(.playback, policy: ["endedInBackground": "onForeground"])
    try scene.play(
      .app(0, .startOutput), .app(0, .enterBackground), .phone(.alarmFired),
      .phone(.alarmDismissed()))
    #expect(facts(scene).contains(.endWaitsForForeground))
  }

  @Test func `the explanation names the check that would refuse resuming now`() throws {
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
  func `the inactivity of a session is explained by its possible causes`(
    events: [SessionEvent]
  ) throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput))
    for event in events { try scene.play(event) }
    #expect(references(scene) == [.fact(.isInactiveForSomeReason), .rule(.activation)])
  }

  @Test func `suspension is not named on versions where it does not end sessions`() throws {
    let scene = try Scene(.playback, on: .iOS8)
    #expect(!scene.phone.explain(.audible, for: 0).description.contains("R8"))
  }

  @Test func `a pause is explained by its possible causes`() throws {
    var scene = try Scene(.playback, handling: [.pause])
    try scene.play(.app(0, .startOutput), .app(0, .stopOutput))
    #expect(
      references(scene) == [
        .fact(.isActiveAndIdle), .fact(.mayHaveStopped(byRemoteCommand: true)),
        .option(PolicyOption[\.unplugPauses]),
      ])
  }

  // MARK: In the background

  @Test(arguments: [OSVersion.iOS8, .iOS10, .iOS16, .iOS26])
  func `a missing background mode is named wherever it causes silence`(system: OSVersion) throws {
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
  func `an app that has the background mode is not advised to add it`(system: OSVersion) throws {
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
  func `silence in the background names the option that decides it`(
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
  func `a category without output is the first cause`(events: [SessionEvent]) throws {
    var scene = try Scene(.recording)
    for event in events { try scene.play(event) }
    #expect(references(scene).first == .category(.record))
  }

  @Test func `a haptic that is suppressed without media services names them as the cause`() throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.mediaServicesLost))
    #expect(
      scene.phone.explain(.haptic, for: 0).causes.map(\.reference).prefix(2) == [
        .rule(.mediaServices), .fact(.mediaServicesAreDown),
      ])
  }
}
