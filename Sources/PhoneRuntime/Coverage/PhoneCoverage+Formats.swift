extension PhoneCoverage {
  /// The coverage as an lcov tracefile, with one record for each kind.
  ///
  /// `SF:rules` begins the record of the rules, in which line n is the n-th entry. A line has the count 1 if
  /// the entry was exercised and 0 otherwise. Each line is also a function with the entry's name, so that
  /// reports show the name.
  ///
  /// Source: geninfo(1), "TRACEFILE FORMAT".
  public var lcov: String {
    CoverageKind.allCases.map { kind in
      let entries = kind.entries
      let lines = entries.enumerated().map { (number: $0 + 1, name: $1.name, hits: hits(of: $1)) }
      let found = lines.count
      let hit = lines.count { $0.hits > 0 }
      let record =
        ["TN:", "SF:\(kind.rawValue)"]
        + lines.map { "FN:\($0.number),\($0.name)" } + lines.map { "FNDA:\($0.hits),\($0.name)" }
        + ["FNF:\(found)", "FNH:\(hit)"] + lines.map { "DA:\($0.number),\($0.hits)" }
        + ["LF:\(found)", "LH:\(hit)", "end_of_record"]
      return record.map { $0 + "\n" }.joined()
    }.joined()
  }

  private func hits(of entry: CoverageEntry) -> Int { isExercised(entry) ? 1 : 0 }
}

extension PhoneCoverage: Encodable {
  private enum Key: String, CodingKey { case scenarios, kinds }

  /// Encodes the number of runs as `scenarios`.
  ///
  /// For each kind, encodes the names of the entries, their number, and the share that was exercised, in percent
  /// rounded to a tenth.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(runs, forKey: .scenarios)
    try object.encode(
      CoverageKind.allCases.map { kind in
        KindCoverage(
          kind: kind, total: kind.entries.count, percent: (percent(of: kind) * 10).rounded() / 10,
          exercised: exercised(of: kind).map(\.name), missing: missing(of: kind).map(\.name))
      }, forKey: .kinds)
  }
}

/// The encoded form of a kind.
private struct KindCoverage: Encodable {
  let kind: CoverageKind
  let total: Int
  let percent: Double
  let exercised: [String]
  let missing: [String]
}
