/// The rule for a sound that does not go through a session: one row of the table of sounds.
public struct SoundRule: Hashable, Sendable {
  /// The kind of sound.
  public package(set) var sound: SoundClass
  /// Whether the ring/silent switch silences the sound.
  public package(set) var isSilencedBySwitch: Bool
  /// Whether recording silences the sound, unless the session allows haptics and system sounds during recording.
  public package(set) var isMutedByRecording: Bool
  /// Whether an app that plays the sound must be in the foreground.
  public package(set) var needsForeground: Bool
  /// Whether an app that plays the sound must have its own input view on the screen.
  public package(set) var needsInputView: Bool
  /// The user's setting that enables the sound, or nil.
  public package(set) var setting: UserSettings?
  /// Whether the rule is about a vibration rather than a sound.
  public package(set) var isVibration: Bool
}

extension SoundClass {
  /// The rule for the kind of sound.
  public var rule: SoundRule {
    switch self {
    case .ringtone: rule(recording: false, foreground: false)
    case .messageTone: rule(foreground: false, setting: .notificationSounds)
    case .keyClick: rule(inputView: true, setting: .keyboardClicks)
    case .uiFeedback, .alert: rule()
    case .vibration: rule(silenced: false, setting: .haptics, isVibration: true)
    case .alarm: rule(silenced: false, recording: false, foreground: false)
    }
  }

  private func rule(
    silenced: Bool = true, recording: Bool = true, foreground: Bool = true,
    inputView: Bool = false, setting: UserSettings? = nil, isVibration: Bool = false
  ) -> SoundRule {
    SoundRule(
      sound: self, isSilencedBySwitch: silenced, isMutedByRecording: recording,
      needsForeground: foreground, needsInputView: inputView, setting: setting,
      isVibration: isVibration)
  }
}

/// The evidence for each column of a sound's row.
public struct SoundEvidence: Hashable, Sendable {
  /// The evidence for whether the switch silences the sound.
  public let silentSwitch: Evidence
  /// The evidence for whether recording silences the sound.
  public let recording: Evidence
  /// The evidence for whether the app must be in the foreground.
  public let background: Evidence
  /// The evidence for whether the app must have an input view on the screen.
  public let inputView: Evidence
  /// The evidence for the user's setting.
  public let setting: Evidence
}

extension SoundClass {
  /// The evidence for the sound's row.
  public var evidence: SoundEvidence {
    SoundEvidence(
      silentSwitch: switchEvidence, recording: recordingEvidence, background: backgroundEvidence,
      inputView: inputViewEvidence, setting: settingEvidence)
  }

  private var switchEvidence: Evidence {
    switch self {
    case .ringtone, .messageTone, .keyClick, .uiFeedback, .alert:
      Evidence(.guidelines("Playing audio, Silence"))
    case .vibration:
      Evidence(
        .ours(
          "silent mode is about sounds; with an alert, the user's setting for silent mode decides"))
    case .alarm:
      Evidence(
        .guidelines("Playing audio, Silence: alarms are audible, because the user asked for them"))
    }
  }

  /// The evidence that all of these sounds play at the ringer's volume, one at a time, and cannot be looped, positioned
  /// or given a separate volume.
  ///
  /// Apple says "the current system audio volume". Practitioners document that this is the ringer's volume.
  public static let volumeEvidence = Evidence(
    .page("Audio Services: no level, positioning, looping; one sound at a time"),
    .log("github.com/tidev/titanium-sdk, SystemAlert.yml: the ringtone volume"))

  private var recordingEvidence: Evidence {
    switch self {
    case .ringtone:
      Evidence(
        .page("AVAudioSession.Category.record: does not prevent calls"),
        .types("CategoryOptions.bluetoothHighQualityRecording: a ringtone interrupts it"))
    case .alarm: Evidence(.page("AVAudioSession.Category.record: does not prevent alarms"))
    case .vibration:
      Evidence(
        .session("setAllowHapticsAndSystemSoundsDuringRecording(_:): NO by default (iOS 13)"),
        .log("openradar 12760142: no vibration in an active session for recording"))
    case .messageTone, .keyClick, .uiFeedback, .alert:
      Evidence(
        .session("setAllowHapticsAndSystemSoundsDuringRecording(_:): NO by default (iOS 13)"))
    }
  }

  private var backgroundEvidence: Evidence {
    switch self {
    case .ringtone, .messageTone, .alarm: Evidence(.ours("the system itself plays the sound"))
    case .keyClick, .uiFeedback, .alert, .vibration:
      Evidence(.ours("feedback belongs to content on the screen"))
    }
  }

  private var inputViewEvidence: Evidence {
    switch self {
    case .keyClick:
      Evidence(
        .page("UIDevice.playInputClick(): only if the input view is itself enabled and visible"))
    case .ringtone, .messageTone, .uiFeedback, .alert, .vibration, .alarm:
      Evidence(.ours("only key clicks belong to an input view"))
    }
  }

  private var settingEvidence: Evidence {
    switch self {
    case .keyClick:
      Evidence(
        .page("UIDevice.playInputClick(): only if the user has enabled keyboard clicks in Settings")
      )
    case .messageTone:
      Evidence(
        .ours(
          "Settings > Sounds, according to the guidelines of iOS 10, which are no longer available")
      )
    case .ringtone, .uiFeedback, .alert, .alarm: Evidence(.ours("no source names a setting"))
    case .vibration:
      Evidence(
        .ours("if System Haptics is off, all haptics are off, including vibrations of alerts"))
    }
  }
}
