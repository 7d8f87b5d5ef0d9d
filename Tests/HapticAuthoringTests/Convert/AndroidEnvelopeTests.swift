import HapticEngine
import TestSupport
import Testing

@testable import HapticFormats

/// Android's envelopes take as long as their patterns.
@Suite struct AndroidEnvelopeTests {
  /// The points of the file, with the time at which each is reached, in milliseconds.
  private static func points(
    of written: ExportedPattern
  ) throws -> [(time: Int, level: Double)] {
    let expression =
      /<control-point intensity="([0-9.e-]+)" sharpness="[0-9.e-]+" durationMs="([0-9]+)"/
    var clock = 0
    return try String(decoding: written.bytes, as: UTF8.self).matches(of: expression).map { match in
      let milliseconds = try #require(Int(match.output.2))
      #expect(milliseconds >= 1)
      clock += milliseconds
      return (clock, try #require(Double(match.output.1)))
    }
  }

  private static func write(_ entries: [HapticPattern.Entry]) throws -> ExportedPattern {
    try #require(PatternFormat.named("android-xml")).write(HapticPattern(entries: entries))
  }

  /// An event of one second whose intensity follows `points`.
  private static func entries(_ points: [(Double, Double)]) -> [HapticPattern.Entry] {
    [
      .event(
        HapticEvent(
          .hapticContinuous, at: 0, duration: 1, parameters: [EventParameter(.hapticIntensity, 1)])),
      .curve(
        ParameterCurve(
          .hapticIntensityControl, at: 0, controlPoints: points.map { .init(at: $0.0, $0.1) })),
    ]
  }

  @Test func `points half a millisecond apart do not stretch the pattern`() throws {
    let written = try Self.write(
      Self.entries((0...2_000).map { (Double($0) / 2_000, $0.isMultiple(of: 2) ? 0.25 : 0.75) }))
    let points = try Self.points(of: written)
    // The last millisecond is the fall to 0 that Android requires.
    #expect(points.last?.time == 1_001)
    let time = try #require(written.losses.listed.first { $0.kind == .time })
    #expect(time.size <= 0.001 + 1e-9)
    // A constant between the two values misses each by half of their difference.
    let shape = try #require(written.losses.listed.first { $0.kind == .curveShape })
    #expect(abs(shape.size - 0.25) < 0.001)
    #expect(shape.reason.contains("at least 1 ms apart"))
  }

  @Test(arguments: seeds(1..<101))
  func `each value is reached within a millisecond or is a loss`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var curve: [(Double, Double)] = [(0, 0)]
    while let last = curve.last?.0, last < 0.5 {
      let step = Double.random(in: 0.000_1...0.004, using: &random)
      curve.append((last + step, Double.random(in: 0...1, using: &random)))
    }
    curve.append((1, 0))
    let written = try Self.write(Self.entries(curve))
    let points = try [(0, 0)] + Self.points(of: written)
    #expect(points.last?.0 ?? 0 <= 1_001)
    let missed = written.losses.listed.first { $0.kind == .curveShape }?.size ?? 0.001
    for (time, value) in curve {
      // The values from a millisecond before to a millisecond after, in steps of 20 µs.
      let near = (-50...50).map { step in
        let time = min(max(time * 1_000 + Double(step) / 50, 0), 1_000)
        let next = points.firstIndex { Double($0.0) >= time } ?? points.count - 1
        let (first, second) = (points[max(next - 1, 0)], points[next])
        let length = Double(second.0 - first.0)
        let share = length > 0 ? (time - Double(first.0)) / length : 1
        return first.1 + (second.1 - first.1) * share
      }
      let distance = max((near.min() ?? 0) - value, value - (near.max() ?? 1))
      // Between two steps, the line changes by at most a fiftieth.
      #expect(distance <= missed + 0.021, "at \(time) s")
    }
  }

  @Test(arguments: seeds(1..<101))
  func `an effect ends at most a millisecond after its pattern`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let start = Double.random(in: 0...0.05, using: &random)
    let length = Double.random(in: 0.000_1...0.05, using: &random)
    let level = Double.random(in: 0.1...1, using: &random)
    let written = try Self.write([
      .event(
        HapticEvent(
          .hapticContinuous, at: start, duration: length,
          parameters: [EventParameter(.hapticIntensity, level)]))
    ])
    let end = try #require(try Self.points(of: written).last?.time)
    // A rise and a fall take 2 ms.
    #expect(Double(end) <= max((start + length) * 1_000 + 1, 2) + 1e-6)
    #expect(Double(end) >= (start + length) * 1_000 - 1)
  }

  @Test(arguments: [
    // A fall at the end of a vibration takes 1 ms; 20.8483 + 30 + 1 ms is 51.8483 ms.
    ("at 20.8483ms buzz 30ms 0.317..0.177/0.078", 51), ("buzz 0.4ms 0.5/0.5", 2),
    ("buzz 100ms 0.5/0.5", 101), ("at 10.3ms buzz 100.3ms 0.5..0/0.5", 111),
  ])
  func `the times of an effect are rounded, not its durations`(
    notation: String, milliseconds: Int
  ) throws {
    let pattern = try HapticPattern(notation: notation)
    let written = try #require(PatternFormat.named("android-xml")).write(pattern)
    #expect(try Self.points(of: written).last?.time == milliseconds)
  }

  @Test func `a transient on a vibration does not delay what follows`() throws {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 0.4, intensity: 0.4, sharpness: 0.2)
      for index in 1...9 {
        Transient(at: Double(index * 40) / 1_000, intensity: 0.9, sharpness: 0.8)
      }
    }
    let written = try #require(PatternFormat.named("android-xml")).write(pattern)
    let points = try Self.points(of: written)
    #expect(points.last?.time == 401)
    for index in 1...9 {
      // The rise of a transient takes one millisecond.
      let peak = points.first { $0.time > index * 40 }
      #expect(peak?.time == index * 40 + 1, "\(points)")
    }
  }

  @Test func `sharpness that moves in silence does not move times`() throws {
    // Two bumps with different sharpness, all at whole milliseconds.
    let text = """
      <vibration-effect><basic-envelope-effect initialSharpness="0.3">
        <control-point intensity="0.5" sharpness="0.3" durationMs="40"/>
        <control-point intensity="0.0" sharpness="0.3" durationMs="40"/>
        <control-point intensity="0.0" sharpness="0.5" durationMs="100"/>
        <control-point intensity="0.0" sharpness="0.8" durationMs="1"/>
        <control-point intensity="0.9" sharpness="0.4" durationMs="3"/>
        <control-point intensity="0.0" sharpness="0.4" durationMs="40"/>
      </basic-envelope-effect></vibration-effect>
      """
    let format = try #require(PatternFormat.named("android-xml"))
    var options = ConversionOptions()
    options.curvesActOnTransients = false
    let read = try format.read(Array(text.utf8), options: options)
    let written = try format.write(read.parts[0].pattern, options: options)
    #expect(written.losses.isEmpty, "\(written.losses.lines)")
    #expect(try Self.points(of: written).filter { $0.level > 0 }.map(\.time) == [40, 184])
  }
}
