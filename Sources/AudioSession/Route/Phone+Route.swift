/// Whose session decides about the route.
public enum RouteOwner: Hashable, Sendable {
  /// A call that the Phone app hosts.
  case call
  /// The session of an app.
  case app(AppID)
  /// Nobody: what the process default would get.
  case nobody
}

extension Phone {
  /// Where sound comes from and goes to now.
  ///
  /// While somebody only records and is allowed to be played beside, by the policy
  /// `recordAndMixablePeers`, the outputs are those of the first that plays beside it.
  public var currentRoute: Route {
    var route = choice(for: routeOwner).route
    if route.outputs.isEmpty, policy.recordAndMixablePeers == .mix {
      let player = state.ids.first {
        state[$0].isActive && categoryRow(of: $0).hasOutput
      }
      if let player { route.outputs = choice(for: .app(player)).route.outputs }
    }
    return route
  }

  /// The outputs of the present route, such as `[headphones]`.
  public var outputs: [Port] { currentRoute.outputs.ports }

  /// The inputs of the present route.
  public var inputs: [Port] { currentRoute.inputs.ports }

  /// Whose session decides about the route: a call before apps, input before output, sessions that
  /// do not mix before those that do.
  ///
  /// Source: our choice; Apple does not say whose session wins among several that mix.
  public var routeOwner: RouteOwner {
    if let call = state.device.calls.call(in: .active) {
      switch call.host {
      case .phone: return .call
      case .app(let app): if state[app].isActive { return .app(app) }
      }
    }
    var best: (app: AppID, rank: Int)?
    for app in state.ids where state[app].isActive {
      let traits = traits(of: app)
      // What has neither direction decides only where nobody else is.
      let hasAny = traits.base.hasInput || traits.base.hasOutput
      let rank = hasAny ? 1 + (traits.isMixable ? 0 : 2) + (traits.base.hasInput ? 1 : 0) : 0
      if rank > best?.rank ?? -1 { best = (app, rank) }
    }
    return best.map { .app($0.app) } ?? .nobody
  }

  /// The inputs that the app's session could use, whether active or not.
  public func availableInputs(for app: AppID) -> [Port] {
    choice(for: .app(app)).availableInputs
  }

  /// `isInputAvailable`: there is an input for a session that would take any.
  public var isInputAvailable: Bool {
    state.device.hasMicrophone || state.device.ports.contains(where: rules.ports.inputs.contains)
  }

  /// What a call of the Phone app is, seen as a session.
  ///
  /// Source: our choice, after what calling apps use.
  private static let callConfiguration = SessionConfiguration(
    .playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP])

  package func choice(for owner: RouteOwner) -> RouteChoice {
    switch owner {
    case .call: choice(for: Self.callConfiguration)
    case .nobody: choice(for: .processDefault)
    case .app(let app): choice(for: state[app].configuration, of: state[app])
    }
  }

  func choice(for configuration: SessionConfiguration, of app: AppState? = nil) -> RouteChoice {
    RouteChoice(
      configuration: configuration, base: row(configuration.category),
      ports: rules.ports, connected: state.device.ports,
      hasMicrophone: state.device.hasMicrophone,
      overridesToSpeaker: app?.overridesToSpeaker ?? false,
      preferredInput: app?.preferredInput,
      defaultToSpeakerSticks: policy.defaultToSpeakerSticky == .yes)
  }
}
