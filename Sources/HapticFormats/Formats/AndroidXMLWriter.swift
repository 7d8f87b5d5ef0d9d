internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// Android's vibration XML; written as a basic envelope, which holds sharpness (API level 36).
  ///
  /// Rules for writing: the points of the vibration are at whole milliseconds, with at most one point in each
  /// millisecond; a jump is a line that lasts 1 ms (`AndroidEnvelope`). A transient is an edge of 1 ms, 18 ms at its
  /// strength, and an edge of 1 ms. The first point is reached from intensity 0 and the last has intensity 0, as
  /// Android requires. `AndroidXMLReader` documents how each element is read.
  public static let androidXML = PatternFormat(
    name: "android-xml", summary: "Android XML, written as an envelope",
    extensions: ["xml"], holds: [.intensity, .sharpness, .curves],
    reader: readAndroidXML,
    writer: AndroidXMLWriter.envelope)

  /// Android's vibration XML, written as a waveform, which every Android device plays.
  public static let androidXMLWaveform = PatternFormat(
    name: "android-xml-waveform", summary: "Android XML, written as a waveform",
    extensions: [], sharedExtension: "xml", holds: [.intensity], reader: readAndroidXML,
    writer: AndroidXMLWriter.waveform)

  /// Android's vibration XML, written as primitives; only the transients are written.
  ///
  /// Rules: a transient of sharpness 0.85 and more is a `tick`, below 0.45 a `low_tick`, otherwise a `click`. Its
  /// scale is the intensity, doubled for the two ticks, because we assume that their full strength is half the full
  /// strength of a click (our choice, `AndroidEffect.primitives`).
  public static let androidXMLPrimitives = PatternFormat(
    name: "android-xml-primitives", summary: "Android XML, written as primitives",
    extensions: [], sharedExtension: "xml", holds: [.intensity, .transients],
    reader: readAndroidXML, writer: AndroidXMLWriter.primitives)

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
    let hasTaps = !track.transients.isEmpty
    track = try VibrationTrack(
      voices: voices, transients: [], duration: track.duration, format: name, losses: &losses)
    let envelope = AndroidEnvelope(track, losses: &losses)
    guard envelope.points.contains(where: { $0.level > 0 }) else {
      throw .noVibration(format: name)
    }
    try check(elements: envelope.points.count, format: name)
    losses.addMetadata(of: pattern)
    var text = "<vibration-effect>\n  <basic-envelope-effect"
    // The sharpness before the first point is reached.
    text += " initialSharpness=\"\(envelope.start.sharpness)\">\n"
    var clock = 0
    var short = 0
    for point in envelope.points {
      let milliseconds = Int(point.time) - clock
      clock += milliseconds
      if milliseconds < guaranteed.milliseconds { short += 1 }
      text += "    <control-point intensity=\"\(point.level)\" sharpness=\"\(point.sharpness)\" "
      text += "durationMs=\"\(milliseconds)\"/>\n"
    }
    text += "  </basic-envelope-effect>\n</vibration-effect>\n"
    return ExportedPattern(
      text, losses: losses,
      notes: note(count: envelope.points.count, short: short, hasTaps: hasTaps))
  }

  /// The number of points that each device with envelopes accepts, and the shortest time, in milliseconds, to reach
  /// a point.
  ///
  /// Source: Android, `VibratorEnvelopeEffectInfo`, `getMaxSize` and `getMinControlPointDurationMillis`. It says
  /// that longer effects are broken down, and does not mention shorter times.
  private static let guaranteed = (points: 16, milliseconds: 20)

  /// Returns a note if an effect of `count` points, `short` of which take too little time, exceeds the guarantee.
  ///
  /// The file holds the effect all the same, so this is not a loss. Slower ramps do not help if there are taps, whose
  /// points are always short.
  private static func note(count: Int, short: Int, hasTaps: Bool) -> [String] {
    guard count > guaranteed.points || short > 0 else { return [] }
    return [
      "every Android device with envelopes plays \(guaranteed.points) points of at least "
        + "\(guaranteed.milliseconds) ms; this effect has \(count.counted("point")), \(short) of them shorter, so a "
        + "device might split the effect or not play it at all; use "
        + (hasTaps ? "" : "fewer and slower ramps, or ") + "--to android-xml-waveform"
    ]
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
          "primitives can hold only transients, so vibrations, up to this strength, are omitted; "
          + "--to android-xml or android-xml-waveform writes them")
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
    if missing > 0 {
      losses.add(
        .intensity, of: transient, missing,
        because:
          "Android's \(word) is weaker; a sharpness from 0.45 to below 0.85 selects the stronger click"
      )
    }
    if transient.sharpness != shape.sharpness {
      losses.add(
        .sharpness, of: transient, abs(transient.sharpness - shape.sharpness),
        because:
          "a primitive has a fixed sharpness, which is \(shape.sharpness) for \(word)")
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
