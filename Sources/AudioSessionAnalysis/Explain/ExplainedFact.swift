public import AudioSession

/// A fact in a chain of causes, explained by nothing except the events that led to it.
///
/// A fact without an app is about the app in question or about the phone.
public enum ExplainedFact: Hashable, Sendable {
  // MARK: The app

  /// The lifecycle state of an app.
  case lifecycle(AppID, Lifecycle)
  /// The app is in the foreground, and nothing interrupts its session.
  case isInFrontUninterrupted
  /// The app does not have the audio background mode.
  case lacksBackgroundMode
  /// The app may not record.
  case mayNotRecord
  /// The app does not have its own input view on the screen.
  case hasNoInputView
  /// The app's input view has not enabled clicks.
  case hasNotEnabledClicks
  /// The user does not allow the app to post notifications.
  case mayNotNotify
  /// The app is in front, and does not let its notifications play a sound there.
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
  /// An app was Now Playing when its output was disconnected, and had not opted out of being interrupted.
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
  /// The session of the app is active, and its output is not running.
  case isActiveAndIdle
  /// The app has muted its own output.
  case hasMutedItself
  /// The app multiplies its own sound by this factor, 0...1.
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
  /// None of the app's interruptions has ended with `shouldResume` since it last gave up.
  case hasNoRightToResume
  /// Nothing has activated the session of the app since the app started.
  case wasNeverActivated
  /// Siri has launched the app to play, and nothing has activated its session since then.
  case wasLaunchedBySiri
  /// The app was notified with `shouldResume`, or Siri has launched it to play. The state alone does not show
  /// which.
  case mayBegin
  /// The session of the app was never activated, or was given up or lost. The state alone does not show which.
  case isInactiveForSomeReason
  /// The session of an app is active and records.
  case records(AppID)
  /// An app mutes haptics, because it records or is active with input.
  case mutesHaptics(AppID)
  /// The session of the app is active in a category for recording.
  case isActiveForRecording
  /// An app does not allow haptics and system sounds during recording.
  case allowsNoHapticsDuringRecording(AppID)

  // MARK: Others

  /// Nothing interrupts the session of the app.
  case isNotInterrupted
  /// Another app is active and mixes.
  case isActiveAndMixes(AppID)
  /// Another app is active, and the app in question mixes.
  case mixesBeside(AppID)
  /// An app has `interruptSpokenAudioAndMixWithOthers`.
  case interruptsSpokenAudio(AppID)
  /// Another app plays and does not mix.
  case playsWithoutMixing(AppID)
  /// No other app plays without mixing.
  case nobodyPlaysWithoutMixing
  /// The session of an app that interrupts others has itself been interrupted since then.
  case wasInterruptedSince(AppID)
  /// The current system source did not interrupt the app when it began.
  case wasLeftAlone
  /// An app is active and has `duckOthers`.
  case ducks(AppID)
  /// No other app with `duckOthers` is active.
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
  /// The end came without `shouldResume` or was not posted. The state alone does not show which.
  case endIsNotKnown
  /// The app was notified of the end with `shouldResume` when this event happened.
  case endedWithShouldResume(SessionEvent)
  /// The app was notified of the end without `shouldResume` when this event happened.
  case endedWithoutShouldResume(SessionEvent)
  /// The app was not notified of the end when this event happened.
  case endedUnnoticed(SessionEvent)
  /// The notification of the end, which was posted when this event happened, never arrived.
  case endNeverArrived(SessionEvent)
  /// The notification of the end, which was posted when this event happened, is late. It is due at this time,
  /// in seconds.
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

  /// The app has not started its output since then, or has stopped it, possibly for a remote command.
  case mayHaveStopped(byRemoteCommand: Bool)
  /// The app has stopped its output itself.
  case hasStoppedItself
  /// The app has never started its output.
  case hasNeverStarted
  /// The app has not started its output since then.
  case hasNotStartedSince
  /// An interruption has stopped the output of the app.
  case wasStoppedByInterruption
  /// The output of the app stopped when it left the foreground.
  case wasStoppedInBackground
  /// The app has deactivated its session since its output ran.
  case hasDeactivatedSince
  /// The output of the app stopped when the media services were lost.
  case wasStoppedByMediaServices

  // MARK: The phone

  /// The screen is locked.
  case screenIsLocked
  /// The media services are down.
  case mediaServicesAreDown
  /// The phone does not have haptics.
  case hasNoHaptics
  /// The phone has haptics, and the user has turned them on.
  case hapticsAreOn
  /// The user has turned haptics off.
  case hapticsAreOff
  /// The user has turned off sounds of that kind.
  case soundsAreOff
  /// The ring/silent switch is on silent.
  case isSilent
  /// The ring/silent switch applies only to sounds.
  case switchIsAboutSounds
  /// The sound of an alert plays.
  case alertSounds
  /// VoiceOver speaks, or runs.
  case voiceOver(speaks: Bool)
  /// The volume that applies to the app's output.
  case volume(VolumeKind)
  /// No input is available.
  case hasNoInput
  /// No microphone is available.
  case hasNoMicrophone

  // MARK: Calls and the system

  /// A call.
  case call(Call)
  /// All current calls.
  case calls
  /// The app's own call is active.
  case ownCallIsActive
  /// A phone call has ended, and its audio is not closed yet.
  case callAudioIsClosing
  /// A system source is active.
  case system(SystemSource)

  // MARK: The route

  /// No other session is active.
  case isOnlySession
  /// An app has running input or output, and another app does not.
  case outranks(AppID, AppID)
  /// Two apps run the same, and the first app was the last to start input or output.
  case startedLast(AppID, before: AppID)
  /// The destination of sound, because the deciding app has overridden its output to the speaker.
  case isOverridden(IODirection)
  /// The destination or origin of sound, because the user has picked it.
  case isPicked(IODirection)
  /// The destination or origin of sound, because the deciding app prefers it.
  case isPreferred(IODirection)

  /// The earphones with this name were taken out of both ears; nil if they do not have a name.
  case areOutOfEars(String?)

  // MARK: Prompts

  /// Siri records, which prompts would disturb.
  case siriRecords
  /// Siri is active and does not record.
  case siriDoesNotRecord
  /// Another app uses microphone input.
  case usesMicrophone(AppID)
  /// A call is active.
  case callIsActive
  /// Neither Siri nor a call is active, and no other app records.
  case nothingSpeaksAgainstPrompts
  /// Only apps in mode `voicePrompt` are notified of changes to the prompt style.
  case isNotNotifiedOfPrompts
}
