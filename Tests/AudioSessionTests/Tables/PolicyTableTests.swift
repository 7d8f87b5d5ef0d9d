import AudioSession
import Testing

/// The tables that can be printed.
struct PolicyTableTests {
  private func tables(
    on system: OSVersion = .iOS26, policy: [String: String] = [:]
  ) throws -> [String: PolicyTable] {
    var setup = PhoneSetup(apps: [])
    setup.system = system
    for (knob, answer) in policy { try setup.policy.set(knob, to: answer) }
    let tables = try Phone(setup).policyTables
    return Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0) })
  }

  private func cells(_ table: PolicyTable?, _ label: String) throws -> [String: String] {
    let table = try #require(table)
    let row = try #require(table.rows.first { $0.label == label })
    return Dictionary(uniqueKeysWithValues: zip(table.columns, row.cells.map(\.text)))
  }

  @Test(arguments: OSVersion.allCases)
  func `every row has a cell for each column, and every cell words and a source`(
    system: OSVersion
  ) throws {
    for table in try tables(on: system).values {
      #expect(!table.rows.isEmpty && !table.title.isEmpty)
      #expect(Set(table.rows.map(\.label)).count == table.rows.count, "\(table.name)")
      for row in table.rows {
        #expect(row.cells.count == table.columns.count, "\(table.name): \(row.label)")
        for cell in row.cells { #expect(!cell.text.isEmpty && !cell.evidence.tags.isEmpty) }
      }
    }
  }

  /// Source: Audio Session Programming Guide, Table B-1, and the guidelines' five categories.
  @Test(arguments: [
    ("ambient", ["silences", "silences", "yes", "stops", "no", "yes", "heard"]),
    ("soloAmbient", ["silences", "silences", "no", "stops", "no", "yes", "stop"]),
    ("playback", ["no effect", "by mode", "by option", "by mode", "no", "yes", "stop"]),
    ("record", ["no effect", "by mode", "no", "by mode", "yes", "no", "stop, mute"]),
    (
      "playAndRecord",
      ["no effect", "by mode", "by option", "by mode", "yes", "yes", "stop"]
    ),
  ])
  func `the five categories are as the guidelines have them`(
    category: String, expected: [String]
  ) throws {
    let table = try #require(try tables()["categories"])
    let row = try #require(table.rows.first { $0.label == category })
    #expect(row.cells.map(\.text) == expected)
  }

  @Test func `who interrupts whom is what the machine does`() throws {
    let table = try tables()["who-interrupts-whom"]
    let music = try cells(table, "playback")
    #expect(music["soloAmbient"] == "stops")
    #expect(music["ambient"] == "on")
    #expect(music["playback, duck"] == "ducked")
    #expect(music["record"] == "stops")
    #expect(try cells(table, "playback, mix")["record"] == "mute")
    #expect(try cells(table, "playback, spoken")["playback, prompt"] == "stops")
    #expect(try cells(table, "playback")["playback, prompt"] == "on")
  }

  @Test func `a knob changes the tables as it changes the machine`() throws {
    let standard = try cells(try tables()["who-interrupts-whom"], "playback, mix")
    let mixing = try cells(
      try tables(policy: ["recordAndMixablePeers": "mix"])["who-interrupts-whom"], "playback, mix")
    #expect(standard["record"] == "mute")
    #expect(mixing["record"] == "on")
    let knobs = try cells(try tables(policy: ["duckGain": "0.5"])["knobs"], "duckGain")
    #expect(knobs["now"] == "0.5")
    let order = try tables(policy: ["errorOrder": "priorityFirst"])["activation"]
    #expect(order?.rows.map(\.label).prefix(3) == ["mediaServices", "expired", "foreignCall"])
  }

  @Test func `what a version does not have is not in its tables`() throws {
    let modes = try tables(on: .iOS7)["modes"]
    #expect(try cells(modes, "mode spokenAudio, since 10")["playback"] == "not on 7")
    #expect(try cells(try tables()["modes"], "mode spokenAudio, since 10")["playback"] == "yes")
    let interruptors = try cells(try tables(on: .iOS10)["interruptors"], "alarm")
    #expect(interruptors["reason"] == "no reason before 14.5")
  }

  @Test func `the versions differ where the headers say`() throws {
    let versions = try tables()["versions"]
    let deactivating = try cells(versions, "deactivating while playing")
    #expect(deactivating["7"] == "refused")
    #expect(deactivating["8"] == "error" && deactivating["17"] == "error")
    #expect(deactivating["26"] == "done")
    let pulled = try cells(versions, "pulling the output interrupts")
    #expect(pulled["16"] == "no" && pulled["17"] == "yes")
    let told = try cells(versions, "suspension is told, later")
    #expect(told["8"] == "no" && told["10"] == "yes" && told["14.5"] == "yes" && told["16"] == "no")
  }
}
