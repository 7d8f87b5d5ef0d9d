import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Compares the printed legality matrix with the reference and with the actual decisions.
@Suite struct LegalityTableTests {
  private static let categories: [SessionCategory] = [
    .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
  ]

  /// The cells for `categories` in that order, copied from the reference.
  private static let options: [(String, String)] = [
    ("mixWithOthers", "implied|ignored|yes|ignored|yes|default"),
    ("duckOthers", "yes|ignored|yes|ignored|yes|default"),
    ("interruptSpokenAudioAndMixWithOthers", "ignored|ignored|yes|ignored|yes|default"),
    ("allowBluetoothHFP", "-50|-50|-50|yes|yes|dualRoute"),
    ("allowBluetoothA2DP", "yes|yes|yes|-50|yes|-50"),
    ("allowAirPlay", "-50|-50|-50|-50|yes|-50"),
    ("defaultToSpeaker", "-50|-50|-50|-50|yes|-50"),
    ("overrideMutedMicrophoneInterruption", "-50|-50|-50|yes|yes|yes"),
    ("farFieldInput", "-50|-50|-50|HFP|HFP|dualRoute"),
    ("bluetoothHighQualityRecording", "-50|-50|-50|-50|default|default"),
    ("long-form policies", "-50|-50|yes|-50|-50|-50"),
    ("override to the speaker", "-50|-50|-50|-50|yes|-50"),
    ("setters of the input", "!cat|!cat|!cat|yes|yes|yes"),
  ]

  private static let modes: [(String, String)] = [
    ("default", "yes|yes|yes|yes|yes|yes"),
    ("voiceChat", "-50|-50|-50|-50|yes|-50"),
    ("gameChat", "-50|-50|-50|-50|yes|ignored"),
    ("videoChat", "-50|-50|-50|-50|yes|-50"),
    ("videoRecording", "-50|-50|-50|yes|yes|-50"),
    ("measurement", "-50|-50|yes|yes|yes|-50"),
    ("moviePlayback", "-50|-50|yes|-50|-50|-50"),
    ("spokenAudio", "yes|yes|yes|yes|yes|yes"),
    ("voicePrompt", "yes|yes|yes|yes|yes|yes"),
    ("shortFormVideo", "-50|-50|yes|-50|-50|-50"),
    ("dualRoute", "-50|-50|-50|-50|-50|HFP"),
  ]

  @Test(arguments: ["options", "modes"])
  func `the printed matrix agrees with the reference`(name: String) throws {
    let table = try Phone.tabled().table(name)
    let expected = name == "options" ? Self.options : Self.modes
    #expect(table.rows.map(\.label) == expected.map(\.0))
    for (label, cells) in expected {
      for (category, cell) in zip(Self.categories, cells.split(separator: "|")) {
        #expect(try table.text(label, category.name) == cell, "\(label) with \(category)")
      }
    }
  }

  /// All answers of the options that affect the matrix, and the simulator.
  private static let variants: [(policy: [String: String], platform: Platform)] = [
    ([:], .iPhone), ([:], .simulator), (["ambientDuck": "reject"], .iPhone),
    (["illegalMixing": "badParam"], .iPhone), (["explicitA2DPWithPlayback": "reject"], .iPhone),
    (["simulatorAcceptsAirPlay": "false"], .simulator),
    (["overrideMutedWithoutOutput": "reject"], .iPhone),
    (["videoChatWithRecord": "accept"], .iPhone), (["speechModesAnywhere": "reject"], .iPhone),
    (["illegalPolicy": "ignore"], .iPhone), (["illegalMode": "ignore"], .iPhone),
    (["airPlayWithPlayback": "unspecified"], .iPhone),
  ]

  @Test(arguments: OSVersion.allCases)
  func `the printed options and modes agree with setCategory`(system: OSVersion) throws {
    for variant in Self.variants {
      let phone = try Phone.tabled(on: system, policy: variant.policy, platform: variant.platform)
      let (options, modes) = (try phone.table("options"), try phone.table("modes"))
      for category in SessionCategory.allCases {
        for (name, option) in CategoryOptions.named {
          let verdict = phone.verdict(on: SessionConfiguration(category, options: option))
          let text = try options.text(name, category.name)
          #expect(Self.agrees(text, verdict, option), "\(name), \(category): \(text)")
        }
        for mode in SessionMode.allCases {
          let verdict = phone.verdict(on: SessionConfiguration(category, mode: mode))
          let text = try modes.text(mode.name, category.name)
          let asDefault = text == "ignored" && verdict.accepted.mode == .default
          let agrees = asDefault || Self.agrees(text, verdict, [])
          #expect(agrees, "\(mode), \(category): \(text)")
        }
      }
    }
  }

  private static func agrees(
    _ text: String, _ verdict: LegalityVerdict, _ option: CategoryOptions
  ) -> Bool {
    switch text {
    case "yes", "implied", "default":
      verdict.error == nil && verdict.accepted.options.isSuperset(of: option)
    case "ignored": verdict.error == nil && !verdict.accepted.options.isSuperset(of: option)
    case "HFP": verdict.error == .badParam
    case "dualRoute":
      verdict.error == .badParam && verdict.reason.contains("only in mode dualRoute")
    default: verdict.error?.fourCharacters == text
    }
  }

  @Test func `the printed error of the override is the error of the call`() throws {
    let phone = try Phone.tabled(policy: ["overrideWithOtherCategory": "incompatibleCategory"])
    #expect(try phone.table("options").text("override to the speaker", "playback") == "!cat")
    #expect(try phone.table("options").text("override to the speaker", "playAndRecord") == "yes")
  }

  @Test func `long-form policies accept playback, three modes and no options`() throws {
    let table = try Phone.tabled().table("policies")
    for policy in ["longFormAudio", "longFormVideo"] {
      #expect(try table.text(policy, "categories") == "playback")
      #expect(try table.text(policy, "modes") == "default, moviePlayback, spokenAudio")
      #expect(try table.text(policy, "options") == "none")
      #expect(try table.text(policy, "otherwise") == "-50")
    }
    #expect(try table.text("default", "categories") == "all")
    #expect(try table.text("default", "options") == "as the category")
    #expect(try table.text("independent", "categories") == "none")
    #expect(table.rows.map(\.cells[0].text) == ["0", "1", "2", "3"])
    let lax = try Phone.tabled(policy: ["illegalPolicy": "ignore"]).table("policies")
    #expect(try lax.text("longFormAudio", "otherwise") == "ignored")
  }
}
