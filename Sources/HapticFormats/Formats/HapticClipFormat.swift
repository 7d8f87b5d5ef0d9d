internal import HapticEngine
internal import TextFormats

/// `.haptic`, the clips of Lofelt and Meta, versions 0.2.0 and 1.0.0.
///
/// Rules, for the amplitude a of a point, the frequency f, and an emphasis (A, F), all 0...1:
/// ```
/// HapticIntensityControl = √a, and 0.8 √a at a point with an emphasis
/// HapticSharpnessControl = √f          over one HapticContinuous of intensity 1, sharpness 0
/// HapticTransient        = intensity √A, sharpness F
/// ```
/// and their inverses. Source: Lofelt/NiceVibrations `core/datamodel/src/ios/v1.rs` and facebook/meta-haptics-sdk
/// `core/haptic_data/src/ahap.rs`: the intensity of Core Haptics is quadratic, and the vibration is ducked under a
/// transient so that the two do not cancel each other.
///
/// The two formats differ in one respect: in AHAP, a curve also acts on transients. In a single pattern, transients are
/// therefore weaker than in the clip, which is a loss. Two patterns (`Transients.apart`) avoid this loss.
///
/// The metadata of a pattern that was made from a clip records the ducking (`EmphasisDucking`). When such a pattern is
/// written as a clip, changes to transients and the ducking are reverted, so that the clip has the same points again,
/// except for rounding.
enum HapticClip {
  static let name = "haptic"
  /// The metadata key for the factor by which the vibration was ducked.
  static let duckingKey = "EmphasisDucking"
  /// Source: `AMPLITUDE_DUCKING`, 0.2, in `ios/v1.rs`.
  static let ducking = 0.8
  /// The factors by which ducking is undone if a pattern records them.
  ///
  /// Our choice: any factor that leaves a noticeable vibration, and whose square is larger than a rounding error.
  static let duckings = 0.01...1
  /// The keys of a clip's metadata, and the corresponding keys of a pattern's metadata.
  static let texts = [
    ("author", "Author"), ("editor", "Editor"), ("source", "Source"), ("project", "Project"),
    ("description", "Description"),
  ]

  /// A clip, with the content that both versions can hold.
  struct Clip {
    struct Emphasis {
      var amplitude: Double
      var frequency: Double
    }

    struct Point {
      var time: Seconds
      var amplitude: Double
      var emphasis: Emphasis?
    }

    var amplitude: [Point] = []
    var frequency: [VibrationLine.Point] = []
    /// The texts, by their keys in a pattern's metadata.
    var metadata: PatternMetadata = [:]
    var tags: [String] = []
    /// The losses while reading the file.
    var losses = ConversionLosses()
  }
}

extension HapticClip.Clip {
  /// The clip as a file of version 1.0.0.
  var json: JSONValue {
    var members: [String: JSONValue] = ["tags": .array(tags.map(JSONValue.text))]
    for (key, word) in HapticClip.texts {
      if case .text(let text) = metadata[word] {
        members[key] = .text(text)
      } else {
        members[key] = ""
      }
    }
    let amplitudes = amplitude.map { point in
      var object: [String: JSONValue] = [
        "time": .number(point.time), "amplitude": .number(point.amplitude),
      ]
      if let emphasis = point.emphasis {
        object["emphasis"] = [
          "amplitude": .number(emphasis.amplitude), "frequency": .number(emphasis.frequency),
        ]
      }
      return JSONValue.object(object)
    }
    let frequencies = frequency.map { point -> JSONValue in
      ["time": .number(point.time), "frequency": .number(point.value)]
    }
    return [
      "version": ["major": 1, "minor": 0, "patch": 0], "metadata": .object(members),
      "signals": [
        "continuous": [
          "envelopes": ["amplitude": .array(amplitudes), "frequency": .array(frequencies)]
        ]
      ],
    ]
  }
}

extension PatternFormat {
  /// Lofelt's and Meta's `.haptic`.
  public static let haptic = PatternFormat(
    name: HapticClip.name, summary: "Lofelt and Meta clips, 0.2 and 1.0",
    extensions: ["haptic"], holds: [.intensity, .sharpness, .transients, .curves, .metadata],
    reader: { bytes, options throws(ConversionError) in
      var reader = try HapticClipReader(bytes)
      return try reader.read().imported(options)
    },
    writer: { pattern, options throws(ConversionError) in
      var losses = ConversionLosses()
      let clip = try HapticClip.Clip(pattern, options, losses: &losses)
      return try ExportedPattern(clip.json, in: HapticClip.name, losses: losses)
    },
    rewriter: { bytes throws(ConversionError) in
      var reader = try HapticClipReader(bytes)
      let clip = try reader.read()
      return try ExportedPattern(clip.json, in: HapticClip.name, losses: clip.losses)
    })
}

private struct HapticClipReader {
  private var json: FormatJSON
  private static let times = 0...PatternFormat.maximumDuration

  init(_ bytes: [UInt8]) throws(ConversionError) {
    json = try FormatJSON(bytes, format: HapticClip.name)
  }

  mutating func read() throws(ConversionError) -> HapticClip.Clip {
    let root = json.root
    // A file without a version has the oldest version.
    let version = root["version"]
    let major = version.map { json.number("major", of: $0, in: 0...1_000) ?? -1 } ?? 0
    var clip = HapticClip.Clip()
    switch major {
    case 0: clip = readVersion0(root)
    case 1: clip = readVersion1(root)
    default:
      json.problems.add(
        at: version?.offset ?? 0, "unknown version; supported: 0, 1")
    }
    try json.check()
    (major == 0 ? HapticClip.oldKeys : HapticClip.keys).reportUnread(in: root, to: &clip.losses)
    return clip
  }

  // MARK: Version 1

  private mutating func readVersion1(_ root: JSONNode) -> HapticClip.Clip {
    var clip = HapticClip.Clip()
    readMetadata(root, into: &clip)
    guard let signals = json.member("signals", of: root),
      let continuous = json.member("continuous", of: signals),
      let envelopes = json.member("envelopes", of: continuous)
    else { return clip }
    let amplitude = json.elements("amplitude", of: envelopes)
    for (node, time) in json.inOrder(amplitude, by: "time", in: Self.times) {
      let value = json.number("amplitude", of: node, in: 0...1) ?? 0
      var point = HapticClip.Clip.Point(time: time, amplitude: value)
      if let emphasis = node["emphasis"], !emphasis.isNull {
        point.emphasis = .init(
          amplitude: json.number("amplitude", of: emphasis, in: 0...1) ?? 0,
          frequency: json.number("frequency", of: emphasis, in: 0...1) ?? 0)
        if let strength = point.emphasis?.amplitude, strength < value, json.problems.isEmpty {
          json.problems.add(
            at: emphasis.offset,
            "the emphasis of \(strength.brief) is weaker than the amplitude of its point, "
              + "\(value.brief)")
        }
      }
      clip.amplitude.append(point)
    }
    checkLength(of: clip.amplitude, at: envelopes["amplitude"]?.offset ?? envelopes.offset)
    // The frequency may end later than the amplitude, by one analysis window, as in a fifth of Lofelt's own clips.
    // Lofelt's readers accept this; Meta's newer readers have a strict mode that does not.
    if let node = envelopes["frequency"] {
      if node.isNull { return clip }
      clip.frequency = readLine(json.elements(node, named: "frequency"), "frequency")
    }
    return clip
  }

  private func readMetadata(_ root: JSONNode, into clip: inout HapticClip.Clip) {
    guard let node = root["metadata"], !node.isNull else { return }
    let known = HapticClip.texts.map(\.0) + ["tags", "duration"]
    for (key, _) in node.members ?? [(key: "", value: node)] where !known.contains(key) {
      clip.losses.add(
        .metadata, key.isEmpty ? "metadata" : "metadata.\(key.printable)",
        because: "this key is not supported")
    }
    for (key, word) in HapticClip.texts {
      clip.metadata.merge(node.metadata(key, as: word, losses: &clip.losses)) { $1 }
    }
    guard let tags = node["tags"], !tags.isNull else { return }
    guard let texts = tags.elements?.compactMap(\.text), texts.count == tags.elements?.count else {
      clip.losses.add(
        .metadata, "metadata.tags", because: "this is not an array of strings, and is omitted")
      return
    }
    clip.tags = texts
  }

  // MARK: Version 0.2

  /// `voices.envelopes[0]` is the amplitude, `[1]` the frequency; `voices.transients` is structured likewise.
  ///
  /// A transient becomes the emphasis of an amplitude point at its time, and the last amplitude is held until
  /// `metadata.duration`. Source: NiceVibrations, `core/datamodel/src/v1.rs`, from v0.
  private mutating func readVersion0(_ root: JSONNode) -> HapticClip.Clip {
    var clip = HapticClip.Clip()
    guard let voices = json.member("voices", of: root) else { return clip }
    readMetadata(root, into: &clip)
    let lines = readLines(json.elements("envelopes", of: voices), "envelopes", into: &clip)
    let hasTransients = voices["transients"].map { !$0.isNull } ?? false
    let pair = readLines(
      hasTransients ? json.elements("transients", of: voices) : [], "transients", into: &clip)
    if pair.count == 1 || (pair.count == 2 && pair[0].map(\.time) != pair[1].map(\.time)) {
      json.problems.add(
        at: voices["transients"]?.offset ?? voices.offset,
        "the amplitudes and the frequencies of the transients must be at the same times")
      return clip
    }
    clip.amplitude = (lines.first ?? []).map { .init(time: $0.time, amplitude: $0.value) }
    clip.frequency = lines.count > 1 ? lines[1] : []
    if let metadata = root["metadata"] {
      let duration = json.number("duration", of: metadata, in: Self.times, absent: 0)
      if let last = clip.amplitude.last, last.time < duration {
        clip.amplitude.append(.init(time: duration, amplitude: last.amplitude))
      }
    }
    checkLength(of: clip.amplitude, at: voices["envelopes"]?.offset ?? voices.offset)
    guard json.problems.isEmpty, pair.count == 2 else { return clip }
    clip.add(
      transients: zip(pair[0], pair[1]).enumerated().map { index, transient in
        .init(
          place: "transients[0][\(index)]", time: transient.0.time, amplitude: transient.0.value,
          frequency: transient.1.value)
      })
    return clip
  }

  /// Returns the amplitudes and the frequencies in `nodes`; further envelopes are omitted.
  private mutating func readLines(
    _ nodes: [JSONNode], _ name: String, into clip: inout HapticClip.Clip
  ) -> [[VibrationLine.Point]] {
    if nodes.count > 2 {
      clip.losses.add(
        .unsupported, "voices.\(name)", Double(nodes.count - 2),
        because: "only an amplitude and a frequency are supported")
    }
    return nodes.prefix(2).map { readLine(json.elements($0, named: name), "amplitude") }
  }

  // MARK: Points

  private mutating func readLine(_ nodes: [JSONNode], _ key: String) -> [VibrationLine.Point] {
    json.inOrder(nodes, by: "time", in: Self.times).map { node, time in
      .init(time: time, value: json.number(key, of: node, in: 0...1) ?? 0)
    }
  }

  private mutating func checkLength(of points: [HapticClip.Clip.Point], at offset: Int) {
    guard json.problems.isEmpty else { return }
    if points.count < 2 {
      json.problems.add(at: offset, "the amplitude envelope needs at least two points")
    } else if let last = points.last, last.time <= 0 {
      json.problems.add(at: offset, "the amplitude envelope has no duration")
    }
  }
}
