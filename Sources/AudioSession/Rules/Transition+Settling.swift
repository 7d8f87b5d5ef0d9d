/// R11, R12 and R13: what follows from any event for routes, hints, observers and gains.
extension Transition {
  /// Compares the phone after the event with the one before it.
  mutating func settle() {
    let isSame =
      phone.state.apps == before.state.apps && phone.state.device == before.state.device
    if isSame, !postsRouteAnyway {
      hasChanged = phone.state.mailbox.count != before.state.mailbox.count
      return
    }
    settleARSessions()
    settleMutedMicrophone()
    settleOrder()
    settlePick()
    settleHandsFree()
    settleInputs()
    settleInputMutes()
    let previous = before.currentRoute
    settleEngines()
    let route = settleRoute(from: previous)
    settleHints()
    settleObserved()
    settleGains(from: previous, to: route)
  }

  /// An app that has started something is the last to have done so; one that lost its session is in
  /// no order.
  private mutating func settleOrder() {
    for app in state.ids {
      let (was, now) = (before.state[app], state[app])
      guard now.isActive else {
        if was.isActive { state.startOrder.remove(app) }
        continue
      }
      let startsInput = now.isInputRunning && !was.isInputRunning
      let startsOutput = now.isOutputRunning && !was.isOutputRunning && !now.isInputRunning
      if !was.isActive || startsInput || startsOutput { state.startOrder.bringToFront(app) }
    }
  }

  /// Nobody records from nothing.
  ///
  /// Source: our choice; devices with a microphone never come to that.
  private mutating func settleInputs() {
    guard state.ids.contains(where: { state[$0].isInputRunning }),
      phone.currentRoute.inputs.isEmpty
    else { return }
    for app in state.ids { stopIO(of: app, .input, .inputUnplugged) }
  }

  /// Engines stop at another format of their hardware or another route, except what an app has just started.
  ///
  /// One that stops may leave the route to another app, so that others follow.
  private mutating func settleEngines() {
    guard state.ids.contains(where: { state[$0].player == .engine }) else { return }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for app in state.ids where state[app].player == .engine {
        let running = state[app].running
        let isOld = before.state[app].running.isSuperset(of: running)
        guard isOld, phone.stopsEngine(running: running, since: before) else { continue }
        stopIO(of: app, .configurationChanged)
        // Behind the change of the route, which says whether to go on: our choice, the queue is another.
        notify(app, .audioEngineConfigurationChange, .routeChangedAfter)
        isSettled = false
      }
    }
  }

  /// R12: an override ends with the route it was made for.
  ///
  /// Returns the route that there is now.
  private mutating func settleRoute(from previous: Route) -> Route {
    var route = phone.currentRoute
    if state.device.isMediaServerDown { return route }
    if route != previous, routeReason != .override {
      clearOverrides()
      route = phone.currentRoute
    }
    let isSilent =
      routeReason == .unknown || isPicked && policy.pickedOutputNotice == .none
    guard route != previous || postsRouteAnyway, !isSilent else { return route }
    let isNone = route.outputs.isEmpty && route.inputs.isEmpty
    for app in state.ids where isNotifiedOfRoute(app, isNew: route != previous) {
      let reason = isNone ? .noSuitableRouteForCategory : reason(for: app)
      notify(app, .routeChange(reason, previous: previous), routePhase)
    }
    return route
  }

  /// The app that caused the change gets the reason; others see that the route was reconfigured.
  ///
  /// What CallKit does to a session changes ports, which the reason for a new configuration rules
  /// out. Source: header of `AVAudioSession.RouteChangeReason`: with `routeConfigurationChange` "the
  /// set of input and output ports has not changed". A log of dictus-ios 353 has it with changes that
  /// other apps made, so those keep it.
  private func reason(for app: AppID) -> RouteChangeReason {
    switch routeReason {
    case .categoryChange where isCallKit: .categoryChange
    case .override where isPicked: .override
    case .oldDeviceUnavailable where policy.unplugInBackground == .categoryChange:
      before.isPlaying(app) && state[app].lifecycle == .background
        ? .categoryChange : .oldDeviceUnavailable
    case .categoryChange, .override:
      app == causer ? routeReason : .routeConfigurationChange
    case .unknown, .newDeviceAvailable, .oldDeviceUnavailable, .wakeFromSleep,
      .noSuitableRouteForCategory, .routeConfigurationChange:
      routeReason
    }
  }

  /// An app knows what its own activation brings: it asks for the route then.
  private func isNotifiedOfRoute(_ app: AppID, isNew: Bool) -> Bool {
    switch routeReason {
    case .categoryChange where app == causer:
      setsCategory || policy.activationPostsRouteChange == .yes
    case .override where app == causer: true
    case .categoryChange, .override:
      isNew && (state[app].isActive || policy.routeChangeAudience == .all)
    // What goes on opening belongs to what began it, and is for the same apps.
    case .routeConfigurationChange:
      state[app].isActive || policy.routeChangeAudience == .all
    case .unknown, .newDeviceAvailable, .oldDeviceUnavailable, .wakeFromSleep,
      .noSuitableRouteForCategory:
      true
    }
  }

  private var routePhase: EffectPhase {
    switch policy.routeQueue {
    case .interleaved: .routeChanged
    case .before: .routeChangedBefore
    case .after: .routeChangedAfter
    }
  }

  /// R11: edges reach only apps that are in the foreground and active, before and after.
  ///
  /// Source: `secondaryAudioShouldBeSilencedHint` and its notification came with 8.
  private mutating func settleHints() {
    guard phone.has(SystemRelease(8)) else { return }
    for app in state.ids where receivesHint(app, in: before) && receivesHint(app, in: phone) {
      let was = before.secondaryAudioShouldBeSilenced(for: app)
      let isNow = phone.secondaryAudioShouldBeSilenced(for: app)
      if was != isNow { notify(app, .silenceSecondaryAudioHint(isNow ? .begin : .end), .hint) }
    }
  }

  private func receivesHint(_ app: AppID, in phone: Phone) -> Bool {
    phone.state[app].lifecycle == .foreground && phone.state[app].isActive
  }

  /// Observers of apps that are active before and after are notified.
  private mutating func settleObserved() {
    for app in state.ids where before.state[app].isActive && state[app].isActive {
      guard state[app].lifecycle.isRunning else { continue }
      let volume = (before.outputVolume(for: app), phone.outputVolume(for: app))
      if volume.0 != volume.1 {
        effects.add(.observed(app, .outputVolume(from: volume.0, to: volume.1)), .volume)
      }
      let available = (before.isInputAvailable, phone.isInputAvailable)
      if available.0 != available.1 {
        let change = ObservedChange.isInputAvailable(from: available.0, to: available.1)
        effects.add(.observed(app, change), .observed)
      }
    }
    settlePrompts()
  }

  /// Apps that prompt observe the style, whether their sessions are active or not.
  ///
  /// Source: page of `promptStyle` (13): "Apps that issue voice prompts should observe changes".
  private mutating func settlePrompts() {
    for app in state.ids where state[app].configuration.mode == .voicePrompt {
      guard phone.system >= .iOS13, state[app].lifecycle.isRunning else { continue }
      let style = (before.promptStyle(for: app), phone.promptStyle(for: app))
      guard style.0 != style.1 else { continue }
      effects.add(.observed(app, .promptStyle(from: style.0, to: style.1)), .observed)
    }
  }

  /// What does not play has no gain.
  private mutating func settleGains(from previous: Route, to route: Route) {
    for app in state.ids where before.isPlaying(app) || phone.isPlaying(app) {
      let gain = (before.gain(of: app, on: previous), phone.gain(of: app, on: route))
      if gain.0 != gain.1 { effects.add(.gainChanged(app, from: gain.0, to: gain.1), .gain) }
    }
  }
}
