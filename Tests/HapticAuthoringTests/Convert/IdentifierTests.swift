import HapticEngine
import Testing

@testable import HapticFormats

/// Names in source code.
@Suite struct IdentifierTests {
  private static func source(_ format: String, named name: String) throws -> String {
    let pattern = try HapticPattern { Transient(at: 0, intensity: 1, sharpness: 0.5) }
    let exported = try #require(PatternFormat.named(format)).write(
      pattern, options: ConversionOptions(name: name))
    return String(decoding: exported.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("swift", "switch", "func haptic_switch()"), ("swift", "tap", "func haptic_tap()"),
    ("kotlin", "object", "val haptic_object: "),
    ("meta-envelope", "class", "static class haptic_class\n"),
    ("godot", "pi", "const HAPTIC_PI := ["), ("c", "\u{E9}", "struct haptic_uE9_point"),
    ("force-feedback", "9 lives", " haptic_9_lives_effects[]"),
    ("swift", "漢字", "func haptic_u6F22u5B57()"),
  ])
  func `the name of a pattern in source code has a prefix`(
    format: String, name: String, part: String
  ) throws {
    let text = try Self.source(format, named: name)
    #expect(text.contains(part), "\(text)")
  }
}
