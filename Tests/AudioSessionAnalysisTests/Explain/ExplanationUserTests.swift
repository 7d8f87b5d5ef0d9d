import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Explanations of outputs that the user picks, and of VoiceOver, prompts, a car's radio and videos; and the
/// tables of these features.
@Suite struct ExplanationUserTests {
  private func references(_ question: ExplainedQuestion, _ scene: Scene) -> [RuleReference] {
    scene.phone.explain(question, for: 0).causes.map(\.reference)
  }

  @Test func `the user's pick explains the output only until it is disconnected`()
    throws
  {
    let picked = RuleReference.fact(.isPicked(.output))
    var scene = try Scene(.playback)
    try scene.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput), .phone(.outputPicked(.phone)))
    #expect(references(.route, scene).contains(picked))
    try scene.play(.phone(.portDisconnected(.headphones)))
    #expect(!references(.route, scene).contains(picked))
    try scene.play(
      .phone(.portConnected(.bluetoothA2DP)), .phone(.outputPicked(.port(.bluetoothA2DP))))
    #expect(references(.route, scene).contains(picked))
  }

  @Test func `ducking by VoiceOver is explained by VoiceOver and the option`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .startOutput), .phone(.accessibilityChanged(.voiceOver)),
      .phone(.voiceOverSpoke(true)))
    let explanation = scene.phone.explain(.ducked, for: 0)
    #expect(explanation.verdict == "app0 is ducked")
    #expect(explanation.causes.map(\.reference).contains(.fact(.voiceOver(speaks: true))))
    #expect(explanation.causes.map(\.reference).contains(.option(PolicyOption[\.voiceOverDucks])))
  }

  @Test func `an interruption by a car's radio is explained with its reason`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .phone(.portConnected(.carAudio)), .app(0, .startOutput), .phone(.alertBegan(.carRadio)))
    let said = references(.interrupted, scene)
    #expect(said.prefix(2) == [.interruptor(.carRadio), .fact(.system(.carRadio))])
  }

  @Test func `every decision about prompts is explained`() throws {
    let prompt = SessionConfiguration(.playback, mode: .voicePrompt)
    var scene = try Scene(prompt, .mixedTalking)
    #expect(scene.phone.explain(.prompts, for: 0).verdict == "app0 may play prompts of any length")
    try scene.play(.app(1, .startInput))
    #expect(references(.prompts, scene) == [.fact(.usesMicrophone(1))])
    try scene.play(.app(1, .stopInput), .phone(.siriBegan))
    #expect(references(.prompts, scene) == [.fact(.siriDoesNotRecord)])
    try scene.play(.phone(.siriRecorded))
    #expect(scene.phone.explain(.prompts, for: 0).verdict == "app0 is asked not to play prompts")
  }

  // MARK: Tables

  @Test func `the table of prompts agrees with Apple's pages about the styles`() throws {
    let table = try Phone.tabled().table("prompts")
    for (label, style) in [
      ("nothing else", "normal"), ("another app is recording", "none"),
      ("Siri is listening or speaking", "short"), ("Siri is recording", "none"),
      ("a call is ringing", "normal"),
      ("a call is active", "short"),
    ] {
      #expect(try table.text(label, "promptStyle") == style, "\(label)")
    }
    for row in table.rows { #expect(row.cells[0].evidence.grade == .published) }
  }

  @Test func `the table of remote commands refuses an app that meets none of the conditions`()
    throws
  {
    let table = try Phone.tabled().table("remote")
    #expect(table.rows.count == 8)
    let refused = table.rows.filter { $0.cells[0].text == "no" }
    #expect(refused.map(\.label) == ["none of these"])
    for row in table.rows { #expect(row.cells[0].evidence.grade == .published) }
  }

  @Test func `the table of devices has a different column for each device`() throws {
    let table = try Phone.tabled().table("devices")
    #expect(table.columns == Platform.allCases.map(\.rawValue))
    for (left, right) in [("iPhone", "iPad"), ("iPhone", "simulator"), ("iPad", "simulator")] {
      let differs = try table.rows.contains {
        try table.text($0.label, left) != table.text($0.label, right)
      }
      #expect(differs, "\(left), \(right)")
    }
  }

  // MARK: Sounds outside sessions

  @Test(arguments: [
    (
      ExplainedQuestion.systemSound, [SessionEvent.phone(.silentModeSet(true))],
      ExplainedFact.isSilent
    ),
    (.alertSound, [.phone(.volumeSet(.ringer, 0))], .volume(.ringer)),
    (.systemSound, [.app(0, .enterBackground)], .lifecycle(0, .background)),
    (.systemSound, [.app(0, .startInput)], .mutesHaptics(0)),
    (.systemSound, [.phone(.mediaServicesLost)], .mediaServicesAreDown),
    (.keyClick, [], .hasNoInputView),
    (.keyClick, [.app(0, .setInputView(.silent))], .hasNotEnabledClicks),
    (.keyClick, [.phone(.settingsChanged([]))], .soundsAreOff),
    (.notificationSound, [.app(0, .setNotificationSettings(.granted))], .presentsNoSoundInFront),
    (.notificationSound, [], .mayNotNotify),
    (.vibration, [.phone(.settingsChanged([]))], .hapticsAreOff),
    (.ringtone, [.phone(.silentModeSet(true))], .isSilent),
    (.ringtone, [.phone(.callRang(.phone)), .phone(.callAnswered)], .callIsActive),
    (.ringtone, [.phone(.alertBegan(.timer)), .phone(.callRang(.phone))], .system(.timer)),
    (.ringtone, [.phone(.callRang(.phone)), .phone(.alarmFired)], .system(.alarm)),
    (.alarm, [.phone(.silentModeSet(true))], .volume(.ringer)),
  ])
  func `the silence of a sound outside sessions is explained by a fact`(
    question: ExplainedQuestion, events: [SessionEvent], fact: ExplainedFact
  ) throws {
    var scene = try Scene(.talking)
    for event in events { try scene.play(event) }
    let explanation = scene.phone.explain(question, for: 0)
    #expect(explanation.causes.first?.fact == fact, "\(explanation)")
    #expect(explanation.verdict.hasSuffix("heard") == (question == .alarm), "\(explanation)")
  }

  @Test func `a route explanation names a picked speaker, and a profile that is opening`() throws {
    for configuration in [SessionConfiguration.playback, .talking] {
      for pick in [OutputPick.speaker, .phone] {
        var scene = try Scene(configuration)
        try scene.play(
          .phone(.portConnected(.headphones)), .app(0, .startOutput), .phone(.outputPicked(pick)))
        let lines = scene.phone.explain(.route, for: 0).lines.joined(separator: "\n")
        #expect(
          lines.contains(
            #/sound goes to (builtInSpeaker|builtInReceiver), which the user has picked/#))
        #expect(!lines.contains("nothing else is eligible"), "\(lines)")
      }
    }
    var scene = try Scene(
      SessionConfiguration(.playAndRecord, options: [.allowBluetoothHFP, .defaultToSpeaker]),
      policy: ["bluetoothSwitch": "inSteps"])
    try scene.play(.phone(.portConnected(.bluetoothHFP)), .app(0, .startInput))
    #expect(scene.phone.state.device.isHandsFreeOpening)
    let lines = scene.phone.explain(.route, for: 0).lines.joined(separator: "\n")
    #expect(lines.contains("nothing else is eligible until the hands-free profile is open"))
  }

  @Test func `earphones that are out of the ears explain why the phone itself plays`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    let pods = ConnectedDevice("pods", ports: [.bluetoothA2DP])
    try scene.play(
      .phone(.deviceConnected(pods)), .app(0, .startOutput), .phone(.earphonesWorn(.none)))
    let causes = scene.phone.explain(.route, for: 0).causes
    let fact = try #require(causes.firstIndex { $0.fact == .areOutOfEars("pods") })
    #expect(causes[fact].statement == "pods are out of both ears")
    #expect(causes[fact + 1].reference == .rule(.route))
  }

  @Test func `two simultaneous routes are explained by the mode's header`() throws {
    var scene = try Scene(
      SessionConfiguration(.multiRoute, mode: .dualRoute, options: .allowBluetoothHFP))
    let kit = ConnectedDevice("kit", ports: [.bluetoothHFP])
    try scene.play(.phone(.deviceConnected(kit)), .app(0, .startOutput))
    let explanation = scene.phone.explain(.route, for: 0)
    #expect(explanation.verdict.contains(" of kit"))
    let cause = explanation.causes.first { $0.statement.contains("several ports") }
    #expect(cause?.evidence.description.contains("AVAudioSessionModeDualRoute") == true)
  }

  @Test func `the row of a sound states the effect of the switch`() throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.silentModeSet(true)))
    #expect(
      scene.phone.explain(.systemSound, for: 0).lines == [
        "a system sound of app0 would be suppressed: silentMode",
        "  because the ring/silent switch is on silent",
        "    because the ring/silent switch silences system sounds (row 'system sound' of the sounds; "
          + "\(SoundClass.uiFeedback.evidence.silentSwitch))",
      ])
    #expect(references(.alarm, scene) == [.fact(.volume(.ringer)), .sound(.alarm), .sound(.alarm)])
  }
}
