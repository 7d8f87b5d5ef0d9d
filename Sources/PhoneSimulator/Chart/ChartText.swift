internal import PhoneRuntime
internal import TextFormats

/// A chart in text.
struct ChartText {
  private let notes: SessionChart.Notes
  private let title: String
  private let end: Double
  private let isColoured: Bool
  private let isUnicode: Bool
  private let labelWidth: Int
  private let width: Int

  /// The most columns of a name.
  ///
  /// Our choice: a fifth of eighty.
  private static let longestName = 16

  init(
    _ notes: SessionChart.Notes, title: String, columns: Int, end: Double, isColoured: Bool,
    isUnicode: Bool
  ) {
    self.notes = notes
    self.title = title.printable.shortened(toColumns: columns)
    self.end = max(end, SessionChart.shortestSeconds)
    self.isColoured = isColoured
    self.isUnicode = isUnicode
    let lanes = notes.apps + notes.others.filter { !$0.isEmpty }
    labelWidth = min(Self.longestName, lanes.map(\.name.columns).max() ?? 0)
    width = columns - labelWidth - 2
  }

  var text: String {
    let lanes = notes.apps + notes.others.filter { !$0.isEmpty }
    let rows = lanes.flatMap { lane -> [String] in
      let marks = marks(of: lane)
      let lines = lane.hasOnlyMarks ? marks : [states(of: lane)] + marks
      return lines.enumerated().map { label($0.offset == 0 ? lane.name : "") + $0.element }
    }
    return ([title, label("") + scale] + rows + legend(lanes)).map { $0 + "\n" }.joined()
  }

  private func label(_ name: String) -> String {
    name.shortened(toColumns: labelWidth).padded(toColumns: labelWidth + 2)
  }

  /// The times at the left, in the middle and at the right.
  private var scale: String {
    let corner = isUnicode ? ("┌", "┬", "┐", "─") : ("+", "+", "+", "-")
    let (middle, last) = (
      corner.1 + (end / 2).shortSeconds, end.shortSeconds + corner.2
    )
    let first = "\(corner.0)0 s"
    var line = first
    line += String(repeating: corner.3, count: max(1, width / 2 - line.count)) + middle
    line += String(repeating: corner.3, count: max(1, width - line.count - last.count)) + last
    return line
  }

  private func symbol(_ state: SessionChart.State) -> Character {
    isUnicode ? state.symbol : state.plainSymbol
  }

  private func states(of lane: SessionChart.Lane) -> String {
    if lane.isEmpty { return SessionChart.emptyWords }
    let columns = lane.states(from: 0, to: end, columns: width)
    guard isColoured else { return String(columns.map(symbol)).trimmedAtEnd }
    var line = ""
    var rest = columns[...]
    while let state = rest.first {
      let run = rest.prefix { $0 == state }
      let symbols = String(run.map(symbol))
      line += state.colour.map { "\u{1B}[\($0)m\(symbols)\u{1B}[0m" } ?? symbols
      rest = rest.dropFirst(run.count)
    }
    return line
  }

  /// The marks, in as many lines as there are kinds in one column.
  private func marks(of lane: SessionChart.Lane) -> [String] {
    let columns = lane.allMarks(from: 0, to: end, columns: width)
    let lines = columns.map(\.count).max() ?? 0
    return (0..<lines).map { line in
      String(columns.map { line < $0.count ? $0[line].rawValue : " " }).trimmedAtEnd
    }
  }

  /// What the symbols mean that are there, in as many lines as it takes.
  private func legend(_ lanes: [SessionChart.Lane]) -> [String] {
    let states = Set(lanes.flatMap { $0.states.map(\.state) })
    let marks = Set(lanes.flatMap { $0.marks.map(\.mark) })
    let words =
      SessionChart.State.allCases.filter { $0 != .quiet && states.contains($0) }
      .map { "\(symbol($0)) \($0.words)" }
      + SessionChart.Mark.allCases.filter(marks.contains).map { "\($0.rawValue) \($0.words)" }
    let room = labelWidth + 2 + width
    return words.reduce(into: [String]()) { lines, word in
      if let line = lines.last, line.count + 3 + word.count <= room {
        lines[lines.count - 1] = line + "   " + word
      } else {
        lines.append(word)
      }
    }
  }
}

extension Double {
  /// Seconds in few digits, such as `95 s`.
  fileprivate var shortSeconds: String { "\(rounded(to: 2)) s" }
}

extension String {
  /// Without the spaces at its end.
  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
