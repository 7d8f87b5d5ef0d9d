internal import HapticEngine
internal import HapticPerception
private import Realtime

/// Measures a rendered signal for the columns of a chart.
///
/// Memory use depends mainly on the number of columns. Only the number of parts in a column depends on the length of
/// the pattern.
struct ColumnMeter {
  /// A part of a column.
  struct Part {
    /// The amplitude of the haptic bus, full scale 1.
    var amplitude: Float = 0
    /// The amplitude and the frequency in hertz of the sine that has the energy and the slope of the last
    /// `SensationTrack.windowSeconds`; 0 in silence.
    var sine: Float = 0
    var hertz: Float = 0
    /// Decibels above the threshold; minus infinity for silence.
    var level = -Float.infinity
  }

  /// The columns: the requested number, or the number of frames if that is smaller.
  let columns: ChartColumns
  let partsPerColumn: Int
  /// The values of the columns, without those of their parts.
  private(set) var values: [SignalColumns.Column] = []

  /// The parts of all columns, and `margin` additional parts on either side of the columns.
  private var parts: [Part] = []
  /// The number of additional parts on either side of the columns.
  ///
  /// A fall of the amplitude may begin or end in these
  /// parts.
  private let margin: Int
  private let sampleRate: Double
  /// Whether single cycles can be distinguished, so that the samples themselves are drawn.
  private let isWave: Bool
  private var haptic: AmplitudeFollower
  private var audio = (AmplitudeFollower(), AmplitudeFollower())
  private var energy: EnergyWindow
  private var column = SignalColumns.Column()
  private var amplitude: Float = 0
  private var before: Float = 0

  /// The longest part, in seconds.
  ///
  /// Our choice: an eighth of the window over which a level is measured.
  private static let longestPart = SensationTrack.windowSeconds / 8
  /// The minimum number of columns at which a cycle is visible as a wave.
  ///
  /// Our choice: fewer columns produce a moiré pattern with the cycles.
  private static let columnsPerCycle = 8.0
  /// The maximum ratio of the amplitude to the amplitude of the sine that has the window's energy.
  ///
  /// Our choice: half a decibel. The energy of a steady vibration of 80 Hz varies by about as much while the window
  /// moves over its cycles.
  private static let tolerance: Float = 1.06

  init(_ columns: ChartColumns, sampleRate: Double, profile: Profile) {
    self.columns = columns.limited(to: Int(min(columns.seconds * sampleRate, 1e9)))
    self.sampleRate = sampleRate
    let seconds = self.columns.columnSeconds
    isWave = seconds * profile.highHertz * Self.columnsPerCycle <= 1
    partsPerColumn = max(1, Int((min(seconds, 1e6) / Self.longestPart).rounded(.up)))
    // Crests are half a cycle apart. A tenth is added so that crests of the lowest frequency do not expire.
    let fall = 0.55 / profile.lowHertz
    margin = Int((fall * Double(partsPerColumn) / seconds).rounded(.up)) + 1
    haptic = AmplitudeFollower(longestAge: Int(fall * sampleRate))
    energy = EnergyWindow(frames: Int(SensationTrack.windowSeconds * sampleRate))
  }

  /// Returns the time, in frames, at which part `index` starts; parts in the margin before the columns have
  /// negative indices.
  private func time(ofPart index: Int) -> Double {
    let time = columns.start + Double(index) * columns.columnSeconds / Double(partsPerColumn)
    return min(max(time, 0) * sampleRate, 1e15)
  }

  /// Returns the first frame of part `index`.
  private func frame(ofPart index: Int) -> Int { Int((time(ofPart: index) - 1e-6).rounded(.up)) }

  /// The first frame after the columns.
  private var end: Int { frame(ofPart: columns.count * partsPerColumn) }

  private var frameOfNextPart: Int { frame(ofPart: parts.count + 1 - margin) }

  /// Renders `renderer`, which is at its start, up to the end of the columns, and measures it.
  mutating func measure(_ renderer: OfflineRenderer) {
    let last = min(
      renderer.frameCount, frame(ofPart: columns.count * partsPerColumn + margin),
      frame(ofPart: 0) + Int(SensationTrack.maximumSeconds * sampleRate))
    let buffers = BusBuffers(capacity: 4_096)
    var next = frameOfNextPart
    let end = end
    while renderer.position < last {
      var frame = renderer.position
      let block = buffers.block(frames: min(buffers.capacity, last - frame))
      renderer.render(into: block)
      for index in 0..<block.frameCount {
        // SAFETY: the block's buffers hold `frameCount` samples.
        let (haptic, left, right) = unsafe (
          block.haptic[index], block.audioLeft[index], block.audioRight[index]
        )
        if frame == end { endColumns(before: haptic, left, right) }
        while frame >= next {
          endPart()
          next = frameOfNextPart
        }
        follow(haptic, left, right)
        frame += 1
      }
    }
    guard last > frame(ofPart: 0) else { return }
    // The last part may be shorter than the others, and the last column may have fewer parts.
    repeat { endPart() } while (parts.count - margin) % partsPerColumn != 0
  }

  private mutating func follow(_ sample: Float, _ left: Float, _ right: Float) {
    haptic.add(sample)
    energy.add(sample)
    audio.0.add(left)
    audio.1.add(right)
    // The previous sample is included, so that a wave does not have gaps.
    column.low = min(column.low, isWave ? min(sample, before) : haptic.low)
    column.high = max(column.high, isWave ? max(sample, before) : haptic.high)
    column.audio = max(column.audio, max(audio.0.amplitude, audio.1.amplitude))
    amplitude = max(amplitude, haptic.amplitude)
    before = sample
  }

  /// Adds to the last column the rise from its last frame toward the next sample, up to the end of the column, which
  /// lies between the two.
  ///
  /// A signal that starts with the last frame is still silent there, and would otherwise be missing.
  private mutating func endColumns(before haptic: Float, _ left: Float, _ right: Float) {
    let part = Float(time(ofPart: columns.count * partsPerColumn) - Double(end - 1))
    // The columns end exactly with a frame.
    guard part < 0.999 else { return }
    column.low = min(column.low, part * haptic)
    column.high = max(column.high, part * haptic)
    column.audio = max(column.audio, part * max(left.magnitude, right.magnitude))
  }

  private mutating func endPart() {
    let sine = energy.sine
    parts.append(
      Part(
        amplitude: amplitude, sine: sine.amplitude,
        hertz: Float(sine.frequency * sampleRate / (2 * .pi))))
    amplitude = 0
    let part = parts.count - margin
    if part <= 0 { column = SignalColumns.Column() }
    guard part > 0, part % partsPerColumn == 0, values.count < columns.count else { return }
    values.append(column)
    column = SignalColumns.Column()
  }

  /// The parts of all columns, with their levels.
  ///
  /// The level is the level of the sine, limited to the current amplitude. Otherwise, a decayed vibration would still
  /// have a level until the window has passed.
  var finished: [Part] {
    var parts = parts
    Self.slope(&parts, longest: margin)
    let drawn = parts.dropFirst(margin).prefix(columns.count * partsPerColumn)
    return drawn.map { part in
      var part = part
      let amplitude = min(part.sine * Self.tolerance, part.amplitude)
      if amplitude > 0 {
        part.level = Float(
          SensationTrack.level(amplitude: Double(amplitude), hertz: Double(part.hertz)))
      }
      return part
    }
  }

  /// Makes the amplitude fall along a line from one crest to the next, instead of staying constant until the next
  /// crest.
  private static func slope(_ parts: inout [Part], longest: Int) {
    var first = 0
    for index in parts.indices.dropFirst()
    where parts[index].amplitude != parts[index - 1].amplitude {
      let (high, low) = (parts[index - 1].amplitude, parts[index].amplitude)
      let length = index - first
      if low < high, length <= longest {
        for step in 1..<max(length, 1) {
          parts[first + step].amplitude = high + (low - high) * Float(step) / Float(length)
        }
      }
      first = index
    }
  }
}

/// Follows the extremes of the cycles of a signal: at each sample, the most recent trough and crest.
private struct AmplitudeFollower {
  /// The last trough and the last crest, or the sample itself if it is more extreme.
  private(set) var low: Float = 0
  private(set) var high: Float = 0
  /// The magnitude of the more recent of trough and crest, or the magnitude of the sample itself if that is greater.
  private(set) var amplitude: Float = 0
  /// The greatest magnitude since the last sign change, and the greatest magnitude between the two previous sign
  /// changes.
  private var lobe: Float = 0
  private var lastLobe: Float = 0
  private var isNegative = false
  private var silentSamples = 0
  /// The number of samples since either magnitude was reached, and the number after which it expires.
  private var age = 0
  private var lastAge = 0
  private let longestAge: Int

  /// Creates a follower that forgets a crest after `longestAge` samples, even if the sign does not change.
  init(longestAge: Int = .max) { self.longestAge = longestAge }

  /// Our choice: far below what can be felt, and also the level at which the ringing of an actuator ends.
  private static let silence: Float = 1e-5

  mutating func add(_ sample: Float) {
    let magnitude = sample.magnitude
    silentSamples = magnitude < Self.silence ? silentSamples + 1 : 0
    // A single silent sample may be a zero crossing.
    if silentSamples > 2 {
      (low, high, amplitude, lobe, lastLobe) = (0, 0, 0, 0, 0)
      return
    }
    if (sample < 0) != isNegative {
      isNegative.toggle()
      (lobe, lastLobe) = (0, lobe)
      (age, lastAge) = (0, age)
    }
    (age, lastAge) = (magnitude < lobe ? age + 1 : 0, lastAge + 1)
    if age > longestAge { (lobe, age) = (magnitude, 0) }
    if lastAge > longestAge { lastLobe = 0 }
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
  /// The two samples before the current one.
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

  /// The amplitude and the angular frequency, in radians a frame, of the sine that has this energy and this slope; 0 in
  /// silence.
  var sine: (amplitude: Float, frequency: Double) {
    guard energy > 1e-12, slope > 0 else { return (0, 0) }
    return (
      Float((2 * energy / Double(energies.count)).squareRoot()),
      SignalMeter.frequency(energy: energy, slope: slope)
    )
  }
}
