import Drawing
import Foundation
import HapticCharts
import HapticEngine
import HapticFormats
import HapticPerception
import Realtime
import TestSupport
import Testing

/// Drawings of patterns.
@Suite struct PatternDrawingTests {
  private func drawing(_ notations: String...) throws -> Drawing {
    try Drawing(
      of: notations.map { DrawnPattern(try HapticPattern(notation: $0), name: $0) })
  }

  private func marks(_ drawing: Drawing, _ lane: String) -> [Drawing.Mark] {
    drawing.panels.flatMap(\.lanes).filter { $0.name == lane }.flatMap(\.marks)
  }

  @Test func `each tap is a stem at its time, as high as its intensity`() throws {
    let marks = marks(try drawing("tap 0.8/0.5, rest 300ms, tap 0.4/1"), "intensity")
    #expect(
      marks == [
        .stem(.init(0, 0.8), .sharpness(0.5)), .stem(.init(0.3, 0.4), .sharpness(1)),
      ])
  }

  @Test func `a vibration is an area that includes its envelope and the controls`() throws {
    let marks = marks(try drawing("buzz 1s 0.2..1/0.5"), "intensity")
    guard case .area(let points, .sharpness(0.5)) = try #require(marks.first) else {
      Issue.record("no area: \(marks)")
      return
    }
    let middle = try #require(points.min { abs($0.time - 0.5) < abs($1.time - 0.5) })
    #expect(abs(middle.value - 0.6) < 0.02)
    #expect(abs((points.last?.time ?? 0) - 1) < 0.01)
  }

  @Test func `each used control has a lane`() throws {
    let drawing = try drawing("buzz 1s 0.2..1/0.5, set release 0.3")
    let names = drawing.panels[0].lanes.map(\.name)
    #expect(
      names
        == ["events", "intensity", "sharpness", "× intensity", "+ release", "signal", "feeling"])
  }

  @Test func `the difference of long patterns also shows momentary differences`() throws {
    // Short taps that only the second pattern has, at different places among the frames that share a point.
    let times = [2_000, 4_015, 6_035, 8_050]
    let taps = "tap 0.2" + zip([0] + times, times).map { ", rest \($1 - $0)ms, tap 1" }.joined()
    let drawing = try drawing(
      "tap 0.2, rest 40s, tap 0.2", taps + ", rest \(40_000 - 8_050)ms, tap 0.2")
    let marks = marks(drawing, "stronger")
    guard case .line(let points, _) = try #require(marks.last) else {
      Issue.record("no line: \(marks)")
      return
    }
    for time in times {
      let near = points.filter { abs($0.time - Double(time) / 1000) < 0.1 }
      let most = near.map(\.value).max() ?? 0
      #expect(most > 10, "\(time): \(most)")
    }
  }

  @Test func `sounds have a separate lane and are not felt`() throws {
    let names = try drawing("tone 300ms 0.5/0.2").panels[0].lanes.map(\.name)
    #expect(names == ["events", "sound"])
  }

  @Test func `a spectrogram is strongest where the signal vibrates, in its octave`() throws {
    let pattern = try HapticPattern(notation: "rest 400ms, buzz 400ms 1/0.5")
    let drawn = DrawnPattern(pattern, name: "buzz")
    let drawing = try Drawing(of: [drawn], spectrograms: [try Spectrogram(of: drawn)])
    let lane = try #require(drawing.panels[0].lanes.first { $0.name == "spectrum" })
    guard case .raster(let raster) = try #require(lane.marks.first) else {
      Issue.record("no raster: \(lane.marks)")
      return
    }
    func strength(_ seconds: Double, _ hertz: Double) -> Double {
      let column = Int(seconds / raster.columnSeconds)
      let part =
        (log2(hertz) - lane.range.lowerBound) / (lane.range.upperBound - lane.range.lowerBound)
      let row = Int(part * Double(raster.rows))
      return raster.strongest(columns: column..<column + 1, rows: row..<row + 1)
    }
    let hertz = Profile.wideband.hertz(sharpness: 0.5)
    #expect(strength(0.6, hertz) > 0.8)
    #expect(strength(0.2, hertz) == 0)
    #expect(strength(0.6, hertz) > strength(0.6, hertz * 4) + 0.3)
    #expect(strength(0.6, hertz) > strength(0.6, hertz / 4) + 0.3)
    #expect(drawing.keys.map(\.text).contains("at 0 dB, full scale"))
  }

  @Test func `steady tones of one level are equally bright at all frequencies, in their bands`()
    throws
  {
    let rate = SensationTrack.sampleRate
    var strengths: [Double] = []
    // Steps that cover all positions within bins and bands.
    for hertz in sequence(first: 100.0, next: { $0 < 2_900 ? $0 * 1.037 : nil }) {
      let samples = (0..<2_400).map {
        Float(0.5 * sin(2 * Double.pi * hertz * Double($0) / rate))
      }
      let event = HapticEvent(.audioCustom, waveform: .init(path: "tone"))
      let drawn = DrawnPattern(
        try HapticPattern(events: [event]), name: "tone",
        sounds: ["tone": DecodedSound(channels: [samples], sampleRate: rate)])
      let drawing = try Drawing(of: [drawn], spectrograms: [try Spectrogram(of: drawn)])
      let lane = try #require(drawing.panels[0].lanes.first { $0.name == "of sound" })
      guard case .raster(let raster) = try #require(lane.marks.first) else {
        Issue.record("no raster: \(lane.marks)")
        return
      }
      let column = Int(0.15 / raster.columnSeconds)
      func strength(_ rows: Range<Int>) -> Double {
        raster.strongest(columns: column..<column + 1, rows: rows)
      }
      let strongest = strength(0..<raster.rows)
      let row = Int((log2(hertz) - lane.range.lowerBound) * 8)
      // Estimates at the edge of a band may fall into the next band.
      #expect(strength(max(0, row - 1)..<row + 2) == strongest, "\(hertz) Hz")
      strengths.append(strongest)
    }
    // 60 dB from zero to full scale.
    let spread = ((strengths.max() ?? 1) - (strengths.min() ?? 0)) * 60
    #expect(spread <= 1.5)
    #expect(strengths.allSatisfy { $0 > 0.8 })
  }

  @Test func `a sound has a separate spectrogram, and silence does not have one`() throws {
    let tone = DrawnPattern(try HapticPattern(notation: "tone 300ms 0.5/0.2"), name: "tone")
    let drawing = try Drawing(of: [tone], spectrograms: [try Spectrogram(of: tone)])
    #expect(drawing.panels[0].lanes.map(\.name) == ["events", "sound", "of sound"])
    let silence = DrawnPattern(try HapticPattern(notation: "buzz 300ms 0"), name: "silence")
    let empty = try Drawing(of: [silence], spectrograms: [try Spectrogram(of: silence)])
    #expect(!empty.panels[0].lanes.map(\.name).contains("spectrum"))
  }

  @Test func `the header states the duration, strength and description of a pattern`() throws {
    let pattern = try HapticPattern(
      entries: HapticPattern(notation: "buzz 2s 1/0.5").entries,
      metadata: ["Description": "A long\n buzz"])
    let panel = try Drawing(of: [DrawnPattern(pattern, name: "buzz")]).panels[0]
    #expect(panel.title == "buzz")
    // The profile's gain for continuous events.
    let gain = Profile.wideband.gainContinuous
    #expect(
      panel.notes[0]
        == "2 s long; the haptic signal peaks at \(gain) of full scale (profile wideband)")
    #expect(panel.notes.count == 2 && panel.notes[1].contains("A long"))
    #expect(!panel.notes[1].contains("\n"))
    #expect(try drawing("tap").panels[0].notes[0].contains(" s long with its decay; "))
    #expect(try drawing("rest 1s, buzz 1s 0").panels[0].notes == ["2 s long; no signal"])
  }

  @Test func `several patterns are numbered to distinguish similar names`() throws {
    let drawn = DrawnPattern(try HapticPattern(notation: "tap"), name: "mail")
    let drawing = try Drawing(of: [drawn, drawn])
    #expect(drawing.panels.map(\.title).prefix(2) == ["1 mail", "2 mail"])
    #expect(drawing.panels[2].title.contains("how much stronger 2 mail feels than 1 mail"))
    #expect(drawing.title == "1\u{A0}mail, 2\u{A0}mail")
  }

  @Test func `the sound names its files, and the legend the units`() throws {
    let rate = SensationTrack.sampleRate
    let samples = (0..<800).map { Float(0.5 * sin(2 * Double.pi * 400 * Double($0) / rate)) }
    let events = ["a/bell.wav", "b.wav", "a/bell.wav", "c.wav", "d.wav"].enumerated().map {
      HapticEvent(.audioCustom, at: Double($0), waveform: .init(path: $1))
    }
    let sound = DecodedSound(channels: [samples], sampleRate: rate)
    let drawn = DrawnPattern(
      try HapticPattern(events: events), name: "sounds",
      sounds: ["a/bell.wav": sound, "b.wav": sound, "c.wav": sound])
    let drawing = try Drawing(of: [drawn])
    let lane = try #require(drawing.panels[0].lanes.first { $0.name == "sound" })
    #expect(lane.notes == ["bell.wav, b.wav, c.wav, d.wav", "of full scale"])
    #expect(
      drawing.keys.map(\.text) == [
        "sound of bell.wav, b.wav, c.wav and 1 more, parts of full scale"
      ])
    let haptic = try self.drawing("buzz 1s 0.2..1/0.5").keys.map(\.text)
    #expect(haptic.contains("sharpness 0, round") && haptic.contains("1, crisp"))
    #expect(haptic.contains("signal, parts of full scale"))
  }

  @Test func `captions have a separate row`() throws {
    let pattern = try HapticPattern(
      entries: HapticPattern(notation: "tone 300ms 0.5/0.2").entries,
      metadata: ["Captions": .json(#"[{"Time": 0.0, "Text": "a chime"}]"#)])
    let lane = try Drawing(of: [DrawnPattern(pattern, name: "tone")]).panels[0].lanes[0]
    #expect(lane.rows == 2 && lane.ticks.map(\.text) == ["caption", "tone"])
    #expect(lane.marks.contains(.text(.init(0, 0), "a chime")))
    #expect(lane.marks.contains(.bar(from: 0, to: 0.3, value: 1.5, .audio)))
  }

  @Test func `the description expresses the pattern in words`() throws {
    let drawing = try drawing("tap 1/0.5")
    #expect(drawing.description.contains("1 tap"))
    #expect(drawing.description.contains("at 0 s a strong tap"))
  }

  @Test func `the difference of two patterns is drawn and described`() throws {
    let different = try drawing("buzz 500ms 1/0.5", "buzz 500ms 0.3/0.5")
    #expect(different.panels.map(\.title).last?.hasPrefix("difference: how much stronger ") == true)
    #expect(different.description.contains("feel different for"))
    let alike = try drawing("buzz 500ms 1/0.5", "buzz 500ms 0.95/0.5")
    #expect(alike.description.contains("feel the same"))
    #expect(try drawing("tap", "tap", "tap").panels.count == 3)
  }

  @Test(arguments: [1, 2, 3])
  func `marks of random patterns are finite and inside their lanes`(seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed, sampleRate: 8_000, length: 2)
    let pattern = try generator.pattern()
    let drawing = try Drawing(of: [DrawnPattern(pattern, name: "random")])
    for lane in drawing.panels.flatMap(\.lanes) {
      #expect(lane.range.lowerBound < lane.range.upperBound)
      for case .stem(let point, _) in lane.marks {
        #expect(point.time <= drawing.seconds && lane.range.contains(point.value))
      }
      for case .area(let points, _) in lane.marks {
        #expect(points.allSatisfy { $0.time.isFinite && lane.range.contains(min($0.value, 30)) })
      }
    }
  }

  @Test func `the drawing of an empty pattern is empty`() throws {
    let drawing = try Drawing(of: [DrawnPattern(HapticPattern(entries: []), name: "empty")])
    #expect(drawing.description == "Nothing happens.")
    #expect(Page(drawing).height > 0)
  }

  @Test func `a hundred thousand taps are reduced to the visible marks`() throws {
    let events = (0..<100_000).map {
      HapticEvent(
        .hapticTransient, at: Double($0) / 10_000,
        parameters: [EventParameter(.hapticIntensity, 0.1)])
    }
    let drawing = try Drawing(of: [DrawnPattern(HapticPattern(events: events), name: "many")])
    #expect(marks(drawing, "intensity").count <= 1_200)
  }
}
