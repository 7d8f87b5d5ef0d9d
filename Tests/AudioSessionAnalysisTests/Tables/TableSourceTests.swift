import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// What holds for all tables, on every version and with every answer to every option.
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

  @Test func `every cell of every table has words, a source and its place`() throws {
    for phone in try Self.phones() {
      for table in phone.policyTables {
        for row in table.rows {
          #expect(row.cells.count == table.columns.count, "\(table.name): \(row.label)")
          for (column, cell) in zip(table.columns, row.cells) {
            let place = "\(table.name): \(row.label), \(column)"
            #expect(!cell.text.isEmpty, "\(place)")
            #expect(!cell.evidence.tags.isEmpty, "\(place)")
            #expect(!cell.evidence.note.isEmpty, "\(place)")
          }
        }
      }
    }
  }

  @Test func `tables and rows have names of their own`() throws {
    for phone in try Self.phones() {
      let names = phone.policyTables.map(\.name)
      #expect(Set(names).count == names.count)
      for table in phone.policyTables {
        let labels = table.rows.map(\.label)
        #expect(Set(labels).count == labels.count, "\(table.name)")
        #expect(!labels.isEmpty && !table.title.isEmpty, "\(table.name)")
      }
    }
  }

  @Test func `there is every table that is asked for`() throws {
    let phone = try Phone(PhoneSetup(apps: []))
    let asked = [
      "categories", "who-interrupts-whom", "options", "modes", "policies", "activation",
      "interruptors", "rules", "sounds", "routes", "ports", "errors", "profiles", "knobs",
    ]
    #expect(phone.policyTables.map(\.name) == asked)
    for name in asked { #expect(phone.policyTable(named: name)?.name == name) }
    #expect(phone.policyTable(named: "category") == nil)
  }

  /// With two columns of margin, two between columns, and a mark after each head and label.
  @Test(arguments: ["categories", "who-interrupts-whom"])
  func `a terminal of a hundred columns shows the table`(name: String) throws {
    for phone in try Self.phones() {
      let table = try #require(phone.policyTable(named: name))
      let label = 3 + (table.rows.map(\.label.count).max() ?? 0)
      let widths = table.columns.indices.map { column in
        let cells = table.rows.map { $0.cells[column].text.count }
        let head = table.columns[column].count + 1
        return 2 + max(head, cells.max() ?? 0)
      }
      #expect(label + widths.reduce(0, +) <= 100)
    }
  }
}
