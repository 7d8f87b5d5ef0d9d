import PhoneRuntime
import Testing
import TextFormats

@testable import PhoneSimulator

/// Changes of the properties of apps in the text of a scenario.
struct AppTextTests {
  private static let file = """
    scenario: A prompt pauses a podcast   # a sentence
    apps:
      # The podcast is in braces.
      podcast: { category: playback, mode: spokenAudio }   # spoken
      music:
        state: background   # behind
        backgroundAudio: true
        # The options follow.
        options:
          - mixWithOthers   # the only one
        category: playback

      empty:
      game: {}
    steps:
      - podcast: activate   # at the start
      - at: 2
        expect: { podcast: { playing: false } }

    """

  private static func read(_ text: String) -> ScenarioText {
    ScenarioText(Array(text.utf8), in: ScenarioFolder())
  }

  private static func string(_ text: ScenarioText) -> String {
    String(decoding: text.bytes, as: UTF8.self)
  }

  /// Returns the file after a property was set, or removed for nil.
  private static func changed(
    _ text: String, _ app: Int, _ property: String, _ value: String?
  ) throws(ScenarioText.Refusal) -> String {
    let text = read(text)
    guard let value else { return string(try text.clearing(property, ofApp: app, of: 0)) }
    return string(try text.setting(property, to: value, ofApp: app, of: 0))
  }

  @Test func `the properties are those of the file, each on one line`() {
    let text = Self.read(Self.file)
    #expect(text.problems.isEmpty)
    let apps = text.apps(of: 0)
    #expect(apps.map(\.name) == ["podcast", "music", "empty", "game"])
    #expect(apps.map(\.line) == [4, 5, 13, 14] && apps.allSatisfy(\.isEditable))
    #expect(apps[0].properties.map(\.text) == ["playback", "spokenAudio"])
    #expect(
      apps[1].properties.map { "\($0.name): \($0.text)" } == [
        "state: background", "backgroundAudio: true", "options: [mixWithOthers]",
        "category: playback",
      ])
  }

  /// An app, a property, its value, and what becomes what in the text.
  @Test(arguments: [
    (0, "behavior", "guidelines", "spokenAudio }", "spokenAudio, behavior: guidelines }"),
    (0, "mode", "moviePlayback", "spokenAudio", "moviePlayback"),
    (1, "state", "suspended", "background   #", "suspended   #"),
    (
      1, "options", "[duckOthers]", "- mixWithOthers   # the only one",
      "- duckOthers   # the only one"
    ),
    (
      1, "behavior", "guidelines", "    category: playback\n\n",
      "    category: playback\n    behavior: guidelines\n\n"
    ),
    (2, "category", "ambient", "empty:\n", "empty: { category: ambient }\n"),
    (
      3, "prefers", "{ noInterruptionsFromSystemAlerts: true }", "game: {}",
      "game: { prefers: { noInterruptionsFromSystemAlerts: true } }"
    ),
  ])
  func `a property is set, and all other bytes remain`(
    _ app: Int, _ property: String, _ value: String, _ old: String, _ new: String
  ) throws {
    #expect(
      try Self.changed(Self.file, app, property, value) == Self.file.replacing(old, with: new))
  }

  @Test(arguments: [
    (0, "mode", "playback, mode: spokenAudio }", "playback }"),
    (0, "category", "category: playback, mode", "mode"),
    (1, "state", "    state: background   # behind\n", ""),
    (1, "options", "    options:\n      - mixWithOthers   # the only one\n", ""),
    (1, "category", "    category: playback\n", ""),
  ])
  func `a property is removed, and all other bytes remain`(
    _ app: Int, _ property: String, _ old: String, _ new: String
  ) throws {
    // Modes and options need their category.
    let file = Self.file.replacing("spokenAudio", with: "default").replacing(
      "mixWithOthers", with: property == "category" ? "duckOthers" : "mixWithOthers")
    let start = file.replacing(
      "options:\n      - duckOthers   # the only one", with: "layerVolume: 1")
    #expect(
      try Self.changed(start, app, property, nil)
        == start.replacing(old.replacing("spokenAudio", with: "default"), with: new))
  }

  @Test func `every property of every app is set and removed again byte for byte`() throws {
    for app in 0..<4 {
      let present = Set(Self.read(Self.file).apps(of: 0)[app].properties.map(\.name))
      for property in AppProperty.all where !present.contains(property.name) {
        let value =
          switch property.kind {
          case .truth: "true"
          // Values that each configuration allows.
          case .word: property.name == "category" ? "playback" : property.choices[0]
          case .words: "[]"
          case .text: property.name == "layerVolume" ? "0.5" : nil as String?
          }
        guard let value else { continue }
        let set = try Self.changed(Self.file, app, property.name, value)
        #expect(Self.read(set).apps(of: 0)[app].properties.contains { $0.text == value })
        let cleared = try Self.changed(set, app, property.name, nil)
        // An app without properties gets braces, which remain.
        let expected = Self.file.replacing("empty:\n", with: app == 2 ? "empty: { }\n" : "empty:\n")
          .replacing("game: {}", with: app == 3 ? "game: { }" : "game: {}")
        #expect(cleared == expected, "\(property.name) of app \(app)")
      }
    }
  }

  @Test(arguments: [
    ("playback, mode: default", "duplicate key"), ("", "one value"), ("a\nb", "one value"),
    ("playbak", "playbak"), ("[", "one value"), ("playback }", ""), ("playback # x", ""),
  ])
  func `a value that is not one is refused`(_ value: String, _ words: String) throws {
    let refusal = #expect(throws: ScenarioText.Refusal.self) {
      try Self.changed(Self.file, 0, "category", value)
    }
    #expect(refusal?.description.contains(words) == true)
  }

  /// The app whose property is set, and the refusal in the words of a form.
  @Test(arguments: [
    (1, "layerVolume", "2", "layerVolume of music: layerVolume must be from 0 to 1, not 2"),
    (0, "behavior", "manul", "behavior of podcast: "),
    (0, "mode", "voiceChat", "podcast: setCategory"),
  ])
  func `a refusal names the app and its property, not a place in the text`(
    _ app: Int, _ property: String, _ value: String, _ words: String
  ) throws {
    let refusal = #expect(throws: ScenarioText.Refusal.self) {
      try Self.changed(Self.file, app, property, value)
    }
    let text = try #require(refusal).description
    #expect(text.hasPrefix(words), "\(text)")
    #expect(!text.contains("error:") && !text.contains("line "))
  }

  @Test func `a refusal names the number of a step`() {
    let refusal = #expect(throws: ScenarioText.Refusal.self) {
      try Self.read(Self.file).inserting("podcast: { playHaptik: tap }", at: 1, of: 0)
    }
    #expect(refusal?.description.hasPrefix("step 2: ") == true)
  }

  @Test func `an alias, an anchor and an unknown app are refused`() {
    let shared = Self.file.replacing("podcast: { category", with: "podcast: &shared { category")
      .replacing("game: {}", with: "game: *shared")
    #expect(Self.read(shared).problems.isEmpty)
    #expect(Self.read(shared).apps(of: 0).map(\.isEditable) == [false, true, true, false])
    for app in [0, 3, 4, -1] {
      #expect(throws: ScenarioText.Refusal.self) {
        try Self.changed(shared, app, "behavior", "guidelines")
      }
    }
  }

  @Test func `comments between entries in braces, quotes and line breaks of Windows are kept`()
    throws
  {
    let file = """
      scenario: Quotes
      apps: { "a, b": { sound: 'effect', # a } comment, with signs
          "behavior": manual, }, c: ~ }
      steps: []
      """.replacing("\n", with: "\r\n")
    #expect(
      try Self.changed(file, 0, "behavior", "guidelines")
        == file.replacing("manual", with: "guidelines"))
    #expect(
      try Self.changed(file, 0, "sound", nil)
        == file.replacing("sound: 'effect', #", with: " #"))
    #expect(
      try Self.changed(file, 0, "backgroundAudio", "true")
        == file.replacing("manual,", with: "manual, backgroundAudio: true,"))
    #expect(
      try Self.changed(file, 1, "backgroundAudio", "true")
        == file.replacing("c: ~", with: "c: { backgroundAudio: true }"))
  }

  @Test func `the kinds of properties follow from their shapes`() {
    let kinds = Dictionary(uniqueKeysWithValues: AppProperty.all.map { ($0.name, $0) })
    #expect(kinds["behavior"]?.choices == AppBehavior.allCases.map(\.rawValue))
    #expect(kinds["options"]?.kind == .words && kinds["backgroundAudio"]?.kind == .truth)
    #expect(kinds["prefers"]?.kind == .text && kinds["layerVolume"]?.form == "0 to 1")
    #expect(kinds.values.allSatisfy { !$0.form.isEmpty && $0.form.count < 1_000 })
    #expect(kinds.keys.sorted() == ScenarioReader.appFields.map(\.name).sorted())
  }
}
