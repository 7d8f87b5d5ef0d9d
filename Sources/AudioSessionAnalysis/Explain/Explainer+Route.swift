internal import AudioSession

extension Explainer {
  /// Where the app's route comes from, which is the phone's.
  mutating func explainRoute() -> String {
    let decision = phone.choice(for: phone.routeOwner).decision
    explainOwner()
    let route = phone.currentRoute
    let outputs = names(phone.outputs, of: route.outputDevice)
    let inputs = names(phone.inputs, of: route.inputDevice)
    if let reason = decision.output {
      explain(reason, "sound goes to \(outputs)")
    } else if outputs.isEmpty {
      explainNone(.output)
    } else {
      because(\.recordAndMixablePeers, is: "sound goes to \(outputs) for apps that mix with it")
    }
    if let reason = decision.input {
      explain(reason, "sound comes from \(inputs)")
    } else {
      explainNone(.input)
    }
    let to = outputs.isEmpty ? "no output" : outputs
    let from = inputs.isEmpty ? "no input" : inputs
    return "the route for \(subjectName) is \(to) and \(from)"
  }

  private func names(_ ports: [Port], of device: String?) -> String {
    ports.map(\.shortName).joined(separator: ", ") + (device.map { " of \($0)" } ?? "")
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
        let category = explainer.decidingCategory.name
        explainer.becauseOfFact("\(explainer.whose(app)) category is \(category)")
      }
    }
  }

  /// What its session is ahead of the others by, in the order in which that counts.
  private mutating func explainPrecedence(of owner: AppID) {
    let ownerName = name(of: owner)
    if phone.hostsActiveCall(owner) {
      becauseOfFact("\(ownerName) hosts the call that is active")
      return
    }
    let others = phone.apps.filter { $0 != owner && state[$0].isActive }
    if others.isEmpty { becauseOfFact("no other session is active") }
    let standing = phone.routeStanding(of: owner)
    for other in others {
      let otherName = name(of: other)
      if phone.routeStanding(of: other) < standing {
        becauseOfFact("\(ownerName) \(standing.words), and \(otherName) does not")
        continue
      }
      switch standing {
      case .records, .plays:
        becauseOfFact(
          "\(otherName) \(standing.words) as well, and \(ownerName) was the last to start something"
        )
      case .isActive, .hasNeither:
        becauseOfFact(
          "\(otherName) is active as well, nothing of either runs, and \(ownerName) was the last to "
            + "start something")
      }
    }
  }

  /// What the session that decides is called.
  private var decider: String {
    guard case .app(let app) = phone.routeOwner else { return "the call" }
    return name(of: app)
  }

  private mutating func explainNone(_ direction: IODirection) {
    let category = decidingCategory
    let row = phone.row(category)
    switch direction {
    case .output: because("\(category.name) has no output", .category(category))
    case .input where row.hasInput: becauseOfFact("there is no microphone")
    case .input: because("\(category.name) has no input", .category(category))
    }
  }

  private mutating func explain(_ reason: RouteReason, _ what: String) {
    let category = decidingCategory.name
    switch reason {
    case .overridden:
      becauseOfFact("\(what), as \(decider) has overridden its output to the speaker") {
        $0.because(
          "an override to the speaker goes before all until the route changes", .rule(.route),
          Evidence(.answer("QA1754")))
      }
    case .picked:
      becauseOfFact("\(what), which the user has picked") {
        $0.because(
          "what the user picks goes before what came last, until it has gone", .rule(.route),
          Evidence(.ours("how long a pick lasts is not published")))
      }
    case .preferred:
      becauseOfFact("\(what), which \(decider) prefers") {
        $0.because(
          "a preferred input goes before all others", .rule(.route),
          Evidence(.page("setPreferredInput(_:)")))
      }
    case .connected: because("\(what), which is connected and eligible", .rule(.route))
    case .newest:
      because("\(what), the last to be connected of what is eligible", .rule(.route))
    case .besideInput: because("\(what), as a hands-free input takes it along", .rule(.route))
    case .profile:
      because("\(what), the profile of that device that \(category) asks for", .rule(.route))
    case .defaultsToSpeaker:
      because("\(what) by defaultToSpeaker, as nothing else is eligible", .rule(.route)) {
        $0.because(\.defaultToSpeakerSticky, is: "what is connected would win")
      }
    case .sticksToSpeaker:
      because(\.defaultToSpeakerSticky, is: "\(what) by defaultToSpeaker, whatever is connected")
    case .atEar:
      because(
        "\(what), as \(category) plays at the ear where nothing else is eligible",
        .category(decidingCategory))
    case .builtIn: because("\(what), as nothing else is eligible", .rule(.route))
    case .several: because("\(what): several at once", .category(decidingCategory))
    }
  }
}

extension RouteStanding {
  /// What an app does by it.
  fileprivate var words: String {
    switch self {
    case .hasNeither, .isActive: "has input or output"
    case .plays: "plays"
    case .records: "records"
    }
  }
}
