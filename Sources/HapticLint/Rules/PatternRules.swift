internal import HapticEditing
internal import HapticEngine
internal import HapticFormats
internal import HapticPerception
internal import Realtime
internal import TextFormats

/// Rules about a single pattern.
enum PatternRules {
  static let rows: [LintRule] = [
    words, wellFormed, proportional, silent, imperceptible, unfollowable, crowded,
  ]

  // MARK: From the guidelines

  private static let words = LintRule(
    id: "L-11", name: "words-match",
    title: "The words that describe a pattern match its sharpness.",
    why:
      "Sharpness carries the meaning: soft, rounded and organic, or crisp, precise and mechanical.",
    guideline: "Human Interface Guidelines, Haptics: Custom haptics, sharpness and intensity",
    advice: "Change the sharpness, or the words in the metadata entry Tags.",
    thresholds: [
      .init(name: "softest", value: 0.4, unit: "sharpness", source: "our choice: below the middle"),
      .init(
        name: "crispest", value: 0.5, unit: "sharpness",
        source:
          "our choice: the middle; one such event is enough, because duller events around it need not be crisp"
      ),
    ],
    clauses: [
      .warning(
        .pattern, "a pattern called soft, round or organic whose mean sharpness is above `softest`"),
      .warning(
        .pattern,
        "a pattern called crisp, precise or mechanical without an event whose sharpness is at least `crispest`"
      ),
      .warning(.pattern, "a pattern with words of both kinds"),
    ]
  ) { subjects, context in
    let (soft, crisp) = (context.value("L-11", "softest"), context.value("L-11", "crispest"))
    let softWords: Set = ["soft", "round", "rounded", "organic"]
    let crispWords: Set = ["crisp", "precise", "mechanical"]
    return subjects.patterns.flatMap { subject -> [LintHit] in
      let tags = Set(subject.tags)
      let (softTag, crispTag) = (
        tags.intersection(softWords).min(), tags.intersection(crispWords).min()
      )
      if let softTag, let crispTag {
        return [
          subject.hit(.warning, "the words '\(softTag)' and '\(crispTag)' contradict each other")
        ]
      }
      guard let sharpness = subject.meanSharpness else { return [] }
      if let softTag, sharpness > soft + 1e-9 {
        return [
          subject.hit(
            .warning,
            "'\(softTag)', but the mean sharpness is \(sharpness.brief), above \(soft.brief)")
        ]
      }
      if let crispTag, let crispest = subject.crispest, crispest < crisp - 1e-9 {
        return [
          subject.hit(
            .warning,
            "'\(crispTag)', but the highest sharpness is \(crispest.brief), below \(crisp.brief)")
        ]
      }
      return []
    }
  }

  /// The reader's problems that this rule reports.
  private static let malformed: Set<AHAPDiagnostic.Code> = [
    .invalidTime, .invalidDuration, .noControlPoints, .missingWaveform, .valueOutOfRange,
    .missingDuration, .zeroDuration, .longEvent, .transientDuration, .waveformNotFound,
    .tooMuchAudio,
  ]

  /// The problems of continuous events without a playable duration.
  private static let endless: Set<AHAPDiagnostic.Code> = [
    .missingDuration, .zeroDuration, .longEvent,
  ]

  private static let wellFormed = LintRule(
    id: "L-16", name: "well-formed",
    title: "Transients are brief, continuous events last, and values are in their ranges.",
    why: "A device clamps, ignores or refuses other values; the user then feels something else.",
    guideline: "Human Interface Guidelines, Haptics: Custom haptics; Core Haptics, CHHapticEvent",
    advice: "Set each value as it should be played; `haptic validate` lists every problem.",
    thresholds: [
      .init(
        name: "peak", value: 1, unit: "of full scale",
        source: "the largest sample that an output can play")
    ],
    clauses: [
      .error(.pattern, "something that cannot be played, such as a negative time"),
      .error(
        .pattern, "a continuous event without a duration, or with a duration of 0 or more than 30 s"
      ),
      .warning(.pattern, "a value outside its range, or a transient with a duration"),
      .warning(.pattern, "a missing sound file, or too much sound"),
      .warning(.pattern, "inputs that are not declared correctly"),
      .warning(.pattern, "events that add up to more than `peak`"),
    ], fix: wellFormedFix
  ) { subjects, context in
    let peak = context.value("L-16", "peak")
    return subjects.patterns.flatMap { subject -> [LintHit] in
      // `wellFormedFix` clamps values. Anything else requires a decision, such as the duration of an event.
      var hits = subject.reading.diagnostics.filter { malformed.contains($0.code) }.map {
        subject.hit(
          $0.severity == .error || endless.contains($0.code) ? .error : .warning, $0,
          isFixable: $0.code == .valueOutOfRange && subject.pattern != nil)
      }
      let diagnosed = hits.count
      if subject.reading.errorCount > 0, hits.allSatisfy({ $0.severity != .error }) {
        hits.append(subject.hit(.error, "the pattern cannot be played; haptic validate says why"))
      }
      hits += subject.inputHits(breakingCourse: false)
      for index in hits.indices { hits[index].thresholds = [] }
      if subject.peak > peak + 1e-6 {
        hits.append(
          subject.hit(
            .warning,
            "overlapping events add up to \(subject.peak.brief) of full scale; everything above "
              + "\(peak.brief) is cut off"))
      }
      for index in hits.indices.dropFirst(diagnosed) { hits[index].isFixable = false }
      return hits
    }
  }

  /// Clamps values and drops the durations of transients.
  @Sendable private static func wellFormedFix(
    _ run: inout EditRun, _ reading: AHAPReading
  ) throws(EditError) {
    try run.document.forEach { fields in
      for parameter in fields.parameters {
        run.clamp(parameter.value, to: parameter.id.range, of: fields)
      }
      for token in [fields.value].compactMap(\.self) + fields.points.map(\.value) {
        run.clamp(token, to: fields.control.range, of: fields)
      }
      if fields.kind == .transient, fields.duration?.value == 0 {
        run.removeMember(fields.durationMember, of: fields)
      }
    }
  }

  private static let proportional = LintRule(
    id: "L-17", name: "proportional",
    title:
      "Approaching and looming patterns grow, and a larger event or input feels stronger.",
    why:
      "A haptic that does not match its event confuses: large things should feel strong, and subtle things weak.",
    guideline: "Human Interface Guidelines, Haptics: Custom haptics in games",
    advice: "Raise the intensity toward the end, or make larger events stronger.",
    thresholds: [
      .init(
        name: "correlation", value: 0.7, unit: "rank correlation",
        source: "our choice: a strong correlation by the usual scales")
    ],
    clauses: [
      .warning(.pattern, "an approaching or looming pattern whose last third is not stronger"),
      .warning(.pattern, "an input that does not follow its declared course"),
      .warning(
        .manifest,
        "bindings whose magnitudes do not match the strengths of their patterns (`correlation`)"),
    ]
  ) { subjects, context in
    let risers = subjects.patterns.filter {
      !Set($0.tags).isDisjoint(with: ["approach", "approaching", "looming"])
    }
    let flat = risers.compactMap { subject -> LintHit? in
      guard let (first, last) = subject.thirds, last < first + Float(DifferenceLimen.decibels)
      else { return nil }
      return subject.hit(
        .warning,
        "it should grow, but its last third is \(Double(last - first).rounded(to: 1)) dB relative to "
          + "the first third")
    }
    let backward = subjects.patterns.flatMap { $0.inputHits(breakingCourse: true) }
    let unmeasured = (flat + backward).map { hit in
      var hit = hit
      hit.thresholds = []
      return hit
    }
    return unmeasured + BindingRules.disproportionate(subjects, context)
  }

  // MARK: From practice

  private static let silent = LintRule(
    id: "P-01", name: "silent",
    title: "A pattern and each of its events can be felt.",
    why: "A player plays a silent pattern and does not report an error, but nobody feels anything.",
    guideline: "practice: several libraries report silent patterns as a run-time error",
    advice:
      "Raise the intensity, or remove events that are too weak. If the pattern is silent on purpose, accept the finding.",
    thresholds: [
      .init(
        name: "level", value: 0, unit: "dB above the threshold",
        source: "Documentation/Perception.md"),
      .init(
        name: "margin", value: 6, unit: "dB",
        source:
          "Documentation/Perception.md: full scale is taken as 1 g, and phones reach up to 2 g"
      ),
    ],
    clauses: [
      .warning(.pattern, "a pattern without sound in which nothing exceeds `level`"),
      .info(
        .pattern, "an event with an intensity above 0 that stays more than `margin` below `level`"),
    ]
  ) { subjects, context in
    let (level, margin) = (context.value("P-01", "level"), context.value("P-01", "margin"))
    return subjects.patterns.flatMap { subject -> [LintHit] in
      if var hit = subject.silentHit(level) {
        hit.thresholds = ["level"]
        return [hit]
      }
      return [subject.imperceptibleHit(level, margin)].compactMap(\.self)
    }
  }

  private static let imperceptible = LintRule(
    id: "P-03", name: "below-limen",
    title: "Changes are large enough to be noticed.",
    why:
      "A change below the just noticeable difference needs a curve, but nobody notices the change.",
    guideline: "Israr, Tan and Reed 2006: 2.2 to 2.5 dB, a Weber fraction of 0.18 to 0.25",
    advice: "Make the change larger, or remove the curve.",
    thresholds: [
      .init(
        name: "decibels", value: DifferenceLimen.decibels, unit: "dB",
        source: "Documentation/Perception.md"),
      .init(
        name: "sharpness", value: 0.085, unit: "sharpness",
        source: "a ratio of 1.18 at the middle of 80 to 230 Hz, halved to be on the safe side"),
    ],
    clauses: [
      .info(
        .pattern,
        "an intensity curve that stays within `decibels`, or a sharpness curve within `sharpness`"),
      .info(
        .pattern,
        "continuous events that follow each other without a gap and differ by less than both thresholds"
      ),
    ]
  ) { subjects, context in
    subjects.patterns.flatMap { subject in
      subject.entries { index, entry in
        guard case .curve(let curve) = entry, curve.controlPoints.count > 1,
          let change = ImperceptibleChange(curve, context)
        else { return nil }
        return subject.hit(.info, change.message, at: index)
      }
        + subject.imperceptibleSteps(
          context.value("P-03", "decibels"), context.value("P-03", "sharpness")
        ).map { index, decibels in
          let words = decibels > 0 ? "by \(decibels.rounded(to: 1)) dB" : "in sharpness"
          return subject.hit(
            .info,
            "the vibration continues the previous one without a gap and differs \(words), which nobody notices",
            at: index)
        }
    }
  }

  private static let unfollowable = LintRule(
    id: "P-04", name: "too-fast",
    title: "Nothing changes faster than a phone's actuator can follow.",
    why:
      "A resonant actuator takes tens of milliseconds to build up and to stop; faster changes blur.",
    guideline: "practice: AOSP's HapticGenerator, resonance 150 Hz and Q 8: 37 ms from 10 to 90 %",
    advice: "Use transients for fast changes, or make the curve slower.",
    thresholds: [
      .init(
        name: "rise", value: 0.018, unit: "s",
        source: "half of 2.2 Q / (pi f), which is 37 ms, because drivers brake and overdrive"),
      .init(
        name: "depth", value: 0.3, unit: "of intensity",
        source: "our choice: well above the just noticeable difference at any intensity"),
      .init(
        name: "turns", value: 3, unit: "changes of direction in a row",
        source: "our choice: a single edge is only softened, but a ripple disappears"),
    ],
    clauses: [
      .warning(
        .pattern,
        "an intensity curve that changes direction `turns` times in a row, each time by `depth` or more within `rise`"
      ),
      .warning(.pattern, "a sharpness curve that does the same"),
      .warning(
        .pattern, "continuous events and gaps shorter than `rise` that alternate `turns` times"),
    ]
  ) { subjects, context in
    let (rise, depth) = (context.value("P-04", "rise"), context.value("P-04", "depth"))
    let turns = context.count("P-04", "turns")
    return subjects.patterns.flatMap { subject in
      subject.entries { index, entry in
        guard case .curve(let curve) = entry,
          [.hapticIntensityControl, .hapticSharpnessControl].contains(curve.id),
          let time = curve.firstRipple(faster: rise, deeper: depth, turns: turns)
        else { return nil }
        let what = curve.id == .hapticIntensityControl ? "intensity" : "sharpness"
        return subject.hit(
          .warning,
          "from \(time.brief) s on, \(what) repeatedly rises and falls by \(depth.brief) or more within "
            + "\((rise * 1_000).brief) ms", at: index)
      }
        + subject.firstFlutter(faster: rise, deeper: depth, turns: turns).map { index, time in
          subject.hit(
            .warning,
            "from \(time.brief) s on, vibrations repeatedly begin and end within \((rise * 1_000).brief) ms; "
              + "no actuator stops that fast", at: index)
        }
    }
  }

  private static let crowded = LintRule(
    id: "P-05", name: "taps-too-close",
    title: "Transients that are meant as two taps are far enough apart.",
    why: "Two transients that overlap are perceived as one, and their signals add up.",
    guideline: "practice, and Hirsh and Sherrick 1961; Documentation/Perception.md",
    advice: "Move the transients apart by at least the threshold, or merge them.",
    thresholds: [
      .init(
        name: "gap", value: DifferenceLimen.onsetSeconds, unit: "s",
        source: "Documentation/Perception.md")
    ],
    clauses: [.warning(.pattern, "transients less than `gap` apart")]
  ) { subjects, context in
    let gap = context.value("P-05", "gap")
    return subjects.patterns.compactMap { subject in
      let transients = subject.transients.sorted { $0.event.time < $1.event.time }
      // Times that are rounded to a grid as wide as the gap do not count as closer than the gap.
      let close = zip(transients, transients.dropFirst()).filter { first, second in
        second.event.time - first.event.time < gap - 1e-6
      }
      guard let first = close.first else { return nil }
      let milliseconds =
        ((first.1.event.time - first.0.event.time) * 1_000).rounded(to: 1)
      let more = close.count > 1 ? " (and \((close.count - 1).counted("more pair")))" : ""
      return subject.hit(
        .warning,
        "the transients at \(first.0.event.time.brief) and \(first.1.event.time.brief) s are "
          + "\(milliseconds) ms apart\(more)", at: first.1.index)
    }
  }
}
