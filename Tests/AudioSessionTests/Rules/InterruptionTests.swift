import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Interruptions: how they begin, nest and end, and how sessions deactivate.
@Suite struct InterruptionTests {
  @Test
  func `an emergency interrupts and rejects mixing sessions, whatever the policy`()
    throws
  {
    for configuration in [SessionConfiguration.ambient, .mixing] {
      var scene = try Scene(configuration, policy: ["systemInterruptsMixable": "false"])
      try scene.play(.app(0, .startOutput))
      try scene.play(.phone(.alarmFired))
      #expect(scene.phone.isActive(0))
      try scene.play(.phone(.emergencyBegan))
      #expect(scene.received(0).contains(.began))
      try scene.play(.app(0, .activate))
      #expect(scene.error == .insufficientPriority)
      try scene.play(.phone(.emergencyEnded()))
      #expect(scene.received(0).contains(.endedToResume))
    }
  }

  @Test func `an alarm stops a player, and its end permits resuming`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput))
    try scene.play(.phone(.alarmFired))
    #expect(scene.received(0).first == .began)
    #expect(scene.effects.contains(.ioStopped(0, .output, .interrupted)))
    #expect(!scene.phone.isActive(0) && scene.phone.isInterrupted(0))
    #expect(scene.phone.state[0].interruption?.wasPlaying == true)
    try scene.play(.phone(.alarmDismissed()))
    #expect(scene.received(0) == [.endedToResume])
    #expect(!scene.phone.isActive(0), "the app activates itself")
  }

  @Test func `the system interrupts mixing sessions as well`() throws {
    var scene = try Scene(.mixing, .ambient)
    try scene.play(.app(0, .activate), .app(1, .activate))
    try scene.play(.phone(.timerFired))
    #expect(scene.received(0) == [.began] && scene.received(1) == [.began])
  }

  @Test func `an end without the right to resume is posted without shouldResume`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.alarmFired))
    try scene.play(.phone(.alarmDismissed(.notResumable)))
    #expect(scene.received(0) == [.ended])
  }

  @Test func `a lost end is not posted, and the app can still activate its session`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.alarmFired))
    try scene.play(.phone(.alarmDismissed(.lost)))
    #expect(scene.received(0) == [])
    try scene.play(.app(0, .startOutput))
    #expect(scene.error == nil)
  }

  @Test func `a second source interrupts silently, and the interruption ends with the last source`()
    throws
  {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput))
    try scene.play(.phone(.alarmFired), .phone(.callRang(.phone)))
    #expect(scene.received(0).filter { $0 == .began }.count == 1)
    #expect(scene.phone.state[0].interruptedBy == [.alarm, .call])
    try scene.play(.phone(.alarmDismissed()))
    #expect(scene.received(0) == [])
    try scene.play(.phone(.callDeclined()))
    #expect(scene.received(0) == [.endedToResume])
  }

  @Test func `one non-recoverable interruption among several removes the right to resume`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.alarmFired), .phone(.siriBegan))
    try scene.play(.phone(.siriEnded(.notResumable)), .phone(.alarmDismissed()))
    #expect(scene.received(0) == [.ended])
    try scene.play(.app(0, .startOutput), .phone(.alarmFired), .phone(.alarmDismissed()))
    #expect(scene.received(0).contains(.endedToResume), "a new interruption starts fresh")
  }

  @Test func `two consecutive alarms are each reported`() throws {
    var scene = try Scene(.recording)
    try scene.play(
      .app(0, .startInput), .phone(.alarmFired), .phone(.alarmDismissed()), .app(0, .startInput))
    try scene.play(.phone(.alarmFired), .phone(.alarmDismissed()))
    #expect(scene.received(0).contains(.began) && scene.received(0).contains(.endedToResume))
  }

  @Test func `activation while interrupted by an app ends the interruption silently`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(0, .activate), .app(1, .activate))
    try scene.play(.app(0, .activate))
    #expect(!scene.phone.isInterrupted(0))
    #expect(!scene.received(0).contains(.endedToResume) && !scene.received(0).contains(.ended))
    #expect(scene.received(1).contains(.began))
  }

  @Test func `others are notified with shouldResume only by an app that notifies`() throws {
    for (options, expected) in [
      (SetActiveOptions.notifyOthersOnDeactivation, [SessionNotification.endedToResume]),
      (SetActiveOptions(), []),
    ] {
      var scene = try Scene(.playback, .playback)
      try scene.play(.app(0, .startOutput), .app(1, .startOutput), .app(1, .stopOutput))
      try scene.play(.app(1, .deactivate(options)))
      #expect(scene.received(0).filter { $0 == .endedToResume || $0 == .ended } == expected)
      #expect(!scene.phone.isInterrupted(0))
    }
  }

  @Test func `a deactivation that does not notify others can specify what they receive`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(0, .startOutput), .app(1, .activate))
    try scene.play(.app(1, .deactivate(noNotifyEffect: .endedWithoutOption)))
    #expect(scene.received(0).contains(.ended))
  }

  @Test func `an interrupted app still interrupts the sessions it had interrupted`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(0, .startOutput), .app(1, .startOutput), .phone(.alarmFired))
    try scene.play(.phone(.alarmDismissed()))
    #expect(scene.received(1) == [.endedToResume])
    #expect(scene.received(0) == [], "the second one has not deactivated yet")
    #expect(scene.phone.state[0].interruptedBy == .app(1))
    try scene.play(.app(1, .deactivate(.notifyOthersOnDeactivation)))
    #expect(scene.received(0) == [.endedToResume])
  }

  @Test func `an app that deactivates while interrupted releases the others`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(0, .startOutput), .app(1, .startOutput), .phone(.alarmFired))
    try scene.play(.app(1, .deactivate(.notifyOthersOnDeactivation)))
    #expect(scene.phone.state[0].interruptedBy == .alarm)
    try scene.play(.phone(.alarmDismissed()))
    #expect(scene.received(0) == [.endedToResume])
  }

  @Test func `the right to resume requires the current category`() throws {
    var scene = try Scene(.playback, .playback, policy: ["setCategoryDuringCall": "accept"])
    try scene.play(
      .phone(.callRang(.phone)), .phone(.callAnswered), .app(0, .startOutput), .app(1, .startOutput)
    )
    try scene.play(.app(0, .setCategory(.playAndRecord)))
    try scene.play(.app(1, .stopOutput), .app(1, .deactivate(.notifyOthersOnDeactivation)))
    #expect(scene.received(0).contains(.ended))
    #expect(!scene.received(0).contains(.endedToResume))
  }

  @Test func `an interruption that ends in the background permits resuming there`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .app(0, .enterBackground), .phone(.callRang(.phone)))
    try scene.play(.phone(.callDeclined()))
    #expect(scene.received(0) == [.endedToResume])
    try scene.play(.app(0, .startOutput))
    #expect(scene.error == nil && scene.phone.isPlaying(0))
  }

  @Test func `an app that deactivated, or was never active, may not start in the background`()
    throws
  {
    var scene = try Scene(.playback, .playback)
    try scene.play(
      .app(0, .startOutput), .app(0, .enterBackground), .phone(.callRang(.phone)),
      .app(0, .deactivate()))
    try scene.play(.phone(.callDeclined()), .app(0, .activate))
    #expect(scene.error == .cannotInterruptOthers, "it deactivated during the call")
    try scene.play(.app(1, .enterBackground), .app(1, .activate))
    #expect(scene.error == .cannotInterruptOthers, "it was never active")
  }

  @Test func `an end without shouldResume does not permit starting in the background`() throws {
    for end in [InterruptionEnd.notResumable, .lost] {
      var scene = try Scene(.playback)
      try scene.play(
        .app(0, .startOutput), .app(0, .enterBackground), .phone(.alarmFired),
        .phone(.alarmDismissed(end)))
      try scene.play(.app(0, .activate))
      #expect(scene.error == .cannotInterruptOthers, "\(end)")
    }
  }

  @Test(arguments: [
    ("accept", nil), ("reject", SessionErrorCode.cannotStartRecording),
  ])
  func `the policy decides whether a mixing recording resumes in the background`(
    resumption: String, error: SessionErrorCode?
  ) throws {
    for first in [SessionEvent.app(0, .activate), .app(0, .startInput)] {
      var scene = try Scene(.mixedTalking, policy: ["backgroundResumption": resumption])
      try scene.play(.app(0, .startInput), .app(0, .enterBackground), .phone(.alarmFired))
      try scene.play(.phone(.alarmDismissed()))
      #expect(scene.received(0).contains(.endedToResume))
      try scene.play(first)
      #expect(scene.error == error)
      try scene.play(.app(0, .startInput))
      #expect(scene.error == error)
    }
  }

  // Source: AudioSessionTypes.h, CannotInterruptOthers: only the Now Playing app may.
  @Test(arguments: ["accept", "reject"])
  func `the Now Playing app resumes in the background under either policy`(
    resumption: String
  ) throws {
    var scene = try Scene(
      .playback, policy: ["backgroundResumption": resumption], handling: [.play])
    try scene.play(
      .app(0, .startOutput), .app(0, .enterBackground), .phone(.alarmFired),
      .phone(.alarmDismissed()), .app(0, .activate))
    #expect(scene.phone.nowPlayingApp == 0)
    #expect(scene.error == nil)
  }

  @Test func `a microphone muted in hardware interrupts apps that record from it`() throws {
    var scene = try Scene(.recording, .mixing)
    try scene.play(.app(0, .startInput), .app(1, .startOutput))
    try scene.play(.phone(.microphoneMuted))
    #expect(scene.received(0).first == .interruptionBegan(.builtInMicMuted))
    #expect(!scene.received(1).contains(.began) && scene.phone.isPlaying(1))
    try scene.play(.phone(.microphoneUnmuted))
    #expect(scene.received(0).contains(.endedToResume))
  }

  @Test(arguments: [
    SessionEvent.phone(.volumeSet(.media, 0.5)), .phone(.portConnected(.headphones)),
  ])
  func `a muted microphone does not affect an app's own call, whatever happens later`(
    later: SessionEvent
  ) throws {
    var scene = try Scene(SessionConfiguration(.playAndRecord, mode: .voiceChat))
    try scene.play(.phone(.callStarted(.app(0))), .app(0, .startInput), .phone(.microphoneMuted))
    #expect(scene.phone.isRecording(0))
    try scene.play(later)
    #expect(scene.phone.isRecording(0))
    #expect(scene.phone.brokenInvariants == [])
  }

  @Test
  func
    `a muted microphone interrupts a recording from a headset only when the headset is unplugged`()
    throws
  {
    var scene = try Scene(.recording)
    try scene.play(.phone(.portConnected(.headsetMic)), .app(0, .startInput))
    try scene.play(.phone(.microphoneMuted))
    #expect(scene.phone.isRecording(0))
    try scene.play(.phone(.portDisconnected(.headsetMic, announced: true)))
    #expect(scene.received(0).contains(.interruptionBegan(.builtInMicMuted)))
    #expect(!scene.phone.isRecording(0))
    #expect(scene.phone.brokenInvariants == [])
  }

  @Test(arguments: [SessionEvent.phone(.alertBegan(.alarm)), .phone(.callRang(.phone))])
  func `a web view does not start playing while an alarm or a call rings`(ring: SessionEvent) throws
  {
    var scene = try Scene(.playback)
    try scene.play(.phone(.alertBegan(.webView)))
    try scene.play(ring)
    #expect(!scene.phone.state.device[.webView])
    #expect(throws: RejectedEvent.self) { try scene.phone.handle(.phone(.alertBegan(.webView))) }
  }

  @Test func `a session that stops mixing takes the device from a web view`() throws {
    var scene = try Scene(.mixing)
    try scene.play(.app(0, .activate), .phone(.alertBegan(.webView)))
    #expect(scene.phone.isActive(0) && scene.phone.state.device[.webView])
    try scene.play(.app(0, .setCategory(.playback, mode: .default, policy: .default, options: [])))
    #expect(scene.phone.isActive(0) && !scene.phone.state.device[.webView])
    #expect(scene.phone.brokenInvariants == [])
  }

  @Test func `an app that overrides a muted microphone records silence`() throws {
    var scene = try Scene(
      SessionConfiguration(.playAndRecord, options: .overrideMutedMicrophoneInterruption))
    try scene.play(.app(0, .startInput))
    try scene.play(.phone(.microphoneMuted))
    #expect(scene.phone.isRecording(0) && scene.phone.recordsSilence(0))
  }

  @Test func `if Siri starts an app, the others do not get the right to resume`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(0, .startOutput), .phone(.siriBegan))
    try scene.play(.phone(.siriEnded(startedPlaybackIn: 1)))
    #expect(scene.phone.isPlaying(1))
    #expect(scene.received(0).contains(.ended))
    #expect(!scene.received(0).contains(.endedToResume))
  }

  @Test func `the tone of a notification does not affect a player`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput))
    try scene.play(.phone(.notificationDelivered(nil, hasSound: true)))
    #expect(scene.effects.contains(.sound(nil, .messageTone, .played)))
    #expect(scene.effects.contains(.vibration(nil, .played)))
    #expect(scene.phone.isPlaying(0))
  }

  @Test func `an emergency takes the session of the app that hosts a call`() throws {
    var scene = try Scene(.talking)
    try scene.play(.phone(.callRang(.app(0))), .phone(.callAnswered))
    try scene.play(.phone(.emergencyBegan))
    #expect(scene.received(0).first == .began)
    try scene.play(.phone(.emergencyEnded()))
    #expect(scene.received(0).contains(.endedToResume))
  }

  @Test func `deactivation with running output throws but deactivates`() throws {
    var scene = try Scene(.playback, on: .iOS17)
    try scene.play(.app(0, .startOutput))
    try scene.play(.app(0, .deactivate()))
    #expect(scene.error == .isBusy)
    #expect(!scene.phone.isActive(0))
    #expect(scene.effects.contains(.ioStopped(0, .output, .deactivated)))
  }
}
