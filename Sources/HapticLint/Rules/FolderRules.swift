internal import HapticEditing
internal import HapticEngine
internal import HapticPerception

/// Rules about patterns that belong together.
enum FolderRules {
  static let rows: [LintRule] = [consistent]

  private static let consistent = LintRule(
    id: "L-03", name: "consistent",
    title: "Each pattern has one meaning, and each meaning has one pattern.",
    why:
      "People associate a pattern with its meaning; a game that plays its level-up pattern when a "
      + "mission fails confuses them.",
    guideline: "Human Interface Guidelines, Haptics: use haptics consistently",
    advice:
      "Make the two patterns differ by more than a just noticeable difference, or use one pattern for both.",
    thresholds: [
      .init(
        name: "alike", value: 0.1, unit: "of the time",
        source:
          "our choice: patterns that differ for less than a tenth of the time feel the same, unless one has "
          + "an extra tap")
    ],
    clauses: [
      .warning(
        .folder, "two patterns that feel the same (`alike`) but have different descriptions"),
      .error(.folder, "two patterns that feel the same but have opposite polarities"),
      .warning(.manifest, "two bindings whose patterns feel the same but whose meanings differ"),
      .error(
        .manifest, "two bindings whose patterns feel the same but whose polarities are opposite"),
      .warning(.manifest, "two patterns for one event"),
      .warning(
        .manifest,
        "in an app, two patterns for results, warnings or errors of the same polarity, unless a "
          + "magnitude distinguishes them"),
      .warning(.manifest, "controls of the same kind, some of which vibrate while others do not"),
    ]
  ) { subjects, context in
    let alike = context.value("L-03", "alike")
    return among(subjects.patterns, alike) + inconsistent(subjects, alike)
  }

  /// Finds pairs that feel the same although their descriptions differ.
  private static func among(_ patterns: [LintedPattern], _ alike: Double) -> [LintHit] {
    let meant = patterns.filter { $0.pattern != nil && $0.meaning != nil }
      .sorted { $0.track.frames.count < $1.track.frames.count }
    var hits: [LintHit] = []
    for (index, one) in meant.enumerated() {
      for two in meant[(index + 1)...] {
        // Much longer patterns do not feel the same.
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

  /// The findings of rule L-03 among bindings.
  private static func inconsistent(_ subjects: LintSubjects, _ alike: Double) -> [LintHit] {
    BindingRules.pairs(subjects.manifest?.haptics ?? []).compactMap { one, two in
      guard let first = subjects.pattern(of: one), let second = subjects.pattern(of: two) else {
        return nil
      }
      let isSame =
        one.pattern == two.pattern || first.track.feelsLike(second.track, alike)
      if isSame, let a = one.polarity, let b = two.polarity, a.contradicts(b) {
        return subjects.hit(
          .error, two,
          "it feels like '\(one.id)', which is \(a.rawValue), but this haptic is \(b.rawValue)")
      }
      if isSame, let a = one.meaning, let b = two.meaning, a != b {
        return subjects.hit(
          .warning, two,
          "it feels like '\(one.id)', which means \(a.rawValue), but this haptic means \(b.rawValue)"
        )
      }
      if !isSame, one.meaning == two.meaning, one.meaning?.matters == true,
        one.polarity == two.polarity, one.event == two.event, !one.event.isEmpty
      {
        return subjects.hit(.warning, two, "'\(one.id)' has another pattern for the same event")
      }
      return nil
    } + differing(subjects, alike) + halfSilentControls(subjects)
  }

  /// Finds bindings that have the same meaning but whose patterns feel different.
  ///
  /// Each binding is compared with the first one that has its meaning.
  ///
  /// In a game, each event may have a separate pattern, and larger events may be stronger.
  private static func differing(_ subjects: LintSubjects, _ alike: Double) -> [LintHit] {
    guard subjects.manifest?.kind == .app else { return [] }
    var firsts: [String: AppManifest.Binding] = [:]
    return (subjects.manifest?.haptics ?? []).compactMap { binding in
      guard let meaning = binding.meaning, meaning.matters, binding.magnitude == nil,
        let track = subjects.pattern(of: binding)?.track
      else { return nil }
      let key = "\(meaning.rawValue) \(binding.polarity?.rawValue ?? "")"
      guard let first = firsts[key] else {
        firsts[key] = binding
        return nil
      }
      guard first.pattern != binding.pattern, first.event != binding.event || first.event.isEmpty,
        let other = subjects.pattern(of: first)?.track, !other.feelsLike(track, alike)
      else { return nil }
      let news = binding.polarity.map { "\($0.rawValue) " } ?? ""
      return subjects.hit(
        .warning, binding,
        "it means a \(news)\(meaning.rawValue), as '\(first.id)' does, but feels different")
    }
  }

  /// Finds controls of the same kind, some of which vibrate while others do not.
  private static func halfSilentControls(_ subjects: LintSubjects) -> [LintHit] {
    let bindings = (subjects.manifest?.bindings ?? []).filter { !$0.control.isEmpty }
    var vibrating: [String: AppManifest.Binding] = [:]
    for binding in bindings where binding.pattern != nil {
      let control = binding.control.lowercased()
      if vibrating[control] == nil { vibrating[control] = binding }
    }
    return bindings.filter { $0.pattern == nil }.compactMap { binding in
      vibrating[binding.control.lowercased()].map {
        subjects.hit(
          .warning, binding,
          "this \(binding.control) does not have a haptic, but the one in '\($0.id)' does"
        )
      }
    }
  }
}

extension LintedPattern {
  /// The types, times and files of the pattern's audio events, because sounds also distinguish patterns.
  fileprivate var sounds: [String] {
    (pattern?.events ?? []).filter { !$0.type.isHaptic }.map {
      "\($0.type.rawValue) \($0.time) \($0.waveform?.path ?? "")"
    }.sorted()
  }
}

extension SensationTrack {
  /// Whether the two tracks differ noticeably for less than the share `alike` of the time, and neither has an
  /// extra tap.
  func feelsLike(_ other: SensationTrack, _ alike: Double) -> Bool {
    guard perceptibleSeconds > 0 || other.perceptibleSeconds > 0 else { return false }
    return difference(to: other).noticeableShare < alike
      && !SensationDifference(from: self, to: other).hasOtherStrokes
  }
}
