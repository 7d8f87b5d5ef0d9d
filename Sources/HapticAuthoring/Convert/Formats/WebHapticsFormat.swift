internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// The vocabulary of the WICG's Web Haptics proposal, as JSON:
  /// `[{"time": 0, "effect": "tick", "intensity": 0.5}]`.
  ///
  /// The proposal plays one effect at a time, `navigator.playHaptics(effect, intensity)`, and has no
  /// file; times, in seconds, are our addition. Laws: read, an effect is the preset that stands for
  /// what the proposal says iOS may play: `hint` light impact, `edge` soft impact, `tick` selection,
  /// `align` rigid impact, its intensity multiplied. Written, a transient is the effect whose sharpness
  /// is nearest; vibrations are left out, but for a soft impact's own shape.
  /// Source: WICG/web-haptics, `readme.md`, "Effect Vocabulary".
  static let webHaptics = PatternFormat(
    name: WebHaptics.name, summary: "WICG web-haptics effects, as JSON",
    extensions: [], holds: [.intensity, .transients],
    reader: { bytes, _ throws(ConversionError) in try WebHaptics.read(bytes) },
    writer: { pattern, options throws(ConversionError) in
      try WebHaptics.write(pattern, options)
    })
}

private enum WebHaptics {
  static let name = "web-haptics"

  /// The effects and what plays them.
  static let effects: [(word: String, preset: HapticPreset)] = [
    ("hint", .impactLight), ("edge", .impactSoft), ("tick", .selection), ("align", .impactRigid),
  ]

  static func read(_ bytes: [UInt8]) throws(ConversionError) -> ImportedPattern {
    var json = try FormatJSON(bytes, format: name)
    var losses = ConversionLosses()
    var entries: [HapticPattern.Entry] = []
    let words = effects.map(\.word)
    for (index, node) in json.elements(json.root, named: "effects").enumerated() {
      let time = json.number("time", of: node, in: 0...PatternFormat.maximumDuration, absent: 0)
      let intensity = json.number("intensity", of: node, in: 0...1, absent: 1)
      guard let word = json.text("effect", of: node) else { continue }
      guard let effect = effects.first(where: { $0.word == word }) else {
        let hint =
          NearestWord.question(for: word, among: words)
          ?? "supported: \(words.joined(separator: ", "))"
        json.problems.add(
          at: node["effect"]?.offset ?? node.offset,
          "unknown effect \(Quoted.words(word)); \(hint)")
        continue
      }
      losses.add(
        .unsupported, "[\(index)]", at: time,
        because:
          "each platform plays \(word) in its own way; this is the preset \(effect.preset.name)")
      for event in effect.preset.pattern.scalingIntensity(by: intensity).events {
        var event = event
        event.time += time
        entries.append(.event(event))
      }
    }
    try json.check()
    let keys: KeyShape = .object(["time": .read, "effect": .read, "intensity": .read])
    keys.reportUnread(in: json.root, to: &losses)
    return ImportedPattern(try .made(entries, by: name), losses: losses)
  }

  static func write(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    var losses = ConversionLosses()
    let track = try VibrationTrack(pattern, for: name, options, losses: &losses)
    var lines: [(time: Seconds, text: String)] = []
    func add(_ word: String, _ intensity: Double, at time: Seconds) {
      lines.append(
        (time, "  { \"time\": \(time), \"effect\": \"\(word)\", \"intensity\": \(intensity) }"))
    }
    let soft = HapticPreset.impactSoft.pattern.events.first
    let softIntensity = soft?.played(.hapticIntensity) ?? 1
    let isControlled = !pattern.parameters.isEmpty || !pattern.curves.isEmpty
    for (index, entry) in pattern.entries.enumerated() {
      guard case .event(let event) = entry, event.type == .hapticContinuous else { continue }
      let intensity = event.played(.hapticIntensity) / softIntensity
      let others = event.parameters.filter { $0.id != .hapticIntensity }
      let softOthers = soft?.parameters.filter { $0.id != .hapticIntensity } ?? []
      let isSoft = event.duration == soft?.duration && Set(others) == Set(softOthers)
      if isSoft && intensity <= 1 && !isControlled {
        add("edge", intensity, at: event.time)
      } else {
        losses.add(
          .unsupported, "Pattern[\(index)]", at: event.time, event.played(.hapticIntensity), .share,
          because: "no effect is a vibration like this, which is left out")
      }
    }
    let transients = effects.compactMap { effect -> (word: String, transient: HapticEvent)? in
      guard let transient = effect.preset.pattern.events.first, transient.type == .hapticTransient
      else {
        return nil
      }
      return (effect.word, transient)
    }
    for transient in track.transients {
      func distance(_ event: HapticEvent) -> Double {
        abs(event.played(.hapticSharpness) - transient.sharpness)
      }
      guard let nearest = transients.min(by: { distance($0.transient) < distance($1.transient) })
      else { continue }
      let full = nearest.transient.played(.hapticIntensity)
      let intensity = min(transient.intensity / full, 1)
      if distance(nearest.transient) > 0 {
        losses.add(
          .sharpness, transient.place, at: transient.time, distance(nearest.transient), .share,
          because: "an effect has the sharpness of its name, \(nearest.word)")
      }
      if transient.intensity > full {
        losses.add(
          .intensity, transient.place, at: transient.time, transient.intensity - full, .share,
          because: "\(nearest.word) is weaker")
      }
      add(nearest.word, intensity, at: transient.time)
    }
    guard !lines.isEmpty else {
      throw .unwritable(
        format: name, reason: "the effects are transients, and the pattern has none")
    }
    losses.addMetadata(of: pattern)
    let text = lines.sorted { $0.time < $1.time }.map(\.text).joined(separator: ",\n")
    return ExportedPattern("[\n\(text)\n]\n", losses: losses)
  }
}
