extension LegalityCheck {
  /// Why `row` refuses the configuration on this phone, in words.
  func reason(of row: LegalityRow, in configuration: SessionConfiguration) -> String {
    let category = configuration.category.name
    let subject =
      row.subject == .longForm ? "policy \(configuration.policy.name)" : row.subject.name
    if row.since > system { return "\(subject) is there from version \(row.since.rawValue) on" }
    let refused = "\(subject) does not go with \(category)"
    let onlySome = "\(subject) goes with \(category) only"
    switch row[configuration.category] {
    case .inDefaultMode: return "\(onlySome) in mode default"
    case .withHFP: return "\(onlySome) together with allowBluetoothHFP"
    case .inDualRoute: return hasDualRoute ? "\(onlySome) in mode dualRoute" : refused
    case .inDualRouteWithHFP:
      return "\(onlySome) in mode dualRoute together with allowBluetoothHFP"
    case .decided(let decider, _): return "\(refused), by knob \(decider.option.key)"
    case .acceptedOnSimulator(let decider, _):
      return platform == .iosSimulator
        ? "\(refused), by knob \(decider.option.key)" : "\(refused) on a device"
    case .refused: return refused
    case .allowed, .implied:
      if row.subject == .longForm, !configuration.options.isEmpty {
        return "\(subject) takes no options"
      }
      let modes = Self.longFormModes.map(\.name).joined(separator: ", ")
      return "\(subject) goes with the modes \(modes) only"
    }
  }

  /// Whether there is the mode that some options need.
  var hasDualRoute: Bool {
    rows.contains { $0.subject == .mode(.dualRoute) && $0.since <= system }
  }
}

extension LegalitySubject {
  /// What it is, and its name.
  fileprivate var name: String {
    switch self {
    case .option: "option \(label)"
    case .mode, .longForm, .speakerOverride, .inputSetter: label
    }
  }
}
