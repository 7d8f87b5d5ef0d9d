import Drawing
import HapticEngine
import TextFormats

/// A step of the walk as it is printed: title, text, command, chart and task, together no higher than the terminal.
struct TourPage {
  /// The size of the terminal; without one, pages of 80 columns and any height.
  let columns: Int
  let rows: Int?

  /// The rows below a page: for what is asked, and for what is said while the example plays.
  private static let promptRows = 2
  /// The most columns of texts and of charts.
  ///
  /// Our choice: longer lines of text are hard to read; a wider chart shows no more of such short patterns.
  private static let maximumTextColumns = 80
  private static let maximumChartColumns = 160

  /// The whole page of `step`, which has this number from 1; `drawing` is that of its pattern.
  func text(of step: TourStep, number: Int, drawing: Drawing) -> String {
    let head =
      "\n" + wrapped("\(number) of \(TourStep.all.count): \(step.title)") + "\n"
      + wrapped(step.text) + command(of: step) + "\n"
    let task = step.task.map { "\n" + wrapped("Task: \($0.text)") } ?? ""
    return head + chart(drawing, below: head + task) + task
  }

  /// The chart of an answer, to which a sentence and the next prompt come.
  func chart(ofAnswer drawing: Drawing) -> String { chart(drawing, below: "\n\n") }

  /// `text` in lines.
  func wrapped(_ text: String) -> String {
    TextTable.folded(
      text, first: 0, indent: 0, columns: min(columns, Self.maximumTextColumns))
  }

  /// The command that plays the example, its notation in several lines where it is long.
  private func command(of step: TourStep) -> String {
    if HapticPreset(named: step.notation) != nil { return "  haptic play \(step.notation)\n" }
    var lines = ["  haptic play --notation \""]
    let items = step.notation.split(separator: ", ").map(String.init)
    for (index, item) in items.enumerated() {
      let word = item + (index + 1 < items.count ? "," : "\"")
      let last = lines[lines.count - 1]
      let joined = last + (last.hasSuffix("\"") ? "" : " ") + word
      if index > 0, joined.count > min(columns, Self.maximumTextColumns) {
        lines.append("    " + word)
      } else {
        lines[lines.count - 1] = joined
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// `drawing` in the rows that `text` leaves; empty if there is no room.
  private func chart(_ drawing: Drawing, below text: String) -> String {
    let columns = min(columns, Self.maximumChartColumns)
    let left = rows.map { rows in
      rows - Self.promptRows - text.count { $0 == "\n" }
    }
    guard let fitted = Self.fitted(drawing, columns: columns, rows: left) else { return "" }
    return DrawingCanvas.text(fitted, columns: columns)
  }

  // MARK: Lanes

  /// A lane of a pattern's drawing that the walk shows.
  private enum Part {
    case events, intensity, sharpness, control, signal, sound

    /// The part of the lane with this name; nil for the strength in decibels, which the walk does not explain.
    init?(_ name: String) {
      switch name {
      case "events": self = .events
      case "intensity": self = .intensity
      case "sharpness": self = .sharpness
      case "signal": self = .signal
      case "sound": self = .sound
      case "feeling": return nil
      default: self = .control
      }
    }
  }

  /// The rows of lanes, in the order in which they are given room; events have a row for each kind.
  ///
  /// Our choice: first what the texts speak of, each as low as can be read, and the signal last.
  private static let wishes: [(part: Part, rows: Int)] = [
    (.intensity, 3), (.events, 1), (.sharpness, 2), (.control, 2), (.sound, 2), (.intensity, 5),
    (.sharpness, 3), (.intensity, 7), (.signal, 4), (.sound, 4), (.intensity, 10), (.signal, 6),
    (.intensity, 14),
  ]

  /// `drawing` with as many and as high lanes as fit into `rows` rows; nil if none fits.
  static func fitted(_ drawing: Drawing, columns: Int, rows: Int?) -> Drawing? {
    var fitted: Drawing?
    var heights: [Part: Int] = [:]
    for (part, height) in wishes {
      var higher = heights
      higher[part] = height
      let next = Self.drawing(drawing, heights: higher)
      let canvas = DrawingCanvas(next, columns: columns, symbols: .ofLocale).canvas
      if canvas.rows.count > rows ?? .max { continue }
      heights = higher
      if next.panels.contains(where: { !$0.lanes.isEmpty }) { fitted = next }
    }
    return fitted
  }

  /// `drawing` with the lanes that `heights` has, and the keys that these need.
  private static func drawing(_ drawing: Drawing, heights: [Part: Int]) -> Drawing {
    var drawing = drawing
    for index in drawing.panels.indices {
      drawing.panels[index].lanes = drawing.panels[index].lanes.compactMap { lane in
        guard let part = Part(lane.name), let rows = heights[part] else { return nil }
        var lane = lane
        if part != .events { lane.rows = rows }
        return lane
      }
    }
    drawing.keys.removeAll { key in
      switch key.tone {
      case .signal, .measure: heights[.signal] == nil
      case .control: heights[.control] == nil
      case .sharpness, .audio, .strength, .difference, .role: false
      }
    }
    return drawing
  }
}
