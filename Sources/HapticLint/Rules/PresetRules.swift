internal import HapticEngine
internal import HapticPerception

/// Rules about the presets of the system: that they are used for what they mean, and left as they are.
enum PresetRules {
  static let rows = [meaning, asItIs, first]

  private static let meaning = LintRule(
    id: "L-10", name: "preset-meaning", title: "A preset is used for what it means.",
    why: "People know the presets from every other app.",
    guideline: "\(BindingRules.chapter): notification, impact and selection feedback",
    advice: "Use the preset of that meaning, or a pattern of your own.",
    clauses: [
      .error(.manifest, "success for bad news, or a warning or failure for good news"),
      .warning(.manifest, "a notification preset for what is no outcome"),
      .warning(.manifest, "an impact with nothing that is seen to collide or to snap"),
      .error(.manifest, "selection for an act such as committing, confirming, sending or buying"),
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
      return (.error, "\(preset.name) for something \(polarity?.rawValue ?? "")")
    case .notificationSuccess, .notificationWarning, .notificationFailure:
      guard let meaning = binding.meaning, !meaning.matters else { return nil }
      return (.warning, "\(preset.name) for what is no outcome but \(meaning.rawValue)")
    case .impactLight, .impactMedium, .impactHeavy, .impactSoft, .impactRigid:
      guard binding.companions.contains(where: { $0.channel == .visual }) else {
        return (.warning, "\(preset.name), and nothing is seen to collide or to snap")
      }
      return nil
    case .selection:
      guard let word = binding.committingWord else { return nil }
      return (.error, "selection is for passing values, not for '\(word)'")
    }
  }

  private static let asItIs = LintRule(
    id: "L-13", name: "preset-as-it-is", title: "A preset is played as it is.",
    why: "The system manages its strength and pattern, for each device.",
    guideline:
      "\(BindingRules.chapter): the system manages the strength and behaviour of a pattern",
    advice: "Remove the overrides, or make a pattern of your own.",
    clauses: [.warning(.manifest, "a preset whose intensity, sharpness or time is overridden")]
  ) { subjects, _ in
    (subjects.manifest?.haptics ?? []).filter {
      HapticPreset(named: $0.pattern ?? "") != nil && !$0.overrides.isEmpty
    }.map {
      subjects.hit(
        .warning, $0, "it changes \($0.overrides.joined(separator: ", ")) of \($0.pattern ?? "")")
    }
  }

  private static let first = LintRule(
    id: "L-15", name: "standard-first", title: "What a preset says is said with the preset.",
    why: "People know it already, and the system tunes it for each device.",
    guideline: "\(BindingRules.chapter): three ways to play haptics, the simplest first",
    advice: "Use the preset that it feels like.",
    thresholds: [
      .init(name: "alike", value: 0.1, unit: "of the time", source: "as in L-03")
    ],
    clauses: [.info(.manifest, "a pattern of the app's own that feels like a preset (`alike`)")]
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
