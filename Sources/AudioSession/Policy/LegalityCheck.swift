/// Checks a configuration against the legality matrix.
package struct LegalityCheck {
  let rows: [LegalityRow]
  let system: SystemRelease
  let platform: Platform
  let policy: AudioPolicy

  /// Returns the verdict on the configuration.
  ///
  /// The first cell that refuses the configuration decides.
  func verdict(on configuration: SessionConfiguration) -> LegalityVerdict {
    var accepted = configuration
    var reasons: [String] = []
    // Iterate by index: a row contains policy options, and copying them takes longer than finding the rows that apply.
    for index in rows.indices where names(rows[index].subject, in: configuration) {
      let row = rows[index]
      let legality = row[configuration.category]
      var refusal = refusal(of: legality, in: configuration)
      if !system.has(row.since) { refusal = .badParam }
      if row.subject == .longForm, refusal == nil, !suitsLongForm(configuration) {
        refusal = policy.illegalPolicy == .ignore ? nil : .badParam
        if refusal == nil { accepted.policy = .default }
      }
      if let refusal {
        return LegalityVerdict(
          error: refusal, accepted: configuration, reason: reason(of: row, in: configuration))
      }
      if isIgnored(legality) {
        reasons.append("\(row.subject.label) with \(configuration.category.name) is ignored")
        drop(row.subject, from: &accepted)
      }
    }
    if configuration.policy == .independent {
      return LegalityVerdict(
        error: .badParam, accepted: configuration,
        reason: "only the system may set the policy 'independent'")
    }
    return LegalityVerdict(
      error: nil, accepted: accepted, reason: reasons.joined(separator: "; "))
  }

  /// Returns the error of one subject with the configuration's category, or nil.
  func refusal(of subject: LegalitySubject, in configuration: SessionConfiguration)
    -> SessionErrorCode?
  {
    guard let row = rows.first(where: { $0.subject == subject }) else { return nil }
    return refusal(of: row[configuration.category], in: configuration)
  }

  private func names(_ subject: LegalitySubject, in configuration: SessionConfiguration) -> Bool {
    switch subject {
    case .option(let option): configuration.options.isSuperset(of: option)
    case .mode(let mode): configuration.mode == mode
    case .longForm: configuration.policy.isLongForm
    case .speakerOverride, .inputSetter: false
    }
  }

  package func refusal(of legality: Legality, in configuration: SessionConfiguration)
    -> SessionErrorCode?
  {
    let hasHFP = configuration.options.contains(.allowBluetoothHFP)
    switch legality {
    case .allowed, .implied, .ignored: return nil
    case .inDefaultMode: return configuration.mode == .default ? nil : .badParam
    case .withHFP: return hasHFP ? nil : .badParam
    case .inDualRoute: return configuration.mode == .dualRoute ? nil : .badParam
    case .inDualRouteWithHFP:
      return configuration.mode == .dualRoute && hasHFP ? nil : .badParam
    case .decided(let option, let error):
      return option.ruling(by: policy) == .refused ? error : nil
    case .acceptedOnSimulator(let option, let error):
      if platform == .simulator, option.ruling(by: policy) == .accepted { return nil }
      return number(of: error)
    case .refused(let error): return number(of: error)
    }
  }

  /// The error according to the policy.
  ///
  /// Only setting AirPlay explicitly where that is not allowed can cause an unspecified error.
  private func number(of error: SessionErrorCode) -> SessionErrorCode {
    error == .unspecified && policy.airPlayWithPlayback == .badParam ? .badParam : error
  }

  private func isIgnored(_ legality: Legality) -> Bool {
    if case .decided(let option, _) = legality { return option.ruling(by: policy) == .ignored }
    return legality == .ignored
  }

  /// The modes that long-form policies accept.
  static let longFormModes: [SessionMode] = [.default, .moviePlayback, .spokenAudio]

  private func suitsLongForm(_ configuration: SessionConfiguration) -> Bool {
    configuration.options.isEmpty && Self.longFormModes.contains(configuration.mode)
  }

  private func drop(_ subject: LegalitySubject, from configuration: inout SessionConfiguration) {
    switch subject {
    case .option(let option): configuration.options.subtract(option)
    case .mode: configuration.mode = .default
    case .longForm: configuration.policy = .default
    case .speakerOverride, .inputSetter: break
    }
  }
}

extension Phone {
  /// The check that `setCategory` applies to configurations on this phone.
  package var legality: LegalityCheck {
    LegalityCheck(
      rows: rules.tables.legality, system: rules.release, platform: platform, policy: policy)
  }

  /// The verdict on a configuration that an app requests.
  public func verdict(on configuration: SessionConfiguration) -> LegalityVerdict {
    legality.verdict(on: configuration)
  }
}

/// The verdict on a requested configuration.
public struct LegalityVerdict: Hashable, Sendable {
  /// The error, or nil if the configuration is accepted.
  public let error: SessionErrorCode?
  /// The configuration that takes effect, without any ignored values.
  public let accepted: SessionConfiguration
  /// The reason for a refusal or a change, in words; empty if the configuration is accepted unchanged.
  public let reason: String
}

extension LegalityCheck {
  /// Returns the reason why `row` refuses the configuration on this phone, in words.
  func reason(of row: LegalityRow, in configuration: SessionConfiguration) -> String {
    let category = configuration.category.name
    let subject =
      row.subject == .longForm ? "policy \(configuration.policy.name)" : row.subject.name
    if !system.has(row.since) { return "\(subject) requires iOS \(row.since) or later" }
    let refused = "\(subject) is not valid with \(category)"
    let onlySome = "\(subject) is valid with \(category) only"
    switch row[configuration.category] {
    case .inDefaultMode: return "\(onlySome) in mode default"
    case .withHFP: return "\(onlySome) together with allowBluetoothHFP"
    case .inDualRoute: return hasDualRoute ? "\(onlySome) in mode dualRoute" : refused
    case .inDualRouteWithHFP:
      return "\(onlySome) in mode dualRoute together with allowBluetoothHFP"
    case .decided(let decider, _): return "\(refused) (policy option \(decider.option.key))"
    case .acceptedOnSimulator(let decider, _):
      return platform == .simulator
        ? "\(refused) (policy option \(decider.option.key))" : "\(refused) on a device"
    case .refused: return refused
    case .allowed, .implied, .ignored:
      if row.subject == .longForm, !configuration.options.isEmpty {
        return "\(subject) does not accept options"
      }
      let modes = Self.longFormModes.map(\.name).joined(separator: ", ")
      return "\(subject) is valid with the modes \(modes) only"
    }
  }

  /// Whether the system has the dual-route mode, which some options need.
  package var hasDualRoute: Bool {
    rows.contains { $0.subject == .mode(.dualRoute) && system.has($0.since) }
  }
}

extension LegalitySubject {
  fileprivate var name: String {
    switch self {
    case .option: "option \(label)"
    case .mode, .longForm, .speakerOverride, .inputSetter: label
    }
  }
}
