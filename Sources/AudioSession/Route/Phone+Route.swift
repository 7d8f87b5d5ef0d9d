/// The owner of the session that determines the route.
public enum RouteOwner: Hashable, Sendable {
  /// A call that the Phone app hosts.
  case call
  /// The session of an app.
  case app(AppID)
  /// No session. The route is that of the configuration that every process starts with.
  case nobody
}

/// The rank of an active session when the route is decided, lowest first.
package enum RouteStanding: Int, Comparable {
  /// The category does not have input or output.
  case hasNeither
  /// The session is active, but input and output are stopped.
  case isActive
  /// The session's output is running.
  case plays
  /// The session's input is running.
  case records

  package static func < (left: RouteStanding, right: RouteStanding) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Phone {
  /// The current route.
  ///
  /// If the session that determines the route has only input, and policy option `recordAndMixablePeers` lets other
  /// sessions mix with it, another session determines the outputs: the session that would determine the route among the
  /// sessions with output.
  public var currentRoute: Route {
    var route = choice(for: routeOwner).route
    if route.outputs.isEmpty, policy.recordAndMixablePeers == .mix,
      let player = decider(where: { categoryRow(of: $0).hasOutput })
    {
      let beside = choice(for: .app(player)).route
      route.outputs = beside.outputs
      route.outputDevice = beside.outputDevice
    }
    return route
  }

  /// The outputs of the current route, such as `[headphones]`.
  public var outputs: [Port] { currentRoute.outputs.ports }

  /// The inputs of the current route.
  public var inputs: [Port] { currentRoute.inputs.ports }

  /// The owner of the session that determines the route.
  ///
  /// A call takes precedence over apps. Among apps, running input takes precedence over running output, and running
  /// output over a session that is only active. Among sessions of the same rank, the session that started last wins.
  ///
  /// Source: our choice. Apple does not document which of several sessions that mix determines the route. With this
  /// order, a session that is recording has an input, and the order in which apps are listed does not matter.
  public var routeOwner: RouteOwner {
    if let call = state.device.calls.call(in: .active) {
      switch call.host {
      case .phone, .video: return .call
      case .app(let app): if state[app].isActive { return .app(app) }
      }
    }
    return decider { _ in true }.map { .app($0) } ?? .nobody
  }

  /// Returns the app that determines the route among the apps that qualify.
  private func decider(where qualifies: (AppID) -> Bool) -> AppID? {
    var best: (app: AppID, standing: RouteStanding)?
    for app in state.startOrder where qualifies(app) {
      let standing = routeStanding(of: app)
      if let best, standing <= best.standing { continue }
      best = (app, standing)
    }
    return best?.app
  }

  /// Returns the rank of an active session when the route is decided.
  package func routeStanding(of app: AppID) -> RouteStanding {
    if state[app].isInputRunning { return .records }
    if state[app].isOutputRunning { return .plays }
    let row = categoryRow(of: app)
    return row.hasInput || row.hasOutput ? .isActive : .hasNeither
  }

  /// Returns the distinct kinds of inputs that the app's session could use, even while the session is inactive.
  public func availableInputs(for app: AppID) -> [Port] {
    availableInputPorts(for: app).reduce(into: []) { kinds, input in
      if !kinds.contains(input.port) { kinds.append(input.port) }
    }
  }

  /// Returns the inputs that the app's session could use, each with the name of its device.
  ///
  /// Two devices of the same kind are listed as two inputs.
  public func availableInputPorts(for app: AppID) -> [(port: Port, device: String?)] {
    choice(for: .app(app)).availableInputs
  }

  /// Returns whether the app's session could use the input.
  func offers(_ input: PreferredInput, to app: AppID) -> Bool {
    choice(for: .app(app)).offers(input)
  }

  /// Returns the port and the device of the input that the app prefers, or nil.
  public func preferredPort(of app: AppID) -> (port: Port, device: String?)? {
    switch state[app].preferredInput {
    case nil: nil
    case .port(let port): (port, deviceName(of: port))
    case .device(let name):
      availableInputPorts(for: app).first { $0.device == name }
    }
  }

  /// Returns the name of the device that a port belongs to.
  ///
  /// If several devices have the port, the device connected last is used. Returns nil if the device is unnamed.
  public func deviceName(of port: Port) -> String? {
    state.device.connected.newestFirst.first { $0.ports.contains(port) }?.name
  }

  /// `isInputAvailable`: whether an input is available for a session that accepts any input.
  public var isInputAvailable: Bool {
    state.device.hasMicrophone || state.device.connected.ports.intersects(rules.ports.inputs)
  }

  /// The session configuration that a call of the Phone app corresponds to.
  ///
  /// Source: our choice, based on the configurations that calling apps use.
  private static let callConfiguration = SessionConfiguration(
    .playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP])

  /// The configuration of a video call, which uses the speaker.
  ///
  /// Source: header of `AVAudioSessionModeVideoChat`: the mode "will have the side effect of" using the speaker by
  /// default.
  private static let videoCallConfiguration = SessionConfiguration(
    .playAndRecord, mode: .videoChat, options: [.allowBluetoothHFP])

  package func choice(for owner: RouteOwner) -> RouteChoice {
    switch owner {
    case .call:
      choice(
        for: state.device.calls.call(in: .active)?.host == .video
          ? Self.videoCallConfiguration : Self.callConfiguration)
    case .nobody: choice(for: .processDefault)
    case .app(let app):
      choice(
        for: state[app].configuration, overridesToSpeaker: state[app].overridesToSpeaker,
        preferredInput: state[app].preferredInput)
    }
  }

  func choice(
    for configuration: SessionConfiguration, overridesToSpeaker: Bool = false,
    preferredInput: PreferredInput? = nil
  ) -> RouteChoice {
    let connected = state.device.connected.newestFirst
    let isSeveral = configuration.category == .multiRoute
    let pick = isSeveral ? nil : state.device.outputPick
    return RouteChoice(
      configuration: configuration, base: row(configuration.category),
      ports: rules.ports, connected: connected,
      reachable: pick.map { $0.order(connected) } ?? connected, pick: pick,
      isHandsFreeOpening: state.device.isHandsFreeOpening,
      hasMicrophone: state.device.hasMicrophone, hasReceiver: platform.hasReceiver,
      overridesToSpeaker: overridesToSpeaker || pick == .speaker, preferredInput: preferredInput,
      defaultToSpeakerSticks: policy.defaultToSpeakerSticky == .yes,
      keepsHandsFree: policy.builtInMicBesideHFP == .keepsOutput)
  }
}
