/// How the questions are answered that Apple leaves open, or answers in two ways.
///
/// Each option is a property of its own type, and one of the rows of `PolicyOption` with its question
/// and evidence. Files and the command line read and write it by that row's key.
///
///     var policy = AudioPolicy.standard
///     policy.claimRelease = .ownEnd
///     try policy.set("duckGain", to: "0.3")
///
/// A small value of plain bits: rules read it at every step.
public struct AudioPolicy: Hashable, Sendable {
  /// Ducking with the ambient category.
  public var ambientDuck = Acceptance.accept
  /// The speaker by default, with headphones connected.
  public var defaultToSpeakerSticky = YesOrNo.no
  /// Mode video chat with the record category.
  public var videoChatWithRecord = Acceptance.reject
  /// The apps that an unplugged output interrupts, of those that have not opted out.
  public var interruptionOnRouteDisconnect = UnpluggedVictims.header
  /// Deactivating with running input or output.
  public var deactivateWithRunningIO = RunningIODeactivation.byVersion
  /// The silent switch with headphones.
  public var switchAffectsHeadphones = YesOrNo.no
  /// Until when a session that is interrupted holds those it had interrupted.
  public var claimRelease = ClaimRelease.reactivation
  /// What apps receive whose interruptor leaves without notifying.
  public var noNotifyEffect = NoNotifyEffect.nothing
  /// The order in which activation is checked.
  public var errorOrder = CheckOrder.asListed
  /// The end of an interruption while another app plays that does not mix.
  public var endedWhileOthersPlay = EndBesidePlayback.shouldResume
  /// The deprecated notifications on 27.
  public var legacyOn27 = YesOrNo.yes
  /// When route changes arrive, which come on another queue.
  public var routeQueue = RouteQueue.interleaved
  /// What becomes of notifications for a suspended app.
  public var mailbox = SuspendedMail.replay
  /// The error while ringing, an alarm, Siri or an emergency has the output.
  public var blockedOutputCode = BlockedOutputCode.insufficientPriority
  /// The alarm and the timer during an app's own call.
  public var clockDuringOwnCall = ClockDuringCall.interrupts
  /// Activating the session of an app whose own call is active.
  public var ownCallReactivation = OwnCallReactivation.accept
  /// What the preference for no interruptions by system alerts covers.
  public var noInterruptionsCover = CoveredAlerts.calls
  /// Modes with a category that does not take them.
  public var illegalMode = IllegalUse.badParam
  /// What alert sounds do to what plays.
  public var alertSounds = AlertSounds.mix
  /// Whether a background task keeps a session that may not sound in the background.
  public var taskKeepsSession = YesOrNo.no
  /// Mixing options with a category that does not take them.
  public var illegalMixing = IllegalUse.ignore
  /// A long-form policy with what does not go with it.
  public var illegalPolicy = IllegalUse.badParam
  /// The stereo Bluetooth option given to a category with output only, which implies it.
  public var explicitA2DPWithPlayback = Acceptance.accept
  /// The modes for speech with other categories than playback and play-and-record.
  public var speechModesAnywhere = Acceptance.accept
  /// What recording does to sessions that mix.
  public var recordAndMixablePeers = MixablePeers.silence
  /// Whether the system interrupts sessions that mix.
  public var systemInterruptsMixable = YesOrNo.yes
  /// What the tone of a notification does.
  public var notificationTone = NotificationTone.mix
  /// When an app that may not sound in the background loses its session there, and is suspended.
  public var deferredSuspend = DeferredSuspend.silenced
  /// The preferred input when its port has gone.
  public var preferredInputReset = PreferredInputReset.cleared
  /// Input without permission.
  public var permissionDenied = SilentInput.silence
  /// Whether each family of routes has its own volumes.
  public var volumeMemory = VolumeMemory.shared
  /// What the volume buttons change while nothing plays.
  public var buttonsWhenIdle = IdleButtons.ringer
  /// Input started with the microphone muted in hardware.
  public var mutedMicrophoneStart = SilentInput.resourceNotAvailable
  /// Whether the process of an app ends when the user changes in Settings whether it may record.
  public var permissionChangeEnds = YesOrNo.yes
  /// Whether unmuting the microphone lets resume.
  public var unmuteResumes = YesOrNo.yes
  /// The speaker override with another category than play-and-record.
  public var overrideWithOtherCategory = OverrideError.badParam
  /// What the others receive when Siri has started playback.
  public var siriHandover = SiriHandover.endedWithoutOption
  /// Who is notified of route changes that another app caused.
  public var routeChangeAudience = RouteChangeAudience.active
  /// Whether a new category always posts a route change.
  public var categoryChangePosts = CategoryChangePost.always
  /// Whether activation posts a route change to the app itself.
  public var activationPostsRouteChange = YesOrNo.no
  /// Remote commands to an app that is interrupted.
  public var remoteDuringInterruption = RemoteDelivery.atOnce
  /// Haptics while a sensor is in use.
  public var captureGuard = CaptureGuard.allow
  /// What silences haptics and system sounds.
  public var hapticsMutedBy = HapticsMute.runningInput
  /// Haptics while the ring/silent switch is on silent.
  public var hapticsInSilentMode = YesOrNo.yes
  /// What the user's setting for System Haptics turns off.
  public var systemHapticsOff = HapticsOff.everything
  /// Setting a category with input during somebody else's call.
  public var setCategoryDuringCall = CategoryDuringCall.insufficientPriority
  /// Whether players of the system's kind pause when their output is unplugged.
  public var unplugPauses = YesOrNo.yes
  /// Starting to play a mixable session in the background.
  public var backgroundMixableStart = Acceptance.accept
  /// Activating in the background a session whose interruption ended with `shouldResume`; the Now Playing app may do
  /// that with either answer.
  public var backgroundResumption = Acceptance.accept
  /// Whether an app's own call taken up again activates its session.
  public var unholdReactivates = Unholding.unlessRemoteHangUp
  /// When an app in the background learns that its interruption has ended.
  public var endedInBackground = BackgroundEnd.atOnce
  /// The output of a hands-free device whose microphone is not the input.
  public var builtInMicBesideHFP = BuiltInMicRoute.leavesDevice
  /// The error of explicit AirPlay with playback.
  public var airPlayWithPlayback = AirPlayError.badParam
  /// What the volume buttons change while the switch silences what plays.
  public var buttonsUnderSwitch = SilencedButtons.media
  /// Whether a session that mixes and runs takes the buttons of headphones.
  public var mixingTakesButton = YesOrNo.no
  /// The reason that an app playing in the background is given for an unplugged output.
  public var unplugInBackground = UnplugReason.oldDeviceUnavailable
  /// Explicit AirPlay with playback on Apple's simulator.
  public var simulatorAcceptsAirPlay = YesOrNo.yes
  /// The option to override the interruption by a muted microphone, with record.
  public var overrideMutedWithoutOutput = Acceptance.accept
  /// For how long a background task may run.
  public var backgroundTime = BackgroundTime.byVersion
  /// What Siri's answer does to sessions that were activated beside Siri.
  public var siriAnswer = SiriAnswer.spares
  /// What apps are notified of an output that the user has picked.
  public var pickedOutputNotice = PickedOutputNotice.override
  /// How a Bluetooth device changes from stereo to hands-free.
  public var bluetoothSwitch = BluetoothSwitch.atOnce
  /// What becomes of the override to the speaker with other options or another mode of an active session.
  public var overrideWithNewOptions = OverrideAfterChange.ends
  /// What the lock does to a video that is shown by picture in picture.
  public var pictureInPictureWhenLocked = LockedPicture.pauses
  /// A second app's picture in picture.
  public var secondPictureInPicture = SecondPicture.refused
  /// When VoiceOver lowers what plays.
  public var voiceOverDucks = VoiceOverDucking.whileSpeaking
  /// The order of a remote command and the notifications that wait for the app that it wakes.
  public var wakingCommand = WakingCommand.afterNews
  /// Whether the volume button unmutes an app in mode short-form video.
  public var shortFormUnmutes = YesOrNo.yes
  /// Whether a haptic engine that runs takes the volume buttons.
  public var hapticEngineTakesButtons = YesOrNo.no
  /// The effect of setting the present category again on the override to the speaker.
  public var overrideWithSameCategory = OverrideAfterChange.stays
  /// The changes that stop an audio engine.
  public var engineStopsOn = EngineStop.everyRouteChange
  /// The time after a phone call in which no session can be activated.
  public var refusalAfterCall = RefusalAfterCall.none
  /// What the gain of others is multiplied by while somebody ducks them.
  public package(set) var duckGain: Double = 0.2
  /// What one press of a volume button changes.
  public package(set) var volumeStep: Double = 0.0625
  /// What the receiver at the ear multiplies the gain by.
  public package(set) var receiverGain: Double = 1
  /// What mode voice chat multiplies the gain by.
  public package(set) var voiceChatGain: Double = 1

  /// Every option at its default.
  public init() {}

  /// Every option at its default.
  public static let standard = AudioPolicy()

  /// The order in which activation is checked; the option `errorOrder` sets it.
  public var activationOrder: [ActivationCheck] {
    switch errorOrder {
    case .asListed: ActivationCheck.asListed
    case .priorityFirst: ActivationCheck.priorityFirst
    }
  }
}

extension AudioPolicy {
  /// The value of an option as files write it, or nil if there is no option of that key.
  public func value(named key: String) -> String? { PolicyOption(key: key)?.text(in: self) }

  /// The keys of all options.
  public static var names: [String] { PolicyOption.all.map(\.key) }

  /// Sets the option of that key.
  ///
  /// - Parameters:
  ///   - key: the key of one of `PolicyOption.all`.
  ///   - value: one of the option's answers, or a number in its range.
  /// - Throws: `PolicyError`, which lists what is allowed; nothing has changed then.
  public mutating func set(_ key: String, to value: String) throws(PolicyError) {
    guard let option = PolicyOption(key: key) else {
      throw .unknownOption(key, allowed: Self.names)
    }
    try option.set(&self, to: value)
  }

  /// The policy with another answer to one of its options, such as `with(\.legacyOn27, .no)`.
  public func with<Answer: PolicyAnswer>(
    _ option: WritableKeyPath<AudioPolicy, Answer>, _ answer: Answer
  ) -> AudioPolicy {
    var changed = self
    changed[keyPath: option] = answer
    return changed
  }

  /// The policy with one option changed.
  ///
  /// - Parameters:
  ///   - option: the option.
  ///   - value: one of its answers, or a number in its range.
  /// - Returns: the changed policy.
  /// - Throws: `PolicyError.unknownValue`, which lists what is allowed.
  public func with(_ option: PolicyOption, _ value: String) throws(PolicyError) -> AudioPolicy {
    var changed = self
    try option.set(&changed, to: value)
    return changed
  }
}

/// Why a policy option cannot be set.
public enum PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such option.
  case unknownOption(String, allowed: [String])
  /// The option cannot be that.
  case unknownValue(option: String, value: String, allowed: [String])

  /// The reason in words.
  public var description: String {
    switch self {
    case .unknownOption(let name, let allowed):
      "unknown policy option '\(name)'; available: \(allowed.joined(separator: ", "))"
    case .unknownValue(let option, let value, let allowed):
      "\(option) cannot be \(value), only \(allowed.joined(separator: ", "))"
    }
  }
}
