internal import Drawing
internal import HapticEngine
internal import HapticPerception
internal import Realtime
private import TextFormats

/// A pattern with its renderer.
struct PatternRender {
  let drawn: DrawnPattern
  /// The renderer, at its start.
  let renderer: OfflineRenderer

  init(of drawn: DrawnPattern, profile: Profile) throws(RenderError) {
    self.drawn = drawn
    renderer = try OfflineRenderer(
      drawn.pattern, sampleRate: SensationTrack.sampleRate, profile: profile, sounds: drawn.sounds)
  }

  /// The time until everything has decayed.
  var seconds: Seconds {
    max(drawn.pattern.duration, Double(renderer.frameCount) / renderer.sampleRate)
  }
}

/// The drawing of one pattern in the columns of a chart.
struct PatternSketch {
  private let drawn: DrawnPattern
  private let columns: ChartColumns
  private let profile: Profile
  private let signal: SignalColumns
  /// The time until everything has decayed.
  private let seconds: Seconds

  /// Renders `render` and measures the signal.
  init(_ render: PatternRender, in columns: ChartColumns, profile: Profile) {
    drawn = render.drawn
    seconds = render.seconds
    self.columns = columns
    self.profile = profile
    signal = SignalColumns(of: render.renderer, in: columns, profile: profile)
  }

  /// Returns all lanes of the pattern.
  ///
  /// - Parameters:
  ///   - title: the title of the panel.
  ///   - isWhole: whether the columns cover the whole pattern.
  ///   - spectrogram: the pattern's frequencies, if they are drawn.
  /// - Returns: a panel of all lanes that are not empty.
  func panel(title: String, isWhole: Bool, spectrogram: Spectrogram?) -> Drawing.Panel {
    var lanes: [Drawing.Lane] = []
    let events = drawn.pattern.events
    if let lane = kinds(of: events) { lanes.append(lane) }
    if events.contains(where: \.type.isHaptic) { lanes += haptics }
    lanes += controls
    lanes += signalLanes
    lanes += spectrogram?.lanes ?? []
    if events.contains(where: \.type.isHaptic) { lanes.append(feeling) }
    let description = drawn.pattern.text("Description").map { [$0.printable] } ?? []
    return Drawing.Panel(
      title: title.printable, notes: [facts(isWhole: isWhole)] + description, lanes: lanes)
  }

  /// Returns the duration and the strength in words.
  private func facts(isWhole: Bool) -> String {
    let duration = drawn.pattern.duration
    var facts = [
      duration > 0 ? "\(duration.brief) s long" : "\(seconds.brief) s long with its decay"
    ]
    if !isWhole { facts.append("drawn from \(columns.start.brief) s to \(columns.end.brief) s") }
    if signal.peak > Self.silence {
      facts.append(
        "the haptic signal peaks at \(signal.peak.text) of full scale (profile \(profile.name))")
    } else if signal.audioPeak > Self.silence {
      facts.append("the sound peaks at \(signal.audioPeak.text) of full scale")
    } else {
      facts.append("no signal")
    }
    return facts.joined(separator: "; ").printable
  }

  /// Peaks up to this level do not count as a signal.
  ///
  /// Our choice: 80 dB below full scale.
  private static let silence: Float = 1e-4

  // MARK: Events

  /// Returns a row for each kind of event in the pattern, and a row for the captions that are drawn.
  private func kinds(of events: [HapticEvent]) -> Drawing.Lane? {
    let kinds = EventType.allCases.filter { type in events.contains { $0.type == type } }
    guard !kinds.isEmpty else { return nil }
    let captions = drawn.pattern.captions.filter { columns.contains($0.time) }
    var marks = captions.map { Drawing.Mark.text(.init($0.time, 0), $0.text) }
    var ticks = captions.isEmpty ? [] : [Drawing.Tick(0.5, "caption")]
    for kind in kinds.reversed() {
      let value = Double(ticks.count) + 0.5
      ticks.append(.init(value, kind.shortName))
      let own = events.filter { $0.type == kind }
      let spans = own.compactMap { event in
        columns.part(from: event.time, to: event.time + length(of: event))
      }
      let tone: Drawing.Tone = kind.isHaptic ? .signal : .audio
      for (start, end) in Self.joined(spans, closerThan: columns.columnSeconds) {
        marks.append(.bar(from: start, to: end, value: value, tone))
      }
    }
    return Drawing.Lane(
      name: "events", range: 0...Double(ticks.count), ticks: ticks, rows: ticks.count, marks: marks)
  }

  private func length(of event: HapticEvent) -> Seconds {
    switch event.type {
    case .hapticTransient: 0
    case .hapticContinuous, .audioContinuous: event.playedDuration
    case .audioCustom: event.duration ?? soundSeconds(of: event)
    }
  }

  private func soundSeconds(of event: HapticEvent) -> Seconds {
    guard let path = event.waveform?.path, let sound = drawn.sounds[path] else { return 0 }
    return Double(sound.channels.first?.count ?? 0) / sound.sampleRate
  }

  /// Returns the spans in order.
  ///
  /// Spans are merged if the gap between them would be too small to see.
  private static func joined(
    _ spans: [(start: Seconds, end: Seconds)], closerThan gap: Seconds
  ) -> [(start: Seconds, end: Seconds)] {
    var joined: [(start: Seconds, end: Seconds)] = []
    for span in spans.sorted(by: { $0.start < $1.start }) {
      if let last = joined.last, span.start < last.end + gap {
        joined[joined.count - 1].end = max(last.end, span.end)
      } else {
        joined.append(span)
      }
    }
    return joined
  }

  // MARK: Intensity and sharpness

  /// Intensity and sharpness over time: the strongest vibration at each time, and the strongest transient in each
  /// column.
  private var haptics: [Drawing.Lane] {
    var outline = VibrationOutline(columns)
    outline.add(drawn.pattern)
    return [
      Drawing.Lane(
        name: "intensity", notes: ["0 none, 1 full"], range: 0...1,
        ticks: [.init(1, "1"), .init(0.5, "0.5"), .init(0, "0")], rows: 7,
        marks: outline.intensityMarks),
      Drawing.Lane(
        name: "sharpness", range: 0...1, ticks: [.init(1, "crisp 1"), .init(0, "round 0")],
        rows: 3, marks: outline.sharpnessMarks),
    ]
  }

  // MARK: Controls

  /// A lane for each control that the pattern moves.
  private var controls: [Drawing.Lane] {
    let course = PatternCourse(drawn.pattern.entries)
    return course.setControls.map { id in
      let (low, high) = (id.range.lowerBound, id.range.upperBound)
      return Drawing.Lane(
        name: id.shortName, range: low...high,
        ticks: [.init(high, high.brief), .init(low, low.brief)], rows: 2,
        marks: [.line(points(of: course.segments(of: id)), .control)])
    }
  }

  private func points(of segments: [ControlSegment]) -> [Drawing.Point] {
    // Each piece starts with the value from which it continues to its end.
    let pieces = segments.indices.compactMap { index -> [Drawing.Point]? in
      let segment = segments[index]
      let next = index + 1 < segments.count ? segments[index + 1].start : .infinity
      guard let part = columns.part(from: segment.start, to: next), part.start < part.end else {
        return nil
      }
      return [part.start, part.end].map {
        Drawing.Point($0, segment.value + segment.slope * ($0 - segment.start))
      }
    }
    let points = pieces.flatMap { $0 }
    // If there are too many pieces to draw, only the lowest and the highest piece of each group are kept.
    let step = pieces.count / (4 * columns.count)
    guard step > 1 else { return points }
    return stride(from: 0, to: points.count, by: 4 * step).flatMap { first in
      let group = points[first..<min(first + 4 * step, points.count)]
      let ends = [group.min { $0.value < $1.value }, group.max { $0.value < $1.value }]
      return ([group.first] + ends + [group.last]).compactMap(\.self).sorted { $0.time < $1.time }
    }
  }

  // MARK: Signal

  /// The rendered buses, each with its own scale.
  private var signalLanes: [Drawing.Lane] {
    var lanes: [Drawing.Lane] = []
    if signal.peak > Self.silence {
      let amplitude = signal.values.map { Double($0.amplitude) }
      lanes.append(
        lane(
          "signal", notes: [], peak: signal.peak,
          [
            .band(extents { ($0.low, $0.high) }, .signal),
            .line(signal.columns.line(amplitude), .measure),
          ]))
    }
    if signal.audioPeak > Self.silence {
      let names = drawn.pattern.events.soundNames
      lanes.append(
        lane(
          "sound", notes: names.isEmpty ? [] : [names.joined(separator: ", ")],
          peak: signal.audioPeak, [.band(extents { (-$0.audio, $0.audio) }, .audio)]))
    }
    return lanes
  }

  private func lane(
    _ name: String, notes: [String], peak: Float, _ marks: [Drawing.Mark]
  ) -> Drawing.Lane {
    // A device clips values beyond full scale.
    let limits: [Drawing.Mark] = peak > 1 ? [.level(1, "full scale"), .level(-1, "")] : []
    return Drawing.Lane(
      name: name, notes: notes + ["of full scale"], range: -Double(peak)...Double(peak),
      ticks: [.init(Double(peak), peak.text), .init(-Double(peak), "-" + peak.text)], rows: 4,
      marks: marks + limits)
  }

  /// Returns the extents of the columns, except for columns that equal the previous column.
  private func extents(
    _ extent: (SignalColumns.Column) -> (low: Float, high: Float)
  ) -> [Drawing.Extent] {
    var extents: [Drawing.Extent] = []
    for (index, value) in signal.values.enumerated() {
      let (low, high) = (Double(extent(value).low), Double(extent(value).high))
      if let last = extents.last, last.low == low, last.high == high { continue }
      extents.append(.init(signal.columns.start(of: index), low, high))
    }
    return extents + [.init(columns.end, 0, 0)]
  }

  // MARK: Feeling

  /// The felt strength, in decibels above the threshold.
  private var feeling: Drawing.Lane {
    let levels = signal.values.map { max(Double($0.level), Self.lowestLevel) }
    let top = max(30, ((levels.max() ?? 0) / 10).rounded(.up) * 10)
    return Drawing.Lane(
      name: "feeling", notes: ["how strong, dB"], range: Self.lowestLevel...top,
      ticks: [.init(top, "\(top.rounded(to: 0)) dB"), .init(0, "0 dB")], rows: 4,
      marks: [.area(signal.columns.line(levels), .signal), .level(0, "threshold of feeling")])
  }

  /// The lowest level that is drawn, in decibels.
  ///
  /// Our choice: levels far below the threshold are equivalent to silence.
  private static let lowestLevel = -10.0

  /// Returns a panel of how much stronger `other` feels, over time.
  func difference(to other: PatternSketch, title: String) -> Drawing.Panel {
    let values = signal.difference(to: other.signal)
    let most = values.reduce(0) { max($0, $1.magnitude) }
    let highest = max(10, (most / 10).rounded(.up) * 10)
    let limen = DifferenceLimen.decibels
    return Drawing.Panel(
      title: title.printable,
      lanes: [
        Drawing.Lane(
          name: "stronger", range: -highest...highest,
          ticks: [
            .init(highest, "+\(highest.rounded(to: 0)) dB"), .init(0, "0 dB"),
            .init(-highest, "-\(highest.rounded(to: 0)) dB"),
          ], rows: 5,
          marks: [
            .level(limen, "just noticeable"), .level(-limen, ""),
            .line(signal.columns.line(values), .difference),
          ])
      ])
  }
}

extension Float {
  /// The number as text, with two decimals if that is precise enough.
  fileprivate var text: String { Double(self).rounded(to: self < 0.1 ? 3 : 2) }
}

extension EventType {
  /// A short name for a chart.
  fileprivate var shortName: String {
    switch self {
    case .hapticTransient: "transient"
    case .hapticContinuous: "continuous"
    case .audioContinuous: "tone"
    case .audioCustom: "sound"
    }
  }
}

extension DynamicParameter.ID {
  /// A short name for a chart.
  fileprivate var shortName: String {
    "\(combination == .multiplies ? "×" : "+") \(parameter.word)"
  }
}
