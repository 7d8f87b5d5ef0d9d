internal import AudioSession
internal import PhoneRuntime

extension Scenario {
  /// The same with System Haptics off from the beginning, whatever its steps say, and without what it
  /// expects of haptics: the other side of a comparison.
  public var withoutHaptics: Scenario {
    var other = self
    other.setup.device.settings.remove(.haptics)
    other.steps = steps.compactMap { step in
      var step = step
      switch step.content {
      case .settings(let on, let off):
        let rest = on.subtracting(.haptics)
        // What only turned them on does not happen.
        if rest.isEmpty && off.isEmpty { return nil }
        step.content = .settings(on: rest, off: off)
      case .expect(var expectation):
        expectation.apps = expectation.apps.map { expected in
          AppExpectation(app: expected.app, facts: expected.facts.filter { $0.name != "haptics" })
        }
        expectation.device.removeAll { $0.name == "settings" || $0.name == "hapticsEnabled" }
        step.content = .expect(expectation)
      case .app, .event, .notification, .accessibility, .volumes, .pass: break
      }
      return step
    }
    return other
  }
}

/// What differs between two runs of one scenario, besides its haptics.
public struct HapticsComparison: Hashable, Sendable {
  /// How many haptics were played on the first side and are not on the second.
  public let haptics: Int
  /// The lines of the first side's trace that the second does not have at their place, and the other
  /// way round.
  public let onlyFirst: [TraceLine]
  /// The lines that only the second side has.
  public let onlySecond: [TraceLine]

  /// Whether nothing else differs.
  public var isClean: Bool { onlyFirst.isEmpty && onlySecond.isEmpty }

  /// Compares the trace of a run with that of its other side.
  public init(_ first: [TraceLine], _ second: [TraceLine]) {
    haptics = first.count { $0.text == "a haptic \(Narration.words(for: .played))" }
    let difference = second.filter { !$0.isAboutHaptics }
      .difference(from: first.filter { !$0.isAboutHaptics })
    onlyFirst = difference.removals.map(\.line)
    onlySecond = difference.insertions.map(\.line)
  }
}

extension CollectionDifference.Change where ChangeElement == TraceLine {
  fileprivate var line: TraceLine {
    switch self {
    case .insert(_, let line, _), .remove(_, let line, _): line
    }
  }
}

extension TraceLine {
  /// Whether it tells what became of a haptic, the setting itself, or what was expected.
  fileprivate var isAboutHaptics: Bool {
    kind == .expect || text.hasPrefix("a haptic ") || text.hasPrefix("the haptic ")
      || text.hasPrefix("a vibration ") || text.hasPrefix("the vibration ")
      || text.hasPrefix("has System Haptics turned")
  }
}
