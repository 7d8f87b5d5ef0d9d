public import AudioSession

/// A fact at the end of a chain of causes.
///
/// Only the events that led to a fact can explain it.
///
/// A case without an associated app states a fact about the app in question or about the phone.
public enum ExplainedFact: Hashable, Sendable {
  // MARK: The app

  /// The lifecycle state of an app.
  case lifecycle(AppID, Lifecycle)
  /// The app is in the foreground, and nothing interrupts its session.
  case isInFrontUninterrupted
  /// The app does not have the audio background mode.
  case lacksBackgroundMode
  /// The app does not have permission to record.
  case mayNotRecord
  /// The app does not have its own input view on the screen.
  case hasNoInputView
  /// The app's input view has not enabled clicks.
  case hasNotEnabledClicks
  /// The user does not allow the app to post notifications.
  case mayNotNotify
  /// The app is in the foreground, where it does not let its notifications play a sound.
  case presentsNoSoundInFront
  /// The app has already notified about the same thing.
  case hasNotifiedBefore
  /// The app captures with a sensor that a haptic would shake.
  case captures
  /// The app prefers no interruptions from system alerts.
  case prefersNoInterruptions
  /// An app is Now Playing.
  case isNowPlaying(AppID)
  /// No app is Now Playing.
  case nobodyIsNowPlaying
  /// The app does not handle remote commands.
  case handlesNoCommands
  /// The app handles these remote commands.
  case handles(RemoteCommands)
  /// An app was Now Playing when its output was disconnected, and the app had not opted out of the interruption.
  case wasNowPlaying(AppID)
  /// An app hosts the call that is active.
  case hostsActiveCall(AppID)

  // MARK: Its session

  /// The session of the app is already active.
  case isActive
  /// The session of the app is not active.
  case isNotActive
  /// The session of the app is active, and its output is running.
  case isActiveAndPlays
  /// The session of the app is active, and its input is running.
  case isActiveAndRecords
  /// The session of the app is active, but its output is not running. In answers about recording, this is its input.
  case isActiveAndIdle
  /// The app has muted its own output.
  case hasMutedItself
  /// The app has muted its own input.
  case hasMutedItsInput
  /// The app multiplies its own sound by this factor in 0...1.
  case layerVolume(Double)
  /// The session object of the app was destroyed.
  case sessionWasDestroyed
  /// The category of an app.
  case category(AppID, SessionCategory)
  /// The mode of an app.
  case mode(AppID, SessionMode)
  /// The app mixes with others.
  case mixes
  /// The app does not mix with others.
  case doesNotMix
  /// The app mixes with others, and its session was not already active.
  case mixesAndWasInactive
  /// The app does not mix, and is neither Now Playing nor already active.
  case hasNoStandingInBackground
  /// None of the app's interruptions has ended with `shouldResume` since it last gave up its session.
  case hasNoRightToResume
  /// Nothing has activated the session of the app since the app started.
  case wasNeverActivated
  /// A call of the app at this time in seconds, which would have activated its session, failed with this error.
  case attemptFailed(AppEvent, SessionErrorCode, at: Double)
  /// Siri has launched the app to play, and nothing has activated its session since then.
  case wasLaunchedBySiri
  /// The app was notified with `shouldResume`, or Siri has launched it to play. The state alone does not show
  /// which.
  case mayBegin
  /// The session of the app was never activated, was given up or was lost. The state alone does not show which.
  case isInactiveForSomeReason
  /// The session of an app is active and recording.
  case records(AppID)
  /// An app mutes haptics because it is recording or its session is active with input.
  case mutesHaptics(AppID)
  /// The session of the app is active in a category with input.
  case isActiveForRecording
  /// An app does not allow haptics and system sounds during recording.
  case allowsNoHapticsDuringRecording(AppID)

  // MARK: Others

  /// Nothing interrupts the session of the app.
  case isNotInterrupted
  /// Another app's session is active and mixes.
  case isActiveAndMixes(AppID)
  /// Another app's session is active, but the app in question mixes.
  case mixesBeside(AppID)
  /// An app's session has the option `interruptSpokenAudioAndMixWithOthers`.
  case interruptsSpokenAudio(AppID)
  /// Another app is playing and does not mix.
  case playsWithoutMixing(AppID)
  /// No other app is playing without mixing.
  case nobodyPlaysWithoutMixing
  /// The session of an app that interrupts others has itself been interrupted since it interrupted them.
  case wasInterruptedSince(AppID)
  /// The current system source did not interrupt the app when the source began.
  case wasLeftAlone
  /// An app's session is active with the option `duckOthers`.
  case ducks(AppID)
  /// No other app's session is active with the option `duckOthers`.
  case nobodyDucks

  // MARK: Interruptions

  /// The app was not playing when the interruption began.
  case wasNotPlaying
  /// The interruption of the app has ended, and it has not activated its session again.
  case hasNotActivatedSinceEnd
  /// The app is notified of the end only when it comes to the foreground.
  case endWaitsForForeground
  /// The app was notified of the end with `shouldResume`.
  case wasNotifiedWithShouldResume
  /// The end notification came without `shouldResume` or was not posted. The state alone does not show which.
  case endIsNotKnown
  /// The app was notified of the end with `shouldResume` when this event happened.
  case endedWithShouldResume(SessionEvent)
  /// The app was notified of the end without `shouldResume` when this event happened.
  case endedWithoutShouldResume(SessionEvent)
  /// The app was not notified of the end when this event happened. If the event is the app's own, it ended the
  /// interruption.
  case endedUnnoticed(SessionEvent)
  /// The notification of the end, which was posted when this event happened, never arrived.
  case endNeverArrived(SessionEvent)
  /// The notification of the end, which was posted when this event happened, is late. It is due at the given
  /// time in seconds.
  case endHasNotArrived(SessionEvent, due: Double)
  /// The notification of the end arrived late, at this time in seconds.
  case endArrivedLate(at: Double)
  /// The notification of the end arrived twice.
  case endArrivedTwice
  /// The notification that the interruption began never arrived.
  case beginningNeverArrived
  /// The notification that the interruption began is late. It is due at this time, in seconds.
  case beginningHasNotArrived(due: Double)
  /// The notification that the interruption began arrived late, at this time in seconds.
  case beginningArrivedLate(at: Double)
  /// The notification that the interruption began arrived twice.
  case beginningArrivedTwice
  /// Another interruption of the app had ended earlier, without the right to resume.
  case wasInterruptedWithoutRightToResume
  /// The app has deactivated its session.
  case hasDeactivated
  /// The session of the app was lost with the media services.
  case wasLostWithMediaServices
  /// The session of the app ended when it was suspended.
  case endedBySuspension
  /// The session of the app ended when this event happened.
  case sessionEnded(SessionEvent)

  // MARK: Output that stopped

  // In answers about recording, these cases are about the app's input.

  /// The app has not started its output since its session became active, or has stopped its output. If
  /// `byRemoteCommand` is true, a remote command may be the reason.
  case mayHaveStopped(byRemoteCommand: Bool)
  /// The app has stopped its output itself.
  case hasStoppedItself
  /// The app has never started its output.
  case hasNeverStarted
  /// The app has not started its output since the output last stopped.
  case hasNotStartedSince
  /// An interruption has stopped the output of the app.
  case wasStoppedByInterruption
  /// The output of the app stopped when it left the foreground.
  case wasStoppedInBackground
  /// The app has deactivated its session since its output last ran.
  case hasDeactivatedSince
  /// The output of the app stopped when the media services were lost.
  case wasStoppedByMediaServices

  // MARK: The phone

  /// The screen is locked.
  case screenIsLocked
  /// The media services are down.
  case mediaServicesAreDown
  /// The phone does not support haptics.
  case hasNoHaptics
  /// The phone supports haptics, and the user has turned them on.
  case hapticsAreOn
  /// The user has turned haptics off.
  case hapticsAreOff
  /// The user has turned off sounds of the kind in question.
  case soundsAreOff
  /// The ring/silent switch is on silent.
  case isSilent
  /// The ring/silent switch applies only to sounds.
  case switchIsAboutSounds
  /// An alert sound is playing.
  case alertSounds
  /// VoiceOver is speaking if `speaks` is true, or is merely turned on if it is false.
  case voiceOver(speaks: Bool)
  /// The volume that applies to the app's output.
  case volume(VolumeKind)
  /// No input is available.
  case hasNoInput
  /// The built-in microphone is muted in hardware.
  case microphoneIsMuted
  /// No microphone is available.
  case hasNoMicrophone

  // MARK: Calls and the system

  /// A call.
  case call(Call)
  /// All current calls.
  case calls
  /// The app's own call is active.
  case ownCallIsActive
  /// A phone call has ended, but its audio has not been closed yet.
  case callAudioIsClosing
  /// A system source is active.
  case system(SystemSource)

  // MARK: The route

  /// No other session is active.
  case isOnlySession
  /// An app has running input or output, and another app does not.
  case outranks(AppID, AppID)
  /// Two apps have the same rank, and the first app was the last to start input or output.
  case startedLast(AppID, before: AppID)
  /// The route in this direction, because the app that decides the route has overridden its output to the speaker.
  case isOverridden(IODirection)
  /// The route in this direction, because the user has picked it.
  case isPicked(IODirection)
  /// The route in this direction, because the app that decides the route prefers it.
  case isPreferred(IODirection)

  /// The earphones with this name were taken out of both ears. The name is nil if the earphones do not have one.
  case areOutOfEars(String?)

  // MARK: Prompts

  /// Siri is recording, and prompts would disturb it.
  case siriRecords
  /// Siri is active but not recording.
  case siriDoesNotRecord
  /// Another app uses microphone input.
  case usesMicrophone(AppID)
  /// A call is active.
  case callIsActive
  /// Neither Siri nor a call is active, and no other app is recording.
  case nothingSpeaksAgainstPrompts
  /// Only apps in mode `voicePrompt` are notified of changes to the prompt style.
  case isNotNotifiedOfPrompts
}
