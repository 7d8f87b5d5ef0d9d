import HapticEngine
import HapticFormats
import Testing

/// Small files that request a lot of work or memory.
///
/// Each is refused immediately.
@Suite struct HostileFileTests {
  private static func error(_ name: String, _ text: String) throws -> String {
    let format = try #require(PatternFormat.named(name))
    let error = #expect(throws: ConversionError.self) { try format.read(Array(text.utf8)) }
    return error?.description ?? ""
  }

  private static func clip(until end: String) -> String {
    """
    {"version": {"major": 1}, "signals": {"continuous": {"envelopes": {"amplitude":
      [{"time": 0, "amplitude": 1}, {"time": \(end), "amplitude": 1}]}}}}
    """
  }

  private static let wave = """
    [{"relative_position": 0, "amplitude_modulation": 0.5},
     {"relative_position": 100, "amplitude_modulation": 0.5}]
    """

  private static func hjif(_ effects: String, library: String = "[]", timescale: Int = 1) -> String
  {
    """
    {"timescale": \(timescale), "perceptions": [{"effect_library": \(library), "channels": [{"bands":
      [{"band_type": "VectorialWave", "effects": \(effects)}]}]}]}
    """
  }

  @Test(arguments: [
    ("android-waveform", #"{"timings":[1000000000000],"amplitudes":[255]}"#),
    ("android-waveform", #"{"timings":[80000000, 80000000],"amplitudes":[255, 128]}"#),
    ("haptic", clip(until: "900000000")),
    ("hjif", hjif(#"[{"position": 900000000, "keyframes": \#(wave)}]"#)),
    (
      "haps",
      """
      {"m_vibration": {"m_melodies": [{"m_notes": [{"m_startingPoint": 0, "m_length": 900000000,
        "m_hapticEffect": {"m_amplitudeModulation": {"m_keyframes": [{"m_time": 0, "m_value": 1}]}}
      }]}]}}
      """
    ),
    (
      "android-xml",
      """
      <vibration-effect><waveform-effect>
        <waveform-entry durationMs="1000000000000" amplitude="255"/>
      </waveform-effect></vibration-effect>
      """
    ),
    (
      "android-xml",
      """
      <vibration-effect><basic-envelope-effect>
        <control-point intensity="1" sharpness="0" durationMs="80000000"/>
        <control-point intensity="0" sharpness="0" durationMs="80000000"/>
      </basic-envelope-effect></vibration-effect>
      """
    ),
  ])
  func `a file longer than a day is refused`(name: String, text: String) throws {
    #expect(try Self.error(name, text).contains("86400"))
  }

  /// The notation and Swift source code express the pattern itself, as AHAP does.
  @Test(
    arguments: PatternFormat.all.filter { $0.isWritable && !$0.isNative }.map(\.name)
      .filter { $0 != "notation" && $0 != "swift" })
  func `a pattern longer than a day is not written`(name: String) throws {
    let format = try #require(PatternFormat.named(name))
    let pattern = try HapticPattern {
      Transient(at: 0)
      Transient(at: 1e6)
    }
    let error = #expect(throws: ConversionError.self) { try format.write(pattern) }
    #expect(error?.description.contains("longer than a day") == true)
  }

  @Test func `the keyframes that references of HJIF play count toward the limit`() throws {
    let keyframes = (0..<2_000).map {
      "{\"relative_position\": \($0), \"amplitude_modulation\": 0.5}"
    }
    let library = "[{\"id\": 1, \"keyframes\": [\(keyframes.joined(separator: ","))]}]"
    let reference = #"{"effect_type": "Reference", "id": 1, "position": 0}"#
    let references = [String](repeating: reference, count: 2_000).joined(separator: ",")
    let text = Self.hjif("[\(references)]", library: library, timescale: 1_000)
    #expect(try Self.error("hjif", text).contains("more than 1000000 keyframes"))
  }

  @Test func `a long pattern is written, but a pattern in which everything overlaps is refused`()
    throws
  {
    let format = try #require(PatternFormat.named("android-xml"))
    let long = try HapticPattern(
      entries: (0..<120_000).map { .event(HapticEvent(.hapticTransient, at: Double($0) * 0.05)) })
    let written = try format.write(long)
    // Up, along, down: four points for each.
    #expect(written.bytes.count > 120_000 * 4 * 40)
    let deep = try HapticPattern(
      entries: (0..<4_000).map {
        .event(HapticEvent(.hapticContinuous, at: Double($0) * 0.001, duration: 20))
      })
    let error = #expect(throws: ConversionError.self) { try format.write(deep) }
    #expect(error?.description.contains("overlap at the same time") == true)
  }

  @Test(arguments: ["0x10", "inf", "nan", "1_0", " 10", "10p0"])
  func `a number in XML must be decimal`(number: String) throws {
    let effect = { (number: String) in
      "<vibration-effect><waveform-effect><waveform-entry durationMs=\"\(number)\" "
        + "amplitude=\"255\"/></waveform-effect></vibration-effect>"
    }
    #expect(try Self.error("android-xml", effect(number)).contains("must be a number"))
    let format = try #require(PatternFormat.named("android-xml"))
    #expect(throws: Never.self) { try format.read(Array(effect("10").utf8)) }
  }

  @Test func `a character reference in XML has a number without a sign`() throws {
    for entity in ["&#+49;", "&#-49;", "&#x+31;"] {
      let text =
        "<vibration-effect><waveform-effect><waveform-entry durationMs=\"\(entity)0\" "
        + "amplitude=\"255\"/></waveform-effect></vibration-effect>"
      #expect(try Self.error("android-xml", text).contains("unknown entity"))
    }
  }
}
