// Random numbers with a seed, so that what a test has found can be found again: the project's own,
// which tests find here.
@_exported public import struct Realtime.SplitMix64

extension SplitMix64 {
  /// True once in `n` times.
  package mutating func oneIn(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &self) == 0 }

  /// A number of `range`, all equally likely.
  package mutating func number(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// One of `choices`, which are not empty.
  package mutating func choice<Choice>(of choices: [Choice]) -> Choice {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }
}
