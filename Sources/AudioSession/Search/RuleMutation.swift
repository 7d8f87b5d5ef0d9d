/// A rule broken on purpose, to see that the invariants notice it.
package enum RuleMutation: String, Hashable, Sendable, CaseIterable {
  /// A second interruptor does not join the first: nesting is lost.
  case noNesting
}
