import HapticEngine

/// What a pattern feels like over time, coarse enough to be drawn: how strong, how sharp, how loud.
///
/// Made from the rendered signal and not from the numbers of the pattern, so that envelopes, curves,
/// events that overlap, the rate and the profile's actuator are all in it. Times are the pattern's,
/// at whatever rate it is played.
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

  /// The amplitudes of single events at intensity 1, full scale 1.
  ///
  /// A tap is over before it is as high as a vibration of the same intensity, and profiles have a
  /// gain for each: either is drawn against its own.
  struct FullLevels: Hashable, Sendable {
    let tap: Float
    let vibration: Float
  }

  /// How long a cell is, in seconds.
  let cellSeconds: Seconds
  /// The cells, the first one at time 0; none while they are being rendered.
  var cells: [Cell]
  /// Whether the cells are still to be rendered.
  var isPending: Bool { cells.isEmpty && length > 0 }
  /// How long everything is, in seconds, to the end of what sounds.
  let length: Seconds
  /// When taps begin, in seconds, in order.
  let taps: [Seconds]
  /// When haptic events of any kind begin, in seconds, in order.
  let onsets: [Seconds]
  /// Whether the pattern has events that are heard.
  let hasAudio: Bool
  /// The levels that a full bar stands for.
  let fullLevels: FullLevels
  /// How long a vibration takes to show its peak, in seconds: half a cycle of the lowest frequency.
  let halfCycle: Seconds

  /// The cell that `time` is in; may be past the last one.
  func index(of time: Seconds) -> Int { Int((max(0, time) / cellSeconds + 1e-6).rounded(.down)) }

  /// The strongest, the sharpness where it is strongest, and the loudest of the cells of `range`;
  /// silence outside of the pattern.
  func cell(of range: Range<Int>) -> Cell {
    var whole = Cell()
    for cell in cells[range.clamped(to: 0..<cells.count)] {
      if cell.level > whole.level {
        whole.level = cell.level
        whole.sharpness = cell.sharpness
      }
      whole.audio = max(whole.audio, cell.audio)
    }
    return whole
  }

  /// The same from `start` to before `end`, in seconds: of the cells whose middle is there, one at
  /// least.
  func cell(from start: Seconds, to end: Seconds) -> Cell { cell(of: range(from: start, to: end)) }

  /// The cells whose middle is from `start` to before `end`; one at least.
  func range(from start: Seconds, to end: Seconds) -> Range<Int> {
    let first = max(0, Int((start / cellSeconds - 0.5).rounded(.up)))
    let last = max(0, Int((end / cellSeconds - 0.5).rounded(.up)))
    return first < last ? first..<last : index(of: start)..<index(of: start) + 1
  }
}

extension [Seconds] {
  /// The first of these times, which are in order, that is not before `time`; the count if none is.
  func firstIndex(notBefore time: Seconds) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
