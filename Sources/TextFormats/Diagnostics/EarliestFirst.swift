/// Keeps the first few of many things by their place in a file, whatever order they come in, and
/// counts them all.
///
/// A file of a million entries can have millions of problems; nobody reads more than the first of
/// them, and memory must not grow with them.
package struct EarliestFirst<Element> {
  /// How many there were, kept or not.
  package private(set) var count = 0
  private let limit: Int
  private var kept: [(offset: Int, order: Int, element: Element)] = []
  /// From this offset on nothing is kept any more.
  private var horizon = Int.max

  /// Keeps the first `limit` by place.
  package init(limit: Int) { self.limit = limit }

  /// Counts one more at `offset`, and keeps what `make` gives if it is among the first.
  ///
  /// `make` is not called otherwise.
  package mutating func add(at offset: Int, _ make: () -> Element) {
    count += 1
    guard offset < horizon else { return }
    kept.append((offset, count, make()))
    if kept.count >= 2 * limit { trim() }
  }

  /// The kept elements in order of location; two at one location in the order they came.
  package func inOrder() -> [(offset: Int, element: Element)] {
    var copy = self
    copy.trim()
    return copy.kept.map { ($0.offset, $0.element) }
  }

  private mutating func trim() {
    kept.sort { ($0.offset, $0.order) < ($1.offset, $1.order) }
    if kept.count > limit { kept.removeLast(kept.count - limit) }
    if kept.count == limit { horizon = kept[limit - 1].offset }
  }
}
