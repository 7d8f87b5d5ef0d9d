extension PolicyTable.Cell {
  /// A cell that says this and rests on that.
  init(_ text: String, _ evidence: Evidence) {
    self.init(text: text, evidence: evidence)
  }

  /// A cell that says yes or no.
  init(_ answer: Bool, _ evidence: Evidence) {
    self.init(text: answer ? "yes" : "no", evidence: evidence)
  }
}

extension PolicyTable.Row {
  /// A row of cells that all rest on the same.
  init(_ label: String, _ texts: [String], _ evidence: Evidence) {
    self.init(label: label, cells: texts.map { PolicyTable.Cell($0, evidence) })
  }
}

extension Evidence {
  /// The evidence with a place, if it has none of its own.
  func at(_ place: String) -> Evidence {
    var placed = self
    if placed.note.isEmpty { placed.note = place }
    return placed
  }

  /// The evidence and that of a option which decides as well.
  func and(_ value: PartialKeyPath<AudioPolicy>) -> Evidence { and(PolicyOption[value]) }

  /// The evidence and that of an option which decides as well.
  func and(_ option: PolicyOption) -> Evidence {
    var both = self
    let other = option.evidence
    both.tags += other.tags.filter { !tags.contains($0) }
    let words = [note, "knob \(option.key)", other.note]
    both.note = words.filter { !$0.isEmpty }.joined(separator: "; ")
    return both
  }
}
