package import HapticEngine

extension VibrationLine {
  /// Returns the line as curves of the control `id`, none of them longer than Core Haptics accepts.
  ///
  /// Each curve starts with the last point of the curve before it, as in the files of Lofelt's converter.
  func curves(of id: DynamicParameter.ID) -> [HapticPattern.Entry] {
    var curves: [HapticPattern.Entry] = []
    var first = 0
    while first < points.count {
      let last = min(first + PatternLimits.maximumControlPoints, points.count)
      let start = points[first].time
      curves.append(
        .curve(
          ParameterCurve(
            id, at: start,
            controlPoints: points[first..<last].map {
              .init(at: Self.length(from: start, to: $0.time), $0.value)
            })))
      if last == points.count { break }
      first = last - 1
    }
    return curves
  }

  /// Returns the time between two times, rounded so that it has few decimals.
  static func length(from start: Seconds, to end: Seconds) -> Seconds {
    PatternCourse.sum(end, -start)
  }

  /// Returns the line with `change` applied to each value.
  func mapValues(_ change: (Point) -> Double) -> VibrationLine {
    VibrationLine(points.map { Point(time: $0.time, value: change($0)) })
  }
}

extension HapticPattern {
  /// Returns continuous events that sound from `start` to `end` at `intensity` and `sharpness`: one event, or
  /// several if the time is longer than Core Haptics plays one event.
  static func vibration(
    from start: Seconds, to end: Seconds, intensity: Double, sharpness: Double
  ) -> [Entry] {
    let longest = PatternLimits.maximumContinuousDuration
    var entries: [Entry] = []
    var time = start
    // A duration of 0 would mean the longest duration; a remainder from rounding does not become an event.
    while end - time > VibrationLine.resolution {
      let duration = min(VibrationLine.length(from: time, to: end), longest)
      entries.append(
        .event(
          HapticEvent(
            .hapticContinuous, at: time, duration: duration,
            parameters: [.init(.hapticIntensity, intensity), .init(.hapticSharpness, sharpness)])))
      time = start + longest * Double(entries.count)
    }
    return entries
  }

  /// A transient.
  static func transient(_ transient: VibrationTransient) -> Entry {
    .event(
      HapticEvent(
        .hapticTransient, at: transient.time,
        parameters: [
          .init(.hapticIntensity, transient.intensity),
          .init(.hapticSharpness, transient.sharpness),
        ]))
  }

  /// Creates a pattern of entries that a reader made.
  ///
  /// - Throws: `ConversionError` if the entries exceed the limits of a pattern, such as 31 years.
  static func made(
    _ entries: [Entry], metadata: PatternMetadata = [:], by format: String
  ) throws(ConversionError) -> HapticPattern {
    do throws(PatternError) {
      return try HapticPattern(entries: entries, metadata: metadata)
    } catch {
      throw .unwritable(
        format: format, reason: "the file's content is not a valid pattern: \(error)")
    }
  }

  /// Returns the pattern of a track: one vibration for each stretch without silence, with two curves if it is not
  /// flat, and the transients.
  ///
  /// Invariant: the track of the pattern is this track, except for the differences in `losses`. A curve also acts on
  /// transients, so a transient under a curve is made stronger by the amount that the curve weakens it, up to 1. A
  /// control is reset to its neutral value if anything comes after its curve. A vibration that another vibration
  /// follows immediately ends early by the length of its release (`PatternCourse`).
  ///
  /// If curves do not act on transients, the transients are as strong as in the track.
  package static func made(
    of track: VibrationTrack, metadata: PatternMetadata = [:], by format: String,
    _ options: ConversionOptions = ConversionOptions(), losses: inout ConversionLosses
  ) throws(ConversionError) -> HapticPattern {
    var entries = TrackEntries(track: track)
    entries.addVibrations()
    // Only Core Haptics releases events at their end.
    if options.curvesActOnTransients { silence(&entries.list, &losses) }
    entries.addTransients(underCurves: options.curvesActOnTransients, &losses)
    return try made(entries.list, metadata: metadata, by: format)
  }
}

/// The entries for a track.
private struct TrackEntries {
  let track: VibrationTrack
  var list: [HapticPattern.Entry] = []
  /// The times during which curves act.
  var governed: [(start: Seconds, end: Seconds)] = []
  /// The end of a curve whose controls would still act on later events; nil if there is no such curve.
  var heldSince: Seconds?

  /// The time from a reset of the controls to the next event, in seconds.
  ///
  /// Our choice: more than half a frame at the lowest sample rate, 8 kHz.
  private static let lead = 0.000_1

  mutating func addVibrations() {
    for stretch in track.intensity.stretches {
      let (start, end) = (stretch.points[0].time, stretch.points[stretch.points.count - 1].time)
      let sharpness = VibrationLine(track.sharpness.part(from: start, to: end))
      if let level = stretch.flatValue, let own = sharpness.flatValue {
        setBack(before: start)
        list += HapticPattern.vibration(from: start, to: end, intensity: level, sharpness: own)
        continue
      }
      if let since = heldSince, track.firstTransient(from: since) < start { setBack(before: start) }
      governed.append((start, end))
      list += stretch.curves(of: .hapticIntensityControl)
      list += sharpness.curves(of: .hapticSharpnessControl)
      list += HapticPattern.vibration(from: start, to: end, intensity: 1, sharpness: 0)
      heldSince = end
    }
    setBack(before: .infinity)
  }

  /// Resets the controls before the next event, a transient or the event at `time`.
  ///
  /// The reset precedes the event if it can, because an event is moved to the nearest frame, which may be before its time.
  private mutating func setBack(before time: Seconds) {
    guard let since = heldSince else { return }
    let first = min(track.firstTransient(from: since), time)
    heldSince = nil
    guard first < .infinity else { return }
    let reset = max(since, PatternCourse.sum(first, -Self.lead))
    list.append(.parameter(DynamicParameter(.hapticIntensityControl, 1, at: reset)))
    list.append(.parameter(DynamicParameter(.hapticSharpnessControl, 0, at: reset)))
  }

  mutating func addTransients(underCurves: Bool, _ losses: inout ConversionLosses) {
    var rest = governed[...]
    for var transient in track.transients {
      while let span = rest.first, span.end <= transient.time { rest = rest.dropFirst() }
      if underCurves, let span = rest.first, span.start <= transient.time {
        let control = track.intensity.value(after: transient.time)
        let missing = transient.intensity - min(transient.intensity, control)
        if missing > transient.intensity * 1e-12 {
          losses.add(
            .transient, of: transient, missing,
            because:
              "the intensity curve weakens the transient, whose own intensity cannot exceed 1; "
              + "--transients apart writes two files")
        }
        transient.intensity = control > 0 ? min(transient.intensity / control, 1) : 1
      }
      list.append(HapticPattern.transient(transient))
    }
  }
}

extension ImportedPattern {
  /// Creates the pattern of a track, or separate patterns for its vibration and its transients, depending on
  /// `options`.
  init(
    of track: VibrationTrack, metadata: PatternMetadata = [:], by format: String,
    _ options: ConversionOptions, losses: ConversionLosses
  ) throws(ConversionError) {
    var losses = losses
    guard options.transients == .apart, !track.transients.isEmpty, track.vibrates else {
      let pattern = try HapticPattern.made(
        of: track, metadata: metadata, by: format, options, losses: &losses)
      self.init(pattern, losses: losses)
      return
    }
    var vibration = track
    vibration.transients = []
    self.init(
      parts: [
        Part(
          name: "continuous",
          pattern: try .made(
            of: vibration, metadata: metadata, by: format, options, losses: &losses)),
        Part(
          name: "transients",
          pattern: try .made(
            track.transients.map(HapticPattern.transient), metadata: metadata, by: format)),
      ], losses: losses)
  }
}

extension HapticPattern {
  /// Ends vibrations early if their releases would click.
  static func silence(_ entries: inout [Entry], _ losses: inout ConversionLosses) {
    let course = PatternCourse(entries)
    var largest = LargestDifference()
    for (index, quiet) in course.silenced() {
      guard case .event(let event) = entries[index] else { continue }
      let (early, length) = (quiet.time + quiet.playedDuration, PatternCourse.shortestRelease)
      let end = event.time + event.playedDuration
      // The missing part of the vibration, up to just before its end.
      for share in [0.25, 0.5, 0.75, 1] {
        let time = early + (end - early) * share - VibrationLine.resolution
        let level =
          event.played(.hapticIntensity) * course.value(of: .hapticIntensityControl, at: time)
        largest.add(level * min(max((time - early) / length, 0), 1), at: time)
      }
      entries[index] = .event(quiet)
    }
    largest.report(
      .envelope, .share, beyond: 0.001, to: &losses,
      because:
        "vibrations that are immediately followed by another are released in their last 5 ms; this is the largest "
        + "difference")
  }
}

extension VibrationTrack {
  /// Whether the line is ever above 0.
  var vibrates: Bool { intensity.points.contains { $0.value > 0 } }

  /// Returns the time of the first transient at or after `time`; infinite if there is none.
  fileprivate func firstTransient(from time: Seconds) -> Seconds {
    let index = transients.partitioningIndex { $0.time >= time }
    return index < transients.count ? transients[index].time : .infinity
  }
}

extension VibrationLine {
  /// The value that all points share, or nil.
  var flatValue: Double? {
    guard let first = points.first, points.allSatisfy({ $0.value == first.value }) else {
      return nil
    }
    return first.value
  }

  /// The parts that are not silent, each with the zeros at its start and end.
  ///
  /// Flat parts are separate from moving parts if both are long enough to be released before the next part.
  fileprivate var stretches: [VibrationLine] {
    var stretches: [VibrationLine] = []
    var current = VibrationLine()
    var isFlat = false
    for (first, second) in zip(points, points.dropFirst()) where second.time > first.time {
      let isSilent = first.value == 0 && second.value == 0
      let pieceIsFlat = first.value == second.value
      let joins = current.points.last.map { $0.value == first.value } ?? false
      let last = current.points.dropLast().last?.time ?? first.time
      let isShort = min(second.time - first.time, first.time - last) < NotationChain.shortest
      if isSilent || (pieceIsFlat || isFlat) && !joins && !isShort {
        if current.points.count > 1 { stretches.append(current) }
        current = VibrationLine()
      }
      if isSilent { continue }
      if current.points.isEmpty { isFlat = pieceIsFlat }
      isFlat = isFlat && pieceIsFlat
      current.append(first.time, first.value)
      current.append(second.time, second.value)
    }
    if current.points.count > 1 { stretches.append(current) }
    return stretches
  }
}
