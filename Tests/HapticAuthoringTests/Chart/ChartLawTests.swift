import Drawing
import HapticCharts
import HapticEngine
import HapticFormats
import HapticPerception
import Realtime
import TestSupport
import Testing

/// Laws of drawings over time, for patterns at random places.
@Suite struct ChartLawTests {
  /// The points of the amplitude line, of the area of perceived strength, or of another mark of a lane.
  private func points(_ drawing: Drawing, _ lane: String) -> [Drawing.Point] {
    let marks = drawing.panels.flatMap(\.lanes).filter { $0.name == lane }.flatMap(\.marks)
    return marks.flatMap { mark -> [Drawing.Point] in
      switch mark {
      case .area(let points, _), .line(let points, _): points
      case .band, .stem, .dot, .bar, .level, .raster, .text, .block, .sign, .position: []
      }
    }
  }

  private func band(_ drawing: Drawing, _ lane: String) -> [Drawing.Extent] {
    let marks = drawing.panels.flatMap(\.lanes).filter { $0.name == lane }.flatMap(\.marks)
    return marks.flatMap { mark -> [Drawing.Extent] in
      if case .band(let extents, _) = mark { extents } else { [] }
    }
  }

  private func tap(
    at time: Double, _ intensity: Double = 1, sharpness: Double = 0.5
  ) -> HapticEvent {
    HapticEvent(
      .hapticTransient, at: time,
      parameters: [
        EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness),
      ])
  }

  /// The value of a line just before `time`; for a vertical step, its earlier end.
  private func value(_ points: [Drawing.Point], before time: Double) -> Double? {
    guard let next = points.firstIndex(where: { $0.time >= time }), next > 0 else { return nil }
    let (one, two) = (points[next - 1], points[next])
    let part = two.time > one.time ? (time - one.time) / (two.time - one.time) : 0
    return one.value + (two.value - one.value) * part
  }

  @Test(arguments: seeds(1..<21))
  func `the drawing is empty before the column of a tap`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let columns = Int.random(in: 40...3_000, using: &random)
    let time = Double.random(in: 0.05...2, using: &random)
    let end = time + Double.random(in: 0...1, using: &random)
    let pattern = try HapticPattern(events: [tap(at: time), tap(at: end, 0.3)])
    let drawing = try Drawing(of: [DrawnPattern(pattern, name: "tap")], columns: columns)
    let column = drawing.seconds / Double(columns)
    let early = time - column - 1e-6
    #expect(points(drawing, "signal").allSatisfy { $0.time > early || $0.value == 0 })
    let feeling = points(drawing, "feeling")
    #expect(feeling.allSatisfy { $0.time > early || $0.value == feeling[0].value })
    #expect(band(drawing, "signal").allSatisfy { $0.time > early || $0.low == 0 && $0.high == 0 })
    // A tap reaches its maximum within a cycle of 80 Hz, the lowest frequency of the profile.
    let peak = points(drawing, "signal").filter { $0.time < time + column + 1 / 80 }
    #expect((peak.map(\.value).max() ?? 0) > 0.3)
  }

  @Test(arguments: seeds(1..<11))
  func `a tap during a vibration does not raise the drawing before it`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let columns = Int.random(in: 100...2_000, using: &random)
    let time = Double.random(in: 0.3...0.9, using: &random)
    let buzz = HapticEvent(
      .hapticContinuous, at: 0, duration: 1, parameters: [EventParameter(.hapticIntensity, 0.3)])
    let alone = try Drawing(
      of: [DrawnPattern(try HapticPattern(events: [buzz]), name: "buzz")], columns: columns)
    let both = try Drawing(
      of: [DrawnPattern(try HapticPattern(events: [buzz, tap(at: time)]), name: "both")],
      columns: columns)
    let column = max(alone.seconds, both.seconds) / Double(columns)
    for lane in ["signal", "feeling"] {
      let most = points(alone, lane).map(\.value).max() ?? 0
      let early = points(both, lane).filter { $0.time < time - column - 1e-6 }
      #expect(early.allSatisfy { $0.value <= most * 1.02 }, "\(lane)")
      #expect((points(both, lane).map(\.value).max() ?? 0) > most * 1.05, "\(lane)")
    }
  }

  /// The transient's own length comes from `Documentation/Signal.md`: it decays to a thousandth in some 20 ms.
  @Test(arguments: [200, 796, 1_600])
  func `the decay of a tap is drawn`(columns: Int) throws {
    let pattern = try HapticPattern(events: [tap(at: 0.1), tap(at: 0.25, 0)])
    let drawing = try Drawing(of: [DrawnPattern(pattern, name: "tap")], columns: columns)
    let amplitude = points(drawing, "signal")
    let most = amplitude.map(\.value).max() ?? 0
    let half = amplitude.filter { $0.value > most / 2 }.map(\.time)
    #expect((half.max() ?? 1) - (half.min() ?? 0) < 0.008)
    let felt = points(drawing, "feeling").filter { $0.value > 0 }.map(\.time)
    #expect((felt.max() ?? 1) - (felt.min() ?? 0) < 0.015)
  }

  /// `Documentation/Signal.md`: a tap at a whole frame is 0 in this frame, and rises from the next one on.
  @Test(arguments: seeds(1..<11))
  func `a tap begins in the column of its first sample`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let columns = Int.random(in: 40...1_900, using: &random)
    let frame = Int.random(in: 100...3_000, using: &random)
    let pattern = try HapticPattern(events: [tap(at: Double(frame) / 8_000)])
    let drawing = try Drawing(of: [DrawnPattern(pattern, name: "tap")], columns: columns)
    let first = try #require(band(drawing, "signal").first { $0.low != 0 || $0.high != 0 }).time
    let sample = Double(frame + 1) / 8_000
    #expect(first < sample + 1e-9)
    #expect(first > sample - drawing.seconds / Double(columns) - 1e-9)
  }

  /// Between two samples of the chart, the signal is compared with the signal at 192 000 Hz.
  @Test(arguments: ["tap", "buzz 300ms", "tone 200ms"])
  func `a signal that begins in the last frame of a part belongs to the part`(notation: String)
    throws
  {
    let pattern = try HapticPattern(notation: "rest 5ms, \(notation)")
    let rate = 192_000.0
    let renderer = try OfflineRenderer(pattern, sampleRate: rate, profile: .wideband)
    let buffers = BusBuffers(capacity: 1_024)
    let block = buffers.block(frames: Int(0.005_1 * rate) + 1)
    renderer.render(into: block)
    let peak = withExtendedLifetime(buffers) {
      (0..<block.frameCount).map { index in
        unsafe max(block.haptic[index].magnitude, block.audioLeft[index].magnitude)
      }.max() ?? 0
    }
    let drawn = [DrawnPattern(pattern, name: "late")]
    let part = try Drawing(of: drawn, to: 0.005_1)
    #expect(!part.panels[0].notes[0].contains("no signal"))
    let highest = (band(part, "signal") + band(part, "sound")).map(\.high).max() ?? 0
    #expect(abs(highest - Double(peak)) < 0.002, "\(highest), \(peak)")
    #expect(try Drawing(of: drawn, to: 0.005).panels[0].notes[0].contains("no signal"))
  }

  /// A second tap keeps the signal of the first from crossing zero in time.
  ///
  /// Crests of 80 Hz, the lowest frequency, are 6.25 ms apart.
  @Test func `an amplitude is not drawn long after it occurred`() throws {
    let pattern = try HapticPattern(events: [tap(at: 0.1, sharpness: 0), tap(at: 0.106, 0.5)])
    let rate = SensationTrack.sampleRate
    let renderer = try OfflineRenderer(pattern, sampleRate: rate, profile: .wideband)
    let buffers = BusBuffers(capacity: renderer.frameCount)
    let block = buffers.block(frames: renderer.frameCount)
    renderer.render(into: block)
    let signal = withExtendedLifetime(buffers) {
      (0..<block.frameCount).map { unsafe block.haptic[$0].magnitude }
    }
    let drawing = try Drawing(of: [DrawnPattern(pattern, name: "taps")], columns: 1_600)
    let amplitude = points(drawing, "signal")
    try #require(amplitude.contains { $0.value > 0.3 })
    for point in amplitude {
      let last = min(Int(point.time * rate) + 8, signal.count)
      let recent = signal[max(0, last - Int(0.0075 * rate))..<max(last, 0)].max() ?? 0
      #expect(point.value <= Double(recent) + 0.01, "\(point)")
    }
  }

  @Test(arguments: seeds(1..<13))
  func `a part of the time is drawn as in the whole`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var generator = PatternGenerator(seed: seed, sampleRate: 8_000, length: 2)
    let drawn = DrawnPattern(try generator.pattern(), name: "random")
    let length = try Drawing(of: [drawn], columns: 1).seconds
    let columns = Int.random(in: 50...900, using: &random)
    let column = length / Double(columns)
    let first = Int.random(in: 0..<columns, using: &random)
    let count = Int.random(in: 1...columns - first, using: &random)
    let whole = try Drawing(of: [drawn], columns: columns)
    let part = try Drawing(
      of: [drawn], from: Double(first) * column, to: Double(first + count) * column,
      columns: count)
    #expect(abs(part.start - Double(first) * column) < 1e-9)
    #expect(abs(part.seconds - Double(count) * column) < 1e-9)
    for lane in ["signal", "feeling"] {
      let (all, some) = (points(whole, lane), points(part, lane))
      for index in first..<first + count where !some.isEmpty {
        let middle = (Double(index) + 0.5) * column
        let (one, two) = (value(all, before: middle) ?? 0, value(some, before: middle) ?? 0)
        #expect(abs(one - two) < 1e-3 * max(1, abs(one)), "\(lane) at \(middle)")
      }
    }
  }

  @Test func `marks of a part lie inside it`() throws {
    let pattern = try HapticPattern(
      notation: "tap, rest 100ms, buzz 500ms 0.2..1/0.3..0.9, set release 0.2, rest 100ms, tap")
    let drawing = try Drawing(
      of: [DrawnPattern(pattern, name: "part")], from: 0.2, to: 0.4, columns: 300)
    #expect(drawing.start == 0.2 && abs(drawing.seconds - 0.2) < 1e-9)
    let inside = (0.2 - 1e-9)...(0.4 + 1e-9)
    for lane in drawing.panels.flatMap(\.lanes) {
      for mark in lane.marks {
        let times: [Double] =
          switch mark {
          case .area(let points, _), .line(let points, _): points.map(\.time)
          case .band(let extents, _): extents.map(\.time)
          case .stem(let point, _), .dot(let point, _), .text(let point, _): [point.time]
          case .bar(let start, let end, _, _): [start, end]
          case .level, .raster, .block, .sign, .position: []
          }
        #expect(times.allSatisfy { inside.contains($0) }, "\(lane.name)")
      }
    }
    // The part excludes both taps.
    #expect(drawing.panels[0].lanes.first { $0.name == "events" }?.rows == 1 + 1)
    #expect(drawing.panels[0].notes[0].contains("drawn from 0.2 s to 0.4 s"))
    #expect(drawing.description.contains("Drawn from 0.2 s to 0.4 s."))
    #expect(drawing.timeTicks(4).allSatisfy { inside.contains($0) })
  }

  /// The times of the marks of a lane that each stand for one event, or the start times of their bars.
  private func times(_ drawing: Drawing, _ lane: String) -> [Double] {
    let marks = drawing.panels.flatMap(\.lanes).filter { $0.name == lane }.flatMap(\.marks)
    return marks.compactMap { mark in
      switch mark {
      case .stem(let point, _), .dot(let point, _), .text(let point, _): point.time
      case .bar(let start, _, _, _): start
      case .area, .band, .line, .level, .raster, .block, .sign, .position: nil
      }
    }
  }

  @Test func `in every lane, a part shows events at its start but not events at its end`()
    throws
  {
    // One vibration ends where the part begins, and another begins where the part ends.
    let buzzes = [0.05, 0.2].map { HapticEvent(.hapticContinuous, at: $0, duration: 0.05) }
    let captions = #"[{"Time": 0.1, "Text": "one"}, {"Time": 0.2, "Text": "two"}]"#
    let pattern = try HapticPattern(
      entries: (buzzes + [tap(at: 0.1), tap(at: 0.2)]).map { .event($0) },
      metadata: ["Captions": .json(captions)])
    let part = try Drawing(of: [DrawnPattern(pattern, name: "ends")], from: 0.1, to: 0.2)
    #expect(times(part, "events") == [0.1, 0.1])
    let lanes = part.panels[0].lanes
    #expect(
      lanes.first { $0.name == "intensity" }?.marks == [.stem(.init(0.1, 1), .sharpness(0.5))])
    #expect(
      lanes.first { $0.name == "sharpness" }?.marks == [.dot(.init(0.1, 0.5), .sharpness(0.5))])
  }

  @Test(arguments: seeds(1..<11))
  func `consecutive parts show each event once`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    // Sums of tenths are rounded: 0.1 + 0.2 is more than 0.3, and 0.7 + 0.1 is less than 0.8.
    let times = [0, 0.1, 0.2, 0.1 + 0.2, 0.4, 0.5, 0.7, 0.7 + 0.1, 0.9]
    // The last tap is silent, so that the pattern ends with it.
    let taps = times.map { tap(at: $0) } + [tap(at: 1, 0)]
    let drawn = DrawnPattern(try HapticPattern(events: taps), name: "taps")
    let cuts = (1...9).filter { _ in Bool.random(using: &random) }.map { Double($0) / 10 }
    var (stems, bars): ([Double], [Double]) = ([], [])
    for (start, end) in zip([0] + cuts, cuts + [.infinity]) {
      let part = try Drawing(of: [drawn], from: start, to: end)
      stems += self.times(part, "intensity")
      bars += self.times(part, "events")
    }
    #expect(stems == times)
    #expect(bars.count == taps.count)
  }

  /// A vibration of 200 Hz whose cycles are about as long as a column, a little longer, and a little shorter.
  @Test(arguments: Array(stride(from: 136, through: 1_436, by: 50)))
  func `the band of a ramp rises steadily, whatever the width`(columns: Int) throws {
    let pattern = try HapticPattern(notation: "buzz 3s 0.1..1/0.8")
    let drawing = try Drawing(of: [DrawnPattern(pattern, name: "ramp")], columns: columns)
    let band = band(drawing, "signal").filter { 0.1...2.9 ~= $0.time }
    #expect(band.count > 100)
    for (one, two) in zip(band, band.dropFirst()) {
      // A sample is up to 1 % off the crest: at 8 000 Hz, a cycle of 200 Hz has 40.
      #expect(two.high > one.high * 0.985 && two.low < one.low * 0.985, "\(one.time)")
    }
    for extent in band { #expect(abs(extent.high + extent.low) < 0.03, "\(extent.time)") }
  }

  @Test func `hours are drawn in as many values as there are columns`() throws {
    let events = stride(from: 0.0, to: 7_200, by: 60).map { tap(at: $0) }
    let drawing = try Drawing(
      of: [DrawnPattern(try HapticPattern(events: events), name: "long")], columns: 500)
    #expect(points(drawing, "signal").count <= 1_002)
    #expect(points(drawing, "feeling").count <= 1_002)
    #expect(band(drawing, "signal").count <= 501)
  }
}
