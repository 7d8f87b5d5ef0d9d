extension Phone {
  /// What each route sharing policy goes with.
  var policiesTable: PolicyTable {
    PolicyTable(
      name: "policies",
      title: "with whom a session shares its route: what each policy goes with",
      columns: ["number", "categories", "modes", "options", "otherwise"],
      rows: RouteSharingPolicy.allCases.map { policy in
        let evidence = policy.tableEvidence
        let taken = legalConfigurations(with: policy)
        var cells = [PolicyTable.Cell("\(policy.rawValue)", policy.numberEvidence)]
        cells += [
          PolicyTable.Cell(
            names(taken.map(\.category.name), of: SessionCategory.allCases.count), evidence),
          PolicyTable.Cell(names(taken.map(\.mode.name), of: SessionMode.allCases.count), evidence),
          PolicyTable.Cell(takesOptions(policy, taken) ? "as the category" : "none", evidence),
          PolicyTable.Cell(refusal(of: policy), evidence),
        ]
        return PolicyTable.Row(label: policy.name, cells: cells)
      })
  }

  /// Every category in every mode that the policy goes with, without options but those a mode needs.
  private func legalConfigurations(with policy: RouteSharingPolicy) -> [SessionConfiguration] {
    Self.everyCategoryAndMode(policy).filter {
      let verdict = verdict(on: $0)
      return verdict.error == nil && verdict.accepted.policy == policy
    }
  }

  private static func everyCategoryAndMode(
    _ policy: RouteSharingPolicy
  ) -> [SessionConfiguration] {
    SessionCategory.allCases.flatMap { category in
      SessionMode.allCases.map { mode in
        SessionConfiguration(
          category, mode: mode, policy: policy,
          options: mode == .dualRoute ? .allowBluetoothHFP : [])
      }
    }
  }

  private func names(_ names: [String], of count: Int) -> String {
    let distinct = names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element)
    if distinct.isEmpty { return "none" }
    return distinct.count == count ? "all" : distinct.joined(separator: ", ")
  }

  private func takesOptions(
    _ policy: RouteSharingPolicy, _ taken: [SessionConfiguration]
  ) -> Bool {
    taken.contains { configuration in
      CategoryOptions.named.contains { _, option in
        var wanted = configuration
        wanted.options = option
        let verdict = verdict(on: wanted)
        return verdict.error == nil && verdict.accepted.policy == policy
      }
    }
  }

  /// What a category gives that the policy does not go with.
  private func refusal(of policy: RouteSharingPolicy) -> String {
    let wrong = SessionConfiguration(.soloAmbient, policy: policy)
    let verdict = verdict(on: wrong)
    if let error = verdict.error { return error.fourCharacters }
    return verdict.accepted.policy == policy ? "nothing" : "ignored"
  }
}

extension RouteSharingPolicy {
  fileprivate var numberEvidence: Evidence {
    Evidence(.header, note: "AVAudioSession.RouteSharingPolicy")
  }

  fileprivate var tableEvidence: Evidence {
    guard isLongForm else { return numberEvidence }
    let row = LegalityRow.table.first { $0.subject == .longForm }
    return (row?.evidence ?? numberEvidence).and(\.illegalPolicy)
  }
}
