/// R11, R12 and R13: the consequences of any event for routes, hints, observers and gains.
extension Transition {
  /// Compares the phone after the event with the phone before it.
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

  /// Updates the order in which apps started.
  ///
  /// An app that activated its session, or started input or output, moves to the front. An app whose session became
  /// inactive is removed.
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

  /// Stops recordings if no input is available.
  ///
  /// Source: our choice; this never happens on devices with a microphone.
  private mutating func settleInputs() {
    guard state.ids.contains(where: { state[$0].isInputRunning }),
      phone.currentRoute.inputs.isEmpty
    else { return }
    for app in state.ids { stopIO(of: app, .input, .inputUnplugged) }
  }

  /// Stops an app's audio engine if its hardware format or route has changed, unless the app has just started input or
  /// output.
  ///
  /// When an engine stops, another app may determine the route, so that further engines stop.
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
        // Our choice: this notification follows the route change, which tells the app whether to continue. It is posted
        // on a different queue.
        notify(app, .audioEngineConfigurationChange, .routeChangedAfter)
        isSettled = false
      }
    }
  }

  /// R12: ends an override when the route for which it was set changes.
  ///
  /// Returns the resulting route.
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

  /// Returns the reason that the app receives.
  ///
  /// The app that caused the change receives the actual reason; other apps receive a route configuration change.
  ///
  /// When CallKit activates or deactivates a session, the ports change, so `routeConfigurationChange` does not apply.
  /// Source: header of `AVAudioSession.RouteChangeReason`: with `routeConfigurationChange` "the set of input and output
  /// ports has not changed". A log of dictus-ios 353 shows this reason for changes that other apps made, so those
  /// changes keep it.
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

  /// Returns whether the app is notified of the route change.
  ///
  /// By default, an app that activates its session is not notified, because the app can then read the new route itself.
  private func isNotifiedOfRoute(_ app: AppID, isNew: Bool) -> Bool {
    switch routeReason {
    case .categoryChange where app == causer:
      setsCategory || policy.activationPostsRouteChange == .yes
    case .override where app == causer: true
    case .categoryChange, .override:
      isNew && (state[app].isActive || policy.routeChangeAudience == .all)
    // When a hands-free profile has finished opening, the same apps are notified as when it began to open.
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

  /// R11: posts hint changes only to apps that are in the foreground and active, both before and after the event.
  ///
  /// Source: `secondaryAudioShouldBeSilencedHint` and its notification were added in iOS 8.
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

  /// Notifies property observers of apps whose sessions are active both before and after the event.
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

  /// Notifies apps in the voice-prompt mode of a new prompt style, whether or not their sessions are active.
  ///
  /// Source: page of `promptStyle` (iOS 13): "Apps that issue voice prompts should observe changes".
  private mutating func settlePrompts() {
    for app in state.ids where state[app].configuration.mode == .voicePrompt {
      guard phone.system >= .iOS13, state[app].lifecycle.isRunning else { continue }
      let style = (before.promptStyle(for: app), phone.promptStyle(for: app))
      guard style.0 != style.1 else { continue }
      effects.add(.observed(app, .promptStyle(from: style.0, to: style.1)), .observed)
    }
  }

  /// Reports gain changes.
  ///
  /// The gain of an app that is not playing is 0.
  private mutating func settleGains(from previous: Route, to route: Route) {
    for app in state.ids where before.isPlaying(app) || phone.isPlaying(app) {
      let gain = (before.gain(of: app, on: previous), phone.gain(of: app, on: route))
      if gain.0 != gain.1 { effects.add(.gainChanged(app, from: gain.0, to: gain.1), .gain) }
    }
  }
}
