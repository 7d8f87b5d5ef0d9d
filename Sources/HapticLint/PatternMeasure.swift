internal import HapticEditing
internal import HapticEngine
internal import HapticPerception
internal import Realtime
internal import TextFormats

/// A number that is measured on a subject and that a pattern test can expect.
///
/// A measure is defined only in its row. The reader, the schema, the comparison and the messages all use the rows.
struct PatternMeasure<Subject: Sendable>: Sendable {
  /// The key.
  let name: String
  /// The unit with a leading space; empty for a count.
  let unit: String
  /// The description for schemas; one sentence.
  let summary: String
  /// The range that an expected number must be in.
  let range: ClosedRange<Double>
  /// The tolerance around a single expected number.
  let tolerance: Double
  /// The measured value.
  let find: @Sendable (Subject) -> Double

  init(
    _ name: String, _ summary: String, unit: String = "", in range: ClosedRange<Double>,
    within tolerance: Double = 0, find: @escaping @Sendable (Subject) -> Double
  ) {
    (self.name, self.unit, self.summary) = (name, unit.isEmpty ? "" : " " + unit, summary)
    (self.range, self.tolerance, self.find) = (range, tolerance, find)
  }
}

/// A pattern with everything that pattern tests measure.
struct MeasuredPattern: Sendable {
  let pattern: HapticPattern
  let summary: PatternSummary
  let track: SensationTrack
  /// The largest sample of the mix, full scale 1.
  let peak: Double

  init(
    _ pattern: HapticPattern, profile: Profile, sounds: [String: DecodedSound]
  ) throws(RenderError) {
    self.pattern = pattern
    summary = PatternSummary(pattern)
    track = try SensationTrack(of: pattern, profile: profile)
    let renderer = try OfflineRenderer(pattern, profile: profile, sounds: sounds)
    peak = Double(SignalSummary(of: renderer, parts: 1).peak)
  }

  /// The number of events of `type`.
  func count(_ type: EventType) -> Double { Double(summary.events[type] ?? 0) }
}

/// A part of the time of a pattern, in seconds.
struct MeasuredPart: Sendable {
  let whole: MeasuredPattern
  let time: ClosedRange<Double>

  /// The number of events of `type` that start in the part.
  func count(_ type: EventType) -> Double {
    Double(whole.pattern.events.count { $0.type == type && time.contains($0.time) })
  }
}

// lint: table
/// The measures that can be expected, in the order of the documentation.
enum PatternMeasures {
  private static let counts = 0...1_000_000.0
  private static let levels = 0...200.0
  private static let times = 0...PatternLimits.maximumTime

  /// The measures of a whole pattern.
  static let ofWhole: [PatternMeasure<MeasuredPattern>] = [
    .init("duration", "The duration in seconds.", unit: "s", in: times, within: 0.001) {
      $0.summary.duration
    },
    .init("transients", "The number of transient events.", in: counts) {
      $0.count(.hapticTransient)
    },
    .init("continuous", "The number of continuous haptic events.", in: counts) {
      $0.count(.hapticContinuous)
    },
    .init("sounds", "The number of audio events.", in: counts) {
      $0.count(.audioCustom) + $0.count(.audioContinuous)
    },
    .init("peak", "The largest sample of the mix; full scale is 1.", in: 0...1_000, within: 0.001) {
      $0.peak
    },
    .init(
      "felt", "The strongest level in decibels above the threshold of feeling.", unit: "dB",
      in: levels, within: 0.1
    ) { Double(max(0, $0.track.strongest().level)) },
    .init(
      "feltSeconds", "How long the pattern can be felt, in seconds.", unit: "s", in: times,
      within: 0.01
    ) { $0.track.perceptibleSeconds },
  ]

  /// The measures of a part of the time.
  static let ofPart: [PatternMeasure<MeasuredPart>] = [
    .init("transients", "The number of transient events that start in the part.", in: counts) {
      $0.count(.hapticTransient)
    },
    .init(
      "continuous", "The number of continuous haptic events that start in the part.", in: counts
    ) { $0.count(.hapticContinuous) },
    .init(
      "felt", "The strongest level in decibels above the threshold of feeling.", unit: "dB",
      in: levels, within: 0.1
    ) {
      Double(
        max(0, $0.whole.track.strongest(from: $0.time.lowerBound, to: $0.time.upperBound).level))
    },
    .init(
      "weakest", "The weakest level in decibels above the threshold of feeling.", unit: "dB",
      in: levels, within: 0.1
    ) {
      Double(
        max(0, $0.whole.track.weakest(from: $0.time.lowerBound, to: $0.time.upperBound).level))
    },
  ]

  /// The measures of the difference from another pattern, as `haptic diff` prints it.
  static let ofDistance: [PatternMeasure<SensationDifference>] = [
    .init(
      "level", "The mean difference of the levels, in decibels.", unit: "dB", in: levels,
      within: 0.1
    ) { $0.levelDecibels },
    .init(
      "largest", "The largest difference of the levels, in decibels.", unit: "dB", in: levels,
      within: 0.1
    ) { $0.largestDecibels },
    .init(
      "noticeable", "The share of the time in which the difference is noticeable, 0 to 1.",
      in: 0...1, within: 0.005
    ) { $0.noticeableShare },
  ]
}

/// The accepted numbers: one number, or a range.
struct ExpectedNumber: Hashable, Sendable {
  var least: Double?
  var most: Double?

  /// The expected number in words, with its unit.
  func words(_ unit: String) -> String {
    switch (least, most) {
    case (let least?, let most?) where least == most: least.exactText + unit
    case (let least?, let most?): "\(least.exactText) to \(most.exactText)\(unit)"
    case (let least?, nil): "at least \(least.exactText)\(unit)"
    case (nil, let most?): "at most \(most.exactText)\(unit)"
    case (nil, nil): "any number"
    }
  }

  /// Whether `number` is accepted.
  ///
  /// If a single number is expected, `number` may differ from it by at most `tolerance`.
  func accepts(_ number: Double, within tolerance: Double) -> Bool {
    // Decimal fractions and measured sums differ in the last bits.
    let slack = 1e-9 + (least == most ? tolerance : 0)
    return number >= (least ?? -.infinity) - slack && number <= (most ?? .infinity) + slack
  }
}

/// An expectation of a pattern test: a measure, the accepted numbers, and the place in the file.
struct ExpectedMeasure<Subject: Sendable>: Sendable {
  let measure: PatternMeasure<Subject>
  let number: ExpectedNumber
  let place: SourceLocation

  /// Compares `subject` with the expectation; `context` is appended to the measure's name.
  func result(_ subject: Subject, _ context: String = "") -> PatternTest.Result {
    let found = measure.find(subject)
    let name = measure.name + context
    guard !number.accepts(found, within: measure.tolerance) else {
      return PatternTest.Result(name: name, place: place, failure: nil)
    }
    // A rejected number must not be rounded to one that would be accepted.
    let brief = found.brief
    let isMisleading = Double(brief).map { number.accepts($0, within: measure.tolerance) } ?? false
    let words = (isMisleading ? found.exactText : brief) + measure.unit
    return PatternTest.Result(
      name: name, place: place,
      failure: "\(name) is \(words), expected \(number.words(measure.unit))")
  }
}

extension PatternMeasure {
  /// The key with a number, or with a map of `min` and `max`.
  func field<Root>(
    _ add: @escaping @Sendable (inout Root, ExpectedMeasure<Subject>) -> Void
  ) -> DocumentField<ManifestReader, Root> {
    typealias Value = DocumentValue<ManifestReader, ExpectedNumber>
    let number: DocumentValue<ManifestReader, Double> = .number(in: range)
    let bounds = Value.map(
      ExpectedNumber(),
      [
        DocumentField("min", number) { $0.least = $1 },
        DocumentField("max", number) { $0.most = $1 },
      ],
      least: 1)
    let value = Value.either(number.then { ExpectedNumber(least: $0, most: $0) }, bounds)
      .checked { reader, node, found -> ExpectedMeasure<Subject>? in
        if let least = found.least, let most = found.most, least > most {
          reader.report(
            node.place, .outOfRange,
            "min is \(least.exactText), which is more than max, \(most.exactText)")
          return nil
        }
        return ExpectedMeasure(measure: self, number: found, place: node.place)
      }
    return DocumentField(name, value, summary, set: add)
  }
}
