/// How an incoming call is shown.
public enum CallStyle: String, Hashable, Sendable, CaseIterable {
  /// A banner at the top of the screen.
  case banner
  /// The full screen.
  case fullScreen
}

/// The state of Siri.
public enum SiriState: UInt8, Hashable, Sendable, CaseIterable {
  /// Siri is not shown.
  case off
  /// Siri is listening or speaking.
  case listening
  /// Siri is recording, as for dictation.
  case recording

  /// The state in words.
  package var words: String {
    switch self {
    case .off: "Siri is not shown"
    case .listening: "Siri is listening or speaking"
    case .recording: "Siri is recording"
    }
  }
}

/// The user's settings for sounds and haptics, and whether the phone is shared.
///
/// Apps can only read them.
public struct UserSettings: OptionSet, Hashable, Sendable {
  /// One bit for each setting.
  public let rawValue: UInt8

  /// The settings with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The System Haptics setting.
  public static let haptics = UserSettings(rawValue: 1)
  /// Notification sounds.
  public static let notificationSounds = UserSettings(rawValue: 2)
  /// Vibration along with the sounds of calls, notifications and alerts, while the switch is on ring.
  public static let vibratesWithSound = UserSettings(rawValue: 4)
  /// Keyboard clicks.
  public static let keyboardClicks = UserSettings(rawValue: 8)

  /// Vibration for calls, notifications and alerts, while the switch is on silent.
  public static let vibratesOnSilent = UserSettings(rawValue: 16)

  /// The phone's connection or screen is shared with others, for example through a personal hotspot.
  ///
  /// The status bar shows this, but no sound or haptic depends on it.
  public static let sharing = UserSettings(rawValue: 32)

  /// The settings that are on by default: every sound and haptic, and no sharing.
  ///
  /// Our choice: a phone out of the box.
  public static let standard: UserSettings = [
    .haptics, .notificationSounds, .vibratesWithSound, .keyboardClicks, .vibratesOnSilent,
  ]
  /// All settings.
  public static let all = standard.union(.sharing)

  /// Every setting with its name.
  public static let named: [(name: String, setting: UserSettings)] = [
    ("haptics", .haptics), ("notificationSounds", .notificationSounds),
    ("vibratesWithSound", .vibratesWithSound), ("keyboardClicks", .keyboardClicks),
    ("vibratesOnSilent", .vibratesOnSilent), ("sharing", .sharing),
  ]
}

/// The three volumes that the user sets.
public struct Volumes: Hashable, Sendable {
  /// The volume of music, movies and games: 0...1.
  public var media: Double
  /// The volume of the ringtone and alerts: 0...1.
  public var ringer: Double
  /// The volume of calls: 0...1.
  public var call: Double

  /// The volumes, each 0...1.
  public init(media: Double = 0.5, ringer: Double = 0.5, call: Double = 0.5) {
    self.media = media
    self.ringer = ringer
    self.call = call
  }

  /// The volume for that kind of audio.
  public subscript(kind: VolumeKind) -> Double {
    get {
      switch kind {
      case .media: media
      case .ringer: ringer
      case .call: call
      }
    }
    set {
      switch kind {
      case .media: media = newValue
      case .ringer: ringer = newValue
      case .call: call = newValue
      }
    }
  }
}

/// One of the volumes that the user sets.
public enum VolumeKind: String, Hashable, Sendable, CaseIterable {
  /// Music, movies and games.
  case media
  /// The ringtone and alerts.
  case ringer
  /// Calls.
  case call
}

/// The stored state of the phone itself.
///
/// Only causes are stored; consequences are derived.
public struct DeviceState: Hashable, Sendable {
  /// Whether the ring/silent switch is on silent.
  public var isSilent = false
  /// Whether the screen is locked.
  public var isLocked = false
  /// The volumes of the speaker and receiver.
  ///
  /// If the volumes are shared, they apply to all outputs.
  public var volumes = Volumes()
  /// The volumes of connected outputs, if policy option `volumeMemory` gives these outputs separate volumes.
  public var externalVolumes = Volumes()
  /// The connected devices, the newest first.
  public var connected = DeviceStack()
  /// The state of the Bluetooth earphones that were connected last, if they detect whether they are worn.
  public var earphones = Earphones.inBothEars
  /// Whether the phone has a built-in microphone.
  public var hasMicrophone = true
  /// Whether the phone can vibrate.
  public var supportsHaptics = true
  /// The user's settings.
  public var settings = UserSettings.standard
  /// How an incoming call is shown.
  ///
  /// The default is our choice: Apple does not document a default, and macrumors.com/guide/ios-14-compact-interface
  /// presents banners as new in iOS 14. Before iOS 14.5, the style does not affect the simulation.
  public var callStyle = CallStyle.banner
  /// The accessibility settings that are on.
  public var accessibility: AccessibilitySettings = []
  /// The output that the user has picked outside of a call, or nil.
  public var pickedOutput: OutputPick?
  /// The output that the user has picked in a call, or nil.
  ///
  /// The pick ends with the last call.
  public var pickedForCall: OutputPick?

  /// The pick in effect.
  public var outputPick: OutputPick? { pickedForCall ?? pickedOutput }

  /// Whether the microphone is muted in hardware.
  public var isMicrophoneMuted = false
  /// Whether VoiceOver is speaking.
  public var isVoiceOverSpeaking = false
  /// Whether the sound of an alert or a notification is currently ducking other audio (policy options `alertSounds` and
  /// `notificationTone`).
  public var isAlertDucking = false
  /// Whether a Bluetooth device is opening its hands-free profile.
  ///
  /// Routes cannot use the profile until it is open.
  public var isHandsFreeOpening = false
  /// Whether the audio of a phone call that has ended still prevents activation (policy option `refusalAfterCall`).
  public var isCallAudioClosing = false
  /// Whether the media services are down.
  public var isMediaServerDown = false
  /// The calls.
  public var calls = CallState()
  /// The current alerts, as sources of interruptions.
  package private(set) var alerts: InterruptionSources = []
  /// The state of Siri.
  public var siri = SiriState.off
  /// The number of seconds after which the snoozed alarm fires again, or nil if no alarm is snoozed.
  public var alarmSnooze: Double?
  /// The Now Playing app, which receives remote commands, or nil.
  public var nowPlaying: AppID?

  /// A phone without connected devices, calls or alerts.
  public init() {}
}

extension DeviceState {
  /// Whether an alert is active.
  public subscript(alert: SystemAlert) -> Bool {
    get { alerts.contains(alert.source) }
    set {
      if newValue {
        alerts.insert(InterruptionSources(alert.source))
        if alert == .alarm { alarmSnooze = nil }
      } else {
        alerts.remove(InterruptionSources(alert.source))
      }
    }
  }

  /// Whether an alarm is sounding.
  public var isAlarmRinging: Bool {
    get { self[.alarm] }
    set { self[.alarm] = newValue }
  }

  /// Whether a timer is sounding.
  public var isTimerRinging: Bool {
    get { self[.timer] }
    set { self[.timer] = newValue }
  }

  /// Whether an emergency alert is active.
  public var isEmergency: Bool {
    get { self[.emergency] }
    set { self[.emergency] = newValue }
  }
}
