import ArgumentParser

/// Numbers with commas between them.
struct StrengthList: ExpressibleByArgument {
  /// Each as it was written, for the names of files.
  let words: [String]
  let factors: [Double]

  /// Nil unless all are numbers from 0 to 4.
  ///
  /// Our choice: more than that leaves nothing but the clamped value.
  init?(argument: String) {
    words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    factors = words.compactMap(Double.init)
    guard factors.count == words.count, factors.allSatisfy({ (0...4).contains($0) }),
      Set(factors).count == factors.count
    else { return nil }
  }
}
