import AudioSession
import TestSupport
import Testing

/// Sounds and vibrations without a session: system sounds, alerts, clicks, ringing.
///
/// Requirements SSS-01, SIL-01 to SIL-03, KEY-01 to KEY-03, NTF-10.
struct SystemSoundTests {
  // MARK: Alerts

  /// Source: page of `AudioServicesPlayAlertSound`: if vibration on ring is enabled, it also vibrates,
  /// unless the session is configured with playAndRecord or record.
  @Test(arguments: SessionCategory.allCases, [true, false])
  func
    `an alert does not vibrate for an app whose category is for recording, unless it allows that`(
      category: SessionCategory, allows: Bool
    ) throws
  {
    var scene = try Scene(SessionConfiguration(category))
    if allows {
      try scene.play(.app(0, .setPreference(.hapticsAndSystemSoundsDuringRecording, true)))
    }
    try scene.play(.app(0, .playSound(.alert)))
    let isForRecording = category == .record || category == .playAndRecord
    let verdict: PlayVerdict = isForRecording && !allows ? .suppressed(.recording) : .played
    #expect(scene.effects == [.sound(0, .alert, .played), .vibration(0, verdict)])
  }

  @Test(arguments: 0..<8)
  func `an alert vibrates according to the setting for the switch position`(combination: Int) throws
  {
    let (isSilent, onRing) = (combination & 1 != 0, combination & 2 != 0)
    let onSilent = combination & 4 != 0
    var scene = try Scene(.ambient)
    var settings = UserSettings.all
    if !onRing { settings.remove(.vibratesWithSound) }
    if !onSilent { settings.remove(.vibratesOnSilent) }
    try scene.play(.phone(.settingsChanged(settings)), .phone(.silentModeSet(isSilent)))
    try scene.play(.app(0, .playSound(.alert)))
    let vibrates = isSilent ? onSilent : onRing
    #expect(scene.phone.vibratesForAlerts == vibrates)
    #expect(scene.effects.contains(.vibration(0, .played)) == vibrates)
    let sound: PlayVerdict = isSilent ? .suppressed(.silentMode) : .played
    #expect(scene.effects.first == .sound(0, .alert, sound))
  }

  @Test func `a device without a motor plays an alert without vibrating`() throws {
    var device = DeviceState()
    device.supportsHaptics = false
    var scene = try Scene(.ambient, device: device)
    try scene.play(.app(0, .playSound(.alert)), .app(0, .playSound(.vibration)))
    #expect(
      scene.effects == [
        .sound(0, .alert, .played), .vibration(0, .suppressed(.notSupported)),
        .sound(0, .vibration, .suppressed(.notSupported)),
      ])
  }

  @Test(arguments: [SoundClass.uiFeedback, .alert, .vibration, .keyClick])
  func `while input is running, system output is suppressed unless the session allows it`(
    sound: SoundClass
  ) throws {
    var scene = try Scene(.talking)
    try scene.play(.app(0, .setInputView(.clicking)), .app(0, .startInput))
    #expect(scene.phone.soundVerdict(for: sound, by: 0) == .suppressed(.recording))
    try scene.play(.app(0, .setPreference(.hapticsAndSystemSoundsDuringRecording, true)))
    #expect(scene.phone.soundVerdict(for: sound, by: 0) == .played)
  }

  // MARK: Volumes

  @Test(arguments: SoundClass.allCases)
  func `system sounds play at the ringer volume, and are silent at 0`(
    sound: SoundClass
  ) throws {
    var scene = try Scene(.ambient)
    try scene.play(.phone(.volumeSet(.ringer, 0.25)), .phone(.volumeSet(.media, 0.75)))
    let isVibration = sound == .vibration
    #expect(scene.phone.gain(of: sound) == (isVibration ? 1 : 0.25))
    try scene.play(.phone(.volumeSet(.media, 0)))
    #expect(scene.phone.gain(of: sound) == (isVibration ? 1 : 0.25))
    try scene.play(.phone(.volumeSet(.ringer, 0)), .app(0, .setInputView(.clicking)))
    let verdict: PlayVerdict = isVibration ? .played : .suppressed(.volume)
    #expect(scene.phone.soundVerdict(for: sound, by: 0) == verdict)
  }

  @Test(arguments: VolumeKind.allCases)
  func `an app is silent at volume 0 of its own kind, but not of other kinds`(
    kind: VolumeKind
  ) throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.volumeSet(kind, 0)))
    #expect(scene.phone.isAudible(0) == (kind != .media))
    try scene.play(.phone(.volumeSet(kind, 0.5)))
    #expect(scene.phone.isAudible(0))
  }

  @Test func `a conversation is silent at call volume 0`() throws {
    var scene = try Scene(SessionConfiguration(.playAndRecord, mode: .voiceChat))
    try scene.play(.app(0, .startOutput), .phone(.volumeSet(.media, 0)))
    #expect(scene.phone.isAudible(0))
    try scene.play(.phone(.volumeSet(.call, 0)))
    #expect(!scene.phone.isAudible(0))
  }

  // MARK: Key clicks

  /// T37: a hidden view does not click, even in the foreground app.
  ///
  /// Source: page of `playInputClick()`.
  @Test(arguments: InputView.allCases, [true, false])
  func
    `keys click if the view is visible and enabled, the setting is on, and the phone is not silent`(
      view: InputView, isOn: Bool
    ) throws
  {
    for isSilent in [true, false] {
      for isInFront in [true, false] {
        var scene = try Scene(.playback)
        try scene.play(.app(0, .setInputView(view)), .phone(.silentModeSet(isSilent)))
        if !isOn {
          try scene.play(.phone(.settingsChanged(UserSettings.all.subtracting(.keyboardClicks))))
        }
        if !isInFront { try scene.play(.app(0, .enterBackground)) }
        let clicks = scene.phone.soundVerdict(for: .keyClick, by: 0) == .played
        #expect(clicks == (view == .clicking && isOn && !isSilent && isInFront))
      }
    }
  }

  @Test func `each tapped key clicks once`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.app(0, .setInputView(.clicking)))
    try scene.play(.app(0, .playSound(.keyClick)), .app(0, .playSound(.keyClick)))
    #expect(
      scene.effects == [.sound(0, .keyClick, .played), .sound(0, .keyClick, .played)])
  }

  // MARK: Ringing

  @Test(arguments: [true, false], [0, 0.25])
  func
    `a call rings at the ringer volume if the switch allows it, and vibrates by the setting for the switch position`(
      isSilent: Bool, volume: Double
    ) throws
  {
    for vibrates in [true, false] {
      var scene = try Scene(.playback)
      let setting = isSilent ? UserSettings.vibratesOnSilent : .vibratesWithSound
      try scene.play(
        .phone(
          .settingsChanged(vibrates ? [setting, .haptics] : UserSettings.all.subtracting(setting))),
        .phone(.silentModeSet(isSilent)), .phone(.volumeSet(.ringer, volume)),
        .phone(.callRang(.phone)))
      let ringing = try #require(scene.phone.ringing)
      #expect(ringing.sound == .ringtone && ringing.vibrates == vibrates)
      #expect(ringing.gain == (isSilent ? 0 : volume))
      try scene.play(.phone(.callAnswered))
      #expect(scene.phone.ringing == nil)
    }
  }

  @Test(arguments: [SystemAlert.alarm, .timer])
  func `an alarm is heard with the switch on silent, and takes precedence over a call`(
    alert: SystemAlert
  )
    throws
  {
    var scene = try Scene(.playback)
    try scene.play(
      .phone(.silentModeSet(true)), .phone(.callRang(.phone)), .phone(.alertBegan(alert)))
    let ringing = try #require(scene.phone.ringing)
    #expect(ringing.sound == .alarm && ringing.gain == 0.5 && ringing.vibrates)
    try scene.play(.phone(.alertEnded(alert)))
    #expect(scene.phone.ringing?.sound == .ringtone)
  }

  @Test func `a snoozed alarm ends like a dismissed one, and can be turned off before it fires`()
    throws
  {
    var scene = try Scene(.playback)
    #expect(throws: RejectedEvent.notThere("alarm")) {
      try scene.play(.phone(.alarmSnoozed(seconds: 60)))
    }
    try scene.play(.app(0, .startOutput), .phone(.alarmFired))
    try scene.play(.phone(.alarmSnoozed(seconds: 60)))
    #expect(scene.received(0).contains(.interruptionEnded(.shouldResume)))
    #expect(scene.phone.ringing == nil && scene.phone.state.device.alarmSnooze == 60)
    try scene.play(.phone(.alarmFired))
    #expect(scene.phone.state.device.alarmSnooze == nil)
    for seconds in [0.5, -1, .infinity, 1e9] {
      #expect(throws: RejectedEvent.snoozeOutOfRange(seconds)) {
        try scene.play(.phone(.alarmSnoozed(seconds: seconds)))
      }
    }
    #expect(scene.phone.ringing != nil && scene.phone.state.device.alarmSnooze == nil)
    try scene.play(.phone(.alarmDismissed()))
    #expect(scene.phone.state.device.alarmSnooze == nil)
    #expect(throws: RejectedEvent.notThere("alarm")) { try scene.play(.phone(.alarmDismissed())) }
  }

  // MARK: Messages

  /// SIL-03: audio and video messages were started on purpose; they are sounds of their app.
  @Test(arguments: [SessionConfiguration.playback, .talking])
  func `an audio message is heard in silent mode at the media volume`(
    configuration: SessionConfiguration
  ) throws {
    var scene = try Scene(configuration)
    try scene.play(
      .phone(.silentModeSet(true)), .phone(.volumeSet(.ringer, 0)), .app(0, .startOutput))
    #expect(scene.phone.isAudible(0) && scene.phone.volumeKind(of: 0) == .media)
    let factors = scene.phone.gainFactors(of: 0)
    #expect(factors.volume == 0.5)
  }
}
