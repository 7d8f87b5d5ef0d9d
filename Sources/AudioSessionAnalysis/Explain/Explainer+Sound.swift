internal import AudioSession

extension Explainer {
  /// Why the app is heard or not.
  mutating func explainAudibility() -> String {
    if phone.isAudible(subject), layerVolume > 0 {
      explainSound()
      guard phone.gain(of: subject) <= 0 else { return "\(subjectName) is heard" }
      // An option of the policy may duck to nothing.
      _ = explainGain()
      return "\(subjectName) is heard at gain 0, which is nothing"
    }
    explainSilence()
    return "\(subjectName) is silent"
  }

  private mutating func explainSound() {
    because(.isActiveAndPlays) { $0.because(.activation) }
    let outputs = phone.outputs.map(\.shortName).joined(separator: ", ")
    because("its sound goes to \(outputs)", .rule(.route))
    if device.isSilent {
      if phone.row(category).isSilencedBySwitch {
        because(
          \.switchAffectsHeadphones, is: "the ring/silent switch silences only what is built in")
      } else {
        because("\(category.name) ignores the ring/silent switch", .category(category))
      }
    }
    if session.lifecycle != .foreground { explainSoundBehind() }
  }

  private mutating func explainSoundBehind() {
    if phone.hostsActiveCall(subject) {
      because(.hostsActiveCall(subject))
    } else if !phone.goesOnBehind(subject) {
      because(\.taskKeepsSession, is: "its background task keeps its session until it ends")
    } else {
      because(
        "\(category.name) goes on when locked and in the background with the audio background "
          + "mode, which it has", .category(category))
    }
  }
}

extension Explainer {
  /// Everything that keeps the app silent, as the decision finds it.
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
        $0.because(\.volumeMemory, is: "what is connected has volumes of its own")
      }
    }
  }

  private mutating func explainSwitch() {
    let isBuiltIn = phone.currentRoute.outputs.intersects(.builtIn)
    because(.isSilent) { explainer in
      let category = explainer.category
      explainer.because("\(category.name) obeys the switch", .category(category))
      if !isBuiltIn {
        explainer.because(\.switchAffectsHeadphones, is: "the switch holds for headphones as well")
      }
    }
  }

  /// That the app is not in the foreground, and what it lacks to be heard there.
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

  /// The option that decides what becomes of its sound, its session and its process, if it may not sound in the
  /// background.
  ///
  /// - Parameter hasTask: whether it had a background task when it went there.
  mutating func explainFateBehind(withTask hasTask: Bool) {
    guard !phone.goesOnBehind(subject) else { return }
    if hasTask, policy.taskKeepsSession == .no {
      because(
        \.taskKeepsSession, is: "with a background task it loses its session there immediately")
      return
    }
    because(\.deferredSuspend, is: "an app that may not sound there \(policy.deferredSuspend.fate)")
  }

  /// That its category is not one for the background, if that is so.
  mutating func explainCategoryBehind() {
    guard !phone.row(category).runsInBackground else { return }
    because("\(category.name) is not heard when locked or in the background", .category(category))
  }

  /// That it lacks the background mode, if that is so.
  mutating func explainMissingBackgroundMode() {
    guard !session.hasBackgroundAudio else { return }
    because(.lacksBackgroundMode)
  }

  private mutating func explainRecorder(_ recorder: AppID) {
    let category = state[recorder].configuration.category
    because(.records(recorder)) { explainer in
      explainer.because(
        "\(category.name) silences virtually all output", .category(category)
      ) { $0.because(\.recordAndMixablePeers, is: "that goes for sessions that mix as well") }
    }
  }
}

extension Explainer {
  /// Why the app is ducked or not.
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
        $0.because(\.voiceOverDucks, is: "it lowers what plays then")
      }
    }
    if device.isAlertDucking {
      because(.alertSounds) {
        $0.because(\.alertSounds, is: "it lowers what plays then")
      }
    }
    because(\.duckGain, is: "ducking multiplies its gain by \(number(policy.duckGain))")
    return "\(subjectName) is ducked"
  }

  /// Where the app's gain comes from.
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
        \.receiverGain, is: "the receiver multiplies it by \(number(policy.receiverGain))")
    }
    if session.configuration.mode == .voiceChat {
      because(
        \.voiceChatGain,
        is: "mode voiceChat multiplies it by \(number(policy.voiceChatGain))")
    }
    if layerVolume < 1 { because(.layerVolume(layerVolume)) }
    return verdict
  }
}

extension Explainer {
  /// What would become of a haptic that the app asks for.
  mutating func explainHaptic() -> String {
    switch phone.hapticVerdict(for: subject) {
    case .played:
      because(.isInFrontUninterrupted)
      because(.hapticsAreOn)
      if device.isSilent {
        because(.switchIsAboutSounds, SoundClass.vibration.evidence.silentSwitch)
      }
      let gain = phone.hapticGain(for: subject)
      if gain < 1 {
        because(.captures) {
          $0.because(
            \.captureGuard, is: "haptics are attenuated to \($0.number(gain)) of their level then")
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
        $0.because(\.captureGuard, is: "haptics are suppressed then")
      }
    case .silentMode:
      because(.isSilent) {
        $0.because(\.hapticsInSilentMode, is: "haptics are suppressed then")
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

  private mutating func explainInterruptedHaptics() {
    if session.isInterrupted {
      explainInterrupters(of: subject)
    } else if !device.isMediaServerDown {
      because(
        "a haptic engine has a session, whether or not the app has activated its own, and that may not "
          + "be active now", .rule(.systemInterruption),
        Evidence(.types("CHHapticEngine.StoppedReason.audioSessionInterrupt"))
      ) {
        let phone = $0.phone
        let holders = phone.holders(against: $0.subject, phone.traits(of: $0.subject))
        for source in holders.system { $0.because(source == .call ? .calls : .system(source)) }
      }
    } else {
      because(
        "a haptic counts as interrupted while nothing can sound", .rule(.mediaServices),
        Evidence(.ours("what they do to haptics is not published"))
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
  /// What becomes of an app in the background that may not sound there, in words that follow its name.
  fileprivate var fate: String {
    switch self {
    case .silenced: "is silent immediately, and has its session until it is suspended"
    case .yes: "stops immediately, and is suspended later"
    case .no: "is suspended immediately"
    }
  }
}
