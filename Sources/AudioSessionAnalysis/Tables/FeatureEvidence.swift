public import AudioSession

/// How certain a statement of the simulator is: as certain as the statement's weakest evidence.
public enum Certainty: String, Hashable, Sendable, CaseIterable, Encodable {
  /// Apple's documentation, guidelines or archive, or an answer by one of Apple's engineers.
  case published
  /// The text of a header in Apple's SDK.
  case header = "SDK header"
  /// Several developer logs or reports.
  case severalLogs = "several logs"
  /// One developer log or report.
  case oneLog = "one log"
  /// Our choice, perhaps by analogy with another system.
  case ourChoice = "our choice"

  /// The certainty of a statement that is based on all of these parts.
  init(_ parts: [Evidence]) {
    let citations = parts.flatMap(\.citations)
    let grade = parts.dropFirst().reduce(parts.first?.grade ?? .assumption) {
      $0.weakest(with: $1.grade)
    }
    self =
      switch grade {
      case .published: .published
      case .header: .header
      case .fieldLog: citations.count { $0.kind == .field } > 1 ? .severalLogs : .oneLog
      case .assumption: .ourChoice
      }
  }
}

/// The statements about one feature, with the certainty of each.
public struct FeatureEvidence: Hashable, Sendable, Encodable {
  /// One statement: a cell of a table, a rule, or the default of a policy option.
  public struct Statement: Hashable, Sendable, Encodable {
    /// Where the statement is made, such as `table categories, ambient` or `policy option duckGain`.
    public let place: String
    /// The column of the cell; nil for a rule or an option.
    public let column: String?
    /// The certainty of the statement.
    public let certainty: Certainty
  }

  /// The feature, in words.
  public let feature: String
  /// The statements: those of the tables first, in the order of the tables, then the rules and the options.
  public let statements: [Statement]

  /// Returns the number of statements with this certainty.
  public func count(_ certainty: Certainty) -> Int {
    statements.count { $0.certainty == certainty }
  }

  /// The lowest certainty among the statements; nil if the feature does not have statements.
  public var lowest: Certainty? {
    Certainty.allCases.last { certainty in statements.contains { $0.certainty == certainty } }
  }

  /// The statements with the lowest certainty, in words; the cells of a row are combined.
  public var weakest: [String] {
    let found = statements.filter { $0.certainty == lowest }
    var places: [String] = []
    for statement in found where !places.contains(statement.place) {
      places.append(statement.place)
    }
    return places.map { place in
      let columns = found.filter { $0.place == place }.compactMap(\.column)
      return columns.isEmpty ? place : "\(place) (\(columns.joined(separator: ", ")))"
    }
  }
}

extension Phone {
  /// The evidence for every feature that has at least one statement in the tables, the rules or the policy options.
  public var evidence: [FeatureEvidence] {
    var statements: [SessionFeature: [FeatureEvidence.Statement]] = [:]
    for (name, cells) in Self.tablesOfFeatures.map({ ($0.name, $0.cells(self)) }) {
      for (feature, row, column, cell) in cells {
        statements[feature, default: []].append(
          .init(
            place: "table \(name), \(row)", column: column,
            certainty: Certainty([cell.evidence] + (cell.number.map { [$0] } ?? []))))
      }
    }
    for rule in SessionRule.allCases {
      statements[rule.feature, default: []].append(
        .init(place: "rule \(rule.name)", column: nil, certainty: Certainty([rule.evidence])))
    }
    for option in PolicyOption.all {
      statements[option.feature, default: []].append(
        .init(
          place: "policy option \(option.key)", column: nil,
          certainty: Certainty([option.evidence])))
    }
    return SessionFeature.allCases.compactMap { feature in
      statements[feature].map { FeatureEvidence(feature: feature.title, statements: $0) }
    }
  }

  private typealias FeatureCell = (SessionFeature, row: String, column: String, PolicyTable.Cell)

  /// The cells of all tables except those that repeat the rules or the options.
  private static let tablesOfFeatures: [(name: String, cells: @Sendable (Phone) -> [FeatureCell])] =
    namedTables.compactMap { entry in
      guard let feature = entry.feature else { return nil }
      return (
        entry.name,
        { phone in
          let table = entry.table(phone)
          return table.rows.flatMap { row in
            zip(table.columns, row.cells).map { column, cell in
              (feature(row.label, column), row.label, column, cell)
            }
          }
        }
      )
    }
}

extension FeatureEvidence {
  /// Returns the page `Documentation/Evidence.md`, generated from the evidence for a phone's features.
  public static func page(of features: [FeatureEvidence]) -> String {
    let levels = Certainty.allCases
    var page = """
      # How certain the simulator is

      No Apple device was used. This page is generated from the evidence for the tables, rules and policy options; a test
      checks it. `haptic session evidence` prints it; `haptic session table` and `haptic session policy` name the sources.

      A statement is a cell of a table, a rule, or the default of a policy option. It is classified by its weakest
      evidence: published by Apple, a header of Apple's SDK, several developer logs, one log, or our choice. Every
      policy option can be changed, so a test can run with each answer.

      | feature | \(levels.map(\.rawValue).joined(separator: " | ")) |
      |---|\(levels.map { _ in "---" }.joined(separator: "|"))|

      """
    for feature in features {
      let counts = levels.map { "\(feature.count($0))" }.joined(separator: " | ")
      page += "| \(feature.feature) | \(counts) |\n"
    }
    page += "\n## The least certain statements\n"
    for feature in features {
      guard let lowest = feature.lowest, lowest != .published, lowest != .header else { continue }
      page += "\n### \(feature.feature)\nBy \(lowest.rawValue):\n"
      page += feature.weakest.map { "- \($0)\n" }.joined()
    }
    return page
  }
}
