internal import HapticEditing
internal import HapticEngine

/// One of two states that are compared.
struct ComparedSide: Sendable {
  let document: EditDocument
  /// The profile of its file.
  let profile: Profile
  /// The loudness of its sound as `GatedLevel` measures it, in decibels; nil for silence.
  let level: Double?
}

/// The difference between two patterns, as `haptic diff` tells it.
struct VersionDifference: Encodable, Sendable {
  /// An entry that differs.
  struct Change: Encodable, Sendable {
    /// `added`, `removed`, `moved` or `changed`.
    var kind: String
    /// The change in words.
    var text: String
    /// The time of the entry, in seconds.
    var time: Double
    /// The indices of the entry in the first and in the second pattern; nil where it is missing.
    var from: Int?
    var to: Int?
  }

  /// The number of changes of each kind.
  var statistics: String
  /// The first changes in order of time.
  var changes: [Change] = []
  /// The number of changes that are not listed.
  var omitted = 0
  /// The difference of what is felt; empty if the entries are the same.
  var sensation: [SensationDifference.Line] = []
  /// The loudness of both sounds, in decibels; null for silence.
  var levels: [Double?]

  /// The maximum number of changes that are listed.
  ///
  /// Our choice: nobody reads more.
  private static let listedChanges = 500

  /// Compares two states, which takes as long as rendering both.
  ///
  /// - Throws: `StudioError` if a pattern cannot be rendered.
  init(from first: ComparedSide, to second: ComparedSide) throws(StudioError) {
    let difference = PatternDifference(from: first.document, to: second.document)
    statistics = difference.statistics
    levels = [first.level, second.level]
    if difference.isEmpty { return }
    for change in difference.otherChanges {
      changes.append(Change(kind: "changed", text: "! " + change.text, time: 0))
    }
    try? difference.forEachChange { (change) throws(Enough) in
      changes.append(Change(change))
      if changes.count == Self.listedChanges { throw Enough() }
    }
    let (added, removed, moved, changed) = difference.counts
    omitted =
      added + removed + moved + changed + difference.otherChanges.count - changes.count
    guard let a = AHAP.read(first.document.bytes).pattern,
      let b = AHAP.read(second.document.bytes).pattern
    else { return }
    do throws(RenderError) {
      sensation = try SensationDifference(from: a, to: b, profile: second.profile).lines
    } catch {
      throw StudioError(error.description)
    }
  }

  /// Ends a list that is long enough.
  private struct Enough: Error {}
}

extension VersionDifference.Change {
  init(_ change: PatternDifference.Change) {
    let text = change.text
    switch change {
    case .added(let item):
      self.init(kind: "added", text: text, time: item.time, to: item.index)
    case .removed(let item):
      self.init(kind: "removed", text: text, time: item.time, from: item.index)
    case .moved(let old, let new):
      self.init(kind: "moved", text: text, time: new.time, from: old.index, to: new.index)
    case .changed(let old, let new, _):
      self.init(kind: "changed", text: text, time: new.time, from: old.index, to: new.index)
    }
  }
}
