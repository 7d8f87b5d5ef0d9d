public import HapticEngine
internal import HapticFormats

/// A pattern in a few columns, for a list of patterns.
///
/// Intensity and sharpness have envelopes and controls applied, as in a chart. Sounds are not included.
///
/// Thread: any. Realtime-safe: no.
public struct PatternThumbnail: Hashable, Sendable, Encodable {
  /// The strongest vibration of each column: its intensity and sharpness, each 0...1; intensity 0 for none.
  public let vibration: [[Double]]
  /// The strongest transient of each column that has one: the index of the column, intensity and sharpness.
  public let transients: [[Double]]
  /// The time that the columns share, in seconds.
  public let seconds: Seconds

  /// The shortest time that fills the columns, in seconds, so that a single transient does not look like a long event.
  ///
  /// Our choice: as in charts.
  private static let shortest: Seconds = 0.25

  /// Sketches `pattern` in a number of columns, 1...1_000.
  public init(of pattern: HapticPattern, columns count: Int = 64) {
    let seconds = max(pattern.duration, Self.shortest)
    let columns = ChartColumns(
      from: 0, to: seconds, count: min(max(count, 1), 1_000), includesEnd: true)
    var outline = VibrationOutline(columns)
    outline.add(pattern)
    // Two decimals are finer than a pixel of a small picture.
    func short(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    vibration = zip(outline.intensity, outline.sharpness).map { [short($0), short($1)] }
    transients = outline.transients.enumerated().compactMap { column, transient in
      transient.map { [Double(column), short($0.intensity), short($0.sharpness)] }
    }
    self.seconds = seconds
  }
}
