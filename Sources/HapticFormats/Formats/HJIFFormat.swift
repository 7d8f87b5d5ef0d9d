internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// MPEG's haptic interchange format, the JSON form of ISO/IEC 23090-31.
  ///
  /// Rules: sharpness s is 65 + 235 s Hz; intensity i is an amplitude of 0.792 i for a transient and of 0.6138 i for a
  /// vibration, as in the reference software, so that a device that follows the standard plays both with equal
  /// strength. A written file has one perception and one channel with two bands, `Transient` and `VectorialWave`, in
  /// milliseconds. When reading, the `Transient`, `VectorialWave` and `Reference` effects of all channels are added;
  /// amplitudes beyond full intensity are clamped.
  ///
  /// Source: MPEGGroup/HapticReferenceSoftware, `IOJson.cpp` for the keys, `AhapEncoder.cpp` for the numbers. Its
  /// own AHAP reader ignores the sharpness of transients; here it is kept.
  public static let hjif = PatternFormat(
    name: HJIF.name, summary: "MPEG haptics, ISO/IEC 23090-31", extensions: ["hjif"],
    holds: [.intensity, .sharpness, .transients, .curves],
    reader: { bytes, options throws(ConversionError) in
      var reader = HJIFReader(json: try FormatJSON(bytes, format: HJIF.name))
      return try reader.read(options)
    },
    writer: HJIF.write)
}

/// The numbers of HJIF, and its writer.
private struct HJIF {
  static let name = "hjif"
  /// Source: `AhapEncoder.cpp`, the frequencies of sharpness 0 and 1, in hertz.
  static let scale = SharpnessScale(low: 65, high: 300)
  /// Source: `AhapEncoder.cpp`, the amplitudes of intensity 1.
  static let transientAmplitude = 0.792
  static let continuousAmplitude = 0.6138
  /// The number of ticks per second in written files.
  static let ticksPerSecond = 1_000.0

  private var losses = ConversionLosses()
  private var rounding = MillisecondRounding()
  private var worstHertz = LargestDifference()

  static func write(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    var writer = HJIF()
    let track = try VibrationTrack(pattern, for: name, options, losses: &writer.losses)
    let transients = track.transients.map { transient in
      let hertz = writer.hertz(transient.sharpness, at: transient.time)
      return effect(
        at: writer.rounding.milliseconds(transient.time),
        [keyframe(0, transient.intensity * transientAmplitude, hertz)])
    }
    let waves = writer.waves(of: track)
    writer.rounding.report(to: &writer.losses)
    writer.worstHertz.report(
      .sharpness, .share, to: &writer.losses,
      because: "frequencies are whole hertz; this is the largest sharpness error")
    let bands = [("Transient", transients), ("VectorialWave", waves)].filter { !$0.1.isEmpty }.map {
      band -> JSONValue in
      [
        "band_type": .text(band.0), "lower_frequency_limit": .number(scale.low),
        "upper_frequency_limit": .number(scale.high), "effects": .array(band.1),
      ]
    }
    guard !bands.isEmpty else { throw .noVibration(format: name, vibrates: track.vibrates) }
    writer.losses.addMetadataBesideDescription(of: pattern)
    return try ExportedPattern(
      document(pattern.descriptionInJSON, .array(bands)), in: name, losses: writer.losses)
  }

  /// Returns the effects of the vibration; empty if the track does not vibrate.
  private mutating func waves(of track: VibrationTrack) -> [JSONValue] {
    guard track.vibrates, let first = track.intensity.points.first else { return [] }
    let start = rounding.milliseconds(first.time)
    let keyframes = track.moments.map { moment in
      Self.keyframe(
        rounding.milliseconds(moment.time) - start, moment.intensity * Self.continuousAmplitude,
        hertz(moment.sharpness, at: moment.time))
    }
    if let last = track.moments.last, rounding.milliseconds(last.time) > start {
      return [Self.effect(at: start, keyframes)]
    }
    losses.add(
      .unsupported, "", at: first.time, track.intensity.points.map(\.value).max() ?? 0, .share,
      because: "readers of this format drop vibrations shorter than one tick")
    return []
  }

  private mutating func hertz(_ sharpness: Double, at time: Seconds) -> Int {
    let hertz = Self.scale.hertz(sharpness).rounded()
    worstHertz.add(abs(Self.scale.sharpness(hertz) - sharpness), at: time)
    return Int(hertz)
  }

  private static func keyframe(_ ticks: Int, _ amplitude: Double, _ hertz: Int) -> JSONValue {
    [
      "relative_position": .number(Double(ticks)), "amplitude_modulation": .number(amplitude),
      "frequency_modulation": .number(Double(hertz)),
    ]
  }

  private static func effect(at ticks: Int, _ keyframes: [JSONValue]) -> JSONValue {
    [
      "effect_type": "Basis", "position": .number(Double(ticks)), "phase": 0, "base_signal": "Sine",
      "keyframes": .array(keyframes),
    ]
  }

  /// Returns the complete file, which contains the bands.
  ///
  /// The date is always the same (our choice), so that converting twice gives identical files.
  private static func document(_ description: JSONValue, _ bands: JSONValue) -> JSONValue {
    let channel: JSONValue = [
      "id": 0, "description": "", "gain": 1, "mixing_coefficient": 1, "body_part_mask": 0,
      "bands": bands,
    ]
    let perception: JSONValue = [
      "id": 0, "avatar_id": 0, "description": "", "perception_modality": "Vibrotactile",
      "unit_exponent": 0, "perception_unit_exponent": 0, "reference_devices": [],
      "effect_library": [], "channels": [channel],
    ]
    return [
      "version": "2023", "profile": "Main", "level": 1, "date": "1970-01-01 00:00:00",
      "description": description, "timescale": .number(ticksPerSecond), "avatars": [],
      "syncs": [], "perceptions": [perception],
    ]
  }
}

extension HJIF {
  /// The keys of a file.
  ///
  /// Phases, mixing and body parts are not read.
  ///
  /// Source: MPEGGroup/HapticReferenceSoftware, `IOJson.cpp`, for the keys.
  static let keys: KeyShape = .object([
    "version": .formal, "profile": .formal, "level": .formal, "date": .formal,
    "timescale": .read, "description": .read, "avatars": .nothing(), "syncs": .read,
    "perceptions": perceptionKeys,
  ])

  private static let perceptionKeys: KeyShape = .object([
    "id": .formal, "avatar_id": .formal, "description": .nothing(), "perception_modality": .read,
    "priority": .nothing(numbers: [0]), "unit_exponent": .nothing(numbers: [0]),
    "perception_unit_exponent": .nothing(numbers: [0]), "effect_semantic_scheme": .nothing(),
    "reference_devices": .nothing(), "effect_library": effectKeys, "channels": channelKeys,
  ])

  private static let channelKeys: KeyShape = .object([
    "id": .formal, "description": .nothing(), "gain": .read,
    "mixing_coefficient": .nothing(numbers: [1]), "body_part_mask": .nothing(numbers: [0]),
    "priority": .nothing(numbers: [0]), "reference_device_id": .nothing(),
    "direction": .nothing(), "actuator_resolution": .nothing(), "actuator_target": .nothing(),
    "body_part_target": .nothing(), "vertices": .nothing(),
    "frequency_sampling": .nothing(numbers: [0]), "sample_count": .nothing(numbers: [0]),
    "bands": .object([
      "band_type": .read, "lower_frequency_limit": .read, "upper_frequency_limit": .read,
      "priority": .nothing(numbers: [0]), "effects": effectKeys,
    ]),
  ])

  private static let effectKeys: KeyShape = .object([
    "id": .read, "effect_type": .read, "position": .read, "base_signal": .read,
    "phase": .nothing(numbers: [0]), "priority": .nothing(numbers: [0]),
    "semantic_keywords": .nothing(),
    "keyframes": .object([
      "relative_position": .read, "amplitude_modulation": .read, "frequency_modulation": .read,
    ]),
  ])
}

private struct HJIFReader {
  var json: FormatJSON
  var losses = ConversionLosses()
  var voices: [VibrationVoice] = []
  var transients: [VibrationTransient] = []
  var ticksPerSecond = 1_000.0
  /// The number of keyframes that have been read.
  ///
  /// Effects in the effect library are counted again for each reference.
  var keyframeCount = 0
  private static let maximumKeyframes = VibrationTrack.maximumWork(points: 0)
  /// The latest position that can be read.
  private var maximumTicks: Double { PatternFormat.maximumDuration * ticksPerSecond }

  mutating func read(_ options: ConversionOptions) throws(ConversionError) -> ImportedPattern {
    let root = json.root
    ticksPerSecond = json.number("timescale", of: root, in: 1...48_000) ?? 1_000
    for (index, perception) in json.elements("perceptions", of: root).enumerated() {
      readPerception(perception, "perceptions[\(index)]")
    }
    if let syncs = root["syncs"]?.elements, !syncs.isEmpty {
      losses.add(
        .unsupported, "syncs", Double(syncs.count),
        because: "synchronization points are omitted")
    }
    return try ImportedPattern(
      json, voices, transients, keys: HJIF.keys, description: "description", options,
      losses: losses)
  }

  private mutating func readPerception(_ node: JSONNode, _ path: String) {
    let modality = node["perception_modality"]?.text ?? "Vibrotactile"
    guard modality == "Vibrotactile" || modality == "Vibrotactile Texture" else {
      losses.add(.unsupported, path, because: "\(Quoted.words(modality)) is not a vibration")
      return
    }
    var library: [Double: JSONNode] = [:]
    for effect in node["effect_library"]?.elements ?? [] {
      if let id = effect["id"]?.number { library[id] = effect }
    }
    let channels = json.elements("channels", of: node)
    if channels.count > 1 {
      losses.add(
        .place, path, Double(channels.count), because: "several channels become one vibration")
    }
    for (index, channel) in channels.enumerated() {
      let gain = json.number("gain", of: channel, in: 0...1e6, absent: 1)
      for (number, band) in json.elements("bands", of: channel).enumerated() {
        let place = "\(path).channels[\(index)].bands[\(number)]"
        readBand(band, gain: gain, library, place)
      }
    }
  }

  private mutating func readBand(
    _ node: JSONNode, gain: Double, _ library: [Double: JSONNode], _ path: String
  ) {
    guard let type = json.text("band_type", of: node) else { return }
    guard type == "Transient" || type == "VectorialWave" else {
      losses.add(
        .unsupported, path,
        because: "bands of type \(Quoted.words(type)) are not supported")
      return
    }
    let low = json.number("lower_frequency_limit", of: node, in: 0...1e6, absent: HJIF.scale.low)
    let high = json.number("upper_frequency_limit", of: node, in: 0...1e6, absent: HJIF.scale.high)
    for (index, effect) in json.elements("effects", of: node).enumerated() {
      let place = "\(path).effects[\(index)]"
      let position = json.number("position", of: effect, in: 0...maximumTicks) ?? 0
      var shape = effect
      let kind = effect["effect_type"]?.text ?? "Basis"
      if kind == "Reference", let id = effect["id"]?.number {
        guard let found = library[id] else {
          json.problems.add(
            at: effect.offset, "the effect library does not contain an effect with this id")
          continue
        }
        shape = found
      } else if kind != "Basis" {
        losses.add(
          .unsupported, place, because: "effects of type \(Quoted.words(kind)) are not supported")
        continue
      }
      let signal = shape["base_signal"]?.text ?? "Sine"
      if signal != "Sine" && type == "VectorialWave" {
        losses.add(
          .unsupported, place, because: "a wave of type \(Quoted.words(signal)) becomes a sine")
      }
      readKeyframes(
        shape, position, isTransient: type == "Transient", gain: gain, middle: (low + high) / 2,
        place)
    }
  }

  private mutating func readKeyframes(
    _ node: JSONNode, _ position: Double, isTransient: Bool, gain: Double, middle: Double,
    _ path: String
  ) {
    let keyframes = json.elements("keyframes", of: node)
    keyframeCount += keyframes.count
    guard keyframeCount <= Self.maximumKeyframes else {
      return json.problems.add(
        at: node.offset,
        "more than \(Self.maximumKeyframes) keyframes, counting each reference")
    }
    let full = isTransient ? HJIF.transientAmplitude : HJIF.continuousAmplitude
    var (line, tones) = (VibrationLine(), VibrationLine())
    let times = json.inOrder(keyframes, by: "relative_position", in: 0...maximumTicks, absent: 0)
    for (index, (keyframe, ticks)) in times.enumerated() {
      let time = (position + ticks) / ticksPerSecond
      let place = "\(path).keyframes[\(index)]"
      let hertz = number("frequency_modulation", of: keyframe, in: 0...1e6)
      let sharpness =
        hertz.map { HJIF.scale.sharpness($0, path, at: time, losses: &losses) }
        ?? HJIF.scale.sharpness(middle)
      let amplitude = number("amplitude_modulation", of: keyframe, in: -1e6...1e6)
      let level = amplitude.map { losses.intensity(abs($0) * gain / full, path, at: time) }
      switch (level, isTransient) {
      case (let level?, true):
        transients.append(.init(place: place, time: time, intensity: level, sharpness: sharpness))
      case (nil, true):
        losses.add(
          .unsupported, place, at: time, because: "a transient without an amplitude is omitted")
      case (_, false):
        if let level { line.append(time, level) }
        if hertz != nil || level != nil && tones.points.isEmpty { tones.append(time, sharpness) }
      }
    }
    if isTransient { return }
    guard !line.points.isEmpty else {
      return losses.add(.unsupported, path, because: "a vibration without an amplitude is omitted")
    }
    voices.append(VibrationVoice(place: path, intensity: line, sharpness: tones))
  }

  /// Returns the number `key` of a keyframe; nil if the key is missing.
  private mutating func number(
    _ key: String, of keyframe: JSONNode, in range: ClosedRange<Double>
  ) -> Double? {
    keyframe[key].flatMap { json.number($0, named: key, in: range) }
  }
}
