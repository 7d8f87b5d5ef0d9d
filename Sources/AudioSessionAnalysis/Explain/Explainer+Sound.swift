internal import AudioSession

extension Explainer {
  /// Why the app is heard or not.
  mutating func explainAudibility() -> String {
    if phone.isAudible(subject) {
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
    becauseOfFact("its session is active and its output runs") { $0.because(.activation) }
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
      becauseOfFact("it hosts the call that is active")
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
      because("\(category.name) has no output", .category(category))
    }
    if found.contains(.inactive) {
      explainInactivity()
    } else if found.contains(.notPlaying) {
      becauseOfFact("its session is active, but its output does not run") { explainer in
        if explainer.session.lifecycle == .suspended {
          explainer.explainBehind()
        } else if !found.contains(.noOutput) {
          explainer.explainPause()
        }
      }
    }
    if found.contains(.mutedByItself) { becauseOfFact("it has muted its output itself") }
    if found.contains(.silentMode) { explainSwitch() }
    if found.contains(.behind) { explainBehind() }
    if found.contains(.recording), let recorder = phone.recorder(silencing: subject) {
      explainRecorder(recorder)
    }
    if found.contains(.volume) { explainVolume() }
    if found.contains(.noRoute) { because("there is nothing it could sound from", .rule(.route)) }
  }

  private mutating func explainVolume() {
    let kind = phone.volumeKind(of: subject)
    becauseOfFact("the \(kind.rawValue) volume is 0, at which nothing is heard") {
      if $0.phone.usesExternalVolumes {
        $0.because(\.volumeMemory, is: "what is connected has volumes of its own")
      }
    }
  }

  private mutating func explainSwitch() {
    let isBuiltIn = phone.currentRoute.outputs.intersects(.builtIn)
    becauseOfFact("the ring/silent switch is on silent") { explainer in
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
      if isSilencedThere { explainer.explainSilenceBehind() }
    }
  }

  private mutating func explainSilenceBehind() {
    explainCategoryBehind()
    explainMissingBackgroundMode()
  }

  /// That its category is not one for the background, if that is so.
  mutating func explainCategoryBehind() {
    guard !phone.row(category).runsInBackground else { return }
    because("\(category.name) is not heard when locked or in the background", .category(category))
  }

  /// That it lacks the background mode, if that is so.
  mutating func explainMissingBackgroundMode() {
    guard !session.hasBackgroundAudio else { return }
    becauseOfFact("it does not have the audio background mode")
  }

  private mutating func explainRecorder(_ recorder: AppID) {
    let category = state[recorder].configuration.category
    becauseOfFact("\(whose(recorder)) session is active and records") { explainer in
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
      if duckers.isEmpty, !phone.isDuckedByVoiceOver {
        becauseOfFact("no other app with duckOthers is active") { $0.because(.ducking) }
      } else {
        becauseOfFact("its own session is not active") { $0.because(.ducking) }
      }
      return "\(subjectName) is not ducked"
    }
    for ducker in duckers {
      becauseOfFact("\(name(of: ducker)) is active and has duckOthers") { $0.because(.ducking) }
    }
    if phone.isDuckedByVoiceOver {
      let what = device.isVoiceOverSpeaking ? "speaks" : "runs"
      becauseOfFact("VoiceOver \(what)") {
        $0.because(\.voiceOverDucks, is: "it lowers what plays then")
      }
    }
    because(\.duckGain, is: "ducking multiplies its gain by \(number(policy.duckGain))")
    return "\(subjectName) is ducked"
  }

  /// Where the app's gain comes from.
  mutating func explainGain() -> String {
    let verdict = "\(whoseByName(subject)) gain is \(number(phone.gain(of: subject)))"
    guard phone.isAudible(subject) else {
      explainSilence()
      return verdict
    }
    let kind = phone.volumeKind(of: subject)
    becauseOfFact("the \(kind.rawValue) volume is \(number(phone.outputVolume(for: subject)))") {
      if $0.phone.usesExternalVolumes {
        $0.because(\.volumeMemory, is: "what is connected has volumes of its own")
      }
    }
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
    return verdict
  }
}

extension Explainer {
  /// What would become of a haptic that the app asks for.
  mutating func explainHaptic() -> String {
    switch phone.hapticVerdict(for: subject) {
    case .played:
      becauseOfFact("it is in the foreground and its session is not interrupted")
      becauseOfFact("the phone has haptics, and the user has them on")
      if device.isSilent {
        because(
          "the ring/silent switch is about sounds", .fact,
          SoundClass.vibration.evidence.silentSwitch)
      }
      return "a haptic of \(subjectName) would be played"
    case .suppressed(let reason):
      explain(reason)
      return "a haptic of \(subjectName) would be suppressed: \(reason.rawValue)"
    }
  }

  private mutating func explain(_ reason: SuppressionReason) {
    switch reason {
    case .notSupported: becauseOfFact("the phone has no haptics")
    case .hapticsOff: becauseOfFact("the user has turned haptics off")
    case .background: becauseOfLifecycle(of: subject)
    case .interrupted:
      if session.isInterrupted {
        explainHolders(of: subject)
      } else {
        because(
          "a haptic counts as interrupted while nothing can sound", .rule(.mediaServices),
          Evidence(.ours("what they do to haptics is not published"))
        ) {
          $0.becauseOfFact("the media services are down") { $0.because(.mediaServices) }
        }
      }
    case .recording: explainMutingRecorder()
    case .capture:
      becauseOfFact("it captures with a sensor that a haptic would shake") {
        $0.because(\.captureGuard, is: "haptics are suppressed then")
      }
    case .silentMode:
      becauseOfFact("the ring/silent switch is on silent") {
        $0.because(\.hapticsInSilentMode, is: "haptics are suppressed then")
      }
    case .soundsOff: becauseOfFact("the user has turned that kind of sound off")
    case .noInputView: becauseOfFact("it has no input view of its own on the screen")
    case .clicksNotEnabled: becauseOfFact("its input view has not enabled clicks")
    case .volume: becauseOfFact("the ringer volume is 0")
    case .notPermitted: becauseOfFact("the user has not let it notify")
    case .inFront: becauseOfFact("it is in front, and does not let its notifications sound there")
    case .repeated: becauseOfFact("it has notified about the same thing before")
    }
  }

  private mutating func explainMutingRecorder() {
    guard let recorder = phone.mutingRecorder else { return }
    let byCategory = policy.hapticsMutedBy == .inputCategory
    let records = byCategory ? "is active with input" : "records"
    becauseOfFact("\(name(of: recorder)) \(records)") { explainer in
      explainer.becauseOfFact(
        "\(explainer.name(of: recorder)) does not allow haptics and system sounds during recording")
      explainer.because(
        \.hapticsMutedBy,
        is: byCategory
          ? "an active session with input silences haptics" : "running input silences haptics")
    }
  }
}
