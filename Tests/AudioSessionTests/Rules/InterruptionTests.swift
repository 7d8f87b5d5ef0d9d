import AudioSession
import TestSupport
import Testing

/// Interruptions: how they begin, nest and end, and giving up.
@Suite struct InterruptionTests {
  @Test func `an alarm stops what plays and its end lets it resume`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0))
    try scene.play(.alarmFired)
    #expect(scene.told(0).first == .began)
    #expect(scene.effects.contains(.ioStopped(0, .output, .interrupted)))
    #expect(!scene.phone.isActive(0) && scene.phone.isInterrupted(0))
    #expect(scene.phone.state[0].interruption?.wasPlaying == true)
    try scene.play(.alarmDismissed())
    #expect(scene.told(0) == [.endedToResume])
    #expect(!scene.phone.isActive(0), "the app activates itself")
  }

  @Test func `sessions that mix are interrupted by the system as well`() throws {
    var scene = try Scene(.mixing, .ambient)
    try scene.play(.activate(0), .activate(1))
    try scene.play(.timerFired)
    #expect(scene.told(0) == [.began] && scene.told(1) == [.began])
  }

  @Test func `an end without the right to resume says so`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .alarmFired)
    try scene.play(.alarmDismissed(.notResumable))
    #expect(scene.told(0) == [.ended])
  }

  @Test func `an end that is lost is not told, and the app can still activate itself`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .alarmFired)
    try scene.play(.alarmDismissed(.lost))
    #expect(scene.told(0) == [])
    try scene.play(.startOutput(0))
    #expect(scene.error == nil)
  }

  @Test func `a second interruptor joins without a word and the end comes with the last`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0))
    try scene.play(.alarmFired, .callRang(.phone))
    #expect(scene.told(0).filter { $0 == .began }.count == 1)
    #expect(scene.phone.state[0].interruptedBy == [.alarm, .call])
    try scene.play(.alarmDismissed())
    #expect(scene.told(0) == [])
    try scene.play(.callDeclined())
    #expect(scene.told(0) == [.endedToResume])
  }

  @Test func `one that may not resume is enough to take the right`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .alarmFired, .siriBegan)
    try scene.play(.siriEnded(.notResumable), .alarmDismissed())
    #expect(scene.told(0) == [.ended])
    try scene.play(.startOutput(0), .alarmFired, .alarmDismissed())
    #expect(scene.told(0).contains(.endedToResume), "a new interruption starts afresh")
  }

  @Test func `two alarms in a row are told each`() throws {
    var scene = try Scene(.recording)
    try scene.play(.startInput(0), .alarmFired, .alarmDismissed(), .startInput(0))
    try scene.play(.alarmFired, .alarmDismissed())
    #expect(scene.told(0).contains(.began) && scene.told(0).contains(.endedToResume))
  }

  @Test func `activation while interrupted by an app ends the interruption silently`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.activate(0), .activate(1))
    try scene.play(.activate(0))
    #expect(!scene.phone.isInterrupted(0))
    #expect(!scene.told(0).contains(.endedToResume) && !scene.told(0).contains(.ended))
    #expect(scene.told(1).contains(.began))
  }

  @Test func `others learn to resume only from who notifies`() throws {
    for (options, expected) in [
      (SetActiveOptions.notifyOthersOnDeactivation, [SessionNotification.endedToResume]),
      (SetActiveOptions(), []),
    ] {
      var scene = try Scene(.playback, .playback)
      try scene.play(.startOutput(0), .startOutput(1), .stopOutput(1))
      try scene.play(.deactivate(1, options))
      #expect(scene.told(0).filter { $0 == .endedToResume || $0 == .ended } == expected)
      #expect(!scene.phone.isInterrupted(0))
    }
  }

  @Test func `a call decides for itself what the others are told without notice`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .activate(1))
    try scene.play(.deactivate(1, untold: .endedWithoutOption))
    #expect(scene.told(0).contains(.ended))
  }

  @Test func `who is interrupted still holds those it had interrupted`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .startOutput(1), .alarmFired)
    try scene.play(.alarmDismissed())
    #expect(scene.told(1) == [.endedToResume])
    #expect(scene.told(0) == [], "the second one has not given up yet")
    #expect(scene.phone.state[0].interruptedBy == .app(1))
    try scene.play(.deactivate(1, .notifyOthersOnDeactivation))
    #expect(scene.told(0) == [.endedToResume])
  }

  @Test func `who gives up while interrupted lets go of the others`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .startOutput(1), .alarmFired)
    try scene.play(.deactivate(1, .notifyOthersOnDeactivation))
    #expect(scene.phone.state[0].interruptedBy == .alarm)
    try scene.play(.alarmDismissed())
    #expect(scene.told(0) == [.endedToResume])
  }

  @Test func `the right to resume asks for the present category`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.callRang(.phone), .callAnswered, .startOutput(0), .startOutput(1))
    try scene.play(.setCategory(0, .playAndRecord))
    try scene.play(.stopOutput(1), .deactivate(1, .notifyOthersOnDeactivation))
    #expect(scene.told(0).contains(.ended))
    #expect(!scene.told(0).contains(.endedToResume))
  }

  @Test func `an app behind that may not take the sound back has no right to resume`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .enterBackground(0), .callRang(.phone))
    try scene.play(.callDeclined())
    #expect(scene.told(0) == [.ended])
    try scene.play(.activate(0))
    #expect(scene.error == .cannotInterruptOthers)
  }

  @Test func `a microphone muted in hardware interrupts who records from it`() throws {
    var scene = try Scene(.recording, .mixing)
    try scene.play(.startInput(0), .startOutput(1))
    try scene.play(.microphoneMuted)
    #expect(scene.told(0).first == .interruptionBegan(.builtInMicMuted))
    #expect(!scene.told(1).contains(.began) && scene.phone.isPlaying(1))
    try scene.play(.microphoneUnmuted)
    #expect(scene.told(0).contains(.endedToResume))
  }

  @Test func `a headset's microphone is not the one that is muted`() throws {
    var scene = try Scene(.recording)
    try scene.play(.portConnected(.headsetMic), .startInput(0))
    try scene.play(.microphoneMuted)
    #expect(scene.phone.isRecording(0))
  }

  @Test func `an app that overrides a muted microphone records silence`() throws {
    var scene = try Scene(
      SessionConfiguration(.playAndRecord, options: .overrideMutedMicrophoneInterruption))
    try scene.play(.startInput(0))
    try scene.play(.microphoneMuted)
    #expect(scene.phone.isRecording(0) && scene.phone.recordsSilence(0))
  }

  @Test func `Siri that starts an app leaves the others without a right to resume`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .siriBegan)
    try scene.play(.siriEnded(startedPlaybackIn: 1))
    #expect(scene.phone.isPlaying(1))
    #expect(scene.told(0).contains(.ended))
    #expect(!scene.told(0).contains(.endedToResume))
  }

  @Test func `the tone of a notification leaves what plays alone`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0))
    try scene.play(.notificationDelivered(nil, hasSound: true))
    #expect(scene.effects.contains(.sound(nil, .messageTone, .played)))
    #expect(scene.effects.contains(.vibration(nil, .played)))
    #expect(scene.phone.isPlaying(0))
  }

  @Test func `an emergency takes the session of who hosts a call`() throws {
    var scene = try Scene(.talking)
    try scene.play(.callRang(.app(0)), .callAnswered)
    try scene.play(.emergencyBegan)
    #expect(scene.told(0).first == .began)
    try scene.play(.emergencyEnded())
    #expect(scene.told(0).contains(.endedToResume))
  }

  @Test func `deactivation with running output throws and deactivates nevertheless`() throws {
    var scene = try Scene(.playback, on: .iOS17)
    try scene.play(.startOutput(0))
    try scene.play(.deactivate(0))
    #expect(scene.error == .isBusy)
    #expect(!scene.phone.isActive(0))
    #expect(scene.effects.contains(.ioStopped(0, .output, .deactivated)))
  }
}
