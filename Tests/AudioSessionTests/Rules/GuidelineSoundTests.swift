import AudioSession
import TestSupport
import Testing

/// The guidelines on silence, clicks and notifications.
struct GuidelineSoundTests {
  /// Source: Human Interface Guidelines, "Playing audio": in silent mode, people do not want to be
  /// disturbed by ring tones and messages, or by keyboard sounds, effects, soundtracks and other
  /// feedback.
  @Test(arguments: [SoundClass.keyClick, .uiFeedback, .ringtone, .messageTone, .alert])
  func `in silent mode, unrequested sounds are not heard`(sound: SoundClass) throws {
    var scene = try Scene(.solo)
    try scene.play(.app(0, .setInputView(.clicking)))
    #expect(scene.phone.soundVerdict(for: sound, by: 0) == .played)
    try scene.play(.phone(.silentModeSet(true)))
    #expect(scene.phone.soundVerdict(for: sound, by: 0) == .suppressed(.silentMode))
    #expect(scene.phone.gain(of: sound) == 0)
  }

  @Test func `in silent mode, media and alarms that the user has started are heard`() throws {
    var scene = try Scene(.playback)
    try scene.play(.phone(.silentModeSet(true)), .app(0, .startOutput))
    #expect(scene.phone.isAudible(0))
    #expect(scene.phone.soundVerdict(for: .alarm, by: nil) == .played)
    #expect(scene.phone.gain(of: .alarm) == scene.phone.volumes.ringer)
  }

  /// Source: the page of `playInputClick()`: only if the input view is itself enabled and visible, and
  /// the user has enabled keyboard clicks.
  @Test(arguments: [true, false], [true, false])
  func
    `keys click only while their view is visible in the foreground and the user has enabled clicks`(
      isVisible: Bool, isOn: Bool
    ) throws
  {
    var scene = try Scene(.ambient)
    if isVisible { try scene.play(.app(0, .setInputView(.clicking))) }
    #expect((scene.phone.soundVerdict(for: .keyClick, by: 0) == .played) == isVisible)
    if !isOn {
      try scene.play(.phone(.settingsChanged(UserSettings.all.subtracting(.keyboardClicks))))
    }
    let clicks = scene.phone.soundVerdict(for: .keyClick, by: 0) == .played
    #expect(clicks == (isVisible && isOn))
    try scene.play(.app(0, .enterBackground))
    #expect(scene.phone.soundVerdict(for: .keyClick, by: 0) != .played)
  }

  @Test func `the user's setting decides whether a notification vibrates`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.phone(.notificationDelivered(nil, hasSound: true)))
    #expect(scene.effects == [.sound(nil, .messageTone, .played), .vibration(nil, .played)])
    try scene.play(.phone(.settingsChanged(UserSettings.all.subtracting(.vibratesWithSound))))
    try scene.play(.phone(.notificationDelivered(nil, hasSound: true)))
    #expect(scene.effects == [.sound(nil, .messageTone, .played)])
  }
}
