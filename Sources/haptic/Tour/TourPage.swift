import Drawing
import HapticEngine
import TextFormats

/// A printed step of the tour: title, text, command, chart and task, together no higher than the terminal.
struct TourPage {
  /// The size of the terminal.
  ///
  /// Without a terminal, pages have 80 columns and any height.
  let columns: Int
  let rows: Int?

  /// The number of rows below a page, for the prompt and for a message while the example plays.
  private static let promptRows = 2
  /// The maximum number of columns of texts and of charts.
  ///
  /// Our choice: longer lines of text are hard to read, and a wider chart does not show more of such short patterns.
  private static let maximumTextColumns = 80
  private static let maximumChartColumns = 160

  /// Returns the whole page of `step`.
  ///
  /// `number` is counted from 1. `drawing` shows the pattern of the step.
  func text(of step: TourStep, number: Int, drawing: Drawing) -> String {
    let head =
      "\n" + wrapped("\(number) of \(TourStep.all.count): \(step.title)") + "\n"
      + wrapped(step.text) + command(of: step) + "\n"
    let task = step.task.map { "\n" + wrapped("Task: \($0.text)") } ?? ""
    return head + chart(drawing, below: head + task) + task
  }

  /// Returns the chart of an answer, with room for a sentence and the next prompt.
  func chart(ofAnswer drawing: Drawing) -> String { chart(drawing, below: "\n\n") }

  /// Returns `text` folded into lines.
  func wrapped(_ text: String) -> String {
    TextTable.folded(
      text, first: 0, indent: 0, columns: min(columns, Self.maximumTextColumns))
  }

  /// Returns the command that plays the example, with a long notation split into several lines.
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

  /// Returns `drawing` in the rows that `text` leaves; empty if it does not fit.
  private func chart(_ drawing: Drawing, below text: String) -> String {
    let columns = min(columns, Self.maximumChartColumns)
    let left = rows.map { rows in
      rows - Self.promptRows - text.count { $0 == "\n" }
    }
    guard let fitted = Self.fitted(drawing, columns: columns, rows: left) else { return "" }
    return DrawingCanvas.text(fitted, columns: columns)
  }

  // MARK: Lanes

  /// A lane of a drawing that the tour shows.
  private enum Part {
    case events, intensity, sharpness, control, signal, sound

    /// Creates the part for the lane called `name`; nil for the strength in decibels, which the tour does not explain.
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

  /// The heights of lanes in rows, in the order in which rows are assigned.
  ///
  /// Events have a row for each kind.
  ///
  /// Our choice: first the lanes that the texts mention, each with the lowest readable height; the signal comes last.
  private static let wishes: [(part: Part, rows: Int)] = [
    (.intensity, 3), (.events, 1), (.sharpness, 2), (.control, 2), (.sound, 2), (.intensity, 5),
    (.sharpness, 3), (.intensity, 7), (.signal, 4), (.sound, 4), (.intensity, 10), (.signal, 6),
    (.intensity, 14),
  ]

  /// Returns `drawing` with as many lanes, as high as possible, as fit in `rows` rows; nil if none fits.
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

  /// Returns `drawing` with the lanes in `heights`, and the keys for these lanes.
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
