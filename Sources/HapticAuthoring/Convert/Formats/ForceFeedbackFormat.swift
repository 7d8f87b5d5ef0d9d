internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// Effects of Linux's force feedback, as a C header with an array of `struct ff_effect`.
  ///
  /// Laws: each straight piece of the strongest vibration is an `FF_PERIODIC` sine, its line the
  /// attack or the fade of the effect's envelope, which is exact but for the rounding: strength is a
  /// magnitude of 0...0x7fff, time whole milliseconds from `replay.delay`, the period
  /// 1000 / (80 + 150 s) ms of the mean sharpness s, which is whole too, so that above 100 Hz there
  /// are six frequencies only. A tap is 20 ms. Source: `linux/input.h`, of which times above 0x7fff
  /// ms should not be used; `ff-memless.c`, which takes 16 effects and moves an envelope every 50 ms.
  static let forceFeedback = PatternFormat(
    name: ForceFeedback.name, summary: "Linux force-feedback effects, C header",
    extensions: ["h"], holds: [.intensity, .sharpness, .curves], reader: nil,
    writer: { pattern, options throws(ConversionError) in
      try ForceFeedback.write(pattern, options)
    })
}

private enum ForceFeedback {
  static let name = "force-feedback"
  /// Source: `linux/input.h`, of times and levels.
  static let maximum = 0x7FFF
  /// Source: `ff-memless.c`, `FF_MEMLESS_EFFECTS`.
  static let usualEffects = 16
  /// Source: `ff-memless.c`, `FF_ENVELOPE_INTERVAL`.
  static let refreshSeconds = 0.05

  static func write(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    var losses = ConversionLosses()
    let track = try VibrationTrack(pattern, for: name, losses: &losses)
    var effects: [(start: Int, text: String)] = []
    var worst = (size: 0.0, time: 0.0)
    func add(_ start: Seconds, _ end: Seconds, _ first: Double, _ last: Double, _ sharpness: Double)
    {
      var (from, to) = (Int((start * 1_000).rounded()), Int((min(end, 1e6) * 1_000).rounded()))
      guard to > from, first > 0 || last > 0 else { return }
      if to > maximum {
        losses.add(
          .length, at: start, (Double(to) - Double(max(from, maximum))) / 1_000, .seconds,
          because: "effects begin and last at most 32.767 s")
        guard from < maximum else { return }
        (from, to) = (from, maximum)
      }
      if first != last && end - start < refreshSeconds {
        losses.add(
          .curveShape, at: start, abs(first - last), .share,
          because: "most drivers move an envelope every 50 ms only")
      }
      let hertz = Profile.wideband.hertz(sharpness: sharpness)
      let period = Int((1_000 / hertz).rounded())
      let error = abs(1_000 / Double(period) - hertz)
      if error > worst.size { worst = (error, start) }
      effects.append((from, effect(from, to - from, first, last, period)))
    }
    for (first, second) in zip(track.intensity.points, track.intensity.points.dropFirst()) {
      let middle = (first.time + second.time) / 2
      add(first.time, second.time, first.value, second.value, track.sharpness.value(after: middle))
    }
    for tap in track.taps {
      losses.add(
        .transient, tap.place, at: tap.time, StepSequence.tapSeconds, .seconds,
        because: "a tap becomes a short vibration")
      add(tap.time, tap.time + StepSequence.tapSeconds, tap.intensity, tap.intensity, tap.sharpness)
    }
    guard !effects.isEmpty else { throw .nothingFelt(format: name) }
    if worst.size > 1e-9 {
      losses.add(
        .frequency, at: worst.time, worst.size, .hertz,
        because: "a period is whole milliseconds; this is the frequency that is farthest off")
    }
    if effects.count > usualEffects {
      losses.add(
        .length, "", Double(effects.count - usualEffects),
        because: "most drivers hold 16 effects at a time; upload the others as those end")
    }
    losses.addMetadata(of: pattern)
    let list = effects.sorted { $0.start < $1.start }.map(\.text).joined(separator: ",\n")
    let name = options.name.identifier
    return ExportedPattern(
      """
      #include <linux/input.h>

      /* Upload each with EVIOCSFF, and start all of them at once; replay.delay sets them apart. */
      static const struct ff_effect \(name)_effects[] = {
      \(list)
      };

      """, losses: losses)
  }

  private static func effect(
    _ delay: Int, _ length: Int, _ first: Double, _ last: Double, _ period: Int
  ) -> String {
    func level(_ value: Double) -> Int { Int((value * Double(maximum)).rounded()) }
    var envelope = ""
    if first < last {
      envelope = ".attack_length = \(length), .attack_level = \(level(first))"
    } else if first > last {
      envelope = ".fade_length = \(length), .fade_level = \(level(last))"
    }
    let shape = envelope.isEmpty ? "" : ",\n                  .envelope = { \(envelope) }"
    return """
        { .type = FF_PERIODIC, .id = -1, .direction = 0x4000,
          .replay = { .length = \(length), .delay = \(delay) },
          .u.periodic = { .waveform = FF_SINE, .period = \(period), .magnitude = \
      \(level(max(first, last)))\(shape) } }
      """
  }
}
