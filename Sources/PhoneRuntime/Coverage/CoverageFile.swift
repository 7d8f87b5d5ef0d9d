internal import TextFormats

/// Files that contain a coverage, as test runs write them.
///
/// A file contains the output of `haptic session coverage --json`.
extension PhoneCoverage {
  /// The ending of the names of coverage files.
  package static let fileEnding = ".coverage.json"

  /// The largest file that is read, in bytes.
  ///
  /// Our choice: a coverage takes about 30 000 bytes.
  package static let maximumFileSize = 1_000_000

  /// Returns the contents of a file.
  ///
  /// - Returns: A JSON object with a line end.
  /// - Throws: `EncodingError`, but never for a coverage.
  package func fileText() throws -> String { try JSONEncoding.text(self) + "\n" }

  /// The possible numbers of runs in a file.
  ///
  /// Our choice: far more runs than any suite has. Even the sum over very many files does not overflow.
  private static let possibleRuns = 0...1_000_000_000

  /// Reads the contents of a file.
  ///
  /// - Parameter bytes: The contents.
  /// - Throws: `CoverageFileError` if the contents are not a coverage, or name a part that this version's phone does
  ///   not have.
  package init(file bytes: [UInt8]) throws(CoverageFileError) {
    let tree = JSONTreeBuilder.tree(of: bytes)
    guard let number = tree["scenarios"]?.number, let runs = Int(exactly: number),
      Self.possibleRuns.contains(runs),
      let kinds = tree["kinds"]?.elements
    else { throw .notACoverage }
    var exercised: Set<CoverageEntry> = []
    for node in kinds {
      guard let word = node["kind"]?.text, let names = node["exercised"]?.elements else {
        throw .notACoverage
      }
      guard let kind = CoverageKind(rawValue: word) else { throw .unknown(word) }
      let known = Dictionary(uniqueKeysWithValues: kind.entries.map { ($0.name, $0) })
      for node in names {
        guard let name = node.text else { throw .notACoverage }
        guard let entry = known[name] else { throw .unknown("\(word): \(name)") }
        exercised.insert(entry)
      }
    }
    self.init(runs: runs, exercised: exercised)
  }
}

/// A reason why a file cannot be read as a coverage.
package enum CoverageFileError: Error, Hashable, CustomStringConvertible {
  /// The text is damaged or is not a coverage.
  case notACoverage
  /// This version's phone does not have the named part.
  case unknown(String)

  /// The problem, and the remedy.
  package var description: String {
    switch self {
    case .notACoverage:
      "not a coverage file; give a file that a test run has written, or the output of --json"
    case .unknown(let name):
      "the phone of this version does not have the part '\(name)'; run the tests again with this version"
    }
  }
}
