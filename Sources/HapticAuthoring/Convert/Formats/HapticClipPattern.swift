internal import HapticEngine
internal import TextFormats

extension HapticClip.Clip {
  /// A transient that becomes an emphasis, in amplitude and frequency.
  struct Transient {
    var place: String
    var time: Seconds
    var amplitude: Double
    var frequency: Double
  }

  /// Adds emphases at times of their own.
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
      // An emphasis is never weaker than its point: so the format wants it.
      if point.amplitude > transient.amplitude * (1 + 1e-12) {
        losses.add(
          .transient, transient.place, at: transient.time, point.amplitude - transient.amplitude,
          .share,
          because: "an emphasis is never weaker than the vibration; it was made as strong")
      }
      point.emphasis = .init(
        amplitude: max(transient.amplitude, point.amplitude), frequency: transient.frequency)
      merged.append(point)
    }
    amplitude = merged + rest
  }

  /// The clip as patterns.
  func imported(_ options: ConversionOptions) throws(ConversionError) -> ImportedPattern {
    var losses = self.losses
    // Ducking is for Core Haptics.
    let ducking = options.curvesActOnTransients ? HapticClip.ducking : 1
    var strength = VibrationLine(
      amplitude.map {
        .init(
          time: $0.time, value: $0.amplitude.squareRoot() * ($0.emphasis == nil ? 1 : ducking))
      })
    let transients = amplitude.enumerated().compactMap { index, point in
      point.emphasis.map {
        VibrationTransient(
          place: "amplitude[\(index)].emphasis", time: point.time,
          intensity: $0.amplitude.squareRoot(), sharpness: $0.frequency)
      }
    }
    var metadata = metadata
    if options.curvesActOnTransients {
      metadata[HapticClip.duckingKey] = .number(HapticClip.ducking)
    }
    let events = transients.map(HapticPattern.transient)
    // A clip of transients alone has an envelope that is zero throughout; as a curve it would mute them.
    if !transients.isEmpty && strength.points.allSatisfy({ $0.value == 0 }) {
      return ImportedPattern(
        try .made(events, metadata: metadata, by: HapticClip.name), losses: losses)
    }
    let sharpness = VibrationLine(
      frequency.map { .init(time: $0.time, value: $0.value.squareRoot()) })
    if sharpness.points.isEmpty {
      losses.add(
        .sharpness, "frequency", 0.5, .share,
        because: "there is no frequency, and sharpness 0 is taken as by the makers' own converter; "
          + "their players take 0.5")
    }
    let end = strength.points[strength.points.count - 1].time
    let pauses =
      options.transients == .together && options.curvesActOnTransients ? tappedPauses : []
    strength = strength.raised(in: pauses)
    var vibration =
      strength.curves(of: .hapticIntensityControl) + sharpness.curves(of: .hapticSharpnessControl)
    var start = 0.0
    for pause in pauses {
      vibration += HapticPattern.vibration(from: start, to: pause.start, intensity: 1, sharpness: 0)
      vibration += HapticPattern.vibration(
        from: pause.start, to: pause.end, intensity: 0, sharpness: 0)
      start = pause.end
    }
    vibration += HapticPattern.vibration(from: start, to: end, intensity: 1, sharpness: 0)
    if options.curvesActOnTransients { HapticPattern.silence(&vibration, &losses) }
    reportShapes(&losses)
    if options.transients == .apart && !transients.isEmpty {
      return ImportedPattern(
        parts: [
          .init(
            name: "continuous",
            pattern: try .made(vibration, metadata: metadata, by: HapticClip.name)),
          .init(
            name: "transients", pattern: try .made(events, metadata: metadata, by: HapticClip.name)
          ),
        ], losses: losses)
    }
    for transient in transients where options.curvesActOnTransients {
      let control = strength.value(after: transient.time)
      guard control < 1 else { continue }
      losses.add(
        .transient, transient.place, at: transient.time, transient.intensity * (1 - control),
        .share,
        because: "in one pattern the curve of intensity weakens the transient; --transients apart "
          + "writes two files")
    }
    return ImportedPattern(
      try .made(vibration + events, metadata: metadata, by: HapticClip.name), losses: losses)
  }

  /// A stretch of silence with emphases in it.
  struct Pause {
    let start: Seconds
    /// When the vibration before it has been released, and an emphasis comes: from here on the control may be 1.
    let firstTap: Seconds
    let end: Seconds
  }

  /// The pauses in which there are emphases, which a curve that is 0 there would silence.
  private var tappedPauses: [Pause] {
    var pauses: [Pause] = []
    var first = 0
    while first < amplitude.count {
      var last = first
      while last < amplitude.count, amplitude[last].amplitude == 0 { last += 1 }
      let points = amplitude[first..<last]
      first = max(last, first + 1)
      guard let start = points.first?.time, let end = points.last?.time else { continue }
      // At the end of the pause the vibration begins: a curve that were 1 there would be felt in it.
      let release = start > 0 ? PatternCourse.shortestRelease : 0
      let tap = points.first {
        $0.emphasis != nil && $0.time >= start + release && $0.time < end
      }
      if let tap { pauses.append(Pause(start: start, firstTap: tap.time, end: end)) }
    }
    return pauses
  }

  /// The clip with its metadata as the clip's format calls them.
  var withOwnWords: HapticClip.Clip {
    var clip = self
    for (key, word) in HapticClip.texts + [("tags", "Tags")] {
      clip.metadata[key] = metadata[word]
    }
    return clip
  }

  /// Reports the largest difference between a line in amplitude and one in intensity, its square
  /// root, and of frequency and sharpness likewise.
  fileprivate func reportShapes(_ losses: inout ConversionLosses) {
    let line = VibrationLine(amplitude.map { .init(time: $0.time, value: $0.amplitude) })
    line.reportShape(ofSquared: "amplitude", root: "intensity", to: &losses)
    VibrationLine(frequency).reportShape(
      ofSquared: "frequency", root: "sharpness", to: &losses)
  }
}

extension VibrationLine {
  /// The line without points between two others on one straight line, but for those at `times`, which are in order.
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

  /// Removes the last point if it is after `time` and the line is held from there on.
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

  /// The line at 1 from the first tap of each of `pauses` to its end.
  ///
  /// The vibration of a pause has intensity 0, so that the curve moves its taps only.
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

extension HapticPattern {
  /// The points of all curves of a control, in order of time.
  fileprivate func points(of id: DynamicParameter.ID) -> [VibrationLine.Point] {
    curves.filter { $0.id == id }.flatMap { curve in
      curve.controlPoints.map { VibrationLine.Point(time: curve.time + $0.time, value: $0.value) }
    }.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}

extension HapticClip.Clip {
  /// The clip of a pattern.
  init(
    _ pattern: HapticPattern, _ options: ConversionOptions, losses: inout ConversionLosses
  ) throws(ConversionError) {
    var ducked: Double?
    if case .number(let value) = pattern.metadata[HapticClip.duckingKey],
      HapticClip.duckings.contains(value)
    {
      ducked = value
    }
    var options = options
    if ducked != nil { options.curvesActOnTransients = false }
    var track = try VibrationTrack(pattern, for: HapticClip.name, options, losses: &losses)
    if ducked != nil {
      // Where one event ends and the next begins the clip has no point.
      let strength = pattern.points(of: .hapticIntensityControl)
      let sharpness = pattern.points(of: .hapticSharpnessControl)
      track.intensity = track.intensity.straightened(keeping: strength.map(\.time))
      // A clip's frequencies may go on behind its amplitudes.
      if let end = track.sharpness.points.last?.time {
        // What jumps there does so twice, of which the track has the first.
        let atEnd = sharpness.last { abs($0.time - end) <= VibrationLine.resolution }
        for point in [atEnd].compactMap(\.self)
          + sharpness.filter({ $0.time > end + VibrationLine.resolution })
        {
          track.sharpness.append(point.time, min(max(point.value, 0), 1))
        }
      }
      track.sharpness = track.sharpness.straightened(keeping: sharpness.map(\.time))
      if let last = sharpness.last { track.sharpness.removeHeld(after: last.time) }
    }
    var points = track.intensity.points.map { Point(time: $0.time, amplitude: $0.value * $0.value) }
    frequency = track.sharpness.points.map { .init(time: $0.time, value: $0.value * $0.value) }
    // Players want the first point at the start, and the last at the end of the pattern.
    // Source: meta-haptics-sdk, `HapticRenderer::init`.
    if points.first?.time ?? 1 > 0 {
      if let first = points.first, first.amplitude > 0 {
        points.insert(.init(time: first.time, amplitude: 0), at: 0)
      }
      points.insert(.init(time: 0, amplitude: 0), at: 0)
    }
    // A transient after all vibration has time to sound; one at its last point is its end.
    let lastTransient = track.transients.last?.time ?? 0
    let vibrationEnd = track.intensity.points.last?.time ?? -1
    let end = max(
      // The frequencies of a clip may go on, which makes it no longer.
      ducked != nil && vibrationEnd > 0 ? vibrationEnd : track.duration, vibrationEnd,
      lastTransient > vibrationEnd && !track.transients.isEmpty
        ? lastTransient + StepSequence.transientSeconds : 0)
    if let last = points.last, last.time < end {
      if last.amplitude > 0 { points.append(.init(time: last.time, amplitude: 0)) }
      points.append(.init(time: end, amplitude: 0))
    }
    guard points.count > 1, end > 0 else {
      throw .noVibration(format: HapticClip.name)
    }
    amplitude = points
    // What came from a clip goes back to it.
    if ducked == nil { reportShapes(&losses) }
    var transients: [Transient] = []
    for transient in track.transients {
      if let last = transients.last, last.time == transient.time {
        losses.add(
          .overlap, transient.place, at: transient.time, transient.intensity, .share,
          because: "a point has one emphasis, and another transient is at the same time")
        continue
      }
      let square = transient.intensity * transient.intensity
      if square == 0 && transient.intensity > 0 {
        losses.add(
          .intensity, transient.place, at: transient.time, transient.intensity, .share,
          because: "its amplitude, the square of the intensity, is too small for a number")
      }
      transients.append(
        .init(
          place: transient.place, time: transient.time, amplitude: square,
          frequency: transient.sharpness))
    }
    snap(to: transients.map(\.time))
    unduck(at: Set(transients.map(\.time)), by: ducked ?? 1)
    add(transients: transients)
    losses.append(self.losses)
    var kept: Set<String> = ducked == nil ? [] : [HapticClip.duckingKey]
    for (key, word) in HapticClip.texts {
      guard case .text(let text) = pattern.metadata[word] else { continue }
      metadata[key] = .text(text)
      kept.insert(word)
    }
    if case .json(let tags) = pattern.metadata["Tags"], Self.isListOfTexts(tags) {
      metadata["tags"] = .json(tags)
      kept.insert("Tags")
    }
    losses.addMetadata(
      of: pattern, except: kept, because: "a clip has no place for this, or not for this type")
  }

  private static func isListOfTexts(_ json: String) -> Bool {
    let root = try? FormatJSON(Array(json.utf8), format: HapticClip.name).root
    return root?.elements?.allSatisfy { $0.text != nil } ?? false
  }

  /// Moves points that are at one of `times`, but for the rounding of sums, to exactly there.
  private mutating func snap(to times: [Seconds]) {
    var rest = times[...]
    for index in amplitude.indices {
      let time = amplitude[index].time
      while let transient = rest.first, transient < time - VibrationLine.resolution {
        rest = rest.dropFirst()
      }
      if let transient = rest.first, abs(transient - time) < VibrationLine.resolution {
        amplitude[index].time = transient
      }
    }
  }

  /// Takes the ducking back at points that are at `times`.
  ///
  /// Of two points at one time, a jump, the first was ducked: the reader puts it there too.
  private mutating func unduck(at times: Set<Seconds>, by factor: Double) {
    guard factor < 1 else { return }
    var previous = -1.0
    for index in amplitude.indices {
      let time = amplitude[index].time
      if times.contains(time), time != previous {
        let level = amplitude[index].amplitude / (factor * factor)
        amplitude[index].amplitude = min(level, 1)
      }
      previous = time
    }
  }

  /// The clip as a file of version 1.0.0.
  var text: String {
    var output: [UInt8] = []
    func put(_ text: String) { output += text.utf8 }
    func put(text: String) { JSONText.append(text, to: &output) }
    put("{\n  \"version\": { \"major\": 1, \"minor\": 0, \"patch\": 0 },\n  \"metadata\": {")
    for (key, _) in HapticClip.texts {
      put("\n    \"\(key)\": ")
      if case .text(let text) = metadata[key] { put(text: text) } else { put(text: "") }
      put(",")
    }
    put("\n    \"tags\": ")
    if case .json(let tags) = metadata["tags"] { put(tags) } else { put("[]") }
    put("\n  },\n  \"signals\": {\n    \"continuous\": {\n      \"envelopes\": {\n")
    put("        \"amplitude\": [")
    for (index, point) in amplitude.enumerated() {
      put(index == 0 ? "\n" : ",\n")
      put("          { \"time\": \(point.time), \"amplitude\": \(point.amplitude)")
      if let emphasis = point.emphasis {
        put(", \"emphasis\": { \"amplitude\": \(emphasis.amplitude), ")
        put("\"frequency\": \(emphasis.frequency) }")
      }
      put(" }")
    }
    put("\n        ],\n        \"frequency\": [")
    for (index, point) in frequency.enumerated() {
      put(index == 0 ? "\n" : ",\n")
      put("          { \"time\": \(point.time), \"frequency\": \(point.value) }")
    }
    put(frequency.isEmpty ? "]" : "\n        ]")
    put("\n      }\n    }\n  }\n}\n")
    return String(decoding: output, as: UTF8.self)
  }
}
