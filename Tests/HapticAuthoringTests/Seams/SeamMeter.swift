import HapticEngine
import Realtime
import TestSupport

/// A stretch of a pattern with its intended strength, which is known independently of the pattern.
struct SeamStretch {
  /// Seconds.
  var start: Double
  var end: Double
  /// The strength at the start and at the end, 0...1, with a straight line in between.
  var first: Double
  var last: Double

  func level(at time: Double) -> Double {
    first + (last - first) * (time - start) / (end - start)
  }

  /// The stretch with other times in the same order.
  func mapping(_ time: (Double) -> Double) -> SeamStretch {
    SeamStretch(start: time(start), end: time(end), first: first, last: last)
  }

  /// The stretch reversed in a pattern that ends at `end`.
  func mirrored(in end: Double) -> SeamStretch {
    SeamStretch(start: end - self.end, end: end - start, first: last, last: first)
  }

  /// The part of the stretch before `time`, if any.
  func clipped(to time: Double) -> SeamStretch? {
    time <= start
      ? nil
      : SeamStretch(
        start: start, end: min(end, time), first: first, last: level(at: min(end, time)))
  }
}

/// A click or a gap at a seam.
struct SeamFault: CustomStringConvertible {
  let time: Double
  let text: String

  var description: String { "\(text) at \(time) s" }
}

/// Measures the strength of a pattern at the seams between stretches.
///
/// The pattern is rendered at 2 to 4 kHz, so that its samples show the strength within half a millisecond.
struct SeamMeter {
  private static let rate = 48_000.0
  private let envelope: [Double]

  /// Renders `pattern` at `speed` times its speed.
  ///
  /// Times refer to the rendering.
  init(_ pattern: HapticPattern, speed: Double = 1) throws {
    let profile = try Profile(
      name: "seams", lowHertz: 2_000, highHertz: 4_000, gainContinuous: 0.6, gainTransient: 0.6)
    let samples = try OfflineRenderer(
      pattern, sampleRate: Self.rate, profile: profile, playback: Playback(rate: speed)
    ).hapticSamples()
    envelope = samples.map { abs(Double($0)) / 0.6 }
  }

  /// The largest sample between two times, as a strength.
  func peak(from start: Double, to end: Double) -> Double {
    let range = index(start)..<max(index(start), index(end))
    return envelope[range].max() ?? 0
  }

  private func index(_ time: Double) -> Int {
    min(max(Int((time * Self.rate).rounded()), 0), envelope.count)
  }

  /// The faults at the seams of `stretches`, which are sorted by time; `taps` are the times and strengths of taps.
  func faults(_ stretches: [SeamStretch], taps: [(time: Double, level: Double)] = [])
    -> [SeamFault]
  {
    var faults: [SeamFault] = []
    let reach = 0.012
    for (before, after) in zip(stretches, stretches.dropFirst()) {
      let times = (before.end - reach, after.start + reach)
      let near = stretches.filter { $0.end > times.0 && $0.start < times.1 }
      let loudest =
        near.flatMap { stretch in
          [max(stretch.start, times.0), min(stretch.end, times.1)].map(stretch.level(at:))
        }.max() ?? 0
      // A ramp begins 0.1 ms after a tap. In this time, its event reaches a twentieth of its strength.
      let tap =
        taps.filter { $0.time > times.0 - 0.01 && $0.time < times.1 }.map { $0.level + 0.05 }.max()
        ?? 0
      // The longest duration of a release and a jump.
      let greatest = peak(from: before.end - reach / 2, to: after.start + reach / 2)
      // 1 dB; a hundredth is the shortest attack of a silent event.
      if greatest > (loudest + tap) * 1.122 + 0.01 {
        faults.append(
          SeamFault(time: before.end, text: "peak \(greatest) beside \(loudest)"))
      }
      guard abs(before.end - after.start) < 1e-9 else { continue }
      let dip = longestDip(near, from: times.0, to: times.1)
      if dip > 0.008 { faults.append(SeamFault(time: before.end, text: "a hole of \(dip) s")) }
    }
    return faults
  }

  /// The longest time for which the pattern is weaker than half of `stretches`.
  private func longestDip(_ stretches: [SeamStretch], from start: Double, to end: Double) -> Double
  {
    let step = 0.000_25
    var (longest, current) = (0.0, 0.0)
    var time = max(start, stretches.first?.start ?? start)
    while time + 2 * step < min(end, stretches.last?.end ?? end) {
      let level = stretches.filter { $0.start <= time && $0.end > time }.map { $0.level(at: time) }
      let isWeak =
        level.max().map { $0 > 0.02 && peak(from: time, to: time + 2 * step) < $0 / 2 } ?? false
      current = isWeak ? current + step : 0
      longest = max(longest, current)
      time += step
    }
    return longest
  }
}
