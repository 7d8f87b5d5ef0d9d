private import Foundation

/// Returns the part of the seeds of a random test that this run tries.
///
/// `HAPTIC_SEEDS` in the environment is the part in percent: 100 tries all of them. Without it, a fifth
/// is tried, at least eight, which keeps a run of all tests short. Our choice: a broken law rarely
/// breaks for a single seed only.
///
/// - Parameter all: The seeds of the whole test.
/// - Returns: The first of them.
public func seeds(_ all: Range<UInt64>) -> Range<UInt64> {
  let text = ProcessInfo.processInfo.environment["HAPTIC_SEEDS"] ?? "20"
  guard let percent = UInt64(text), (1...100).contains(percent) else {
    fatalError("HAPTIC_SEEDS is '\(text)'; it must be a whole number of percent from 1 to 100")
  }
  let count = UInt64(all.count)
  return all.lowerBound..<all.lowerBound + min(count, max(8, (count * percent + 99) / 100))
}
