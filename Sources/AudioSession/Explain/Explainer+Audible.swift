extension Explainer {
  /// Why the app is heard or not.
  mutating func explainAudibility() -> String {
    if phone.isAudible(subject) {
      explainSound()
      return "\(subjectName) is heard"
    }
    explainSilence()
    return "\(subjectName) is silent"
  }

  private mutating func explainSound() {
    becauseOfFact("its session is active and its output runs") { $0.because(.activation) }
    let outputs = phone.outputs.map(\.shortName).joined(separator: ", ")
    because("its sound goes to \(outputs)", .rule(.route))
    if device.isSilent {
      if CategoryRow[category].isSilencedBySwitch {
        because(.switchAffectsHeadphones, is: "the ring/silent switch silences only the speaker")
      } else {
        because("\(category.name) ignores the ring/silent switch", .category(category))
      }
    }
    if device.isLocked || session.lifecycle != .foreground { explainSoundBehind() }
  }

  private mutating func explainSoundBehind() {
    if hostsActiveCall(subject) {
      becauseOfFact("it hosts the call that is active")
    } else {
      because(
        "\(category.name) goes on when locked and in the background with the audio background "
          + "mode, which it has", .category(category))
    }
  }

  func hostsActiveCall(_ app: AppID) -> Bool {
    device.calls.call(in: .active)?.host == .app(app)
  }

  /// Everything that keeps the app silent, as the decision finds it.
  mutating func explainSilence() {
    let found = phone.silences(of: subject)
    if found.contains(.inactive) {
      explainInactivity(of: subject)
    } else if found.contains(.notPlaying) {
      becauseOfFact("its session is active, but its output does not run") { explainer in
        let isSuspended = explainer.session.lifecycle == .suspended
        if isSuspended { explainer.becauseOfLifecycle(of: explainer.subject) }
      }
    }
    if found.contains(.noOutput) {
      because("\(category.name) has no output", .category(category))
    }
    if found.contains(.mutedByItself) { becauseOfFact("it has muted its output itself") }
    if found.contains(.silentMode) { explainSwitch() }
    if found.contains(.locked) {
      becauseOfFact("the screen is locked") { $0.explainSilenceBehind() }
    }
    if found.contains(.behind) {
      becauseOfLifecycle(of: subject) { $0.explainSilenceBehind() }
    }
    if found.contains(.recording), let recorder = phone.recorder(silencing: subject) {
      explainRecorder(recorder)
    }
    if found.contains(.noRoute) { because("there is nothing it could sound from", .rule(.route)) }
  }

  private mutating func explainSwitch() {
    let isOnSpeaker = phone.currentRoute.outputs.contains(.builtInSpeaker)
    becauseOfFact("the ring/silent switch is on silent") { explainer in
      let category = explainer.category
      explainer.because("\(category.name) obeys the switch", .category(category))
      if !isOnSpeaker {
        explainer.because(.switchAffectsHeadphones, is: "the switch holds for headphones as well")
      }
    }
  }

  private mutating func explainSilenceBehind() {
    if !CategoryRow[category].runsInBackground {
      because(
        "\(category.name) is not heard when locked or in the background", .category(category))
    }
    if !session.hasBackgroundAudio {
      becauseOfFact("it does not have the audio background mode")
    }
  }

  private mutating func explainRecorder(_ recorder: AppID) {
    let category = state[recorder].configuration.category
    becauseOfFact("\(whose(recorder)) session is active and records") { explainer in
      explainer.because(
        "\(category.name) silences virtually all output", .category(category)
      ) { $0.because(.recordAndMixablePeers, is: "that goes for sessions that mix as well") }
    }
  }

  /// Why the session of an app is not active.
  mutating func explainInactivity(of app: AppID) {
    let session = state[app]
    if session.isInterrupted {
      explainHolders(of: app)
      if !session.wasPlayingAtBegan {
        becauseOfFact("\(name(of: app)) was not playing when the interruption began")
      }
    } else if device.isMediaServerDown {
      becauseOfFact("the media services are down") { $0.because(.mediaServices) }
    } else if session.lifecycle == .terminated {
      becauseOfLifecycle(of: app)
    } else if session.lifecycle == .suspended {
      becauseOfLifecycle(of: app) { $0.because(.suspension) }
    } else if session.hasClaim {
      becauseOfFact(
        "\(whose(app)) interruption has ended, and \(name(of: app)) has not activated its session "
          + "again"
      ) { $0.because(.interruptionEnd) }
    } else {
      becauseOfFact("nothing has activated \(whose(app)) session since it was last inactive") {
        $0.because(.activation)
      }
    }
  }
}
