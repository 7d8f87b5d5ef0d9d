import HapticEngine
import Testing

@testable import haptic

/// What is drawn is what is felt.
struct SignalOutlineTests {
  @Test(arguments: [0.25, 0.5, 1], [0, 0.3, 0.7, 1])
  func `a vibration is as high as its intensity and as sharp as its sharpness`(
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
      let found = Set(taps.indices.filter { taps[$0].isTap })
      #expect(found == expected)
      #expect(found.allSatisfy { taps[$0].height > 0.1 })
    }
  }

  @Test func `what is heard is on its own lane`() throws {
    let pattern = try HapticPattern { Tone(at: 0.2, duration: 0.5, volume: 0.5) }
    let outline = try SignalOutline(of: pattern, profile: .wideband)
    #expect(outline.hasAudio)
    #expect(outline.cell(from: 0.3, to: 0.6).audio > 0.05)
    #expect(outline.cell(from: 0.3, to: 0.6).level == 0)
  }

  @Test func `a long pattern scrolls by whole columns and keeps the position in sight`() {
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
