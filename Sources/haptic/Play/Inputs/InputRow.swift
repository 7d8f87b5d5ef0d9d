import HapticFormats
import TextFormats

/// An input as shown on the play screen.
struct InputReading: Hashable, Sendable {
  let name: String
  let value: Double
  let unit: String?
  /// The position of the value in the input's range, 0...1.
  let part: Double
  /// Whether keys change the input.
  let isSelected: Bool
  /// A word that replaces the value and its unit, such as `all`.
  let word: String?

  init(_ input: PatternInput, value: Double, isSelected: Bool) {
    self.init(
      input.name.printable, value: value, unit: input.unit, in: input.range,
      isSelected: isSelected)
  }

  init(
    _ name: String, value: Double, unit: String?, in range: ClosedRange<Double>,
    isSelected: Bool, word: String? = nil
  ) {
    (self.name, self.value, self.unit) = (name, value, unit)
    part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    (self.isSelected, self.word) = (isSelected, word)
  }

  /// The name, the value and the unit.
  var text: String { "\(name) " + (word ?? value.brief + (unit.map { " \($0)" } ?? "")) }
}

/// The row of inputs: the selected input with a bar, then as many other inputs as fit.
///
/// If some inputs do not fit, the range of all numbers follows, such as `1-6`.
struct InputRow {
  let inputs: [InputReading]
  let symbols: ChartSymbols

  /// The maximum length of the bar, in columns.
  ///
  /// Our choice: a column for each step of the keys.
  private static let longestBar = 20

  /// The minimum length of the bar next to the numbers of all inputs, in columns.
  ///
  /// Our choice: quarters of the range are visible.
  private static let shortestBar = 5

  func draw(into canvas: inout TextCanvas, row: Int) {
    guard let selected = inputs.firstIndex(where: \.isSelected) else { return }
    let text = PlayText.fitting(
      ["\(selected + 1) \(inputs[selected].text)", inputs[selected].text, inputs[selected].name],
      canvas.columns)
    canvas.put(text, row: row, .bold)
    var column = text.columns + 1
    let others = inputs.enumerated().filter { !$0.element.isSelected }
      .map { "\($0.offset + 1) \($0.element.text)" }
    let isWhole =
      others.reduce(column + Self.longestBar) { $0 + 2 + $1.columns } <= canvas.columns
    let numbers = others.isEmpty ? "" : "1-\(inputs.count)"
    var end = canvas.columns
    if !isWhole, end - numbers.count - 2 >= column + Self.shortestBar { end -= numbers.count + 2 }
    let bar = max(0, min(Self.longestBar, end - column))
    if bar > 0 {
      canvas.putMeter(
        inputs[selected].part, row: row, column: column, columns: bar, .bold, symbols)
    }
    column += bar + 2
    for other in others {
      if column + other.columns > end { break }
      canvas.put(other, row: row, column: column, .dim)
      column += other.columns + 2
    }
    if end < canvas.columns { canvas.put(numbers, row: row, column: column, .dim) }
  }
}
