import Foundation
import HapticEngine
import HapticFormats
import Testing

/// The pages on AHAP and on the other formats match the program.
struct FormatPagesTests {
  private static func page(_ name: String) throws -> String {
    try String(contentsOfFile: "\(Program.package)/Documentation/\(name).md", encoding: .utf8)
  }

  /// The cells of the table rows in `text` whose first cell is `code`, without its backticks.
  private static func rows(_ text: some StringProtocol) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      var cells = row.components(separatedBy: "|").dropFirst().map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      cells.removeLast()
      cells[0] = cells[0].replacing("`", with: "")
      return cells
    }
  }

  private static func section(_ title: String, of page: String) throws -> String {
    let sections = page.components(separatedBy: "\n## ")
    return try #require(sections.first { $0.hasPrefix(title) })
  }

  @Test func `the page on formats lists each format, its direction and its capabilities`() throws {
    let rows = Self.rows(try Self.section("What each format holds", of: Self.page("Formats")))
    #expect(rows.map { $0[0] } == PatternFormat.all.map(\.name))
    for (row, format) in zip(rows, PatternFormat.all) {
      let ways = [format.isReadable ? "read" : nil, format.isWritable ? "written" : nil]
      #expect(row[1] == ways.compactMap(\.self).joined(separator: ", "), "\(format.name)")
      let features = PatternFormat.Feature.allCases.filter(format.holds.contains).map(\.rawValue)
      #expect(
        row[2] == (features.isEmpty ? "on and off" : features.joined(separator: ", ")),
        "\(format.name)")
    }
  }

  @Test func `each format has a section with its rules and their source`() throws {
    let laws = try Self.section("The conversion rules", of: Self.page("Formats"))
      .components(separatedBy: "\n### ").dropFirst()
    let names = laws.map { $0.prefix { !$0.isNewline } }
    #expect(names.map(String.init) == PatternFormat.all.map(\.name))
    for law in laws { #expect(law.contains("Source: "), "\(law.prefix { !$0.isNewline })") }
  }

  @Test func `the page shows one pattern correctly in each format`() throws {
    let page = try Self.section("One pattern in each format", of: Self.page("Formats"))
    let notation = try #require(page.firstMatch(of: /The pattern is `([^`]+)`/)).1
    let folder = try ScratchFolder()
    #expect(
      try Program.run("new", "both.ahap", "--notation", String(notation), in: folder).status == 0)
    let rows = Self.rows(page)
    #expect(rows.map { $0[0] } == PatternFormat.all.dropFirst().map(\.name))
    for row in rows {
      let outcome = try Program.run("convert", "both.ahap", "-", "--to", row[0], in: folder)
      #expect(outcome.status == 0, "\(row[0]): \(outcome.words)")
      for cell in row.dropFirst() where !cell.isEmpty {
        let shown = cell.dropFirst().dropLast().filter { !$0.isWhitespace }
        let text = outcome.text.filter { !$0.isWhitespace }
        #expect(text.contains(shown), "\(row[0]): \(shown)")
      }
    }
  }

  @Test(arguments: ["AHAP", "Formats"])
  func `the commands of the page run as written`(_ name: String) throws {
    let block = try Self.page(name).components(separatedBy: "```")[1].dropFirst("sh\n".count)
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      #"set -e; PATH="$(dirname "$haptic"):$PATH"; "# + block, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
  }

  @Test func `the example on the AHAP page is valid without a warning`() throws {
    let blocks = try Self.page("AHAP").components(separatedBy: "```json\n")
    let example = try #require(blocks.dropFirst().first).components(separatedBy: "```")[0]
    let reading = AHAP.read(Array(example.utf8))
    #expect(reading.diagnostics.isEmpty, "\(reading.diagnostics)")
    let pattern = try #require(reading.pattern)
    #expect(pattern.events.count == 2 && pattern.curves.count == 1)
    #expect(pattern.parameters.count == 1)
  }

  @Test func `the AHAP page states the range and the default of each parameter`() throws {
    let page = try Self.page("AHAP")
    let events = Self.rows(try Self.section("Event parameters", of: page))
    #expect(events.map { $0[0] } == EventParameter.ID.allCases.map(\.rawValue))
    for (row, id) in zip(events, EventParameter.ID.allCases) {
      let range = "\(Self.number(id.range.lowerBound)) to \(Self.number(id.range.upperBound))"
      #expect(row[1] == (id == .sustained ? "0 or 1" : range), "\(id)")
      #expect(row[2] == Self.number(id.defaultValue), "\(id)")
      let types = EventType.allCases.filter { id.applies(to: $0) }
      let words =
        switch types {
        case [.hapticTransient, .hapticContinuous]: "haptic events"
        case [.audioContinuous, .audioCustom]: "audio events"
        case [.hapticContinuous, .audioContinuous]: "continuous events"
        default: "continuous events and sounds"
        }
      #expect(row[3] == words, "\(id): \(types)")
    }
    let controls = Self.rows(try Self.section("Controls", of: page))
    #expect(controls.map { $0[0] } == DynamicParameter.ID.allCases.map(\.rawValue))
    for (row, id) in zip(controls, DynamicParameter.ID.allCases) {
      let range = "\(Self.number(id.range.lowerBound)) to \(Self.number(id.range.upperBound))"
      #expect(row[1] == range && row[2] == Self.number(id.defaultValue), "\(id)")
      #expect(row[3].hasPrefix("multiplies") == (id.combination == .multiplies), "\(id)")
    }
  }

  @Test func `the AHAP page names every key of the schema`() throws {
    let page = try Self.page("AHAP")
    let schema = try Program.run("schema", "ahap", in: ScratchFolder()).text
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any])
    var names: Set<String> = []
    func collect(_ value: Any) {
      if let object = value as? [String: Any] {
        if let properties = object["properties"] as? [String: Any] {
          names.formUnion(properties.keys)
        }
        for member in object.values { collect(member) }
      } else if let list = value as? [Any] {
        for element in list { collect(element) }
      }
    }
    collect(root)
    #expect(names.count > 12)
    for name in names where name != "$schema" { #expect(page.contains(name), "\(name)") }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
