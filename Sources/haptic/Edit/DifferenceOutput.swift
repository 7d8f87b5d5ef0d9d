import HapticEditing
import HapticEngine
import TextFormats

/// Prints the differences between two patterns, for people and for programs.
enum DifferenceOutput {
  /// Prints the changes, each in one or a few lines.
  static func write(_ difference: PatternDifference) throws(Failure) {
    for change in difference.otherChanges { try StandardOutput.write("! \(change.text)\n") }
    // Written in portions, because a million changes are hundreds of megabytes of text.
    var text = ""
    try difference.forEachChange { change throws(Failure) in
      text += colored(change) + "\n"
      if text.utf8.count > 1 << 16 {
        try StandardOutput.write(text)
        text = ""
      }
    }
    if difference.reorderedCount > 0 {
      text += "! \(difference.reorderedCount.counted("entry", "entries")) in a different order\n"
    }
    try StandardOutput.write(text)
  }

  private static func colored(_ change: PatternDifference.Change) -> String {
    guard StandardOutput.isColored else { return change.text }
    let color =
      switch change {
      case .added: "32"
      case .removed: "31"
      case .moved: "36"
      case .changed: "33"
      }
    return "\u{1B}[\(color)m\(change.text)\u{1B}[0m"
  }

  /// Prints how different the patterns feel.
  static func write(_ sensation: SensationDifference) throws(Failure) {
    let table = TextTable.text(sensation.lines.map { [$0.name, $0.text] }, indent: 2)
    try StandardOutput.write(
      "perceived difference, in decibels above the detection threshold:\n" + table)
  }

  /// Prints `report` as JSON, with the changes as its last member, one per line.
  ///
  /// The changes are written one by one, because a million changes would take gigabytes of memory.
  static func writeJSON(_ report: some Encodable, changes difference: PatternDifference?) throws {
    let whole = try JSONOutput.text(report)
    guard let difference else { return try StandardOutput.write(whole + "\n") }
    var text = whole.dropLast(2) + ",\n  \"changes\" : ["
    var separator = "\n    "
    try difference.forEachChange { change throws(any Error) in
      text += separator + (try JSONEncoding.text(Report.Change(change), isOneLine: true))
      separator = ",\n    "
      if text.utf8.count > 1 << 16 {
        try StandardOutput.write(String(text))
        text = ""
      }
    }
    try StandardOutput.write(text + "\n  ]\n}\n")
  }

  /// The output of `--json`, except the changes.
  struct Report: Encodable {
    struct Change: Encodable {
      /// `added`, `removed`, `moved` or `changed`.
      let kind: String
      /// The paths in the two files.
      let from: String?
      let to: String?
      let name: String
      let time: Double
      let fields: [PatternDifference.FieldChange]
    }

    struct Sensation: Encodable {
      let energyDecibels: Double?
      let levelDecibels: Double
      let largestDecibels: Double
      let largestTime: Double
      let centroids: [Double?]
      let onsets: [Int]
      let matchedOnsets: Int
      let onsetOffset: Double
      let noticeableShare: Double
    }

    let same: Bool
    let added: Int
    let removed: Int
    let moved: Int
    let changed: Int
    let unchanged: Int
    let reordered: Int
    let other: [PatternDifference.FieldChange]
    let sensation: Sensation?

    init(_ difference: PatternDifference, sensation: SensationDifference?) {
      same = difference.isEmpty
      let counts = difference.counts
      (added, removed, moved, changed) =
        (counts.added, counts.removed, counts.moved, counts.changed)
      unchanged = difference.sameCount
      reordered = difference.reorderedCount
      other = difference.otherChanges
      self.sensation = sensation.map(Sensation.init)
    }
  }
}

extension DifferenceOutput.Report.Change {
  init(_ change: PatternDifference.Change) {
    func path(_ item: PatternItem) -> String { "Pattern[\(item.index)]" }
    switch change {
    case .added(let item):
      self.init(
        kind: "added", from: nil, to: path(item), name: item.name, time: item.time, fields: [])
    case .removed(let item):
      self.init(
        kind: "removed", from: path(item), to: nil, name: item.name, time: item.time, fields: [])
    case .moved(let old, let new):
      self.init(
        kind: "moved", from: path(old), to: path(new), name: old.name, time: old.time,
        fields: old.changes(to: new))
    case .changed(let old, let new, let fields):
      self.init(
        kind: "changed", from: path(old), to: path(new), name: old.name, time: old.time,
        fields: fields)
    }
  }
}

extension DifferenceOutput.Report.Sensation {
  init(_ difference: SensationDifference) {
    // The last bits differ between machines.
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    self.init(
      energyDecibels: difference.energyDecibels.map(rounded),
      levelDecibels: rounded(difference.levelDecibels),
      largestDecibels: rounded(difference.largestDecibels),
      largestTime: rounded(difference.largestTime),
      centroids: [difference.first.centroid, difference.second.centroid].map { $0.map(rounded) },
      onsets: [difference.first.onsets.count, difference.second.onsets.count],
      matchedOnsets: difference.matchedOnsets, onsetOffset: rounded(difference.onsetOffset),
      noticeableShare: rounded(difference.noticeableShare))
  }
}
