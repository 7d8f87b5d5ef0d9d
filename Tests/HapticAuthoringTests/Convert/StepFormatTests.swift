import HapticEngine
import Realtime
import TestSupport
import Testing

@testable import HapticFormats

/// Formats of steps in milliseconds, the fit, and XML.
@Suite struct StepFormatTests {
  private static func read(_ name: String, _ text: String) throws -> ImportedPattern {
    try #require(PatternFormat.named(name)).read(Array(text.utf8))
  }

  private static func write(_ name: String, _ pattern: HapticPattern) throws -> String {
    String(decoding: try #require(PatternFormat.named(name)).write(pattern).bytes, as: UTF8.self)
  }

  @Test(arguments: ["[200]", "[100, 30, 100]", "[0, 500, 20]", "[1, 1, 1]"])
  func `an array that browsers play in full survives a round trip`(text: String) throws {
    let imported = try Self.read("web-vibration", text)
    // A millisecond is too short for a release.
    #expect(imported.losses.listed.map(\.kind) == (text == "[1, 1, 1]" ? [.envelope] : []))
    #expect(try Self.write("web-vibration", imported.parts[0].pattern) == text + "\n")
  }

  @Test func `a browser plays 99 entries of 10 s`() throws {
    let long = try Self.read("web-vibration", "[20000]")
    #expect(long.parts[0].pattern.duration == 10)
    #expect(long.losses.listed.map(\.kind) == [.length])
    let many = "[" + (0..<120).map { _ in "10" }.joined(separator: ",") + "]"
    let cut = try Self.read("web-vibration", many)
    #expect(cut.parts[0].pattern.events.count == 50)
    #expect(cut.losses.listed.map(\.size) == [21])
  }

  @Test(arguments: [489, 490, 491, 28_988])
  func `events after the 99 entries of a browser are refused`(seconds: Double) throws {
    let pattern = try HapticPattern { Transient(at: seconds, intensity: 1) }
    if seconds <= 490 {
      // 49 rests of at most 10 s: the tap is the 99th entry.
      let text = try Self.write("web-vibration", pattern)
      #expect(text.hasSuffix(", 20]\n"))
      #expect(try Self.read("web-vibration", text).parts[0].pattern.events.count == 1)
    } else {
      #expect(throws: ConversionError.self) { try Self.write("web-vibration", pattern) }
    }
  }

  @Test func `waveform arrays survive a round trip`() throws {
    let text = """
      {
        "timings": [10, 20, 30, 40],
        "amplitudes": [0, 255, 1, 128],
        "repeat": -1
      }

      """
    let imported = try Self.read("android-waveform", text)
    // Each step is released before the next.
    #expect(imported.losses.listed.map(\.kind) == [.envelope])
    #expect(try Self.write("android-waveform", imported.parts[0].pattern) == text)
  }

  @Test func `default amplitudes and repetitions are losses`() throws {
    let text = #"{"timings": [10, 20], "amplitudes": [-1, 0], "repeat": 0}"#
    let losses = try Self.read("android-waveform", text).losses
    #expect(losses.listed.map(\.kind) == [.intensity, .repetition])
  }

  @Test func `a tap is written as 20 ms, and a line as steps of 10 ms`() throws {
    let pattern = try HapticPattern {
      Transient(at: 0.1, intensity: 1)
      Continuous(at: 0.2, duration: 0.04, intensity: 1, sharpness: 0.5)
      Curve(.hapticIntensityControl, at: 0.2, [(0, 0), (0.04, 1)])
    }
    let text = try Self.write("android-waveform", pattern)
    #expect(text.contains("[100, 20, 80, 10, 10, 10, 10]"))
    #expect(text.contains("[0, 255, 0, 32, 96, 159, 223]"))
  }

  /// In AHAP the curve also acts on the tap, so the tap is no stronger than the vibration that begins with it.
  @Test func `a step has the greater strength of a tap under a curve and the vibration`() throws {
    func pattern(_ vibration: Double) throws -> HapticPattern {
      try HapticPattern {
        Transient(at: 0, intensity: 1)
        Continuous(at: 0, duration: 0.04, intensity: vibration, sharpness: 0)
        Curve(.hapticIntensityControl, at: 0, [(0, 0.8), (0.02, 1), (0.04, 1)])
      }
    }
    // The means of 10 ms are 0.85 and 0.95; times 255, they are 216.75 and 242.25.
    #expect(try Self.write("android-waveform", pattern(1)).contains("[217, 242, 255]"))
    // A weaker vibration of 0.6 does not hide the tap of 0.8.
    #expect(try Self.write("android-waveform", pattern(0.6)).contains("[204, 153]"))
  }

  @Test func `a sum of vibrations too strong for a byte is clamped`() throws {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 0.1, intensity: 0.2)
      Continuous(at: 0.02, duration: 0.03, intensity: 1)
    }
    let format = try #require(PatternFormat.named("android-waveform"))
    let exported = try format.write(pattern)
    #expect(String(decoding: exported.bytes, as: UTF8.self).contains("[20, 30, 50]"))
    #expect(exported.losses.listed.contains { $0.kind == .overlap && $0.place == "Pattern[0]" })
  }

  // MARK: XML

  @Test func `a basic envelope is read point by point and survives a round trip`() throws {
    let text = """
      <vibration-effect>
        <basic-envelope-effect initialSharpness="0.5">
          <control-point intensity="0.25" sharpness="0.5" durationMs="100"/>
          <control-point intensity="0.0" sharpness="0.75" durationMs="50"/>
        </basic-envelope-effect>
      </vibration-effect>

      """
    let imported = try Self.read("android-xml", text)
    #expect(imported.losses.isEmpty)
    let pattern = imported.parts[0].pattern
    #expect(abs(pattern.duration - 0.15) < 1e-12)
    #expect(pattern.curves.first?.controlPoints.map(\.value) == [0, 0.25, 0])
    #expect(try Self.write("android-xml", pattern) == text)
  }

  @Test(arguments: seeds(1..<61))
  func `any basic envelope survives a round trip with its first sharpness`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func share() -> Double { Double(random.next() % 1_001) / 1_000 }
    let count = 2 + Int(random.next() % 9)
    let points = (0..<count).map { index in
      "    <control-point intensity=\"\(index == count - 1 ? 0 : share())\" "
        + "sharpness=\"\(share())\" durationMs=\"\(1 + random.next() % 300)\"/>\n"
    }
    let text =
      "<vibration-effect>\n  <basic-envelope-effect initialSharpness=\"\(share())\">\n"
      + points.joined() + "  </basic-envelope-effect>\n</vibration-effect>\n"
    let imported = try Self.read("android-xml", text)
    #expect(imported.losses.isEmpty)
    let format = try #require(PatternFormat.named("android-xml"))
    // The pattern's file instead of the pattern itself, because its numbers are text.
    let file = AHAP.encode(imported.parts[0].pattern)
    let written = try format.write(try #require(AHAP.read(file).pattern))
    // Devices do not guarantee points of less than 20 ms, but the file holds them.
    #expect(written.losses.isEmpty, "\(written.losses.lines)")
    #expect(String(decoding: written.bytes, as: UTF8.self) == text)
  }

  @Test func `a waveform in XML equals the arrays`() throws {
    let text = """
      <?xml version="1.0"?><!-- two -->
      <vibration-effect><waveform-effect>
        <waveform-entry durationMs="100" amplitude="255"/>
        <waveform-entry durationMs="50" amplitude="0"/>
        <repeating><waveform-entry durationMs="30" amplitude="default"/></repeating>
      </waveform-effect></vibration-effect>
      """
    let imported = try Self.read("android-xml", text)
    #expect(imported.losses.listed.map(\.kind) == [.repetition, .intensity])
    #expect(try Self.write("web-vibration", imported.parts[0].pattern) == "[100, 50, 30]\n")
  }

  @Test func `the first effect that is not specific to a vendor is selected`() throws {
    let vendor = "<vibration-effect><vendor-effect> AAbb/+== </vendor-effect></vibration-effect>"
    let click = "<vibration-effect><primitive-effect name=\"click\"/></vibration-effect>"
    let imported = try Self.read(
      "android-xml", "<vibration-select>\(vendor)\(click)\(click)</vibration-select>")
    #expect(imported.parts[0].pattern.events.map(\.type) == [.hapticTransient])
    let places = imported.losses.listed.map(\.place).filter { $0.hasPrefix("vibration-effect") }
    #expect(places == ["vibration-effect[0]", "vibration-effect[2]"])
    for alone in [vendor, "<vibration-select>\(vendor)</vibration-select>"] {
      let error = #expect(throws: ConversionError.self) { _ = try Self.read("android-xml", alone) }
      #expect("\(error as Any)".contains("its meaning is known only to its vendor"))
    }
  }

  @Test func `primitives are timed from the previous end or from the previous start`() throws {
    let text = """
      <vibration-effect>
        <primitive-effect name="click"/>
        <primitive-effect name="tick" delayMs="100"/>
        <primitive-effect name="low_tick" scale="0.5" delayMs="50" delayType="relative_start_offset"/>
      </vibration-effect>
      """
    let events = try Self.read("android-xml", text).parts[0].pattern.events
    #expect(events.map { ($0.time * 1_000).rounded() } == [0, 120, 170])
    #expect(events.last?.value(of: .hapticIntensity) == 0.25)
  }

  @Test(arguments: [
    ("<vibration-efect/>", "1:1: error: <vibration-efect> is not allowed here; did you mean"),
    ("<vibration-effect/>", "<vibration-effect> needs an effect"),
    (
      "<vibration-effect>\n<predefined-effect name=\"clik\"/></vibration-effect>",
      "2:20: error: unknown predefined effect \"clik\"; did you mean 'click'?"
    ),
    ("<!DOCTYPE a><vibration-effect/>", "document types"),
    ("<vibration-effect>&lol;</vibration-effect>", "text is not allowed in"),
    ("<vibration-effect a=\"&lol;\"/>", "unknown entity &lol;"),
    ("<vibration-effect>", "is never closed"),
  ])
  func `XML that is not a vibration is refused with its place`(text: String, words: String) throws {
    let error = #expect(throws: ConversionError.self) { try Self.read("android-xml", text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  // MARK: The fit

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the fitted steps are the nearest sequence of that length to the signal`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let signal = (0..<9).map { _ in Double.random(in: 0...1, using: &random) }
    let count = Int.random(in: 1...4, using: &random)
    let fit = StepFit(signal, pieces: count)
    #expect(fit.pieces.count <= count)
    #expect(fit.pieces.reduce(0) { $0 + $1.cells } == signal.count)
    // All ways to divide nine cells, encoded in the bits of a number.
    var least = Double.infinity
    for cuts in 0..<256 where cuts.nonzeroBitCount < count {
      var error = 0.0
      var part: [Double] = []
      for (index, value) in signal.enumerated() {
        part.append(value)
        if index == signal.count - 1 || cuts >> index & 1 == 1 {
          let mean = part.reduce(0, +) / Double(part.count)
          error += part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
          part = []
        }
      }
      least = min(least, (error / 9).squareRoot())
    }
    #expect(abs(fit.error - least) < 1e-6)
  }

  @Test func `a signal of steps is fitted exactly with the same number of pieces`() {
    let fit = StepFit([1, 1, 0, 0, 0.5, 0.5, 0.5], pieces: 10)
    #expect(fit.pieces.map(\.cells) == [2, 2, 3])
    #expect(fit.error < 1e-9)
  }
}
