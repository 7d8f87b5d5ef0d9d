internal import HapticEngine
internal import HapticPerception

/// The rendered signal in the columns of a chart.
///
/// An event is not visible before it starts, because a value rises with the samples of its column. A value falls along
/// a line from one crest to the next.
struct SignalColumns {
  /// The values of one column.
  struct Column {
    /// The lowest and the highest sample of the haptic bus, full scale 1.
    ///
    /// If several columns share a cycle, they have the extremes of the cycle.
    var low: Float = 0
    var high: Float = 0
    /// The amplitude of the haptic bus.
    var amplitude: Float = 0
    /// The amplitude of the audio bus's stronger channel.
    var audio: Float = 0
    /// Decibels above the threshold; minus infinity for silence.
    var level = -Float.infinity
  }

  /// The columns: the requested number, or the number of frames if that is smaller.
  let columns: ChartColumns
  /// A value for each column.
  let values: [Column]
  /// The levels of the equal parts of each column.
  private let levels: [Float]
  private let levelsPerColumn: Int
  /// The largest drawn samples of the haptic bus and of the audio bus.
  let peak: Float
  let audioPeak: Float

  /// Renders `renderer`, which is at its start, up to the end of `columns`.
  ///
  /// - Parameters:
  ///   - renderer: the renderer; at most `SensationTrack.maximumSeconds` of the time is measured.
  ///   - columns: the columns of the chart.
  ///   - profile: the profile of the renderer.
  init(of renderer: OfflineRenderer, in columns: ChartColumns, profile: Profile) {
    var meter = ColumnMeter(columns, sampleRate: renderer.sampleRate, profile: profile)
    meter.measure(renderer)
    self.columns = meter.columns
    levelsPerColumn = meter.partsPerColumn
    let parts = meter.finished
    levels = parts.map(\.level)
    var values = meter.values
    // The signal has ended.
    values += Array(repeating: Column(), count: max(0, self.columns.count - values.count))
    for (index, part) in parts.enumerated() where index / levelsPerColumn < values.count {
      let column = index / levelsPerColumn
      values[column].amplitude = max(values[column].amplitude, part.amplitude)
      values[column].level = max(values[column].level, part.level)
    }
    self.values = values
    peak = values.reduce(0) { max($0, -$1.low, $1.high) }
    audioPeak = values.reduce(0) { max($0, $1.audio) }
  }

  /// Returns, for each column, how much stronger `other` is, in decibels, at the time at which the two differ most.
  ///
  /// Both signals must have the same columns. Levels that cannot be felt are treated as levels at the threshold.
  func difference(to other: SignalColumns) -> [Double] {
    (0..<columns.count).map { column in
      let parts = column * levelsPerColumn..<(column + 1) * levelsPerColumn
      let differences = parts.map { max(other.level($0), 0) - max(level($0), 0) }
      return Double(differences.max { $0.magnitude < $1.magnitude } ?? 0)
    }
  }

  private func level(_ index: Int) -> Float {
    levels.indices.contains(index) ? levels[index] : -.infinity
  }
}
