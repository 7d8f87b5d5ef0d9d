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
    if found.contains(.locked) {
      becauseOfFact("the screen is locked") { $0.explainSilenceBehind() }
    }
    if found.contains(.behind) { explainBehind() }
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
