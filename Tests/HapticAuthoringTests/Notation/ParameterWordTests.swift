import HapticEngine
import Testing

@testable import HapticEditing
@testable import HapticFormats

/// The names of parameters: AHAP's names, and the short words of the notation and of selections.
@Suite struct ParameterWordTests {
  @Test(arguments: EventParameter.ID.allCases)
  func `notation and selections find an event parameter by its word`(
    id: EventParameter.ID
  ) throws {
    let type = try #require(EventType.allCases.first(where: id.applies(to:)))
    let pattern = try HapticPattern(
      events: [HapticEvent(type, duration: 1, parameters: [EventParameter(id, 0.25)])])
    let (text, losses) = pattern.notation
    #expect(losses.isEmpty)
    #expect(try HapticPattern(notation: text) == pattern, "\(text)")

    let fields = try Self.fields(of: pattern)
    #expect(fields.parameter(id)?.value.value == 0.25)
    let word = Selection.Field.parameter(id).word
    #expect(try Selection("\(word)=0.25").contains(fields))
    #expect(try !Selection("\(word)=0.5").contains(fields))
  }

  @Test(arguments: DynamicParameter.ID.allCases)
  func `a control has a word in the notation, and is found by its AHAP name`(
    id: DynamicParameter.ID
  ) throws {
    let pattern = try HapticPattern(entries: [.parameter(DynamicParameter(id, 0.25))])
    let (text, losses) = pattern.notation
    #expect(losses.isEmpty)
    #expect(try HapticPattern(notation: text) == pattern, "\(text)")
    #expect(try Self.fields(of: pattern).control == id)
  }

  @Test func `no two parameters and no two controls have the same word`() {
    #expect(Set(Selection.Field.allCases.map(\.word)).count == Selection.Field.allCases.count)
    let controls = DynamicParameter.ID.allCases
    #expect(Set(controls.map(\.word)).count == controls.count)
  }

  /// The first entry of the pattern's file.
  private static func fields(of pattern: HapticPattern) throws -> EntryFields {
    var scanner = EntryScanner(AHAP.encode(pattern))
    let entry = try #require(scanner.outline().entries.first)
    var fields = EntryFields()
    scanner.scan(entry, index: 0, into: &fields)
    return fields
  }
}
