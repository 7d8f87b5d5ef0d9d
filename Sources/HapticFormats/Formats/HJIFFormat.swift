internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// MPEG's haptic interchange format, the JSON form of ISO/IEC 23090-31.
  ///
  /// Laws: sharpness s is 65 + 235 s Hz; intensity i is an amplitude of 0.792 i for a transient and
  /// of 0.6138 i for a vibration, as in the reference software, so that a device of that standard plays
  /// both alike. Written are one perception and one channel with two bands, `Transient` and
  /// `VectorialWave`, in milliseconds. Read are `Transient`, `VectorialWave` and `Reference` effects
  /// of all channels, added up; amplitudes beyond full intensity are clamped.
  ///
  /// Source: MPEGGroup/HapticReferenceSoftware, `IOJson.cpp` for the keys, `AhapEncoder.cpp` for the
  /// numbers. Its own reading of AHAP leaves out the sharpness of transients; here it is kept.
  static let hjif = PatternFormat(
    name: HJIF.name, summary: "MPEG haptics, ISO/IEC 23090-31", extensions: ["hjif"],
    holds: [.intensity, .sharpness, .transients, .curves],
    reader: { bytes, options throws(ConversionError) in
      var reader = HJIFReader(json: try FormatJSON(bytes, format: HJIF.name))
      return try reader.read(options)
    },
    writer: { pattern, options throws(ConversionError) in
      try HJIF.write(pattern, options)
    })
}

/// The numbers of HJIF.
private enum HJIF {
  static let name = "hjif"
  /// Source: `AhapEncoder.cpp`: sharpness 0 and 1 in hertz.
  static let hertz = (low: 65.0, high: 300.0)
  /// Source: `AhapEncoder.cpp`, the amplitudes of intensity 1.
  static let transientAmplitude = 0.792
  static let continuousAmplitude = 0.6138
  /// Ticks in a second that are written.
  static let ticksPerSecond = 1_000.0

  static func hertz(sharpness: Double) -> Int {
    Int((hertz.low + (hertz.high - hertz.low) * sharpness).rounded())
  }

  static func sharpness(hertz value: Double) -> Double {
    min(max((value - hertz.low) / (hertz.high - hertz.low), 0), 1)
  }

  static func write(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    var losses = ConversionLosses()
    let track = try VibrationTrack(pattern, for: name, options, losses: &losses)
    var rounding = MillisecondRounding()
    var worstHertz = LargestDifference()
    func ticks(_ time: Seconds) -> Int { rounding.milliseconds(time) }
    func hertz(_ sharpness: Double, _ time: Seconds) -> Int {
      let hertz = HJIF.hertz(sharpness: sharpness)
      worstHertz.add(abs(HJIF.sharpness(hertz: Double(hertz)) - sharpness), at: time)
      return hertz
    }
    let transients = track.transients.map { transient in
      effect(
        at: ticks(transient.time),
        [
          keyframe(
            0, transient.intensity * transientAmplitude, hertz(transient.sharpness, transient.time))
        ])
    }
    var waves: [JSONValue] = []
    if track.intensity.points.contains(where: { $0.value > 0 }),
      let first = track.intensity.points.first
    {
      let start = ticks(first.time)
      let keyframes = track.moments.map { moment in
        keyframe(
          ticks(moment.time) - start, moment.intensity * continuousAmplitude,
          hertz(moment.sharpness, moment.time))
      }
      if let last = track.moments.last, ticks(last.time) > start {
        waves.append(effect(at: start, keyframes))
      } else {
        losses.add(
          .unsupported, "", at: first.time, track.intensity.points.map(\.value).max() ?? 0, .share,
          because: "a vibration that is over within a tick is nothing to those who read it")
      }
    }
    rounding.report(to: &losses)
    worstHertz.report(
      .sharpness, .share, to: &losses,
      because: "frequencies are whole hertz; this is the sharpness that is farthest off")
    let bands = [("Transient", transients), ("VectorialWave", waves)].filter { !$0.1.isEmpty }.map {
      band -> JSONValue in
      [
        "band_type": .text(band.0), "lower_frequency_limit": .number(self.hertz.low),
        "upper_frequency_limit": .number(self.hertz.high), "effects": .array(band.1),
      ]
    }
    guard !bands.isEmpty else { throw .noVibration(format: name) }
    losses.addMetadataBesideDescription(of: pattern)
    return try ExportedPattern(
      document(pattern.descriptionInJSON, .array(bands)), in: name, losses: losses)
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

  /// The file around the bands.
  ///
  /// The date is always the same (our choice): a file that is made twice is the same twice.
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
  /// What is read of a file; phases, mixing and bodies are not.
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

/// Reads HJIF.
private struct HJIFReader {
  var json: FormatJSON
  private var losses = ConversionLosses()
  private var voices: [VibrationVoice] = []
  private var transients: [VibrationTransient] = []
  private var ticksPerSecond = 1_000.0
  /// How many keyframes were read: those of the library again for each reference.
  private var keyframeCount = 0
  /// The latest position that is read.
  private var maximumTicks: Double { PatternFormat.maximumDuration * ticksPerSecond }

  init(json: FormatJSON) { self.json = json }

  mutating func read(_ options: ConversionOptions) throws(ConversionError) -> ImportedPattern {
    let root = json.root
    ticksPerSecond = json.number("timescale", of: root, in: 1...48_000) ?? 1_000
    for (index, perception) in json.elements("perceptions", of: root).enumerated() {
      readPerception(perception, "perceptions[\(index)]")
    }
    if let syncs = root["syncs"]?.elements, !syncs.isEmpty {
      losses.add(
        .unsupported, "syncs", Double(syncs.count),
        because: "synchronisation points are left out")
    }
    try json.check()
    HJIF.keys.reportUnread(in: root, to: &losses)
    let track = try VibrationTrack(
      voices: voices, transients: transients, duration: 0, format: HJIF.name, losses: &losses)
    let metadata = root.metadata("description", as: "Description", losses: &losses)
    return try ImportedPattern(
      of: track, metadata: metadata, by: HJIF.name, options, losses: losses)
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
    let low = json.number("lower_frequency_limit", of: node, in: 0...1e6, absent: HJIF.hertz.low)
    let high = json.number("upper_frequency_limit", of: node, in: 0...1e6, absent: HJIF.hertz.high)
    for (index, effect) in json.elements("effects", of: node).enumerated() {
      let place = "\(path).effects[\(index)]"
      let position = json.number("position", of: effect, in: 0...maximumTicks) ?? 0
      var shape = effect
      let kind = effect["effect_type"]?.text ?? "Basis"
      if kind == "Reference", let id = effect["id"]?.number {
        guard let found = library[id] else {
          json.problems.add(at: effect.offset, "the effect library has no effect with this id")
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
    let limit = VibrationTrack.maximumWork(points: 0)
    guard keyframeCount <= limit else {
      return json.problems.add(
        at: node.offset,
        "more than \(limit) keyframes, counted again for each reference")
    }
    let full = isTransient ? HJIF.transientAmplitude : HJIF.continuousAmplitude
    var line = VibrationLine()
    var tones = VibrationLine()
    var latest = 0.0
    for (index, keyframe) in keyframes.enumerated() {
      let ticks = json.number("relative_position", of: keyframe, in: 0...maximumTicks, absent: 0)
      if ticks < latest {
        json.problems.add(at: keyframe.offset, "keyframes must be in order of time")
      }
      latest = max(latest, ticks)
      let time = (position + latest) / ticksPerSecond
      let hertz =
        keyframe["frequency_modulation"] == nil
        ? nil : json.number("frequency_modulation", of: keyframe, in: 0...1e6)
      if let hertz, !(HJIF.hertz.low...HJIF.hertz.high).contains(hertz) {
        losses.add(
          .frequency, path, at: time,
          max(HJIF.hertz.low - hertz, hertz - HJIF.hertz.high), .hertz,
          because: "sharpness stands for 65 to 300 Hz")
      }
      let sharpness = HJIF.sharpness(hertz: hertz ?? middle)
      guard keyframe["amplitude_modulation"] != nil else {
        if hertz != nil { tones.append(time, sharpness) }
        if isTransient {
          losses.add(
            .unsupported, "\(path).keyframes[\(index)]", at: time,
            because: "a transient without an amplitude is left out")
        }
        continue
      }
      let amplitude = json.number("amplitude_modulation", of: keyframe, in: -1e6...1e6) ?? 0
      let wanted = abs(amplitude) * gain / full
      // Amplitudes are written rounded; a last digit is no loss.
      if wanted > 1 + 1e-6 {
        losses.add(
          .intensity, path, at: time, wanted - 1, .share,
          because: "the amplitude is beyond that of intensity 1")
      }
      if isTransient {
        transients.append(
          .init(
            place: "\(path).keyframes[\(index)]", time: time, intensity: min(wanted, 1),
            sharpness: sharpness))
      } else {
        line.append(time, min(wanted, 1))
        if hertz != nil || tones.points.isEmpty { tones.append(time, sharpness) }
      }
    }
    if line.points.isEmpty && !isTransient {
      losses.add(.unsupported, path, because: "a vibration without an amplitude is left out")
    } else if !isTransient {
      voices.append(VibrationVoice(place: path, intensity: line, sharpness: tones))
    }
  }
}
