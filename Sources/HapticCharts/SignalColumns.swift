internal import HapticEngine
internal import HapticPerception
private import Realtime

/// The rendered signal in the columns of a picture.
///
/// Every value is of the samples of its column and of those before it: nothing shows before it begins. Memory depends on
/// the columns and not on the length of the pattern, except for `levels`.
struct SignalColumns {
  /// What is drawn of one column.
  struct Column {
    /// The least and the greatest sample of the haptic bus, full scale 1; where several columns share a cycle, those of
    /// the cycle.
    var low: Float = 0
    var high: Float = 0
    /// The amplitude of the haptic bus.
    var amplitude: Float = 0
    /// The amplitude of the audio bus, of its stronger channel.
    var audio: Float = 0
    /// Decibels above the threshold; minus infinity for silence.
    var level = -Float.infinity
  }

  /// The columns, as many as are drawn or as there are frames, whichever is less.
  let columns: ChartColumns
  private(set) var values: [Column]
  /// The levels of each column, in equal parts of it.
  private(set) var levels: [Float] = []
  /// The largest samples of what is drawn of the haptic bus and of the audio bus.
  private(set) var peak: Float = 0
  private(set) var audioPeak: Float = 0

  /// How many levels a column has.
  private let levelsPerColumn: Int
  private let sampleRate: Double
  /// Whether cycles can be told apart, so that the samples themselves are drawn.
  private let isWave: Bool
  private var haptic = AmplitudeFollower()
  private var audio = (AmplitudeFollower(), AmplitudeFollower())
  private var energy: EnergyWindow
  private var column = Column()
  private var amplitude: Float = 0
  private var before: Float = 0

  /// The longest part of a column that has a level, in seconds.
  ///
  /// Our choice: an eighth of the window over which a level is taken.
  private static let longestLevel = SensationTrack.windowSeconds / 8
  /// The columns in which a cycle is seen as a wave.
  ///
  /// Our choice: fewer make a moiré of the cycles and the columns.
  private static let columnsPerCycle = 8.0

  /// Renders `renderer`, which is at its start, up to the end of `columns`.
  ///
  /// - Parameters:
  ///   - renderer: the renderer; so much of the time as `SensationTrack.maximumSeconds` is measured.
  ///   - columns: those of the picture.
  ///   - profile: the profile of the renderer.
  init(of renderer: OfflineRenderer, in columns: ChartColumns, profile: Profile) {
    let rate = renderer.sampleRate
    let seconds = columns.seconds
    self.columns = ChartColumns(
      start: columns.start, seconds: seconds,
      count: min(columns.count, Int(min(seconds * rate, 1e9))))
    sampleRate = rate
    isWave = self.columns.columnSeconds * profile.highHertz * Self.columnsPerCycle <= 1
    levelsPerColumn = max(
      1, Int((min(self.columns.columnSeconds, 1e6) / Self.longestLevel).rounded(.up)))
    values = []
    values.reserveCapacity(self.columns.count)
    energy = EnergyWindow(frames: Int(SensationTrack.windowSeconds * rate))
    measure(renderer)
    // The signal has ended.
    values += Array(repeating: Column(), count: max(0, self.columns.count - values.count))
    for value in values {
      peak = max(peak, max(-value.low, value.high))
      audioPeak = max(audioPeak, value.audio)
    }
  }

  /// The frame at which part `index` of the columns begins, of which a column has `levelsPerColumn`.
  private func frame(ofLevel index: Int) -> Int {
    let time = columns.start + Double(index) * columns.columnSeconds / Double(levelsPerColumn)
    return Int(min(time * sampleRate + 1e-6, 1e15))
  }

  private mutating func measure(_ renderer: OfflineRenderer) {
    let first = frame(ofLevel: 0)
    let last = min(
      renderer.frameCount, frame(ofLevel: columns.count * levelsPerColumn),
      first + Int(SensationTrack.maximumSeconds * sampleRate))
    let buffers = BusBuffers(capacity: 4_096)
    var next = frame(ofLevel: 1)
    while renderer.position < last {
      var frame = renderer.position
      let block = buffers.block(frames: min(buffers.capacity, last - frame))
      renderer.render(into: block)
      for index in 0..<block.frameCount {
        // SAFETY: the block's buffers hold `frameCount` samples.
        let (sample, left, right) = unsafe (
          block.haptic[index], block.audioLeft[index], block.audioRight[index]
        )
        follow(sample, left, right)
        if frame >= first { add(sample) }
        before = sample
        frame += 1
        if frame == next {
          endLevel()
          next = self.frame(ofLevel: levels.count + 1)
        }
      }
    }
    // The last level may have less than its time, and the last column less than its levels.
    if last > self.frame(ofLevel: levels.count) { endLevel() }
    while levels.count % levelsPerColumn != 0 { endLevel() }
  }

  private mutating func follow(_ sample: Float, _ left: Float, _ right: Float) {
    haptic.add(sample)
    energy.add(sample)
    audio.0.add(left)
    audio.1.add(right)
  }

  private mutating func add(_ sample: Float) {
    if isWave {
      // With the sample before it, so that a wave has no gaps.
      column.low = min(column.low, min(sample, before))
      column.high = max(column.high, max(sample, before))
    } else {
      column.low = min(column.low, haptic.low)
      column.high = max(column.high, haptic.high)
    }
    amplitude = max(amplitude, haptic.amplitude)
    column.audio = max(column.audio, max(audio.0.amplitude, audio.1.amplitude))
  }

  private mutating func endLevel() {
    let level = energy.level(amplitude: amplitude, sampleRate: sampleRate)
    levels.append(level)
    column.level = max(column.level, level)
    column.amplitude = max(column.amplitude, amplitude)
    amplitude = 0
    guard levels.count % levelsPerColumn == 0 else { return }
    values.append(column)
    column = Column()
  }

  /// How much stronger `other`, in the same columns, is at the time of each column at which the two differ most, in
  /// decibels; what cannot be felt counts as the threshold.
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

/// Follows the extremes of the cycles of a signal: at each sample the last ones that have been reached.
private struct AmplitudeFollower {
  /// The last trough and the last crest, or the sample itself where it is beyond.
  private(set) var low: Float = 0
  private(set) var high: Float = 0
  /// The magnitude of the last of both that has been reached, or of the sample itself where it is beyond.
  private(set) var amplitude: Float = 0
  /// The greatest magnitude since the sign changed last, and between the two changes before.
  private var lobe: Float = 0
  private var lastLobe: Float = 0
  private var isNegative = false
  private var silentSamples = 0

  /// Our choice: far below what can be felt, and what an actuator's ringing ends with.
  private static let silence: Float = 1e-5

  mutating func add(_ sample: Float) {
    let magnitude = sample.magnitude
    silentSamples = magnitude < Self.silence ? silentSamples + 1 : 0
    // A single one may be where a cycle crosses zero.
    if silentSamples > 2 {
      (low, high, amplitude, lobe, lastLobe) = (0, 0, 0, 0, 0)
      return
    }
    if (sample < 0) != isNegative {
      isNegative.toggle()
      (lobe, lastLobe) = (0, lobe)
    }
    let isPast = magnitude < lobe
    lobe = max(lobe, magnitude)
    amplitude = isPast ? lobe : max(lobe, lastLobe)
    if isNegative {
      low = isPast ? -lobe : min(low, -lobe)
    } else {
      high = isPast ? lobe : max(high, lobe)
    }
  }
}

/// The energy of the last samples, and of their slope.
private struct EnergyWindow {
  private var energies: [Double]
  private var slopes: [Double]
  private var place = 0
  private var energy = 0.0
  private var slope = 0.0
  /// The two samples before the present one.
  private var before: (Float, Float) = (0, 0)

  init(frames: Int) {
    energies = Array(repeating: 0, count: frames)
    slopes = energies
  }

  mutating func add(_ sample: Float) {
    let difference = Double(sample - before.0) / 2
    let (square, slopeSquare) = (Double(before.1 * before.1), difference * difference)
    energy += square - energies[place]
    slope += slopeSquare - slopes[place]
    (energies[place], slopes[place]) = (square, slopeSquare)
    place = place + 1 < energies.count ? place + 1 : 0
    before = (before.1, sample)
  }

  /// The level of the sine that has the energy and the slope of the window, but with no more than `amplitude`, which the
  /// signal has now: what has died away is not felt until the window has passed.
  func level(amplitude: Float, sampleRate: Double) -> Float {
    guard amplitude > 0, energy > 1e-12, slope > 0 else { return -.infinity }
    let hertz = SignalMeter.frequency(energy: energy, slope: slope) * sampleRate / (2 * .pi)
    let own = (2 * energy / Double(energies.count)).squareRoot()
    return Float(SensationTrack.level(amplitude: min(own, Double(amplitude)), hertz: hertz))
  }
}
