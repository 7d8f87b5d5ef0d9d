internal import AudioSession

/// Checks the notifications of interruptions in a step, and whether an app can do what a notification promises.
extension StepCheck {
  /// Checks that if an app is interrupted after the step, it was notified or has an undelivered notification, unless
  /// the policy drops that notification.
  mutating func checkKnowledge(of app: AppID) {
    guard after.state[app].isInterrupted else { return }
    if after.policy.mailbox == .drop, !after.state[app].lifecycle.isRunning { return }
    var isOutstanding = before.state[app].isInterrupted
    for effect in effects {
      guard let (notification, _) = effect.notification(to: app) else { continue }
      switch notification {
      case .interruptionBegan: isOutstanding = true
      case .interruptionEnded: isOutstanding = false
      case .didBecomeInactive(let context):
        if context.interruptionReason != nil { isOutstanding = true }
      case .routeChange, .silenceSecondaryAudioHint, .mediaServicesWereLost,
        .mediaServicesWereReset, .outputMuteStateChange, .inputMuteStateChange,
        .accessibilityChange, .userIntentToUnmuteOutput,
        .availableInputsChange, .audioEngineConfigurationChange, .didBecomeActive,
        .resumptionRecommendation:
        break
      }
    }
    require(isOutstanding, .interruptedAppsKnow)
  }

  mutating func checkNotifications(of app: AppID) {
    var waiting = before.state.mailbox.filter { $0.app == app }.map(\.notification)
    var isOutstanding = before.state[app].isInterrupted
    // True for each *began*, and for each end that gives the right to resume: before iOS 27, and from iOS 27 on.
    var (legacy, present): ([Bool], [Bool]) = ([], [])
    for effect in effects {
      guard let (notification, isNotified) = effect.notification(to: app) else { continue }
      if isNotified { checkReach(app) }
      // An undelivered notification may lose the right to resume while it waits, so only the kinds are compared.
      if isNotified, let letter = waiting.firstIndex(where: { $0.name == notification.name }) {
        waiting.remove(at: letter)
        continue
      }
      switch notification {
      case .interruptionBegan:
        require(!isOutstanding, .oneBeganAtATime)
        isOutstanding = true
        legacy.append(true)
      case .interruptionEnded(let options):
        require(isOutstanding, .endedFollowsBegan)
        isOutstanding = false
        legacy.append(options.contains(.shouldResume))
        checkEnd(app, options)
      case .didBecomeInactive(let context):
        if context.interruptionReason != nil { present.append(true) }
      case .resumptionRecommendation(let context):
        // The end belongs to a refused activation, unless an interruption of the app has also ended.
        let ends = !legacy.isEmpty || after.policy.legacyOn27 == .no && isOutstanding
        if before.state[app].refusedBy.isEmpty || ends {
          present.append(context.recommendation == .shouldResume)
        }
      case .silenceSecondaryAudioHint(let type): checkHint(app, type)
      case .routeChange, .mediaServicesWereLost, .mediaServicesWereReset, .outputMuteStateChange,
        .inputMuteStateChange, .accessibilityChange, .userIntentToUnmuteOutput,
        .availableInputsChange, .audioEngineConfigurationChange, .didBecomeActive:
        break
      }
    }
    checkStreams(to: app, legacy, present)
  }

  /// Checks that both kinds of notifications agree from iOS 27 on, and that the right to resume comes only from them.
  private mutating func checkStreams(to app: AppID, _ legacy: [Bool], _ present: [Bool]) {
    let hasBoth = after.profile.hasLifecycleNotifications && after.policy.legacyOn27 == .yes
    require(!hasBoth || legacy == present, .streamsAgree)
    checkRight(of: app, legacy.contains(true) || present.contains(true))
  }

  private mutating func checkReach(_ app: AppID) {
    let ran = before.state[app].lifecycle.isRunning
    let runs = after.state[app].lifecycle.isRunning
    require(
      runs || ran && (event.subject == app || event.caller == app || event == .phone(.locked)),
      .onlyRunningAppsAreNotified)
  }

  private mutating func checkEnd(_ app: AppID, _ options: InterruptionOptions) {
    let hold = SystemHold(on: after, against: app)
    let isHost = after.state.device.calls.call(in: .active)?.host == .app(app)
    require(isHost ? !hold.isEmergency : !hold.forbidsActivation, .noEndWhileSystemHolds)
    if options.contains(.shouldResume) { checkResumption(app) }
  }

  /// Checks that an app notified with `shouldResume` can resume: in the foreground, and in the background if the app
  /// had not given up its session.
  ///
  /// A destroyed session object or a missing microphone may prevent the resumption.
  private mutating func checkResumption(_ app: AppID) {
    var trial = after
    if trial.state[app].lifecycle != .foreground {
      trial.state[app].lifecycle = .foreground
      _ = trial.state[app].activity.release(.suspension)
    }
    require(canActivate(app, on: trial), .resumptionSucceeds)
    let session = after.state[app]
    guard session.lifecycle == .background, hadNotGivenUp(app),
      session.hasBackgroundAudio, after.policy.backgroundResumption == .accept
    else { return }
    switch session.configuration.category {
    case .ambient, .soloAmbient, .audioProcessing: return
    case .record, .playAndRecord, .multiRoute: if Reevaluation.mixes(session) { return }
    case .playback: break
    }
    require(canActivate(app, on: after), .resumptionSucceeds)
  }

  private func canActivate(_ app: AppID, on phone: Phone) -> Bool {
    var trial = phone
    for case .callResult(app, let error) in (try? trial.handle(.app(app, .activate))) ?? [] {
      let isRefusedHost =
        error == .missingEntitlement && after.policy.ownCallReactivation == .missingEntitlement
      let isAfterCall = error == .cannotStartPlaying && phone.state.device.isCallAudioClosing
      return error == nil || error == .expiredSession || error == .resourceNotAvailable
        || isRefusedHost || isAfterCall
    }
    return false
  }

  /// Checks that only an *ended* with `shouldResume`, or a launch by Siri, gives the right to resume.
  private mutating func checkRight(of app: AppID, _ isNotified: Bool) {
    guard after.state[app].mayResume, !before.state[app].mayResume else { return }
    // Siri launches an app to make it play.
    if case .phone(.siriEnded(_, startedPlaybackIn: app)) = event,
      before.state[app].lifecycle == .terminated
    {
      return
    }
    require(isNotified && hadNotGivenUp(app), .resumptionSucceeds)
  }

  /// Returns whether the ended interruption began in this step, or the app did not give up its session during the
  /// interruption.
  private func hadNotGivenUp(_ app: AppID) -> Bool {
    before.state[app].isActive || before.state[app].hasClaim
  }

  private mutating func checkHint(_ app: AppID, _ type: SecondaryAudioHintType) {
    let reaches = after.state[app].lifecycle == .foreground && after.state[app].isActive
    let was = before.secondaryAudioShouldBeSilenced(for: app)
    require(reaches && was == (type == .end), .hintsAlternate)
  }
}

extension SessionEffect {
  /// Returns the notification that the effect delivers to the app, and whether the app receives it immediately; nil
  /// if the effect does not deliver a notification to the app.
  func notification(to app: AppID) -> (SessionNotification, isNotified: Bool)? {
    switch self {
    case .notified(app, let notification): (notification, true)
    case .queued(app, let notification): (notification, false)
    default: nil
    }
  }
}
