internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// Effects of Linux's force feedback, as a C header with an array of `struct ff_effect`.
  ///
  /// Laws: each straight piece of the vibration is an `FF_PERIODIC` sine, its line the
  /// attack or the fade of the effect's envelope, which is exact but for the rounding: strength is a
  /// magnitude of 0...0x7fff, time whole milliseconds from `replay.delay`, the period
  /// 1000 / (80 + 150 s) ms of the mean sharpness s, which is whole too, so that above 100 Hz there
  /// are six frequencies only. A transient is 20 ms. Source: `linux/input.h`, of which times above 0x7fff
  /// ms should not be used; `ff-memless.c`, which takes 16 effects and moves an envelope every 50 ms.
  static let forceFeedback = PatternFormat(
    name: ForceFeedback.name, summary: "Linux force-feedback effects, C header",
    extensions: ["h"], holds: [.intensity, .sharpness, .curves], reader: nil,
    writer: ForceFeedback.write)
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
    let track = try VibrationTrack(pattern, for: name, options, losses: &losses)
    var effects: [(start: Int, text: String)] = []
    var rounding = MillisecondRounding()
    var (worstHertz, worstLevel) = (LargestDifference(), LargestDifference())
    var worstSharpness = LargestDifference()
    func level(_ value: Double, at time: Seconds) -> Int {
      let level = (value * Double(maximum)).rounded()
      worstLevel.add(abs(level / Double(maximum) - value), at: time)
      return Int(level)
    }
    func add(_ start: Seconds, _ end: Seconds, _ first: Double, _ last: Double, _ sharpness: Double)
    {
      guard first > 0 || last > 0 else { return }
      var (end, last) = (end, last)
      let (from, to) = (rounding.milliseconds(start), rounding.milliseconds(end))
      guard to > from else { return }
      let kept = from > maximum ? 0 : min(to - from, maximum)
      if kept < to - from {
        losses.add(
          .length, at: start, Double(to - from - kept) / 1_000, .seconds,
          because: "an effect begins within 32.767 s and lasts no longer than that")
        guard kept > 0 else { return }
        // It is cut where it is on its way.
        last = first + (last - first) * Double(kept) / Double(to - from)
        end = start + Double(kept) / 1_000
      }
      if first != last && end - start < refreshSeconds {
        losses.add(
          .curveShape, at: start, abs(first - last), .share,
          because: "most drivers update an envelope only every 50 ms")
      }
      let hertz = Profile.wideband.hertz(sharpness: sharpness)
      let period = Int((1_000 / hertz).rounded())
      worstHertz.add(abs(1_000 / Double(period) - hertz), at: start)
      let levels = (level(first, at: start), level(last, at: end))
      effects.append((from, effect(from, kept, levels.0, levels.1, period)))
    }
    for (first, second) in zip(track.intensity.points, track.intensity.points.dropFirst()) {
      let sharpness = track.sharpness.value(after: (first.time + second.time) / 2)
      add(first.time, second.time, first.value, second.value, sharpness)
      guard first.value > 0 || second.value > 0 else { continue }
      for point in track.sharpness.part(from: first.time, to: second.time) {
        worstSharpness.add(abs(point.value - sharpness), at: point.time)
      }
    }
    StepSequence.reportPulses(of: track.transients, losses: &losses)
    for transient in track.transients {
      add(
        transient.time, transient.time + StepSequence.transientSeconds, transient.intensity,
        transient.intensity, transient.sharpness)
    }
    guard !effects.isEmpty else { throw .noVibration(format: name) }
    rounding.report(to: &losses)
    worstLevel.report(
      .intensity, .share, to: &losses,
      because: "magnitudes are whole numbers up to 32767; this is the one that is farthest off")
    worstSharpness.report(
      .sharpness, .share, to: &losses,
      because: "an effect has one frequency; this is the sharpness that is farthest off")
    worstHertz.report(
      .frequency, .hertz, to: &losses,
      because: "periods are whole milliseconds; this is the frequency that is farthest off")
    if effects.count > usualEffects {
      losses.add(
        .length, "", Double(effects.count - usualEffects),
        because: "most drivers hold 16 effects at a time; upload the others when those end")
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
    _ delay: Int, _ length: Int, _ first: Int, _ last: Int, _ period: Int
  ) -> String {
    var envelope = ""
    if first < last {
      envelope = ".attack_length = \(length), .attack_level = \(first)"
    } else if first > last {
      envelope = ".fade_length = \(length), .fade_level = \(last)"
    }
    let shape = envelope.isEmpty ? "" : ",\n                  .envelope = { \(envelope) }"
    return """
        { .type = FF_PERIODIC, .id = -1, .direction = 0x4000,
          .replay = { .length = \(length), .delay = \(delay) },
          .u.periodic = { .waveform = FF_SINE, .period = \(period), .magnitude = \
      \(max(first, last))\(shape) } }
      """
  }
}
