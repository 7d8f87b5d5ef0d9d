/// Rewriting the methods that Apple's `NSObject` calls when an observed property changes.
extension SwiftSource {
  /// The changes for each method `observeValue(forKeyPath:of:change:context:)`.
  ///
  /// The method does not override another on Linux, and its type conforms to `KeyValueObserver`. A call of `super` is
  /// replaced by one of a method that does nothing.
  var observationEdits: [(range: Range<Int>, text: String)] {
    var edits: [(range: Range<Int>, text: String)] = []
    var conforming: Set<Int> = []
    for index in tokens.indices where tokens[index].kind == .word && text(index) == "observeValue" {
      guard text(index + 1) == "(", text(index + 2) == "forKeyPath" else { continue }
      if text(index - 1) == ".", text(index - 2) == "super" {
        let call = tokens[index - 2].range.lowerBound..<tokens[index].range.upperBound
        edits.append((call, "self.ignoreValue"))
      }
      guard text(index - 1) == "func" else { continue }
      var first = index - 1
      while first > 0, tokens[first].kind == .word, text(first) != "override", !beginsLine(first) {
        first -= 1
      }
      guard text(first) == "override", let type = typeBody(around: index) else { continue }
      edits.append((tokens[first].range.lowerBound..<tokens[first + 1].range.lowerBound, ""))
      if conforming.insert(type).inserted, let edit = conformance(type) { edits.append(edit) }
    }
    return edits
  }

  /// Returns the index of the brace that opens the declaration around the token `index`.
  private func typeBody(around index: Int) -> Int? {
    var depth = 0
    for other in tokens.indices[..<index].reversed() where tokens[other].kind == .symbol {
      if text(other) == "}" { depth += 1 }
      if text(other) == "{" {
        if depth == 0 { return other }
        depth -= 1
      }
    }
    return nil
  }

  /// Returns the change that adds a protocol to the type whose body begins at `body`.
  private func conformance(_ body: Int) -> (range: Range<Int>, text: String)? {
    var start = body - 1
    while start >= 0, !["class", "extension"].contains(text(start)) { start -= 1 }
    guard start >= 0 else { return nil }
    let end = (start..<body).first { text($0) == "where" } ?? body
    let place = tokens[end - 1].range.upperBound
    let hasTypes = (start..<end).contains { text($0) == ":" }
    return (place..<place, hasTypes ? ", KeyValueObserver" : ": KeyValueObserver")
  }
}
