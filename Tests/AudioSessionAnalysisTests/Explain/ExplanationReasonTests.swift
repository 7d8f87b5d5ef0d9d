import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Every explanation names the reason that decides, and a rule that covers it.
@Suite struct ExplanationReasonTests {
  private func references(
    _ question: ExplainedQuestion, _ scene: Scene, app: AppID = 0
  ) -> [RuleReference] {
    scene.phone.explain(question, for: app).causes.map(\.reference)
  }

  private func call(_ host: CallHost, _ phase: CallPhase) -> RuleReference {
    .fact(.call(Call(phase, host: host)))
  }

  // MARK: Activation

  @Test func `the app's own held call is not described as another app's call`() throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callRang(.app(0))), .phone(.callAnswered), .phone(.callHeld))
    #expect(
      references(.activation, scene) == [
        .check(.foreignCall), .category(.playAndRecord), call(.app(0), .held),
      ])
  }

  @Test func `a refusal names only the calls that cause it`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callRang(.phone)), .phone(.callAnswered), .phone(.callRang(.app(0))),
      .app(0, .deactivate()))
    let said = references(.activation, scene)
    #expect(said.first == .check(.foreignCall))
    #expect(said.contains(call(.phone, .active)))
    #expect(!said.contains(call(.app(0), .ringing)))
  }

  // MARK: Interruptions

  @Test func `an explanation names the banner and the preference not to be interrupted`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .phone(.callStyleSet(.banner)),
      .app(0, .setPreference(.noInterruptionsFromSystemAlerts, true)),
      .app(0, .startOutput), .phone(.callRang(.phone)))
    #expect(
      references(.interrupted, scene) == [
        .fact(.isNotInterrupted), .interruptor(.incomingCall), .fact(.prefersNoInterruptions),
      ])
  }

  @Test func `hosting a call explains why nothing interrupts the app`() throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callRang(.app(0))), .phone(.callAnswered))
    #expect(references(.interrupted, scene).contains(.fact(.hostsActiveCall(0))))
  }

  @Test func `a policy option exempts sessions that mix from system interruptions`() throws {
    var scene = try Scene(.mixing, policy: ["systemInterruptsMixable": "false"])
    try scene.play(.app(0, .startOutput), .phone(.alarmFired))
    #expect(
      references(.interrupted, scene).contains(
        .option(PolicyOption[\.systemInterruptsMixable])))
  }

  @Test func `a session activated during a call is explained by its lack of input`() throws {
    var scene = try Scene(.playback)
    try scene.play(.phone(.callRang(.phone)), .phone(.callAnswered), .app(0, .activate))
    #expect(references(.interrupted, scene).contains(.check(.foreignCall)))
  }

  @Test func `an app that loses its output is interrupted because it is Now Playing`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput),
      .phone(.portDisconnected(.headphones)))
    #expect(
      references(.interrupted, scene) == [
        .interruptor(.routeLoss), .fact(.system(.routeLoss)), .rule(.route),
        .fact(.isNowPlaying(0)),
      ])
  }

  @Test func `a policy option widens the interruption by the loss of an output`() throws {
    var asked = try Scene(.playback, policy: ["interruptionOnRouteDisconnect": "documentation"])
    try asked.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput),
      .phone(.portDisconnected(.headphones)))
    #expect(
      references(.interrupted, asked).last
        == .option(PolicyOption[\.interruptionOnRouteDisconnect]))
  }

  @Test
  func
    `an interruption by a muted microphone is explained by its rule, not by the option about mixing`()
    throws
  {
    var scene = try Scene(.talking)
    try scene.play(.app(0, .startInput), .phone(.microphoneMuted))
    let said = references(.interrupted, scene)
    #expect(said.last == .rule(.systemInterruption))
    #expect(!said.contains(.option(PolicyOption[\.systemInterruptsMixable])))
  }

  @Test func `an explanation names the app that mixes`() throws {
    var scene = try Scene(.mixing, .playback)
    try scene.play(.app(0, .startOutput), .app(1, .startOutput))
    #expect(references(.interrupted, scene).contains(.fact(.mixesBeside(1))))
  }

  // MARK: Routes

  @Test func `the only session decides the route`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(0, .activate))
    #expect(references(.route, scene).contains(.fact(.isOnlySession)))
  }

  @Test(arguments: [
    (SessionEvent.app(1, .startInput), ExplainedFact.outranks(1, 0)),
    (.app(1, .startOutput), .outranks(1, 0)), (.app(2, .deactivate()), .startedLast(0, before: 1)),
  ])
  func `a session decides the route because of its rank or its later start`(
    event: SessionEvent, fact: ExplainedFact
  ) throws {
    var scene = try Scene(.mixedTalking, .mixedTalking, .mixing)
    try scene.play(.app(1, .activate), .app(0, .activate), event)
    #expect(references(.route, scene).contains(.fact(fact)))
  }

  @Test func `if several apps play, the last to start decides the route`() throws {
    var scene = try Scene(.mixing, .mixing)
    try scene.play(.app(0, .startOutput), .app(1, .startOutput))
    #expect(references(.route, scene).contains(.fact(.startedLast(1, before: 0))))
  }

  @Test func `the host of a call decides the route because of the call`() throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callRang(.app(0))), .phone(.callAnswered))
    #expect(references(.route, scene).contains(.fact(.hostsActiveCall(0))))
  }

  @Test func `an override is not explained by connected devices`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.portConnected(.headphones)), .app(0, .activate), .app(0, .overrideOutput(.speaker)))
    let said = references(.route, scene)
    let override = try #require(said.firstIndex(of: .fact(.isOverridden(.output))))
    #expect(said[override + 1] == .rule(.route))
    #expect(!said.contains(.fact(.isPicked(.output))))
  }

  @Test func `a preferred input is not explained by connected devices`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(
      .phone(.portConnected(.headsetMic)), .app(0, .setPreferredInput(.port(.builtInMic))),
      .app(0, .activate))
    #expect(
      references(.route, scene, app: 1).suffix(2) == [
        .fact(.isPreferred(.input)), .rule(.route),
      ])
  }
}
