import HapticEditing
import HapticEngine
import HapticFormats
import Realtime
import TestSupport
import Testing

/// At a seam of two events, the pattern is at most 1 dB stronger than the louder event, and weaker for at most 8 ms.
@Suite struct SeamLawTests {
  private func faults(_ chain: SeamChain, _ pattern: HapticPattern) throws -> [SeamFault] {
    try SeamMeter(pattern).faults(chain.stretches, taps: chain.taps)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `chains of ramps and holds do not click`(seed: UInt64) throws {
    let chain = SeamChain(seed: seed)
    let pattern = try HapticPattern(notation: chain.notation)
    let faults = try faults(chain, pattern)
    #expect(faults.isEmpty, "seed \(seed): \(chain.notation)")
    let text = pattern.notation.text
    #expect(try HapticPattern(notation: text).entries == pattern.entries, "seed \(seed): \(text)")
  }

  @Test(arguments: 0..<30 as Range<UInt64>, [0.25, 1.5, 4])
  func `chains played at another rate do not click`(seed: UInt64, rate: Double) throws {
    // Shorter chains lack a steady part at four times the speed.
    let chain = SeamChain(seed: seed, shortest: 120, hasTaps: false)
    let pattern = try HapticPattern(notation: chain.notation)
    let played = chain.stretches.map { $0.mapping { $0 / rate } }
    let faults = try SeamMeter(pattern.seamed(atRate: rate), speed: rate).faults(played, taps: [])
    #expect(faults.isEmpty, "seed \(seed): \(chain.notation)")
    #expect(pattern.seamed(atRate: rate).duration == pattern.duration)
  }

  @Test(arguments: [
    ("buzz 20ms 1/0.9, buzz 100ms 0.3/0.9", 4.0), ("buzz 12ms 1/0.9, buzz 100ms 0.3/0.9", 2),
  ])
  func `a short event before another can be felt at another rate`(notation: String, rate: Double)
    throws
  {
    let pattern = try HapticPattern(notation: notation)
    let meter = try SeamMeter(pattern.seamed(atRate: rate), speed: rate)
    #expect(meter.peak(from: 0, to: 0.02 / rate) > 0.9)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `edits of chains do not click`(seed: UInt64) throws {
    // Taps move separately and are weakened by curves, which other laws test.
    let chain = SeamChain(seed: seed, shortest: 30, hasTaps: false)
    let other = SeamChain(seed: seed + 1_000, shortest: 30, hasTaps: false)
    let document = try EditDocument(AHAP.encode(HapticPattern(notation: chain.notation)))
    let first = try #require(AHAP.read(document.bytes).pattern)
    // Control resets are mirrored with the events.
    let end = max(chain.stretches[chain.stretches.count - 1].end, first.lastControl)
    let cut = (end * 400).rounded() / 1_000
    let changes: [(EditOperation, [SeamStretch])] = [
      (.stretch(2), chain.stretches.map { $0.mapping { $0 * 2 } }),
      (.stretch(0.7), chain.stretches.map { $0.mapping { $0 * 0.7 } }),
      (.reverse, chain.stretches.reversed().map { $0.mirrored(in: end) }),
      (.trim(from: 0, to: cut), chain.stretches.compactMap { $0.clipped(to: cut) }),
      (.duplicate(nil), chain.stretches + chain.stretches),
      (
        .append(
          EditFragment(
            name: "other",
            document: try EditDocument(AHAP.encode(HapticPattern(notation: other.notation))))),
        chain.stretches + other.stretches
      ),
    ]
    for (operation, stretches) in changes {
      var session = EditSession(document)
      try session.apply(operation)
      let pattern = try #require(AHAP.read(session.document.bytes).pattern)
      let added = pattern.events.dropFirst(first.events.count).first?.time ?? 0
      let placed = stretches.enumerated().map { index, stretch in
        index < chain.stretches.count
          ? stretch : stretch.mapping { $0 + added - stretches[chain.stretches.count].start }
      }
      let faults = try SeamMeter(pattern).faults(placed, taps: [])
      #expect(faults.isEmpty, "seed \(seed), \("\(operation)".prefix(40)): \(chain.notation)")
      session.undo()
      #expect(session.document == document)
    }
  }

  /// The largest sample around the seam is at most 1 dB above the level next to it.
  @Test(arguments: [
    ("buzz 303ms 1..0.5/0.2, buzz 303ms 0.5/0.8", EditOperation.quantize(0.01), 0.3, 0.56),
    ("buzz 303ms 0.5/0.2, buzz 303ms 0.5/0.8", .quantize(0.01), 0.3, 0.5),
    ("buzz 303ms 1..0.5/0.2, buzz 303ms 0.4/0.2", .quantize(0.01), 0.3, 0.56),
    ("buzz 510ms 1..0.5/0.2, buzz 510ms 0.5/0.8", .snap(tempo: 120, step: 1), 0.5, 0.56),
    ("buzz 30s 0.5/0.2, buzz 30s 0.5/0.2", .split, 30, 0.5),
  ])
  func `an event that is overtaken by the next event does not click`(
    notation: String, operation: EditOperation, seam: Double, level: Double
  ) throws {
    var session = EditSession(try EditDocument(AHAP.encode(HapticPattern(notation: notation))))
    try session.apply(operation)
    let pattern = try #require(AHAP.read(session.document.bytes).pattern)
    let meter = try SeamMeter(pattern)
    #expect(meter.peak(from: seam - 0.012, to: seam + 0.012) < level * 1.122 + 0.01)
  }

  @Test(arguments: [
    ("buzz 300ms 1..0.8/0.2", 3, [0.9]),
    ("buzz 100ms 1/0.8, rest 6ms, buzz 100ms 0.5/0.8", 3, [0.3, 0.3]),
    ("buzz 100ms 1/0.8, buzz 100ms 0.5/0.8", 3, [0.295, 0.3]),
  ])
  func `stretching does not extend an event that does not end early`(
    notation: String, factor: Double, durations: [Double]
  ) throws {
    var session = EditSession(try EditDocument(AHAP.encode(HapticPattern(notation: notation))))
    let before = session.document
    try session.apply(.stretch(factor))
    let pattern = try #require(AHAP.read(session.document.bytes).pattern)
    let found = pattern.events.compactMap(\.duration)
    #expect(zip(found, durations).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
    try session.apply(.stretch(1 / factor))
    #expect(
      AHAP.read(session.document.bytes).pattern?.events.map(\.duration)
        == AHAP.read(before.bytes).pattern?.events.map(\.duration))
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `steps of other formats do not click`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let steps = (0..<Int.random(in: 2...8, using: &random)).map { _ in
      (
        milliseconds: Int.random(in: random.oneIn(3) ? 2...20 : 20...300, using: &random),
        level: random.choice(of: [0, 40, 128, 128, 255])
      )
    }
    let text =
      "{\"timings\": \(steps.map(\.milliseconds)), \"amplitudes\": \(steps.map(\.level)), \"repeat\": -1}"
    let format = try #require(PatternFormat.named("android-waveform"))
    guard steps.contains(where: { $0.level > 0 }) else { return }
    let pattern = try format.read(Array(text.utf8)).parts[0].pattern
    var time = 0.0
    let stretches = steps.map { step in
      defer { time += Double(step.milliseconds) / 1_000 }
      let level = Double(step.level) / 255
      return SeamStretch(
        start: time, end: time + Double(step.milliseconds) / 1_000, first: level, last: level)
    }
    let faults = try SeamMeter(pattern).faults(stretches)
    #expect(faults.isEmpty, "seed \(seed): \(text)")
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `patterns do not click after a round trip through other formats`(seed: UInt64) throws {
    let chain = SeamChain(seed: seed, shortest: 10, hasTaps: seed.isMultiple(of: 2))
    let pattern = try HapticPattern(notation: chain.notation)
    // In a .haptic file, a tap is never weaker than the vibration.
    for name in FormatLawTests.apart where chain.taps.isEmpty || name != "haptic" {
      let format = try #require(PatternFormat.named(name))
      let bytes: [UInt8]
      do throws(ConversionError) {
        bytes = try format.write(pattern).bytes
      } catch {
        continue  // A chain of zeros does not vibrate.
      }
      let back = try format.read(bytes).parts[0].pattern
      let faults = try SeamMeter(back).faults(chain.stretches, taps: chain.taps)
      #expect(faults.isEmpty, "seed \(seed), \(name): \(chain.notation)")
    }
  }
}

extension HapticPattern {
  /// The time of the last parameter; 0 without parameters.
  fileprivate var lastControl: Seconds {
    entries.map { entry in
      if case .parameter(let step) = entry { step.time } else { 0 }
    }.max() ?? 0
  }
}
