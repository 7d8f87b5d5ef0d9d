internal import HapticEngine
internal import HapticPerception

/// Rules about the system's presets: they are used for their meaning, and played unchanged.
enum PresetRules {
  static let rows = [meaning, asItIs, first]

  private static let meaning = LintRule(
    id: "L-10", name: "preset-meaning", title: "A preset is used for its meaning.",
    why: "People know the presets from every other app.",
    guideline: "\(BindingRules.chapter): notification, impact and selection feedback",
    advice: "Use the preset that has this meaning, or a custom pattern.",
    clauses: [
      .error(
        .manifest, "the success preset for bad news, or the warning or failure preset for good news"
      ),
      .warning(.manifest, "a notification preset for something that is not an outcome"),
      .warning(.manifest, "an impact preset without a visible collision or snap"),
      .error(
        .manifest,
        "the selection preset for an act such as committing, confirming, sending or buying"),
    ]
  ) { subjects, _ in
    (subjects.manifest?.haptics ?? []).compactMap { binding in
      guard let preset = HapticPreset(named: binding.pattern ?? "") else { return nil }
      return misuse(of: preset, by: binding).map { subjects.hit($0.0, binding, $0.1) }
    }
  }

  private static func misuse(
    of preset: HapticPreset, by binding: AppManifest.Binding
  ) -> (LintSeverity, String)? {
    let polarity = binding.polarity
    switch preset {
    case .notificationSuccess where polarity == .negative || polarity == .caution,
      .notificationWarning where polarity == .positive,
      .notificationFailure where polarity == .positive:
      return (.error, "\(preset.name) is used for something \(polarity?.rawValue ?? "")")
    case .notificationSuccess, .notificationWarning, .notificationFailure:
      guard let meaning = binding.meaning, !meaning.matters else { return nil }
      return (.warning, "\(preset.name) is used for \(meaning.rawValue), which is not an outcome")
    case .impactLight, .impactMedium, .impactHeavy, .impactSoft, .impactRigid:
      guard binding.companions.contains(where: { $0.channel == .visual }) else {
        return (.warning, "\(preset.name) is used without a visible collision or snap")
      }
      return nil
    case .selection:
      guard let word = binding.committingWord else { return nil }
      return (.error, "selection is for stepping through values, not for '\(word)'")
    }
  }

  private static let asItIs = LintRule(
    id: "L-13", name: "preset-as-it-is", title: "A preset is played unchanged.",
    why: "The system manages the strength and pattern of a preset for each device.",
    guideline:
      "\(BindingRules.chapter): the system manages the strength and behavior of a pattern",
    advice: "Remove the overrides, or make a custom pattern.",
    clauses: [.warning(.manifest, "a preset whose intensity, sharpness or time is overridden")]
  ) { subjects, _ in
    (subjects.manifest?.haptics ?? []).filter {
      HapticPreset(named: $0.pattern ?? "") != nil && !$0.overrides.isEmpty
    }.map {
      subjects.hit(
        .warning, $0,
        "it overrides \($0.overrides.joined(separator: ", ")) of the preset \($0.pattern ?? "")")
    }
  }

  private static let first = LintRule(
    id: "L-15", name: "standard-first", title: "A custom pattern does not imitate a preset.",
    why: "People know the preset already, and the system tunes it for each device.",
    guideline: "\(BindingRules.chapter): three ways to play haptics, the simplest first",
    advice: "Use the preset that the pattern feels like.",
    thresholds: [
      .init(name: "alike", value: 0.1, unit: "of the time", source: "as in L-03")
    ],
    clauses: [.info(.manifest, "a custom pattern that feels like a preset (`alike`)")]
  ) { subjects, context in
    (subjects.manifest?.haptics ?? []).compactMap { binding in
      guard HapticPreset(named: binding.pattern ?? "") == nil,
        let subject = subjects.pattern(of: binding)
      else { return nil }
      let twin = PresetTracks.all.first {
        $0.track.feelsLike(subject.track, context.value("L-15", "alike"))
      }
      return twin.map { subjects.hit(.info, binding, "it feels like the preset \($0.name)") }
    }
  }
}

/// The presets, measured once.
private enum PresetTracks {
  static let all: [(name: String, track: SensationTrack)] = HapticPreset.allCases.compactMap {
    preset in
    (try? SensationTrack(of: preset.pattern)).map { (preset.name, $0) }
  }
}
