internal import HapticEngine
internal import TextFormats

extension HapticClip.Clip {
  /// A transient expressed as an emphasis, with amplitude and frequency.
  struct Transient {
    var place: String
    var time: Seconds
    var amplitude: Double
    var frequency: Double
  }

  /// Adds emphases, each at its own time.
  mutating func add(transients: [Transient]) {
    let line = VibrationLine(amplitude.map { .init(time: $0.time, value: $0.amplitude) })
    var merged: [Point] = []
    var rest = amplitude[...]
    for transient in transients {
      while let point = rest.first, point.time < transient.time {
        merged.append(point)
        rest = rest.dropFirst()
      }
      var point = Point(time: transient.time, amplitude: line.value(before: transient.time))
      if let first = rest.first, first.time == transient.time {
        point = first
        rest = rest.dropFirst()
      }
      // The format requires that an emphasis is at least as strong as its point.
      if point.amplitude > transient.amplitude * (1 + 1e-12) {
        losses.add(
          .transient, transient.place, at: transient.time, point.amplitude - transient.amplitude,
          .share,
          because:
            "an emphasis cannot be weaker than the vibration; it was raised to the same strength")
      }
      point.emphasis = .init(
        amplitude: max(transient.amplitude, point.amplitude), frequency: transient.frequency)
      merged.append(point)
    }
    amplitude = merged + rest
  }

  /// Returns the clip as patterns.
  func imported(_ options: ConversionOptions) throws(ConversionError) -> ImportedPattern {
    var losses = self.losses
    var metadata = metadata
    if !tags.isEmpty, let list = try? JSONEncoding.text(tags, isOneLine: true) {
      metadata["Tags"] = .json(list)
    }
    // Ducking is needed only for Core Haptics.
    let ducking = options.curvesActOnTransients ? HapticClip.ducking : 1
    if options.curvesActOnTransients { metadata[HapticClip.duckingKey] = .number(ducking) }
    func made(_ entries: [HapticPattern.Entry]) throws(ConversionError) -> HapticPattern {
      try .made(entries, metadata: metadata, by: HapticClip.name)
    }
    var strength = VibrationLine(
      amplitude.map {
        .init(
          time: $0.time, value: $0.amplitude.squareRoot() * ($0.emphasis == nil ? 1 : ducking))
      })
    let transients = emphases
    let events = transients.map(HapticPattern.transient)
    // A clip with only transients has an envelope that is zero throughout; as a curve it would mute them.
    if !transients.isEmpty && strength.points.allSatisfy({ $0.value == 0 }) {
      return ImportedPattern(try made(events), losses: losses)
    }
    let pauses =
      options.transients == .together && options.curvesActOnTransients ? tappedPauses : []
    strength = strength.raised(in: pauses)
    var vibration = vibration(strength, pauses, &losses)
    if options.curvesActOnTransients { HapticPattern.silence(&vibration, &losses) }
    reportShapes(&losses)
    if options.transients == .apart && !transients.isEmpty {
      return ImportedPattern(
        parts: [
          .init(name: "continuous", pattern: try made(vibration)),
          .init(name: "transients", pattern: try made(events)),
        ], losses: losses)
    }
    if options.curvesActOnTransients { strength.reportWeakened(transients, to: &losses) }
    return ImportedPattern(try made(vibration + events), losses: losses)
  }

  private var emphases: [VibrationTransient] {
    amplitude.enumerated().compactMap { index, point in
      point.emphasis.map {
        VibrationTransient(
          place: "amplitude[\(index)].emphasis", time: point.time,
          intensity: $0.amplitude.squareRoot(), sharpness: $0.frequency)
      }
    }
  }

  /// The curves, and the vibrations under them.
  ///
  /// Vibrations have intensity 0 in `pauses`.
  private func vibration(
    _ strength: VibrationLine, _ pauses: [Pause], _ losses: inout ConversionLosses
  ) -> [HapticPattern.Entry] {
    let sharpness = VibrationLine(
      frequency.map { .init(time: $0.time, value: $0.value.squareRoot()) })
    if sharpness.points.isEmpty {
      losses.add(
        .sharpness, "frequency", 0.5, .share,
        because:
          "a frequency is missing; sharpness 0 is used, as in Lofelt's and Meta's own converters; "
          + "their players use 0.5")
    }
    var entries =
      strength.curves(of: .hapticIntensityControl) + sharpness.curves(of: .hapticSharpnessControl)
    func add(from start: Seconds, to end: Seconds, _ intensity: Double) {
      entries += HapticPattern.vibration(from: start, to: end, intensity: intensity, sharpness: 0)
    }
    var start = 0.0
    for pause in pauses {
      add(from: start, to: pause.start, 1)
      add(from: pause.start, to: pause.end, 0)
      start = pause.end
    }
    add(from: start, to: amplitude[amplitude.count - 1].time, 1)
    return entries
  }

  /// A stretch of silence that contains emphases.
  struct Pause {
    let start: Seconds
    /// The earliest time at which the control may be 1, because the vibration before the pause has been released and an
    /// emphasis follows.
    let firstTap: Seconds
    let end: Seconds
  }

  /// The pauses that contain emphases, which a curve of 0 would silence.
  private var tappedPauses: [Pause] {
    var pauses: [Pause] = []
    var first = 0
    while first < amplitude.count {
      var last = first
      while last < amplitude.count, amplitude[last].amplitude == 0 { last += 1 }
      let points = amplitude[first..<last]
      first = max(last, first + 1)
      guard let start = points.first?.time, let end = points.last?.time else { continue }
      // The vibration starts at the end of the pause; a curve that was 1 there would be felt in it.
      let release = start > 0 ? PatternCourse.shortestRelease : 0
      let tap = points.first {
        $0.emphasis != nil && $0.time >= start + release && $0.time < end
      }
      if let tap { pauses.append(Pause(start: start, firstTap: tap.time, end: end)) }
    }
    return pauses
  }

  /// Reports the largest difference between a line in amplitude and a line in intensity, which is the square root of
  /// amplitude, and likewise for frequency and sharpness.
  fileprivate func reportShapes(_ losses: inout ConversionLosses, remedy: String = "") {
    let line = VibrationLine(amplitude.map { .init(time: $0.time, value: $0.amplitude) })
    line.reportShape(ofSquared: "amplitude", root: "intensity", remedy: remedy, to: &losses)
    VibrationLine(frequency).reportShape(
      ofSquared: "frequency", root: "sharpness", remedy: remedy, to: &losses)
  }
}

extension VibrationLine {
  /// Reports how much the line, used as an intensity curve, weakens each of `transients`.
  fileprivate func reportWeakened(
    _ transients: [VibrationTransient], to losses: inout ConversionLosses
  ) {
    for transient in transients {
      let control = value(after: transient.time)
      guard control < 1 else { continue }
      losses.add(
        .transient, of: transient, transient.intensity * (1 - control),
        because: "in one pattern the intensity curve weakens the transient; --transients apart "
          + "writes two files")
    }
  }

  /// Returns the line without points that lie on a straight line between two others, except points at `times`,
  /// which are in order.
  fileprivate func straightened(keeping times: [Seconds]) -> VibrationLine {
    var kept: [Point] = []
    for (index, point) in points.enumerated() {
      let next = times.partitioningIndex { $0 > point.time - Self.resolution }
      let isKept = next < times.count && times[next] < point.time + Self.resolution
      if isKept || index + 1 == points.count || !isStraight(kept.last, point, points[index + 1]) {
        kept.append(point)
      }
    }
    return VibrationLine(kept)
  }

  /// Removes the last point if it is after `time` and the line is constant from there on.
  fileprivate mutating func removeHeld(after time: Seconds) {
    guard points.count > 1, let last = points.last, last.time > time + Self.resolution,
      points[points.count - 2].value == last.value
    else { return }
    self = VibrationLine(points.dropLast())
  }

  private func isStraight(_ before: Point?, _ point: Point, _ after: Point) -> Bool {
    guard let before, before.time < point.time, point.time < after.time else { return false }
    let share = (point.time - before.time) / (after.time - before.time)
    return abs(before.value + (after.value - before.value) * share - point.value) < 1e-9
  }

  /// Returns the line, raised to 1 from the first tap in each of `pauses` to the end of that pause.
  ///
  /// The vibration has intensity 0 in a pause, so the curve affects only its taps.
  fileprivate func raised(in pauses: [HapticClip.Clip.Pause]) -> VibrationLine {
    var rest = pauses[...]
    var raised: [Point] = []
    for point in points {
      while let pause = rest.first, point.time > pause.end { rest = rest.dropFirst() }
      guard let pause = rest.first, point.time >= pause.firstTap else {
        raised.append(point)
        continue
      }
      if point.time == pause.firstTap { raised.append(point) }
      raised.append(Point(time: point.time, value: 1))
      if point.time == pause.end { raised.append(point) }
    }
    return VibrationLine(raised)
  }
}

extension VibrationTrack {
  /// Removes the points at which events meet, and adds the sharpness after the end.
  ///
  /// The lines then have the points of the curves of `pattern`, which was made from a clip.
  fileprivate mutating func restoreClip(from pattern: HapticPattern) {
    let strengths = pattern.points(of: .hapticIntensityControl)
    let curve = pattern.points(of: .hapticSharpnessControl)
    intensity = intensity.straightened(keeping: strengths.map(\.time))
    if let end = sharpness.points.last?.time {
      // The curve has two points for a jump at the end, and the track has only the first point.
      let atEnd = curve.last { abs($0.time - end) <= VibrationLine.resolution }
      let later = curve.filter { $0.time > end + VibrationLine.resolution }
      for point in [atEnd].compactMap(\.self) + later {
        sharpness.append(point.time, min(max(point.value, 0), 1))
      }
    }
    sharpness = sharpness.straightened(keeping: curve.map(\.time))
    if let last = curve.last { sharpness.removeHeld(after: last.time) }
  }
}

extension HapticPattern {
  /// Returns the points of all curves of a control, in order of time.
  fileprivate func points(of id: DynamicParameter.ID) -> [VibrationLine.Point] {
    curves.filter { $0.id == id }.flatMap { curve in
      curve.controlPoints.map { VibrationLine.Point(time: curve.time + $0.time, value: $0.value) }
    }.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}

extension HapticClip.Clip {
  /// Creates the clip of a pattern.
  init(
    _ pattern: HapticPattern, _ options: ConversionOptions, losses: inout ConversionLosses
  ) throws(ConversionError) {
    let ducking = Self.ducking(of: pattern)
    var options = options
    if ducking != nil { options.curvesActOnTransients = false }
    var track = try VibrationTrack(pattern, for: HapticClip.name, options, losses: &losses)
    var remedy = ""
    if ducking != nil {
      track.restoreClip(from: pattern)
    } else {
      let (strength, tone) = (
        track.intensity.refinedForSquares(), track.sharpness.refinedForSquares()
      )
      (track.intensity, track.sharpness) = (strength.line, tone.line)
      if strength.isCoarse || tone.isCoarse { remedy = Self.coarseRemedy }
    }
    amplitude = track.intensity.points.map { Point(time: $0.time, amplitude: $0.value * $0.value) }
    frequency = track.sharpness.points.map { .init(time: $0.time, value: $0.value * $0.value) }
    // A clip's frequencies may continue after the end of its amplitude.
    let vibrationEnd = amplitude.last?.time ?? -1
    extend(
      to: ducking != nil && vibrationEnd > 0 ? vibrationEnd : max(track.duration, vibrationEnd),
      lastTransient: track.transients.last?.time)
    guard amplitude.count > 1, let end = amplitude.last?.time, end > 0 else {
      throw .noVibration(format: HapticClip.name)
    }
    // A pattern that was made from a clip becomes the same clip again.
    if ducking == nil { reportShapes(&losses, remedy: remedy) }
    let transients = Self.emphases(of: track, &losses)
    restore(at: transients.map(\.time), ducking: ducking ?? 1)
    add(transients: transients)
    losses.append(self.losses)
    keepMetadata(of: pattern, isDucked: ducking != nil, &losses)
  }

  /// The explanation of lines with too few points, and the remedy.
  private static let coarseRemedy =
    "; a line gets at most \(VibrationLine.maximumAddedPoints) additional points; convert parts of the pattern, "
    + "for example those that `haptic edit trim` makes"

  /// The factor by which the vibration was ducked if the pattern was made from a clip.
  private static func ducking(of pattern: HapticPattern) -> Double? {
    guard case .number(let value) = pattern.metadata[HapticClip.duckingKey],
      HapticClip.duckings.contains(value)
    else { return nil }
    return value
  }

  /// Adds silent points so that the first point is at the start and the last point at `end`.
  ///
  /// A transient after the vibration is given time to play, because a transient at the last point ends the clip.
  /// Source: meta-haptics-sdk, `HapticRenderer::init`.
  private mutating func extend(to end: Seconds, lastTransient: Seconds?) {
    var end = end
    if let lastTransient, lastTransient > amplitude.last?.time ?? -1 {
      end = max(end, lastTransient + StepSequence.transientSeconds)
    }
    if amplitude.first?.time ?? 1 > 0 {
      if let first = amplitude.first, first.amplitude > 0 {
        amplitude.insert(.init(time: first.time, amplitude: 0), at: 0)
      }
      amplitude.insert(.init(time: 0, amplitude: 0), at: 0)
    }
    if let last = amplitude.last, last.time < end {
      if last.amplitude > 0 { amplitude.append(.init(time: last.time, amplitude: 0)) }
      amplitude.append(.init(time: end, amplitude: 0))
    }
  }

  private static func emphases(
    of track: VibrationTrack, _ losses: inout ConversionLosses
  ) -> [Transient] {
    var emphases: [Transient] = []
    for transient in track.transients {
      if emphases.last?.time == transient.time {
        losses.add(
          .overlap, of: transient, transient.intensity,
          because: "a point can have only one emphasis, and another transient has the same time")
        continue
      }
      let square = transient.intensity * transient.intensity
      if square == 0 && transient.intensity > 0 {
        losses.add(
          .intensity, of: transient, transient.intensity,
          because: "its amplitude, the square of the intensity, is too small to be a number above 0"
        )
      }
      emphases.append(
        .init(
          place: transient.place, time: transient.time, amplitude: square,
          frequency: transient.sharpness))
    }
    return emphases
  }

  /// Moves points to the transients if they differ only by rounding, and reverts the ducking there.
  ///
  /// If two points have the same time, which is a jump, only the first was ducked.
  private mutating func restore(at times: [Seconds], ducking: Double) {
    var rest = times[...]
    var last: Seconds?
    for index in amplitude.indices {
      let time = amplitude[index].time
      rest = rest.drop { $0 < time - VibrationLine.resolution }
      guard let transient = rest.first, transient < time + VibrationLine.resolution else {
        continue
      }
      amplitude[index].time = transient
      if transient != last {
        amplitude[index].amplitude = min(amplitude[index].amplitude / (ducking * ducking), 1)
      }
      last = transient
    }
  }

  private mutating func keepMetadata(
    of pattern: HapticPattern, isDucked: Bool, _ losses: inout ConversionLosses
  ) {
    var kept: Set<String> = isDucked ? [HapticClip.duckingKey] : []
    for (_, word) in HapticClip.texts {
      guard case .text = pattern.metadata[word] else { continue }
      metadata[word] = pattern.metadata[word]
      kept.insert(word)
    }
    if case .json(let json) = pattern.metadata["Tags"],
      let list = try? FormatJSON(Array(json.utf8), format: HapticClip.name).root.elements,
      list.allSatisfy({ $0.text != nil })
    {
      tags = list.compactMap(\.text)
      kept.insert("Tags")
    }
    losses.addMetadata(
      of: pattern, except: kept,
      because: "a clip cannot hold this, or cannot hold a value of this type")
  }
}
