import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Properties of all tables, on every version and with every answer to every option.
@Suite struct TableSourceTests {
  private static func phones() throws -> [Phone] {
    var setups: [PhoneSetup] = []
    for system in OSVersion.allCases {
      var setup = PhoneSetup(apps: [])
      setup.system = system
      setups.append(setup)
    }
    for option in PolicyOption.choices {
      for answer in option.allowed.dropFirst() {
        var setup = PhoneSetup(apps: [])
        setup.system = .iOS27
        setup.policy = try AudioPolicy.standard.with(option, answer)
        setups.append(setup)
      }
    }
    return try setups.map { try Phone($0) }
  }

  /// The distinct tables of all phones.
  private static let tables = Result { Set(try phones().flatMap(\.policyTables)) }

  @Test func `every cell of every table has a text and citations`() throws {
    for table in try Self.tables.get() {
      for row in table.rows {
        #expect(row.cells.count == table.columns.count, "\(table.name): \(row.label)")
        for (column, cell) in zip(table.columns, row.cells) {
          let place = "\(table.name): \(row.label), \(column)"
          #expect(!cell.text.isEmpty, "\(place)")
          for evidence in [cell.evidence] + (cell.number.map { [$0] } ?? []) {
            #expect(!evidence.citations.isEmpty, "\(place)")
            #expect(evidence.citations.allSatisfy { !$0.place.isEmpty }, "\(place)")
          }
        }
      }
    }
  }

  /// Words that occur only in Apple's names.
  private static let applesNames = [
    "AVAudio", "AudioSessionTypes.h", "Programming Guide", "Table B-", "QA1", "Human Interface",
    "developer.apple.com", "CategoryOptions.", "thread ",
  ]

  @Test func `a cell is graded by its weakest part`() throws {
    for table in try Self.tables.get() {
      for cell in table.rows.flatMap(\.cells) {
        let parts = cell.evidence.citations + (cell.number?.citations ?? [])
        let grades = Set(parts.map(\.kind.grade))
        let weakest: [EvidenceGrade] =
          grades.contains(.assumption)
          ? [.assumption] : grades.contains(.fieldLog) ? [.fieldLog] : [.published, .header]
        #expect(weakest.contains(cell.grade), "\(table.name): \(cell)")
      }
    }
  }

  @Test func `our assumptions do not cite Apple`() throws {
    for phone in try Self.phones() {
      for (place, evidence) in phone.citedEvidence {
        for citation in evidence.citations where citation.kind.grade == .assumption {
          let borrowed = Self.applesNames.filter { citation.place.contains($0) }
          #expect(borrowed.isEmpty, "\(place): \(citation)")
        }
      }
    }
  }

  @Test func `the kind of every source matches its location`() throws {
    let prefixes: [(place: String, kind: SourceKind)] = [
      ("AVAudioSession.h,", .header), ("AVAudioSessionTypes.h,", .header),
      ("AudioSessionTypes.h,", .header), ("Audio Session Programming Guide,", .archive),
      ("QA1", .archive), ("Human Interface Guidelines,", .documentation), ("thread ", .forum),
      ("github.com/", .field),
    ]
    for phone in try Self.phones() {
      for (place, evidence) in phone.citedEvidence {
        #expect(evidence.citations.allSatisfy { $0.kind != .event }, "\(place)")
        for citation in evidence.citations + evidence.contradictions {
          for prefix in prefixes where citation.place.hasPrefix(prefix.place) {
            #expect(citation.kind == prefix.kind, "\(place): \(citation)")
          }
        }
      }
    }
  }

  /// No header names an error for an option, a mode or a policy that is incompatible with a category.
  ///
  /// The error of the input setters is the header's own example for `incompatibleCategory`.
  @Test func `a header is cited for the number of an error only if it names the error`() throws {
    let names = ["options", "modes", "policies"]
    let tables = try Self.tables.get().filter { names.contains($0.name) }
    #expect(Set(tables.map(\.name)) == Set(names))
    for table in tables {
      for row in table.rows where row.label != "setters of the input" {
        for cell in row.cells {
          let isError = SessionErrorCode(fourCharacters: cell.text) != nil
          #expect(isError == (cell.number != nil), "\(table.name), \(row.label): \(cell)")
          #expect(cell.number?.kinds.contains(.header) != true, "\(row.label): \(cell)")
        }
      }
    }
  }

  @Test func `the names of tables and rows are unique`() throws {
    let names = try Phone(PhoneSetup(apps: [])).policyTables.map(\.name)
    #expect(Set(names).count == names.count)
    for table in try Self.tables.get() {
      let labels = table.rows.map(\.label)
      #expect(Set(labels).count == labels.count, "\(table.name)")
      #expect(!labels.isEmpty && !table.title.isEmpty, "\(table.name)")
    }
  }

  @Test func `every expected table exists`() throws {
    let phone = try Phone(PhoneSetup(apps: []))
    let asked = [
      "categories", "who-interrupts-whom", "options", "modes", "policies", "activation",
      "interruptors", "rules", "sounds", "routes", "ports", "remote",
      "prompts", "devices", "errors", "profiles", "policy-options",
    ]
    #expect(phone.policyTables.map(\.name) == asked)
    for name in asked { #expect(phone.policyTable(named: name)?.name == name) }
    #expect(phone.policyTable(named: "category") == nil)
  }
}

extension Phone {
  /// The evidence for every cell of the tables, with the place of the cell.
  fileprivate var citedEvidence: [(place: String, evidence: Evidence)] {
    policyTables.flatMap { table in
      table.rows.flatMap { row in
        row.cells.flatMap { cell in
          ([cell.evidence] + (cell.number.map { [$0] } ?? [])).map {
            ("\(table.name): \(row.label)", $0)
          }
        }
      }
    }
  }
}
