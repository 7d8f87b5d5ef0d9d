import HapticEngine

/// One column of a chart.
struct ChartColumn: Hashable, Sendable {
  /// How strong it is, 0...1; 1 is an event at intensity 1, and whatever is stronger.
  var height: Double
  /// How sharp it is, 0...1.
  var sharpness: Double
  /// How loud it is, 0...1 of full scale.
  var audio: Double
  /// Whether a tap begins in it.
  var isTap: Bool
}

extension SignalOutline {
  /// The columns of `window`.
  func columns(in window: ChartWindow) -> [ChartColumn] {
    (0..<window.columns).map { column in
      let start = window.start(of: column)
      let end = start + window.secondsPerColumn
      let isTap = hasTap(from: start, to: end)
      // A tap is shown where it begins, although its peak comes a little later.
      let cell = cell(from: start, to: isTap ? max(end, start + halfCycle) : end)
      return ChartColumn(
        height: fullLevel > 0 ? Double(min(1, cell.level / fullLevel)) : 0,
        sharpness: Double(cell.sharpness), audio: Double(min(1, cell.audio)), isTap: isTap)
    }
  }
}
