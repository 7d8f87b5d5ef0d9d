/// How an incoming call is shown.
public enum CallStyle: String, Hashable, Sendable, CaseIterable {
  /// A banner at the top.
  case banner
  /// The whole screen.
  case fullScreen
}

/// Whether Siri is there.
public enum SiriState: UInt8, Hashable, Sendable, CaseIterable {
  /// Not there.
  case off
  /// Listening or speaking.
  case listening
  /// Recording, as for dictation.
  case recording

  /// What Siri does, in words.
  package var words: String {
    switch self {
    case .off: "Siri is not there"
    case .listening: "Siri listens or speaks"
    case .recording: "Siri records"
    }
  }
}

/// What the user has set for sounds and haptics, and whether the phone is shared; apps can only read it.
public struct UserSettings: OptionSet, Hashable, Sendable {
  /// One bit for each setting.
  public let rawValue: UInt8

  /// The settings with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// System Haptics.
  public static let haptics = UserSettings(rawValue: 1)
  /// Sounds of notifications.
  public static let notificationSounds = UserSettings(rawValue: 2)
  /// Vibration together with the sounds of calls, notifications and alerts while the switch is on ring.
  public static let vibratesWithSound = UserSettings(rawValue: 4)
  /// Clicks of the keyboard.
  public static let keyboardClicks = UserSettings(rawValue: 8)

  /// Vibration of calls, notifications and alerts while the switch is on silent.
  public static let vibratesOnSilent = UserSettings(rawValue: 16)

  /// The phone's connection or screen is shared with others, as by a personal hotspot: the status bar
  /// shows it, and no sound or haptic depends on it.
  public static let sharing = UserSettings(rawValue: 32)

  /// What is on at first: every sound and haptic, and nothing is shared.
  ///
  /// Our choice: a phone out of the box.
  public static let standard: UserSettings = [
    .haptics, .notificationSounds, .vibratesWithSound, .keyboardClicks, .vibratesOnSilent,
  ]
  /// All on.
  public static let all = standard.union(.sharing)

  /// Every setting with its name.
  public static let named: [(name: String, setting: UserSettings)] = [
    ("haptics", .haptics), ("notificationSounds", .notificationSounds),
    ("vibratesWithSound", .vibratesWithSound), ("keyboardClicks", .keyboardClicks),
    ("vibratesOnSilent", .vibratesOnSilent), ("sharing", .sharing),
  ]
}

/// The three volumes that a user sets.
public struct Volumes: Hashable, Sendable {
  /// Music, films, games: 0...1.
  public var media: Double
  /// Ring tone and alerts: 0...1.
  public var ringer: Double
  /// Calls: 0...1.
  public var call: Double

  /// The volumes, each 0...1.
  public init(media: Double = 0.5, ringer: Double = 0.5, call: Double = 0.5) {
    self.media = media
    self.ringer = ringer
    self.call = call
  }

  /// The volume of that kind.
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

/// One of the volumes that a user sets.
public enum VolumeKind: String, Hashable, Sendable, CaseIterable {
  /// Music, films, games.
  case media
  /// Ring tone and alerts.
  case ringer
  /// Calls.
  case call
}

/// What is stored of the phone itself: causes only.
public struct DeviceState: Hashable, Sendable {
  /// Whether the ring/silent switch is on silent.
  public var isSilent = false
  /// Whether the screen is locked.
  public var isLocked = false
  /// The volumes of the speaker and receiver, and of everything while they are shared.
  public var volumes = Volumes()
  /// The volumes of what is connected, while each route has its own.
  public var externalVolumes = Volumes()
  /// What is connected, the device that came last first.
  public var connected = DeviceStack()
  /// The Bluetooth earphones that came last, as far as they detect ears.
  public var earphones = Earphones.inBothEars
  /// Whether the phone has a microphone of its own.
  public var hasMicrophone = true
  /// Whether the phone can vibrate.
  public var supportsHaptics = true
  /// What the user has set.
  public var settings = UserSettings.standard
  /// How an incoming call is shown.
  ///
  /// The default is our choice: no page of Apple's names one, and macrumors.com/guide/ios-14-compact-interface
  /// shows banners as what iOS 14 brings. Before iOS 14.5 the style has no effect here.
  public var callStyle = CallStyle.banner
  /// The accessibility settings that are on.
  public var accessibility: AccessibilitySettings = []
  /// The output that the user has picked outside of a call; nil if none.
  public var pickedOutput: OutputPick?
  /// The output that the user has picked in a call, which ends with the last call; nil if none.
  public var pickedForCall: OutputPick?

  /// The pick that counts now.
  public var outputPick: OutputPick? { pickedForCall ?? pickedOutput }

  /// Whether the microphone is muted in hardware.
  public var isMicrophoneMuted = false
  /// Whether VoiceOver speaks.
  public var isVoiceOverSpeaking = false
  /// Whether the sound of an alert lowers what plays, by the policy `alertSounds`.
  public var isAlertDucking = false
  /// Whether a Bluetooth device is opening its hands-free profile, which no route has before it is open.
  public var isHandsFreeOpening = false
  /// Whether the audio of a phone call that has ended still refuses activation, by the policy `refusalAfterCall`.
  public var isCallAudioClosing = false
  /// Whether the media services are down.
  public var isMediaServerDown = false
  /// The calls.
  public var calls = CallState()
  /// The alerts that are there, as those that hold an interruption.
  package private(set) var alerts: InterruptionSources = []
  /// Whether Siri is there.
  public var siri = SiriState.off
  /// After how many seconds the alarm that was snoozed fires again; nil if none was.
  public var alarmSnooze: Double?
  /// The app that remote commands go to.
  public var nowPlaying: AppID?

  /// A phone with nothing connected and nothing going on.
  public init() {}
}

extension DeviceState {
  /// Whether an alert is there.
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

  /// Whether the alarm rings.
  public var isAlarmRinging: Bool {
    get { self[.alarm] }
    set { self[.alarm] = newValue }
  }

  /// Whether the timer rings.
  public var isTimerRinging: Bool {
    get { self[.timer] }
    set { self[.timer] = newValue }
  }

  /// Whether there is an emergency alert.
  public var isEmergency: Bool {
    get { self[.emergency] }
    set { self[.emergency] = newValue }
  }
}
