import Foundation
import HapticEngine
import HapticFormats
import Testing

/// Content of other formats that a pattern does not hold: each key is a loss.
@Suite struct UnreadKeyTests {
  private static func format(_ name: String) throws -> PatternFormat {
    try #require(PatternFormat.named(name))
  }

  /// A file of the format without white space, with a vibration followed by a transient.
  private static func file(_ name: String) throws -> String {
    if name == "haptic 0.2" {
      return """
        {"version": {"major": 0, "minor": 2, "patch": 0}, "metadata": {"editor": "x"}, "voices": {
          "envelopes": [[{"time": 0, "amplitude": 0.5}, {"time": 1, "amplitude": 0.5}],
            [{"time": 0, "amplitude": 0.5}]],
          "transients": [[{"time": 0.5, "amplitude": 0.9}], [{"time": 0.5, "amplitude": 0.5}]]}}
        """
    }
    let pattern = try HapticPattern(notation: "buzz 300ms 0.5/0.5, rest 100ms, tap 1/0.5")
    let text = String(decoding: try format(name).write(pattern).bytes, as: UTF8.self)
    return text.filter { !$0.isWhitespace }
  }

  private static func losses(_ name: String, _ text: String) throws -> ConversionLosses {
    let format = try format(name == "haptic 0.2" ? "haptic" : name)
    return try format.read(Array(text.utf8)).losses
  }

  /// Copies of `value` with the key `Zz` in one of its objects each, by the path of that key.
  private static func marked(_ value: Any, _ path: String = "") -> [(path: String, value: Any)] {
    if let elements = value as? [Any] {
      return elements.indices.flatMap { index in
        marked(elements[index], "\(path)[\(index)]").map { inner in
          var changed = elements
          changed[index] = inner.value
          return (inner.path, changed as Any)
        }
      }
    }
    guard let object = value as? [String: Any] else { return [] }
    let prefix = path.isEmpty ? "" : "\(path)."
    var all: [(path: String, value: Any)] = [
      ("\(prefix)Zz", object.merging(["Zz": 1]) { $1 })
    ]
    for (key, member) in object.sorted(by: { $0.key < $1.key }) {
      all += marked(member, prefix + key).map { inner in
        (inner.path, object.merging([key: inner.value]) { $1 })
      }
    }
    return all
  }

  @Test(arguments: ["hjif", "haps", "haptic", "haptic 0.2", "android-waveform"])
  func `an unknown key is a loss at every level of a file`(name: String) throws {
    let text = try Self.file(name)
    let usual = try Self.losses(name, text).count
    let all = Self.marked(try JSONSerialization.jsonObject(with: Data(text.utf8)))
    #expect(all.count > (name == "android-waveform" ? 0 : 5))
    for (path, value) in all {
      // Content that is not a vibration is reported only as a whole.
      if ["m_stiffness", "m_texture"].contains(where: path.hasPrefix) { continue }
      let data = try JSONSerialization.data(withJSONObject: value)
      let losses = try Self.losses(name, String(decoding: data, as: UTF8.self))
      #expect(losses.count == usual + 1, "\(path)")
      #expect(losses.listed.contains { $0.place == path }, "\(path): \(losses.listed)")
    }
  }

  @Test(arguments: [
    ("hjif", #""mixing_coefficient":1"#, #""mixing_coefficient":0.5"#),
    ("hjif", #""phase":0"#, #""phase":1.57"#),
    ("hjif", #""unit_exponent":0"#, #""unit_exponent":3"#),
    ("hjif", #""body_part_mask":0"#, #""body_part_mask":7"#),
    ("hjif", #""avatars":[]"#, #""avatars":[{"id":0}]"#),
    ("hjif", #""description":"","gain""#, #""description":"left hand","gain""#),
    ("haps", #""m_priority":0"#, #""m_priority":1"#),
    ("haps", #""m_maximum":1"#, #""m_maximum":0.5"#),
    ("haps", #""m_time_unit":0"#, #""m_time_unit":1"#),
    ("haps", #""m_extrapolationStrategy":0"#, #""m_extrapolationStrategy":1"#),
    ("haps", #""m_signalEvaluationMethod":3"#, #""m_signalEvaluationMethod":1"#),
    ("haps", #""m_HDFlag":0"#, #""m_HDFlag":1"#),
    ("haps", #""m_version":"5""#, #""m_version":"4""#),
  ])
  func `a key that does not fit a pattern is a loss, unless it has its default value`(
    name: String, old: String, new: String
  ) throws {
    let text = try Self.file(name)
    #expect(text.contains(old))
    let (usual, changed) = (
      try Self.losses(name, text), try Self.losses(name, text.replacing(old, with: new))
    )
    #expect(changed.count > usual.count, "\(changed.listed)")
  }

  @Test func `an exact file of HJIF does not have losses`() throws {
    #expect(try Self.losses("hjif", Self.file("hjif")).isEmpty)
    #expect(try Self.losses("web-vibration", "[100.5]").listed.map(\.kind) == [.time])
  }

  @Test(arguments: [
    ("web-vibration", "[]"), ("web-vibration", "0"), ("web-vibration", "[0]"),
    ("android-waveform", #"{"timings": [0], "amplitudes": [1]}"#),
    ("android-waveform", #"{"timings": []}"#),
    (
      "android-xml",
      "<vibration-effect><waveform-effect><waveform-entry durationMs=\"0\" amplitude=\"25\"/>"
        + "</waveform-effect></vibration-effect>"
    ),
    (
      "hjif",
      #"{"timescale": 1000, "perceptions": [{"channels": [{"bands": [{"band_type": "Curve", "effects": []}]}]}]}"#
    ),
    (
      "hjif",
      #"{"timescale": 1000, "perceptions": [{"perception_modality": "Temperature", "channels": []}]}"#
    ),
  ])
  func `a file of which nothing remains is refused with the omitted parts`(
    name: String, text: String
  ) throws {
    let error = #expect(throws: ConversionError.self) { try Self.losses(name, text) }
    let words = error?.description ?? ""
    #expect(words.contains("no part of this file becomes a vibration or a transient"))
    if name == "hjif" { #expect(words.contains("omitted: perceptions[0]"), "\(words)") }
  }
}
