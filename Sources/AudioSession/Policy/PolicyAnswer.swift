// lint: table
/// A type whose cases are the answers to a policy option.
///
/// Files contain the raw values.
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

  /// The documentation that decides which apps are interrupted when the output is unplugged.
  public enum UnpluggedVictims: String, PolicyAnswer {
    /// The SDK's header decides.
    case header
    /// The reference pages decide.
    case documentation
  }

  /// The effect of deactivating a session while its input or output is running.
  public enum RunningIODeactivation: String, PolicyAnswer {
    /// The effect depends on the version of the system.
    case byVersion
    /// The session stays active, and the call throws an error.
    case refused
    /// The session is deactivated, but the call throws an error.
    case doneWithError
    /// The session is deactivated, without an error.
    case done
  }

  /// Whether the override to the speaker survives new options or a new mode of an active session.
  public enum OverrideAfterChange: String, PolicyAnswer {
    /// The override ends, as it does whenever the route changes.
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

  /// The effect on an app's picture in picture when another app starts picture in picture.
  public enum SecondPicture: String, PolicyAnswer {
    /// The second app cannot start picture in picture.
    case refused
    /// The second app's video replaces the first app's video, which pauses.
    case replaces
  }

  /// The effect of locking the phone on a video in picture in picture.
  public enum LockedPicture: String, PolicyAnswer {
    /// The video pauses.
    case pauses
    /// The sound of the video continues.
    case goesOn
  }

  /// How long the claim of an interrupted session lasts: how long it keeps holding the sessions that it has interrupted
  /// itself.
  public enum ClaimRelease: String, PolicyAnswer {
    /// The claim lasts until the interrupted session is activated again or deactivated.
    case reactivation
    /// The claim lasts until the interrupted session's own interruption ends.
    case ownEnd
  }

  /// The order in which the conditions of activation are checked.
  public enum CheckOrder: String, PolicyAnswer {
    /// The order in which the documentation lists the errors.
    case asListed
    /// The checks for calls and system components with a higher priority come before the background check.
    case priorityFirst
  }

  /// When route changes arrive among an event's notifications.
  public enum RouteQueue: String, PolicyAnswer {
    /// Among the other notifications, in the place that rule R13 states.
    case interleaved
    /// Before the other notifications.
    case before
    /// After the other notifications.
    case after
  }

  /// How notifications for a suspended app are handled.
  public enum SuspendedMail: String, PolicyAnswer {
    /// The notifications are delivered one by one when the app runs again.
    case replay
    /// The notifications are not delivered.
    case drop
    /// The last notification of each kind is delivered when the app runs again.
    case coalesce
  }

  /// The activation error while the system holds the output.
  public enum BlockedOutputCode: String, PolicyAnswer {
    /// `!pri`.
    case insufficientPriority
    /// `!int`.
    case cannotInterruptOthers
    /// `ent?`.
    case missingEntitlement
  }

  /// The effect of an alarm or a timer on the session of an app's own call.
  public enum ClockDuringCall: String, PolicyAnswer {
    /// An alarm or a timer interrupts the call.
    case interrupts
    /// An alarm or a timer does not interrupt the call.
    case spares
  }

  /// The result of activating the session of the app that hosts the active call.
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
    /// Incoming calls that appear as a banner.
    case calls
    /// Calls, alarms and timers.
    case callsAndClock
  }

  /// The effect of alert sounds on other audio.
  public enum AlertSounds: String, PolicyAnswer {
    /// Both sounds are heard.
    case mix
    /// Other audio is ducked while the alert sounds.
    case duck
  }

  /// When taking an app's own call off hold activates its session.
  public enum Unholding: String, PolicyAnswer {
    /// Always, unless the call for which this call was put on hold ended because the remote party hung up.
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
    /// The value is ignored without an error.
    case ignore
  }

  /// The effect of recording on sessions that mix.
  public enum MixablePeers: String, PolicyAnswer {
    /// Sessions that mix are silenced.
    case silence
    /// Both sounds are heard.
    case mix
    /// Sessions that mix are interrupted.
    case interrupt
  }

  /// The effect of a notification's tone on other audio.
  public enum NotificationTone: String, PolicyAnswer {
    /// Both sounds are heard.
    case mix
    /// Other audio is interrupted.
    case interrupt
    /// Other audio is interrupted, and the end of the interruption does not carry the option to resume.
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

  /// The result of starting input that cannot capture sound.
  public enum SilentInput: String, PolicyAnswer {
    /// Silence.
    case silence
    /// `!res`.
    case resourceNotAvailable
  }

  /// Whether all routes share one set of volumes.
  public enum VolumeMemory: String, PolicyAnswer {
    /// One set of volumes for all routes.
    case shared
    /// A separate set of volumes for each family of routes.
    case perRoute
  }

  /// The volume that the buttons change while nothing plays.
  public enum IdleButtons: String, PolicyAnswer {
    /// The ringer volume.
    case ringer
    /// Media.
    case media
    /// The media volume while an external output or headphones are connected, otherwise the ringer volume.
    case mediaWhenConnected
    /// While an app's session is active, the media volume, or in a chat mode the call volume; otherwise the ringer
    /// volume.
    case mediaWhileActive
  }

  /// The volume that the buttons change while the switch silences playback.
  public enum SilencedButtons: String, PolicyAnswer {
    /// The media volume, as if the playback were audible.
    case media
    /// The ringer volume, as if nothing were playing.
    case ringer
  }

  /// The output route while a hands-free device is connected but another microphone, such as the built-in one, is the
  /// input.
  public enum BuiltInMicRoute: String, PolicyAnswer {
    /// The device in stereo if the session may use stereo Bluetooth; otherwise the route that applies without the
    /// device.
    case leavesDevice
    /// The hands-free device.
    case keepsOutput
  }

  /// The error that setting `allowAirPlay` throws with a category that implies the option.
  public enum AirPlayError: String, PolicyAnswer {
    /// The error with the four-character code `what`.
    case unspecified
    /// The error with the number -50.
    case badParam
  }

  /// The route change reason that an app playing in the background receives when its output is unplugged.
  public enum UnplugReason: String, PolicyAnswer {
    /// The device is no longer available.
    case oldDeviceUnavailable
    /// The category has changed.
    case categoryChange
  }

  /// The error that overriding to the speaker throws with a category other than playAndRecord.
  public enum OverrideError: String, PolicyAnswer {
    /// `!cat`.
    case incompatibleCategory
    /// `-50`.
    case badParam
  }

  /// What happens to the interrupted apps when Siri has started playback in another app.
  public enum SiriHandover: String, PolicyAnswer {
    /// Other apps receive *ended* without `shouldResume`.
    case endedWithoutOption
    /// The interruption continues, and is now held by the app that Siri started.
    case staysInterrupted
  }

  /// The apps that are notified of a route change that another app caused.
  public enum RouteChangeAudience: String, PolicyAnswer {
    /// Apps with an active session.
    case active
    /// Every app.
    case all
  }

  /// When a route change is posted for a new category of an active session.
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

  /// How haptics are played while the app is using a sensor.
  public enum CaptureGuard: String, PolicyAnswer {
    /// The haptic is suppressed.
    case suppress
    /// The haptic is played at `CaptureContexts.hapticGain`.
    case attenuate
    /// The haptic is played unchanged.
    case allow
  }

  /// Whether haptics and system sounds are silenced by running input, or already by an active category with input.
  public enum HapticsMute: String, PolicyAnswer {
    /// Running input silences haptics and system sounds.
    case runningInput
    /// An active session whose category has input silences haptics and system sounds.
    case inputCategory
  }

  /// The result of setting a category with input during another app's call.
  public enum CategoryDuringCall: String, PolicyAnswer {
    /// The new category is accepted.
    case accept
    /// `!pri`.
    case insufficientPriority
  }

  /// How long a background task may run before it expires.
  public enum BackgroundTime: String, PolicyAnswer {
    /// 30 s from iOS 13 on, 180 s before iOS 13.
    case byVersion
    /// 30 s.
    case thirtySeconds
    /// 180 s.
    case threeMinutes
    /// The time is unlimited, unless a scenario makes the task expire.
    case unlimited
  }

  /// The effect of Siri's answer on sessions that were activated alongside Siri.
  public enum SiriAnswer: String, PolicyAnswer {
    /// The sessions continue.
    case spares
    /// The sessions are interrupted again, and their apps receive a second *began*.
    case interrupts
  }

  /// The notification that apps receive when the user picks an output.
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
    /// In two route changes: first to the built-in ports, then to the hands-free port.
    case inSteps
  }

  /// What happens to an app that goes to the background but is not allowed to play there.
  public enum DeferredSuspend: String, PolicyAnswer {
    /// The app is silenced immediately. The app loses its session when it is suspended, after `Phone.graceSeconds`. If
    /// the app returns before that, it becomes audible again.
    case silenced
    /// The app loses its session immediately, and is suspended after `Phone.graceSeconds`. Before iOS 16, suspension
    /// leaves the session active or is reported. On these versions, the app stops playing immediately but keeps its
    /// session until it is suspended.
    case yes = "true"
    /// The app is suspended immediately, and thereby loses its session.
    case no = "false"
  }

  /// Whether a remote command reaches a suspended app before or after the app's pending notifications.
  public enum WakingCommand: String, PolicyAnswer {
    /// After the notifications.
    case afterNews
    /// Before the notifications. An app that starts playing because of the command is then notified of an interruption
    /// that began earlier.
    case beforeNews
  }

  /// The changes that stop a running audio engine.
  public enum EngineStop: String, PolicyAnswer {
    /// A new output while the engine is playing, a new input while it is recording, or a new hardware format.
    case everyRouteChange
    /// Only a different sample rate or number of channels in the hardware.
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

  /// Whether the end of an interruption carries the option to resume while a nonmixable app is playing.
  public enum EndBesidePlayback: String, PolicyAnswer {
    /// The end of the interruption carries the option, as it does when no other app is playing.
    case shouldResume
    /// The end of the interruption does not carry the option, unless the interrupted app itself mixes.
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
