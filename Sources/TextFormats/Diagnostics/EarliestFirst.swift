/// Keeps the first few of many elements by their location in a file, in whatever order they are added,
/// and counts them all.
///
/// A file of a million entries can have millions of problems. Nobody reads more than the first of them,
/// and memory must not grow with their number.
package struct EarliestFirst<Element> {
  /// The number of elements added, kept or not.
  package private(set) var count = 0
  private let limit: Int
  private var kept: [(offset: Int, order: Int, element: Element)] = []
  /// Elements from this offset on are no longer kept.
  private var horizon = Int.max

  /// Creates an empty collection that keeps the first `limit` elements by location.
  package init(limit: Int) { self.limit = limit }

  /// Counts one more element at `offset`, and keeps the result of `make` if it is among the first.
  ///
  /// Otherwise `make` is not called.
  package mutating func add(at offset: Int, _ make: () -> Element) {
    count += 1
    guard offset < horizon else { return }
    kept.append((offset, count, make()))
    if kept.count >= 2 * limit { trim() }
  }

  /// The kept elements in order of location.
  ///
  /// Elements at the same location are in the order in which they were added.
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
