import Foundation
import PhoneRuntime
import Testing
import TextFormats

@testable import PhoneSimulator

/// The language's page in the documentation.
@Suite(.serialized) struct LanguagePageTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Documentation/Scenarios.md").standardized

  /// What the page says of `verbs`: those without an argument, then those with one.
  private static func words<Act>(_ verbs: [Verb<Act>]) -> String {
    let plain = verbs.filter { $0.argument == nil }.map { "`\($0.name)`" }
    let arguing = verbs.compactMap { verb in
      verb.argument.map { argument in
        "`{\(verb.name): \(argument)}`" + (verb.note.map { " (\($0))" } ?? "")
      }
    }
    return [plain, arguing].filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
      .joined(separator: ", ")
  }

  /// The table of actors and verbs; actors with the same verbs are in one row.
  private static var table: String {
    var rows = [(actors: "an app", verbs: words(AppVerbs.all))]
    for actor in SystemActor.allCases {
      let verbs = words(actor.verbs)
      if let last = rows.last, last.verbs == verbs {
        rows[rows.count - 1].actors += ", `\(actor.rawValue)`"
      } else {
        rows.append(("`\(actor.rawValue)`", verbs))
      }
    }
    return "| actor | does |\n|---|---|\n"
      + rows.map { "| \($0.actors) | \($0.verbs) |\n" }.joined()
  }

  /// What the page says of how facts are written that take no more words than their name.
  private static func words<Subject>(_ rows: [FactRow<Subject>]) -> String {
    rows.map { row in
      switch row.kind {
      case .truth: "`\(row.name)`"
      case .number: "`\(row.name): NUMBER`"
      case .name: "`\(row.name): NAME`"
      case .word(let what, _): "`\(row.name): WORD` (\(what))"
      case .words(let what, _): "`\(row.name): [\(what.uppercased())]`"
      case .options: "`\(row.name): [OPTION]` (those in effect)"
      case .numbers(let keys): "`\(row.name): {\(keys[0]): NUMBER}`"
      case .truths(let keys): "`\(row.name): {\(keys[0]): true}`"
      case .verdict: "`\(row.name): VERDICT`"
      case .app(let others):
        "`\(row.name): APP` (or \(others.map { "`\($0)`" }.joined(separator: ", ")))"
      case .texts(let what): "`\(row.name): [WORD]` (\(what))"
      case .appsAnd: "`\(row.name): [APP]` (or what interrupts)"
      case .events: "`\(row.name): [EVENT]` (all since they were last asked for, exactly)"
      case .waiting:
        "`\(row.name): [EVENT]` (those that a suspended app has yet to receive, in order)"
      case .excerpt:
        "`\(row.name): [EVENT]` (some of them, in order; with `since: SECONDS` or `since: lastExpect` "
          + "only events from then on)"
      }
    }.joined(separator: " ")
  }

  /// The table of facts.
  private static var facts: String {
    "| of | expects |\n|---|---|\n| an app | \(words(AppFacts.all)) |\n"
      + "| `device` | \(words(DeviceFacts.all)) |\n"
  }

  /// The table of what the lines of a trace say.
  private static var trace: String {
    "| what | keys | |\n|---|---|---|\n"
      + TraceRow.all.map { row in
        let keys = row.keys.map { "`\($0.name)`" + ($0.isRequired ? "" : "?") }
        return "| `\(row.name)` | \(keys.joined(separator: " ")) | \(row.summary) |\n"
      }.joined()
  }

  @Test func `the page leads from the setup to the steps, to what is expected and to running`()
    throws
  {
    let lines = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
    let order = [
      "## Setup", "```yaml", "## Steps", "| actor | does |", "## Expect", "| of | expects |",
      "## Running", "## Traces",
    ]
    #expect(lines.filter { order.contains(String($0)) } == order.map { $0[...] })
  }

  @Test func `the page has every key of the setup`() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(page.range(of: "## Setup"))
    let end = try #require(page.range(of: "## Steps"))
    let written = Set(page[start.upperBound..<end.lowerBound].split { !$0.isLetter })
    for key in ScenarioReader.deviceFields.map(\.name) + ScenarioReader.appFields.map(\.name) {
      #expect(written.contains(key[...]), "\(key)")
    }
  }

  @Test func `the page has every word of every event that can be expected`() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(page.range(of: "| event | |"))
    let end = try #require(page.range(of: "## Running"))
    let events = page[start.upperBound..<end.lowerBound]
    let written = Set(events.split { !$0.isLetter && !$0.isNumber })
    // The commands of remotes are in the table of verbs.
    for line in AppNotice.all.map(\.line) where !line.hasPrefix("remote ") {
      for word in line.split(separator: " ") { #expect(written.contains(word), "\(line)") }
    }
  }

  /// With `HAPTIC_RECORD=1` in the environment, makes it so.
  @Test(arguments: 0..<3)
  func `the page has the verbs, the facts and the traces that there are`(index: Int) throws {
    let table = [Self.table, Self.facts, Self.trace][index]
    let head = try #require(table.split(separator: "\n").first)
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: "\(head)\n")).lowerBound
    let end = try #require(text.range(of: "\n\n", range: start..<text.endIndex)).lowerBound
    let written = text[start..<end] + "\n"
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
      let new = text[..<start] + table + text[text.index(after: end)...]
      try String(new).write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(written == table, "scripts/test with HAPTIC_RECORD=1 rewrites it")
    }
  }
}
