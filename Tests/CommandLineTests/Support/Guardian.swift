import Dispatch

/// Ends a program that runs for too long, so that its test fails instead of waiting for ever.
struct Guardian {
  /// How long a run may take.
  private static let patience = DispatchTimeInterval.seconds(60)

  /// Lets go of the program.
  ///
  /// A closure: an expectation that fails reflects all values that it names, and a work item that it reflected
  /// would end the tests.
  let cancel: () -> Void

  /// Calls `end` in 60 s, unless the guardian is cancelled before.
  init(_ end: @escaping @Sendable () -> Void) {
    let item = DispatchWorkItem(block: end)
    cancel = { item.cancel() }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: item)
  }
}
