internal import HapticEngine
internal import TextFormats

/// Rules about the haptics of an app: what causes them, what goes with them, how many there are.
enum BindingRules {
  static let rows: [LintRule] = [
    causality, harmony, optional, captureGuard, presetMeaning, tested, presetAsItIs, doubled,
    standardFirst, startle,
  ]

  /// The chapter of the guidelines that most rules are from.
  static let chapter = "Human Interface Guidelines, Haptics"
  /// Where most thresholds are from.
  static let ours = "our choice; the guidelines have no number"

  // MARK: Why

  private static let causality = LintRule(
    "L-01", "causality", title: "Every haptic has a clear cause.",
    why: "What somebody cannot explain seems gratuitous, and teaches them to ignore the rest.",
    guideline: "\(chapter): build a clear, causal relationship",
    advice: "Name the action or event that causes it, or remove the haptic.",
    thresholds: [.init(name: "cause", value: 0.1, unit: "s", source: ours)],
    inputs: [.manifest, .trace]
  ) { subjects, context in
    let bindings = subjects.manifest?.haptics ?? []
    var hits = bindings.compactMap { binding -> LintHit? in
      switch binding.cause {
      case nil: subjects.hit(.error, binding, "it has no cause")
      case .timer, .idle, .animationLoop, .appLaunch:
        subjects.hit(
          .warning, binding,
          "\(binding.cause?.rawValue ?? "") is nothing that somebody does or sees happen")
      case .userAction, .gameEvent, .systemEvent: nil
      }
    }
    hits += pairs(bindings).filter { $0.causeKey != nil && $0.causeKey == $1.causeKey }.compactMap {
      one, two in
      abs(one.delay - two.delay) >= context.value("L-14", "onset")
        ? subjects.hit(.warning, two, "'\(one.id)' has the same cause: one action, two patterns")
        : nil
    }
    return hits + TraceRules.orphans(subjects, context)
  }

  private static let harmony = LintRule(
    "L-02", "harmony", title: "A haptic agrees with what is seen and heard at the same time.",
    why:
      "In the physical world picture, sound and touch come together; when they do here, it feels natural.",
    guideline: "\(chapter): complement other feedback",
    advice: "Give it a visual or audible companion that begins with it and lasts about as long.",
    thresholds: [
      .init(name: "skew", value: 0.02, unit: "s", source: ours),
      .init(name: "lateness", value: 0.05, unit: "s", source: ours),
      .init(name: "ratio", value: 2, unit: "times", source: ours),
      .init(name: "correlation", value: 0.3, unit: "correlation", source: ours),
      .init(name: "loudest", value: 0.1, unit: "s", source: ours),
    ], inputs: [.manifest, .sound]
  ) { subjects, context in
    (subjects.manifest?.haptics ?? []).flatMap { binding -> [LintHit] in
      guard !binding.companions.isEmpty else {
        return [subjects.hit(.warning, binding, "nothing is seen or heard with it")]
      }
      let length = subjects.pattern(of: binding)?.pattern?.duration ?? 0
      let isLong = subjects.pattern(of: binding)?.hasVibration ?? false
      return binding.companions.flatMap { companion -> [LintHit] in
        var hits: [LintHit] = []
        let skew = abs(companion.offset)
        if skew > context.value("L-02", "skew") + 1e-9 {
          hits.append(
            subjects.hit(
              skew > context.value("L-02", "lateness") + 1e-9 ? .warning : .info, binding,
              "the \(companion.name) is \((skew * 1_000).rounded(to: 0)) ms "
                + (companion.offset < 0 ? "early" : "late")))
        }
        let ratio = context.value("L-02", "ratio")
        if let seconds = companion.duration, isLong, length > 0, seconds > 0,
          seconds > length * ratio || length > seconds * ratio
        {
          hits.append(
            subjects.hit(
              .warning, binding,
              "the \(companion.name) lasts \(seconds.brief) s, the pattern \(length.brief) s"))
        }
        return hits
      } + CompanionSound.hits(binding, subjects, context)
    } + CompanionSound.disorder(subjects)
  }

  /// What rule L-03 finds among bindings.
  static func inconsistent(_ subjects: LintSubjects, _ alike: Double) -> [LintHit] {
    pairs(subjects.manifest?.haptics ?? []).compactMap { one, two in
      guard let first = subjects.pattern(of: one), let second = subjects.pattern(of: two) else {
        return nil
      }
      let isSame =
        one.pattern == two.pattern || first.track.feelsLike(second.track, alike)
      if isSame, let a = one.polarity, let b = two.polarity, a.contradicts(b) {
        return subjects.hit(
          .error, two, "it feels like '\(one.id)', which is \(a.rawValue) and not \(b.rawValue)")
      }
      if isSame, let a = one.meaning, let b = two.meaning, a != b {
        return subjects.hit(
          .warning, two,
          "it feels like '\(one.id)', which means \(a.rawValue) and not \(b.rawValue)")
      }
      if !isSame, one.meaning == two.meaning, one.meaning?.matters == true,
        one.polarity == two.polarity, one.event == two.event, !one.event.isEmpty
      {
        return subjects.hit(.warning, two, "'\(one.id)' has another pattern for the same event")
      }
      return nil
    }
  }

  // MARK: What must not depend on it

  private static let optional = LintRule(
    "L-08", "optional", title: "Haptics can be switched off, and nothing is lost without them.",
    why: "Some devices have none, some people feel none, and some want none.",
    guideline: "\(chapter): make haptics optional; Accessibility",
    advice: "Offer a switch, and give what matters a visible or audible companion.",
    inputs: [.manifest, .trace]
  ) { subjects, _ in
    var hits = TraceRules.againstSetting(subjects)
    guard let manifest = subjects.manifest, !manifest.haptics.isEmpty else { return hits }
    let isSilenced = manifest.category == .ambient || manifest.category == .soloAmbient
    if manifest.hapticsToggle != true {
      hits.append(subjects.hit(.error, nil, "haptics cannot be switched off (app.hapticsToggle)"))
    }
    for binding in manifest.haptics {
      if binding.meaning?.matters == true && binding.companions.isEmpty {
        hits.append(subjects.hit(.error, binding, "only people who feel it get this news"))
      } else if binding.meaning?.matters == true, isSilenced,
        binding.companions.allSatisfy({ $0.channel == .audio })
      {
        hits.append(
          subjects.hit(
            .info, binding, "in silence, and without haptics, nothing is left of this news"))
      }
      if binding.situations.contains(.voiceOnly),
        !binding.companions.contains(where: { $0.channel == .audio })
      {
        hits.append(
          subjects.hit(.error, binding, "nobody holds the phone there, and nothing is heard"))
      }
    }
    return hits
  }

  private static let captureGuard = LintRule(
    "L-09", "capture-guard",
    title: "A haptic does not disturb the camera, the microphone or the gyroscope.",
    why: "The actuator moves the whole device, and what they record with it.",
    guideline: "\(chapter): be aware of how haptics affect other experiences",
    advice: "Suppress it there (guarded), or make it a light transient.",
    thresholds: [.init(name: "intensity", value: 0.4, unit: "intensity", source: ours)],
    inputs: [.manifest]
  ) { subjects, context in
    (subjects.manifest?.haptics ?? []).flatMap { binding -> [LintHit] in
      let open = binding.situations.filter {
        [.camera, .microphone, .gyroscope].contains($0) && !binding.guarded.contains($0)
      }
      let subject = subjects.pattern(of: binding)
      let isStrong =
        (subject?.hasVibration ?? false)
        || (subject?.strongestIntensity ?? 0) > context.value("L-09", "intensity")
      return open.map {
        subjects.hit(
          isStrong ? .error : .warning, binding, "it may happen while the \($0.rawValue) is in use")
      }
    }
  }

  // MARK: Presets

  private static let presetMeaning = LintRule(
    "L-10", "preset-meaning", title: "A preset is used for what it means.",
    why: "People know the presets from every other app.",
    guideline: "\(chapter): notification, impact and selection feedback",
    advice: "Use the preset of that meaning, or a pattern of your own.",
    inputs: [.manifest]
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
      let words = ["commit", "confirm", "submit", "button", "send", "buy", "choose"]
      let text = "\(binding.event) \(binding.control)".lowercased()
      guard let word = words.first(where: text.contains) else { return nil }
      return (.error, "selection is for passing values, not for '\(word)'")
    }
  }

  private static let presetAsItIs = LintRule(
    "L-13", "preset-as-it-is", title: "A preset is played as it is.",
    why: "The system manages its strength and pattern, for each device.",
    guideline: "\(chapter): the system manages the strength and behaviour of a pattern",
    advice: "Remove the overrides, or make a pattern of your own.",
    inputs: [.manifest]
  ) { subjects, _ in
    (subjects.manifest?.haptics ?? []).filter {
      HapticPreset(named: $0.pattern ?? "") != nil && !$0.overrides.isEmpty
    }.map {
      subjects.hit(
        .warning, $0, "it changes \($0.overrides.joined(separator: ", ")) of \($0.pattern ?? "")")
    }
  }

  private static let doubled = LintRule(
    "L-14", "not-doubled", title: "What the system does already is not done twice.",
    why:
      "Switches, sliders and pickers vibrate by themselves; two haptics for one action are one too many.",
    guideline: "\(chapter): standard controls play haptics",
    advice: "Remove the app's own haptic.",
    thresholds: [.init(name: "onset", value: 0.03, unit: "s", source: ours)], inputs: [.manifest]
  ) { subjects, context in
    let bindings = subjects.manifest?.haptics ?? []
    let own = bindings.filter { ["switch", "slider", "picker"].contains($0.control.lowercased()) }
      .map { subjects.hit(.warning, $0, "a \($0.control) vibrates by itself") }
    let twice = pairs(bindings).filter {
      $0.causeKey != nil && $0.causeKey == $1.causeKey
        && abs($0.delay - $1.delay) < context.value("L-14", "onset")
    }.map { subjects.hit(.error, $1, "it begins together with '\($0.id)', from one cause") }
    return own + twice
  }

  private static let standardFirst = LintRule(
    "L-15", "standard-first", title: "What a preset says is said with the preset.",
    why: "People know it already, and the system tunes it for each device.",
    guideline: "\(chapter): three ways to play haptics, the simplest first",
    advice: "Use the preset that it feels like.",
    thresholds: [
      .init(name: "alike", value: 0.1, unit: "of the time", source: "as in L-03")
    ], inputs: [.manifest]
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

  // MARK: People

  private static let tested = LintRule(
    "L-12", "tested", title: "Haptics are tested with many people, at several strengths.",
    why: "People differ in what they like and in what they feel.",
    guideline: "\(chapter): always test haptics",
    advice: "Try `haptic render --strength 0.5,0.75,1` with people, and note it (tested).",
    thresholds: [
      .init(name: "people", value: 3, unit: "people", source: ours),
      .init(name: "strengths", value: 2, unit: "strengths", source: ours),
    ], inputs: [.manifest]
  ) { subjects, context in
    (subjects.manifest?.haptics ?? []).filter { HapticPreset(named: $0.pattern ?? "") == nil }
      .compactMap { binding in
        guard let people = binding.people else {
          return subjects.hit(.info, binding, "nobody is said to have tried it")
        }
        guard
          Double(people) < context.value("L-12", "people")
            || Double(binding.strengths ?? 1) < context.value("L-12", "strengths")
        else { return nil }
        return subjects.hit(
          .info, binding,
          "tried with \(people) at \((binding.strengths ?? 1).counted("strength"))")
      }
  }

  /// What rule L-17 finds among bindings.
  static func disproportionate(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    let sized = (subjects.manifest?.haptics ?? []).compactMap { binding in
      binding.magnitude.flatMap { magnitude in
        subjects.pattern(of: binding).map { (magnitude, $0.track.energy) }
      }
    }
    guard sized.count >= 3 else { return [] }
    let correlation = Statistics.rankCorrelation(sized.map(\.0), sized.map(\.1))
    guard correlation < context.value("L-17", "correlation") else { return [] }
    return [
      subjects.hit(
        .warning, nil,
        "larger events are not the stronger ones: a rank correlation of \(correlation.rounded(to: 2))"
      )
    ]
  }

  private static let startle = LintRule(
    "L-18", "no-startle", title: "What nobody has caused does not begin at full strength.",
    why: "A full blow out of nothing startles; people hold the device in their hands.",
    guideline: "Human Interface Guidelines, Augmented reality: introduce motion gradually",
    advice: "Begin weaker and grow, or let the first one answer an action.",
    thresholds: [.init(name: "intensity", value: 0.9, unit: "intensity", source: ours)],
    inputs: [.manifest]
  ) { subjects, context in
    (subjects.manifest?.haptics ?? []).filter { binding in
      let isUnasked = [.appLaunch, .systemEvent, .timer, .idle].contains(binding.cause)
      let first = subjects.pattern(of: binding)?.firstIntensity ?? 0
      return isUnasked && first > context.value("L-18", "intensity")
        && binding.meaning?.matters != true
    }.map { subjects.hit(.warning, $0, "it begins at full strength, and nobody has done anything") }
  }

  private static func pairs(
    _ bindings: [AppManifest.Binding]
  ) -> [(AppManifest.Binding, AppManifest.Binding)] {
    bindings.indices.flatMap { index in bindings[(index + 1)...].map { (bindings[index], $0) } }
  }
}

/// The presets, measured once.
private enum PresetTracks {
  static let all: [(name: String, track: SensationTrack)] = HapticPreset.allCases.compactMap {
    preset in
    (try? SensationTrack(of: preset.pattern)).map { (preset.name, $0) }
  }
}

extension AppManifest {
  /// The bindings that have a pattern.
  var haptics: [Binding] { bindings.filter { $0.pattern != nil } }
}

extension AppManifest.Binding {
  /// The cause and its name; nil without a name.
  var causeKey: String? {
    cause.flatMap { event.isEmpty ? nil : "\($0.rawValue) \(event)" }
  }

  /// Whether it ticks as values pass.
  var isTick: Bool { pattern == HapticPreset.selection.name || meaning == .selection }
}

extension AppManifest.Companion {
  /// What it is, for a message.
  var name: String { kind.isEmpty ? "\(channel.rawValue) companion" : kind }
}

extension LintSubjects {
  /// The pattern that `binding` names: a preset, or one of the patterns by its name or file.
  func pattern(of binding: AppManifest.Binding) -> LintedPattern? {
    guard let name = binding.pattern else { return nil }
    return patterns.first {
      $0.name == name || $0.file == name || $0.file.hasSuffix("/" + name)
    }
  }

  /// A finding about a binding, or about the manifest as a whole.
  func hit(
    _ severity: LintSeverity, _ binding: AppManifest.Binding?, _ message: String
  ) -> LintHit {
    LintHit(
      severity: severity, file: manifest?.file ?? "",
      place: binding?.place ?? manifest?.place ?? .start,
      path: binding.map { "bindings.\($0.id)" } ?? "",
      message: binding.map { "'\($0.id)': \(message)" } ?? message)
  }
}

extension LintedPattern {
  /// Whether anything in it vibrates for a while.
  var hasVibration: Bool {
    pattern?.events.contains { $0.type == .hapticContinuous && ($0.duration ?? 1) > 0.05 } ?? false
  }

  /// The highest intensity of its haptic events.
  var strongestIntensity: Double {
    (pattern?.events ?? []).filter(\.type.isHaptic).map { $0.played(.hapticIntensity) }.max() ?? 0
  }

  /// The intensity of its first haptic event.
  var firstIntensity: Double {
    (pattern?.events ?? []).filter(\.type.isHaptic).min { $0.time < $1.time }
      .map { $0.played(.hapticIntensity) } ?? 0
  }

  /// How many transients of one strength and sharpness follow each other at an even pace.
  var longestEvenRun: Int {
    let transients = transients.map(\.event).sorted { $0.time < $1.time }
    var (longest, run) = (min(transients.count, 1), 1)
    for index in transients.indices.dropFirst() {
      let (one, two) = (transients[index - 1], transients[index])
      let isSame =
        abs(one.played(.hapticIntensity) - two.played(.hapticIntensity)) < 0.02
        && abs(one.played(.hapticSharpness) - two.played(.hapticSharpness)) < 0.02
      let isEven =
        index < 2 || run == 1
        || abs((two.time - one.time) - (one.time - transients[index - 2].time))
          < (two.time - one.time) / 10
      run = isSame && isEven ? run + 1 : isSame ? 2 : 1
      longest = max(longest, run)
    }
    return longest
  }
}

extension SensationTrack {
  /// Decibels above the threshold, added up over time.
  var energy: Double {
    frames.reduce(0) { $0 + Double(max($1.level, 0)) }
  }
}
