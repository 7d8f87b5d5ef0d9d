import HapticEngine

/// What a pattern feels like over time, coarse enough to be drawn: how strong, how sharp, how loud.
///
/// Made from the rendered signal and not from the numbers of the pattern, so that envelopes, curves,
/// events that overlap and the profile's actuator are all in it: it shows what is felt.
struct SignalOutline: Hashable, Sendable {
  /// A short stretch of time.
  struct Cell: Hashable, Sendable {
    /// The amplitude of the haptic bus, full scale 1.
    var level: Float = 0
    /// The sharpness that the profile gives the measured frequency, 0...1; 0 in silence.
    var sharpness: Float = 0
    /// The peak of the audio bus, full scale 1.
    var audio: Float = 0
  }

  /// How long a cell is, in seconds.
  let cellSeconds: Seconds
  /// The cells, the first one at time 0.
  let cells: [Cell]
  /// The pattern's own duration, in seconds; what sounds may outlast it.
  let duration: Seconds
  /// When taps begin, in seconds, in order.
  let taps: [Seconds]
  /// Whether the pattern has events that are heard.
  let hasAudio: Bool
  /// The level of one event at intensity 1: what a full bar stands for.
  let fullLevel: Float
  /// How long a vibration takes to show its peak, in seconds: half a cycle of the lowest frequency.
  let halfCycle: Seconds

  /// How long everything is, in seconds, to the end of what sounds.
  var length: Seconds { max(duration, Double(cells.count) * cellSeconds) }

  /// The strongest, the sharpness where it is strongest, and the loudest from `start` to before
  /// `end`, in seconds; silence outside of the pattern.
  func cell(from start: Seconds, to end: Seconds) -> Cell {
    let first = max(0, Int((start / cellSeconds).rounded(.down)))
    let last = min(cells.count, max(first + 1, Int((end / cellSeconds).rounded(.up))))
    var whole = Cell()
    guard first < last else { return whole }
    for cell in cells[first..<last] {
      if cell.level > whole.level {
        whole.level = cell.level
        whole.sharpness = cell.sharpness
      }
      whole.audio = max(whole.audio, cell.audio)
    }
    return whole
  }

  /// Whether a tap begins from `start` to before `end`, in seconds.
  func hasTap(from start: Seconds, to end: Seconds) -> Bool {
    var (low, high) = (0, taps.count)
    while low < high {
      let middle = (low + high) / 2
      if taps[middle] < start { low = middle + 1 } else { high = middle }
    }
    return low < taps.count && taps[low] < end
  }
}
