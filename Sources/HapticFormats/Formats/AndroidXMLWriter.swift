internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// Android's vibration XML; written as a basic envelope, which holds sharpness (API level 36).
  ///
  /// Rules for writing: the points of the vibration are in whole milliseconds; a jump is a line of 1 ms. A transient is
  /// an edge of 1 ms, 18 ms at its strength, and an edge of 1 ms. The first point is reached from intensity 0 and
  /// the last has intensity 0, as Android requires. `AndroidXMLReader` documents how each element is read.
  public static let androidXML = PatternFormat(
    name: "android-xml", summary: "Android XML, written as an envelope",
    extensions: ["xml"], holds: [.intensity, .sharpness, .curves],
    reader: readAndroidXML,
    writer: AndroidXMLWriter.envelope)

  /// Android's vibration XML, written as a waveform, which every Android device plays.
  public static let androidXMLWaveform = PatternFormat(
    name: "android-xml-waveform", summary: "Android XML, written as a waveform",
    extensions: [], holds: [.intensity], reader: readAndroidXML,
    writer: AndroidXMLWriter.waveform)

  /// Android's vibration XML, written as primitives; only the transients are written.
  ///
  /// Rules: a transient of sharpness 0.85 and more is a `tick`, below 0.45 a `low_tick`, otherwise a `click`. Its
  /// scale is the intensity, doubled for the two ticks, because we assume that their full strength is half the full
  /// strength of a click (our choice, `AndroidEffect.primitives`).
  public static let androidXMLPrimitives = PatternFormat(
    name: "android-xml-primitives", summary: "Android XML, written as primitives",
    extensions: [], holds: [.intensity, .transients], reader: readAndroidXML,
    writer: AndroidXMLWriter.primitives)

  private static let readAndroidXML: Reader = { bytes, options throws(ConversionError) in
    var reader = try AndroidXMLReader(bytes)
    return try reader.read(options)
  }
}

private enum AndroidXMLWriter {
  /// Throws an error if the file would have more elements than can be read again.
  private static func check(elements: Int, format: String) throws(ConversionError) {
    // The root, and the effect in it.
    guard elements + 2 <= FormatXML.maximumElements else {
      throw .unwritable(
        format: format,
        reason:
          "it needs \(elements) elements, but at most \(FormatXML.maximumElements) can be read")
    }
  }

  static func envelope(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    let name = AndroidXMLReader.name
    var losses = ConversionLosses()
    var track = try VibrationTrack(pattern, for: name, options, losses: &losses)
    StepSequence.reportPulses(of: track.transients, losses: &losses)
    var voices = track.transients.map { $0.pulse }
    if !track.intensity.points.isEmpty {
      voices.append(
        VibrationVoice(place: "", intensity: track.intensity, sharpness: track.sharpness))
    }
    track = try VibrationTrack(
      voices: voices, transients: [], duration: track.duration, format: name, losses: &losses)
    let points = try points(of: track, losses: &losses)
    reportUnguaranteed(points, losses: &losses)
    losses.addMetadata(of: pattern)
    var text = "<vibration-effect>\n  <basic-envelope-effect"
    // The sharpness before the first point is reached.
    text += " initialSharpness=\"\(written(track.sharpness.value(after: 0)))\">\n"
    for point in points {
      text +=
        "    <control-point intensity=\"\(point.intensity)\" sharpness=\"\(point.sharpness)\" "
      text += "durationMs=\"\(point.milliseconds)\"/>\n"
    }
    text += "  </basic-envelope-effect>\n</vibration-effect>\n"
    return ExportedPattern(text, losses: losses)
  }

  private struct Point {
    var intensity: Double
    var sharpness: Double
    var milliseconds: Int
  }

  /// The number of points that each device with envelopes accepts, and the shortest time, in milliseconds, to reach
  /// a point.
  ///
  /// Source: Android, `VibratorEnvelopeEffectInfo`, `getMaxSize` and `getMinControlPointDurationMillis`. It says
  /// that longer effects are broken down, and does not mention shorter times.
  private static let guaranteed = (points: 16, milliseconds: 20)

  /// Reports, as a single loss, an effect that needs more than every device guarantees.
  private static func reportUnguaranteed(_ points: [Point], losses: inout ConversionLosses) {
    let short = points.count { $0.milliseconds < guaranteed.milliseconds }
    guard points.count > guaranteed.points || short > 0 else { return }
    let more = points.dropFirst(guaranteed.points).count {
      $0.milliseconds >= guaranteed.milliseconds
    }
    losses.add(
      .unsupported, "", Double(short + more),
      because: "Android guarantees \(guaranteed.points) control points of at least "
        + "\(guaranteed.milliseconds) ms, but this effect has \(points.count), and \(short) of them are "
        + "shorter; a device may play the effect in parts or not at all")
  }

  /// Values that differ by less count as equal, because sums and fractions of times are rounded.
  ///
  /// Our choice: far below the resolution of any device, and far above rounding errors.
  private static let noise = 1e-9

  /// Returns `value` as written, without rounding errors of numbers that have at most nine decimals.
  private static func written(_ value: Double) -> Double {
    let rounded = (value * 1e9).rounded() / 1e9
    return abs(rounded - value) < 1e-12 ? rounded : value
  }

  /// The level and sharpness at each time before it is rounded; a jump has two entries.
  private static func moments(
    of track: VibrationTrack
  ) -> [(time: Seconds, level: Double, sharpness: Double)] {
    let start = track.intensity.points.first?.time
    return track.times.flatMap { time in
      let after = (time, track.intensity.value(after: time), track.sharpness.value(after: time))
      var before = (time, track.intensity.value(before: time), track.sharpness.value(before: time))
      let isStart = time == start && track.level(after: time) > 0
      if isStart { before.1 = 0 }
      let isJump = abs(before.1 - after.1) > noise || abs(before.2 - after.2) > noise
      return isJump || isStart ? [before, after] : [before]
    }
  }

  /// The points of `track`, each with the time since the previous point.
  private static func points(
    of track: VibrationTrack, losses: inout ConversionLosses
  ) throws(ConversionError) -> [Point] {
    let moments = moments(of: track)
    let times = moments.map { ($0.time * 1_000).rounded() }
    var points: [Point] = []
    var clock = 0
    var rounding = MillisecondRounding()
    for (index, moment) in moments.enumerated() {
      // Of several points within a millisecond the first and the last make the jump.
      if index > 0, index + 1 < times.count, times[index - 1] == times[index + 1] {
        rounding.note(times[index] / 1_000, for: moment.time)
        continue
      }
      // A silent point at 0 is not needed, because the effect starts there anyway.
      if times[index] <= 0 && moment.level < noise { continue }
      let milliseconds = max(Int(times[index]), clock + 1)
      rounding.note(Double(milliseconds) / 1_000, for: moment.time)
      points.append(
        Point(
          intensity: written(moment.level), sharpness: written(moment.sharpness),
          milliseconds: milliseconds - clock))
      clock = milliseconds
    }
    if let last = points.last, last.intensity > 0 {
      points.append(Point(intensity: 0, sharpness: last.sharpness, milliseconds: 1))
    }
    guard points.contains(where: { $0.intensity > 0 }) else {
      throw .noVibration(format: AndroidXMLReader.name)
    }
    try check(elements: points.count, format: AndroidXMLReader.name)
    rounding.report(to: &losses, because: "times are whole milliseconds, and a jump takes one")
    return points
  }

  static func waveform(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    var sequence = try MillisecondSteps(pattern, for: "android-xml-waveform", options)
    let amplitudes = sequence.androidAmplitudes()
    try check(elements: amplitudes.count, format: "android-xml-waveform")
    let entries = zip(sequence.steps, amplitudes).map { step, amplitude in
      "    <waveform-entry durationMs=\"\(step.milliseconds)\" amplitude=\"\(amplitude)\"/>\n"
    }
    return ExportedPattern(
      "<vibration-effect>\n  <waveform-effect>\n\(entries.joined())  </waveform-effect>\n"
        + "</vibration-effect>\n", losses: sequence.losses)
  }

  static func primitives(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    let name = "android-xml-primitives"
    var losses = ConversionLosses()
    let track = try VibrationTrack(pattern, for: name, options, losses: &losses)
    guard !track.transients.isEmpty else {
      throw .unwritable(
        format: name,
        reason: "primitives can hold only transients, and the pattern does not contain any")
    }
    try check(elements: track.transients.count, format: name)
    if let loudest = track.intensity.points.max(by: { $0.value < $1.value }), loudest.value > 0 {
      losses.add(
        .unsupported, "", at: loudest.time, loudest.value, .share,
        because:
          "primitives can hold only transients; vibrations, up to this strength, are "
          + "omitted")
    }
    var text = "<vibration-effect>\n"
    var previous = 0
    var rounding = MillisecondRounding()
    for (index, transient) in track.transients.enumerated() {
      let time = rounding.milliseconds(transient.time)
      let (word, scale) = primitive(for: transient, losses: &losses)
      text += "  <primitive-effect name=\"\(word)\" scale=\"\(scale)\" "
      text += "delayMs=\"\(time - previous)\""
      text += index == 0 ? "/>\n" : " delayType=\"relative_start_offset\"/>\n"
      previous = time
    }
    rounding.report(to: &losses)
    losses.addMetadata(of: pattern)
    return ExportedPattern(text + "</vibration-effect>\n", losses: losses)
  }

  /// Returns the primitive nearest to `transient`, and its scale.
  private static func primitive(
    for transient: VibrationTransient, losses: inout ConversionLosses
  ) -> (word: String, scale: Double) {
    let word =
      transient.sharpness >= 0.85 ? "tick" : transient.sharpness < 0.45 ? "low_tick" : "click"
    let shape =
      AndroidEffect.primitives[word] ?? AndroidEffect(intensity: 1, sharpness: 0, duration: 0)
    let scale = min(transient.intensity / shape.intensity, 1)
    let missing = transient.intensity - scale * shape.intensity
    if missing > 0 { losses.add(.intensity, of: transient, missing, because: "\(word) is weaker") }
    if transient.sharpness != shape.sharpness {
      losses.add(
        .sharpness, of: transient, abs(transient.sharpness - shape.sharpness),
        because: "a primitive has the sharpness of its name, \(word)")
    }
    return (word, scale)
  }
}

extension VibrationTransient {
  /// The transient as a short vibration with edges of 1 ms.
  var pulse: VibrationVoice {
    let edge = 0.001
    let end = time + StepSequence.transientSeconds
    return VibrationVoice(
      place: place,
      intensity: VibrationLine([
        .init(time: time, value: 0), .init(time: time + edge, value: intensity),
        .init(time: end - edge, value: intensity), .init(time: end, value: 0),
      ]), sharpness: VibrationLine([.init(time: time, value: sharpness)]))
  }
}
