import Foundation
import PhoneRuntime
import Testing
import TextFormats

@testable import PhoneSimulator

/// Tests of the language's page in the documentation.
@Suite(.serialized) struct LanguagePageTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Documentation/Scenarios.md").standardized

  /// The apps of examples: the acting app, and the app that an argument names.
  private static let apps = AppNames(all: ["music", "chat"])

  @Test func `a scenario that states a default of the page has the setup of one that does not`()
    throws
  {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let rows = page.matches(of: /\| (an app|`device): ?`?([a-zA-Z]+)` \| `([^`]+)` \|/)
    #expect(rows.count == 20)
    func scenario(_ device: String, _ app: String) throws -> Scenario {
      let text = "scenario: a\ndevice: {\(device)}\napps: { music: {\(app)} }\nsteps: []\n"
      return try #require(try ScenarioReader.read(text, in: ScenarioFilesTests.folder).first)
    }
    let plain = try scenario("", "")
    for row in rows {
      let key = " \(row.2): \(row.3) "
      let stated = try row.1 == "an app" ? scenario("", key) : scenario(key, "")
      #expect(stated.setup == plain.setup && stated.apps == plain.apps, "\(key)")
    }
  }

  /// Returns the words of the trace for a step.
  private static func narration(of step: String) throws -> String {
    let text = "scenario: a\napps: { music: , chat: }\nsteps: [{ \(step) }]\n"
    let scenario = try ScenarioReader.read(text, in: ScenarioFilesTests.folder).first
    let content = try #require(scenario?.steps.first?.content)
    guard case .app(_, let action, _) = content else {
      return try #require(SystemActor.wording(of: content, apps)).words.narration
    }
    return AppVerbs.wording(of: action, apps).narration
  }

  private static func code(_ words: [String]) -> String {
    words.map { "`\($0)`" }.joined(separator: " ")
  }

  /// Returns the words from which values of a shape are chosen, a list for each choice.
  private static func choices(of shape: DocumentShape) -> [[String]] {
    switch shape {
    case .word(let words): [words]
    case .list(let item, _), .listOrOne(let item), .optional(let item), .described(let item, _):
      choices(of: item)
    case .either(let shapes): shapes.flatMap(choices)
    case .map(let keys, _, _, _, _):
      keys.sorted { $0.key < $1.key }.flatMap {
        choices(of: $0.value)
      }
    case .any, .truth, .number, .whole, .text, .string, .nothing: []
    }
  }

  /// Returns the argument of a verb: its form, with the words and keys for which it stands.
  private static func value<Act>(of verb: Verb<Act>) -> String {
    guard let form = verb.argument, let shape = verb.shape else { return "" }
    if shape == .truth { return code(["true", "false"]) }
    let words = Set(form.split { !$0.isLetter }.map(String.init))
    let lists = choices(of: shape).filter { !words.isDisjoint(with: $0) }
    if let list = lists.first(where: { $0.contains(form) }) { return code(list) }
    let keys = shape.keys.filter { !words.contains($0) }
    let others = lists.map(code) + (keys.isEmpty ? [] : ["keys " + code(keys)])
    return "`\(form)`" + (others.isEmpty ? "" : " (\(others.joined(separator: "; ")))")
  }

  /// Returns the table of an actor's verbs, with a row for each form of each verb.
  private static func table<Act>(
    _ title: String, of actor: String, _ verbs: [Verb<Act>]
  ) throws -> String {
    let names = verbs.map(\.name)
    let sorted = verbs.enumerated().sorted { one, other in
      let places = [one, other].map { names.firstIndex(of: $0.element.name) ?? 0 }
      return (places[0], one.offset) < (places[1], other.offset)
    }.map(\.element)
    return try "| \(title) | value | what happens | example |\n|---|---|---|---|\n"
      + sorted.map { verb in
        let steps = verb.steps(apps: [apps.all[1]])
        let example = "\(actor): " + (try #require((steps.forEach + steps.forAll).first))
        var (value, effect) = (value(of: verb), try narration(of: example))
        if let note = verb.note {
          if note.hasPrefix("or ") { value += ", \(note)" } else { effect += "; \(note)" }
        }
        return "| `\(verb.name)` | \(value) | \(effect) | `\(example)` |\n"
      }.joined()
  }

  /// Returns one of the tables of verbs, which has one for each actor.
  private static func verbs(of index: Int) throws -> String {
    guard index > 0 else { return try table("an app", of: apps.all[0], AppVerbs.all) }
    let actor = SystemActor.allCases[index - 1]
    return try table("`\(actor.rawValue)`", of: actor.rawValue, actor.verbs)
  }

  /// Returns the notation of facts on the page.
  private static func words<Subject>(_ rows: [FactRow<Subject>]) -> [String] {
    rows.map { row in
      switch row.kind {
      case .truth: "`\(row.name)`"
      case .number: "`\(row.name): NUMBER`"
      case .name: "`\(row.name): NAME`"
      case .word(let what, _): "`\(row.name): WORD` (\(what))"
      case .words(let what, _): "`\(row.name): [\(what.uppercased())]`"
      case .options: "`\(row.name): [OPTION]` (in effect)"
      case .numbers(let keys): "`\(row.name): {\(keys[0]): NUMBER}`"
      case .truths(let keys): "`\(row.name): {\(keys[0]): true}`"
      case .verdict: "`\(row.name): VERDICT`"
      case .app(let others):
        "`\(row.name): APP` (or \(others.map { "`\($0)`" }.joined(separator: ", ")))"
      case .texts(let what): "`\(row.name): [WORD]` (\(what))"
      case .appsAnd: "`\(row.name): [APP]` (or an interruptor)"
      case .events: "`\(row.name): [EVENT]` (exactly the events since the last `events`)"
      case .waiting:
        "`\(row.name): [EVENT]` (events that a suspended app has not received yet, in order)"
      case .excerpt:
        "`\(row.name): [EVENT]` (some of the events, in order; `since: SECONDS` or `since: lastExpect` "
          + "excludes earlier events)"
      }
    }
  }

  /// Returns the rows for the facts of a subject, each with at most 40 words.
  private static func rows(of subject: String, _ facts: [String]) -> String {
    var cells: [[String]] = [[]]
    var count = 0
    for fact in facts {
      let words = fact.split(separator: " ").count
      if count + words > 40 {
        cells.append([])
        count = 0
      }
      cells[cells.count - 1].append(fact)
      count += words
    }
    return cells.map { "| \(subject) | \($0.joined(separator: " ")) |\n" }.joined()
  }

  /// The table of facts.
  private static var facts: String {
    "| of | expects |\n|---|---|\n" + rows(of: "an app", words(AppFacts.all))
      + rows(of: "`device`", words(DeviceFacts.all))
  }

  /// The table of the lines of a trace.
  private static var trace: String {
    "| what | keys | |\n|---|---|---|\n"
      + TraceRow.all.map { row in
        let keys = row.keys.map { "`\($0.name)`" + ($0.isRequired ? "" : "?") }
        return "| `\(row.name)` | \(keys.joined(separator: " ")) | \(row.summary) |\n"
      }.joined()
  }

  @Test func `the page has setup, steps, expectations, running and traces in this order`()
    throws
  {
    let lines = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
    let order = [
      "## Setup", "```yaml", "## Steps", "| an app | value | what happens | example |", "## Expect",
      "| of | expects |",
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
    // The remote commands are in the table of `device`.
    for line in AppNotice.all.map(\.line) where !line.hasPrefix("remote ") {
      for word in line.split(separator: " ") { #expect(written.contains(word), "\(line)") }
    }
  }

  /// With `HAPTIC_RECORD=1` in the environment, rewrites the tables.
  @Test(arguments: 0..<SystemActor.allCases.count + 3)
  func `the page has all verbs, facts and kinds of lines`(index: Int) throws {
    let others = [Self.facts, Self.trace]
    let table = try index < others.count ? others[index] : Self.verbs(of: index - others.count)
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
