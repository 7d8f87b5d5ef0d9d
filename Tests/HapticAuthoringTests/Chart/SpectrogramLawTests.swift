import Drawing
import Foundation
import HapticCharts
import HapticEngine
import HapticFormats
import HapticPerception
import Realtime
import TestSupport
import Testing

/// Laws of spectrograms.
@Suite struct SpectrogramLawTests {
  /// The raster of `lane` in the drawing of `drawn` up to `end`; nil without such a lane.
  private func raster(
    _ drawn: DrawnPattern, _ lane: String, to end: Double = .infinity
  ) throws -> Drawing.Raster? {
    let drawing = try Drawing(
      of: [drawn], spectrograms: [try Spectrogram(of: drawn, to: end)], to: end)
    let marks = drawing.panels[0].lanes.filter { $0.name == lane }.flatMap(\.marks)
    return marks.lazy.compactMap { if case .raster(let raster) = $0 { raster } else { nil } }.first
  }

  /// The levels of column `column`.
  private func levels(_ raster: Drawing.Raster, _ column: Int) -> ArraySlice<UInt8> {
    raster.levels[column * raster.rows..<(column + 1) * raster.rows]
  }

  /// The columns that begin at least a frame of the render before `time`.
  private func columns(_ raster: Drawing.Raster, before time: Double) -> Range<Int> {
    0..<Int(((time - 1 / SensationTrack.sampleRate) / raster.columnSeconds).rounded(.up))
  }

  private func event(
    _ type: EventType, at time: Double, intensity: Double, sharpness: Double
  ) -> HapticEvent {
    HapticEvent(
      type, at: time, duration: type == .hapticContinuous ? 1 : nil,
      parameters: [
        EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness),
      ])
  }

  @Test(arguments: [
    ("rest 500ms, tap", "spectrum"), ("rest 500ms, buzz 300ms", "spectrum"),
    ("(buzz 1s 1/0.5 & curve intensity 0s 0 500ms 0 500ms 1 1s 1)", "spectrum"),
    ("rest 500ms, tone 200ms", "of sound"),
  ])
  func `each frequency is drawn soon after it begins, and not before`(
    notation: String, lane: String
  ) throws {
    let drawn = DrawnPattern(try HapticPattern(notation: notation), name: "late")
    let raster = try #require(try raster(drawn, lane))
    let silent = columns(raster, before: 0.5)
    #expect(silent.count > 50)
    #expect(silent.allSatisfy { levels(raster, $0).allSatisfy { $0 == 0 } })
    // In the next column or the one after it, because a tone begins slowly.
    let next = silent.upperBound..<silent.upperBound + 2
    #expect(next.contains { levels(raster, $0).contains { $0 > 80 } })
  }

  @Test(arguments: seeds(1..<11))
  func `a tap during a vibration does not change frequencies drawn before it`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let time = Double.random(in: 0.05...0.9, using: &random)
    let buzz = event(.hapticContinuous, at: 0, intensity: 0.5, sharpness: 0)
    let rasters = try [0, 1].map { intensity in
      let tap = event(.hapticTransient, at: time, intensity: intensity, sharpness: 1)
      let pattern = try HapticPattern(events: [buzz, tap])
      return try #require(try raster(DrawnPattern(pattern, name: "tap"), "spectrum", to: 1))
    }
    let (alone, both) = (rasters[0], rasters[1])
    let early = columns(both, before: time)
    #expect(early.allSatisfy { levels(alone, $0) == levels(both, $0) })
    // The tap is 12 dB stronger in at least one band; 60 dB are 255 steps.
    let late = early.upperBound..<early.upperBound + 2
    #expect(
      late.contains { column in
        zip(levels(both, column), levels(alone, column)).contains { Int($0) - Int($1) > 51 }
      })
  }

  @Test func `the end of a vibration does not change frequencies drawn before it`() throws {
    let rasters = try [0.5, 1].map { seconds in
      let buzz = HapticEvent(.hapticContinuous, at: 0, duration: seconds)
      // Windows end at the silent tap, as they do at the end of the shorter vibration.
      let tap = event(.hapticTransient, at: 0.5, intensity: 0, sharpness: 0)
      let pattern = try HapticPattern(events: seconds < 1 ? [buzz] : [buzz, tap])
      return try #require(try raster(DrawnPattern(pattern, name: "end"), "spectrum", to: 0.5))
    }
    #expect(rasters[0].levels.contains { $0 > 0 })
    #expect(rasters[0].levels == rasters[1].levels)
  }

  @Test func `a recorded sound is not drawn before it begins in its file`() throws {
    let rate = SensationTrack.sampleRate
    let samples = (0..<4_000).map { index in
      index < 2_000 ? 0 : Float(0.5 * sin(2 * Double.pi * 400 * Double(index) / rate))
    }
    let event = HapticEvent(.audioCustom, waveform: .init(path: "late"))
    let drawn = DrawnPattern(
      try HapticPattern(events: [event]), name: "late",
      sounds: ["late": DecodedSound(channels: [samples], sampleRate: rate)])
    let raster = try #require(try raster(drawn, "of sound"))
    let silent = columns(raster, before: 0.25)
    #expect(silent.count > 25)
    #expect(silent.allSatisfy { levels(raster, $0).allSatisfy { $0 == 0 } })
    #expect(levels(raster, silent.upperBound + 4).contains { $0 > 150 })
  }

  /// A quarter of its length from its middle, a Hann window is half as high: 6 dB, and a little more for a tap's length.
  @Test(arguments: seeds(1..<6))
  func `a tap is visible anywhere in a wide column`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let time = Double.random(in: 10...50, using: &random)
    func strongest(_ taps: [Double]) throws -> Int {
      let events = taps.map {
        event(.hapticTransient, at: $0, intensity: 1, sharpness: 0.5)
      }
      let end = event(.hapticTransient, at: (taps.last ?? 0) * 2, intensity: 0, sharpness: 0.5)
      let drawn = DrawnPattern(try HapticPattern(events: events + [end]), name: "taps")
      let raster = try #require(try raster(drawn, "spectrum"))
      for column in 0..<raster.columns where Double(column + 1) * raster.columnSeconds <= taps[0] {
        #expect(levels(raster, column).allSatisfy { $0 == 0 })
      }
      return Int(raster.levels.max() ?? 0)
    }
    #expect(try strongest([time]) > strongest([0.2]) - Int(7.0 / 60 * 255))
  }
}
