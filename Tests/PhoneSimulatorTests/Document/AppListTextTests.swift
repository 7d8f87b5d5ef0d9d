import Testing
import TextFormats

@testable import PhoneSimulator

/// Changes of lists and of maps in braces, which keep their notation, commas and comments.
struct AppListTextTests {
  /// Returns a scenario whose only app has the properties `text`, after a property was set, or removed for nil.
  private static func changed(
    _ text: String, _ property: String, _ value: String?, lineBreak: String = "\n"
  ) throws(ScenarioText.Refusal) -> String {
    let (before, after) = ("scenario: Lists\napps:\n  app:", "\nsteps: []\n")
    func whole(_ part: String) -> String {
      (before + part + after).replacing("\n", with: lineBreak)
    }
    let file = ScenarioText(Array(whole(text).utf8), in: ScenarioFolder())
    #expect(file.problems.isEmpty, "\(text)")
    let changed =
      if let value { try file.setting(property, to: value, ofApp: 0, of: 0) } else {
        try file.clearing(property, ofApp: 0, of: 0)
      }
    let made = String(decoding: changed.bytes, as: UTF8.self).replacing(lineBreak, with: "\n")
    #expect(made.hasPrefix(before) && made.hasSuffix(after))
    return String(made.dropFirst(before.count).dropLast(after.count))
  }

  private static let block = """

        category: playback
        options:   # which others
          # music continues
          - mixWithOthers   # always
          - 'duckOthers'

          # the end
    """

  /// The new list, and what replaces what in `block`.
  static let lists: [(value: String, old: String, new: String)] = [
    ("[mixWithOthers, duckOthers]", "", ""),
    ("[mixWithOthers]", "      - 'duckOthers'\n", ""),
    (
      "[ mixWithOthers, 'duckOthers', interruptSpokenAudioAndMixWithOthers ]", "'duckOthers'\n",
      "'duckOthers'\n      - interruptSpokenAudioAndMixWithOthers\n"
    ),
    ("['duckOthers']", "      - mixWithOthers   # always\n", ""),
    (
      "[interruptSpokenAudioAndMixWithOthers, 'duckOthers']", "mixWithOthers",
      "interruptSpokenAudioAndMixWithOthers"
    ),
    (
      "[interruptSpokenAudioAndMixWithOthers, mixWithOthers, 'duckOthers']",
      "      - mixWithOthers",
      "      - interruptSpokenAudioAndMixWithOthers\n      - mixWithOthers"
    ),
    ("[mixWithOthers, 'duckOthers']", "", ""),
  ]

  @Test(arguments: lists, ["\n", "\r\n"])
  func `a list with dashes keeps its dashes and comments`(
    _ list: (value: String, old: String, new: String), _ lineBreak: String
  ) throws {
    let expected = list.old.isEmpty ? Self.block : Self.block.replacing(list.old, with: list.new)
    #expect(
      try Self.changed(Self.block, "options", list.value, lineBreak: lineBreak) == expected)
  }

  @Test func `a list with dashes without items becomes an empty list with the same comments`()
    throws
  {
    #expect(
      try Self.changed(Self.block, "options", "[]") == """

            category: playback
            options: []   # which others
              # music continues

              # the end
        """)
  }

  /// A text, a property, its new value or nil, and the new text.
  static let braces: [(text: String, property: String, value: String?, new: String)] = [
    // Lists in brackets.
    (
      " { options: [mixWithOthers, # a\n      duckOthers], category: playback }", "options",
      "[mixWithOthers]", " { options: [mixWithOthers # a\n      ], category: playback }"
    ),
    (
      " { options: [mixWithOthers, # a\n      duckOthers], category: playback }", "options",
      "[mixWithOthers, duckOthers, interruptSpokenAudioAndMixWithOthers]",
      " { options: [mixWithOthers, # a\n      duckOthers, interruptSpokenAudioAndMixWithOthers], category: playback }"
    ),
    (
      " { options: [mixWithOthers, duckOthers], category: playback }", "options", "[duckOthers]",
      " { options: [duckOthers], category: playback }"
    ),
    (
      " { options: [ # none\n    ], category: playback }", "options", "[duckOthers]",
      " { options: [duckOthers # none\n    ], category: playback }"
    ),
    // Maps on one line.
    (
      " { sound: effect, behavior: manual, layerVolume: 1 }", "sound", nil,
      " { behavior: manual, layerVolume: 1 }"
    ),
    (
      " { sound: effect, behavior: manual, layerVolume: 1 }", "behavior", nil,
      " { sound: effect, layerVolume: 1 }"
    ),
    (
      " { sound: effect, behavior: manual, layerVolume: 1 }", "layerVolume", nil,
      " { sound: effect, behavior: manual }"
    ),
    (" {sound: effect,}", "sound", nil, " {}"),
    (" { sound: effect , }", "sound", nil, " { }"),
    // Maps with a line for each entry: its comment goes with the entry, and no comma is left over.
    (
      " {\n    sound: effect, # s\n    # over b\n    behavior: manual, # b\n    layerVolume: 1 # l\n  }",
      "sound", nil,
      " {\n    # over b\n    behavior: manual, # b\n    layerVolume: 1 # l\n  }"
    ),
    (
      " {\n    sound: effect, # s\n    # over b\n    behavior: manual, # b\n    layerVolume: 1 # l\n  }",
      "behavior", nil,
      " {\n    sound: effect, # s\n    # over b\n    layerVolume: 1 # l\n  }"
    ),
    (
      " {\n    sound: effect, # s\n    # over b\n    behavior: manual, # b\n    layerVolume: 1 # l\n  }",
      "layerVolume", nil,
      " {\n    sound: effect, # s\n    # over b\n    behavior: manual # b\n  }"
    ),
    (
      " {\n    sound: effect, # s\n    layerVolume: 1, # l\n  }", "layerVolume", nil,
      " {\n    sound: effect, # s\n  }"
    ),
    (" {\n    sound: effect # s\n  }", "sound", nil, " {\n  }"),
    (
      " {\n    sound: effect # s\n  }", "behavior", "manual",
      " {\n    sound: effect, # s\n    behavior: manual\n  }"
    ),
    (
      " {\n    sound: effect, # s\n  }", "behavior", "manual",
      " {\n    sound: effect, # s\n    behavior: manual,\n  }"
    ),
    // Commas at the beginnings of lines.
    (
      " { sound: effect   # s\n  , behavior: manual   # b\n  , layerVolume: 1\n  }", "behavior",
      nil,
      " { sound: effect   # s\n  , layerVolume: 1\n  }"
    ),
    (
      " { sound: effect   # s\n  , behavior: manual   # b\n  , layerVolume: 1\n  }", "layerVolume",
      nil,
      " { sound: effect   # s\n  , behavior: manual   # b\n  }"
    ),
    (
      " { sound: effect   # s\n  , behavior: manual   # b\n  , layerVolume: 1\n  }", "sound", nil,
      " {    # s\n    behavior: manual   # b\n  , layerVolume: 1\n  }"
    ),
    (
      " { sound: effect   # s\n  , behavior: manual   # b\n  }", "layerVolume", "1",
      " { sound: effect   # s\n  , behavior: manual   # b\n  , layerVolume: 1\n  }"
    ),
    // Several entries on a line.
    (
      " { sound: effect,   # s\n    behavior: manual }", "behavior", nil,
      " { sound: effect   # s\n    }"
    ),
    (
      " { sound: effect, behavior: manual,   # b\n    layerVolume: 1 }", "behavior", nil,
      " { sound: effect,   # b\n    layerVolume: 1 }"
    ),
    (
      " { sound: effect,   # s\n    behavior: manual, layerVolume: 1 }", "behavior", nil,
      " { sound: effect,   # s\n    layerVolume: 1 }"
    ),
    (
      " { sound: effect,   # s\n    behavior: manual }", "behavior", "guidelines",
      " { sound: effect,   # s\n    behavior: guidelines }"
    ),
  ]

  @Test(arguments: braces, ["\n", "\r\n"])
  func `lists and maps in brackets keep their comments, and no comma is left over`(
    _ row: (text: String, property: String, value: String?, new: String), _ lineBreak: String
  ) throws {
    #expect(
      try Self.changed(row.text, row.property, row.value, lineBreak: lineBreak) == row.new)
  }

  @Test(arguments: [
    " { prefers: { # why\n    noInterruptionsFromSystemAlerts: true } }",
    "\n    prefers:\n      # why\n      noInterruptionsFromSystemAlerts: true",
  ])
  func `a map with comments is not replaced by one without them`(_ text: String) throws {
    let refusal = #expect(throws: ScenarioText.Refusal.self) {
      try Self.changed(text, "prefers", "{ noInterruptionsFromSystemAlerts: false }")
    }
    #expect(refusal?.description.contains("comments") == true)
    #expect(try Self.changed(text, "prefers", "{ noInterruptionsFromSystemAlerts: true }") == text)
  }
}
