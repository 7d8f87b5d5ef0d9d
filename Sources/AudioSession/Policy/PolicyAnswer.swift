// lint: table
/// A type of answers to a policy option; the raw values are what files write.
public protocol PolicyAnswer: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension AudioPolicy {
  /// Whether something is accepted.
  public enum Acceptance: String, PolicyAnswer {
    /// The call is accepted.
    case accept
    /// The call is rejected.
    case reject
  }

  /// Yes or no.
  public enum YesOrNo: String, PolicyAnswer {
    /// Yes.
    case yes = "true"
    /// No.
    case no = "false"
  }

  /// Which documentation decides whether an unplugged output interrupts.
  public enum UnpluggedVictims: String, PolicyAnswer {
    /// What the SDK's header says.
    case header
    /// What the reference pages say.
    case documentation
  }

  /// What deactivating with running input or output does, or that the version decides.
  public enum RunningIODeactivation: String, PolicyAnswer {
    /// By the version of the system.
    case byVersion
    /// The session stays active, with an error.
    case refused
    /// The session is deactivated, with an error.
    case doneWithError
    /// The session is deactivated, without an error.
    case done
  }

  /// What becomes of the override to the speaker when an active session gets other options or another mode.
  public enum OverrideAfterChange: String, PolicyAnswer {
    /// The override ends, as with any change of the route.
    case ends
    /// The override stays until the route is another one.
    case stays
  }

  /// What the user's setting for System Haptics turns off.
  public enum HapticsOff: String, PolicyAnswer {
    /// Everything that is felt: patterns of engines, feedback, vibrations.
    case everything
    /// Feedback generators, controls and vibrations, but no patterns of an app's haptic engines.
    case feedback
  }

  /// What becomes of the picture in picture of an app when another one has a picture in picture.
  public enum SecondPicture: String, PolicyAnswer {
    /// The second one is not possible.
    case refused
    /// The second one replaces the first, which pauses behind.
    case replaces
  }

  /// What the lock does to a video that is shown by picture in picture.
  public enum LockedPicture: String, PolicyAnswer {
    /// The video pauses.
    case pauses
    /// The sound of the video goes on.
    case goesOn
  }

  /// Until when an interrupted session holds others.
  public enum ClaimRelease: String, PolicyAnswer {
    /// The claim lasts until the app is activated again, or gives up.
    case reactivation
    /// The claim lasts until the app's own interruption ends.
    case ownEnd
  }

  /// An order of the checks of an activation.
  public enum CheckOrder: String, PolicyAnswer {
    /// The order of the list.
    case asListed
    /// What has a higher priority first.
    case priorityFirst
  }

  /// Where route changes come among the notifications of one event.
  public enum RouteQueue: String, PolicyAnswer {
    /// Among the others, at its documented place.
    case interleaved
    /// Before the others.
    case before
    /// After the others.
    case after
  }

  /// What becomes of notifications for a suspended app.
  public enum SuspendedMail: String, PolicyAnswer {
    /// Delivered one by one afterwards.
    case replay
    /// Not delivered.
    case drop
    /// Delivered afterwards, the last of each kind.
    case coalesce
  }

  /// The error while the system has the output.
  public enum BlockedOutputCode: String, PolicyAnswer {
    /// `!pri`.
    case insufficientPriority
    /// `!int`.
    case cannotInterruptOthers
    /// `ent?`.
    case missingEntitlement
  }

  /// What the alarm and the timer do to the session of an app's own call.
  public enum ClockDuringCall: String, PolicyAnswer {
    /// An alarm or a timer interrupts the call.
    case interrupts
    /// An alarm or a timer leaves the call alone.
    case spares
  }

  /// What activating gives the host of an active call.
  public enum OwnCallReactivation: String, PolicyAnswer {
    /// The activation succeeds.
    case accept
    /// `ent?`.
    case missingEntitlement
  }

  /// For how long activation is refused with `!pla` after a phone call has ended.
  public enum RefusalAfterCall: String, PolicyAnswer {
    /// Activation is not refused.
    case none
    /// 4 s.
    case fourSeconds

    /// The time in seconds; nil if activation is not refused.
    ///
    /// Source: github.com/kstenerud/ObjectAL-for-iPhone/issues/87: 20 tries failed, 0.2 s apart.
    package var seconds: Double? {
      switch self {
      case .none: nil
      case .fourSeconds: 4
      }
    }
  }

  /// The alerts that the preference for no interruptions covers.
  public enum CoveredAlerts: String, PolicyAnswer {
    /// Incoming calls that are shown as a banner.
    case calls
    /// Calls, and the alarm and the timer.
    case callsAndClock
  }

  /// What alert sounds do to what plays.
  public enum AlertSounds: String, PolicyAnswer {
    /// Both are heard.
    case mix
    /// What plays is ducked for as long.
    case duck
  }

  /// When a call of an app's own that is taken off hold activates its session.
  public enum Unholding: String, PolicyAnswer {
    /// Unless the other end hung up the call that it was put on hold for.
    case unlessRemoteHangUp
    /// Always.
    case always
    /// Never.
    case never
  }

  /// What becomes of something that does not go with the category.
  public enum IllegalUse: String, PolicyAnswer {
    /// `-50`.
    case badParam
    /// The value is ignored, silently.
    case ignore
  }

  /// What recording does to sessions that mix.
  public enum MixablePeers: String, PolicyAnswer {
    /// Silence.
    case silence
    /// Both are heard.
    case mix
    /// An interruption.
    case interrupt
  }

  /// What the tone of a notification does to what plays.
  public enum NotificationTone: String, PolicyAnswer {
    /// Both are heard.
    case mix
    /// An interruption.
    case interrupt
    /// An interruption without the option to resume at its end.
    case interruptWithoutResume
    /// Other audio is ducked while the tone sounds.
    case duck
  }

  /// What becomes of a preferred input whose port has gone.
  public enum PreferredInputReset: String, PolicyAnswer {
    /// The preferred input is cleared.
    case cleared
    /// The preferred input is kept.
    case kept
  }

  /// What input gives that cannot be heard.
  public enum SilentInput: String, PolicyAnswer {
    /// Silence.
    case silence
    /// `!res`.
    case resourceNotAvailable
  }

  /// How many sets of volumes there are.
  public enum VolumeMemory: String, PolicyAnswer {
    /// One for all routes.
    case shared
    /// One for each family of routes.
    case perRoute
  }

  /// The volume that the buttons change while nothing plays.
  public enum IdleButtons: String, PolicyAnswer {
    /// The ringer.
    case ringer
    /// Media.
    case media
    /// Media while something is connected that plays in private or aloud, else the ringer.
    case mediaWhenConnected
    /// Media, or calls in a chat mode, while the session of an app is active, else the ringer.
    case mediaWhileActive
  }

  /// The volume that the buttons change while the switch silences what plays.
  public enum SilencedButtons: String, PolicyAnswer {
    /// Media, as if it were heard.
    case media
    /// The ringer, as if nothing played.
    case ringer
  }

  /// Where output goes when another input is used than that of a hands-free device, such as the built-in
  /// microphone.
  public enum BuiltInMicRoute: String, PolicyAnswer {
    /// To stereo of the device if the session may use that, otherwise as if the device were not there.
    case leavesDevice
    /// To the hands-free device.
    case keepsOutput
  }

  /// The error of `allowAirPlay` with a category that implies it.
  public enum AirPlayError: String, PolicyAnswer {
    /// `what`.
    case unspecified
    /// `-50`.
    case badParam
  }

  /// The reason that an app which plays in the background is given for a change of the route.
  public enum UnplugReason: String, PolicyAnswer {
    /// The device has gone.
    case oldDeviceUnavailable
    /// The category has changed.
    case categoryChange
  }

  /// The error of overriding to the speaker outside of playAndRecord.
  public enum OverrideError: String, PolicyAnswer {
    /// `!cat`.
    case incompatibleCategory
    /// `-50`.
    case badParam
  }

  /// What the others receive when Siri has started playback.
  public enum SiriHandover: String, PolicyAnswer {
    /// An end without `shouldResume` is posted.
    case endedWithoutOption
    /// The interruption goes on, held by the successor.
    case staysInterrupted
  }

  /// Who is notified of the route change that another app caused.
  public enum RouteChangeAudience: String, PolicyAnswer {
    /// Apps with an active session.
    case active
    /// Every app.
    case all
  }

  /// When the new category of an active session posts a route change.
  public enum CategoryChangePost: String, PolicyAnswer {
    /// Always.
    case always
    /// Only if it differs.
    case onChange
  }

  /// When a remote command reaches an interrupted app.
  public enum RemoteDelivery: String, PolicyAnswer {
    /// Afterwards.
    case deferred
    /// At once.
    case atOnce
  }

  /// What becomes of haptics while the app captures.
  public enum CaptureGuard: String, PolicyAnswer {
    /// The haptic is suppressed.
    case suppress
    /// The haptic is played at `CaptureContexts.hapticGain`.
    case attenuate
    /// The haptic is allowed.
    case allow
  }

  /// What silences haptics and system sounds.
  public enum HapticsMute: String, PolicyAnswer {
    /// Running input.
    case runningInput
    /// An active session of a category with input.
    case inputCategory
  }

  /// What a new category gives during somebody else's call.
  public enum CategoryDuringCall: String, PolicyAnswer {
    /// The change of the category is accepted.
    case accept
    /// `!pri`.
    case insufficientPriority
  }

  /// For how long a background task may run before it expires.
  public enum BackgroundTime: String, PolicyAnswer {
    /// 30 s from 13 on, 180 s before.
    case byVersion
    /// 30 s.
    case thirtySeconds
    /// 180 s.
    case threeMinutes
    /// For ever, unless a scenario lets it expire.
    case unlimited
  }

  /// What Siri's answer does to sessions that were activated beside Siri.
  public enum SiriAnswer: String, PolicyAnswer {
    /// The sessions go on.
    case spares
    /// The sessions are interrupted by a second *began*.
    case interrupts
  }

  /// What apps are notified of an output that the user has picked.
  public enum PickedOutputNotice: String, PolicyAnswer {
    /// A route change because of an override.
    case override
    /// Nothing.
    case none
  }

  /// How a Bluetooth device changes from stereo to hands-free.
  public enum BluetoothSwitch: String, PolicyAnswer {
    /// In one change of the route.
    case atOnce
    /// In two: first what is built in, then hands-free.
    case inSteps
  }

  /// The way of an app into the background if it may not sound there.
  public enum DeferredSuspend: String, PolicyAnswer {
    /// The app is silent immediately, and loses its session when it is suspended, after `Phone.graceSeconds`. If it
    /// returns earlier, it is heard again.
    case silenced
    /// The app loses its session immediately, and is suspended after `Phone.graceSeconds`. Before 16, where suspension
    /// leaves the session active or is reported, the app stops immediately and has its session until then.
    case yes = "true"
    /// The app is suspended immediately, and loses its session with that.
    case no = "false"
  }

  /// When a remote command reaches a suspended app for which notifications wait.
  public enum WakingCommand: String, PolicyAnswer {
    /// After the notifications.
    case afterNews
    /// Before the notifications: a player that starts is notified of an old interruption afterwards.
    case beforeNews
  }

  /// The changes that stop a running audio engine.
  public enum EngineStop: String, PolicyAnswer {
    /// Another output while it plays, another input while it records, or another format.
    case everyRouteChange
    /// Another sample rate or number of channels of the hardware, and nothing else.
    case formatChange
  }

  /// When VoiceOver lowers what plays.
  public enum VoiceOverDucking: String, PolicyAnswer {
    /// While VoiceOver speaks.
    case whileSpeaking
    /// As long as VoiceOver runs.
    case always
    /// Never.
    case never
  }

  /// What the end of an interruption carries while another app plays that does not mix.
  public enum EndBesidePlayback: String, PolicyAnswer {
    /// The option to resume, as at any other time.
    case shouldResume
    /// No option, for one that does not mix itself.
    case withoutOption
  }

  /// When an app in the background learns of the end of its interruption.
  public enum BackgroundEnd: String, PolicyAnswer {
    /// At once.
    case atOnce
    /// When the app comes to the foreground.
    case onForeground
  }
}
