internal import AudioSession

/// Explains the state of sessions from the events in their history.
extension Explainer {
  /// Explains how the app's interruption ended, and which option or rule decided that.
  mutating func explain(_ end: SessionHistory.End) {
    switch end.delivery {
    case .lost:
      because(.endNeverArrived(end.event)) {
        $0.because(
          "the end of an interruption is not guaranteed to be posted", .rule(.interruptionEnd))
      }
      return
    case .late(let due):
      because(.endHasNotArrived(end.event, due: due))
      return
    case .arrived, .repeated, nil: break
    }
    switch end.notice {
    case .shouldResume:
      because(.endedWithShouldResume(end.event)) {
        $0.explainDelivery(of: end)
        let interruptor = end.interruptor
        $0.because(
          "such an interruption ends with a notification: "
            + $0.phone.end(of: $0.phone.row(interruptor)),
          .interruptor(interruptor), interruptor.evidence.end)
      }
    case .ended:
      because(.endedWithoutShouldResume(end.event)) {
        $0.explainDelivery(of: end)
        $0.explainReason(of: end)
      }
    case .nothing:
      because(.endedUnnoticed(end.event)) {
        // The app's own action is the reason.
        if case .app($0.subject, _) = end.event { return }
        $0.explainReason(of: end)
      }
    }
  }

  /// Adds how the notification of the end arrived, if its delivery was faulty.
  private mutating func explainDelivery(of end: SessionHistory.End) {
    switch end.delivery {
    case .arrived(let seconds): because(.endArrivedLate(at: seconds))
    case .repeated: because(.endArrivedTwice)
    case .lost, .late, nil: break
    }
  }

  /// Adds how the notification of the beginning arrived, if its delivery was faulty.
  mutating func explainBeginning() {
    switch history?.beginning {
    case .lost: because(.beginningNeverArrived)
    case .late(let due): because(.beginningHasNotArrived(due: due))
    case .arrived(let seconds): because(.beginningArrivedLate(at: seconds))
    case .repeated: because(.beginningArrivedTwice)
    case nil: break
    }
  }

  /// Explains why the app was not notified with `shouldResume`.
  private mutating func explainReason(of end: SessionHistory.End) {
    switch end.obstacle {
    case .earlierEnd: return because(.wasInterruptedWithoutRightToResume)
    case .otherPlayed:
      return because(
        \.endedWhileOthersPlay,
        is: "another app that does not mix was playing, so the end was posted without shouldResume")
    case .deviceWasTaken, nil: break
    }
    if end.sources == .suspension { return becauseOfSuspension() }
    switch end.event {
    case .app(subject, _): return
    case .app(let app, let event): explainEnd(by: event, of: app)
    case .phone(let event): explainEnd(by: event)
    }
    guard end.obstacle == .deviceWasTaken else { return }
    because("something else was using the device at that time", .rule(.interruptionEnd))
  }

  private var unnoticed: String {
    "without notifying others, so "
      + (policy.noNotifyEffect == .nothing ? "nothing is posted" : "only an end is posted")
  }

  /// Explains why an interrupting app's own action does not give the right to resume.
  ///
  /// Adds nothing for events that do not affect that right.
  private mutating func explainEnd(by event: AppEvent, of app: AppID) {
    switch event {
    case .deactivate(let options, let effect):
      guard !options.contains(.notifyOthersOnDeactivation) else { return }
      if effect == nil { because(\.noNotifyEffect, is: "\(name(of: app)) left \(unnoticed)") }
    case .suspend, .terminate, .enterBackground, .setRuntimeAssertion, .backgroundTimeExpired,
      .setRecordPermission:
      because(\.noNotifyEffect, is: "\(name(of: app)) went away \(unnoticed)")
    case .setCategory, .setMode, .activate, .startOutput, .stopOutput, .startInput, .stopInput,
      .overrideOutput, .setPreferredInput, .setInputProperty, .requestHardware, .setPreference,
      .setOutputMuted, .setInputMuted, .setRemoteCommands, .setCaptures, .setInputView,
      .setFrontPresentation, .setFailingCallActions, .callActionFailed, .runARSession,
      .resetARTracking, .pauseARSession, .setPictureInPicture, .playHaptic, .playSound,
      .enterForeground, .launch, .setNotificationSettings, .setPlayer, .placeRecognized,
      .relocalizationGivenUp, .expireSession, .inputPicked:
      break
    }
  }

  /// Explains why a phone event does not give the right to resume.
  private mutating func explainEnd(by event: PhoneEvent) {
    switch event {
    case .siriEnded(_, .some(let app)):
      because(
        \.siriHandover, is: "Siri started playback in \(name(of: app)), so no other app resumes"
      )
    case .callDeclined(let end), .callEnded(let end, _), .callEndedRemotely(let end, _),
      .siriEnded(let end, nil), .alertEnded(_, let end), .alarmSnoozed(_, let end):
      explain(end)
    case .locked: because(\.noNotifyEffect, is: "the interrupting app went away \(unnoticed)")
    case .notificationDelivered:
      because(
        \.notificationTone,
        is: "an interruption by a notification tone ends without the right to resume")
    case .microphoneUnmuted:
      because(\.unmuteResumes, is: "unmuting does not give the right to resume")
    case .mediaServicesLost: because(.mediaServices)
    case .callRang, .callStarted, .callAnswered, .callHeld, .callUnheld, .callsSwapped, .callMuted,
      .alertBegan, .siriBegan, .siriRecorded, .siriAnswered, .notificationOpened,
      .notificationDismissed, .callAudioClosed, .alertSoundEnded, .microphoneMuted,
      .mediaServicesReset, .silentModeSet, .unlocked, .volumeSet, .sideButtonPressed,
      .volumeButtonPressed, .portConnected, .portDisconnected, .deviceConnected,
      .deviceDisconnected, .wokeFromSleep, .handsFreeOpened, .outputPicked, .headsetMutePressed,
      .headsetButtonHeld, .earphonesWorn, .accessibilityChanged, .voiceOverSpoke,
      .settingsChanged, .callStyleSet, .remoteCommandSent:
      break
    }
  }

  /// Explains why an end of that kind does not give the right to resume.
  private mutating func explain(_ end: InterruptionEnd) {
    switch end {
    case .resumable: break
    case .notResumable:
      because("an interruption may end without the right to resume", .rule(.interruptionEnd))
    case .lost:
      because("the end of an interruption is not guaranteed to be posted", .rule(.interruptionEnd))
    }
  }

  /// Explains the event that ended the session's activity, and the effect of such an event on a session.
  mutating func explain(loss event: SessionEvent) {
    switch event {
    case .app(subject, .deactivate):
      because(.hasDeactivated) { $0.because(.deactivation) }
    case .phone(.mediaServicesLost):
      because(.wasLostWithMediaServices) { $0.because(.mediaServices) }
    case .app(subject, .suspend):
      because(.endedBySuspension) { $0.becauseOfSuspension() }
    case .app(subject, .enterBackground), .phone(.locked), .app(subject, .setRuntimeAssertion),
      .app(subject, .backgroundTimeExpired):
      because(.sessionEnded(event)) {
        $0.explainCategoryBehind()
        $0.explainMissingBackgroundMode()
        $0.because(.suspension)
        $0.explainFateBehind(withTask: $0.policy.deferredSuspend == .silenced)
      }
    case .phone(.callHeld), .phone(.callAnswered), .phone(.callStarted), .phone(.callEnded),
      .phone(.callDeclined), .phone(.callEndedRemotely),
      .phone(.callsSwapped), .phone(.headsetButtonHeld), .phone(.remoteCommandSent(_, .headset)):
      because(.sessionEnded(event)) {
        $0.because(
          "an app's session is deactivated when its own call ends or is put on hold",
          .rule(.systemInterruption), Evidence(.thread("749202")))
      }
    case .app, .phone: because(.sessionEnded(event))
    }
  }

  /// Adds that suspension ends sessions, and the option that decides when an app that may not play in the background is
  /// suspended.
  private mutating func becauseOfSuspension() {
    because(.suspension)
    explainFateBehind(withTask: false)
  }

  /// Returns a clause that describes an event in the past tense.
  func words(for event: SessionEvent) -> String {
    switch event {
    case .app(let app, let event): words(for: event, of: app)
    case .phone(let event): words(for: event)
    }
  }

  // lint: table
  private func words(for event: AppEvent, of app: AppID) -> String {
    let owner = app == subject ? "its" : "its own"
    let app = name(of: app)
    return switch event {
    case .deactivate(let options, _):
      "\(app) deactivated \(owner) session"
        + (options.contains(.notifyOthersOnDeactivation)
          ? " and notified others" : " without notifyOthersOnDeactivation")
    case .suspend: "\(app) was suspended"
    case .terminate: "\(app) was terminated"
    case .enterBackground: "\(app) went to the background"
    case .enterForeground: "\(app) came to the foreground"
    case .setRuntimeAssertion: "the background task of \(app) ended"
    case .setCategory, .setMode: "\(app) changed its category"
    case .backgroundTimeExpired: "the background task of \(app) ran out of time"
    case .setOutputMuted: "\(app) unmuted its output"
    case .launch: "\(app) was launched"
    case .activate: "\(app) activated \(owner) session"
    case .startOutput: "\(app) started playing"
    case .startInput: "\(app) started recording"
    case .stopOutput: "\(app) stopped playing"
    case .stopInput: "\(app) stopped recording"
    case .overrideOutput, .setPreferredInput, .setInputProperty,
      .requestHardware,
      .setPreference, .setInputMuted:
      "\(app) changed a setting of its session"
    case .setRemoteCommands, .setCaptures, .setInputView,
      .setPlayer, .setPictureInPicture, .setFrontPresentation,
      .setFailingCallActions, .runARSession, .resetARTracking,
      .pauseARSession:
      "\(app) changed its setup"
    case .playHaptic, .playSound: "\(app) played a haptic or a system sound"
    case .setRecordPermission: "the user decided whether \(app) may record"
    case .placeRecognized, .relocalizationGivenUp:
      "the AR session of \(app) recognized its place or gave up relocalizing"
    case .setNotificationSettings: "the user changed settings"
    case .expireSession: "the session of \(app) was destroyed"
    case .callActionFailed:
      "\(app) reported that an action on its call failed, and the action was undone"
    case .inputPicked: "the user picked an input in \(app)"
    }
  }

  // lint: table
  private func words(for event: PhoneEvent) -> String {
    switch event {
    case .locked: "the screen was locked"
    case .callDeclined: "the call was declined"
    case .callEnded: "the call ended"
    case .callEndedRemotely: "the other party hung up"
    case .callHeld: "the call was put on hold"
    case .callUnheld: "the call was taken off hold"
    case .callsSwapped: "the calls were swapped"
    case .callAnswered: "a call was answered"
    case .callStarted: "a call was placed"
    case .callRang: "a call rang"
    case .alertBegan(let alert): "\(alert.source.who) began"
    case .alertEnded(let alert, _): "\(alert.source.who) ended"
    case .siriEnded(_, .some(let app)): "Siri closed after starting playback in \(name(of: app))"
    case .siriEnded: "Siri closed"
    case .siriBegan: "Siri appeared"
    case .siriRecorded: "Siri started recording"
    case .siriAnswered: "Siri spoke its answer"
    case .microphoneMuted: "the microphone was muted"
    case .unlocked: "the screen was unlocked"
    case .notificationDelivered: "a notification tone ended"
    case .alarmSnoozed: "the alarm was snoozed"
    case .notificationOpened(let app): "the user opened a notification from \(name(of: app))"
    case .notificationDismissed: "a notification was dismissed"
    case .microphoneUnmuted: "the microphone was unmuted"
    case .mediaServicesLost: "the media services were lost"
    case .mediaServicesReset: "the media services were reset"
    case .portDisconnected, .deviceDisconnected: "a device was disconnected"
    case .portConnected, .deviceConnected: "a device was connected"
    case .callMuted: "the call was muted or unmuted"
    case .callAudioClosed: "the call's audio was closed"
    case .headsetMutePressed: "the headset's mute button was pressed"
    case .headsetButtonHeld: "the headset's button was held down"
    case .earphonesWorn: "an earphone was taken out of an ear or put in"
    case .remoteCommandSent(_, .headset): "the headset's button was pressed"
    case .remoteCommandSent: "a remote command arrived"
    case .handsFreeOpened: "the hands-free profile was opened"
    case .outputPicked: "the user picked an output"
    case .voiceOverSpoke: "VoiceOver started or stopped speaking"
    case .silentModeSet(let isSilent):
      "the ring/silent switch was set to \(isSilent ? "silent" : "ring")"
    case .alertSoundEnded: "an alert sound ended"
    case .sideButtonPressed: "the side button was pressed"
    case .volumeSet, .volumeButtonPressed: "the volume was changed"
    case .wokeFromSleep: "the device woke from sleep"
    case .settingsChanged, .callStyleSet, .accessibilityChanged: "the user changed settings"
    }
  }
}
