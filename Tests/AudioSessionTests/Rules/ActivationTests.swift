import AudioSession
import TestSupport
import Testing

/// The decision whether a session may be activated, and the effects of activation.
@Suite struct ActivationTests {
  @Test func `activation throws msrv while the media services are down`() throws {
    var scene = try Scene(.playback)
    try scene.play(.phone(.mediaServicesLost), .app(0, .activate))
    #expect(scene.error == .mediaServicesFailed)
    #expect(!scene.phone.isActive(0))
  }

  @Test func `activation of a destroyed session throws expiredSession`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .expireSession), .app(0, .activate))
    #expect(scene.error == .expiredSession)
  }

  @Test(arguments: [SessionConfiguration.solo, .ambient])
  func `ambient sessions cannot start in the background even with the background mode`(
    configuration: SessionConfiguration
  ) throws {
    var scene = try Scene(configuration)
    try scene.play(.app(0, .enterBackground), .app(0, .activate))
    #expect(scene.error == .cannotStartPlaying)
  }

  @Test func `without the background mode, nothing starts in the background`() throws {
    var scene = try Scene(.playback)
    scene.phone = try Phone(PhoneSetup(apps: [AppState()]))
    try scene.play(.app(0, .setCategory(.playback)), .app(0, .enterBackground), .app(0, .activate))
    #expect(scene.error == .cannotStartPlaying)
  }

  @Test func `a mixable session does not start recording in the background`() throws {
    var scene = try Scene(.mixedTalking)
    try scene.play(.app(0, .enterBackground), .app(0, .activate))
    #expect(scene.error == .cannotStartRecording)
  }

  @Test func `only the app that played last may interrupt others from the background`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.app(0, .enterBackground), .app(0, .activate))
    #expect(scene.error == .cannotInterruptOthers)
    try scene.play(
      .app(0, .enterForeground), .app(0, .startOutput), .app(0, .stopOutput), .app(0, .deactivate())
    )
    try scene.play(.app(0, .enterBackground), .app(0, .activate))
    #expect(scene.error == nil)
    #expect(scene.phone.isActive(0))
  }

  @Test func `during another app's call, input is rejected and output is not`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(.phone(.callRang(.phone)), .phone(.callAnswered), .app(0, .activate))
    #expect(scene.error == .insufficientPriority)
    try scene.play(.app(1, .activate))
    #expect(scene.error == nil)
    #expect(scene.phone.isActive(1))
  }

  @Test func `a call on hold still keeps others from recording`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.callRang(.phone)), .phone(.callAnswered), .phone(.callHeld), .app(0, .activate))
    #expect(scene.error == .insufficientPriority)
  }

  @Test func `while Siri records, input is rejected with a separate error`() throws {
    var scene = try Scene(.talking, .playback)
    try scene.play(.phone(.siriBegan), .phone(.siriRecorded), .app(0, .activate))
    #expect(scene.error == .siriIsRecording)
    try scene.play(.app(1, .activate))
    #expect(scene.error == .insufficientPriority)
  }

  @Test(arguments: [
    SessionEvent.phone(.callRang(.phone)), .phone(.alarmFired), .phone(.timerFired),
    .phone(.emergencyBegan),
  ])
  func `a holder of the output blocks sessions that do not mix`(event: SessionEvent) throws {
    var scene = try Scene(.playback)
    try scene.play(event, .app(0, .activate))
    #expect(scene.error == .insufficientPriority)
  }

  @Test(arguments: [
    SessionEvent.phone(.callRang(.phone)), .phone(.alarmFired), .phone(.timerFired),
    .phone(.siriBegan),
  ])
  func `a session that mixes plays alongside a holder of the output`(event: SessionEvent) throws {
    var scene = try Scene(.mixing, .ambient)
    try scene.play(event, .app(0, .startOutput), .app(1, .startOutput))
    #expect(scene.phone.isAudible(0) && scene.phone.isAudible(1))
  }

  @Test func `during an emergency alert, no session can be activated, mixing or not`() throws {
    var scene = try Scene(.mixing, .playback)
    try scene.play(.phone(.emergencyBegan), .app(0, .activate))
    #expect(scene.error == .insufficientPriority)
    try scene.play(.app(1, .activate))
    #expect(scene.error == .insufficientPriority)
  }

  @Test
  func
    `while Siri is shown but not recording, output may be activated, but input only if it mixes`()
    throws
  {
    var scene = try Scene(.playback, .talking, .mixedTalking)
    try scene.play(.phone(.siriBegan), .app(0, .activate))
    #expect(scene.error == nil)
    try scene.play(.app(1, .activate))
    #expect(scene.error == .insufficientPriority)
    try scene.play(.app(2, .activate))
    #expect(scene.error == nil)
  }

  @Test func `another app's call rejects input in every phase, mixing or not`() throws {
    for configuration in [SessionConfiguration.talking, .mixedTalking] {
      var scene = try Scene(configuration)
      for event in [
        SessionEvent.phone(.callRang(.phone)), .phone(.callAnswered), .phone(.callHeld),
      ] {
        try scene.play(event, .app(0, .activate))
        #expect(scene.error == .insufficientPriority)
      }
    }
  }

  @Test func `a mixing session that was interrupted may continue alongside the alarm`() throws {
    var scene = try Scene(.mixing)
    try scene.play(.app(0, .startOutput), .phone(.alarmFired), .app(0, .startOutput))
    #expect(scene.phone.isPlaying(0))
    try scene.play(.phone(.alarmDismissed()))
    #expect(scene.received(0) == [], "its interruption ended when it was activated")
  }

  @Test func `an interruption by another holder is not ended`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(
      .phone(.siriBegan), .app(0, .startOutput), .app(1, .startOutput), .phone(.siriRecorded))
    try scene.play(.app(1, .stopOutput), .app(1, .deactivate(.notifyOthersOnDeactivation)))
    #expect(scene.received(0) == [] && scene.phone.state[0].interruptedBy == .siri)
    try scene.play(.phone(.siriEnded()))
    #expect(scene.received(0) == [.endedToResume])
  }

  @Test func `input without a microphone throws resourceNotAvailable`() throws {
    var device = DeviceState()
    device.hasMicrophone = false
    var scene = try Scene(.recording, device: device)
    try scene.play(.app(0, .activate))
    #expect(scene.error == .resourceNotAvailable)
    try scene.play(.phone(.portConnected(.headsetMic)), .app(0, .activate))
    #expect(scene.error == nil)
  }

  @Test func `without permission, a recording is silence and not an error`() throws {
    var scene = try Scene(.recording, policy: ["permissionChangeEnds": "false"])
    try scene.play(.app(0, .setRecordPermission(.denied)), .app(0, .startInput))
    #expect(scene.error == nil)
    #expect(scene.phone.isRecording(0))
    #expect(scene.phone.recordsSilence(0))
    try scene.play(.app(0, .setRecordPermission(.granted)))
    #expect(!scene.phone.recordsSilence(0))
  }

  @Test
  func
    `answering the app's request changes the permission, but a change in Settings ends the app's process`()
    throws
  {
    var scene = try Scene(.recording)
    scene.phone.state[0].recordPermission = .undetermined
    try scene.play(.app(0, .setRecordPermission(.granted)), .app(0, .startInput))
    #expect(scene.phone.isRecording(0))
    try scene.play(.app(0, .setRecordPermission(.granted)))
    #expect(scene.phone.isRecording(0))
    try scene.play(.app(0, .setRecordPermission(.denied)))
    #expect(scene.phone.state[0].lifecycle == .terminated && !scene.phone.isRecording(0))
    try scene.play(.app(0, .launch))
    #expect(scene.phone.state[0].recordPermission == .denied)
  }

  @Test func `input does not start from a microphone that is muted in hardware`() throws {
    var scene = try Scene(.recording)
    try scene.play(.phone(.microphoneMuted), .app(0, .startInput))
    #expect(scene.error == .resourceNotAvailable)
    #expect(!scene.phone.isRecording(0))
    try scene.play(
      .app(0, .setCategory(.record, options: .overrideMutedMicrophoneInterruption)),
      .app(0, .startInput))
    #expect(scene.error == nil)
    #expect(scene.phone.recordsSilence(0))
  }

  @Test func `the checks follow the order in which the documentation lists the errors`() throws {
    var scene = try Scene(.talking)
    let talking = AppID(0)
    try scene.play(.app(talking, .enterBackground), .phone(.siriBegan), .phone(.siriRecorded))
    try scene.play(.phone(.callRang(.phone)), .phone(.callAnswered), .app(talking, .expireSession))
    try scene.play(.phone(.mediaServicesLost), .app(talking, .activate))
    #expect(scene.error == .mediaServicesFailed)
    try scene.play(.phone(.mediaServicesReset), .app(talking, .enterForeground))
    try scene.play(.app(talking, .setCategory(.playAndRecord)), .app(talking, .enterBackground))
    try scene.play(.app(talking, .activate))
    #expect(scene.error == .expiredSession)
  }

  @Test func `the background is checked before the call, and the call before Siri`() throws {
    var scene = try Scene(.talking)
    try scene.play(
      .phone(.siriBegan), .phone(.siriRecorded), .phone(.callRang(.phone)), .phone(.callAnswered))
    try scene.play(.app(0, .enterBackground), .app(0, .activate))
    #expect(scene.error == .cannotInterruptOthers)
    try scene.play(.app(0, .enterForeground), .app(0, .activate))
    #expect(scene.error == .insufficientPriority)
    try scene.play(.phone(.callEnded()), .app(0, .activate))
    #expect(scene.error == .siriIsRecording)
    try scene.play(.phone(.siriEnded()), .app(0, .activate))
    #expect(scene.error == nil)
  }

  @Test func `a rejected activation does not change anything`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(1, .startOutput), .app(0, .enterBackground))
    let before = scene.phone.state
    try scene.play(.app(0, .activate))
    #expect(scene.error == .cannotInterruptOthers)
    #expect(scene.phone.state == before)
  }

  @Test func `an active session can be activated again, in the background too`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .activate), .app(0, .enterBackground))
    let before = scene.phone.state
    try scene.play(.app(0, .activate))
    #expect(scene.error == nil)
    #expect(scene.phone.state == before)
    #expect(scene.effects == [.callResult(0, nil)])
  }

  @Test func `an active mixing session records in the background, where it could not start`()
    throws
  {
    var scene = try Scene(.mixedTalking)
    try scene.play(.app(0, .activate), .app(0, .enterBackground), .app(0, .activate))
    #expect(scene.error == nil)
    try scene.play(.app(0, .startInput))
    #expect(scene.error == nil && scene.phone.isRecording(0))
  }

  @Test func `setting the current category succeeds without effects`() throws {
    var scene = try Scene(.playback, .talking)
    try scene.play(.app(0, .activate), .app(0, .enterBackground))
    let before = scene.phone.state
    try scene.play(.app(0, .setCategory(.playback)))
    #expect(scene.error == nil)
    #expect(scene.phone.state == before)
    #expect(scene.effects == [.callResult(0, nil)])
    try scene.play(
      .phone(.callRang(.phone)), .phone(.callAnswered), .app(1, .setCategory(.playAndRecord)))
    #expect(scene.error == nil, "even if a change would be rejected")
  }

  @Test func `starting to play activates with the current category`() throws {
    var scene = try Scene(.solo, .playback)
    try scene.play(.app(1, .startOutput))
    try scene.play(.app(0, .startOutput))
    #expect(scene.phone.isActive(0) && scene.phone.isPlaying(0))
    #expect(scene.received(1).contains(.began))
    #expect(!scene.phone.isActive(1))
  }

  @Test func `a category cannot start a direction that it does not have`() throws {
    var scene = try Scene(.recording, .playback)
    try scene.play(.app(0, .startOutput))
    #expect(scene.error == .incompatibleCategory)
    try scene.play(.app(1, .startInput))
    #expect(scene.error == .incompatibleCategory)
  }

  @Test func `the interrupted app is notified before the interrupting app's call returns`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(1, .startOutput))
    try scene.play(.app(0, .activate))
    let notified = scene.effects.firstIndex(of: .notified(1, .began))
    let returned = scene.effects.firstIndex(of: .callResult(0, nil))
    let stopped = scene.effects.firstIndex(of: .ioStopped(1, .output, .interrupted))
    #expect(try #require(stopped) < (try #require(notified)))
    #expect(try #require(notified) < (try #require(returned)))
  }
}
