import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// A reason is the one that decides, and the rule it names speaks of it.
@Suite struct ExplanationReasonTests {
  private func links(_ question: ExplainedQuestion, _ scene: Scene, app: AppID = 0) -> [String] {
    scene.phone.explain(question, for: app).causes.map {
      $0.statement + ($0.reference == .fact ? "" : " (\($0.reference))")
    }
  }

  // MARK: Activation

  @Test func `the app's own held call is not somebody else's`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered, .callHeld)
    #expect(
      links(.activation, scene) == [
        "activation refuses a category with input while a call of one's own is on hold "
          + "(step 'foreignCall' of the activation)",
        "playAndRecord has input (row 5 of the categories)", "a call of its own is on hold",
      ])
  }

  @Test func `only calls that refuse are named`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.phone), .callAnswered, .callRang(.app(0)), .deactivate(0))
    let said = links(.activation, scene)
    #expect(said.first?.contains("hosted by somebody else") == true)
    #expect(said.contains("a call is active"))
    #expect(!said.contains("a call of its own rings"))
  }

  // MARK: Interruptions

  @Test func `a banner and the preference not to be interrupted are named`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .callStyleSet(.banner), .setPreference(0, .noInterruptionsFromSystemAlerts, true),
      .startOutput(0), .callRang(.phone))
    #expect(
      links(.interrupted, scene) == [
        "nobody holds its session",
        "a call rings as a banner, which spares apps that prefer that (interruptor incomingCall)",
        "it prefers no interruptions from system alerts",
      ])
  }

  @Test func `the host of a call says why nothing interrupts it`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered)
    #expect(links(.interrupted, scene).contains("it hosts the call that is active"))
  }

  @Test func `sessions that mix are spared by an option`() throws {
    var scene = try Scene(.mixing, policy: ["systemInterruptsMixable": "false"])
    try scene.play(.startOutput(0), .alarmFired)
    #expect(
      links(.interrupted, scene).contains(
        "calls, alarms and Siri spare sessions that mix, as it does "
          + "(policy option systemInterruptsMixable)"))
  }

  @Test func `a session activated during a call says that output may be`() throws {
    var scene = try Scene(.playback)
    try scene.play(.callRang(.phone), .callAnswered, .activate(0))
    #expect(
      links(.interrupted, scene).contains(
        "a session without input may be activated during a call (step 'foreignCall' of the activation)"
      ))
  }

  @Test func `the loss of its output is grounded in its being Now Playing`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.portConnected(.headphones), .startOutput(0), .portDisconnected(.headphones))
    #expect(
      links(.interrupted, scene) == [
        "it was interrupted by the loss of its output (interruptor routeLoss)",
        "the output was unplugged",
        "an unplugged output interrupts the Now Playing app unless it opted out (rule R12)",
        "it is Now Playing",
      ])
  }

  @Test func `the loss of its output is grounded in the option that widens it`() throws {
    var asked = try Scene(.playback, policy: ["interruptionOnRouteDisconnect": "documentation"])
    try asked.play(.portConnected(.headphones), .startOutput(0), .portDisconnected(.headphones))
    #expect(
      links(.interrupted, asked).last
        == "every session that has not opted out is (policy option interruptionOnRouteDisconnect)")
  }

  @Test func `a muted microphone is grounded in recording from it`() throws {
    var scene = try Scene(.talking)
    try scene.play(.startInput(0), .microphoneMuted)
    let said = links(.interrupted, scene)
    #expect(
      said.last
        == "muting the built-in microphone interrupts apps that record from it without "
        + "overrideMutedMicrophoneInterruption (rule R3)")
    #expect(!said.contains { $0.hasPrefix("calls, alarms") })
  }

  @Test func `an app that mixes is named`() throws {
    var scene = try Scene(.mixing, .playback)
    try scene.play(.startOutput(0), .startOutput(1))
    #expect(links(.interrupted, scene).contains("app1 is active, but app0 itself mixes"))
  }

  // MARK: Routes

  @Test func `the only session decides about the route`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.activate(0))
    #expect(links(.route, scene).contains("no other session is active"))
  }

  @Test(arguments: [
    (SessionEvent.startInput(1), "app1 records, and it does not"),
    (.startOutput(1), "app1 plays, and it does not"),
    (
      .deactivate(2),
      "app1 is active as well, nothing of either runs, and it was the last to start something"
    ),
  ])
  func `a session decides about the route for what the others lack`(
    event: SessionEvent, statement: String
  ) throws {
    var scene = try Scene(.mixedTalking, .mixedTalking, .mixing)
    try scene.play(.activate(1), .activate(0), event)
    #expect(links(.route, scene).contains(statement))
  }

  @Test func `of several that play the last started decides`() throws {
    var scene = try Scene(.mixing, .mixing)
    try scene.play(.startOutput(0), .startOutput(1))
    #expect(
      links(.route, scene).contains(
        "it plays as well, and app1 was the last to start something"))
  }

  @Test func `nothing is said to be the last of one`() throws {
    var scene = try Scene(.playback)
    try scene.play(.activate(0), .portConnected(.headphones))
    #expect(
      links(.route, scene).contains(
        "sound goes to headphones, which is connected and eligible (rule R12)"))
    try scene.play(.portConnected(.airPlay))
    #expect(
      links(.route, scene).contains(
        "sound goes to airPlay, the last to be connected of what is eligible (rule R12)"))
  }

  @Test func `between profiles it is the category that is said to decide`() throws {
    let chat = SessionConfiguration(
      .playAndRecord, options: [.allowBluetoothHFP, .allowBluetoothA2DP])
    var scene = try Scene(.playback, chat)
    try scene.play(
      .deviceConnected(ConnectedDevice("car", ports: [.bluetoothHFP, .bluetoothA2DP])),
      .activate(1))
    let said = links(.route, scene)
    #expect(
      said.contains(
        "sound goes to bluetoothHFP of car, as a hands-free input takes it along (rule R12)"))
    #expect(!said.contains { $0.contains("last to be connected") })
  }

  @Test func `the host of a call decides about the route for that`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered)
    #expect(links(.route, scene).contains("it hosts the call that is active"))
  }

  @Test func `an override is not grounded in what was connected`() throws {
    var scene = try Scene(.talking)
    try scene.play(.portConnected(.headphones), .activate(0), .overrideOutput(0, .speaker))
    let said = links(.route, scene)
    #expect(said.contains("sound goes to speaker, as it has overridden its output to the speaker"))
    #expect(
      said.contains("an override to the speaker goes before all until the route changes (rule R12)")
    )
    #expect(!said.contains { $0.hasPrefix("what was connected last") })
  }

  @Test func `a preferred input is not grounded in what was connected`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(
      .portConnected(.headsetMic), .setPreferredInput(0, .builtInMic), .activate(0))
    let said = links(.route, scene, app: 1)
    #expect(said.contains("sound comes from mic, which app0 prefers"))
    #expect(said.contains("a preferred input goes before all others (rule R12)"))
    #expect(!said.contains { $0.hasPrefix("what was connected last") })
  }
}
