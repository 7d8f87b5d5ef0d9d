import AudioSession
import TestSupport
import Testing

/// The user's actions outside the apps: muting inputs, picking outputs, changing accessibility
/// settings.
@Suite struct UserTests {
  private static let talking = SessionConfiguration(
    .playAndRecord, options: [.allowBluetoothHFP])

  // MARK: Input mute

  @Test func `a muted input records silence, and its app is notified`() throws {
    var scene = try Scene(.recording)
    try scene.play(.app(0, .startInput), .app(0, .setInputMuted(true)))
    #expect(scene.received(0).contains(.inputMuteStateChange(muted: true)))
    #expect(scene.phone.isRecording(0) && scene.phone.recordsSilence(0))
    try scene.play(.app(0, .setInputMuted(false)))
    #expect(scene.received(0) == [.inputMuteStateChange(muted: false)])
    #expect(!scene.phone.recordsSilence(0))
  }

  @Test func `a mute without a recording session is posted when one becomes active`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .setInputMuted(true)), .app(0, .activate))
    #expect(!scene.received(0).contains(.inputMuteStateChange(muted: true)))
    try scene.play(.app(0, .deactivate()), .app(0, .setCategory(.record)))
    #expect(!scene.received(0).contains(.inputMuteStateChange(muted: true)))
    try scene.play(.app(0, .activate))
    #expect(scene.received(0).contains(.inputMuteStateChange(muted: true)))
    try scene.play(.app(0, .deactivate()), .app(0, .activate))
    #expect(!scene.received(0).contains(.inputMuteStateChange(muted: true)), "it is posted once")
  }

  @Test func `the stem of a headset mutes sessions that record from it, and no others`() throws {
    var scene = try Scene(Self.talking)
    try scene.play(.app(0, .startInput))
    #expect(throws: RejectedEvent.self) { try scene.play(.phone(.headsetMutePressed)) }
    try scene.play(.phone(.portConnected(.bluetoothHFP)))
    try scene.play(.phone(.headsetMutePressed))
    #expect(scene.received(0) == [.inputMuteStateChange(muted: true)])
    try scene.play(.phone(.headsetMutePressed))
    #expect(scene.received(0) == [.inputMuteStateChange(muted: false)])
  }

  @Test func `CallKit asks the host of a call to mute it, and the host does so`() throws {
    var scene = try Scene(Self.talking)
    try scene.play(.phone(.callStarted(.app(0))), .app(0, .startInput))
    try scene.play(.phone(.callMuted(true)))
    #expect(scene.effects == [.callKit(0, .muteCall)])
    #expect(!scene.phone.recordsSilence(0))
    try scene.play(.phone(.callEnded()), .phone(.callStarted(.phone)))
    try scene.play(.phone(.callMuted(true)))
    #expect(scene.effects == [])
  }

  @Test func `inputs cannot be muted before iOS 17`() throws {
    var scene = try Scene(.recording, on: .iOS16)
    #expect(throws: RejectedEvent.notAvailable("AVAudioApplication", since: "17")) {
      try scene.play(.app(0, .setInputMuted(true)))
    }
  }

  @Test func `the app records from the input that the user picks`() throws {
    var scene = try Scene(Self.talking)
    try scene.play(.phone(.portConnected(.bluetoothHFP)), .app(0, .startInput))
    #expect(scene.phone.inputs == [.bluetoothHFP])
    try scene.play(.app(0, .inputPicked(.port(.builtInMic))))
    #expect(scene.phone.inputs == [.builtInMic] && scene.phone.isRecording(0))
    #expect(scene.phone.state[0].preferredInput == .port(.builtInMic))
    let reasons = scene.received(0).compactMap { notification -> RouteChangeReason? in
      if case .routeChange(let reason, _) = notification { reason } else { nil }
    }
    #expect(reasons == [.override])
  }

  @Test func `a picker lists the available inputs, and none for a session that does not record`()
    throws
  {
    for (configuration, port) in [(Self.talking, Port.headsetMic), (.playback, .builtInMic)] {
      var scene = try Scene(configuration)
      #expect(throws: RejectedEvent.notThere("input \(port.name) in the picker")) {
        try scene.play(.app(0, .inputPicked(.port(port))))
      }
    }
    var behind = try Scene(Self.talking)
    #expect(throws: RejectedEvent.self) {
      try behind.play(.app(0, .enterBackground), .app(0, .inputPicked(.port(.builtInMic))))
    }
    var old = try Scene(Self.talking, on: .iOS17)
    #expect(throws: RejectedEvent.notAvailable("AVInputPickerInteraction", since: "26")) {
      try old.play(.app(0, .inputPicked(.port(.builtInMic))))
    }
  }

  // MARK: Outputs

  @Test func `a player moves to the output that the user picks, without a pause`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.portConnected(.bluetoothA2DP)))
    try scene.play(.phone(.outputPicked(.phone)))
    #expect(scene.phone.outputs == [.builtInSpeaker] && scene.phone.isPlaying(0))
    let reasons = scene.received(0).compactMap { notification -> RouteChangeReason? in
      if case .routeChange(let reason, _) = notification { reason } else { nil }
    }
    #expect(reasons == [.override])
    try scene.play(.phone(.outputPicked(.port(.bluetoothA2DP))))
    #expect(scene.phone.outputs == [.bluetoothA2DP])
  }

  @Test func `a picked device stays picked until it is disconnected`() throws {
    var scene = try Scene(.playback)
    let earphones = ConnectedDevice("earphones", ports: [.bluetoothA2DP])
    let car = ConnectedDevice("car", ports: [.bluetoothA2DP])
    try scene.play(
      .phone(.deviceConnected(earphones)), .phone(.deviceConnected(car)), .app(0, .startOutput))
    try scene.play(.phone(.outputPicked(.device("earphones"))))
    #expect(scene.phone.currentRoute.outputDevice == "earphones")
    try scene.play(
      .app(0, .setCategory(.playback, options: .mixWithOthers)), .phone(.deviceDisconnected("car")))
    #expect(scene.phone.state.device.pickedOutput == .device("earphones"))
    try scene.play(.phone(.deviceDisconnected("earphones")))
    #expect(scene.phone.state.device.pickedOutput == nil)
    #expect(scene.phone.outputs == [.builtInSpeaker])
  }

  @Test func `a device that is connected later takes over from the picked one`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .phone(.portConnected(.bluetoothA2DP)), .app(0, .startOutput), .phone(.outputPicked(.phone)))
    try scene.play(.phone(.portConnected(.headphones)))
    #expect(scene.phone.outputs == [.headphones])
    #expect(scene.phone.state.device.pickedOutput == nil)
  }

  @Test(arguments: [CallHost.phone, .app(1)])
  func `a pick during a call ends with it, and the earlier pick applies again`(
    host: CallHost
  ) throws {
    var scene = try Scene(.playback, Self.talking)
    try scene.play(
      .phone(.portConnected(.bluetoothA2DP)), .app(0, .startOutput), .phone(.callStarted(host)))
    try scene.play(.phone(.outputPicked(.speaker)))
    #expect(scene.phone.outputs == [.builtInSpeaker])
    try scene.play(.phone(.callEnded()), .app(0, .startOutput))
    #expect(scene.phone.outputs == [.bluetoothA2DP] && scene.phone.state.device.outputPick == nil)
    try scene.play(.phone(.portConnected(.airPlay)), .phone(.outputPicked(.port(.bluetoothA2DP))))
    try scene.play(
      .phone(.callStarted(host)), .phone(.outputPicked(.speaker)), .phone(.callStarted(.phone)),
      .phone(.callEnded()))
    #expect(scene.phone.state.device.outputPick == .speaker, "the first call is on hold")
    try scene.play(.phone(.callEnded()), .app(0, .startOutput))
    #expect(scene.phone.outputs == [.bluetoothA2DP])
    try scene.play(.phone(.callStarted(host)))
    #expect(scene.phone.state.device.outputPick != .speaker)
  }

  @Test func `in a call, the speaker can be picked, and so can its receiver`() throws {
    var scene = try Scene(Self.talking)
    try scene.play(
      .phone(.portConnected(.bluetoothHFP)), .app(0, .startInput), .phone(.outputPicked(.speaker)))
    #expect(scene.phone.outputs == [.builtInSpeaker] && scene.phone.inputs == [.builtInMic])
    try scene.play(.phone(.outputPicked(.phone)))
    #expect(scene.phone.outputs == [.builtInReceiver] && scene.phone.inputs == [.builtInMic])
    #expect(scene.phone.availableInputs(for: 0) == [.bluetoothHFP, .builtInMic])
  }

  @Test func `if nothing is connected, the speaker pick lasts until the conversation ends`()
    throws
  {
    var scene = try Scene(.talking)
    try scene.play(.app(0, .startInput), .phone(.outputPicked(.speaker)))
    #expect(scene.phone.outputs == [.builtInSpeaker])
    try scene.play(.app(0, .deactivate()), .app(0, .activate))
    #expect(scene.phone.outputs == [.builtInReceiver])
  }

  @Test func `devices that are not connected cannot be picked`() throws {
    var scene = try Scene(.playback)
    #expect(throws: RejectedEvent.deviceNotConnected("airPlay")) {
      try scene.play(.phone(.outputPicked(.port(.airPlay))))
    }
  }

  // MARK: Hands-free in steps

  @Test func `hands-free opens in two route changes, and an engine stops at the second`()
    throws
  {
    var scene = try Scene(Self.talking, policy: ["bluetoothSwitch": "inSteps"])
    try scene.play(.app(0, .setPlayer(.engine)), .phone(.portConnected(.bluetoothHFP)))
    try scene.play(.app(0, .startInput))
    #expect(scene.phone.inputs == [.builtInMic] && scene.phone.state.device.isHandsFreeOpening)
    #expect(scene.phone.currentRoute.hardwareFormat.sampleRate == 48_000)
    try scene.play(.phone(.handsFreeOpened))
    #expect(scene.phone.inputs == [.bluetoothHFP] && scene.phone.outputs == [.bluetoothHFP])
    #expect(scene.phone.currentRoute.hardwareFormat.sampleRate == 16_000)
    #expect(scene.received(0).contains(.audioEngineConfigurationChange))
    #expect(throws: RejectedEvent.self) { try scene.play(.phone(.handsFreeOpened)) }
  }

  @Test func `an unused route does not wait for hands-free`() throws {
    var scene = try Scene(Self.talking, policy: ["bluetoothSwitch": "inSteps"])
    try scene.play(.phone(.portConnected(.bluetoothHFP)), .app(0, .startInput))
    try scene.play(.phone(.portDisconnected(.bluetoothHFP)))
    #expect(!scene.phone.state.device.isHandsFreeOpening)
  }

  // MARK: Accessibility

  @Test func `apps are notified of each changed setting, suspended ones later`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(1, .suspend))
    try scene.play(.phone(.accessibilityChanged([.reduceMotion, .monoAudio])))
    #expect(
      scene.received(0) == [.accessibilityChange(.reduceMotion), .accessibilityChange(.monoAudio)])
    #expect(scene.queued(1).count == 2)
    try scene.play(.phone(.accessibilityChanged([.reduceMotion])))
    #expect(scene.received(0) == [.accessibilityChange(.monoAudio)])
  }

  @Test func `VoiceOver lowers players while it speaks, and speaks only while it is running`()
    throws
  {
    var scene = try Scene(.playback)
    #expect(throws: RejectedEvent.notThere("speech by VoiceOver while VoiceOver is turned off")) {
      try scene.play(.phone(.voiceOverSpoke(true)))
    }
    try scene.play(
      .app(0, .startOutput), .phone(.accessibilityChanged(.voiceOver)),
      .phone(.voiceOverSpoke(true)))
    #expect(scene.phone.isDucked(0) && scene.phone.gain(of: 0) == 0.1)
    try scene.play(.phone(.voiceOverSpoke(false)))
    #expect(scene.phone.gain(of: 0) == 0.5)
    try scene.play(.phone(.voiceOverSpoke(true)), .phone(.accessibilityChanged([])))
    #expect(!scene.phone.state.device.isVoiceOverSpeaking && !scene.phone.isDucked(0))
  }

  // MARK: The radio of a car

  @Test func `a car's radio takes over from a player in the car, and gives the output back`() throws
  {
    var scene = try Scene(.playback, .mixing)
    try scene.play(.phone(.portConnected(.carAudio)), .app(0, .startOutput), .app(1, .startOutput))
    try scene.play(.phone(.alertBegan(.carRadio)))
    #expect(scene.phone.isInterrupted(0) && !scene.phone.isInterrupted(1))
    #expect(scene.phone.state[0].interruptedBy == .carRadio)
    try scene.play(.phone(.alertEnded(.carRadio)))
    #expect(scene.received(0).contains(.endedToResume))
  }

  @Test func `a player outside the car continues alongside its radio`() throws {
    var scene = try Scene(.playback)
    #expect(throws: RejectedEvent.notThere("connected car")) {
      try scene.play(.phone(.alertBegan(.carRadio)))
    }
    try scene.play(
      .phone(.portConnected(.carAudio)), .phone(.portConnected(.headphones)), .app(0, .startOutput),
      .phone(.alertBegan(.carRadio)))
    #expect(scene.phone.isPlaying(0) && scene.phone.state.device[.carRadio])
  }

  @Test func `playing again takes the car's output back from its radio`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(
      .phone(.portConnected(.carAudio)), .app(0, .startOutput), .phone(.alertBegan(.carRadio)))
    try scene.play(.app(1, .startOutput))
    #expect(scene.phone.isPlaying(1) && !scene.phone.state.device[.carRadio])
    #expect(!scene.received(0).contains(.endedToResume))
  }

  @Test func `the radio disappears with the car, and no session may resume`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .phone(.portConnected(.carAudio)), .app(0, .startOutput), .phone(.alertBegan(.carRadio)))
    try scene.play(.phone(.portDisconnected(.carAudio)))
    #expect(!scene.phone.state.device[.carRadio] && !scene.phone.isInterrupted(0))
    #expect(!scene.received(0).contains(.endedToResume))
  }
}
