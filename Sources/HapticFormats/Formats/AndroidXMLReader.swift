internal import HapticEngine
internal import TextFormats

/// Reads Android's vibration XML, as `VibrationXmlParser` does.
///
/// Rules for reading:
/// - `<waveform-effect>`: intensity is amplitude / 255; `default` is read as 255, which is a loss. If the file also
///   has effects of other kinds, the sharpness of the waveform is the default, 0.5.
/// - `<basic-envelope-effect>`: intensity and sharpness are unchanged; each point is reached within its duration,
///   the first from intensity 0.
/// - `<waveform-envelope-effect>`: points are reached in the same way. Intensity is the amplitude. The frequency
///   becomes the sharpness that the profile `wideband` gives it, clamped, which is a loss, because the mapping is a
///   convention.
/// - `<primitive-effect>` and `<predefined-effect>`: the effects that AOSP's names describe, in our own shapes.
///   Each is a loss, because every device has its own shapes.
/// - A repeating effect is played once, which is a loss. Of a `<vibration-select>`, the first effect that is not
///   specific to a vendor is used.
///
/// Source: AOSP, CTS `VibrationEffectXmlSerializationTest`, `VibrationEffect.Composition`,
/// `BasicEnvelopeBuilder`, `WaveformEnvelopeBuilder`.
struct AndroidXMLReader {
  static let name = "android-xml"
  private var xml: FormatXML
  private var losses = ConversionLosses()
  private var voices: [VibrationVoice] = []
  private var transients: [VibrationTransient] = []
  /// The start of the next effect, in seconds.
  private var time = 0.0
  /// The waveforms, each with its start.
  private var waveforms: [(start: Seconds, steps: [StepSequence.Timed])] = []
  /// The start of the last primitive.
  private var primitiveStart = 0.0

  init(_ bytes: [UInt8]) throws(ConversionError) {
    xml = try FormatXML(bytes, format: Self.name)
  }

  mutating func read(_ options: ConversionOptions) throws(ConversionError) -> ImportedPattern {
    let root = xml.root
    xml.allow([], on: root)
    switch root.name {
    case "vibration-effect": readEffect(root)
    case "vibration-select":
      if root.children.isEmpty {
        xml.problems.add(at: root.offset, "<vibration-select> needs a <vibration-effect>")
      }
      let own = root.children.firstIndex { $0.children.first?.name != "vendor-effect" } ?? 0
      for (index, child) in root.children.enumerated() {
        guard child.name == "vibration-effect" else {
          refuse(child, among: ["vibration-effect"])
          continue
        }
        if index == own {
          readEffect(child)
        } else if index < own {
          losses.add(
            .unsupported, "vibration-effect[\(index)]",
            because: "only its vendor knows how a vendor effect feels; the next effect is used")
        } else {
          losses.add(
            .unsupported, "vibration-effect[\(index)]",
            because: "only the first effect is used; a device uses the first that it can play")
        }
      }
    default: refuse(root, among: ["vibration-effect", "vibration-select"])
    }
    try xml.check()
    if voices.isEmpty && transients.isEmpty {
      let pattern = try MillisecondSteps.pattern(
        waveforms.flatMap(\.steps), by: Self.name, options, losses: &losses)
      return ImportedPattern(pattern, losses: losses)
    }
    addWaveforms()
    let track = try VibrationTrack(
      voices: voices, transients: transients, duration: time, format: Self.name, losses: &losses)
    return try ImportedPattern(of: track, by: Self.name, options, losses: losses)
  }

  private mutating func refuse(_ node: XMLNode, among words: [String]) {
    let hint = NearestWord.hint(for: node.name, among: words)
    xml.problems.add(at: node.offset, "<\(node.name)> is not allowed here\(hint)")
  }

  private static let effects = [
    "predefined-effect", "primitive-effect", "waveform-effect", "waveform-envelope-effect",
    "basic-envelope-effect", "repeating-effect", "vendor-effect",
  ]

  private mutating func readEffect(_ node: XMLNode) {
    xml.allow([], on: node)
    guard let first = node.children.first else {
      xml.problems.add(at: node.offset, "<\(node.name)> needs an effect")
      return
    }
    primitiveStart = time
    for child in node.children {
      guard child.name == first.name else {
        xml.problems.add(
          at: child.offset, "<\(child.name)> is not allowed next to <\(first.name)>")
        continue
      }
      if child.name != "primitive-effect" && node.children.count > 1 {
        xml.problems.add(at: child.offset, "only one <\(child.name)> is allowed")
        return
      }
      readOne(child)
    }
  }

  private mutating func readOne(_ node: XMLNode) {
    switch node.name {
    case "predefined-effect": readPredefined(node)
    case "primitive-effect": readPrimitive(node)
    case "waveform-effect": readWaveform(node)
    case "waveform-envelope-effect": readEnvelope(node, .waveform)
    case "basic-envelope-effect": readEnvelope(node, .basic)
    case "repeating-effect":
      xml.allow([], on: node)
      if !node.children.contains(where: { $0.name == "repeating" }) {
        xml.problems.add(at: node.offset, "<repeating-effect> needs a <repeating>")
      }
      for part in node.children {
        switch part.name {
        case "preamble": readEffect(part)
        case "repeating":
          losses.add(
            .repetition, "repeating", at: time,
            because: "repetition is not supported; the effect is played once")
          readEffect(part)
        default: refuse(part, among: ["preamble", "repeating"])
        }
      }
    case "vendor-effect":
      xml.problems.add(
        at: node.offset,
        "a vendor effect cannot be converted: its meaning is known only to its vendor; in a <vibration-select> "
          + "another effect is used instead")
    default: refuse(node, among: Self.effects)
    }
  }

  /// The duration that a part may have, in milliseconds.
  private static let milliseconds = 0...PatternFormat.maximumDuration * 1_000

  // MARK: Waveforms

  private mutating func readWaveform(_ node: XMLNode) {
    xml.allow([], on: node)
    var read: [StepSequence.Timed] = []
    for child in node.children {
      if child.name == "repeating" {
        xml.allow([], on: child)
        losses.add(
          .repetition, "repeating", at: time + read.seconds,
          because: "repetition is not supported; the effect is played once")
        for entry in child.children { readEntry(entry, into: &read) }
      } else {
        readEntry(child, into: &read)
      }
    }
    if read.isEmpty {
      xml.problems.add(at: node.offset, "<waveform-effect> needs a <waveform-entry>")
    }
    waveforms.append((time, read))
    time = Self.time(read.reduce(0) { $0 + $1.milliseconds }, after: time)
  }

  /// Returns the time `milliseconds` after `start`.
  ///
  /// Whole milliseconds would not stay whole if they were summed up in seconds.
  private static func time(_ milliseconds: Int, after start: Seconds) -> Seconds {
    (start * 1_000 + Double(milliseconds)) / 1_000
  }

  /// Turns the waveforms into voices, to be combined with others.
  private mutating func addWaveforms() {
    for (index, waveform) in waveforms.enumerated() {
      var (start, elapsed) = (waveform.start, 0)
      for step in waveform.steps {
        elapsed += step.milliseconds
        let end = Self.time(elapsed, after: waveform.start)
        if step.level > 0 && end > start {
          voices.append(
            VibrationVoice(
              place: "waveform-effect[\(index)]",
              intensity: VibrationLine([
                .init(time: start, value: step.level), .init(time: end, value: step.level),
              ]),
              sharpness: VibrationLine([
                .init(time: start, value: EventParameter.ID.hapticSharpness.defaultValue)
              ])))
        }
        start = end
      }
    }
  }

  private mutating func readEntry(_ node: XMLNode, into read: inout [StepSequence.Timed]) {
    guard node.name == "waveform-entry" else {
      return refuse(node, among: ["waveform-entry", "repeating"])
    }
    xml.allow(["durationMs", "amplitude"], on: node)
    xml.refuseChildren(of: node)
    let duration = xml.wholeNumber("durationMs", of: node, in: Self.milliseconds) ?? 0
    var level = 1.0
    if xml.text("amplitude", of: node)?.value == "default" {
      losses.add(
        .intensity, "waveform-entry[\(read.count)]",
        because:
          "the device's default is unknown, so 255 is used; a number as amplitude avoids this")
    } else {
      level = Double(xml.wholeNumber("amplitude", of: node, in: 0...255) ?? 0) / 255
    }
    read.append(.init(milliseconds: duration, level: level))
  }

  // MARK: Envelopes

  /// The attribute names of a kind of envelope, and the meaning of its `tone` attribute.
  private struct EnvelopeKind {
    let first: String
    let level: String
    let tone: String
    let tones: ClosedRange<Double>
    /// The scale of the `tone` attribute, which is a frequency; nil if the attribute is a sharpness.
    let scale: SharpnessScale?

    static let basic = EnvelopeKind(
      first: "initialSharpness", level: "intensity", tone: "sharpness", tones: 0...1, scale: nil)
    static let waveform = EnvelopeKind(
      first: "initialFrequencyHz", level: "amplitude", tone: "frequencyHz", tones: 0...100_000,
      scale: .wideband)

    func sharpness(_ tone: Double) -> Double { scale?.sharpness(tone) ?? tone }
  }

  private mutating func readEnvelope(_ node: XMLNode, _ kind: EnvelopeKind) {
    xml.allow([kind.first], on: node)
    var intensity = VibrationLine([.init(time: time, value: 0)])
    var sharpness = VibrationLine()
    if xml.text(kind.first, of: node) != nil,
      let tone = xml.number(kind.first, of: node, in: kind.tones)
    {
      sharpness.append(time, kind.sharpness(tone))
    }
    let start = time
    var elapsed = 0
    for child in node.children {
      guard child.name == "control-point" else {
        refuse(child, among: ["control-point"])
        continue
      }
      xml.allow([kind.level, kind.tone, "durationMs"], on: child)
      xml.refuseChildren(of: child)
      let milliseconds = 1...Self.milliseconds.upperBound
      elapsed += xml.wholeNumber("durationMs", of: child, in: milliseconds) ?? 1
      time = Self.time(elapsed, after: start)
      intensity.append(time, xml.number(kind.level, of: child, in: 0...1) ?? 0)
      sharpness.append(time, kind.sharpness(xml.number(kind.tone, of: child, in: kind.tones) ?? 0))
    }
    guard let last = intensity.points.last, intensity.points.count > 1 else {
      xml.problems.add(at: node.offset, "<\(node.name)> needs a <control-point>")
      return
    }
    if let scale = kind.scale {
      losses.add(
        .frequency, node.name, scale.high - scale.low, .hertz,
        because: "sharpness stands for hertz by convention: \(scale.low.brief) Hz is 0, "
          + "\(scale.high.brief) Hz is 1")
    } else if last.value != 0 {
      xml.problems.add(at: node.offset, "the last point of a basic envelope must have intensity 0")
    }
    voices.append(VibrationVoice(place: node.name, intensity: intensity, sharpness: sharpness))
  }

  // MARK: Effects of the device

  /// Returns the effect among `effects` that the attribute `name` of `node` names; reports a problem and returns
  /// nil if there is none.
  private mutating func named<Effect>(
    _ node: XMLNode, among effects: [String: Effect], _ noun: String
  ) -> (name: String, effect: Effect)? {
    guard let (name, offset) = xml.text("name", of: node) else {
      xml.problems.add(at: node.offset, "<\(node.name)> needs the attribute name")
      return nil
    }
    if let effect = effects[name] { return (name, effect) }
    let hint = NearestWord.hint(for: name, among: effects.keys.sorted())
    xml.problems.add(at: offset, "unknown \(noun) \(Quoted.words(name))\(hint)")
    return nil
  }

  private mutating func readPredefined(_ node: XMLNode) {
    xml.allow(["name", "fallback"], on: node)
    xml.refuseChildren(of: node)
    guard
      let (name, shapes) = named(node, among: AndroidEffect.predefined, "predefined effect")
    else { return }
    losses.add(
      .unsupported, name, at: time,
      because: "each device plays \(name) in its own way; this program uses its own shape")
    for transient in shapes {
      transients.append(
        .init(
          place: name, time: time + transient.time, intensity: transient.intensity,
          sharpness: transient.sharpness))
    }
    time += (shapes.last?.time ?? 0) + StepSequence.transientSeconds
  }

  private mutating func readPrimitive(_ node: XMLNode) {
    xml.allow(["name", "scale", "delayMs", "delayType"], on: node)
    xml.refuseChildren(of: node)
    let scale = xml.number("scale", of: node, in: 0...1, absent: 1) ?? 1
    let delay =
      Double(xml.wholeNumber("delayMs", of: node, in: Self.milliseconds, absent: 0) ?? 0) / 1_000
    guard let (name, shape) = named(node, among: AndroidEffect.primitives, "primitive") else {
      return
    }
    // A pause is relative to the end of the previous primitive, an offset to its start.
    let type = xml.text("delayType", of: node)
    switch type?.value {
    case nil, "pause": primitiveStart = time + delay
    case "relative_start_offset": primitiveStart += delay
    default:
      xml.problems.add(
        at: type?.offset ?? 0, "delayType must be pause or relative_start_offset")
    }
    let start = primitiveStart
    losses.add(
      .unsupported, name, at: start,
      because: "each device plays \(name) in its own way; this program uses its own shape")
    if shape.points.isEmpty {
      transients.append(
        .init(
          place: name, time: start, intensity: shape.intensity * scale, sharpness: shape.sharpness))
    } else {
      voices.append(
        VibrationVoice(
          place: name,
          intensity: VibrationLine(
            shape.points.map { .init(time: start + $0.time, value: $0.value * scale) }),
          sharpness: VibrationLine([.init(time: start, value: shape.sharpness)])))
    }
    time = max(time, start + shape.duration)
  }
}

extension [StepSequence.Timed] {
  /// The total length, in seconds.
  fileprivate var seconds: Seconds { Double(reduce(0) { $0 + $1.milliseconds }) / 1_000 }
}

/// The effects that Android devices know by name, in our own shapes.
///
/// Our choice, based on AOSP's descriptions in `VibrationEffect.Composition` and the lengths in its documentation
/// of primitives: click and tick are transients, a thud falls, a spin swells twice, and a rise rises.
struct AndroidEffect: Sendable {
  let intensity: Double
  let sharpness: Double
  let duration: Seconds
  /// The intensity over time; empty for a transient.
  var points: [(time: Seconds, value: Double)] = []

  static let primitives: [String: AndroidEffect] = [
    "click": .init(intensity: 1, sharpness: 0.7, duration: 0.02),
    "tick": .init(intensity: 0.5, sharpness: 1, duration: 0.01),
    "low_tick": .init(intensity: 0.5, sharpness: 0.2, duration: 0.01),
    "thud": .init(
      intensity: 1, sharpness: 0.1, duration: 0.3, points: [(0, 1), (0.05, 0.6), (0.3, 0)]),
    "spin": .init(
      intensity: 1, sharpness: 0.4, duration: 0.15,
      points: [(0, 0), (0.04, 0.8), (0.075, 0.2), (0.11, 0.8), (0.15, 0)]),
    "quick_rise": .init(
      intensity: 1, sharpness: 0.5, duration: 0.15, points: [(0, 0), (0.15, 1)]),
    "slow_rise": .init(intensity: 1, sharpness: 0.5, duration: 0.5, points: [(0, 0), (0.5, 1)]),
    "quick_fall": .init(intensity: 1, sharpness: 0.5, duration: 0.1, points: [(0, 1), (0.1, 0)]),
  ]

  /// Source of the double click's times: AOSP, "Implement constants", the alternative vibration
  /// (0, 30, 100, 30).
  static let predefined: [String: [(time: Seconds, intensity: Double, sharpness: Double)]] = [
    "click": [(0, 0.8, 0.7)],
    "tick": [(0, 0.5, 1)],
    "heavy_click": [(0, 1, 0.5)],
    "double_click": [(0, 0.8, 0.7), (0.13, 0.8, 0.7)],
  ]
}
