internal import HapticEngine

extension VibrationLine {
  /// The line as curves of the control `id`, none of them longer than Core Haptics takes.
  ///
  /// Each begins with the last point of the one before, as in the files of Lofelt's converter.
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

  /// The time between two times, as somebody would have written it.
  static func length(from start: Seconds, to end: Seconds) -> Seconds {
    PatternCourse.sum(end, -start)
  }

  /// The line with `change` done to each value.
  func mapValues(_ change: (Point) -> Double) -> VibrationLine {
    VibrationLine(points.map { Point(time: $0.time, value: change($0)) })
  }
}

extension HapticPattern {
  /// Continuous events that sound from `start` to `end` at `intensity` and `sharpness`: one, or
  /// several where it is longer than Core Haptics plays one.
  static func vibration(
    from start: Seconds, to end: Seconds, intensity: Double, sharpness: Double
  ) -> [Entry] {
    let longest = PatternLimits.maximumContinuousDuration
    var entries: [Entry] = []
    var time = start
    // A duration of 0 would be the longest; what is left of a sum by rounding is no piece.
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

  /// A pattern of entries that a reader made.
  ///
  /// - Throws: `ConversionError` where they are beyond what a pattern holds, such as 31 years.
  static func made(
    _ entries: [Entry], metadata: PatternMetadata = [:], by format: String
  ) throws(ConversionError) -> HapticPattern {
    do throws(PatternError) {
      return try HapticPattern(entries: entries, metadata: metadata)
    } catch {
      throw .unwritable(format: format, reason: "the file does not make a pattern: \(error)")
    }
  }

  /// The pattern of a track: for each stretch without silence one vibration, under two curves where
  /// it is not flat, and the transients.
  ///
  /// Law: the track of the pattern is this one, but for what `losses` says. A curve acts on transients
  /// as well; a transient under one is made stronger by as much as the curve weakens it, up to 1.
  /// A control is set back to what changes nothing where something comes after its curve. What would
  /// still be released there, and raised with it, ends as much earlier, if that is inside a fade
  /// (`FadeEnd`); otherwise the click is a loss.
  static func made(
    of track: VibrationTrack, metadata: PatternMetadata = [:], by format: String,
    losses: inout ConversionLosses
  ) throws(ConversionError) -> HapticPattern {
    try made(
      of: track, metadata: metadata, by: format, ConversionOptions(), losses: &losses)
  }

  /// The same; where curves do not act on transients these are as strong as in the track.
  static func made(
    of track: VibrationTrack, metadata: PatternMetadata, by format: String,
    _ options: ConversionOptions, losses: inout ConversionLosses
  ) throws(ConversionError) -> HapticPattern {
    var entries: [Entry] = []
    var governed: [(start: Seconds, end: Seconds)] = []
    // Where the controls of a curve that is over would act on what follows.
    var heldSince: Seconds?
    func setBack(before time: Seconds) {
      guard let since = heldSince else { return }
      let first = min(track.firstTransient(from: since), time)
      heldSince = nil
      guard first < .infinity else { return }
      entries.append(.parameter(DynamicParameter(.hapticIntensityControl, 1, at: first)))
      entries.append(.parameter(DynamicParameter(.hapticSharpnessControl, 0, at: first)))
    }
    var fades = LargestDifference()
    let stretches = track.intensity.stretches
    for (index, stretch) in stretches.enumerated() {
      let (start, end) = (stretch.points[0].time, stretch.points[stretch.points.count - 1].time)
      let sharpness = VibrationLine(track.sharpness.part(from: start, to: end))
      if let level = stretch.flatValue, let own = sharpness.flatValue {
        setBack(before: start)
        entries += vibration(from: start, to: end, intensity: level, sharpness: own)
        continue
      }
      if let since = heldSince, track.firstTransient(from: since) < start { setBack(before: start) }
      governed.append((start, end))
      entries += stretch.curves(of: .hapticIntensityControl)
      entries += sharpness.curves(of: .hapticSharpnessControl)
      let next = index + 1 < stretches.count ? stretches[index + 1] : nil
      // Only Core Haptics releases what ends.
      let rise = options.curvesActOnTransients ? track.rise(after: stretch, next: next) : nil
      let released = stretch.release(before: rise, &fades, &losses)
      entries += vibration(from: start, to: released, intensity: 1, sharpness: 0)
      heldSince = end
    }
    setBack(before: .infinity)
    fades.report(
      .envelope, .share, beyond: 0.001, to: &losses,
      because:
        "fades that something follows at once are released in their last 5 ms; this one is the "
        + "farthest off")
    var rest = governed[...]
    for transient in track.transients {
      while let span = rest.first, span.end <= transient.time { rest = rest.dropFirst() }
      var transient = transient
      if options.curvesActOnTransients, let span = rest.first, span.start <= transient.time {
        let control = track.intensity.value(after: transient.time)
        let possible = min(transient.intensity, control)
        if possible < transient.intensity * (1 - 1e-12) {
          losses.add(
            .transient, transient.place, at: transient.time, transient.intensity - possible, .share,
            because: "the curve of intensity weakens the transient, which cannot be made stronger; "
              + "--transients apart writes two files")
        }
        transient.intensity = control > 0 ? min(transient.intensity / control, 1) : 1
      }
      entries.append(Self.transient(transient))
    }
    return try made(entries, metadata: metadata, by: format)
  }
}

extension ImportedPattern {
  /// The pattern of a track, or those of its vibration and of its transients, as `options` say.
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

/// A step of the control of intensity to a higher value.
private struct ControlRise {
  let time: Seconds
  let value: Double
}

extension VibrationLine {
  /// When the event under the curve of this stretch ends: with it, or before, so that it is released when
  /// the control steps up at `rise`.
  fileprivate func release(
    before rise: ControlRise?, _ fades: inout LargestDifference,
    _ losses: inout ConversionLosses
  ) -> Seconds {
    let (start, end) = (points[0].time, points[points.count - 1].time)
    let length = FadeEnd.release
    guard let rise, rise.time - end < length - Self.resolution else { return end }
    let last = value(before: end)
    guard rise.value > last else { return end }
    let early = Self.length(from: length, to: rise.time)
    let rest = part(from: early, to: end)
    if early - start > Self.resolution, FadeEnd.isOne(rest, under: rise.value) {
      // What is left of it while it is released.
      for point in rest {
        fades.add(point.value * min((point.time - early) / length, 1), at: point.time)
      }
      let middle = value(after: (early + end) / 2)
      fades.add(middle * (end - early) / length / 2, at: (early + end) / 2)
      return early
    }
    losses.add(
      .envelope, "", at: end, (rise.value - last) * (1 - (rise.time - end) / length), .share,
      because:
        "the vibration is still released when the curve's control is set back for what follows, "
        + "which raises its last 5 ms")
    return end
  }
}

extension VibrationTrack {
  /// What the control of intensity does next after the curve of `stretch`, if that makes it greater.
  fileprivate func rise(after stretch: VibrationLine, next: VibrationLine?) -> ControlRise? {
    let end = stretch.points[stretch.points.count - 1].time
    let transient = firstTransient(from: end)
    if let next, next.points[0].time <= transient {
      // A transient where a curve begins is under the curve.
      return ControlRise(
        time: next.points[0].time, value: next.flatValue == nil ? next.points[0].value : 1)
    }
    return transient < .infinity ? ControlRise(time: transient, value: 1) : nil
  }

  /// Whether anything but transients is felt.
  fileprivate var vibrates: Bool { intensity.points.contains { $0.value > 0 } }

  /// The time of the first transient that is not before `time`; infinite if there is none.
  fileprivate func firstTransient(from time: Seconds) -> Seconds {
    let index = transients.partitioningIndex { $0.time >= time }
    return index < transients.count ? transients[index].time : .infinity
  }
}

extension VibrationLine {
  /// The value that all points have, or nil.
  var flatValue: Double? {
    guard let first = points.first, points.allSatisfy({ $0.value == first.value }) else {
      return nil
    }
    return first.value
  }

  /// The parts that are not silent, each with the zeros that it begins and ends with, and flat parts
  /// apart from those that move.
  fileprivate var stretches: [VibrationLine] {
    var stretches: [VibrationLine] = []
    var current = VibrationLine()
    var isFlat = false
    for (first, second) in zip(points, points.dropFirst()) where second.time > first.time {
      let isSilent = first.value == 0 && second.value == 0
      let pieceIsFlat = first.value == second.value
      let joins = current.points.last.map { $0.value == first.value } ?? false
      if isSilent || (pieceIsFlat != isFlat && !joins) || (pieceIsFlat && isFlat && !joins) {
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
