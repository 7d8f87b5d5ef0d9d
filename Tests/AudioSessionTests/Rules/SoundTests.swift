import AudioSession
import TestSupport
import Testing

/// Audible and haptic output: switch, volumes, haptics and system sounds.
@Suite struct SoundTests {
  @Test(arguments: [
    (SessionConfiguration.ambient, false), (.solo, false), (.playback, true), (.talking, true),
  ])
  func `the silent switch silences ambient sessions only at the speaker`(
    configuration: SessionConfiguration, isHeard: Bool
  ) throws {
    var scene = try Scene(configuration)
    try scene.play(.app(0, .startOutput), .phone(.silentModeSet(true)))
    #expect(scene.phone.isAudible(0) == isHeard)
    try scene.play(.phone(.portConnected(.headphones)))
    #expect(scene.phone.isAudible(0))
  }

  @Test func `each kind of volume is separate and observed`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput))
    try scene.play(.phone(.volumeSet(.media, 0.75)), .phone(.volumeSet(.ringer, 0.25)))
    #expect(scene.effects.contains(.observed(0, .outputVolume(from: 0.5, to: 0.75))))
    #expect(scene.phone.outputVolume(for: 0) == 0.75)
    #expect(scene.phone.gain(of: .ringtone) == 0.25)
    #expect(throws: RejectedEvent.volumeOutOfRange(1.5)) {
      try scene.play(.phone(.volumeSet(.call, 1.5)))
    }
  }

  @Test func `a voice chat plays at the volume of calls`() throws {
    var scene = try Scene(SessionConfiguration(.playAndRecord, mode: .voiceChat))
    try scene.play(.phone(.volumeSet(.call, 0.25)), .app(0, .startOutput))
    #expect(scene.phone.outputVolume(for: 0) == 0.25)
  }

  @Test func `the buttons change the audible volume`() throws {
    var scene = try Scene(.playback)
    #expect(scene.phone.buttonVolume == .ringer)
    try scene.play(.app(0, .startOutput))
    #expect(scene.phone.buttonVolume == .media)
    try scene.play(.phone(.callRang(.phone)))
    #expect(scene.phone.buttonVolume == nil)
    try scene.play(.phone(.callAnswered))
    #expect(scene.phone.buttonVolume == .call)
  }

  /// Source: support.apple.com TA38605.
  @Test(arguments: [
    SessionEvent.phone(.volumeButtonPressed(.up)), .phone(.volumeButtonPressed(.down)),
    .phone(.sideButtonPressed),
  ])
  func `the side button silences the ringing call, which can still be answered`(
    button: SessionEvent
  ) throws {
    var scene = try Scene(.playback)
    try scene.play(.phone(.callRang(.phone)))
    #expect(scene.phone.ringing?.gain == 0.5 && scene.phone.ringing?.vibrates == true)
    try scene.play(button)
    #expect(scene.phone.ringing?.gain == 0 && scene.phone.ringing?.vibrates == false)
    #expect(scene.phone.ringing?.sound == .ringtone)
    #expect(scene.phone.volumes == Volumes() && !scene.phone.state.device.isLocked)
    try scene.play(.phone(.volumeButtonPressed(.up)))
    #expect(scene.phone.volumes == Volumes(), "another press does nothing")
    try scene.play(.phone(.callAnswered))
    try scene.play(.phone(.volumeButtonPressed(.up)))
    #expect(scene.phone.volumes.call > 0.5)
    try scene.play(.phone(.callEnded()), .phone(.callRang(.phone)))
    #expect(scene.phone.ringing?.gain == 0.5, "the next call rings")
  }

  @Test func `the side button declines a silenced call, and locks the phone if none rings`()
    throws
  {
    var scene = try Scene(.playback)
    try scene.play(
      .phone(.callRang(.phone)), .phone(.sideButtonPressed), .phone(.sideButtonPressed))
    #expect(!scene.phone.state.device.calls.isUp && !scene.phone.state.device.isLocked)
    try scene.play(.phone(.sideButtonPressed))
    #expect(scene.phone.state.device.isLocked)
  }

  @Test func `a pattern is silent if no haptic engine may run`() throws {
    for event in [
      SessionEvent.phone(.callRang(.phone)), .app(0, .enterBackground), .phone(.mediaServicesLost),
    ] {
      var scene = try Scene(.playback)
      try scene.play(.app(0, .startOutput))
      #expect(scene.phone.letsSoundOut(of: 0))
      try scene.play(event)
      #expect(!scene.phone.letsSoundOut(of: 0), "\(event)")
    }
  }

  @Test func `haptics are felt unless a reason prevents them`() throws {
    var scene = try Scene(.talking)
    func verdict(_ events: SessionEvent...) throws -> PlayVerdict {
      for event in events { try scene.play(event) }
      return scene.phone.hapticVerdict(for: 0)
    }
    #expect(try verdict(.phone(.silentModeSet(true))) == .played)
    #expect(try verdict(.app(0, .startInput)) == .suppressed(.recording))
    #expect(
      try verdict(.app(0, .setPreference(.hapticsAndSystemSoundsDuringRecording, true))) == .played)
    #expect(try verdict(.app(0, .setCaptures(.camera))) == .played)
    #expect(try verdict(.phone(.alarmFired)) == .suppressed(.interrupted))
    #expect(try verdict(.app(0, .enterBackground)) == .suppressed(.background))
    #expect(try verdict(.phone(.settingsChanged([]))) == .suppressed(.hapticsOff))
    var device = DeviceState()
    device.supportsHaptics = false
    let old = try Scene(.playback, device: device)
    #expect(old.phone.hapticVerdict(for: 0) == .suppressed(.notSupported))
    #expect(old.phone.soundVerdict(for: .vibration, by: 0) == .suppressed(.notSupported))
  }

  @Test func `system sounds obey the switch, settings, recording and app state`() throws {
    var scene = try Scene(.talking)
    try scene.play(.app(0, .playSound(.alert)))
    #expect(
      scene.effects == [.sound(0, .alert, .played), .vibration(0, .suppressed(.recording))])
    try scene.play(.phone(.silentModeSet(true)), .app(0, .playSound(.uiFeedback)))
    #expect(scene.effects == [.sound(0, .uiFeedback, .suppressed(.silentMode))])
    #expect(scene.phone.soundVerdict(for: .alarm, by: nil) == .played)
    #expect(scene.phone.soundVerdict(for: .vibration, by: 0) == .played)
    try scene.play(.phone(.silentModeSet(false)), .phone(.settingsChanged([.haptics])))
    #expect(scene.phone.soundVerdict(for: .keyClick, by: 0) == .suppressed(.soundsOff))
    try scene.play(.phone(.settingsChanged(.standard)))
    #expect(scene.phone.soundVerdict(for: .keyClick, by: 0) == .suppressed(.noInputView))
    try scene.play(.app(0, .setInputView(.clicking)), .app(0, .startInput))
    #expect(scene.phone.soundVerdict(for: .keyClick, by: 0) == .suppressed(.recording))
    #expect(scene.phone.soundVerdict(for: .ringtone, by: nil) == .played)
    #expect(scene.phone.statusIndicators == [.recording])
    try scene.play(.app(0, .enterBackground))
    #expect(scene.phone.soundVerdict(for: .alert, by: 0) == .suppressed(.background))
    try scene.play(.phone(.mediaServicesLost))
    #expect(scene.phone.gain(of: .ringtone) == 0)
  }
}
