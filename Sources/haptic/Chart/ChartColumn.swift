import HapticEngine

/// One column of a chart.
struct ChartColumn: Hashable, Sendable {
  /// How strong it is; 1 is one event at intensity 1, and events that overlap may be more.
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
  ///
  /// Each tap marks the one column that its time is in, and nothing that begins in a later column
  /// shows in an earlier one.
  func columns(in window: ChartWindow) -> [ChartColumn] {
    let first = window.start(of: 0) - window.secondsPerColumn
    var tapColumns: [Int: Int] = [:]
    for tap in taps[taps.firstIndex(notBefore: first)...] {
      let column = window.place(of: tap)
      if column >= window.columns { break }
      // The earliest of several.
      if column >= 0 && tapColumns[column] == nil { tapColumns[column] = index(of: tap) }
    }
    return (0..<window.columns).map { column in
      var range = range(from: window.start(of: column), to: window.start(of: column + 1))
      let next = onsets.firstIndex(notBefore: window.start(of: column))
      if let later = onsets[next...].first(where: { window.place(of: $0) > column }) {
        // A cell is shared where something begins in the middle of it.
        let limit = index(of: later)
        range = min(range.lowerBound, limit)..<min(range.upperBound, limit)
      }
      let tap = tapColumns[column]
      if let tap {
        // A tap is shown where it begins, although its peak comes a little later.
        range = tap..<max(range.upperBound, tap + index(of: halfCycle) + 1)
      }
      let cell = cell(of: range)
      return ChartColumn(
        height: fullLevel > 0 ? Double(cell.level / fullLevel) : 0,
        sharpness: Double(cell.sharpness), audio: Double(min(1, cell.audio)), isTap: tap != nil)
    }
  }
}
