internal import HapticEngine
internal import TextFormats

extension PatternDifference {
  /// The number of differences of each kind, such as `1 added, 2 moved, 40 the same`.
  public var statistics: String {
    var parts: [String] = []
    for (count, word) in [
      (counts.added, "added"), (counts.removed, "removed"), (counts.moved, "moved"),
      (counts.changed, "changed"), (otherChanges.count, "other"), (reorderedCount, "reordered"),
    ] where count > 0 {
      parts.append("\(count) \(word)")
    }
    parts.append("\(sameCount) the same")
    return parts.joined(separator: ", ")
  }
}

extension PatternDifference.Change {
  /// The change as lines: a line for the entry, followed by the values that differ.
  public var text: String {
    switch self {
    case .removed(let item): "- Pattern[\(item.index)] \(item.line)"
    case .added(let item): "+ Pattern[\(item.index)] \(item.line)"
    case .moved(let old, let new):
      "> \(old.path(to: new)) \(old.name): \(Self.seconds(old.time)) -> \(Self.seconds(new.time))"
        + " (\(new.time < old.time ? "" : "+")\(Self.seconds(EditNumber.rounded(new.time - old.time))))"
    case .changed(let old, let new, let fields):
      "! \(old.path(to: new)) \(old.name) at \(Self.seconds(old.time))"
        + fields.map { "\n    \($0.text)" }.joined()
    }
  }

  private static func seconds(_ time: Seconds) -> String { "\(EditNumber.word(time)) s" }
}

extension PatternDifference.FieldChange {
  /// The change as a line.
  public var text: String {
    "\(name): \(from?.text ?? "none") -> \(to?.text ?? "none")"
  }
}

extension PatternDifference.FieldChange.Value {
  /// The value on one line, safe to print; a long text is truncated.
  var text: String {
    switch self {
    case .number(let number): return EditNumber.word(number)
    case .text(""): return "none"
    case .text(let text):
      // Our choice: the length of one line in a terminal.
      let start = text.unicodeScalars.prefix(60)
      let short = String(String.UnicodeScalarView(start)).printable
      return start.endIndex == text.unicodeScalars.endIndex ? short : short + "..."
    }
  }
}

extension PatternItem {
  /// `Pattern[3]`, or `Pattern[3] -> [4]` if the index differs.
  fileprivate func path(to new: PatternItem) -> String {
    index == new.index ? "Pattern[\(index)]" : "Pattern[\(index)] -> [\(new.index)]"
  }

  /// The item on one line.
  var line: String {
    var line = "\(name) at \(EditNumber.word(time)) s"
    if let duration { line += ", \(EditNumber.word(duration)) s long" }
    if let value { line += ": \(EditNumber.word(value))" }
    let values = parameters.map { "\($0.id.rawValue) \(EditNumber.word($0.value))" }
    if !values.isEmpty { line += ": \(values.joined(separator: ", "))" }
    if !points.isEmpty { line += ": \(points.count.counted("point"))" }
    return line
  }
}

extension SensationDifference {
  /// One measure of the difference, in words.
  public struct Line: Hashable, Sendable, Encodable {
    /// The measure, such as `energy`.
    public let name: String
    /// The values of the two patterns, or their difference.
    public let text: String
  }

  /// The difference in words, a line for each measure.
  public var lines: [Line] {
    [
      Line(name: "energy", text: energyText),
      Line(
        name: "level", text: "\(levelDecibels.rounded(to: 1)) dB apart on average\(largestText)"),
      Line(
        name: "centroid", text: "\(Self.text(first.centroid)) -> \(Self.text(second.centroid))"),
      onsetText.map { Line(name: "onsets", text: $0) },
      Line(
        name: "noticeable", text: "for \((noticeableShare * 100).rounded(to: 0)) % of the time"),
    ].compactMap(\.self)
  }

  private var energyText: String {
    if let decibels = energyDecibels {
      let text = decibels.magnitude < 0.05 ? "0" : decibels.rounded(to: 1)
      return "\(decibels >= 0.05 ? "+" : "")\(text) dB"
    }
    func word(_ summary: Summary) -> String { summary.energy > 0 ? "something" : "nothing" }
    return "\(word(first)) -> \(word(second))"
  }

  private var largestText: String {
    guard largestDecibels > 0 else { return "" }
    return ", at most \(largestDecibels.rounded(to: 1)) dB at \(largestTime.rounded(to: 2)) s"
  }

  private static func text(_ hertz: Double?) -> String {
    hertz.map { "\($0.rounded(to: 0)) Hz" } ?? "none"
  }

  /// The text about onsets; nil if neither pattern has onsets.
  private var onsetText: String? {
    let (one, two) = (first.onsets.count, second.onsets.count)
    guard one + two > 0 else { return nil }
    let counts = "\(one) -> \(two) rises of 6 dB or more"
    guard matchedOnsets > 0 else { return counts }
    let milliseconds = (onsetOffset * 1000).rounded(to: 1)
    return "\(counts), \(matchedOnsets) in both within 50 ms, \(milliseconds) ms apart on average"
  }
}
