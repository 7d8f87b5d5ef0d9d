import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// What is said of a silent app is true, also where the state does not hold what has happened.
@Suite struct ExplanationSilenceTests {
  private static let wasIdle = "it was not playing when the interruption began"
  private static let hasEnded =
    "its interruption has ended, and it has not activated its session again"

  private func statements(_ scene: Scene) -> [String] {
    scene.phone.explain(.audible, for: 0).causes.map(\.statement)
  }

  private func references(_ scene: Scene) -> [RuleReference] {
    scene.phone.explain(.audible, for: 0).causes.map(\.reference).filter { $0 != .fact }
  }

  // MARK: Whether it is heard

  @Test func `what is turned down to nothing is silent, by the volume`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0))
    #expect(scene.phone.explain(.audible, for: 0).verdict.hasSuffix("is heard"))
    try scene.play(.volumeSet(.media, 0))
    #expect(scene.phone.explain(.audible, for: 0).verdict.hasSuffix("is silent"))
    #expect(statements(scene) == ["the media volume is 0, at which nothing is heard"])
  }

  // MARK: Whether it played

  @Test func `what played until it was unplugged was playing`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(.portConnected(.headphones), .startOutput(0), .portDisconnected(.headphones))
    #expect(scene.phone.isInterrupted(0))
    #expect(!statements(scene).contains(Self.wasIdle))
  }

  @Test func `what was paused before it was unplugged was not playing`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(
      .portConnected(.headphones), .startOutput(0), .stopOutput(0), .portDisconnected(.headphones))
    #expect(statements(scene).contains(Self.wasIdle))
  }

  @Test func `what played until it was suspended was playing`() throws {
    var scene = try Scene(.playback, on: .iOS10)
    try scene.play(.startOutput(0), .enterBackground(0), .suspend(0))
    #expect(scene.phone.isInterrupted(0))
    #expect(!statements(scene).contains(Self.wasIdle))
    try scene.play(.enterForeground(0), .activate(0), .suspend(0))
    #expect(statements(scene).contains(Self.wasIdle))
  }

  // MARK: A call of its own

  @Test func `the hold of its own call is named`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered, .startOutput(0), .callHeld)
    let said = statements(scene)
    #expect(said.first == "a call of its own is on hold")
    #expect(said.contains("a call that goes on hold takes the session of its app along"))
    #expect(said.contains { $0.contains("gave it up (R5) or lost it, as by the hold") })
  }

  @Test func `a call taken off hold after a remote hang-up is said not to activate`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered, .callRang(.phone), .callAnswered)
    try scene.play(.callEndedRemotely(), .callUnheld)
    #expect(references(scene).contains(.option(PolicyOption[\.unholdReactivates])))
  }

  // MARK: After an interruption

  @Test func `that the end is not kept is said, with what it may have been`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .startOutput(1), .deactivate(1))
    let said = statements(scene)
    #expect(said.contains(Self.hasEnded))
    #expect(
      said.contains(
        "the end came without shouldResume or was not posted: this moment does not show which"))
    #expect(said.contains("an app that leaves without notifying releases others without notice"))
    #expect(said.contains("playback that Siri starts ends interruptions without shouldResume"))
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
    try scene.play(.startOutput(0), .startOutput(1), .deactivate(1))
    #expect(
      statements(scene).contains(
        "an app that leaves without notifying releases others without shouldResume"))
    #expect(!references(scene).contains(.option(PolicyOption[\.siriHandover])))
  }

  @Test func `an end that waits in the mailbox is known`() throws {
    var scene = try Scene(.playback, policy: ["endedInBackground": "onForeground"])
    try scene.play(.startOutput(0), .enterBackground(0), .alarmFired, .alarmDismissed())
    #expect(
      statements(scene).contains("it is notified of the end only when it comes to the foreground"))
  }

  @Test func `what could not go on now says so`() throws {
    var scene = try Scene(.playback, policy: ["backgroundResumption": "reject"])
    try scene.play(.startOutput(0), .enterBackground(0), .alarmFired, .alarmDismissed())
    #expect(statements(scene).contains("activating it would be refused now: !int"))
    #expect(references(scene).contains(.check(.background)))
  }

  // MARK: Idle

  @Test(arguments: [
    [SessionEvent.deactivate(0)], [.mediaServicesLost, .mediaServicesReset],
    [.suspend(0), .enterForeground(0)],
  ])
  func `an inactive session is said to have been given up or lost`(
    events: [SessionEvent]
  ) throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0))
    for event in events { try scene.play(event) }
    #expect(
      statements(scene) == [
        "nothing has activated its session since it started, gave it up (R5) or lost it, as by "
          + "suspension (R8) or with the media services (R17)",
        "a session sounds only while it is active, and is active if every check agrees",
      ])
  }

  @Test func `before suspension took sessions it is not said to`() throws {
    let scene = try Scene(.playback, on: .iOS8)
    #expect(!statements(scene).contains { $0.contains("R8") })
  }

  @Test func `a pause is said to be one, with what may have made it`() throws {
    var scene = try Scene(.playback, handling: [.pause])
    try scene.play(.startOutput(0), .stopOutput(0))
    #expect(
      statements(scene) == [
        "its session is active, but its output does not run",
        "it has not started it since, or has stopped it, as it may for a remote command",
        "unplugging what it plays on would pause it as well",
      ])
    #expect(references(scene) == [.option(PolicyOption[\.unplugPauses])])
  }

  // MARK: Behind

  @Test(arguments: [OSVersion.iOS8, .iOS10, .iOS16, .iOS26])
  func `the want of the background mode is named wherever it silences`(system: OSVersion) throws {
    var app = AppState()
    app.configuration = .playback
    var setup = PhoneSetup(apps: [app])
    setup.system = system
    var phone = try Phone(setup)
    for event in [SessionEvent.startOutput(0), .enterBackground(0)] { _ = try phone.handle(event) }
    let said = phone.explain(.audible, for: 0).causes.map(\.statement)
    #expect(said.contains("it is suspended"))
    #expect(said.contains("it does not have the audio background mode"))
  }

  @Test(arguments: [OSVersion.iOS8, .iOS10, .iOS16, .iOS26])
  func `an app that has the background mode gets no advice to add it`(system: OSVersion) throws {
    var scene = try Scene(.playback, on: system)
    try scene.play(.startOutput(0), .suspend(0))
    #expect(!statements(scene).contains { $0.contains("background mode") })
    let isTaken = system.profile.suspensionDeactivates
    #expect(references(scene).contains(.rule(.suspension)) == isTaken)
  }

  // MARK: Category and haptics

  @Test(arguments: [[SessionEvent.startInput(0)], [.startInput(0), .alarmFired], []])
  func `that a category has no output comes first`(events: [SessionEvent]) throws {
    var scene = try Scene(.recording)
    for event in events { try scene.play(event) }
    #expect(statements(scene).first == "record has no output")
  }

  @Test func `a haptic without the media services is linked to its verdict`() throws {
    var scene = try Scene(.talking)
    try scene.play(.mediaServicesLost)
    #expect(
      scene.phone.explain(.haptic, for: 0).causes.map(\.statement).prefix(2) == [
        "a haptic counts as interrupted while nothing can sound", "the media services are down",
      ])
  }
}
