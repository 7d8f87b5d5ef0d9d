import AudioSession
import TestSupport
import Testing

/// The buttons of a headset, where a call takes precedence over a player.
@Suite struct HeadsetTests {
  /// A phone on which music plays through headphones, with an app that can make calls.
  private static func scene(policy: [String: String] = [:]) throws -> Scene {
    var scene = try Scene(.playback, .talking, policy: policy, handling: [.play, .pause])
    try scene.play(
      .phone(.portConnected(.bluetoothHFP)), .phone(.portConnected(.headphones)),
      .app(0, .startOutput))
    return scene
  }

  private static let press = SessionEvent.phone(
    .remoteCommandSent(.togglePlayPause, from: .headset))

  private func phases(_ scene: Scene) -> [CallPhase] {
    [scene.phone.state.device.calls.first, scene.phone.state.device.calls.second].compactMap {
      $0?.phase
    }
  }

  private func reachesPlayer(_ scene: Scene) -> Bool {
    scene.effects.contains { if case .remoteCommand = $0 { true } else { false } }
  }

  @Test(arguments: [RemoteCommand.togglePlayPause, .play, .pause, .stop])
  func `a press answers the ringing call, another ends it, and the player gets neither`(
    command: RemoteCommand
  ) throws {
    var scene = try Self.scene()
    try scene.play(.phone(.callRang(.phone)))
    try scene.play(.phone(.remoteCommandSent(command, from: .headset)))
    #expect(phases(scene) == [.active] && !reachesPlayer(scene))
    try scene.play(.phone(.remoteCommandSent(command, from: .headset)))
    #expect(phases(scene) == [] && !reachesPlayer(scene))
    #expect(scene.received(0).contains(.endedToResume))
  }

  @Test func `pressing the button asks the host's provider to answer and then to end its call`()
    throws
  {
    var scene = try Self.scene()
    try scene.play(.phone(.callRang(.app(1))))
    try scene.play(Self.press)
    #expect(scene.effects.contains(.callKit(1, .answerCall)))
    #expect(scene.effects.contains(.callKit(1, .didActivate)))
    try scene.play(Self.press)
    #expect(scene.effects.contains(.callKit(1, .endCall)))
    #expect(scene.effects.contains(.callKit(1, .didDeactivate)))
  }

  @Test func `with two calls, a press puts the active call on hold and takes up the other`() throws
  {
    var scene = try Self.scene()
    try scene.play(.phone(.callRang(.app(1))), Self.press, .phone(.callRang(.phone)))
    try scene.play(Self.press)
    #expect(phases(scene) == [.held, .active])
    #expect(scene.effects.contains(.callKit(1, .holdCall)) && !scene.phone.isActive(1))
    try scene.play(Self.press)
    #expect(phases(scene) == [.active, .held])
    #expect(scene.effects.contains(.callKit(1, .unholdCall)) && scene.phone.isActive(1))
  }

  @Test func `a single call on hold is taken up`() throws {
    var scene = try Self.scene()
    try scene.play(.phone(.callStarted(.phone)), .phone(.callHeld), Self.press)
    #expect(phases(scene) == [.active])
  }

  @Test func `multi-press gestures are ignored during a call`() throws {
    var scene = try Self.scene()
    try scene.play(.phone(.callStarted(.phone)))
    try scene.play(.phone(.remoteCommandSent(.next, from: .headset)))
    #expect(scene.effects == [.remoteIgnored(.next, .callHasButton)])
  }

  @Test
  func
    `without a call the player receives the headset's press, and during a call the pause of Control Center`()
    throws
  {
    var scene = try Self.scene()
    try scene.play(Self.press)
    #expect(scene.effects == [.remoteCommand(0, .pause)])
    try scene.play(.phone(.callStarted(.phone)))
    try scene.play(.phone(.remoteCommandSent(.pause)))
    #expect(reachesPlayer(scene))
  }

  @Test func `swapping exchanges two existing calls`() throws {
    var scene = try Self.scene()
    #expect(throws: RejectedEvent.noCall(.active)) { try scene.play(.phone(.callsSwapped)) }
    try scene.play(.phone(.callStarted(.phone)))
    #expect(throws: RejectedEvent.noCall(.held)) { try scene.play(.phone(.callsSwapped)) }
    try scene.play(.phone(.callStarted(.app(1))), .phone(.callsSwapped))
    #expect(phases(scene) == [.active, .held] && !scene.phone.isActive(1))
  }

  // MARK: Holding the button

  @Test func `holding the button declines the ringing call`() throws {
    var scene = try Self.scene()
    try scene.play(.phone(.callRang(.app(1))))
    try scene.play(.phone(.headsetButtonHeld))
    #expect(phases(scene) == [] && scene.effects.contains(.callKit(1, .endCall)))
  }

  @Test(arguments: [false, true])
  func `holding the button ends the active call in favor of the other`(rings: Bool) throws {
    var scene = try Self.scene()
    try scene.play(
      .phone(.callStarted(.phone)),
      rings ? .phone(.callRang(.app(1))) : .phone(.callStarted(.app(1))))
    if !rings { try scene.play(.phone(.callsSwapped)) }
    try scene.play(.phone(.headsetButtonHeld))
    #expect(phases(scene) == [.active])
    #expect(scene.phone.state.device.calls.first?.host == .app(1) && scene.phone.isActive(1))
  }

  @Test func `holding the button switches between two calls of one app, whose session continues`()
    throws
  {
    var scene = try Self.scene()
    try scene.play(.phone(.callStarted(.app(1))), .app(1, .startInput), .phone(.callRang(.app(1))))
    try scene.play(.phone(.headsetButtonHeld))
    #expect(phases(scene) == [.active] && scene.phone.isRecording(1))
    #expect(
      scene.effects.filter { if case .callKit = $0 { true } else { false } }
        == [.callKit(1, .endCall), .callKit(1, .answerCall)])
    try scene.play(
      .phone(.callStarted(.app(1))), .app(1, .setFailingCallActions(CallActions([.unholdCall]))))
    try scene.play(.phone(.headsetButtonHeld))
    #expect(phases(scene) == [.held] && !scene.phone.isActive(1), "no call is active")
  }

  @Test func `holding the button summons Siri without a call, and requires a headset`() throws {
    var scene = try Self.scene()
    try scene.play(.phone(.headsetButtonHeld))
    #expect(scene.phone.state.device.siri == .listening && scene.phone.isInterrupted(0))
    var bare = try Scene(.playback)
    #expect(throws: RejectedEvent.notThere("headset connected")) {
      try bare.play(.phone(.headsetButtonHeld))
    }
  }

  // MARK: Mute

  @Test func `the stem mutes a call without a host app, and apps are not notified`() throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callStarted(.phone)))
    #expect(throws: RejectedEvent.self) { try scene.play(.phone(.headsetMutePressed)) }
    try scene.play(.phone(.portConnected(.bluetoothHFP)))
    try scene.play(.phone(.headsetMutePressed))
    #expect(scene.effects == [])
    #expect(scene.phone.state.device.calls.first?.isMuted == true)
    try scene.play(.phone(.headsetMutePressed))
    #expect(scene.phone.state.device.calls.first?.isMuted == false)
  }

  @Test func `a call muted by a headset does not mute the next one`() throws {
    var scene = try Scene(SessionConfiguration(.playAndRecord, options: .allowBluetoothHFP))
    try scene.play(
      .phone(.portConnected(.bluetoothHFP)), .phone(.callStarted(.app(0))), .app(0, .startInput))
    try scene.play(.phone(.headsetMutePressed))
    #expect(scene.phone.recordsSilence(0))
    try scene.play(.phone(.callEnded()), .phone(.callStarted(.app(0))), .app(0, .startInput))
    #expect(!scene.phone.recordsSilence(0) && !scene.phone.state[0].isInputMuted)
    try scene.play(.app(0, .setInputMuted(true)), .phone(.callEnded()))
    #expect(scene.phone.state[0].isInputMuted, "the app's own mute stays")
  }

  @Test func `a call muted by a headset is muted whenever an app takes it up`() throws {
    var scene = try Scene(SessionConfiguration(.playAndRecord, options: .allowBluetoothHFP))
    try scene.play(
      .phone(.portConnected(.bluetoothHFP)), .phone(.callStarted(.app(0))), .app(0, .startInput))
    try scene.play(.phone(.headsetMutePressed), .phone(.callStarted(.app(0))))
    #expect(!scene.phone.recordsSilence(0))
    try scene.play(.phone(.callsSwapped))
    #expect(scene.phone.recordsSilence(0))
    try scene.play(.phone(.callsSwapped), .phone(.callEnded(of: .held)))
    #expect(!scene.phone.recordsSilence(0))
  }

  @Test func `a call that was muted on the screen is still muted after it was on hold`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callStarted(.app(0))), .phone(.callMuted(true)), .phone(.callHeld),
      .phone(.callUnheld))
    #expect(scene.phone.state.device.calls.first?.isMuted == true)
  }

  // MARK: Messages

  @Test(arguments: RemoteSource.allCases.dropFirst())
  func `an error about a missing source of commands names it without an article`(
    source: RemoteSource
  ) throws {
    var scene = try Scene(.playback)
    do {
      try scene.play(.phone(.remoteCommandSent(.play, from: source)))
      Issue.record("the command was accepted")
    } catch {
      #expect(!"\(error)".contains("no a ") && !"\(error)".contains("no the "))
    }
  }
}
