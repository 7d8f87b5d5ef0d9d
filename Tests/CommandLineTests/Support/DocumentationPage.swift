import Foundation
import Testing

/// A page of Markdown in this package.
struct DocumentationPage {
  private let path: String
  let text: String

  /// Reads the page `name`, a path from the folder of the package.
  init(_ name: String) throws {
    path = "\(Program.package)/\(name)"
    text = try String(contentsOfFile: path, encoding: .utf8)
  }

  /// The lines below `heading`, up to the next heading of the same level.
  ///
  /// Lines of code that begin with `#` are not headings.
  func section(_ heading: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(of: heading) else { return [] }
    let level = heading.prefix { $0 == "#" } + " "
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix(level) })
  }

  /// The lines of the first block of code below `heading`.
  func block(_ heading: String) -> [String] {
    Array(section(heading).drop { !$0.hasPrefix("```") }.dropFirst().prefix { $0 != "```" })
  }

  /// The commands that begin with `haptic` in all shell blocks.
  var commands: [String] {
    text.components(separatedBy: "```").filter { $0.hasPrefix("sh\n") }
      .flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("haptic ") }.map(String.init)
  }

  /// Expects the block of code below `heading` to be `expected`; with `HAPTIC_RECORD=1`, writes it
  /// instead.
  func expectBlock(
    _ heading: String, is expected: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let shown = block(heading).map { $0 + "\n" }.joined()
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
      let before = section(heading).prefix { !$0.hasPrefix("```") }.map { $0 + "\n" }.joined()
      let head = "\(heading)\n\(before)```\n"
      try text.replacing(head + shown, with: head + expected)
        .write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(shown == expected, sourceLocation: location)
    }
  }
}
