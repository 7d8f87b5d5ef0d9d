/// Answers to the questions that Apple leaves open or answers in two ways.
///
/// Each option is a typed property, and has a `PolicyOption` row with its question and evidence. Files and the command
/// line refer to the option by the row's key.
///
///     var policy = AudioPolicy.standard
///     policy.claimRelease = .ownEnd
///     try policy.set("duckGain", to: "0.3")
///
/// A policy is small and trivially copyable, because the rules read it at every step.
public struct AudioPolicy: Hashable, Sendable {
  /// Whether the ambient category accepts the option `duckOthers`.
  public var ambientDuck = Acceptance.accept
  /// Whether `defaultToSpeaker` takes precedence over connected headphones.
  public var defaultToSpeakerSticky = YesOrNo.no
  /// Whether the record category accepts mode video chat.
  public var videoChatWithRecord = Acceptance.reject
  /// The apps that are interrupted when the output is unplugged, among the apps that have not opted out.
  public var interruptionOnRouteDisconnect = UnpluggedVictims.header
  /// The effect of deactivating a session while its input or output is running.
  public var deactivateWithRunningIO = RunningIODeactivation.byVersion
  /// Whether the ring/silent switch also silences headphones.
  public var switchAffectsHeadphones = YesOrNo.no
  /// How long an interrupted session keeps holding the sessions that it has interrupted itself.
  public var claimRelease = ClaimRelease.reactivation
  /// The notification that interrupted apps receive when their interruptor deactivates its session without notifying
  /// others.
  public var noNotifyEffect = NoNotifyEffect.nothing
  /// The order in which activation is checked.
  public var errorOrder = CheckOrder.asListed
  /// Whether the end of an interruption carries `shouldResume` while a nonmixable app is playing.
  public var endedWhileOthersPlay = EndBesidePlayback.shouldResume
  /// Whether iOS 27 still posts the deprecated notifications.
  public var legacyOn27 = YesOrNo.yes
  /// When route changes, which are posted on another queue, arrive relative to other notifications.
  public var routeQueue = RouteQueue.interleaved
  /// How notifications for a suspended app are handled.
  public var mailbox = SuspendedMail.replay
  /// The activation error while a ringing call, an alarm, Siri or an emergency alert holds the output.
  public var blockedOutputCode = BlockedOutputCode.insufficientPriority
  /// The effect of an alarm or a timer during an app's own call.
  public var clockDuringOwnCall = ClockDuringCall.interrupts
  /// The result of activating the session of an app whose own call is active.
  public var ownCallReactivation = OwnCallReactivation.accept
  /// The alerts covered by the preference for no interruptions from system alerts.
  public var noInterruptionsCover = CoveredAlerts.calls
  /// The effect of setting a mode that the category does not accept.
  public var illegalMode = IllegalUse.badParam
  /// The effect of an app's alert sounds on other audio.
  public var alertSounds = AlertSounds.mix
  /// Whether a background task keeps alive a session that is not allowed to play in the background.
  public var taskKeepsSession = YesOrNo.no
  /// The effect of setting mixing options that the category does not accept.
  public var illegalMixing = IllegalUse.ignore
  /// The effect of a long-form policy with a category, mode or option that the policy does not accept.
  public var illegalPolicy = IllegalUse.badParam
  /// Whether the stereo Bluetooth option may be set explicitly on output-only categories, which imply it.
  public var explicitA2DPWithPlayback = Acceptance.accept
  /// Whether categories other than playback and play-and-record accept the speech modes.
  public var speechModesAnywhere = Acceptance.accept
  /// The effect of recording on sessions that mix.
  public var recordAndMixablePeers = MixablePeers.silence
  /// Whether the system interrupts sessions that mix.
  public var systemInterruptsMixable = YesOrNo.yes
  /// The effect of a notification's tone on other audio.
  public var notificationTone = NotificationTone.mix
  /// When an app that goes to the background, but is not allowed to play there, loses its session and is suspended.
  public var deferredSuspend = DeferredSuspend.silenced
  /// Whether a preferred input is kept when its port disappears.
  public var preferredInputReset = PreferredInputReset.cleared
  /// The result of starting input without the user's permission.
  public var permissionDenied = SilentInput.silence
  /// Whether each family of routes has its own volumes.
  public var volumeMemory = VolumeMemory.shared
  /// The volume that the buttons change while nothing plays.
  public var buttonsWhenIdle = IdleButtons.ringer
  /// The result of starting input while the microphone is muted in hardware.
  public var mutedMicrophoneStart = SilentInput.resourceNotAvailable
  /// Whether changing an app's recording permission in Settings ends its process.
  public var permissionChangeEnds = YesOrNo.yes
  /// Whether the end of an interruption carries `shouldResume` if unmuting the microphone ended it.
  public var unmuteResumes = YesOrNo.yes
  /// The error that overriding to the speaker throws with a category other than play-and-record.
  public var overrideWithOtherCategory = OverrideError.badParam
  /// The notification that other apps receive when Siri has started playback.
  public var siriHandover = SiriHandover.endedWithoutOption
  /// The apps that are notified of route changes that another app caused.
  public var routeChangeAudience = RouteChangeAudience.active
  /// Whether a route change is posted for a new category even if the route stays the same.
  public var categoryChangePosts = CategoryChangePost.always
  /// Whether the app itself is notified of the route change that its activation causes.
  public var activationPostsRouteChange = YesOrNo.no
  /// When an interrupted app receives remote commands: immediately, or after the interruption.
  public var remoteDuringInterruption = RemoteDelivery.atOnce
  /// How haptics are played while a sensor is in use.
  public var captureGuard = CaptureGuard.allow
  /// Whether haptics and system sounds are silenced by running input, or already by an active category with input.
  public var hapticsMutedBy = HapticsMute.runningInput
  /// Whether haptics are played while the ring/silent switch is on silent.
  public var hapticsInSilentMode = YesOrNo.yes
  /// The haptics that the user's System Haptics setting turns off.
  public var systemHapticsOff = HapticsOff.everything
  /// The result of setting a category with input during another app's call.
  public var setCategoryDuringCall = CategoryDuringCall.insufficientPriority
  /// Whether system players pause when their output is unplugged.
  public var unplugPauses = YesOrNo.yes
  /// Whether a mixable session may start to play in the background.
  public var backgroundMixableStart = Acceptance.accept
  /// Whether a session may be activated in the background after its interruption ended with `shouldResume`.
  ///
  /// The session of the Now Playing app may be activated with either answer.
  public var backgroundResumption = Acceptance.accept
  /// Whether taking an app's own call off hold activates its session.
  public var unholdReactivates = Unholding.unlessRemoteHangUp
  /// When an app in the background is notified that its interruption has ended.
  public var endedInBackground = BackgroundEnd.atOnce
  /// The output route while a hands-free device is connected but another microphone is the input.
  public var builtInMicBesideHFP = BuiltInMicRoute.leavesDevice
  /// The error that is thrown if `allowAirPlay` is set explicitly with a category that implies it.
  public var airPlayWithPlayback = AirPlayError.badParam
  /// The volume that the buttons change while the switch silences playback.
  public var buttonsUnderSwitch = SilencedButtons.media
  /// Whether a running session that mixes receives the presses of headphone buttons.
  public var mixingTakesButton = YesOrNo.no
  /// The route change reason that an app playing in the background receives for an unplugged output.
  public var unplugInBackground = UnplugReason.oldDeviceUnavailable
  /// Whether Apple's simulator accepts `allowAirPlay` if it is set explicitly with an output-only category, which
  /// implies it.
  public var simulatorAcceptsAirPlay = YesOrNo.yes
  /// Whether the record category accepts the option `overrideMutedMicrophoneInterruption`.
  public var overrideMutedWithoutOutput = Acceptance.accept
  /// How long a background task may run.
  public var backgroundTime = BackgroundTime.byVersion
  /// The effect of Siri's answer on sessions that were activated alongside Siri.
  public var siriAnswer = SiriAnswer.spares
  /// The notification for an output that the user has picked.
  public var pickedOutputNotice = PickedOutputNotice.override
  /// How a Bluetooth device switches from stereo to hands-free audio.
  public var bluetoothSwitch = BluetoothSwitch.atOnce
  /// Whether the override to the speaker survives new options or a new mode of an active session.
  public var overrideWithNewOptions = OverrideAfterChange.ends
  /// The effect of locking the phone on a video in picture in picture.
  public var pictureInPictureWhenLocked = LockedPicture.pauses
  /// What happens if a second app starts picture in picture.
  public var secondPictureInPicture = SecondPicture.refused
  /// When VoiceOver lowers other audio.
  public var voiceOverDucks = VoiceOverDucking.whileSpeaking
  /// Whether a remote command that wakes an app arrives before or after the app's pending notifications.
  public var wakingCommand = WakingCommand.afterNews
  /// Whether raising the volume unmutes an app in the short-form video mode.
  public var shortFormUnmutes = YesOrNo.yes
  /// Whether a running haptic engine takes the volume buttons while nothing else plays.
  public var hapticEngineTakesButtons = YesOrNo.no
  /// Whether the override to the speaker survives setting the current category again.
  public var overrideWithSameCategory = OverrideAfterChange.stays
  /// The changes that stop an audio engine: any route change, or only a new hardware format.
  public var engineStopsOn = EngineStop.everyRouteChange
  /// How long activation is refused after a phone call has ended.
  public var refusalAfterCall = RefusalAfterCall.none
  /// The gain that ducking applies to other sessions.
  public package(set) var duckGain: Double = 0.2
  /// The change that one press of a volume button makes.
  public package(set) var volumeStep: Double = 0.0625
  /// The gain of the receiver, the speaker held to the ear.
  public package(set) var receiverGain: Double = 1
  /// The gain of mode voice chat.
  public package(set) var voiceChatGain: Double = 1

  /// Every option at its default.
  public init() {}

  /// Every option at its default.
  public static let standard = AudioPolicy()

  /// The order in which the conditions of activation are checked (policy option `errorOrder`).
  public var activationOrder: [ActivationCheck] {
    switch errorOrder {
    case .asListed: ActivationCheck.asListed
    case .priorityFirst: ActivationCheck.priorityFirst
    }
  }
}

extension AudioPolicy {
  /// Returns an option's value as it is written in files, or nil if there is no option with that key.
  public func value(named key: String) -> String? { PolicyOption(key: key)?.text(in: self) }

  /// The keys of all options.
  public static var names: [String] { PolicyOption.all.map(\.key) }

  /// Sets the option with that key.
  ///
  /// - Parameters:
  ///   - key: the key of one of `PolicyOption.all`.
  ///   - value: one of the option's answers, or a number in its range.
  /// - Throws: `PolicyError`, which lists the allowed values; the policy is then unchanged.
  public mutating func set(_ key: String, to value: String) throws(PolicyError) {
    guard let option = PolicyOption(key: key) else {
      throw .unknownOption(key, allowed: Self.names)
    }
    try option.set(&self, to: value)
  }

  /// Returns the policy with a different answer to one of its options, such as `with(\.legacyOn27, .no)`.
  public func with<Answer: PolicyAnswer>(
    _ option: WritableKeyPath<AudioPolicy, Answer>, _ answer: Answer
  ) -> AudioPolicy {
    var changed = self
    changed[keyPath: option] = answer
    return changed
  }

  /// Returns the policy with one option changed.
  ///
  /// - Parameters:
  ///   - option: the option.
  ///   - value: one of its answers, or a number in its range.
  /// - Returns: the changed policy.
  /// - Throws: `PolicyError.unknownValue`, which lists the allowed values.
  public func with(_ option: PolicyOption, _ value: String) throws(PolicyError) -> AudioPolicy {
    var changed = self
    try option.set(&changed, to: value)
    return changed
  }
}

/// The reason why a policy option cannot be set.
public enum PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no option with that name.
  case unknownOption(String, allowed: [String])
  /// The option does not accept the value.
  case unknownValue(option: String, value: String, allowed: [String])

  /// The reason in words.
  public var description: String {
    switch self {
    case .unknownOption(let name, let allowed):
      "unknown policy option '\(name)'; available: \(allowed.joined(separator: ", "))"
    case .unknownValue(let option, let value, let allowed):
      "\(option) cannot be \(value); allowed: \(allowed.joined(separator: ", "))"
    }
  }
}
