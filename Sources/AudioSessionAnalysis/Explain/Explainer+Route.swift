internal import AudioSession

extension Explainer {
  /// Explains the app's route, which is the phone's route.
  mutating func explainRoute() -> String {
    let decision = phone.choice(for: phone.routeOwner).decision
    explainOwner()
    let outputs = names(of: .output)
    let inputs = names(of: .input)
    if let reason = decision.output {
      explain(reason, of: .output)
    } else if outputs.isEmpty {
      explainNone(.output)
    } else {
      because(\.recordAndMixablePeers, is: "\(way(of: .output)) for apps that mix with it")
    }
    if let reason = decision.input {
      explain(reason, of: .input)
    } else {
      explainNone(.input)
    }
    let to = outputs.isEmpty ? "no output" : outputs
    let from = inputs.isEmpty ? "no input" : inputs
    return "the route for \(subjectName) is \(to) and \(from)"
  }

  /// The ports of one direction of the route, with the name of their device.
  private func names(of direction: IODirection) -> String {
    let route = phone.currentRoute
    let (ports, device) =
      switch direction {
      case .output: (phone.outputs, route.outputDevice)
      case .input: (phone.inputs, route.inputDevice)
      }
    return ports.map(\.name).joined(separator: ", ") + (device.map { " of \($0)" } ?? "")
  }

  /// A clause that says where sound goes or comes from.
  func way(of direction: IODirection) -> String {
    switch direction {
    case .output: "sound goes to \(names(of: direction))"
    case .input: "sound comes from \(names(of: direction))"
    }
  }

  /// The category that decides the route.
  private var decidingCategory: SessionCategory {
    phone.choice(for: phone.routeOwner).configuration.category
  }

  private mutating func explainOwner() {
    let evidence = Evidence(.ours("which session decides is not published"))
    switch phone.routeOwner {
    case .call: because("a call decides the route", .rule(.route), evidence)
    case .nobody:
      because(
        "no session is active, so the route is that of category \(decidingCategory.name)",
        .rule(.route),
        evidence)
    case .app(let app):
      because(
        "\(whose(app)) session decides the route", .rule(.route), evidence
      ) { explainer in
        explainer.explainPrecedence(of: app)
        explainer.because(.category(app, explainer.decidingCategory))
      }
    }
  }

  /// Explains why the app's session takes precedence over other sessions, in the order of the criteria.
  private mutating func explainPrecedence(of owner: AppID) {
    if phone.hostsActiveCall(owner) {
      because(.hostsActiveCall(owner))
      return
    }
    let others = phone.apps.filter { $0 != owner && state[$0].isActive }
    if others.isEmpty { because(.isOnlySession) }
    let standing = phone.routeStanding(of: owner)
    for other in others {
      let isAhead = phone.routeStanding(of: other) < standing
      because(isAhead ? .outranks(owner, other) : .startedLast(owner, before: other))
    }
  }

  /// The name of the app or call that decides the route.
  var routeDecider: String {
    guard case .app(let app) = phone.routeOwner else { return "the call" }
    return name(of: app)
  }

  private mutating func explainNone(_ direction: IODirection) {
    let category = decidingCategory
    let row = phone.row(category)
    switch direction {
    case .output: because("category \(category.name) does not have output", .category(category))
    case .input where row.hasInput: because(.hasNoMicrophone)
    case .input: because("category \(category.name) does not have input", .category(category))
    }
  }

  // lint: table
  private mutating func explain(_ reason: RouteReason, of direction: IODirection) {
    let what = way(of: direction)
    switch reason {
    case .overridden:
      because(
        .isOverridden(direction),
        as: "an override to the speaker takes precedence until the route changes",
        .answer("QA1754"))
    case .picked:
      because(
        .isPicked(direction),
        as: "the port that the user picks takes precedence over newer devices until "
          + (device.pickedForCall == nil ? "it is disconnected" : "the call ends"),
        .ours("how long a pick lasts is not published"))
    case .preferred:
      because(
        .isPreferred(direction), as: "a preferred input takes precedence over all others",
        .page("setPreferredInput(_:)"))
    case .connected: because("\(what), which is connected and eligible", .rule(.route))
    case .newest: because("\(what), the newest eligible device", .rule(.route))
    case .besideInput: because("\(what), which belongs to the hands-free input", .rule(.route))
    case .profile:
      because(
        "\(what), the device profile that \(decidingCategory.name) requires", .rule(.route))
    case .defaultsToSpeaker:
      because("\(what) through defaultToSpeaker, because \(nothingElse)", .rule(.route)) {
        $0.because(\.defaultToSpeakerSticky, is: "a connected device would take precedence")
      }
    case .sticksToSpeaker:
      because(
        \.defaultToSpeakerSticky,
        is: "\(what) through defaultToSpeaker, even if a device is connected")
    case .atEar:
      because(
        "\(what), because \(decidingCategory.name) plays through the receiver if \(nothingElse)",
        .category(decidingCategory))
    case .builtIn: because("\(what), because \(nothingElse)", .rule(.route))
    case .several:
      because(
        "\(what): several ports are used at the same time", .category(decidingCategory),
        evidenceOfSeveral)
    }
    if direction == .output { explainEarphones() }
  }

  private var nothingElse: String {
    "nothing else is eligible"
      + (device.isHandsFreeOpening ? " until the hands-free profile is open" : "")
  }

  /// The evidence that several outputs are used at the same time; nil if this results from the category.
  private var evidenceOfSeveral: Evidence? {
    guard phone.choice(for: phone.routeOwner).configuration.mode == .dualRoute else { return nil }
    return Evidence(
      .types(
        "AVAudioSessionModeDualRoute: the primary route \"is always the built-in "
          + "microphone/speaker\""))
  }

  /// Adds a choice as the decision, and the rule by which it decides.
  private mutating func because(_ choice: ExplainedFact, as rule: String, _ source: Citation) {
    because(choice) { $0.because(rule, .rule(.route), Evidence(source)) }
  }

  /// Adds that the earphones are not used because both are out of the ears.
  private mutating func explainEarphones() {
    guard case .outOfEars(let earphones) = device.earphones else { return }
    because(.areOutOfEars(earphones.name)) {
      $0.because(
        "earphones are not used until at least one is back in an ear", .rule(.route),
        Evidence(.log("tomsguide.com, How to use AirPods: the phone's speaker plays")))
    }
  }
}
