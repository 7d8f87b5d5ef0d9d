import Foundation
import Testing

@testable import PhoneSimulator

/// The language's page in the documentation.
struct LanguagePageTests {
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

  /// With `HAPTIC_RECORD=1` in the environment, makes it so.
  @Test func `the page has the verbs that the language has`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: "| actor | does |\n")).lowerBound
    let end = try #require(text.range(of: "\n\n", range: start..<text.endIndex)).lowerBound
    let written = text[start..<end] + "\n"
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
      let new = text[..<start] + Self.table + text[text.index(after: end)...]
      try String(new).write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(written == Self.table, "scripts/test with HAPTIC_RECORD=1 rewrites it")
    }
  }
}
