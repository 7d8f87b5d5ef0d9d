import HapticEngine
import HapticPerception
import Testing

@testable import haptic

/// The outline shows the pattern as it feels.
struct SignalOutlineTests {
  @Test(arguments: [0.25, 0.5, 1], [0, 0.3, 0.7, 1])
  func `the height of a vibration is its intensity, and its tone is its sharpness`(
    intensity: Double, sharpness: Double
  ) throws {
    let pattern = try HapticPattern {
      Continuous(at: 0.1, duration: 0.6, intensity: intensity, sharpness: sharpness)
    }
    let outline = try SignalOutline(of: pattern, profile: .wideband)
    let cell = outline.cell(from: 0.35, to: 0.45)
    let full = try SignalOutline(
      of: try HapticPattern {
        Continuous(at: 0.1, duration: 0.6, intensity: 1, sharpness: sharpness)
      },
      profile: .wideband
    ).cell(from: 0.35, to: 0.45)
    #expect((Double(cell.level / full.level) - intensity).magnitude < 0.02)
    #expect((Double(cell.sharpness) - sharpness).magnitude < 0.06)
    #expect(outline.cell(from: 0, to: 0.09).level == 0)
    #expect(!outline.hasAudio)
  }

  @Test(arguments: [0.1, 0.5, 0.9])
  func `a tap keeps its sharpness until it has died away`(sharpness: Double) throws {
    let outline = try SignalOutline(
      of: HapticPattern { Transient(at: 0, intensity: 1, sharpness: sharpness) },
      profile: .wideband)
    for cell in outline.cells where cell.level > 0.001 {
      #expect((Double(cell.sharpness) - sharpness).magnitude < 0.05, "\(cell)")
    }
  }

  @Test func `every tap has a column, however narrow`() throws {
    let pattern = try HapticPattern {
      Transient(at: 0.05)
      Transient(at: 0.1)
      Transient(at: 0.9)
    }
    let outline = try SignalOutline(of: pattern, profile: .wideband)
    for columns in [10, 40, 200] {
      let window = ChartWindow(wholeOf: 1, columns: columns)
      let taps = outline.columns(in: window)
      let expected = Set([0.05, 0.1, 0.9].map { window.column(of: $0) })
      let found = Set(taps.indices.filter { taps[$0].isTransient })
      #expect(found == expected)
      #expect(found.allSatisfy { taps[$0].height > 0.1 })
    }
  }

  /// Equal taps at `times`.
  private static func taps(_ times: [Seconds]) throws -> HapticPattern {
    try HapticPattern(
      events: times.map { HapticEvent(.hapticTransient, at: $0, parameters: []) })
  }

  @Test(arguments: [40, 74, 80, 100, 133, 200], [0, 1, 3, -2])
  func `each of many equal taps is one mark in the column of its time`(
    columns: Int, zoom: Int
  ) throws {
    let times = (0..<60).map { Double($0) * 0.2 }
    let outline = try SignalOutline(of: Self.taps(times), profile: .wideband)
    for position in [0, 3.3, 4, 7.77, 11.9] {
      let window = ChartWindow(
        around: position, length: outline.length, columns: columns, zoom: zoom)
      let marked = outline.columns(in: window).enumerated().filter(\.element.isTransient)
        .map(\.offset)
      let places = times.map(window.columnIndex).filter { (0..<columns).contains($0) }
      #expect(marked == Set(places).sorted())
    }
  }

  @Test(arguments: [0.0, 0.1, 0.2004, 0.3337, 0.5], Profile.builtIn)
  func `nothing is drawn before it begins`(time: Seconds, profile: Profile) throws {
    let patterns = [
      try Self.taps([time]),
      try HapticPattern {
        Continuous(at: time, duration: 0.3, intensity: 1, sharpness: 0)
      },
    ]
    for pattern in patterns {
      let outline = try SignalOutline(of: pattern, profile: profile)
      for columns in [30, 75, 94, 200, 500] {
        let window = ChartWindow(wholeOf: 1, columns: columns)
        let shown = outline.columns(in: window)
        let first = shown.firstIndex { $0.height > 0 }
        #expect(first == window.columnIndex(of: time), "\(columns) columns")
      }
    }
  }

  @Test(arguments: Profile.builtIn)
  func `one tap and one vibration at full intensity fill the height, but do not exceed it`(
    profile: Profile
  ) throws {
    let height = { (pattern: HapticPattern) in
      let outline = try SignalOutline(of: pattern, profile: profile)
      let columns = outline.columns(in: ChartWindow(wholeOf: outline.length, columns: 80))
      return columns.map(\.height).max() ?? 0
    }
    let sharpnesses = [0, 0.25, 0.5, 0.75, 1]
    let taps = try sharpnesses.map { sharpness in
      try height(HapticPattern { Transient(at: 0, intensity: 1, sharpness: sharpness) })
    }
    let vibrations = try sharpnesses.map { sharpness in
      try height(
        HapticPattern { Continuous(at: 0, duration: 0.3, intensity: 1, sharpness: sharpness) })
    }
    for heights in [taps, vibrations] {
      // Frequencies to which an actuator hardly responds are lower.
      let lowest = (profile.actuator == nil ? heights.min() : heights.max()) ?? 0
      #expect(lowest > 0.93, "\(heights)")
      #expect((heights.max() ?? 9) < 1.05, "\(heights)")
    }
  }

  @Test func `a tap in a vibration increases its height by the right amount`() throws {
    let outline = try SignalOutline(
      of: HapticPattern {
        Continuous(at: 0, duration: 1, intensity: 0.4, sharpness: 0.5)
        // Half a cycle later, the tap would cancel the vibration.
        Transient(at: 0.5032, intensity: 0.5, sharpness: 0.5)
        Continuous(at: 1.2, duration: 0.4, intensity: 0.9, sharpness: 0.5)
        Transient(at: 1.21, intensity: 0.1, sharpness: 0.5)
      }, profile: .wideband)
    let columns = outline.columns(in: ChartWindow(wholeOf: 1.6, columns: 16))
    #expect((0.5...0.95).contains(columns[5].height), "\(columns[5].height)")
    // The column of the weak tap is as high as the vibration that contains it.
    #expect((0.85...1.05).contains(columns[12].height), "\(columns[12].height)")
  }

  @Test func `the duration is the pattern's, to the millisecond`() throws {
    for duration in [3.6, 0.1, 1.0, 2.345] {
      let pattern = try HapticPattern {
        Continuous(at: 0, duration: duration, intensity: 0.5, sharpness: 0.5, release: 0)
      }
      let outline = try SignalOutline(of: pattern, profile: .wideband)
      #expect(outline.length >= duration && outline.length < duration + 0.05)
    }
    #expect(try SignalOutline(of: try Self.taps([]), profile: .wideband).length == 0)
    let silent = try HapticPattern(
      events: [HapticEvent(.hapticTransient, at: 0, parameters: [])],
      parameters: [DynamicParameter(.hapticSharpnessControl, 0, at: 3.6)])
    #expect(try SignalOutline(of: silent, profile: .wideband).length == 3.6)
  }

  @Test(arguments: [0.05, 0.5, 2, 10])
  func `a decay keeps its length at other rates`(rate: Double) throws {
    let pattern = try Self.taps([0])
    let outline = try SignalOutline(
      of: pattern, profile: .wideband, playback: Playback(rate: rate))
    let normal = try SignalOutline(of: pattern, profile: .wideband)
    // The decay of a tap is not stretched, so it takes less of a slowly played pattern.
    #expect((outline.length / normal.length / rate - 1).magnitude < 0.05)
    let late = outline.cell(from: normal.length * rate, to: normal.length * rate + 1)
    #expect(late.level == 0)
  }

  @Test func `zooming halves and doubles the visible time, for an hour as for a second`() {
    for length in [0.3, 1, 60, 3_600] as [Seconds] {
      var shown = ChartWindow(around: 0, length: length, columns: 80).seconds
      for zoom in 1...30 {
        let window = ChartWindow(around: length / 2, length: length, columns: 80, zoom: zoom)
        let half = max(shown / 2, 80 * ChartWindow.shortestColumn)
        #expect((window.seconds - half).magnitude < 1e-9 || window.seconds == shown)
        #expect(window.columnIndex(of: length / 2) < 80)
        shown = window.seconds
      }
      let whole = ChartWindow(around: length / 2, length: length, columns: 80, zoom: -30)
      #expect((whole.seconds - max(length, ChartWindow.shortestLength)).magnitude < 1e-6)
    }
  }

  @Test func `the audio has a separate lane`() throws {
    let pattern = try HapticPattern { Tone(at: 0.2, duration: 0.5, volume: 0.5) }
    let outline = try SignalOutline(of: pattern, profile: .wideband)
    #expect(outline.hasAudio)
    #expect(outline.cell(from: 0.3, to: 0.6).audio > 0.05)
    #expect(outline.cell(from: 0.3, to: 0.6).level == 0)
  }

  @Test func `a long pattern scrolls by whole columns and keeps the position visible`() {
    for position in stride(from: 0.0, through: 600, by: 0.37) {
      let window = ChartWindow(around: position, length: 600, columns: 80)
      #expect(window.secondsPerColumn == ChartWindow.longestColumn)
      #expect(window.start(of: 0) <= position + 1e-9)
      #expect(position < window.start(of: 80) || position >= 599.9)
    }
  }

  @Test func `the meter jumps up, falls evenly and ends in silence`() {
    var meter = LevelMeter()
    #expect(meter.part == 0)
    meter.feed(peak: 1, seconds: 0.03)
    #expect(meter.decibels == 0 && meter.part == 1)
    meter.feed(peak: 0.001, seconds: 0.1)
    #expect((meter.decibels + 6).magnitude < 1e-9)
    for _ in 0..<40 { meter.feed(peak: 0, seconds: 0.1) }
    #expect(meter.decibels == -.infinity)
  }
}
