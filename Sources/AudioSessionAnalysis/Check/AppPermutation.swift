package import AudioSession

/// A reordering of a phone's apps, which must not change the behavior.
///
/// Renames an app everywhere: in the state, in events, and in effects.
struct AppPermutation {
  /// The number of apps, whose order the permutation reverses.
  let count: Int

  /// Returns the position of an app in the reversed order.
  func callAsFunction(_ app: AppID) -> AppID {
    app.index < count ? AppID(count - 1 - app.index) : app
  }

  private func optional(_ app: AppID?) -> AppID? { app.map { self($0) } }

  /// Renames the apps in a state.
  func callAsFunction(_ state: PhoneState) -> PhoneState {
    var device = state.device
    device.nowPlaying = optional(device.nowPlaying)
    device.calls.first = device.calls.first.map { self($0) }
    device.calls.second = device.calls.second.map { self($0) }
    var permuted = PhoneState(
      device: device, apps: state.apps.reversed().map { self($0) },
      mailbox: state.mailbox.map { Letter(self($0.app), $0.notification) })
    permuted.notified = Set(
      state.notified.map { NotificationSubject(optional($0.app), $0.about) })
    permuted.startOrder = StartOrder(oldestFirst: state.startOrder.reversed().map { self($0) })
    return permuted
  }

  private func callAsFunction(_ app: AppState) -> AppState {
    var permuted = app
    permuted.refusedBy = self(app.refusedBy)
    if case .interrupted(var interruption) = app.activity {
      interruption.sources = self(interruption.sources)
      permuted.activity = .interrupted(interruption)
    }
    return permuted
  }

  private func callAsFunction(_ sources: InterruptionSources) -> InterruptionSources {
    var permuted = sources.subtracting(.allApps)
    for app in sources.apps { permuted.formUnion(.app(self(app))) }
    return permuted
  }

  private func callAsFunction(_ call: Call) -> Call {
    guard case .app(let app) = call.host else { return call }
    var permuted = call
    permuted.host = .app(self(app))
    return permuted
  }

  /// Renames the owner of the route.
  func callAsFunction(_ owner: RouteOwner) -> RouteOwner {
    if case .app(let app) = owner { .app(self(app)) } else { owner }
  }

  /// Renames the apps in an event.
  func callAsFunction(_ event: SessionEvent) -> SessionEvent {
    switch event {
    case .app(let app, let event): .app(self(app), event)
    case .phone(let event): .phone(self(event))
    }
  }

  private func callAsFunction(_ event: PhoneEvent) -> PhoneEvent {
    event.app.map { event.about(self($0)) } ?? event
  }

  /// Renames the apps in an effect.
  func callAsFunction(_ effect: SessionEffect) -> SessionEffect {
    switch effect {
    case .ioStopped(let app, let direction, let reason): .ioStopped(self(app), direction, reason)
    case .ioStarted(let app, let direction): .ioStarted(self(app), direction)
    case .observed(let app, let change): .observed(self(app), change)
    case .notified(let app, let notification): .notified(self(app), notification)
    case .queued(let app, let notification): .queued(self(app), notification)
    case .remoteCommand(let app, let command): .remoteCommand(self(app), command)
    case .remoteDeferred(let app, let command): .remoteDeferred(self(app), command)
    case .callKit(let app, let message): .callKit(self(app), message)
    case .arSession(let app, let message): .arSession(self(app), message)
    case .haptic(let app, let verdict): .haptic(self(app), verdict)
    case .sound(let app, let sound, let verdict): .sound(optional(app), sound, verdict)
    case .notificationPlaced(let app, let place): .notificationPlaced(self(app), place)
    case .vibration(let app, let verdict): .vibration(optional(app), verdict)
    case .lifecycleChanged(let app, let lifecycle): .lifecycleChanged(self(app), lifecycle)
    case .gainChanged(let app, let from, let to): .gainChanged(self(app), from: from, to: to)
    case .callResult(let app, let error): .callResult(self(app), error)
    case .remoteIgnored: effect
    }
  }
}

extension Phone {
  /// Returns the same phone with its apps in the opposite order.
  func permuted(_ permutation: AppPermutation) -> Phone {
    var permuted = self
    permuted.state = permutation(state)
    return permuted
  }

  /// Returns whether the other phone is this phone with its apps in the opposite order, and both have the same
  /// derived values.
  ///
  /// Undelivered notifications are compared app by app, because the order in which two apps are notified of one
  /// event is not defined.
  func isSame(_ other: Phone, permuted permutation: AppPermutation) -> Bool {
    var (mine, theirs) = (permutation(state), other.state)
    for app in theirs.ids {
      let letters = (
        mine.mailbox.filter { $0.app == app }, theirs.mailbox.filter { $0.app == app }
      )
      if letters.0 != letters.1 { return false }
    }
    mine.mailbox = []
    theirs.mailbox = []
    return mine == theirs && currentRoute == other.currentRoute
      && permutation(routeOwner) == other.routeOwner && buttonVolume == other.buttonVolume
      && remoteTarget.map { permutation($0) } == other.remoteTarget
  }

  /// Repeats a step and returns the laws that this shows to be broken.
  ///
  /// The step is repeated with the apps in the opposite order and, if it is a successful call, as a second call.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - before: The phone before the event.
  ///   - effects: The effects that `handle` returned for the event.
  ///   - handle: Applies an event to a phone in the same way as in this step. Returns nil if the event is rejected.
  /// - Returns: The broken laws.
  package func brokenLaws(
    after event: SessionEvent, from before: Phone, _ effects: [SessionEffect],
    by handle: (inout Phone, SessionEvent) -> [SessionEffect]? = { try? $0.handle($1) }
  ) -> [Invariant] {
    var broken: [Invariant] = []
    let permutation = AppPermutation(count: state.apps.count)
    var other = before.permuted(permutation)
    let others = handle(&other, permutation(event))
    if others.map({ Self.areSame(effects.map { permutation($0) }, $0, apps) }) != true
      || !isSame(other, permuted: permutation)
    {
      broken.append(.orderOfAppsIsNothing)
    }
    if event.caller != nil, effects.contains(where: \.isSuccess) {
      var again = self
      let second = handle(&again, event)
      var (first, last) = (state, again.state)
      first.mailbox = []
      last.mailbox = []
      if second?.contains(where: \.isSuccess) != true || first != last {
        broken.append(.secondCallChangesNothing)
      }
    }
    return broken
  }

  /// Returns whether the effects for each app, and the effects without an app, are the same and in the same order.
  private static func areSame(
    _ effects: [SessionEffect], _ others: [SessionEffect], _ apps: AppIDs
  ) -> Bool {
    guard effects.count == others.count else { return false }
    let everyone = apps.map(Optional.some) + [nil]
    return everyone.allSatisfy { app in
      effects.filter { $0.app == app } == others.filter { $0.app == app }
    }
  }
}

extension SessionEffect {
  /// Whether the effect is the result of a successful call.
  fileprivate var isSuccess: Bool { if case .callResult(_, nil) = self { true } else { false } }

  /// The app that the effect is about, or nil.
  fileprivate var app: AppID? {
    switch self {
    case .ioStopped(let app, _, _), .ioStarted(let app, _), .observed(let app, _),
      .notified(let app, _), .queued(let app, _), .remoteCommand(let app, _),
      .remoteDeferred(let app, _), .callKit(let app, _), .arSession(let app, _),
      .haptic(let app, _),
      .notificationPlaced(let app, _), .lifecycleChanged(let app, _), .gainChanged(let app, _, _),
      .callResult(let app, _):
      app
    case .sound(let app, _, _), .vibration(let app, _): app
    case .remoteIgnored: nil
    }
  }
}
