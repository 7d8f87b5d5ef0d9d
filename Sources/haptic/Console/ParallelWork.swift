import Dispatch
import Realtime

/// Work on many files, on all processors.
enum ParallelWork {
  /// The number of items whose results are kept and then passed on together.
  ///
  /// Our choice: enough that no processor waits, and few enough to keep in memory.
  private static let together = 64

  /// Does `work` on each of `items`, group by group, and passes on each group's results in order.
  static func each<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) -> Result, _ take: (Result) throws -> Void
  ) rethrows {
    for start in stride(from: 0, to: items.count, by: together) {
      let part = Array(items[start..<min(start + together, items.count)])
      let results = Guarded<[Int: Result]>([:])
      DispatchQueue.concurrentPerform(iterations: part.count) { index in
        let result = work(part[index])
        results.withLock { $0[index] = result }
      }
      let known = results.withLock { $0 }
      for index in part.indices {
        if let result = known[index] { try take(result) }
      }
    }
  }
}
