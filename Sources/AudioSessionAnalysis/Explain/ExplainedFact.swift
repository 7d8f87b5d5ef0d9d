public import AudioSession

/// A fact of a chain of causes, which nothing but the events explains.
///
/// A fact without an app is about the one that was asked about, or about the phone.
public enum ExplainedFact: Hashable, Sendable {
  // MARK: The app

  /// Where an app is in its life.
  case lifecycle(AppID, Lifecycle)
  /// The app is in the foreground, and nothing interrupts its session.
  case isInFrontUninterrupted
  /// The app lacks the audio background mode.
  case lacksBackgroundMode
  /// The app may not record.
  case mayNotRecord
  /// The app has no input view of its own on the screen.
  case hasNoInputView
  /// The app's input view has not enabled clicks.
  case hasNotEnabledClicks
  /// The user has not let the app notify.
  case mayNotNotify
  /// The app is in front, and does not let its notifications sound there.
  case presentsNoSoundInFront
  /// The app has notified about the same thing before.
  case hasNotifiedBefore
  /// The app captures with a sensor that a haptic would shake.
  case captures
  /// The app prefers no interruptions from system alerts.
  case prefersNoInterruptions
  /// An app is Now Playing.
  case isNowPlaying(AppID)
  /// No app is Now Playing.
  case nobodyIsNowPlaying
  /// The app handles no remote commands.
  case handlesNoCommands
  /// The app handles these remote commands.
  case handles(RemoteCommands)
  /// An app was Now Playing when its output went, and had not opted out of being interrupted.
  case wasNowPlaying(AppID)
  /// An app hosts the call that is active.
  case hostsActiveCall(AppID)

  // MARK: Its session

  /// The session of the app is active already.
  case isActive
  /// The session of the app is not active.
  case isNotActive
  /// The session of the app is active, and its output runs.
  case isActiveAndPlays
  /// The session of the app is active, and its output does not run.
  case isActiveAndIdle
  /// The app has muted its own output.
  case hasMutedItself
  /// The app multiplies its own sound by that, 0...1.
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
  /// The app mixes with others, and its session is not active already.
  case mixesAndWasInactive
  /// The app does not mix, and is neither Now Playing nor active already.
  case hasNoStandingInBackground
  /// No interruption of the app has ended with `shouldResume` since it last gave up.
  case hasNoRightToResume
  /// Nothing has activated the session of the app since it started.
  case wasNeverActivated
  /// Siri has launched the app to play, and nothing has activated its session since.
  case wasLaunchedBySiri
  /// The app was notified with `shouldResume`, or Siri has launched it to play: the state alone does not show
  /// which.
  case mayBegin
  /// The session of the app was never activated, or was given up, or was lost: the state alone does
  /// not show which.
  case isInactiveForSomeReason
  /// The session of an app is active, and records.
  case records(AppID)
  /// An app is what mutes haptics: it records, or is active with input.
  case mutesHaptics(AppID)
  /// The session of the app is active in a category for recording.
  case isActiveForRecording
  /// An app does not allow haptics and system sounds during recording.
  case allowsNoHapticsDuringRecording(AppID)

  // MARK: Others

  /// Nothing interrupts the session of the app.
  case isNotInterrupted
  /// Another app is active, and mixes.
  case isActiveAndMixes(AppID)
  /// Another app is active, and the one that was asked about mixes.
  case mixesBeside(AppID)
  /// An app has `interruptSpokenAudioAndMixWithOthers`.
  case interruptsSpokenAudio(AppID)
  /// Another app plays, and does not mix.
  case playsWithoutMixing(AppID)
  /// No other app plays that does not mix.
  case nobodyPlaysWithoutMixing
  /// The own session of an app that interrupts others was interrupted since.
  case wasInterruptedSince(AppID)
  /// What is there now left the app alone when it began.
  case wasLeftAlone
  /// An app is active, and has `duckOthers`.
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
  /// The end came without `shouldResume` or was not posted: the state alone does not show which.
  case endIsNotKnown
  /// The app was notified of the end with `shouldResume`, when this happened.
  case endedWithShouldResume(SessionEvent)
  /// The app was notified of the end without `shouldResume`, when this happened.
  case endedWithoutShouldResume(SessionEvent)
  /// The app was not notified of the end, when this happened.
  case endedUnnoticed(SessionEvent)
  /// The notification of the end, which was posted when this happened, never arrived.
  case endNeverArrived(SessionEvent)
  /// The notification of the end, which was posted when this happened, has not arrived yet; it is due at that
  /// time in seconds.
  case endHasNotArrived(SessionEvent, due: Double)
  /// The notification of the end arrived only at that time in seconds.
  case endArrivedLate(at: Double)
  /// The notification of the end arrived twice.
  case endArrivedTwice
  /// The notification that the interruption began never arrived.
  case beginningNeverArrived
  /// The notification that the interruption began has not arrived yet; it is due at that time in seconds.
  case beginningHasNotArrived(due: Double)
  /// The notification that the interruption began arrived only at that time in seconds.
  case beginningArrivedLate(at: Double)
  /// The notification that the interruption began arrived twice.
  case beginningArrivedTwice
  /// Something else that interrupted the app had left before, without the right to resume.
  case wasInterruptedWithoutRightToResume
  /// The app has deactivated its session.
  case hasDeactivated
  /// The session of the app was lost with the media services.
  case wasLostWithMediaServices
  /// The session of the app ended when it was suspended.
  case endedBySuspension
  /// The session of the app ended when this happened.
  case sessionEnded(SessionEvent)

  // MARK: Output that stopped

  /// The app has not started its output since, or has stopped it, as it may for a remote command.
  case mayHaveStopped(byRemoteCommand: Bool)
  /// The app has stopped its output itself.
  case hasStoppedItself
  /// The app has never started its output.
  case hasNeverStarted
  /// The app has not started its output since.
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
  /// The phone has no haptics.
  case hasNoHaptics
  /// The phone has haptics, and the user has them on.
  case hapticsAreOn
  /// The user has turned haptics off.
  case hapticsAreOff
  /// The user has turned that kind of sound off.
  case soundsAreOff
  /// The ring/silent switch is on silent.
  case isSilent
  /// The ring/silent switch is about sounds.
  case switchIsAboutSounds
  /// The sound of an alert plays.
  case alertSounds
  /// VoiceOver speaks, or runs.
  case voiceOver(speaks: Bool)
  /// The volume that the output of the app obeys.
  case volume(VolumeKind)
  /// There is no input.
  case hasNoInput
  /// There is no microphone.
  case hasNoMicrophone

  // MARK: Calls and the system

  /// A call.
  case call(Call)
  /// Every call that there is.
  case calls
  /// A call of the app's own is active.
  case ownCallIsActive
  /// The audio of a phone call that has ended is not closed yet.
  case callAudioIsClosing
  /// Something of the system is there.
  case system(SystemSource)

  // MARK: The route

  /// No other session is active.
  case isOnlySession
  /// An app has running input or output, and another does not.
  case outranks(AppID, AppID)
  /// Two apps run the same, and the first was the last to start something.
  case startedLast(AppID, before: AppID)
  /// Where sound goes, as the deciding app has overridden its output to the speaker.
  case isOverridden(IODirection)
  /// Where sound goes or comes from, as the user has picked it.
  case isPicked(IODirection)
  /// Where sound goes or comes from, as the deciding app prefers it.
  case isPreferred(IODirection)

  /// The earphones of that name were taken out of both ears; nil for some without a name.
  case areOutOfEars(String?)

  // MARK: Prompts

  /// Siri records, which prompts would disturb.
  case siriRecords
  /// Siri is there and does not record.
  case siriDoesNotRecord
  /// Another app uses microphone input.
  case usesMicrophone(AppID)
  /// A call is active.
  case callIsActive
  /// Neither Siri nor a call is there, and no other app records.
  case nothingSpeaksAgainstPrompts
  /// Only apps in mode `voicePrompt` are notified of changes of the prompt style.
  case isNotNotifiedOfPrompts
}
