internal import HapticEngine

/// Rules about patterns that belong together.
enum FolderRules {
  static let rows: [LintRule] = [consistent]

  private static let consistent = LintRule(
    "L-03", "consistent",
    title: "One pattern has one meaning, and one meaning one pattern.",
    why:
      "People link a pattern with what it means; a game that fails a mission with the pattern of a "
      + "level gained confuses them.",
    guideline: "Human Interface Guidelines, Haptics: use haptics consistently",
    advice: "Make the two differ by more than a just noticeable difference, or use one for both.",
    thresholds: [
      .init(
        name: "alike", value: 0.1, unit: "of the time",
        source: "our choice: what differs for less than a tenth of the time feels the same")
    ], inputs: [.folder, .manifest]
  ) { subjects, context in
    let alike = context.value("L-03", "alike")
    return among(subjects.patterns, alike) + BindingRules.inconsistent(subjects, alike)
  }

  /// Pairs that feel the same and are said to mean different things.
  private static func among(_ patterns: [LintedPattern], _ alike: Double) -> [LintHit] {
    let meant = patterns.filter { $0.pattern != nil && $0.meaning != nil }
      .sorted { $0.track.frames.count < $1.track.frames.count }
    var hits: [LintHit] = []
    for (index, one) in meant.enumerated() {
      for two in meant[(index + 1)...] {
        // What is much longer is not alike.
        if two.track.frames.count > one.track.frames.count * 2 + 10 { break }
        guard one.meaning != two.meaning, one.file != two.file, one.sounds == two.sounds,
          one.track.feelsLike(two.track, alike)
        else { continue }
        let (first, second) = one.file < two.file ? (one, two) : (two, one)
        let isOpposite = (one.polarity?.contradicts(two.polarity ?? .neutral)) ?? false
        hits.append(
          second.hit(
            isOpposite ? .error : .warning,
            "it feels like \(first.name), which means \(isOpposite ? "the opposite" : "something else")"
          ))
      }
    }
    return hits
  }
}

extension LintedPattern {
  /// The times and files of its audio events: what is heard distinguishes patterns as well.
  fileprivate var sounds: [String] {
    (pattern?.events ?? []).filter { !$0.type.isHaptic }.map {
      "\($0.type.rawValue) \($0.time) \($0.waveform?.path ?? "")"
    }.sorted()
  }
}

extension SensationTrack {
  /// Whether the two differ noticeably for less than the share `alike` of the time.
  func feelsLike(_ other: SensationTrack, _ alike: Double) -> Bool {
    guard perceptibleSeconds > 0 || other.perceptibleSeconds > 0 else { return false }
    return difference(to: other).noticeableShare < alike
  }
}
