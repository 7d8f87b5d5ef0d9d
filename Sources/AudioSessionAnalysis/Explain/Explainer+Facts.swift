internal import AudioSession

extension Explainer {
  /// Returns a fact in words, in which "it" is the app that the question is about.
  // lint: table
  func words(for fact: ExplainedFact) -> String {
    switch fact {
    case .lifecycle(let app, let lifecycle): "\(name(of: app)) \(lifecycle.words)"
    case .isInFrontUninterrupted: "it is in the foreground and its session is not interrupted"
    case .lacksBackgroundMode: "it does not have the audio background mode"
    case .mayNotRecord: "it does not have permission to record"
    case .hasNoInputView: "it does not have its own input view on the screen"
    case .hasNotEnabledClicks: "its input view has not enabled clicks"
    case .mayNotNotify: "the user does not allow it to post notifications"
    case .presentsNoSoundInFront:
      "it is in the foreground, where it does not let its notifications play a sound"
    case .hasNotifiedBefore: "it has already notified about the same thing"
    case .captures: "it captures with a sensor that a haptic would shake"
    case .prefersNoInterruptions: "it prefers no interruptions from system alerts"
    case .isNowPlaying(let app): "\(name(of: app)) is Now Playing"
    case .nobodyIsNowPlaying: "no app is Now Playing"
    case .handlesNoCommands: "it handles no remote commands"
    case .handles(let commands):
      "it handles \(commands.commands.map(\.name).joined(separator: ", "))"
    case .wasNowPlaying(let app):
      "\(name(of: app)) was Now Playing then and had not opted out of the interruption"
    case .hostsActiveCall(let app): "\(name(of: app)) hosts the call that is active"

    case .isActive: "its session is already active"
    case .isNotActive: "its own session is not active"
    case .isActiveAndPlays: "its session is active and its output is running"
    case .isActiveAndRecords: "its session is active and its input is running"
    case .isActiveAndIdle: "its session is active, but its \(direction.name) is not running"
    case .hasMutedItself: phone.words(for: .mutedByItself, of: subject)
    case .hasMutedItsInput: "it has muted its own input"
    case .layerVolume(let factor): "it multiplies its own sound by \(number(factor))"
    case .sessionWasDestroyed: "its session object was destroyed"
    case .category(let app, let category): "\(whose(app)) category is \(category.name)"
    case .mode(let app, let mode): "\(whose(app)) mode is \(mode.name)"
    case .mixes: "it mixes with others"
    case .doesNotMix: "it does not mix with others"
    case .mixesAndWasInactive: "it mixes with others, and its session was not already active"
    case .hasNoStandingInBackground:
      "it does not mix, and is neither Now Playing nor already active"
    case .hasNoRightToResume:
      "none of its interruptions has ended with shouldResume since it last gave up its session"
    case .wasNeverActivated: "nothing has activated its session since it started"
    case .attemptFailed(let call, let error, let seconds):
      "\(SessionHistory.attempts[call] ?? "it called its session") at \(number(seconds)) s, which failed with "
        + error.label
    case .wasLaunchedBySiri:
      "Siri has launched it to play, and nothing has activated its session since"
    case .mayBegin:
      "it was notified with shouldResume, or Siri has launched it to play; the present state does not show which"
    case .isInactiveForSomeReason:
      "nothing has activated its session since it started, gave up its session (R5) or lost its session, possibly "
        + possibleLosses.joined(separator: " or ")
    case .records(let app): "\(whose(app)) \(phone.recordingWords(of: app))"
    case .mutesHaptics(let app):
      "\(name(of: app)) "
        + (policy.hapticsMutedBy == .inputCategory ? "is active with input" : "records")
    case .isActiveForRecording:
      "its session is active, and its category is \(phone.state[subject].configuration.category.name)"
    case .allowsNoHapticsDuringRecording(let app):
      "\(name(of: app)) does not allow haptics and system sounds during recording"

    case .isNotInterrupted: "nothing interrupts its session"
    case .isActiveAndMixes(let app): "\(phone.name(of: app)) is active and mixes"
    case .mixesBeside(let app): "\(phone.name(of: app)) is active, but \(subjectName) itself mixes"
    case .playsWithoutMixing(let app): "\(phone.name(of: app)) is playing and does not mix"
    case .nobodyPlaysWithoutMixing: "no other app is playing without mixing"
    case .interruptsSpokenAudio(let app):
      "\(name(of: app)) has the option interruptSpokenAudioAndMixWithOthers"
    case .wasInterruptedSince(let app): "\(whose(app)) own session has been interrupted since then"
    case .wasLeftAlone:
      "the system did not interrupt it at the beginning, because of the app's settings at that time"
    case .ducks(let app): "\(name(of: app)) is active with the option duckOthers"
    case .nobodyDucks: "no other app with the option duckOthers is active"

    case .wasNotPlaying: "it was not playing when the interruption began"
    case .hasNotActivatedSinceEnd:
      "its interruption has ended, and it has not activated its session again"
    case .endWaitsForForeground: "it is notified of the end only when it comes to the foreground"
    case .wasNotifiedWithShouldResume: "it was notified with shouldResume"
    case .endIsNotKnown:
      "the end was posted without shouldResume or not at all; the present state does not show which"
    case .endedWithShouldResume(let event):
      "it was notified with shouldResume when \(words(for: event))"
    case .endedWithoutShouldResume(let event):
      "it was notified without shouldResume when \(words(for: event))"
    case .endedUnnoticed(.app(subject, .startOutput)) where history?.lastEnd?.hadPlayed == true:
      "it started playing again, which ended the interruption"
    case .endedUnnoticed(.app(subject, let event)):
      "\(words(for: .app(subject, event))), which ended the interruption"
    case .endedUnnoticed(let event): "it was not notified of the end when \(words(for: event))"
    case .endNeverArrived(let event):
      "the notification of the end, posted when \(words(for: event)), never arrived"
    case .endHasNotArrived(let event, let due):
      "the notification of the end, posted when \(words(for: event)), is late: it is due at "
        + "\(number(due)) s"
    case .endArrivedLate(let seconds): "the notification arrived late, at \(number(seconds)) s"
    case .endArrivedTwice: "the notification arrived twice"
    case .beginningNeverArrived: "the notification that its interruption began never arrived"
    case .beginningHasNotArrived(let due):
      "the notification that its interruption began is late: it is due at \(number(due)) s"
    case .beginningArrivedLate(let seconds):
      "the notification that its interruption began arrived late, at \(number(seconds)) s"
    case .beginningArrivedTwice: "the notification that its interruption began arrived twice"
    case .wasInterruptedWithoutRightToResume:
      "another of its interruptions had ended earlier without the right to resume"
    case .hasDeactivated: "it has deactivated its session"
    case .wasLostWithMediaServices: "its session was lost with the media services"
    case .endedBySuspension: "its session ended when it was suspended"
    case .sessionEnded(let event): "its session ended when \(words(for: event))"

    case .mayHaveStopped(let byRemoteCommand):
      "it has not started its \(direction.name) since then, or has stopped its \(direction.name)"
        + (byRemoteCommand ? ", possibly in response to a remote command" : "")
    case .hasStoppedItself: "it has stopped its own \(direction.name)"
    case .hasNeverStarted: "it has never started its \(direction.name)"
    case .hasNotStartedSince: "it has not started its \(direction.name) since then"
    case .wasStoppedByInterruption:
      "an interruption has stopped its \(direction.name), and \(words(for: .hasNotStartedSince))"
    case .wasStoppedInBackground:
      "its \(direction.name) stopped when it left the foreground, and \(words(for: .hasNotStartedSince))"
    case .hasDeactivatedSince: "it has deactivated its session since then"
    case .wasStoppedByMediaServices:
      "the media services were lost, and \(words(for: .hasNotStartedSince))"

    case .screenIsLocked: "the screen is locked, which sends apps to the background"
    case .mediaServicesAreDown: "the media services are down"
    case .hasNoHaptics: "the phone does not support haptics"
    case .hapticsAreOn: "the phone supports haptics, and the user has turned them on"
    case .hapticsAreOff: "the user has turned haptics off"
    case .soundsAreOff: "the user has turned that kind of sound off"
    case .isSilent: phone.words(for: .silentMode, of: subject)
    case .switchIsAboutSounds: "the ring/silent switch applies only to sounds"
    case .alertSounds: "an alert sound is playing"
    case .voiceOver(let speaks): "VoiceOver is \(speaks ? "speaking" : "running")"
    case .volume(let kind):
      "the \(kind.rawValue) volume is \(number(phone.volumes[kind]))"
    case .hasNoInput: "no input is available"
    case .microphoneIsMuted: "the built-in microphone is muted in hardware"
    case .hasNoMicrophone: "no microphone is available"

    case .call(let call): words(for: call)
    case .calls: device.calls.calls.map { words(for: $0) }.joined(separator: " and ")
    case .ownCallIsActive: "its own call is active"
    case .callAudioIsClosing: "a phone call has just ended"
    case .system(let source): source.fact(on: device) ?? source.who

    case .isOnlySession: "no other session is active"
    case .outranks(let owner, let other):
      "\(name(of: owner)) \(words(for: phone.routeStanding(of: owner))), and \(name(of: other)) "
        + "does not"
    case .startedLast(let owner, let other):
      "\(name(of: other)) \(words(forBoth: phone.routeStanding(of: owner))), and "
        + "\(name(of: owner)) was the last to start input or output"
    case .isOverridden(let direction):
      "\(way(of: direction)), because \(routeDecider) has overridden its output to the speaker"
    case .isPicked(let direction): "\(way(of: direction)), which the user has picked"
    case .isPreferred(let direction): "\(way(of: direction)), which \(routeDecider) prefers"

    case .areOutOfEars(let name): "\(name ?? "the earphones") are out of both ears"

    case .siriRecords: "Siri is recording, and prompts would disturb it"
    case .siriDoesNotRecord: "Siri is shown but not recording"
    case .usesMicrophone(let app): "\(name(of: app)) uses microphone input"
    case .callIsActive: "a call is active"
    case .nothingSpeaksAgainstPrompts:
      "Siri is not shown, no call is active, and no other app is recording"
    case .isNotNotifiedOfPrompts:
      "only apps in mode voicePrompt are notified of changes to the prompt style"
    }
  }

  /// The possible ways in which an app has lost its session, if the state does not show which.
  private var possibleLosses: [String] {
    var losses: [String] = []
    let isOnHold = device.calls.call(in: .held)?.host == .app(subject)
    if isOnHold, !phone.hostsActiveCall(subject) { losses.append("through a call on hold") }
    if policy.claimRelease == .ownEnd { losses.append("through an interruption (R4)") }
    if phone.profile.suspensionDeactivates { losses.append("through suspension (R8)") }
    losses.append("with the media services (R17)")
    return losses
  }

  /// Returns a predicate for an app's rank in the choice of the route: what the app is doing.
  private func words(for standing: RouteStanding) -> String {
    switch standing {
    case .hasNeither, .isActive: "has input or output"
    case .plays: "plays"
    case .records: "records"
    }
  }

  /// Returns the predicate for another app of the same rank.
  private func words(forBoth standing: RouteStanding) -> String {
    switch standing {
    case .hasNeither, .isActive: "is also active, neither app is running input or output"
    case .plays, .records: "also \(words(for: standing))"
    }
  }

  /// Returns a clause that describes a call.
  func words(for call: Call) -> String {
    let host =
      switch call.host {
      case .phone: "a call"
      case .video: "a video call"
      case .app(let app): app == subject ? "its own call" : "a call in \(name(of: app))"
      }
    return switch call.phase {
    case .ringing: "\(host) is ringing"
    case .active: "\(host) is active"
    case .held: "\(host) is on hold"
    }
  }
}
