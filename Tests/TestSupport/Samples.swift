extension [Float] {
  /// The first frame in which the two differ, of the frames that both have.
  package func firstDifference(from other: [Float]) -> Int? {
    (0..<Swift.min(count, other.count)).first { self[$0] != other[$0] }
  }

  /// Whether every sample has the same bits.
  package func isIdentical(to other: [Float]) -> Bool {
    count == other.count
      && indices.allSatisfy { self[$0].bitPattern == other[$0].bitPattern }
  }

  /// The first frame that is not silent.
  package var firstSound: Int? { firstIndex { $0 != 0 } }

  /// Appends `count` samples of silence.
  package mutating func appendSilence(_ count: Int) {
    for _ in 0..<count { append(0) }
  }
}
