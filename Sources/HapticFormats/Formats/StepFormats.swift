internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// Web Vibration: the argument of `navigator.vibrate`, which is a number, or an array of milliseconds on, off,
  /// on.
  ///
  /// Rules: each "on" entry is read as a vibration of intensity 1. "On" is written wherever the strength is above 0; a
  /// transient lasts 20 ms. An array that browsers play completely is unchanged after it is read and written again.
  /// Source: W3C, "Vibration API"; Chromium `NavigatorVibration.cpp` and WebKit `Vibration.cpp`: at most 99 entries,
  /// none longer than 10 s; if the number of entries is even, the last entry is dropped.
  public static let webVibration = PatternFormat(
    name: "web-vibration", summary: "array for navigator.vibrate", extensions: [],
    sharedExtension: "json", holds: [],
    reader: WebVibration.read,
    writer: WebVibration.write)

  /// The arrays of Android's `VibrationEffect.createWaveform`, as JSON:
  /// `{"timings": [ms], "amplitudes": [0..255 or -1], "repeat": -1}`.
  ///
  /// Rules: intensity is amplitude / 255; -1, the device's default, is read as 255, which is a loss. A file is
  /// unchanged after it is read and written again, except that neighbors with the same amplitude are merged. Source:
  /// Android, `VibrationEffect.createWaveform(long[], int[], int)`.
  public static let androidWaveform = PatternFormat(
    name: "android-waveform", summary: "Android timings and amplitudes, as JSON",
    extensions: ["json"], holds: [.intensity],
    reader: AndroidWaveform.read,
    writer: AndroidWaveform.write)
}

/// A pattern in whole milliseconds, for formats with that resolution.
struct MillisecondSteps {
  /// The steps, without gaps, from 0.
  var steps: [StepSequence.Timed]
  var losses = ConversionLosses()

  /// Creates the steps of `pattern`, without silence at the end.
  init(
    _ pattern: HapticPattern, for format: String, _ options: ConversionOptions
  ) throws(ConversionError) {
    let track = try VibrationTrack(pattern, for: format, options, losses: &losses)
    let exact = try StepSequence.steps(of: track, for: format, losses: &losses)
    StepSequence.reportSharpness(of: track, losses: &losses)
    steps = StepSequence.inMilliseconds(exact, losses: &losses)
    while let last = steps.last, last.level == 0 { steps.removeLast() }
    guard !steps.isEmpty else { throw .noVibration(format: format, vibrates: track.vibrates) }
    losses.addMetadata(of: pattern)
  }

  /// Rounds the levels with `round` and merges neighbors of the same level.
  ///
  /// The largest change of a level is reported as one loss.
  mutating func quantize(_ reason: String, _ round: (Double) -> Double) {
    var result: [StepSequence.Timed] = []
    var worst = LargestDifference()
    var time = 0
    for step in steps {
      let level = round(step.level)
      worst.add(abs(level - step.level), at: Double(time) / 1_000)
      if let last = result.last, last.level == level {
        result[result.count - 1].milliseconds += step.milliseconds
      } else {
        result.append(.init(milliseconds: step.milliseconds, level: level))
      }
      time += step.milliseconds
    }
    steps = result
    worst.report(
      .intensity, .share, to: &losses, because: "\(reason); this is the largest strength change")
  }

  /// Rounds the levels to Android's strengths, 0...255, and returns these strengths.
  mutating func androidAmplitudes() -> [Int] {
    quantize("Android has 255 strengths, so only multiples of 1/255 are exact") { level in
      // A vibration never rounds down to silence.
      level > 0 ? max((level * 255).rounded(), 1) / 255 : 0
    }
    return steps.map { Int(($0.level * 255).rounded()) }
  }

  /// Returns the pattern of steps: a vibration for each strength that is not 0.
  ///
  /// - Throws: `ConversionError` if the steps last longer than `PatternFormat.maximumDuration`.
  static func pattern(
    _ steps: [StepSequence.Timed], by format: String, _ options: ConversionOptions,
    losses: inout ConversionLosses
  ) throws(ConversionError) -> HapticPattern {
    var strength = VibrationLine()
    var time = 0
    for step in steps where step.milliseconds > 0 {
      strength.append(Double(time) / 1_000, step.level)
      time += step.milliseconds
      guard Double(time) <= PatternFormat.maximumDuration * 1_000 else {
        throw .tooLong(format: format)
      }
      strength.append(Double(time) / 1_000, step.level)
    }
    let end = Double(time) / 1_000
    let sharpness = EventParameter.ID.hapticSharpness.defaultValue
    let voice = VibrationVoice(
      place: "", intensity: strength,
      sharpness: VibrationLine([
        .init(time: 0, value: sharpness), .init(time: end, value: sharpness),
      ]))
    let track = try VibrationTrack(
      voices: end > 0 ? [voice] : [], transients: [], duration: end, format: format,
      losses: &losses)
    return try .made(of: track, by: format, options, losses: &losses)
  }
}

/// The array of `navigator.vibrate`.
private enum WebVibration {
  static let name = "web-vibration"
  static let maximumEntries = 99
  static let longestEntry = 10_000

  static func read(
    _ bytes: [UInt8], _ options: ConversionOptions
  ) throws(ConversionError) -> ImportedPattern {
    var json = try FormatJSON(bytes, format: name)
    let nodes = json.root.number == nil ? json.elements(json.root, named: "pattern") : [json.root]
    var losses = ConversionLosses()
    var steps: [StepSequence.Timed] = []
    // WebIDL converts to a whole number by dropping the digits after the decimal point.
    for (index, node) in nodes.enumerated() {
      let number = json.number(node, named: "[\(index)]", in: 0...4_294_967_295) ?? 0
      var milliseconds = Int(number)
      if number != Double(milliseconds) {
        losses.add(
          .time, "[\(index)]", (number - Double(milliseconds)) / 1_000, .seconds,
          because: "browsers accept only whole milliseconds")
      }
      if milliseconds > longestEntry {
        losses.add(
          .length, "[\(index)]", Double(milliseconds - longestEntry) / 1_000, .seconds,
          because: "browsers play at most 10 s of each entry")
        milliseconds = longestEntry
      }
      steps.append(.init(milliseconds: milliseconds, level: index.isMultiple(of: 2) ? 1 : 0))
    }
    try json.check()
    if steps.count > maximumEntries {
      losses.add(
        .length, "[\(maximumEntries)]", Double(steps.count - maximumEntries),
        because: "browsers play at most 99 entries")
      steps.removeLast(steps.count - maximumEntries)
    }
    let pattern = try MillisecondSteps.pattern(steps, by: name, options, losses: &losses)
    return ImportedPattern(pattern, losses: losses)
  }

  static func write(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    var sequence = try MillisecondSteps(pattern, for: name, options)
    sequence.quantize("browsers can only turn the motor on or off") { $0 > 0 ? 1 : 0 }
    var entries: [Int] = sequence.steps.first?.level == 0 ? [0] : []
    for step in sequence.steps {
      var rest = step.milliseconds
      while rest > longestEntry {
        // An entry of 0 separates two entries of the same kind.
        entries += [longestEntry, 0]
        rest -= longestEntry
      }
      entries.append(rest)
    }
    if entries.count > maximumEntries {
      let lost = entries[maximumEntries...].reduce(0, +)
      let played = entries[..<maximumEntries].reduce(0, +)
      sequence.losses.add(
        .length, at: Double(played) / 1_000, Double(lost) / 1_000, .seconds,
        because: "browsers play at most 99 entries; the remaining entries are omitted")
      entries.removeLast(entries.count - maximumEntries)
      guard stride(from: 0, to: maximumEntries, by: 2).contains(where: { entries[$0] > 0 }) else {
        throw .unwritable(
          format: name,
          reason:
            "browsers play at most 99 entries of 10 s, and no vibration of the pattern falls within them"
        )
      }
    }
    return ExportedPattern(
      "[" + entries.map { "\($0)" }.joined(separator: ", ") + "]\n", losses: sequence.losses)
  }
}

/// The arrays of `VibrationEffect.createWaveform`.
private enum AndroidWaveform {
  static let name = "android-waveform"

  static func read(
    _ bytes: [UInt8], _ options: ConversionOptions
  ) throws(ConversionError) -> ImportedPattern {
    var json = try FormatJSON(bytes, format: name)
    var losses = ConversionLosses()
    let root = json.root
    let timings = json.elements("timings", of: root)
    // Without amplitudes, the timings alternate: off, on, off.
    let amplitudes = root["amplitudes"].map { json.elements($0, named: "amplitudes") }
    if let amplitudes, amplitudes.count != timings.count {
      json.problems.add(
        at: root["amplitudes"]?.offset ?? 0,
        "there are \(timings.count) timings and \(amplitudes.count) amplitudes")
    }
    var steps: [StepSequence.Timed] = []
    for (index, node) in timings.enumerated() {
      let milliseconds = json.wholeNumber(
        node, named: "timings[\(index)]", in: 0...PatternFormat.maximumDuration * 1_000)
      var level = index.isMultiple(of: 2) ? 0.0 : 1
      if let amplitudes, index < amplitudes.count {
        let name = "amplitudes[\(index)]"
        level = Double(json.wholeNumber(amplitudes[index], named: name, in: -1...255) ?? 0)
        if level < 0 {
          losses.add(.intensity, name, because: "the device's default is unknown; 255 is used")
          level = 255
        }
        level /= 255
      }
      steps.append(.init(milliseconds: milliseconds ?? 0, level: level))
    }
    if json.number("repeat", of: root, in: -1...1e9, absent: -1) >= 0 {
      losses.add(
        .repetition, "repeat", because: "patterns do not repeat; play this pattern with --loop")
    }
    try json.check()
    KeyShape.object(["timings": .read, "amplitudes": .read, "repeat": .read])
      .reportUnread(in: root, to: &losses)
    let pattern = try MillisecondSteps.pattern(steps, by: name, options, losses: &losses)
    return ImportedPattern(pattern, losses: losses)
  }

  static func write(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    var sequence = try MillisecondSteps(pattern, for: name, options)
    let amplitudes = sequence.androidAmplitudes().map { "\($0)" }
    let timings = sequence.steps.map { "\($0.milliseconds)" }
    return ExportedPattern(
      """
      {
        "timings": [\(timings.joined(separator: ", "))],
        "amplitudes": [\(amplitudes.joined(separator: ", "))],
        "repeat": -1
      }

      """, losses: sequence.losses)
  }
}
