import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// A reason is the one that decides, and the rule it names speaks of it.
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

  @Test func `the app's own held call is not somebody else's`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered, .callHeld)
    #expect(
      references(.activation, scene) == [
        .check(.foreignCall), .category(.playAndRecord), call(.app(0), .held),
      ])
  }

  @Test func `only calls that refuse are named`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.phone), .callAnswered, .callRang(.app(0)), .deactivate(0))
    let said = references(.activation, scene)
    #expect(said.first == .check(.foreignCall))
    #expect(said.contains(call(.phone, .active)))
    #expect(!said.contains(call(.app(0), .ringing)))
  }

  // MARK: Interruptions

  @Test func `a banner and the preference not to be interrupted are named`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .callStyleSet(.banner), .setPreference(0, .noInterruptionsFromSystemAlerts, true),
      .startOutput(0), .callRang(.phone))
    #expect(
      references(.interrupted, scene) == [
        .fact(.isHeldByNobody), .interruptor(.incomingCall), .fact(.prefersNoInterruptions),
      ])
  }

  @Test func `the host of a call says why nothing interrupts it`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered)
    #expect(references(.interrupted, scene).contains(.fact(.hostsActiveCall(0))))
  }

  @Test func `sessions that mix are spared by an option`() throws {
    var scene = try Scene(.mixing, policy: ["systemInterruptsMixable": "false"])
    try scene.play(.startOutput(0), .alarmFired)
    #expect(
      references(.interrupted, scene).contains(
        .option(PolicyOption[\.systemInterruptsMixable])))
  }

  @Test func `a session activated during a call says that output may be`() throws {
    var scene = try Scene(.playback)
    try scene.play(.callRang(.phone), .callAnswered, .activate(0))
    #expect(references(.interrupted, scene).contains(.check(.foreignCall)))
  }

  @Test func `the loss of its output is grounded in its being Now Playing`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.portConnected(.headphones), .startOutput(0), .portDisconnected(.headphones))
    #expect(
      references(.interrupted, scene) == [
        .interruptor(.routeLoss), .fact(.system(.routeLoss)), .rule(.route),
        .fact(.isNowPlaying(0)),
      ])
  }

  @Test func `the loss of its output is grounded in the option that widens it`() throws {
    var asked = try Scene(.playback, policy: ["interruptionOnRouteDisconnect": "documentation"])
    try asked.play(.portConnected(.headphones), .startOutput(0), .portDisconnected(.headphones))
    #expect(
      references(.interrupted, asked).last
        == .option(PolicyOption[\.interruptionOnRouteDisconnect]))
  }

  @Test func `a muted microphone is grounded in recording from it`() throws {
    var scene = try Scene(.talking)
    try scene.play(.startInput(0), .microphoneMuted)
    let said = references(.interrupted, scene)
    #expect(said.last == .rule(.systemInterruption))
    #expect(!said.contains(.option(PolicyOption[\.systemInterruptsMixable])))
  }

  @Test func `an app that mixes is named`() throws {
    var scene = try Scene(.mixing, .playback)
    try scene.play(.startOutput(0), .startOutput(1))
    #expect(references(.interrupted, scene).contains(.fact(.mixesBeside(1))))
  }

  // MARK: Routes

  @Test func `the only session decides about the route`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.activate(0))
    #expect(references(.route, scene).contains(.fact(.isOnlySession)))
  }

  @Test(arguments: [
    (SessionEvent.startInput(1), ExplainedFact.outranks(1, 0)),
    (.startOutput(1), .outranks(1, 0)), (.deactivate(2), .startedLast(0, before: 1)),
  ])
  func `a session decides about the route for what the others lack`(
    event: SessionEvent, fact: ExplainedFact
  ) throws {
    var scene = try Scene(.mixedTalking, .mixedTalking, .mixing)
    try scene.play(.activate(1), .activate(0), event)
    #expect(references(.route, scene).contains(.fact(fact)))
  }

  @Test func `of several that play the last started decides`() throws {
    var scene = try Scene(.mixing, .mixing)
    try scene.play(.startOutput(0), .startOutput(1))
    #expect(references(.route, scene).contains(.fact(.startedLast(1, before: 0))))
  }

  @Test func `the host of a call decides about the route for that`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered)
    #expect(references(.route, scene).contains(.fact(.hostsActiveCall(0))))
  }

  @Test func `an override is not grounded in what was connected`() throws {
    var scene = try Scene(.talking)
    try scene.play(.portConnected(.headphones), .activate(0), .overrideOutput(0, .speaker))
    let said = references(.route, scene)
    let override = try #require(said.firstIndex(of: .fact(.isOverridden(.output))))
    #expect(said[override + 1] == .rule(.route))
    #expect(!said.contains(.fact(.isPicked(.output))))
  }

  @Test func `a preferred input is not grounded in what was connected`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(
      .portConnected(.headsetMic), .setPreferredInput(0, .port(.builtInMic)), .activate(0))
    #expect(
      references(.route, scene, app: 1).suffix(2) == [
        .fact(.isPreferred(.input)), .rule(.route),
      ])
  }
}
