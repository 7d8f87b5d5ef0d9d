import HapticEngine

/// One column of a chart.
struct ChartColumn: Hashable, Sendable {
  /// How strong it is; 1 is one event at intensity 1, tap or vibration, and events that overlap may
  /// be more.
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
        height: tap == nil ? height(of: cell.level) : heightWithTaps(in: range),
        sharpness: Double(cell.sharpness), audio: Double(min(1, cell.audio)), isTap: tap != nil)
    }
  }

  /// How high a vibration of `level` is drawn.
  private func height(of level: Float) -> Double {
    fullLevels.vibration > 0 ? Double(level / fullLevels.vibration) : 0
  }

  /// How high the cells of `range` are drawn, in which a tap begins.
  ///
  /// Where the strongest is a tap, what it adds to the vibration that it begins in is measured
  /// against a full tap.
  private func heightWithTaps(in range: Range<Int>) -> Double {
    let range = range.clamped(to: 0..<cells.count)
    let highest = range.max { cells[$0].level < cells[$1].level }
    guard let highest, fullLevels.tap > 0 else { return 0 }
    let level = cells[highest].level
    let next = taps.firstIndex(notBefore: Double(highest + 1) * cellSeconds)
    let tap = next > 0 ? index(of: taps[next - 1]) : 0
    let before = tap > 0 && tap <= cells.count ? cells[tap - 1].level : 0
    guard highest - tap <= index(of: halfCycle), level > before else { return height(of: level) }
    return height(of: before) + Double((level - before) / fullLevels.tap)
  }
}
