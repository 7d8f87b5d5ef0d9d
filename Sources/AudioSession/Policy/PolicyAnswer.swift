// lint: table
/// The type of a policy option's answers. Files write the raw values.
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

  /// The documentation that decides whether an unplugged output interrupts.
  public enum UnpluggedVictims: String, PolicyAnswer {
    /// The SDK's header decides.
    case header
    /// The reference pages decide.
    case documentation
  }

  /// The effect of deactivating with running input or output.
  public enum RunningIODeactivation: String, PolicyAnswer {
    /// The effect depends on the version of the system.
    case byVersion
    /// The session stays active, with an error.
    case refused
    /// The session is deactivated, with an error.
    case doneWithError
    /// The session is deactivated, without an error.
    case done
  }

  /// Whether the override to the speaker survives new options or a new mode of an active session.
  public enum OverrideAfterChange: String, PolicyAnswer {
    /// The override ends, as with any change of the route.
    case ends
    /// The override stays until the route changes.
    case stays
  }

  /// The haptics that the user's System Haptics setting turns off.
  public enum HapticsOff: String, PolicyAnswer {
    /// All haptics: patterns of engines, feedback and vibrations.
    case everything
    /// Feedback generators, controls and vibrations, but not the patterns of an app's haptic engines.
    case feedback
  }

  /// The effect on an app's picture in picture when another app starts one.
  public enum SecondPicture: String, PolicyAnswer {
    /// The second app cannot start picture in picture.
    case refused
    /// The second app's video replaces the first, which pauses behind it.
    case replaces
  }

  /// The effect of locking the phone on a video in picture in picture.
  public enum LockedPicture: String, PolicyAnswer {
    /// The video pauses.
    case pauses
    /// The sound of the video continues.
    case goesOn
  }

  /// How long an interrupted session holds other sessions.
  public enum ClaimRelease: String, PolicyAnswer {
    /// The claim lasts until the app is activated again or gives up.
    case reactivation
    /// The claim lasts until the app's own interruption ends.
    case ownEnd
  }

  /// An order of the checks of an activation.
  public enum CheckOrder: String, PolicyAnswer {
    /// The order of the list.
    case asListed
    /// The check with the highest priority comes first.
    case priorityFirst
  }

  /// The place of route changes among the notifications of one event.
  public enum RouteQueue: String, PolicyAnswer {
    /// Among the other notifications, at the documented place.
    case interleaved
    /// Before the other notifications.
    case before
    /// After the other notifications.
    case after
  }

  /// How notifications for a suspended app are handled.
  public enum SuspendedMail: String, PolicyAnswer {
    /// They are delivered one by one afterwards.
    case replay
    /// They are not delivered.
    case drop
    /// The last one of each kind is delivered afterwards.
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

  /// The effect of the alarm and the timer on the session of an app's own call.
  public enum ClockDuringCall: String, PolicyAnswer {
    /// An alarm or a timer interrupts the call.
    case interrupts
    /// An alarm or a timer leaves the call alone.
    case spares
  }

  /// The result of activating the session of the host of an active call.
  public enum OwnCallReactivation: String, PolicyAnswer {
    /// The activation succeeds.
    case accept
    /// `ent?`.
    case missingEntitlement
  }

  /// How long activation is refused with `!pla` after a phone call has ended.
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

  /// The effect of alert sounds on other audio.
  public enum AlertSounds: String, PolicyAnswer {
    /// Both are heard.
    case mix
    /// Other audio is ducked while the alert sounds.
    case duck
  }

  /// When taking an app's own call off hold activates its session.
  public enum Unholding: String, PolicyAnswer {
    /// Unless the remote end hung up the call for which this one was put on hold.
    case unlessRemoteHangUp
    /// Always.
    case always
    /// Never.
    case never
  }

  /// The effect of setting a value that the category does not accept.
  public enum IllegalUse: String, PolicyAnswer {
    /// `-50`.
    case badParam
    /// The value is ignored, silently.
    case ignore
  }

  /// The effect of recording on sessions that mix.
  public enum MixablePeers: String, PolicyAnswer {
    /// Sessions that mix are silent.
    case silence
    /// Both are heard.
    case mix
    /// Sessions that mix are interrupted.
    case interrupt
  }

  /// The effect of a notification's tone on other audio.
  public enum NotificationTone: String, PolicyAnswer {
    /// Both are heard.
    case mix
    /// Other audio is interrupted.
    case interrupt
    /// Other audio is interrupted; the end does not carry the option to resume.
    case interruptWithoutResume
    /// Other audio is ducked while the tone sounds.
    case duck
  }

  /// Whether a preferred input is kept when its port disappears.
  public enum PreferredInputReset: String, PolicyAnswer {
    /// The preferred input is cleared.
    case cleared
    /// The preferred input is kept.
    case kept
  }

  /// The result of input that cannot be heard.
  public enum SilentInput: String, PolicyAnswer {
    /// Silence.
    case silence
    /// `!res`.
    case resourceNotAvailable
  }

  /// The number of separate sets of volumes.
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
    /// Media while an external output or headphones are connected, otherwise the ringer.
    case mediaWhenConnected
    /// Media, or calls in a chat mode, while an app's session is active; otherwise the ringer.
    case mediaWhileActive
  }

  /// The volume that the buttons change while the switch silences playback.
  public enum SilencedButtons: String, PolicyAnswer {
    /// Media, as if the playback were audible.
    case media
    /// The ringer, as if nothing were playing.
    case ringer
  }

  /// The output route while a hands-free device is connected but another microphone, such as the built-in one, is the
  /// input.
  public enum BuiltInMicRoute: String, PolicyAnswer {
    /// The device in stereo if the session may use that, otherwise the route without the device.
    case leavesDevice
    /// The hands-free device.
    case keepsOutput
  }

  /// The error of `allowAirPlay` with a category that implies it.
  public enum AirPlayError: String, PolicyAnswer {
    /// `what`.
    case unspecified
    /// `-50`.
    case badParam
  }

  /// The route change reason that an app playing in the background receives.
  public enum UnplugReason: String, PolicyAnswer {
    /// The device is no longer available.
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

  /// What other apps receive when Siri has started playback: a notification, or nothing.
  public enum SiriHandover: String, PolicyAnswer {
    /// They receive *ended* without `shouldResume`.
    case endedWithoutOption
    /// The interruption continues; the successor holds it.
    case staysInterrupted
  }

  /// The apps that are notified of a route change that another app caused.
  public enum RouteChangeAudience: String, PolicyAnswer {
    /// Apps with an active session.
    case active
    /// Every app.
    case all
  }

  /// When a new category of an active session posts a route change.
  public enum CategoryChangePost: String, PolicyAnswer {
    /// Always.
    case always
    /// Only if the route changes.
    case onChange
  }

  /// When an interrupted app receives remote commands.
  public enum RemoteDelivery: String, PolicyAnswer {
    /// After the interruption.
    case deferred
    /// Immediately.
    case atOnce
  }

  /// How haptics are played while the app captures.
  public enum CaptureGuard: String, PolicyAnswer {
    /// The haptic is suppressed.
    case suppress
    /// The haptic is played at `CaptureContexts.hapticGain`.
    case attenuate
    /// The haptic is allowed.
    case allow
  }

  /// The use of input that silences haptics and system sounds.
  public enum HapticsMute: String, PolicyAnswer {
    /// Input that is running.
    case runningInput
    /// An active session whose category has input.
    case inputCategory
  }

  /// The result of setting a category during somebody else's call.
  public enum CategoryDuringCall: String, PolicyAnswer {
    /// The change of the category is accepted.
    case accept
    /// `!pri`.
    case insufficientPriority
  }

  /// How long a background task may run before it expires.
  public enum BackgroundTime: String, PolicyAnswer {
    /// 30 s from 13 on, 180 s before.
    case byVersion
    /// 30 s.
    case thirtySeconds
    /// 180 s.
    case threeMinutes
    /// Unlimited, unless a scenario lets the task expire.
    case unlimited
  }

  /// The effect of Siri's answer on sessions that were activated alongside Siri.
  public enum SiriAnswer: String, PolicyAnswer {
    /// The sessions continue.
    case spares
    /// The sessions are interrupted by a second *began*.
    case interrupts
  }

  /// The notification for an output that the user has picked.
  public enum PickedOutputNotice: String, PolicyAnswer {
    /// A route change with the reason override.
    case override
    /// Nothing.
    case none
  }

  /// How a Bluetooth device switches from stereo to hands-free.
  public enum BluetoothSwitch: String, PolicyAnswer {
    /// In one route change.
    case atOnce
    /// In two route changes: first to the built-in ports, then to hands-free.
    case inSteps
  }

  /// How an app goes to the background if it may not play there.
  public enum DeferredSuspend: String, PolicyAnswer {
    /// The app is silent immediately. It loses its session when it is suspended, after `Phone.graceSeconds`. If it
    /// returns earlier, it becomes audible again.
    case silenced
    /// The app loses its session immediately, and is suspended after `Phone.graceSeconds`. Before 16, where suspension
    /// leaves the session active or is reported, the app stops immediately but keeps its session until then.
    case yes = "true"
    /// The app is suspended immediately, and thereby loses its session.
    case no = "false"
  }

  /// When a remote command reaches a suspended app that has pending notifications.
  public enum WakingCommand: String, PolicyAnswer {
    /// After the notifications.
    case afterNews
    /// Before the notifications: a player that starts is then notified of an old interruption.
    case beforeNews
  }

  /// The changes that stop a running audio engine.
  public enum EngineStop: String, PolicyAnswer {
    /// Another output while it plays, another input while it records, or another format.
    case everyRouteChange
    /// Only a different sample rate or number of channels of the hardware.
    case formatChange
  }

  /// When VoiceOver lowers other audio.
  public enum VoiceOverDucking: String, PolicyAnswer {
    /// While VoiceOver speaks.
    case whileSpeaking
    /// While VoiceOver is turned on.
    case always
    /// Never.
    case never
  }

  /// Whether an interruption that ends while a nonmixable app plays carries the option to resume.
  public enum EndBesidePlayback: String, PolicyAnswer {
    /// The end carries the option, as at any other time.
    case shouldResume
    /// The end does not carry the option, if the app itself does not mix.
    case withoutOption
  }

  /// When an app in the background is notified that its interruption has ended.
  public enum BackgroundEnd: String, PolicyAnswer {
    /// Immediately.
    case atOnce
    /// When the app comes to the foreground.
    case onForeground
  }
}
