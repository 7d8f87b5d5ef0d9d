public import Drawing
public import HapticEngine
internal import HapticPerception
public import Realtime
private import TextFormats

/// A pattern to be drawn, and what belongs to it.
public struct DrawnPattern: Sendable {
  /// The name of the pattern.
  public var name: String
  /// The pattern.
  public var pattern: HapticPattern
  /// The decoded sounds of the pattern, at `SensationTrack.sampleRate`, by the path that events
  /// name.
  public var sounds: [String: DecodedSound]

  /// `pattern` under `name`.
  public init(_ pattern: HapticPattern, name: String, sounds: [String: DecodedSound] = [:]) {
    self.name = name
    self.pattern = pattern
    self.sounds = sounds
  }
}

extension Drawing {
  /// Draws patterns one below the other on one axis of time, and of two their difference.
  ///
  /// For each: its events by kind, intensity with envelopes and controls worked in, sharpness, the
  /// controls, the rendered signal, its frequencies if they are given, and how strong it feels.
  ///
  /// - Parameters:
  ///   - patterns: one or more.
  ///   - profile: what turns intensity and sharpness into a signal.
  ///   - spectrograms: one of each pattern, in their order; none by default.
  /// - Throws: `RenderError.profile` for a profile with values out of their ranges.
  /// - Thread: any; takes as long as rendering all of them.        Realtime-safe: no.
  public init(
    of patterns: [DrawnPattern], profile: Profile = .wideband, spectrograms: [Spectrogram] = []
  ) throws(RenderError) {
    var sketches: [PatternSketch] = []
    for pattern in patterns {
      sketches.append(try PatternSketch(pattern, profile: profile))
    }
    let seconds = max(Self.shortest, sketches.map(\.seconds).max() ?? 0)
    var panels = sketches.enumerated().map { index, sketch in
      sketch.panel(
        until: seconds,
        spectrogram: spectrograms.indices.contains(index) ? spectrograms[index] : nil)
    }
    var sentences = zip(patterns, sketches).map { drawn, sketch in
      let description = PatternDescription(
        of: drawn.pattern, profile: profile, track: sketch.track)
      return patterns.count == 1
        ? description.paragraph : "\(drawn.name): \(description.paragraph)"
    }
    if sketches.count == 2 {
      panels.append(
        PatternSketch.difference(
          sketches[0].track, sketches[1].track,
          title: "difference: how much stronger \(patterns[1].name) feels than \(patterns[0].name)")
      )
      sentences.append(
        sketches[0].track.difference(to: sketches[1].track).sentence(
          patterns[0].name, patterns[1].name))
    }
    self.init(
      title: patterns.map(\.name).joined(separator: " and "),
      description: sentences.joined(separator: " "), seconds: seconds, panels: panels,
      keys: Self.keys(to: patterns.map(\.pattern))
        + (spectrograms.isEmpty
          ? [] : [Key(.strength(0.34), "-40 dB"), Key(.strength(1), "full scale")]))
  }

  private static func keys(to patterns: [HapticPattern]) -> [Key] {
    let hasAudio = patterns.contains { $0.events.contains { !$0.type.isHaptic } }
    let hasControls = patterns.contains { !$0.curves.isEmpty || !$0.parameters.isEmpty }
    return [
      Key(.sharpness(0), "round"), Key(.sharpness(0.5), "sharpness 0.5"),
      Key(.sharpness(1), "crisp"), Key(.signal, "signal"), Key(.measure, "its amplitude"),
    ] + (hasControls ? [Key(.control, "control")] : []) + (hasAudio ? [Key(.audio, "sound")] : [])
  }

  /// The shortest time that is drawn, in seconds: a single transient should not fill the width.
  ///
  /// Our choice.
  private static let shortest: Seconds = 0.25
}

extension SensationTrack.Difference {
  /// The difference in words.
  func sentence(_ one: String, _ two: String) -> String {
    guard isNoticeable else { return "\(one) and \(two) feel the same." }
    let share = (noticeableShare * 100).rounded(to: 0)
    return "\(one) and \(two) feel different for \(share) % of the time, by up to "
      + "\(largestLimens.rounded(to: 1)) just noticeable differences."
  }
}

/// What is drawn of one pattern, at the resolution of a picture.
private struct PatternSketch {
  /// How many parts the time is divided into where there is more than can be drawn.
  ///
  /// Our choice: more than the columns of any terminal, and about the points of a wide page.
  private static let parts = 1_200

  let drawn: DrawnPattern
  let track: SensationTrack
  private let signal: SignalExtents
  /// Until everything has decayed.
  let seconds: Seconds

  init(_ drawn: DrawnPattern, profile: Profile) throws(RenderError) {
    self.drawn = drawn
    track = try SensationTrack(of: drawn.pattern, profile: profile)
    signal = try SignalExtents(of: drawn, profile: profile, parts: Self.parts)
    seconds = max(drawn.pattern.duration, signal.seconds)
  }

  func panel(until seconds: Seconds, spectrogram: Spectrogram?) -> Drawing.Panel {
    var lanes: [Drawing.Lane] = []
    let events = drawn.pattern.events
    if let lane = kinds(of: events, until: seconds) { lanes.append(lane) }
    if events.contains(where: \.type.isHaptic) { lanes += haptics(until: seconds) }
    lanes += controls(until: seconds)
    lanes += signalLanes
    lanes += spectrogram?.lanes ?? []
    if events.contains(where: \.type.isHaptic) { lanes.append(feeling) }
    let description = drawn.pattern.text("Description").map { ": \($0)" } ?? ""
    return Drawing.Panel(title: (drawn.name + description).printable, lanes: lanes)
  }

  // MARK: Events

  /// A row for each kind of event there is.
  private func kinds(of events: [HapticEvent], until seconds: Seconds) -> Drawing.Lane? {
    let kinds = EventType.allCases.filter { type in events.contains { $0.type == type } }
    guard !kinds.isEmpty else { return nil }
    var marks: [Drawing.Mark] = []
    for (row, kind) in kinds.reversed().enumerated() {
      let value = Double(row) + 0.5
      let own = events.filter { $0.type == kind }
      let spans = own.map { event -> (Seconds, Seconds) in
        let length: Seconds =
          switch kind {
          case .hapticTransient: 0
          case .hapticContinuous, .audioContinuous: event.playedDuration
          case .audioCustom: event.duration ?? soundSeconds(of: event)
          }
        return (event.time, event.time + length)
      }
      let tone: Drawing.Tone = kind.isHaptic ? .signal : .audio
      for (start, end) in Self.joined(spans, closerThan: seconds / Double(Self.parts)) {
        marks.append(.bar(from: start, to: end, value: value, tone))
      }
    }
    for caption in drawn.pattern.captions {
      marks.append(.text(.init(caption.time, 0), caption.text))
    }
    return Drawing.Lane(
      name: "events", range: 0...Double(kinds.count),
      ticks: kinds.reversed().enumerated().map { .init(Double($0) + 0.5, $1.shortName) },
      rows: kinds.count, marks: marks)
  }

  private func soundSeconds(of event: HapticEvent) -> Seconds {
    guard let path = event.waveform?.path, let sound = drawn.sounds[path] else { return 0 }
    return Double(sound.channels.first?.count ?? 0) / sound.sampleRate
  }

  /// The spans in order; those of which the next begins so soon that no gap would show become one.
  private static func joined(
    _ spans: [(Seconds, Seconds)], closerThan gap: Seconds
  ) -> [(Seconds, Seconds)] {
    var joined: [(Seconds, Seconds)] = []
    for span in spans.sorted(by: { $0.0 < $1.0 }) {
      if let last = joined.last, span.0 < last.1 + gap {
        joined[joined.count - 1].1 = max(last.1, span.1)
      } else {
        joined.append(span)
      }
    }
    return joined
  }

  // MARK: Intensity and sharpness

  /// Intensity and sharpness over time: of vibrations the strongest at each time, of transients the
  /// strongest in each part.
  private func haptics(until seconds: Seconds) -> [Drawing.Lane] {
    var outline = VibrationOutline(seconds: seconds, parts: Self.parts)
    outline.add(drawn.pattern)
    return [
      Drawing.Lane(
        name: "intensity", range: 0...1, ticks: [.init(1, "1"), .init(0.5, "0.5"), .init(0, "0")],
        rows: 7, marks: outline.intensityMarks),
      Drawing.Lane(
        name: "sharpness", range: 0...1, ticks: [.init(1, "1"), .init(0, "0")], rows: 3,
        marks: outline.sharpnessMarks),
    ]
  }

  // MARK: Controls

  /// A lane for each control that the pattern moves.
  private func controls(until seconds: Seconds) -> [Drawing.Lane] {
    let course = PatternCourse(drawn.pattern.entries)
    return course.setControls.map { id in
      let (low, high) = (id.range.lowerBound, id.range.upperBound)
      let segments = course.segments(of: id)
      return Drawing.Lane(
        name: id.shortName, range: low...high,
        ticks: [.init(high, high.brief), .init(low, low.brief)], rows: 2,
        marks: [.line(Self.points(of: segments, until: seconds), .control)])
    }
  }

  private static func points(
    of segments: [ControlSegment], until end: Seconds
  ) -> [Drawing.Point] {
    // Each begins with the value from which it goes on to its end.
    let points = segments.indices.lazy.filter { segments[$0].start < end }.flatMap { index in
      let segment = segments[index]
      let next = index + 1 < segments.count ? min(segments[index + 1].start, end) : end
      return [
        Drawing.Point(segment.start, segment.value),
        .init(next, segment.value + segment.slope * (next - segment.start)),
      ]
    }
    // Of more than can be drawn, the lowest and the highest of each group.
    let step = segments.count / (4 * parts)
    guard step > 1 else { return Array(points) }
    let all = Array(points)
    return stride(from: 0, to: all.count, by: 4 * step).flatMap { first in
      let group = all[first..<min(first + 4 * step, all.count)]
      let ends = [group.min { $0.value < $1.value }, group.max { $0.value < $1.value }]
      return ([group.first] + ends + [group.last]).compactMap(\.self).sorted { $0.time < $1.time }
    }
  }

  // MARK: Signal

  /// The rendered buses, each to its own scale.
  private var signalLanes: [Drawing.Lane] {
    let buses: [(String, [Drawing.Extent], Drawing.Tone, Bool)] = [
      ("signal", signal.haptic, .signal, true), ("sound", signal.audio, .audio, false),
    ]
    return buses.compactMap { name, extents, tone, isHaptic in
      let peak = extents.reduce(0) { max($0, abs($1.low), abs($1.high)) }
      guard peak > 1e-4 else { return nil }
      var marks: [Drawing.Mark] = [.band(extents, tone)]
      if isHaptic { marks.append(.line(envelope, .measure)) }
      // What is beyond is cut off by whatever plays it.
      if peak > 1 { marks += [.level(1, "full scale"), .level(-1, "")] }
      return Drawing.Lane(
        name: name, range: -peak...peak,
        ticks: [.init(peak, peak.rounded(to: 2)), .init(-peak, "-" + peak.rounded(to: 2))],
        rows: 4, marks: marks)
    }
  }

  /// The amplitude that the track has measured.
  private var envelope: [Drawing.Point] {
    thinned.map { time, frame in
      let hertz = Double(frame.hertz)
      let amplitude =
        frame.hertz > 0
        ? SensationTrack.amplitude(level: Double(frame.level), hertz: hertz) : 0
      return .init(time, amplitude)
    }
  }

  /// How strong it feels, in decibels above the threshold.
  private var feeling: Drawing.Lane {
    let highest = Double(max(track.strongest().level, 0))
    let top = max(30, (highest / 10).rounded(.up) * 10)
    let points = thinned.map { time, frame in
      Drawing.Point(time, max(Double(frame.level), -10))
    }
    return Drawing.Lane(
      name: "feeling", range: -10...top,
      ticks: [.init(top, "\(top.rounded(to: 0)) dB"), .init(0, "0 dB")], rows: 4,
      marks: [.area(points, .signal), .level(0, "threshold of feeling")])
  }

  /// The frames of the track, or the strongest of each part where there are more.
  private var thinned: [(Seconds, SensationTrack.Frame)] {
    let step = max(1, track.frames.count / Self.parts)
    return stride(from: 0, to: track.frames.count, by: step).map { index in
      let part = track.frames[index..<min(index + step, track.frames.count)]
      let strongest = part.max { $0.level < $1.level } ?? .silence
      return (Double(index) * SensationTrack.frameSeconds, strongest)
    }
  }

  /// How much stronger `two` feels than `one`, over time: where there are more frames than can be drawn,
  /// the greatest difference of each part.
  static func difference(
    _ one: SensationTrack, _ two: SensationTrack, title: String
  ) -> Drawing.Panel {
    let count = max(one.frames.count, two.frames.count)
    let step = max(1, count / parts)
    let points = stride(from: 0, to: count, by: step).map { index in
      let differences = (index..<min(index + step, count)).map { frame in
        let time = Double(frame) * SensationTrack.frameSeconds
        return Double(max(two[time].level, 0) - max(one[time].level, 0))
      }
      return Drawing.Point(
        Double(index) * SensationTrack.frameSeconds,
        differences.max { abs($0) < abs($1) } ?? 0)
    }
    let highest = max(10, points.reduce(0) { max($0, abs($1.value)) })
    let limen = DifferenceLimen.decibels
    return Drawing.Panel(
      title: title,
      lanes: [
        Drawing.Lane(
          name: "stronger", range: -highest...highest,
          ticks: [
            .init(highest, "\(highest.rounded(to: 0)) dB"), .init(0, "0"),
            .init(-highest, "-\(highest.rounded(to: 0)) dB"),
          ], rows: 5,
          marks: [
            .level(limen, "just noticeable"), .level(-limen, ""),
            .line(points, .difference),
          ])
      ])
  }
}

/// The least and greatest samples of the rendered buses in each part of the time.
private struct SignalExtents {
  let seconds: Seconds
  let haptic: [Drawing.Extent]
  let audio: [Drawing.Extent]

  init(of drawn: DrawnPattern, profile: Profile, parts: Int) throws(RenderError) {
    let rate = SensationTrack.sampleRate
    let renderer = try OfflineRenderer(
      drawn.pattern, sampleRate: rate, profile: profile, sounds: drawn.sounds)
    let count = min(renderer.frameCount, Int(SensationTrack.maximumSeconds * rate))
    seconds = Double(count) / rate
    let frames = max(1, count / parts)
    let meter = SignalMeter(
      of: renderer, cellFrames: frames, maximumSeconds: SensationTrack.maximumSeconds)
    let cells = meter.cells.enumerated().map { (Double($0 * frames) / rate, $1) }
    haptic = cells.map { .init($0, Double($1.low), Double($1.high)) }
    audio = cells.map { .init($0, -Double($1.audio), Double($1.audio)) }
  }
}

extension EventType {
  /// A few letters for a picture.
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
  /// A few letters for a picture.
  fileprivate var shortName: String {
    "\(combination == .multiplies ? "×" : "+") \(parameter.word)"
  }
}
