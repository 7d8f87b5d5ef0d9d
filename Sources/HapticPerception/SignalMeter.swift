private import Glibc
package import HapticEngine
internal import Realtime

/// Measures a rendered signal in cells of equal length, for all analyses and charts.
package struct SignalMeter {
  /// The sums and extremes of the samples of one cell.
  package struct Cell {
    /// The lowest and the highest sample of the haptic bus, full scale 1; at most 0 and at least 0, respectively.
    package var low: Float = 0
    package var high: Float = 0
    /// The largest sample of the audio bus.
    package var audio: Float = 0
    /// The sum of the squares of the haptic samples.
    var energy: Float = 0
    /// The sum of the squares of their central differences.
    var slope: Float = 0

    /// The largest sample of the haptic bus.
    var peak: Float { max(-low, high) }
  }

  /// The cells, in order; the last cell may be shorter.
  package private(set) var cells: [Cell] = []
  /// Whether the signal was measured to its end.
  private(set) var isComplete = true
  /// A prediction for each cell, if requested.
  private(set) var predictions: [SignalPrediction] = []

  private let cellFrames: Int
  private let predicts: Bool
  private var cell = Cell()
  private var prediction = SignalPrediction()
  private var filled = 0
  /// The two samples before the current one.
  private var before: (Float, Float) = (0, 0)

  /// The largest sample of the haptic bus.
  var peak: Float { cells.reduce(0) { max($0, $1.peak) } }

  /// Renders `renderer` from its start and measures it.
  ///
  /// - Parameters:
  ///   - renderer: the renderer, at its start.
  ///   - cellFrames: the number of frames in a cell.
  ///   - maximumSeconds: the time at which the measurement stops.
  ///   - predicts: whether a prediction is also made for each cell.
  ///   - isWanted: called between blocks; if it returns false, the measurement ends.
  package init(
    of renderer: OfflineRenderer, cellFrames: Int, maximumSeconds: Seconds = .infinity,
    predicts: Bool = false, while isWanted: () -> Bool = { true }
  ) {
    self.cellFrames = cellFrames
    self.predicts = predicts
    let end = Int(min(Double(renderer.frameCount), maximumSeconds * renderer.sampleRate))
    let buffers = BusBuffers(capacity: 4_096)
    while renderer.position < end {
      isComplete = isWanted()
      guard isComplete else { return }
      let block = buffers.block(frames: min(buffers.capacity, end - renderer.position))
      renderer.render(into: block)
      add(block)
    }
    if filled > 0 { endCell() }
  }

  private mutating func add(_ block: BusBlock) {
    for index in 0..<block.frameCount {
      // SAFETY: the block's buffers hold `frameCount` samples.
      let (sample, left, right) = unsafe (
        block.haptic[index], block.audioLeft[index], block.audioRight[index]
      )
      let slope = (sample - before.0) / 2
      cell.low = min(cell.low, sample)
      cell.high = max(cell.high, sample)
      cell.audio = max(cell.audio, max(left.magnitude, right.magnitude))
      cell.energy += before.1 * before.1
      cell.slope += slope * slope
      if predicts { prediction.add(Double(sample), after: Double(before.1), Double(before.0)) }
      before = (before.1, sample)
      filled += 1
      if filled == cellFrames { endCell() }
    }
  }

  private mutating func endCell() {
    cells.append(cell)
    if predicts { predictions.append(prediction) }
    (cell, prediction, filled) = (Cell(), SignalPrediction(), 0)
  }

  /// Returns the angular frequency of a sine with this energy and slope, in radians a frame.
  ///
  /// The central difference of a sine of angular frequency w is sin(w) times as large as the sine.
  package static func frequency(energy: Double, slope: Double) -> Double {
    asin(min(1, (slope / energy).squareRoot()))
  }
}

/// Measures how well each sample can be predicted from the two previous samples.
///
/// The prediction is exact for a single sine, decaying or not, even if only a short part of a cycle is measured.
///
/// x(n) = 2 d cos(w) x(n-1) - d² x(n-2), with the angular frequency w and the decay d per frame.
struct SignalPrediction {
  /// The squares of the sample and of the two previous samples.
  private var squares = SIMD3<Double>()
  /// The products of the sample with the previous sample, of the sample with the second-last sample, and of these two
  /// earlier samples.
  private var products = SIMD3<Double>()

  /// The maximum fraction of the energy that the prediction may leave unexplained.
  ///
  /// Our choice: above it the signal is not a single sine.
  private static let tolerance = 1e-3

  mutating func add(_ sample: Double, after first: Double, _ second: Double) {
    squares += SIMD3(sample * sample, first * first, second * second)
    products += SIMD3(sample * first, sample * second, first * second)
  }

  static func += (sum: inout SignalPrediction, other: SignalPrediction) {
    sum.squares += other.squares
    sum.products += other.products
  }

  /// The angular frequency, in radians a frame; nil if the signal is not a single sine.
  var frequency: Double? {
    let determinant = squares.y * squares.z - products.z * products.z
    guard determinant > 1e-9 * squares.y * squares.z else { return nil }
    let one = (products.x * squares.z - products.y * products.z) / determinant
    let two = (products.y * squares.y - products.x * products.z) / determinant
    let rest = squares.x - one * products.x - two * products.y
    guard two < 0, rest < Self.tolerance * squares.x else { return nil }
    let cosine = one / (2 * (-two).squareRoot())
    return cosine.magnitude < 1 ? acos(cosine) : nil
  }
}
