import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Each thing that keeps an app silent, or a haptic from being felt, is named.
@Suite struct ExplanationCauseTests {
  private func statements(_ question: ExplainedQuestion, _ scene: Scene) -> [String] {
    scene.phone.explain(question, for: 0).causes.map(\.statement)
  }

  @Test(arguments: [
    (SessionEvent.setOutputMuted(0, true), "it has muted its output itself"),
    (.stopOutput(0), "its session is active, but its output does not run"),
    (.mediaServicesLost, "the media services are down"),
    (
      .deactivate(0),
      "a session sounds only while it is active, and is active if every check agrees"
    ),
    (.alarmFired, "the alarm rings"), (.timerFired, "the timer rings"),
    (.siriBegan, "Siri listens or speaks"), (.emergencyBegan, "there is an emergency alert"),
    (.setCategory(0, .record), "its session is active, but its output does not run"),
    (.terminate(0), "it is not running"), (.suspend(0), "it is suspended"),
  ])
  func `what keeps an app silent is named`(event: SessionEvent, statement: String) throws {
    var scene = try Scene(.talking)
    try scene.play(.startOutput(0), event)
    #expect(statements(.audible, scene).contains(statement))
  }

  @Test func `a category without output says so`() throws {
    var scene = try Scene(.recording)
    try scene.play(.startInput(0))
    #expect(statements(.audible, scene).contains("record has no output"))
  }

  @Test func `after its end an interruption is still the reason`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .alarmFired, .alarmDismissed())
    #expect(
      statements(.audible, scene).contains(
        "its interruption has ended, and it has not activated its session again"))
    #expect(scene.phone.explain(.audible, for: 0).causes.last?.reference == .rule(.interruptionEnd))
  }

  @Test func `an app that was not playing has that explained as well`() throws {
    var scene = try Scene(.playback)
    try scene.play(.activate(0), .alarmFired)
    #expect(
      statements(.audible, scene).contains("it was not playing when the interruption began"))
  }

  @Test func `a locked screen silences by the category or for want of the mode`() throws {
    var game = try Scene(.ambient)
    try game.play(.startOutput(0), .locked)
    #expect(
      statements(.audible, game) == [
        "it is suspended", "the screen is locked, which sends apps to the background",
        "from 10 on most apps' sessions are deactivated when they are suspended",
        "ambient is not heard when locked or in the background",
      ])
    var app = AppState()
    app.configuration = .playback
    var phone = try Phone(PhoneSetup(apps: [app]))
    _ = try phone.handle(.startOutput(0))
    _ = try phone.handle(.locked)
    #expect(
      phone.explain(.audible, for: 0).causes.map(\.statement) == [
        "it is suspended", "the screen is locked, which sends apps to the background",
        "from 10 on most apps' sessions are deactivated when they are suspended",
        "it does not have the audio background mode",
      ])
  }

  @Test func `an app heard behind a locked screen has the reason explained`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .locked)
    #expect(scene.phone.explain(.audible, for: 0).verdict.hasSuffix("is heard"))
    #expect(statements(.audible, scene).contains { $0.hasPrefix("playback goes on when locked") })
  }

  @Test func `hosting a call is why an app is heard in the background`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered, .startOutput(0), .enterBackground(0))
    #expect(statements(.audible, scene).contains("it hosts the call that is active"))
  }

  @Test func `a recording of somebody else is named down to the policy option`() throws {
    var scene = try Scene(.mixing, .recording)
    try scene.play(.startOutput(0), .startInput(1))
    #expect(
      statements(.audible, scene) == [
        "app1's session is active and records", "record silences virtually all output",
        "that goes for sessions that mix as well",
      ])
  }

  @Test(arguments: [
    (SessionEvent.settingsChanged([]), "hapticsOff", "the user has turned haptics off"),
    (.enterBackground(0), "background", "it is in the background"),
    (.setCaptures(0, .camera), "capture", "it captures with a sensor that a haptic would shake"),
    (.startInput(0), "recording", "it records"),
    (.alarmFired, "interrupted", "the alarm rings"),
    (.mediaServicesLost, "interrupted", "the media services are down"),
  ])
  func `what suppresses a haptic is named`(
    event: SessionEvent, reason: String, statement: String
  ) throws {
    var scene = try Scene(.talking)
    try scene.play(.activate(0), event)
    #expect(
      scene.phone.explain(.haptic, for: 0).verdict.hasSuffix("would be suppressed: \(reason)"))
    #expect(statements(.haptic, scene).contains(statement))
  }

  @Test func `a phone without haptics says so`() throws {
    var device = DeviceState()
    device.supportsHaptics = false
    let scene = try Scene(.playback, device: device)
    #expect(statements(.haptic, scene) == ["the phone has no haptics"])
  }

  @Test func `an active session with input mutes haptics by an option`() throws {
    var scene = try Scene(.talking, policy: ["hapticsMutedBy": "inputCategory"])
    try scene.play(.activate(0))
    #expect(statements(.haptic, scene).contains("it is active with input"))
    #expect(
      statements(.haptic, scene).contains("an active session with input silences haptics"))
  }

  @Test(arguments: [
    (SessionConfiguration.recording, [SessionEvent.callRang(.phone), .callAnswered], "!pri"),
    (.recording, [.siriBegan, .siriRecorded], "siri"),
    (.playback, [.mediaServicesLost], "msrv"), (.playback, [.expireSession(0)], "!ses"),
    (.ambient, [.enterBackground(0)], "!pla"), (.playback, [.enterBackground(0)], "!int"),
    (.mixedTalking, [.enterBackground(0)], "!rec"),
  ])
  func `a refusal ends with its error, and its causes with a fact`(
    configuration: SessionConfiguration, events: [SessionEvent], code: String
  ) throws {
    var scene = try Scene(configuration)
    for event in events { try scene.play(event) }
    let explanation = scene.phone.explain(.activation, for: 0)
    #expect(explanation.verdict.hasSuffix("cannot be activated: \(code)"))
    #expect(explanation.causes.contains { $0.depth == 1 && $0.reference == .fact })
  }
}
