internal import HapticEngine
internal import HapticPerception
internal import TextFormats

/// Rules about an app's haptics: their causes, companions and number.
enum BindingRules {
  static let rows: [LintRule] = [
    causality, harmony, optional, captureGuard, tested, doubled, startle,
  ]

  /// The chapter of the guidelines from which most rules come.
  static let chapter = "Human Interface Guidelines, Haptics"
  /// The source of most thresholds.
  static let ours = "our choice; the guidelines do not give a number"

  // MARK: Causes

  private static let causality = LintRule(
    id: "L-01", name: "causality", title: "Every haptic has a clear cause.",
    why:
      "A haptic that people cannot explain seems gratuitous and teaches them to ignore other haptics.",
    guideline: "\(chapter): build a clear, causal relationship",
    advice: "Name the action or event that causes the haptic, or remove the haptic.",
    thresholds: [
      .init(name: "late", value: 0.05, unit: "s", source: ours),
      .init(name: "cause", value: 0.1, unit: "s", source: ours),
    ],
    clauses: [
      .error(.manifest, "a haptic without a cause"),
      .warning(.manifest, "a timer, idleness, a launch or an animation as the cause"),
      .warning(.manifest, "a cause that triggers two patterns in succession"),
      .warning(.manifest, "a haptic that begins more than `late` after its cause"),
      .error(.manifest, "a haptic that begins more than `cause` after its cause"),
      .warning(.trace, "a haptic that begins more than `late` after its cause"),
      .error(.trace, "a haptic that does not follow any event within `cause`"),
    ]
  ) { subjects, context in
    let bindings = subjects.manifest?.haptics ?? []
    let (late, latest) = (context.value("L-01", "late"), context.value("L-01", "cause"))
    var hits = bindings.compactMap { binding -> LintHit? in
      switch binding.cause {
      case nil: subjects.hit(.error, binding, "it has no cause")
      case .timer, .idle, .animationLoop, .appLaunch:
        subjects.hit(
          .warning, binding,
          "its cause, \(binding.cause?.rawValue ?? ""), is not something that people do or see happen"
        )
      case .userAction, .gameEvent, .systemEvent: nil
      }
    }
    hits += pairs(bindings).filter { $0.causeKey != nil && $0.causeKey == $1.causeKey }.compactMap {
      one, two in
      abs(one.delay - two.delay) >= context.value("L-14", "onset")
        ? subjects.hit(.warning, two, "'\(one.id)' has the same cause: one action, two patterns")
        : nil
    }
    hits += bindings.filter { $0.delay > late + 1e-9 }.map {
      subjects.hit(
        $0.delay > latest + 1e-9 ? .error : .warning, $0,
        "it begins \(($0.delay * 1_000).rounded(to: 0)) ms after its cause")
    }
    return hits + TraceHaptics.causes(subjects, context)
  }

  private static let harmony = LintRule(
    id: "L-02", name: "harmony",
    title: "A haptic matches the picture and sound that accompany it.",
    why:
      "In the physical world, sight, sound and touch come together; an app that combines them feels natural.",
    guideline: "\(chapter): complement other feedback",
    advice:
      "Give the haptic a visible or audible companion that begins with it and lasts about as long.",
    thresholds: [
      .init(name: "skew", value: 0.02, unit: "s", source: ours),
      .init(name: "lateness", value: 0.05, unit: "s", source: ours),
      .init(name: "ratio", value: 2, unit: "times", source: ours),
      .init(name: "correlation", value: 0.3, unit: "correlation", source: ours),
      .init(name: "loudest", value: 0.1, unit: "s", source: ours),
    ],
    clauses: [
      .warning(.manifest, "a haptic that nothing visible or audible accompanies"),
      .info(.manifest, "a companion that begins more than `skew` before or after the haptic"),
      .warning(
        .manifest, "a companion that begins more than `lateness` before or after the haptic"),
      .warning(
        .manifest,
        "a companion that is longer or shorter than a vibration by more than a factor of `ratio`"),
      .warning(
        .sound, "a sound whose loudness does not follow the haptic's strength (`correlation`)"),
      .warning(
        .sound,
        "a sound whose loudest moment is more than `loudest` from the haptic's strongest moment"),
      .warning(.sound, "sharper haptics with duller sounds, in three or more bindings"),
    ]
  ) { subjects, context in
    (subjects.manifest?.haptics ?? []).flatMap { binding -> [LintHit] in
      guard !binding.companions.isEmpty else {
        return [subjects.hit(.warning, binding, "nothing visible or audible accompanies it")]
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

  // MARK: What must not depend on haptics

  private static let optional = LintRule(
    id: "L-08", name: "optional",
    title: "Haptics can be switched off, and nothing is lost without them.",
    why:
      "Some devices cannot play haptics, some people cannot feel them, and some do not want them.",
    guideline: "\(chapter): make haptics optional; Accessibility",
    advice: "Offer a switch, and give important news a visible or audible companion.",
    clauses: [
      .error(.manifest, "an app whose haptics cannot be switched off"),
      .error(.manifest, "a result, warning or error that only a haptic conveys"),
      .info(
        .manifest,
        "a result, warning or error whose only companion is a sound that the ring/silent switch silences"
      ),
      .error(
        .manifest, "a haptic without a sound in a situation in which people only listen (voiceOnly)"
      ),
      .error(.trace, "a haptic that plays although System Haptics is off"),
    ]
  ) { subjects, _ in
    var hits = TraceHaptics.againstSetting(subjects)
    guard let manifest = subjects.manifest, !manifest.haptics.isEmpty else { return hits }
    let isSilenced = manifest.category == .ambient || manifest.category == .soloAmbient
    if manifest.hapticsToggle != true {
      hits.append(subjects.hit(.error, nil, "haptics cannot be switched off (app.hapticsToggle)"))
    }
    for binding in manifest.haptics {
      if binding.meaning?.matters == true && binding.companions.isEmpty {
        hits.append(
          subjects.hit(.error, binding, "only people who feel the haptic receive this news"))
      } else if binding.meaning?.matters == true, isSilenced,
        binding.companions.allSatisfy({ $0.channel == .audio })
      {
        hits.append(
          subjects.hit(
            .info, binding, "in silent mode and without haptics, this news is lost"))
      }
      if binding.situations.contains(.voiceOnly),
        !binding.companions.contains(where: { $0.channel == .audio })
      {
        hits.append(
          subjects.hit(
            .error, binding,
            "people only listen in this situation, but the haptic does not have a sound"))
      }
    }
    return hits
  }

  private static let captureGuard = LintRule(
    id: "L-09", name: "capture-guard",
    title: "A haptic does not disturb the camera, the microphone or the gyroscope.",
    why: "The actuator shakes the whole device, and with it the recording.",
    guideline: "\(chapter): be aware of how haptics affect other experiences",
    advice:
      "Suppress the haptic while the sensor is in use (guarded), or make it a light transient.",
    thresholds: [.init(name: "intensity", value: 0.4, unit: "intensity", source: ours)],
    clauses: [
      .warning(.manifest, "an unguarded haptic that may happen while a sensor is in use"),
      .error(
        .manifest, "such a haptic, if it vibrates continuously or is stronger than `intensity`"),
      .warning(.trace, "a haptic that plays during a recording or while a sensor is in use"),
      .error(.trace, "such a haptic, if it vibrates continuously or is stronger than `intensity`"),
      .info(
        .trace,
        "such a haptic, if the app allows haptics while it records (a warning if the haptic is strong)"
      ),
    ]
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
    } + TraceHaptics.disturbing(subjects, context)
  }

  // MARK: What the system does

  private static let doubled = LintRule(
    id: "L-14", name: "not-doubled", title: "An app does not repeat the system's haptics.",
    why:
      "Switches, sliders and pickers vibrate automatically; two haptics for one action are one too many.",
    guideline: "\(chapter): standard controls play haptics",
    advice: "Remove the app's own haptic.",
    thresholds: [.init(name: "onset", value: 0.03, unit: "s", source: ours)],
    clauses: [
      .warning(.manifest, "a haptic for a switch, toggle, slider, picker or date picker"),
      .error(
        .manifest, "two haptics that have the same cause and begin within `onset` of each other"),
      .error(
        .trace,
        "two haptics of an app, or of an app and its control, that are requested or begin within `onset` "
          + "of each other"
      ),
    ]
  ) { subjects, context in
    let bindings = subjects.manifest?.haptics ?? []
    let own = bindings.filter(\.hasStandardControl)
      .map { subjects.hit(.warning, $0, "a \($0.control) vibrates automatically") }
    let twice = pairs(bindings).filter {
      $0.causeKey != nil && $0.causeKey == $1.causeKey
        && abs($0.delay - $1.delay) < context.value("L-14", "onset")
    }.map { subjects.hit(.error, $1, "it begins together with '\($0.id)' and has the same cause") }
    return own + twice + TraceHaptics.doubled(subjects, context)
  }

  // MARK: People

  private static let tested = LintRule(
    id: "L-12", name: "tested", title: "Haptics are tested with many people, at several strengths.",
    why: "People differ in their taste and in their sensitivity.",
    guideline: "\(chapter): always test haptics",
    advice: "Try `haptic render --strength 0.5,0.75,1` with people, and record the tests (tested).",
    thresholds: [
      .init(name: "people", value: 3, unit: "people", source: ours),
      .init(name: "strengths", value: 2, unit: "strengths", source: ours),
    ],
    clauses: [
      .info(.manifest, "a custom pattern that nobody has tried"),
      .info(
        .manifest,
        "a custom pattern tried with fewer people than `people`, or at fewer strengths than `strengths`"
      ),
    ]
  ) { subjects, context in
    (subjects.manifest?.haptics ?? []).filter { HapticPreset(named: $0.pattern ?? "") == nil }
      .compactMap { binding in
        guard let people = binding.people else {
          return subjects.hit(.info, binding, "the manifest does not say that anybody has tried it")
        }
        guard
          Double(people) < context.value("L-12", "people")
            || Double(binding.strengths ?? 1) < context.value("L-12", "strengths")
        else { return nil }
        return subjects.hit(
          .info, binding,
          "the number of people who tried it is \(people), at \((binding.strengths ?? 1).counted("strength"))"
        )
      }
  }

  /// The findings of rule L-17 among bindings.
  static func disproportionate(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    let sized = (subjects.manifest?.haptics ?? []).compactMap { binding in
      binding.magnitude.flatMap { magnitude in
        subjects.pattern(of: binding).map { (magnitude, $0.track.energy) }
      }
    }
    guard sized.count >= 2 else { return [] }
    let correlation = Statistics.rankCorrelation(sized.map(\.0), sized.map(\.1))
    guard correlation < context.value("L-17", "correlation") else { return [] }
    return [
      subjects.hit(
        .warning, nil,
        "larger events do not feel stronger: a rank correlation of \(correlation.rounded(to: 2))"
      )
    ]
  }

  private static let startle = LintRule(
    id: "L-18", name: "no-startle",
    title: "A haptic that nobody has caused does not begin at full strength.",
    why:
      "Full strength without warning startles people, because they hold the device in their hands.",
    guideline: "Human Interface Guidelines, Augmented reality: introduce motion gradually",
    advice: "Let the haptic begin weaker and grow, or let it respond to an action.",
    thresholds: [.init(name: "intensity", value: 0.9, unit: "intensity", source: ours)],
    clauses: [
      .warning(
        .manifest,
        "a pattern that begins above `intensity` and is not caused by an action, except for collisions "
          + "in games and for outcomes that play a system preset"),
      .warning(
        .trace, "an app's first haptic, if it is above `intensity` and nobody has done anything"),
    ]
  ) { subjects, context in
    (subjects.manifest?.haptics ?? []).filter { binding in
      // People see a collision coming, and the system manages the strength of its presets.
      let isExpected =
        binding.cause == .userAction || binding.cause == .gameEvent && binding.meaning == .collision
        || binding.meaning?.matters == true && HapticPreset(named: binding.pattern ?? "") != nil
      let first = subjects.pattern(of: binding)?.pattern?.firstIntensity ?? 0
      return !isExpected && first > context.value("L-18", "intensity")
    }.map {
      subjects.hit(.warning, $0, "it begins at full strength although nobody has done anything")
    }
      + TraceHaptics.startling(subjects, context)
  }

  static func pairs(
    _ bindings: [AppManifest.Binding]
  ) -> [(AppManifest.Binding, AppManifest.Binding)] {
    bindings.indices.flatMap { index in bindings[(index + 1)...].map { (bindings[index], $0) } }
  }
}

extension AppManifest {
  /// The bindings with a pattern.
  var haptics: [Binding] { bindings.filter { $0.pattern != nil } }
}

extension AppManifest.Binding {
  /// The cause and its name; nil if it does not have a name.
  var causeKey: String? {
    cause.flatMap { event.isEmpty ? nil : "\($0.rawValue) \(event)" }
  }

  /// Whether the haptic is a tick that plays as values change.
  var isTick: Bool { pattern == HapticPreset.selection.name || meaning == .selection }
}

extension AppManifest.Companion {
  /// The noun for the companion in a message.
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

extension SensationTrack {
  /// The sum over time of the decibels above the threshold.
  var energy: Double {
    frames.reduce(0) { $0 + Double(max($1.level, 0)) }
  }
}
