internal import AudioSession

extension Explainer {
  /// Explains why the app is heard or not.
  mutating func explainAudibility() -> String {
    if phone.isAudible(subject), layerVolume > 0 {
      explainSound()
      guard phone.gain(of: subject) <= 0 else { return "\(subjectName) is heard" }
      // The policy may contain a gain of 0, for example for ducking.
      _ = explainGain()
      return "\(subjectName) plays and nothing silences it, but its gain is 0"
    }
    explainSilence()
    return "\(subjectName) is silent" + (phone.isRecording(subject) ? " and recording" : "")
  }

  private mutating func explainSound() {
    because(.isActiveAndPlays) { $0.because(.activation) }
    let outputs = phone.outputs.map(\.name).joined(separator: ", ")
    because("its sound goes to \(outputs)", .rule(.route))
    if device.isSilent {
      if phone.row(category).isSilencedBySwitch {
        because(
          \.switchAffectsHeadphones, is: "the ring/silent switch silences only built-in outputs")
      } else {
        because("\(category.name) ignores the ring/silent switch", .category(category))
      }
    }
    if session.lifecycle != .foreground { explainSoundBehind() }
  }

  mutating func explainSoundBehind() {
    if phone.hostsActiveCall(subject) {
      because(.hostsActiveCall(subject))
    } else if !phone.goesOnBehind(subject) {
      because(
        \.taskKeepsSession, is: "its background task keeps its session active until the task ends")
    } else {
      because(
        "\(category.name) continues while the phone is locked and in the background with the audio background "
          + "mode, which it has", .category(category))
    }
  }
}

extension Explainer {
  /// Adds every cause that keeps the app silent, as the audibility decision finds it.
  mutating func explainSilence() {
    let found = phone.silences(of: subject)
    if found.contains(.noOutput) {
      because(phone.words(for: .noOutput, of: subject), .category(category))
    }
    if found.contains(.inactive) {
      explainInactivity()
    } else if found.contains(.notPlaying) {
      because(.isActiveAndIdle) { explainer in
        if explainer.session.lifecycle == .suspended {
          explainer.explainEarlierSilence()
          explainer.explainBehind()
        } else if !found.contains(.noOutput) {
          explainer.explainPause()
        }
      }
    }
    if found.contains(.mutedByItself) { because(.hasMutedItself) }
    if layerVolume == 0 { because(.layerVolume(layerVolume)) }
    if found.contains(.silentMode) { explainSwitch() }
    if found.contains(.behind) { explainBehind() }
    if found.contains(.recording), let recorder = phone.recorder(silencing: subject) {
      explainRecorder(recorder)
    }
    if found.contains(.volume) { explainVolume() }
    if found.contains(.noRoute) { because(phone.words(for: .noRoute, of: subject), .rule(.route)) }
  }

  private mutating func explainVolume() {
    let kind = phone.volumeKind(of: subject)
    because(.volume(kind)) {
      if $0.phone.usesExternalVolumes {
        $0.because(\.volumeMemory, is: "each connected output has its own volume settings")
      }
    }
  }

  private mutating func explainSwitch() {
    let isBuiltIn = phone.currentRoute.outputs.intersects(.builtIn)
    because(.isSilent) { explainer in
      let category = explainer.category
      explainer.because("\(category.name) obeys the switch", .category(category))
      if !isBuiltIn {
        explainer.because(\.switchAffectsHeadphones, is: "the switch also applies to headphones")
      }
    }
  }

  /// Adds that the app is not in the foreground, and the missing conditions for being heard in the background.
  mutating func explainBehind() {
    becauseOfLifecycle(of: subject) { explainer in
      let lifecycle = explainer.session.lifecycle
      if lifecycle == .suspended, explainer.phone.profile.suspensionDeactivates {
        explainer.because(.suspension)
      }
      guard lifecycle != .terminated else { return }
      let isSilencedThere = explainer.phone.silences(of: explainer.subject).contains(.behind)
      guard isSilencedThere else { return }
      explainer.explainSilenceBehind()
      explainer.explainFateBehind(withTask: explainer.session.hasRuntimeAssertion)
    }
  }

  private mutating func explainSilenceBehind() {
    explainCategoryBehind()
    explainMissingBackgroundMode()
  }

  /// Adds the option that decides what happens to the app's sound, session and process if the app may not play in the
  /// background.
  ///
  /// - Parameter hasTask: Whether the app had a background task when it went to the background.
  mutating func explainFateBehind(withTask hasTask: Bool) {
    guard !phone.goesOnBehind(subject) else { return }
    if hasTask, policy.taskKeepsSession == .no {
      because(
        \.taskKeepsSession,
        is: "even with a background task, it loses its session immediately in the background")
      return
    }
    because(
      \.deferredSuspend,
      is: "an app that may not play in the background \(policy.deferredSuspend.fate)")
  }

  /// Adds that the app's category does not run in the background, if applicable.
  mutating func explainCategoryBehind() {
    guard !phone.row(category).runsInBackground else { return }
    because(
      "\(category.name) is not heard while the phone is locked or in the background",
      .category(category))
  }

  /// Adds that the app lacks the background mode, if applicable.
  mutating func explainMissingBackgroundMode() {
    guard !session.hasBackgroundAudio else { return }
    because(.lacksBackgroundMode)
  }

  private mutating func explainRecorder(_ recorder: AppID) {
    let category = state[recorder].configuration.category
    because(.records(recorder)) { explainer in
      explainer.because(
        "\(category.name) silences virtually all output", .category(category)
      ) { $0.because(\.recordAndMixablePeers, is: "this also applies to sessions that mix") }
    }
  }
}

extension Explainer {
  /// Explains why the app is ducked or not.
  mutating func explainDucking() -> String {
    let duckers = phone.apps.filter { phone.ducks($0, subject) }
    guard phone.isDucked(subject) else {
      if duckers.isEmpty, !phone.isDuckedByVoiceOver, !device.isAlertDucking {
        because(.nobodyDucks) { $0.because(.ducking) }
      } else {
        because(.isNotActive) { $0.because(.ducking) }
      }
      return "\(subjectName) is not ducked"
    }
    for ducker in duckers {
      because(.ducks(ducker)) { $0.because(.ducking) }
    }
    if phone.isDuckedByVoiceOver {
      because(.voiceOver(speaks: device.isVoiceOverSpeaking)) {
        $0.because(\.voiceOverDucks, is: "VoiceOver lowers other audio")
      }
    }
    if device.isAlertDucking {
      because(.alertSounds) {
        $0.because(\.alertSounds, is: "an alert sound lowers other audio")
      }
    }
    because(\.duckGain, is: "ducking multiplies its gain by \(number(policy.duckGain))")
    return "\(subjectName) is ducked"
  }

  /// Explains how the app's gain is composed.
  mutating func explainGain() -> String {
    let gain = phone.gain(of: subject) * layerVolume
    let verdict = "\(whoseByName(subject)) gain is \(number(gain))"
    guard phone.isAudible(subject), layerVolume > 0 else {
      explainSilence()
      return verdict
    }
    explainVolume()
    if phone.isDucked(subject) { _ = explainDucking() }
    if phone.currentRoute.outputs.contains(.builtInReceiver) {
      because(
        \.receiverGain, is: "the receiver multiplies the gain by \(number(policy.receiverGain))")
    }
    if session.configuration.mode == .voiceChat {
      because(
        \.voiceChatGain,
        is: "mode voiceChat multiplies the gain by \(number(policy.voiceChatGain))")
    }
    if layerVolume < 1 { because(.layerVolume(layerVolume)) }
    return verdict
  }
}

extension Explainer {
  /// Explains whether a haptic that the app requests would be played.
  mutating func explainHaptic() -> String {
    switch phone.hapticVerdict(for: subject) {
    case .played:
      because(.isInFrontUninterrupted) { $0.explainSparedHaptics() }
      because(.hapticsAreOn)
      if device.isSilent {
        because(.switchIsAboutSounds, SoundClass.vibration.evidence.silentSwitch)
      }
      let gain = phone.hapticGain(for: subject)
      if gain < 1 {
        because(.captures) {
          $0.because(
            \.captureGuard,
            is: "haptics are attenuated to \($0.number(gain)) of their level during capture")
        }
      }
      return "a haptic of \(subjectName) would be played"
    case .suppressed(let reason):
      explain(reason)
      return "a haptic of \(subjectName) would be suppressed: \(reason.rawValue)"
    }
  }

  private mutating func explain(_ reason: SuppressionReason) {
    switch reason {
    case .notSupported: because(.hasNoHaptics)
    case .hapticsOff: because(.hapticsAreOff)
    case .background: becauseOfLifecycle(of: subject)
    case .interrupted: explainInterruptedHaptics()
    case .recording: explainMutingRecorder()
    case .capture:
      because(.captures) {
        $0.because(\.captureGuard, is: "haptics are suppressed during capture")
      }
    case .silentMode:
      because(.isSilent) {
        $0.because(\.hapticsInSilentMode, is: "haptics are suppressed in silent mode")
      }
    case .soundsOff: because(.soundsAreOff)
    case .noInputView: because(.hasNoInputView)
    case .clicksNotEnabled: because(.hasNotEnabledClicks)
    case .volume: because(.volume(.ringer))
    case .notPermitted: because(.mayNotNotify)
    case .inFront: because(.presentsNoSoundInFront)
    case .repeated: because(.hasNotifiedBefore)
    }
  }

  /// Explains why a haptic is played although a call, an alert or Siri holds the device.
  private mutating func explainSparedHaptics() {
    guard !phone.systemHolding.isEmpty else { return }
    because(
      "a haptic engine that the system has stopped may be started again if the app's session is not interrupted and is "
        + "active or could be activated",
      .rule(.systemInterruption),
      Evidence(.ours("nothing is published about starting an engine at that time"))
    ) { $0.explainSparing() }
  }

  private mutating func explainInterruptedHaptics() {
    if session.isInterrupted {
      explainInterrupters(of: subject)
      if phone.refusal(of: subject) == nil {
        because(
          "the session of its haptic engine counts as interrupted until the app activates its session again, which is "
            + "allowed now",
          .rule(.interruptionEnd),
          Evidence(.ours("nothing is published about starting an engine at that time")))
      }
    } else if !device.isMediaServerDown {
      because(
        "a haptic engine has a session even if the app has not activated its own, and the engine's session cannot "
          + "be active now", .rule(.systemInterruption),
        Evidence(.types("CHHapticEngine.StoppedReason.audioSessionInterrupt"))
      ) {
        let phone = $0.phone
        let holders = phone.holders(against: $0.subject, phone.traits(of: $0.subject))
        for source in holders.system { $0.because(source == .call ? .calls : .system(source)) }
      }
    } else {
      because(
        "haptics are treated as interrupted while nothing can play", .rule(.mediaServices),
        Evidence(.ours("the effect of lost media services on haptics is not published"))
      ) {
        $0.because(.mediaServicesAreDown) { $0.because(.mediaServices) }
      }
    }
  }

  mutating func explainMutingRecorder() {
    guard let recorder = phone.mutingRecorder else { return }
    let byCategory = policy.hapticsMutedBy == .inputCategory
    because(.mutesHaptics(recorder)) { explainer in
      explainer.because(.allowsNoHapticsDuringRecording(recorder))
      explainer.because(
        \.hapticsMutedBy,
        is: byCategory
          ? "an active session with input silences haptics" : "running input silences haptics")
    }
  }
}

extension AudioPolicy.DeferredSuspend {
  /// A predicate that says what happens to an app that may not play in the background.
  fileprivate var fate: String {
    switch self {
    case .silenced: "falls silent immediately but keeps its session until it is suspended"
    case .yes: "stops immediately and is suspended later"
    case .no: "is suspended immediately"
    }
  }
}
