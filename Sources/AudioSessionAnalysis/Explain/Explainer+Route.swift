internal import AudioSession

extension Explainer {
  /// Where the app's route comes from, which is the phone's.
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

  /// The ports of one direction of the route, with the device they belong to.
  private func names(of direction: IODirection) -> String {
    let route = phone.currentRoute
    let (ports, device) =
      switch direction {
      case .output: (phone.outputs, route.outputDevice)
      case .input: (phone.inputs, route.inputDevice)
      }
    return ports.map(\.shortName).joined(separator: ", ") + (device.map { " of \($0)" } ?? "")
  }

  /// Where sound goes, or where it comes from.
  func way(of direction: IODirection) -> String {
    switch direction {
    case .output: "sound goes to \(names(of: direction))"
    case .input: "sound comes from \(names(of: direction))"
    }
  }

  /// The category that decides.
  private var decidingCategory: SessionCategory {
    phone.choice(for: phone.routeOwner).configuration.category
  }

  private mutating func explainOwner() {
    let evidence = Evidence(.ours("whose session decides is not published"))
    switch phone.routeOwner {
    case .call: because("a call decides about the route", .rule(.route), evidence)
    case .nobody:
      because(
        "no session is active, and the route is that of \(decidingCategory.name)", .rule(.route),
        evidence)
    case .app(let app):
      because(
        "\(whose(app)) session decides about the route", .rule(.route), evidence
      ) { explainer in
        explainer.explainPrecedence(of: app)
        explainer.because(.category(app, explainer.decidingCategory))
      }
    }
  }

  /// What its session is ahead of the others by, in the order in which that counts.
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

  /// What the session that decides is called.
  var routeDecider: String {
    guard case .app(let app) = phone.routeOwner else { return "the call" }
    return name(of: app)
  }

  private mutating func explainNone(_ direction: IODirection) {
    let category = decidingCategory
    let row = phone.row(category)
    switch direction {
    case .output: because("\(category.name) has no output", .category(category))
    case .input where row.hasInput: because(.hasNoMicrophone)
    case .input: because("\(category.name) has no input", .category(category))
    }
  }

  private mutating func explain(_ reason: RouteReason, of direction: IODirection) {
    let what = way(of: direction)
    switch reason {
    case .overridden:
      because(
        .isOverridden(direction),
        as: "an override to the speaker goes before all until the route changes",
        .answer("QA1754"))
    case .picked:
      because(
        .isPicked(direction),
        as: "what the user picks goes before what came last, until "
          + (device.pickedForCall == nil ? "it has gone" : "the call is over"),
        .ours("how long a pick lasts is not published"))
    case .preferred:
      because(
        .isPreferred(direction), as: "a preferred input goes before all others",
        .page("setPreferredInput(_:)"))
    case .connected: because("\(what), which is connected and eligible", .rule(.route))
    case .newest: because("\(what), the newest device of what is eligible", .rule(.route))
    case .besideInput: because("\(what), as a hands-free input takes it along", .rule(.route))
    case .profile:
      because(
        "\(what), the profile of that device that \(decidingCategory.name) asks for", .rule(.route))
    case .defaultsToSpeaker:
      because("\(what) by defaultToSpeaker, as \(nothingElse)", .rule(.route)) {
        $0.because(\.defaultToSpeakerSticky, is: "what is connected would win")
      }
    case .sticksToSpeaker:
      because(\.defaultToSpeakerSticky, is: "\(what) by defaultToSpeaker, whatever is connected")
    case .atEar:
      because(
        "\(what), as \(decidingCategory.name) plays at the ear where \(nothingElse)",
        .category(decidingCategory))
    case .builtIn: because("\(what), as \(nothingElse)", .rule(.route))
    case .several:
      because("\(what): several at once", .category(decidingCategory), evidenceOfSeveral)
    }
    if direction == .output { explainEarphones() }
  }

  private var nothingElse: String {
    "nothing else is eligible"
      + (device.isHandsFreeOpening ? " until the hands-free profile is open" : "")
  }

  /// What says that several outputs are used at once, if not the category.
  private var evidenceOfSeveral: Evidence? {
    guard phone.choice(for: phone.routeOwner).configuration.mode == .dualRoute else { return nil }
    return Evidence(
      .types(
        "AVAudioSessionModeDualRoute: the primary route \"is always the built-in "
          + "microphone/speaker\""))
  }

  /// Adds that a choice decides, and the rule by which it does.
  private mutating func because(_ choice: ExplainedFact, as rule: String, _ source: Citation) {
    because(choice) { $0.because(rule, .rule(.route), Evidence(source)) }
  }

  /// That the earphones are not used because they are out of the ears.
  private mutating func explainEarphones() {
    guard case .outOfEars(let earphones) = device.earphones else { return }
    because(.areOutOfEars(earphones.name)) {
      $0.because(
        "earphones are not used until one is back in an ear", .rule(.route),
        Evidence(.log("tomsguide.com, How to use AirPods: the phone's speaker plays")))
    }
  }
}
