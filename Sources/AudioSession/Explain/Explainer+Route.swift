extension Explainer {
  /// Where the app's route comes from, which is the phone's.
  mutating func explainRoute() -> String {
    let decision = phone.choice(for: phone.routeOwner).decision
    explainOwner()
    let outputs = names(phone.outputs)
    let inputs = names(phone.inputs)
    if let reason = decision.output {
      explain(reason, "sound goes to \(outputs)")
    } else if outputs.isEmpty {
      explainNone(.output)
    } else {
      because(.recordAndMixablePeers, is: "sound goes to \(outputs) for who plays beside it")
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

  private func names(_ ports: [Port]) -> String {
    ports.map(\.shortName).joined(separator: ", ")
  }

  /// The category that decides.
  private var decidingCategory: SessionCategory {
    phone.choice(for: phone.routeOwner).configuration.category
  }

  private mutating func explainOwner() {
    let evidence = Evidence(.assumed, note: "whose session wins is our choice")
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
        let category = explainer.decidingCategory.name
        explainer.becauseOfFact("\(explainer.whose(app)) category is \(category)")
      }
    }
  }

  private mutating func explainNone(_ direction: IODirection) {
    let category = decidingCategory
    let row = CategoryRow[category]
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
      becauseOfFact("\(what), as the app has overridden its output to the speaker") {
        $0.because(.route)
      }
    case .preferred: becauseOfFact("\(what), as the app prefers that") { $0.because(.route) }
    case .newest: because("\(what), which was connected last and is eligible", .rule(.route))
    case .besideInput: because("\(what), as a hands-free input takes it along", .rule(.route))
    case .beatsStereo: because("\(what), as hands-free beats stereo of one device", .rule(.route))
    case .defaultsToSpeaker:
      because("\(what) by defaultToSpeaker, as nothing else is eligible", .rule(.route)) {
        $0.because(.defaultToSpeakerSticky, is: "what is connected would win")
      }
    case .sticksToSpeaker:
      because(.defaultToSpeakerSticky, is: "\(what) by defaultToSpeaker, whatever is connected")
    case .atEar:
      because(
        "\(what), as \(category) plays at the ear where nothing else is eligible",
        .category(decidingCategory))
    case .builtIn: because("\(what), as nothing else is eligible", .rule(.route))
    case .several: because("\(what): several at once", .category(decidingCategory))
    }
  }
}
