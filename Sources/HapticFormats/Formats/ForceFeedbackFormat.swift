internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// Effects of Linux's force feedback, as a C header with an array of `struct ff_effect`.
  ///
  /// Rules: each straight piece of the vibration is an `FF_PERIODIC` sine, and the piece's slope is the attack or the
  /// fade of the effect's envelope. This is exact except for rounding: strength is a magnitude of 0...0x7fff; times are
  /// whole milliseconds from `replay.delay`; the period is 1000 / (80 + 150 s) ms of the mean sharpness s. The period
  /// is also a whole number, so only six frequencies exist above 100 Hz. A transient is 20 ms. Source: `linux/input.h`,
  /// which advises against times above 0x7fff ms; `ff-memless.c`, which holds 16 effects and updates an envelope every
  /// 50 ms.
  public static let forceFeedback = PatternFormat(
    name: ForceFeedback.name, summary: "Linux force-feedback effects, C header",
    extensions: ["h"], holds: [.intensity, .sharpness, .curves], reader: nil,
    writer: ForceFeedback.write)
}

private struct ForceFeedback {
  static let name = "force-feedback"
  /// Source: `linux/input.h`, for times and levels.
  private static let maximum = 0x7FFF
  /// Source: `ff-memless.c`, `FF_MEMLESS_EFFECTS`.
  private static let usualEffects = 16
  /// Source: `ff-memless.c`, `FF_ENVELOPE_INTERVAL`.
  private static let refreshSeconds = 0.05

  private var effects: [(start: Int, text: String)] = []
  private var losses = ConversionLosses()
  private var rounding = MillisecondRounding()
  private var worstHertz = LargestDifference()
  private var worstLevel = LargestDifference()
  private var worstSharpness = LargestDifference()

  static func write(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    var writer = ForceFeedback()
    let track = try VibrationTrack(pattern, for: name, options, losses: &writer.losses)
    writer.addVibration(of: track)
    StepSequence.reportPulses(of: track.transients, losses: &writer.losses)
    for transient in track.transients {
      let (first, last) = (transient.time, transient.time + StepSequence.transientSeconds)
      writer.add(
        .init(time: first, value: transient.intensity),
        .init(time: last, value: transient.intensity), transient.sharpness)
    }
    guard !writer.effects.isEmpty else {
      // Effects that start too late are losses; only effects of 0 ms are not.
      let isLate = writer.losses.listed.contains { $0.kind == .length }
      throw .noVibration(format: name, vibrates: track.vibrates && !isLate)
    }
    writer.report()
    writer.losses.addMetadata(of: pattern)
    let list = writer.effects.sorted { $0.start < $1.start }.map(\.text).joined(separator: ",\n")
    return ExportedPattern(
      """
      #include <linux/input.h>

      /* Upload each with EVIOCSFF, and start all of them at once; replay.delay sets them apart. */
      static const struct ff_effect \(options.name.identifier)_effects[] = {
      \(list)
      };

      """, losses: writer.losses)
  }

  private mutating func addVibration(of track: VibrationTrack) {
    for (first, second) in zip(track.intensity.points, track.intensity.points.dropFirst()) {
      let sharpness = track.sharpness.value(after: (first.time + second.time) / 2)
      add(first, second, sharpness)
      guard first.value > 0 || second.value > 0 else { continue }
      for point in track.sharpness.part(from: first.time, to: second.time) {
        worstSharpness.add(abs(point.value - sharpness), at: point.time)
      }
    }
  }

  /// Adds the effect of a straight piece.
  private mutating func add(
    _ first: VibrationLine.Point, _ second: VibrationLine.Point, _ sharpness: Double
  ) {
    guard first.value > 0 || second.value > 0 else { return }
    var last = second
    let (from, to) = (rounding.milliseconds(first.time), rounding.milliseconds(last.time))
    guard to > from else { return }
    let kept = from > Self.maximum ? 0 : min(to - from, Self.maximum)
    if kept < to - from {
      losses.add(
        .length, at: first.time, Double(to - from - kept) / 1_000, .seconds,
        because: "an effect must start within 32.767 s and cannot last longer than that")
      guard kept > 0 else { return }
      // The effect is cut in the middle of its line.
      last.value = first.value + (last.value - first.value) * Double(kept) / Double(to - from)
      last.time = first.time + Double(kept) / 1_000
    }
    if first.value != last.value && last.time - first.time < Self.refreshSeconds {
      losses.add(
        .curveShape, at: first.time, abs(first.value - last.value), .share,
        because: "most drivers update an envelope only every 50 ms")
    }
    let hertz = Profile.wideband.hertz(sharpness: sharpness)
    let period = Int((1_000 / hertz).rounded())
    worstHertz.add(abs(1_000 / Double(period) - hertz), at: first.time)
    effects.append((from, Self.effect(from, kept, level(of: first), level(of: last), period)))
  }

  private mutating func level(of point: VibrationLine.Point) -> Int {
    let level = (point.value * Double(Self.maximum)).rounded()
    worstLevel.add(abs(level / Double(Self.maximum) - point.value), at: point.time)
    return Int(level)
  }

  /// Reports rounding errors, and effects beyond the usual number.
  private mutating func report() {
    rounding.report(to: &losses)
    worstLevel.report(
      .intensity, .share, to: &losses,
      because: "magnitudes are whole numbers up to 32767; this is the largest error")
    worstSharpness.report(
      .sharpness, .share, to: &losses,
      because: "an effect has a single frequency; this is the largest sharpness error")
    worstHertz.report(
      .frequency, .hertz, to: &losses,
      because: "periods are whole milliseconds; this is the largest frequency error")
    if effects.count > Self.usualEffects {
      losses.add(
        .length, "", Double(effects.count - Self.usualEffects),
        because:
          "most drivers hold 16 effects at a time; upload the remaining effects when these end")
    }
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
