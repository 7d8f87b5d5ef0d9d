import Dispatch

/// Ends a program that runs too long, so that its test fails instead of waiting forever.
struct Guardian {
  /// The maximum duration of a run.
  private static let patience = DispatchTimeInterval.seconds(60)

  /// Releases the program.
  ///
  /// A closure, because a failed expectation reflects all values that it names. Reflecting a work
  /// item would end the tests.
  let cancel: () -> Void

  /// Calls `end` after 60 s, unless the guardian is canceled earlier.
  init(_ end: @escaping @Sendable () -> Void) {
    let item = DispatchWorkItem(block: end)
    cancel = { item.cancel() }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: item)
  }
}
