import Foundation
import HapticEngine
import HapticFormats
import TestSupport
import Testing
import TextFormats

/// Laws of every format: a reader handles any bytes, written files can be read, and a round trip is exact if
/// the format says so, and otherwise gives nearly the same vibration.
@Suite struct FormatLawTests {
  static let readable = PatternFormat.all.filter(\.isReadable).map(\.name)
  static let writable = PatternFormat.all.filter(\.isWritable).map(\.name)
  static let both = readable.filter(writable.contains)
  /// Formats whose curves do not affect transients, and that can hold both.
  static let apart = PatternFormat.all.filter {
    $0.hasTransientsApart && $0.isWritable && $0.holds.contains(.transients)
  }.map(\.name)
  /// Formats of other systems in which the strength follows lines.
  static let curved = PatternFormat.all.filter {
    !$0.isNative && $0.isReadable && $0.isWritable && $0.holds.contains(.curves)
  }.map(\.name)

  /// A pattern with every kind of entry, at whole milliseconds.
  static func sample() throws -> HapticPattern {
    try HapticPattern(metadata: ["Description": "a \"sample\" <&>"]) {
      Continuous(at: 0, duration: 0.4, intensity: 0.6, sharpness: 0.2)
      Curve(.hapticIntensityControl, at: 0, [(0, 1), (0.2, 0.5), (0.4, 0)])
      DynamicParameter(.hapticIntensityControl, 1, at: 0.5)
      Transient(at: 0.5, intensity: 0.9, sharpness: 0.8)
      Continuous(at: 0.75, duration: 0.25, intensity: 1, sharpness: 0.5, release: 0.2)
      Tone(at: 1, duration: 0.1)
      Transient(at: 1.1, intensity: 0.4, sharpness: 0.3)
    }
  }

  @Test func `every format is a constant of its type`() {
    let constants: [PatternFormat] = [
      .ahap, .notation, .haptic, .hjif, .haps, .androidXML, .androidXMLWaveform,
      .androidXMLPrimitives,
      .androidWaveform, .webVibration, .feedbackdTheme, .feedbackdCall, .forceFeedback,
      .metaArray, .godotArray, .swiftSource, .kotlinSource, .cSource,
    ]
    #expect(constants.map(\.name) == PatternFormat.all.map(\.name))
  }

  @Test func `every format has a unique name and unique file extensions`() {
    let names = PatternFormat.all.map(\.name)
    #expect(Set(names).count == names.count)
    let endings = PatternFormat.all.flatMap(\.extensions)
    #expect(Set(endings).count == endings.count)
    for format in PatternFormat.all {
      #expect(format.isReadable || format.isWritable)
      #expect(PatternFormat.named(format.name)?.name == format.name)
      for ending in format.extensions {
        #expect(PatternFormat.ofFile("a.b.\(ending.uppercased())")?.name == format.name)
      }
    }
    #expect(PatternFormat.ofFile("ahap") == nil)
  }

  @Test func `each readable format of another system has a fuzzing program`() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Fuzzing/Sources").standardizedFileURL
    let programs = try FileManager.default.contentsOfDirectory(
      at: package, includingPropertiesForKeys: nil
    ).flatMap { folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }
    let sources = try programs.map { try String(contentsOf: $0, encoding: .utf8) }
    // FuzzAHAP and FuzzNotation call their readers directly. The variants of one reader count as one.
    for format in PatternFormat.all
    where format.isReadable && !format.isNative && format.name != "notation" {
      let isFuzzed = sources.contains { $0.contains("FormatFuzzing.run(\"\(format.name)\")") }
      let isFormOfXML = format.name.hasPrefix("android-xml-")
      #expect(isFuzzed || isFormOfXML, "\(format.name)")
    }
  }

  @Test(arguments: both)
  func `a written file can be read, and a second round trip does not change it`(name: String) throws
  {
    let format = try #require(PatternFormat.named(name))
    let once = try format.write(Self.sample())
    let pattern = try #require(try format.read(once.bytes).parts.first?.pattern)
    let twice = try format.write(pattern)
    let third = try #require(try format.read(twice.bytes).parts.first?.pattern)
    #expect(try format.write(third).bytes == twice.bytes)
    // The pattern is also valid as an AHAP file.
    #expect(AHAP.read(AHAP.encode(pattern)).pattern == pattern)
  }

  @Test(arguments: both, [1 as UInt64, 2, 3, 4, 5, 6, 7, 8])
  func `a random pattern is written as a readable file`(name: String, seed: UInt64) throws {
    var generator = PatternGenerator(
      seed: seed, sampleRate: 8_000, length: 1, extras: [.tones, .longEvents])
    for _ in 0..<4 {
      let pattern = try generator.pattern()
      let format = try #require(PatternFormat.named(name))
      let exported: ExportedPattern
      do {
        exported = try format.write(pattern)
      } catch {
        guard case .unwritable = error else { throw error }
        continue
      }
      _ = try format.read(exported.bytes)
    }
  }

  @Test(arguments: readable)
  func `damaged files are refused with a place and without a crash`(name: String) throws {
    let format = try #require(PatternFormat.named(name))
    let sound = try format.isWritable ? format.write(Self.sample()).bytes : Array("[]".utf8)
    var random = SplitMix64(seed: 7)
    var refused = 0
    for round in 0..<300 {
      var bytes = sound
      for _ in 0...(round % 4) {
        guard !bytes.isEmpty else { break }
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.removeLast(bytes.count - index)
        case 3: bytes.insert(contentsOf: Array("1e400".utf8), at: index)
        default:
          let end = min(bytes.count, index + 40)
          bytes.insert(contentsOf: bytes[index..<end], at: index)
        }
      }
      do {
        _ = try format.read(bytes)
      } catch {
        refused += 1
        guard case .invalid(_, let problems, let count) = error else { continue }
        #expect(!problems.isEmpty && problems.count <= 1_000 && count >= problems.count)
        #expect(problems.allSatisfy { $0.location.line > 0 && $0.location.column > 0 })
      }
    }
    #expect(refused > 50)
  }

  @Test(arguments: readable)
  func `deep nesting is refused`(name: String) throws {
    let format = try #require(PatternFormat.named(name))
    for text in ["[", "{\"a\":", "<a>", "<vibration-effect>"] {
      let bytes = Array(String(repeating: text, count: 100_000).utf8)
      #expect(throws: ConversionError.self) { try format.read(bytes) }
    }
  }

  @Test(
    arguments: both.filter { !["ahap", "notation", "android-xml-primitives"].contains($0) })
  func `content that a format cannot hold is reported`(name: String) throws {
    let format = try #require(PatternFormat.named(name))
    let losses = try format.write(Self.sample()).losses
    #expect(losses.listed.contains { $0.kind == .sound && $0.place == "Pattern[5]" })
    #expect(losses.listed.contains { $0.kind == .envelope })
    if !format.holds.contains(.sharpness) {
      #expect(losses.listed.contains { $0.kind == .sharpness })
    }
    if !format.holds.contains(.transients) {
      #expect(losses.listed.count { $0.kind == .transient } >= 2)
    }
    #expect(losses.count == losses.listed.count)
  }

  /// A vibration that grows, and a tap that is stronger than the vibration at its time.
  private static func tapOverCurve() throws -> HapticPattern {
    try HapticPattern {
      Continuous(at: 0, duration: 0.4, intensity: 0.5, sharpness: 0.5, attack: 0.9)
      Transient(at: 0.2, intensity: 1, sharpness: 0.5)
    }
  }

  @Test(arguments: apart)
  func `a transient that a curve would weaken keeps its strength in a separate pattern`(
    name: String
  ) throws {
    let format = try #require(PatternFormat.named(name))
    let bytes = try format.write(Self.tapOverCurve()).bytes
    #expect(try format.read(bytes).losses.listed.contains { $0.kind == .transient })
    let apart = try format.read(bytes, options: ConversionOptions(transients: .apart))
    #expect(!apart.losses.listed.contains { $0.kind == .transient })
    #expect(apart.parts.map(\.name) == ["continuous", "transients"])
    let tap = try #require(apart.parts[1].pattern.events.first)
    #expect(abs((tap.value(of: .hapticIntensity) ?? 0) - 1) < 1e-6)
    #expect(apart.parts[1].pattern.curves.isEmpty)
    #expect(!apart.parts[0].pattern.events.contains { $0.type == .hapticTransient })
  }

  @Test(arguments: apart, apart)
  func `transients keep their strength between formats whose curves do not affect them`(
    from: String, to: String
  ) throws {
    let (source, target) = (
      try #require(PatternFormat.named(from)), try #require(PatternFormat.named(to))
    )
    var options = ConversionOptions()
    options.curvesActOnTransients = false
    let bytes = try source.write(Self.tapOverCurve()).bytes
    let imported = try source.read(bytes, options: options)
    #expect(imported.parts.count == 1)
    #expect(!imported.losses.listed.contains { $0.kind == .transient })
    let converted = try target.write(imported.parts[0].pattern, options: options)
    #expect(!converted.losses.listed.contains { $0.kind == .transient })
    options.transients = .apart
    let parts = try target.read(converted.bytes, options: options).parts
    let tap = try #require(parts.last?.pattern.events.first)
    #expect(abs((tap.value(of: .hapticIntensity) ?? 0) - 1) < 1e-5)
  }

  @Test(arguments: ["hjif", "haps"])
  func `whole milliseconds stay whole milliseconds`(name: String) throws {
    let format = try #require(PatternFormat.named(name))
    let pattern = try HapticPattern {
      for index in 1...30 {
        Continuous(
          at: Double(index * 373) / 1_000, duration: Double(index * 7) / 1_000, intensity: 0.5)
      }
    }
    let back = try #require(try format.read(try format.write(pattern).bytes).parts.first?.pattern)
    #expect(back.events.count == 30)
    for event in back.events {
      #expect("\(event.time)".count <= 6 && "\(event.duration ?? 0)".count <= 5, "\(event)")
    }
  }

  /// A vibration of full strength has the same envelope in every format, within 1 dB.
  @Test(arguments: both.filter { $0 != "android-xml-primitives" })
  func `a plain vibration keeps its rendered envelope`(name: String) throws {
    let format = try #require(PatternFormat.named(name))
    let pattern = try HapticPattern {
      Continuous(at: 0.1, duration: 0.3, intensity: 1, sharpness: 0.5)
      Continuous(at: 0.6, duration: 0.2, intensity: 1, sharpness: 0.5)
    }
    let back = try #require(try format.read(try format.write(pattern).bytes).parts.first?.pattern)
    let ours = try RenderedEnvelope(back, window: 4)
    let theirs = try RenderedEnvelope(pattern, window: 4)
    let distance = ours.distance(to: theirs, edges: 2, floor: -20)
    #expect(distance < 1)
  }

  /// If the intensity changes, formats with curves keep it.
  @Test(arguments: curved)
  func `a changing vibration keeps its rendered envelope`(name: String) throws {
    let format = try #require(PatternFormat.named(name))
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 1, intensity: 0.8, sharpness: 0.2)
      Curve(.hapticIntensityControl, [(0, 1), (0.5, 0.5), (1, 1)])
      Curve(.hapticSharpnessControl, [(0, 0), (1, 0.5)])
      DynamicParameter(.hapticIntensityControl, 1, at: 1)
    }
    let back = try #require(try format.read(try format.write(pattern).bytes).parts.first?.pattern)
    let ours = try RenderedEnvelope(back, window: 4)
    let theirs = try RenderedEnvelope(pattern, window: 4)
    let distance = ours.distance(to: theirs, edges: 2, floor: -20)
    #expect(distance < 1)
  }

  /// Files of 100 ms of silence, a fade of `length` milliseconds, and a soft tap at its end.
  private static func fadeAndTap(length: Int, in format: String) -> String {
    switch format {
    case "hjif":
      """
      {"timescale": 1000, "perceptions": [{"channels": [{"bands": [
        {"band_type": "VectorialWave", "effects": [{"position": 100, "keyframes": [
          {"relative_position": 0, "amplitude_modulation": 0.6138, "frequency_modulation": 183},
          {"relative_position": \(length), "amplitude_modulation": 0, "frequency_modulation": 183}]}]},
        {"band_type": "Transient", "effects": [{"position": \(100 + length), "keyframes": [
          {"relative_position": 0, "amplitude_modulation": 0.1, "frequency_modulation": 183}]}]}
      ]}]}]}
      """
    default:
      """
      {"m_vibration": {"m_melodies": [{"m_notes": [
        {"m_startingPoint": 0.1, "m_length": \(Double(length) / 1_000), "m_hapticEffect":
          {"m_amplitudeModulation": {"m_keyframes": [{"m_time": 0, "m_value": 1},
            {"m_time": \(Double(length) / 1_000), "m_value": 0}]}}},
        {"m_startingPoint": \(Double(100 + length) / 1_000), "m_length": 0.022, "m_gain": 0.1,
          "m_hapticEffect": {"m_type": 0}}]}]}}
      """
    }
  }

  @Test(arguments: ["hjif", "haps"], [300, 50])
  func `a fade immediately before a tap does not click`(name: String, length: Int) throws {
    let format = try #require(PatternFormat.named(name))
    let read = try format.read(Array(Self.fadeAndTap(length: length, in: name).utf8))
    let pattern = try #require(read.parts.first?.pattern)
    let vibration = try #require(pattern.events.first { $0.type == .hapticContinuous })
    let tap = try #require(pattern.events.first { $0.type == .hapticTransient })
    #expect(abs(tap.time - Double(100 + length) / 1_000) < 1e-9)
    // The release is over when the control steps back for the tap.
    #expect(abs(vibration.time + (vibration.duration ?? 0) + 0.005 - tap.time) < 1e-9)
    // The shortened fade is reported.
    let loss = try #require(read.losses.listed.first { $0.kind == .envelope })
    #expect(abs(loss.size - 5 / Double(length) / 4) < 1e-6)
    // Written again, it is the whole fade.
    let again = try format.read(try format.write(pattern).bytes)
    #expect(again.parts.first?.pattern == pattern)
  }

  @Test func `a vibration immediately before a tap is released early, which is a loss`()
    throws
  {
    let text = Self.fadeAndTap(length: 300, in: "haps")
      .replacing("\"m_value\": 0}", with: "\"m_value\": 0.7}")
    let read = try #require(PatternFormat.named("haps")).read(Array(text.utf8))
    let vibration = try #require(read.parts.first?.pattern.events.first { $0.duration != nil })
    #expect(abs((vibration.duration ?? 0) - 0.295) < 1e-9)
    let loss = try #require(read.losses.listed.first { $0.kind == .envelope })
    #expect(abs(loss.size - 0.7) < 1e-6)
    #expect(loss.time.map { abs($0 - 0.4) < 1e-6 } == true)
  }
}
