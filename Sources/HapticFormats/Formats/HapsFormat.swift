internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// Interhaptics' and Razer's `.haps`, version 5.
  ///
  /// Rules: a note of type 0 is a transient of 22 ms, whose strength is the product of all gains. Any other note is a
  /// vibration whose intensity is that of its amplitude keyframes, multiplied by the gains. A frequency of f Hz stands
  /// for sharpness (f - 60) / 700.
  /// The file does not hold frequencies of transients; their sharpness is the default, 0.5. Straight lines join the
  /// keyframes within the length of the note. Slopes and muted parts are omitted.
  ///
  /// Source: no specification has been published. The keys are those of the 39 files of Interhaptics/Unity_CoreSDK;
  /// the frequencies are ReaHaptic's convention, Hz = 60 + 700 f.
  public static let haps = PatternFormat(
    name: Haps.name, summary: "Interhaptics and Razer", extensions: ["haps"],
    holds: [.intensity, .sharpness, .transients, .curves],
    reader: { bytes, options throws(ConversionError) in
      var reader = HapsReader(json: try FormatJSON(bytes, format: Haps.name))
      return try reader.read(options)
    },
    writer: Haps.write)
}

private enum Haps {
  static let name = "haps"
  /// Source: ReaHaptic, Hz = 60 + 700 f.
  static let scale = SharpnessScale(low: 60, high: 760)
  /// Source: all 329 transient notes of Unity_CoreSDK's files.
  static let transientSeconds = 0.022
  /// The range of keyframe values, far beyond those that we have seen: frequencies are below 973 Hz, and a note of one
  /// second holds keyframes up to 1 s.
  static let values = -1e6...1e6

  static func write(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    var losses = ConversionLosses()
    let track = try VibrationTrack(pattern, for: name, options, losses: &losses)
    var notes = track.transients.map { transient in
      note(at: transient.time, transientSeconds, gain: transient.intensity, ["m_type": 0])
    }
    let usual = EventParameter.ID.hapticSharpness.defaultValue
    for transient in track.transients where transient.sharpness != usual {
      losses.add(
        .sharpness, of: transient, abs(transient.sharpness - usual),
        because: "transient notes cannot hold a frequency")
    }
    if track.vibrates,
      let start = track.intensity.points.first?.time, let end = track.intensity.points.last?.time
    {
      let amplitude = keyframes(
        track.intensity.points.map { (VibrationLine.length(from: start, to: $0.time), $0.value) })
      let frequency = keyframes(
        track.sharpness.points.map {
          (VibrationLine.length(from: start, to: $0.time), scale.hertz($0.value))
        })
      notes.append(
        note(
          at: start, VibrationLine.length(from: start, to: end), gain: 1,
          ["m_amplitudeModulation": amplitude, "m_frequencyModulation": frequency]))
    }
    guard !notes.isEmpty else { throw .noVibration(format: name) }
    losses.addMetadataBesideDescription(of: pattern)
    let silent = body([])
    return try ExportedPattern(
      [
        "m_version": "5", "m_description": pattern.descriptionInJSON, "m_HDFlag": 0,
        "m_time_unit": 0, "m_length_unit": 7, "m_gain": 1, "m_vibration": body(notes),
        "m_stiffness": silent, "m_texture": silent,
      ], in: name, losses: losses)
  }

  private static func note(
    at time: Seconds, _ length: Seconds, gain: Double, _ effect: JSONValue
  ) -> JSONValue {
    [
      "m_startingPoint": .number(time), "m_length": .number(length), "m_priority": 0,
      "m_gain": .number(gain), "m_hapticEffect": effect,
    ]
  }

  private static func keyframes(_ points: [(Seconds, Double)]) -> JSONValue {
    let list = points.map { point -> JSONValue in
      ["m_time": .number(point.0), "m_value": .number(point.1)]
    }
    return ["m_extrapolationStrategy": 0, "m_keyframes": .array(list)]
  }

  private static func body(_ notes: [JSONValue]) -> JSONValue {
    let melody: JSONValue = ["m_mute": 0, "m_gain": 1, "m_notes": .array(notes)]
    return [
      "m_maximum": 1, "m_gain": 1, "m_signalEvaluationMethod": 3, "m_loop": 0,
      "m_melodies": notes.isEmpty ? [] : [melody],
    ]
  }
}

extension Haps {
  /// The keys that are read.
  ///
  /// Source: the 39 files of Interhaptics/Unity_CoreSDK. A value that is the same in all these files does not carry
  /// information.
  static let keys: KeyShape = .object([
    "m_version": .nothing(texts: ["5"]), "m_description": .read,
    "m_HDFlag": .nothing(numbers: [0]), "m_time_unit": .nothing(numbers: [0]),
    "m_length_unit": .nothing(numbers: [7]), "m_gain": .read, "m_name": .nothing(),
    "m_stiffness": .read, "m_texture": .read,
    "m_vibration": .object([
      "m_maximum": .nothing(numbers: [1]), "m_gain": .read,
      "m_signalEvaluationMethod": .nothing(numbers: [3]), "m_loop": .read, "m_name": .nothing(),
      "m_melodies": .object([
        "m_mute": .read, "m_gain": .read, "m_name": .nothing(), "m_notes": noteKeys,
      ]),
    ]),
  ])

  private static let noteKeys: KeyShape = .object([
    "m_startingPoint": .read, "m_length": .read, "m_gain": .read,
    "m_priority": .nothing(numbers: [0]), "m_name": .nothing(),
    "m_hapticEffect": .object([
      "m_type": .read, "m_name": .nothing(), "m_underlyingSignal": .nothing(),
      "m_amplitudeModulation": modulationKeys, "m_frequencyModulation": modulationKeys,
    ]),
  ])

  private static let modulationKeys: KeyShape = .object([
    "m_extrapolationStrategy": .nothing(numbers: [0]),
    "m_keyframes": .object([
      "m_time": .read, "m_value": .read, "m_inSlope": .read, "m_outSlope": .read,
    ]),
  ])
}

private struct HapsReader {
  var json: FormatJSON
  var losses = ConversionLosses()
  var voices: [VibrationVoice] = []
  var transients: [VibrationTransient] = []
  private static let times = 0...PatternFormat.maximumDuration

  mutating func read(_ options: ConversionOptions) throws(ConversionError) -> ImportedPattern {
    let root = json.root
    let gain = json.number("m_gain", of: root, in: 0...1_000, absent: 1)
    if let vibration = json.member("m_vibration", of: root) {
      readBody(vibration, gain: gain)
    }
    for (key, words) in [("m_stiffness", "stiffness"), ("m_texture", "texture over a distance")] {
      let notes = (root[key]?["m_melodies"]?.elements ?? []).reduce(0) {
        $0 + ($1["m_notes"]?.elements?.count ?? 0)
      }
      if notes > 0 {
        losses.add(.unsupported, key, Double(notes), because: "\(words) is not a vibration")
      }
    }
    return try ImportedPattern(
      json, voices, transients, keys: Haps.keys, description: "m_description", options,
      losses: losses)
  }

  private mutating func readBody(_ node: JSONNode, gain: Double) {
    let gain = gain * json.number("m_gain", of: node, in: 0...1_000, absent: 1)
    if json.number("m_loop", of: node, in: 0...1e9, absent: 0) > 0 {
      losses.add(
        .repetition, "m_vibration.m_loop",
        because: "repetition is not supported; the effect is played once"
      )
    }
    for (index, melody) in json.elements("m_melodies", of: node).enumerated() {
      let place = "m_vibration.m_melodies[\(index)]"
      if json.number("m_mute", of: melody, in: 0...1e9, absent: 0) > 0 {
        losses.add(.unsupported, place, because: "muted melodies are omitted")
        continue
      }
      let gain = gain * json.number("m_gain", of: melody, in: 0...1_000, absent: 1)
      for (number, note) in json.elements("m_notes", of: melody).enumerated() {
        readNote(note, gain: gain, "\(place).m_notes[\(number)]")
      }
    }
  }

  private mutating func readNote(_ node: JSONNode, gain: Double, _ place: String) {
    let start = json.number("m_startingPoint", of: node, in: Self.times) ?? 0
    let length = json.number("m_length", of: node, in: Self.times) ?? 0
    let gain = gain * json.number("m_gain", of: node, in: 0...1_000, absent: 1)
    guard let effect = json.member("m_hapticEffect", of: node) else { return }
    guard let amplitude = effect["m_amplitudeModulation"] else {
      return readTransient(effect, at: start, gain: gain, place)
    }
    let levels = readKeyframes(amplitude, within: length)
    let tones = effect["m_frequencyModulation"].map { readKeyframes($0, within: length) } ?? []
    guard length > 0, !levels.isEmpty else {
      let what = length > 0 ? "an amplitude" : "a duration"
      losses.add(
        .unsupported, place, at: start, because: "a vibration without \(what) is omitted")
      return
    }
    let line = line(
      levels.map { .init(time: $0.time, value: $0.value * gain) }, start, length, place)
    var sharpness = VibrationLine(
      tones.map { tone in
        let value = Haps.scale.sharpness(
          tone.value, place, at: start + tone.time, losses: &losses)
        return .init(time: PatternCourse.sum(start, tone.time), value: value)
      })
    if sharpness.points.isEmpty {
      sharpness.append(start, EventParameter.ID.hapticSharpness.defaultValue)
    }
    voices.append(VibrationVoice(place: place, intensity: line, sharpness: sharpness))
  }

  private mutating func readTransient(
    _ effect: JSONNode, at start: Seconds, gain: Double, _ place: String
  ) {
    let type = json.number("m_type", of: effect, in: -1e9...1e9, absent: 0)
    guard type == 0 else {
      losses.add(
        .unsupported, place, at: start,
        because:
          "the meaning of notes of type \(type.brief) without an amplitude is unknown; the note is omitted"
      )
      return
    }
    let intensity = losses.intensity(gain, place, at: start)
    losses.add(
      .sharpness, place, at: start,
      because: "transient notes do not hold a frequency; sharpness 0.5 is used")
    transients.append(
      .init(
        place: place, time: start, intensity: intensity,
        sharpness: EventParameter.ID.hapticSharpness.defaultValue))
  }

  /// Returns the intensity of a note that starts at `start`, with the points `levels`.
  private mutating func line(
    _ levels: [VibrationLine.Point], _ start: Seconds, _ length: Seconds, _ place: String
  ) -> VibrationLine {
    _ = losses.intensity(levels.map(\.value).max() ?? 0, place, at: start)
    if let least = levels.map(\.value).min(), least < 0 {
      losses.add(
        .intensity, place, at: start, -least, .share, because: "negative amplitudes become 0")
    }
    var line = VibrationLine()
    // The line is constant before the first keyframe and after the last.
    if levels[0].time > 0 { line.append(start, (0...1.0).clamped(levels[0].value)) }
    for level in levels {
      line.append(PatternCourse.sum(start, level.time), (0...1.0).clamped(level.value))
    }
    let end = PatternCourse.sum(start, length)
    if let last = line.points.last, last.time < end { line.append(end, last.value) }
    return line
  }

  /// Returns the keyframes of a note up to its end.
  ///
  /// The value at the note's end lies on the line to the first keyframe after the end.
  private mutating func readKeyframes(
    _ node: JSONNode, within length: Seconds
  ) -> [VibrationLine.Point] {
    let keyframes = json.elements("m_keyframes", of: node)
    let points = json.inOrder(keyframes, by: "m_time", in: Self.times).map { keyframe, time in
      if ["m_inSlope", "m_outSlope"].contains(where: { (keyframe[$0]?.number ?? 0) != 0 }) {
        losses.add(
          .curveShape, "m_keyframes",
          because: "slopes of keyframes are not supported; lines are straight")
      }
      return VibrationLine.Point(
        time: time, value: json.number("m_value", of: keyframe, in: Haps.values) ?? 0)
    }
    guard let end = points.firstIndex(where: { $0.time > length }) else { return points }
    let line = VibrationLine(points)
    return points[..<end] + [.init(time: length, value: line.value(before: length))]
  }
}
