import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Explanations of everyday situations, compared word for word.
@Suite struct ExplanationStoryTests {
  /// Returns a phone with music, maps and a game in the foreground, with these configurations.
  private func story(
    _ configurations: SessionConfiguration..., on system: OSVersion = .iOS26,
    policy: [String: String] = [:], events: SessionEvent...
  ) throws -> Phone {
    var setup = PhoneSetup(apps: [])
    setup.system = system
    for (option, answer) in policy { try setup.policy.set(option, to: answer) }
    setup.apps = zip(["music", "maps", "game"], configurations).map { name, configuration in
      var app = AppState()
      app.configuration = configuration
      app.hasBackgroundAudio = true
      return (name: name, state: app)
    }
    var phone = try Phone(setup)
    for event in events { _ = try phone.handle(event) }
    return phone
  }

  private func links(_ explanation: Explanation) -> [String] {
    explanation.causes.map {
      String(repeating: "< ", count: $0.depth) + $0.statement
        + ($0.fact != nil ? "" : " (\($0.reference))")
    }
  }

  @Test func `music is interrupted by maps`() throws {
    let phone = try story(
      .playback, .playback, events: .app(0, .startOutput), .app(1, .startOutput))
    let explanation = phone.explain(.audible, for: 0)
    #expect(explanation.verdict == "music is silent")
    #expect(
      links(explanation) == [
        "it was interrupted by maps, whose session does not mix (interruptor nonMixableApp)",
        "< maps uses playback without mixWithOthers (row 3 of the categories)",
        "< < a session that does not mix interrupts other sessions that do not mix (rule R2)",
      ])
    let text = explanation.description
    #expect(text.hasPrefix("music is silent\n  because it was interrupted by maps"))
    #expect(
      text.contains(
        "(rule R2; documentation archive: Audio Session Programming Guide, Table B-1; documentation: "
      ))
  }

  @Test func `a podcast is interrupted by a prompt`() throws {
    let phone = try story(.spoken, .prompting, events: .app(0, .startOutput), .app(1, .activate))
    #expect(
      links(phone.explain(.interrupted, for: 0)) == [
        "it was interrupted by maps, which interrupts spoken audio (interruptor spokenInterrupter)",
        "< its mode is spokenAudio",
        "< maps has the option interruptSpokenAudioAndMixWithOthers",
        "< < that option interrupts sessions in mode spokenAudio (rule R2)",
      ])
  }

  @Test func `music stays interrupted by maps while a call interrupts both`() throws {
    let phone = try story(
      .playback, .playback, events: .app(0, .startOutput), .app(1, .startOutput),
      .phone(.callRang(.phone)))
    let links = links(phone.explain(.interrupted, for: 0))
    #expect(links.contains("< maps' own session has been interrupted since then"))
    #expect(
      links.contains(
        "< < an interrupted session continues to interrupt the sessions that it had interrupted "
          + "(rule R7)"))
    #expect(links.contains("< < maps was interrupted by a call (interruptor incomingCall)"))
    #expect(links.contains("it is interrupted by a call as well (interruptor incomingCall)"))
    #expect(links.contains("< < < a call is ringing"))
  }

  @Test func `an interrupter is not described by a configuration that it adopted later`() throws {
    let phone = try story(
      .playback, .playback,
      events: .app(0, .startOutput), .app(1, .startOutput), .app(1, .setCategory(.ambient)))
    let causes = phone.explain(.interrupted, for: 0).causes
    #expect(
      causes.first?.statement
        == "it was interrupted by maps, because of the configuration of the two apps at that time")
  }

  @Test func `a recording interrupts a mixing session under a policy option`() throws {
    let phone = try story(
      .mixing, .recording, policy: ["recordAndMixablePeers": "interrupt"],
      events: .app(0, .startOutput), .app(1, .startInput))
    let causes = phone.explain(.interrupted, for: 0).causes
    #expect(causes.first?.reference == .interruptor(.nonMixableApp))
    #expect(causes.contains { $0.reference == .option(PolicyOption[\.recordAndMixablePeers]) })
  }

  @Test func `the switch silences a game, but not playback`() throws {
    let phone = try story(
      .ambient, .mixing, events: .app(0, .startOutput), .app(1, .startOutput),
      .phone(.silentModeSet(true)))
    #expect(
      links(phone.explain(.audible, for: 0)) == [
        "the ring/silent switch is on silent",
        "< ambient obeys the switch (row 2 of the categories)",
      ])
    let heard = phone.explain(.audible, for: 1)
    #expect(heard.verdict == "maps is heard")
    #expect(
      links(heard).contains("playback ignores the ring/silent switch (row 3 of the categories)"))
    var plugged = phone
    _ = try plugged.handle(.phone(.portConnected(.headphones)))
    let inEars = links(plugged.explain(.audible, for: 0))
    #expect(
      inEars.contains(
        "the ring/silent switch silences only built-in outputs (policy option switchAffectsHeadphones)"
      ))
  }

  @Test func `an explanation of a gain lists its factors`() throws {
    let phone = try story(.mixing, .ducking, events: .app(0, .startOutput), .app(1, .activate))
    let explanation = phone.explain(.gain, for: 0)
    #expect(explanation.verdict == "music's gain is 0.1")
    #expect(
      links(explanation) == [
        "the media volume is 0.5", "maps is active with the option duckOthers",
        "< a session with duckOthers lowers all other sessions that have output, from its activation to "
          + "its deactivation (rule R10)",
        "ducking multiplies its gain by 0.2 (policy option duckGain)",
      ])
  }

  @Test func `an explanation names every app that ducks`() throws {
    let phone = try story(
      .mixing, .ducking, .ducking, events: .app(0, .startOutput), .app(1, .activate),
      .app(2, .activate))
    let links = links(phone.explain(.ducked, for: 0))
    #expect(links.contains("maps is active with the option duckOthers"))
    #expect(links.contains("game is active with the option duckOthers"))
  }

  @Test func `a refusal names only the sources that would refuse on their own`() throws {
    let phone = try story(
      .playback, events: .phone(.callRang(.phone)), .phone(.callAnswered), .phone(.alarmFired))
    let explanation = phone.explain(.activation, for: 0)
    #expect(explanation.verdict == "music cannot be activated: insufficientPriority (!pri)")
    #expect(
      links(explanation).dropFirst() == [
        "< the alarm is ringing", "< it does not mix with others",
        "< the error in that case is insufficientPriority (!pri) (policy option blockedOutputCode)",
      ])
  }

  @Test func `a port is named as the newest only if it is in use`() throws {
    let phone = try story(
      .talking, events: .phone(.portConnected(.bluetoothA2DP)), .app(0, .activate))
    let explanation = phone.explain(.route, for: 0)
    #expect(explanation.verdict == "the route for music is builtInReceiver and builtInMic")
    #expect(
      links(explanation).contains(
        "sound goes to builtInReceiver, because playAndRecord plays through the receiver if nothing else is "
          + "eligible (row 5 of the categories)"))
  }

  @Test func `a port is called the newest only if another one is connected`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .activate), .phone(.portConnected(.headphones)))
    #expect(
      links(scene.phone.explain(.route, for: 0)).contains(
        "sound goes to headphones, which is connected and eligible (rule R12)"))
    try scene.play(.phone(.portConnected(.airPlay)))
    #expect(
      links(scene.phone.explain(.route, for: 0)).contains(
        "sound goes to airPlay, the newest eligible device (rule R12)"))
  }

  @Test func `the category is named as the reason for the choice of a profile`() throws {
    let chat = SessionConfiguration(
      .playAndRecord, options: [.allowBluetoothHFP, .allowBluetoothA2DP])
    var scene = try Scene(.playback, chat)
    try scene.play(
      .phone(.deviceConnected(ConnectedDevice("car", ports: [.bluetoothHFP, .bluetoothA2DP]))),
      .app(1, .activate))
    let said = links(scene.phone.explain(.route, for: 0))
    #expect(
      said.contains(
        "sound goes to bluetoothHFP of car, which belongs to the hands-free input (rule R12)"))
    #expect(!said.contains { $0.contains("last to be connected") })
  }
}
