import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Explanations name every cause that keeps an app silent or suppresses a haptic.
@Suite struct ExplanationCauseTests {
  private func references(_ question: ExplainedQuestion, _ scene: Scene) -> [RuleReference] {
    scene.phone.explain(question, for: 0).causes.map(\.reference)
  }

  @Test(arguments: [
    (SessionEvent.app(0, .setOutputMuted(true)), RuleReference.fact(.hasMutedItself)),
    (.app(0, .stopOutput), .fact(.isActiveAndIdle)),
    (.phone(.mediaServicesLost), .fact(.mediaServicesAreDown)),
    (.app(0, .deactivate()), .rule(.activation)),
    (.phone(.alarmFired), .fact(.system(.alarm))), (.phone(.timerFired), .fact(.system(.timer))),
    (.phone(.siriBegan), .fact(.system(.siri))),
    (.phone(.emergencyBegan), .fact(.system(.emergency))),
    (.app(0, .setCategory(.record)), .fact(.isActiveAndIdle)),
    (.app(0, .terminate), .fact(.lifecycle(0, .terminated))),
    (.app(0, .suspend), .fact(.lifecycle(0, .suspended))),
  ])
  func `every cause of an app's silence is named`(event: SessionEvent, cause: RuleReference) throws
  {
    var scene = try Scene(.talking)
    try scene.play(.app(0, .startOutput), event)
    #expect(references(.audible, scene).contains(cause))
  }

  @Test func `a category without output is named`() throws {
    var scene = try Scene(.recording)
    try scene.play(.app(0, .startInput))
    #expect(references(.audible, scene).first == .category(.record))
  }

  @Test func `an interruption that has ended is still the reason for silence`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.alarmFired), .phone(.alarmDismissed()))
    #expect(references(.audible, scene).contains(.fact(.hasNotActivatedSinceEnd)))
    #expect(references(.audible, scene).last == .rule(.interruptionEnd))
  }

  @Test func `the explanation says that an app was not playing when it was interrupted`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .activate), .phone(.alarmFired))
    #expect(references(.audible, scene).contains(.fact(.wasNotPlaying)))
  }

  @Test
  func `a locked screen silences an app because of its category or its missing background mode`()
    throws
  {
    var game = try Scene(.ambient, policy: ["deferredSuspend": "false"])
    try game.play(.app(0, .startOutput), .phone(.locked))
    #expect(
      references(.audible, game) == [
        .fact(.lifecycle(0, .suspended)), .fact(.screenIsLocked), .rule(.suspension),
        .category(.ambient), .option(PolicyOption[\.deferredSuspend]),
      ])
    var app = AppState()
    app.configuration = .playback
    var setup = PhoneSetup(apps: [app])
    setup.policy.deferredSuspend = .no
    var phone = try Phone(setup)
    _ = try phone.handle(.app(0, .startOutput))
    _ = try phone.handle(.phone(.locked))
    #expect(
      phone.explain(.audible, for: 0).causes.map(\.reference) == [
        .fact(.lifecycle(0, .suspended)), .fact(.screenIsLocked), .rule(.suspension),
        .fact(.lacksBackgroundMode), .option(PolicyOption[\.deferredSuspend]),
      ])
  }

  @Test func `an explanation says why an app is heard while the screen is locked`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.locked))
    #expect(scene.phone.explain(.audible, for: 0).verdict.hasSuffix("is heard"))
    #expect(references(.audible, scene).last == .category(.playback))
  }

  @Test func `hosting a call explains why an app is heard in the background`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callRang(.app(0))), .phone(.callAnswered), .app(0, .startOutput),
      .app(0, .enterBackground))
    #expect(references(.audible, scene).contains(.fact(.hostsActiveCall(0))))
  }

  @Test func `silence by another app's recording is explained down to the policy option`() throws {
    var scene = try Scene(.mixing, .recording)
    try scene.play(.app(0, .startOutput), .app(1, .startInput))
    #expect(
      references(.audible, scene) == [
        .fact(.records(1)), .category(.record), .option(PolicyOption[\.recordAndMixablePeers]),
      ])
  }

  @Test(arguments: [
    (SessionEvent.phone(.settingsChanged([])), "hapticsOff", ExplainedFact.hapticsAreOff),
    (.app(0, .enterBackground), "background", .lifecycle(0, .background)),
    (.app(0, .setCaptures(.camera)), "capture", .captures),
    (.app(0, .startInput), "recording", .mutesHaptics(0)),
    (.phone(.alarmFired), "interrupted", .system(.alarm)),
    (.phone(.mediaServicesLost), "interrupted", .mediaServicesAreDown),
  ])
  func `every cause that suppresses a haptic is named`(
    event: SessionEvent, reason: String, fact: ExplainedFact
  ) throws {
    var scene = try Scene(.talking, policy: ["captureGuard": "suppress"])
    try scene.play(.app(0, .activate), event)
    #expect(
      scene.phone.explain(.haptic, for: 0).verdict.hasSuffix("would be suppressed: \(reason)"))
    #expect(references(.haptic, scene).contains(.fact(fact)))
  }

  @Test(arguments: [
    (SessionEvent.phone(.alarmFired), ExplainedFact.system(.alarm)),
    (.phone(.callRang(.phone)), .calls),
    (.phone(.emergencyBegan), .system(.emergency)),
  ])
  func `every cause that prevents the engine of an inactive app from starting is named`(
    event: SessionEvent, fact: ExplainedFact
  ) throws {
    var scene = try Scene(.solo)
    try scene.play(event)
    #expect(scene.phone.hapticVerdict(for: 0) == .suppressed(.interrupted))
    #expect(references(.haptic, scene).contains(.fact(fact)))
  }

  // Source: page of `setActive(_:options:)`: a session that mixes can be activated beside one of higher priority. Apple
  // does not publish what engines do then, so the explanation must say that the answer is our own.
  @Test func `an explanation of a haptic while a call rings names the difference and its evidence`()
    throws
  {
    func causes(_ configuration: SessionConfiguration, _ events: [SessionEvent]) throws -> [Cause] {
      var scene = try Scene(configuration)
      for event in events { try scene.play(event) }
      return scene.phone.explain(.haptic, for: 0).causes
    }
    let published = "nothing is published about starting an engine"
    let ring = SessionEvent.phone(.callRang(.phone))
    let inactive = try causes(.mixing, [ring])
    #expect(inactive.contains { $0.reference == .check(.systemOwnsOutput) }, "\(inactive)")
    #expect(inactive.contains { $0.description.contains(published) })
    let interrupted = try causes(.mixing, [.app(0, .activate), ring])
    let again = interrupted.first { $0.statement.contains("activates its session again") }
    #expect(again?.description.contains(published) == true, "\(interrupted)")
    // A session that does not mix cannot be activated while the call rings.
    let solo = try causes(.solo, [.app(0, .activate), ring])
    #expect(!solo.contains { $0.statement.contains("activates its session again, which") })
    #expect(try !causes(.mixing, []).contains { $0.description.contains(published) })
  }

  @Test func `an explanation of an attenuated haptic names the sensor and the option`() throws {
    var scene = try Scene(.playback, policy: ["captureGuard": "attenuate"])
    #expect(!references(.haptic, scene).contains(.fact(.captures)))
    try scene.play(.app(0, .setCaptures(.gyroscope)))
    #expect(scene.phone.explain(.haptic, for: 0).verdict.hasSuffix("would be played"))
    #expect(references(.haptic, scene).contains(.fact(.captures)))
    #expect(references(.haptic, scene).contains(.option(PolicyOption[\.captureGuard])))
  }

  @Test func `a phone without haptics is named as the cause`() throws {
    var device = DeviceState()
    device.supportsHaptics = false
    let scene = try Scene(.playback, device: device)
    #expect(references(.haptic, scene) == [.fact(.hasNoHaptics)])
  }

  @Test func `an active session with input mutes haptics under a policy option`() throws {
    var scene = try Scene(.talking, policy: ["hapticsMutedBy": "inputCategory"])
    try scene.play(.app(0, .activate))
    #expect(references(.haptic, scene).first == .fact(.mutesHaptics(0)))
    #expect(references(.haptic, scene).last == .option(PolicyOption[\.hapticsMutedBy]))
  }

  @Test(arguments: [
    (
      SessionConfiguration.recording,
      [SessionEvent.phone(.callRang(.phone)), .phone(.callAnswered)], "!pri"
    ),
    (.recording, [.phone(.siriBegan), .phone(.siriRecorded)], "siri"),
    (.playback, [.phone(.mediaServicesLost)], "msrv"),
    (.playback, [.app(0, .expireSession)], "!ses"),
    (.ambient, [.app(0, .enterBackground)], "!pla"),
    (.playback, [.app(0, .enterBackground)], "!int"),
    (.mixedTalking, [.app(0, .enterBackground)], "!rec"),
  ])
  func `a refusal ends with its error, and its causes with a fact`(
    configuration: SessionConfiguration, events: [SessionEvent], code: String
  ) throws {
    var scene = try Scene(configuration)
    for event in events { try scene.play(event) }
    let explanation = scene.phone.explain(.activation, for: 0)
    #expect(explanation.verdict.contains("cannot be activated: "))
    #expect(explanation.verdict.hasSuffix(" (\(code))"))
    #expect(explanation.causes.contains { $0.depth == 1 && $0.fact != nil })
  }

  @Test func `a refusal after a phone call names the call and the option`() throws {
    var scene = try Scene(.playback, policy: ["refusalAfterCall": "fourSeconds"])
    try scene.play(.phone(.callStarted(.phone)), .phone(.callEnded()))
    let causes = scene.phone.explain(.activation, for: 0).causes
    #expect(causes.map(\.reference) == [.check(.callAudio), .fact(.callAudioIsClosing)])
    #expect(causes.first?.statement == "activation refuses for 4 s after a call of the Phone app")
    #expect(causes.first?.evidence.options == ["refusalAfterCall"])
  }
}
