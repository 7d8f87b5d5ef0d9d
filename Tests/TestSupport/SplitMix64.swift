// Random numbers with a seed, so that a failure can be reproduced. This is the project's own generator,
// made available to tests here.
@_exported public import struct Realtime.SplitMix64

extension SplitMix64 {
  /// Returns true once in `n` times.
  package mutating func oneIn(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &self) == 0 }

  /// Returns a number in `range`, uniformly distributed.
  package mutating func number(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// Returns one of `choices`, which must not be empty.
  package mutating func choice<Choice>(of choices: [Choice]) -> Choice {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }
}
