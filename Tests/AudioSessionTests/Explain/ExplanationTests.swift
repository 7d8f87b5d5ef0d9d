import AudioSession
import Testing

/// Explanations of well-known situations.
struct ExplanationTests {
  private func statements(
    _ question: ExplainedQuestion, _ app: AppID, _ scene: Scene
  ) -> [String] {
    scene.phone.explain(question, for: app).causes.map(\.statement)
  }

  @Test func `the silent switch is named, with the row that obeys it`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.startOutput(0), .silentModeSet(true))
    let explanation = scene.phone.explain(.audible, for: 0)
    #expect(explanation.verdict == " is silent" || explanation.verdict.hasSuffix(" is silent"))
    #expect(
      explanation.causes.map(\.statement) == [
        "ambient obeys the ring/silent switch", "the switch is on silent",
      ])
    #expect(explanation.causes.first?.reference == .categoryRow(1))
    #expect(explanation.causes.last?.reference == .fact)
  }

  @Test func `who interrupted whom is named, and by which rule`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .startOutput(1))
    let causes = scene.phone.explain(.interrupted, for: 0).causes
    #expect(causes.map(\.depth) == [0, 1, 1])
    #expect(causes[0].reference == .interruptor("nonMixableApp"))
    #expect(causes[1].reference == .rule(2))
    #expect(causes[2].statement.hasSuffix("is active with playback"))
  }

  @Test func `an app that holds others while it is interrupted itself is told by the knob`() throws
  {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .startOutput(1), .alarmFired, .alarmDismissed())
    let causes = scene.phone.explain(.interrupted, for: 0).causes
    #expect(causes.contains { $0.reference == .knob(.claimRelease) })
  }

  @Test func `all holders are named where an alarm rings into a call`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .alarmFired, .callRang(.phone))
    let holders = scene.phone.explain(.interrupted, for: 0).causes.filter { $0.depth == 0 }
    #expect(holders.map(\.reference) == [.interruptor("incomingCall"), .interruptor("alarm")])
  }

  @Test func `the gain is told as its factors`() throws {
    var scene = try Scene(.mixing, .ducking)
    try scene.play(.startOutput(0), .activate(1))
    let explanation = scene.phone.explain(.gain, for: 0)
    #expect(explanation.verdict.hasSuffix("is 0.1"))
    #expect(explanation.causes.contains { $0.reference == .number(.duckGain) })
    #expect(explanation.causes.contains { $0.statement == "the volume of media is 0.5" })
  }

  @Test func `a refused activation names its check, its error and what is there`() throws {
    var scene = try Scene(.recording)
    try scene.play(.callRang(.phone), .callAnswered)
    let explanation = scene.phone.explain(.activation, for: 0)
    #expect(explanation.verdict.hasSuffix("cannot be activated: !pri"))
    #expect(explanation.causes.first?.reference == .check(.foreignCall))
    #expect(explanation.causes.last?.statement == "a call of the Phone app is active")
  }

  @Test func `an activation that is allowed names whom it would interrupt`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0))
    let causes = scene.phone.explain(.activation, for: 1).causes
    #expect(causes.contains { $0.statement.hasSuffix("would be interrupted") })
  }

  @Test func `the route names whose session decides, and what is connected`() throws {
    var scene = try Scene(.playback)
    try scene.play(.activate(0), .portConnected(.headphones))
    let explanation = scene.phone.explain(.route, for: 0)
    #expect(explanation.verdict == "sound goes to headphones")
    #expect(explanation.causes.last?.statement == "connected, the newest first: headphones")
  }

  @Test(arguments: [
    (SessionEvent.settingsChanged([]), "hapticsOff"), (.enterBackground(0), "background"),
    (.setCaptures(0, .gyroscope), "capture"), (.startInput(0), "recording"),
    (.alarmFired, "interrupted"),
  ])
  func `a haptic that would not be felt is told why`(event: SessionEvent, reason: String) throws {
    var scene = try Scene(.talking)
    try scene.play(.activate(0), event)
    let explanation = scene.phone.explain(.haptic, for: 0)
    #expect(explanation.verdict.hasSuffix("would be suppressed: \(reason)"))
    #expect(!explanation.causes.isEmpty)
  }

  @Test(arguments: [
    (SessionEvent.setOutputMuted(0, true), "it has muted its output itself"),
    (.stopOutput(0), "its output does not run"),
    (.mediaServicesLost, "the media services are down"),
    (.deactivate(0), "nothing has activated it since it was last inactive"),
  ])
  func `what keeps an app silent is named`(event: SessionEvent, statement: String) throws {
    var scene = try Scene(.talking)
    try scene.play(.startOutput(0), event)
    #expect(statements(.audible, 0, scene).contains(statement))
  }

  @Test func `a recording of somebody else is named`() throws {
    var scene = try Scene(.mixing, .recording)
    try scene.play(.startOutput(0), .startInput(1))
    #expect(
      scene.phone.explain(.audible, for: 0).causes.contains {
        $0.reference == .knob(.recordAndMixablePeers)
      })
  }
}
