/// R11, R12 and R13: what follows from any event for routes, hints, observers and gains.
extension Transition {
  /// Compares the phone after the event with the one before it.
  mutating func settle() {
    let isSame =
      phone.state.apps == before.state.apps && phone.state.device == before.state.device
    if isSame, !postsRouteAnyway { return }
    settleRoute()
    settleHints()
    settleObserved()
    settleGains()
  }

  /// R12: an override ends with the route it was made for.
  private mutating func settleRoute() {
    if state.device.isMediaServerDown { return }
    let previous = before.currentRoute
    var route = phone.currentRoute
    if route != previous, routeReason != .override {
      clearOverrides()
      route = phone.currentRoute
    }
    let isSilent = routeReason == .unknown
    guard route != previous || postsRouteAnyway, !isSilent else { return }
    let isNone = route.outputs.isEmpty && route.inputs.isEmpty
    for app in state.ids where hears(app, isNew: route != previous) {
      let reason = isNone ? .noSuitableRouteForCategory : reason(for: app)
      tell(app, .routeChange(reason, previous: previous), routePhase)
    }
  }

  /// Whoever caused the change is told why; for others somebody reconfigured the route.
  private func reason(for app: AppID) -> RouteChangeReason {
    switch routeReason {
    case .categoryChange, .override:
      app == causer ? routeReason : .routeConfigurationChange
    case .unknown, .newDeviceAvailable, .oldDeviceUnavailable, .wakeFromSleep,
      .noSuitableRouteForCategory, .routeConfigurationChange:
      routeReason
    }
  }

  /// An app knows what its own activation brings: it asks for the route then.
  private func hears(_ app: AppID, isNew: Bool) -> Bool {
    switch routeReason {
    case .categoryChange where app == causer:
      setsCategory || policy[.activationPostsRouteChange] == .yes
    case .override where app == causer: true
    case .categoryChange, .override:
      isNew && (state[app].isActive || policy[.routeChangeAudience] == .all)
    case .unknown, .newDeviceAvailable, .oldDeviceUnavailable, .wakeFromSleep,
      .noSuitableRouteForCategory, .routeConfigurationChange:
      true
    }
  }

  private var routePhase: EffectPhase {
    if policy[.routeQueue] == .before { return .routeChangedBefore }
    return policy[.routeQueue] == .after ? .routeChangedAfter : .routeChanged
  }

  /// R11: edges reach only who is in the foreground and active, before and after.
  private mutating func settleHints() {
    for app in state.ids where hearsHint(app, in: before) && hearsHint(app, in: phone) {
      let was = before.secondaryAudioShouldBeSilenced(for: app)
      let isNow = phone.secondaryAudioShouldBeSilenced(for: app)
      if was != isNow { tell(app, .silenceSecondaryAudioHint(isNow ? .begin : .end), .hint) }
    }
  }

  private func hearsHint(_ app: AppID, in phone: Phone) -> Bool {
    phone.state[app].lifecycle == .foreground && phone.state[app].isActive
  }

  /// Observers are told of apps that are active before and after.
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
  }

  private mutating func settleGains() {
    for app in state.ids where before.state[app].isActive || state[app].isActive {
      let gain = (before.gain(of: app), phone.gain(of: app))
      if gain.0 != gain.1 { effects.add(.gainChanged(app, from: gain.0, to: gain.1), .gain) }
    }
  }
}
