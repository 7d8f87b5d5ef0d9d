import HapticEngine
import Testing

@testable import HapticAuthoring

/// The names in source code.
@Suite struct IdentifierTests {
  private static func source(_ format: String, named name: String) throws -> String {
    let pattern = try HapticPattern { Transient(at: 0, intensity: 1, sharpness: 0.5) }
    let exported = try #require(PatternFormat.named(format)).write(
      pattern, options: ConversionOptions(name: name))
    return String(decoding: exported.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("swift", "switch", "func switch_()"), ("swift", "init", "func init_()"),
    ("swift", "CHHapticPattern", "func CHHapticPattern_()"), ("swift", "tap", "func tap()"),
    ("kotlin", "object", "val object_: "), ("kotlin", "longArrayOf", "val longArrayOf_: "),
    ("meta-envelope", "class", "static class class_\n"),
    ("meta-envelope", "Envelope", "static class Envelope_\n"), ("godot", "pi", "const PI_ := ["),
    ("godot", "notification.ready", "const NOTIFICATION_READY_ := ["),
    ("c", "class", "struct class__point"), ("force-feedback", "9 lives", " _9_lives_effects[]"),
    ("swift", "--", "func pattern()"),
    ("c", "\u{E9}", "struct u00E9_point"), ("swift", "漢字", "func u6F22_u5B57()"),
    ("swift", "Caf\u{E9} 2", "func Caf_u00E9_2()"), ("c", "日本1", "struct u65E5_u672C_1_point"),
  ])
  func `a name that the language reserves has an underscore added`(
    format: String, name: String, part: String
  ) throws {
    let text = try Self.source(format, named: name)
    #expect(text.contains(part), "\(text)")
  }

  @Test(arguments: SourceLanguage.allCases)
  func `no name is a reserved one`(language: SourceLanguage) {
    for name in language.reservedNames {
      let identifier = name.identifier(in: language)
      #expect(!language.reservedNames.contains(identifier))
    }
  }
}
