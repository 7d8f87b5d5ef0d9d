import HapticFormats
import TextFormats

/// An input as the play screen shows it.
struct InputReading: Hashable, Sendable {
  let name: String
  let value: Double
  let unit: String?
  /// Where the value lies in the input's range, 0...1.
  let part: Double
  /// Whether keys move it.
  let isSelected: Bool

  init(_ input: PatternInput, value: Double, isSelected: Bool) {
    self.init(
      input.name.printable, value: value, unit: input.unit, in: input.range,
      isSelected: isSelected)
  }

  init(
    _ name: String, value: Double, unit: String?, in range: ClosedRange<Double>, isSelected: Bool
  ) {
    (self.name, self.value, self.unit) = (name, value, unit)
    part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    self.isSelected = isSelected
  }

  /// The name, the value and the unit.
  var text: String { "\(name) \(value.brief)" + (unit.map { " \($0)" } ?? "") }
}

/// The row of inputs: the one that keys move with a bar, then as many others as there is room for.
struct InputRow {
  let inputs: [InputReading]
  let symbols: ChartSymbols

  /// The longest bar, in columns.
  ///
  /// Our choice: a column for each step of the keys.
  private static let longestBar = 20

  func draw(into canvas: inout TextCanvas, row: Int) {
    guard let selected = inputs.firstIndex(where: \.isSelected) else { return }
    let text = PlayText.fitting(
      ["\(selected + 1) \(inputs[selected].text)", inputs[selected].text, inputs[selected].name],
      canvas.columns)
    canvas.put(text, row: row, .bold)
    var column = text.columns + 1
    let bar = min(Self.longestBar, canvas.columns - column)
    if bar > 0 {
      canvas.putMeter(
        inputs[selected].part, row: row, column: column, columns: bar, .bold, symbols)
    }
    column += bar + 2
    for (index, input) in inputs.enumerated() where !input.isSelected {
      let text = "\(index + 1) \(input.text)"
      if column + text.columns > canvas.columns { break }
      canvas.put(text, row: row, column: column, .dim)
      column += text.columns + 2
    }
  }
}
