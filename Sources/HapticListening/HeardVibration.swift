private import Glibc
internal import HapticEngine
internal import HapticFormats
internal import HapticPerception
internal import Realtime

/// The vibration that represents a section of a sound.
///
/// A *stroke* is the onset of a drum hit or of a plucked or struck note. The vibration follows the loudness, and each
/// stroke of the section adds a transient on top of the vibration. A stroke without a tail is represented by its
/// transient alone.
struct HeardVibration {
  /// The lowest reference level for bass, as a factor of the sound's own loud level.
  ///
  /// Our choice: 10 dB lower, the usual level of bass in music. Without this limit, the low part of a voice would be
  /// treated as loud bass.
  private static let leastBass = 0.3
  /// The shortest gap between two vibrations, in seconds.
  ///
  /// Our choice: people cannot feel a shorter gap.
  private static let shortestGap = 0.05
  /// The longest time below the gate that does not interrupt a vibration, in seconds.
  ///
  /// Our choice: two tones that decay together are silent for less between their beats.
  private static let longestDip = 0.08
  /// The time constant of a transient's decay, in seconds.
  ///
  /// A sound that decays more slowly also becomes a vibration. Our choice: the slowest transient of `wideband` has a
  /// time constant of 6 ms, and people feel the transient a little longer.
  private static let tapDecay = 0.015
  /// The number of frames for which a transient weakens the vibration under it, and the smallest factor by which it
  /// does so.
  ///
  /// Our choice: with 0.9, the sum of both is at full scale. Lofelt's and Meta's conversion to AHAP uses 0.8 under
  /// every transient, which makes a stroke weaker than its tail.
  private static let (duckedFrames, leastDucking) = (2, 0.9)
  /// The peaks, with the profile `wideband`, of a transient and of a vibration at full intensity.
  ///
  /// Measured in renders; sharpness does not change them.
  private static let peaks = (transient: 0.51, vibration: 0.6)
  /// The number of frames after a stroke that are not smoothed.
  ///
  /// Our choice: a stroke decays faster than its smoothed level would.
  private static let strokeFrames = 4
  /// The time in which a vibration rises to the level of a stroke, in seconds.
  ///
  /// Our choice: the precision of an onset's time. Devices would play a step differently.
  private static let rise = 0.003
  /// The time between the end of a vibration and a stroke after it, in seconds.
  ///
  /// Our choice: the release has ended, and people cannot feel such a pause.
  private static let pause = PatternCourse.shortestRelease + 0.001
  /// The shortest time between two points of a curve, in seconds.
  ///
  /// Our choice: far longer than the precision of times in a file.
  private static let resolution = 0.000_5
  /// The tolerance of sharpness curves; 0.2 dB is 0.023 of sharpness.
  ///
  /// Our choice: a quarter of the smallest difference that people notice.
  private static let sharpnessDecibels = 0.2
  private(set) var voices: [VibrationVoice] = []

  let scale: HapticScale
  var listening: SoundListening { scale.listening }
  private let section: ListenSection
  let method: ListenMethod
  /// The first frame of the section; all other frame numbers are relative to it.
  let first: Int
  private let levels: [Double]
  /// The frames whose pulses are felt as roughness.
  private var rough: Set<Int> = []
  /// The time of each stroke, the frame in which it begins, and the intensity of its transient.
  let beats: [(time: Seconds, frame: Int, tap: Double)]

  /// Creates the vibration of a section with these strokes and the intensities of their transients.
  init(
    _ scale: HapticScale, _ section: ListenSection, _ method: ListenMethod,
    _ strokes: [(onset: Onset, tap: Double)]
  ) {
    (self.scale, self.section, self.method) = (scale, section, method)
    let listening = scale.listening
    let seconds = listening.frameSeconds
    first = Int((section.start / seconds).rounded(.up))
    let last = min(listening.frames.count, Int((section.end / seconds).rounded(.up)))
    let start = first
    beats = strokes.map {
      ($0.onset.time, max(0, Int(($0.onset.time / seconds).rounded()) - start), $0.tap)
    }
    guard first < last else {
      levels = []
      return
    }
    let isBass = method == .bass
    let amplitudes = listening.frames[first..<last].map { Double(isBass ? $0.bass : $0.amplitude) }
    let loud = isBass ? max(listening.loudBass, listening.loud * Self.leastBass) : listening.loud
    let reach = Int((scale.options.smoothing / seconds / 2).rounded(.down))
    let smooth = Self.smoothed(amplitudes, beats: beats.map(\.frame), reach: reach)
    // Smoothing does not prolong a sound.
    let gated = zip(amplitudes, smooth).map { own, around in
      scale.intensity(own, of: loud) > 0 ? scale.vibration(around, of: loud) : 0
    }
    levels = Self.filled(gated, beats: beats.map(\.frame), longest: Int(Self.longestDip / seconds))
    if method == .envelope {
      // An average over two pulses is even.
      let parts = listening.roughParts(of: first..<last).filter {
        scale.options.smoothing < 2 * $0.period
      }
      rough = Set(parts.flatMap(\.frames))
    }
    for stretch in stretches() { add(stretch) }
  }

  /// The smoothed amplitude of each frame; a window does not reach across the beginning of a stroke.
  private static func smoothed(_ amplitudes: [Double], beats: [Int], reach: Int) -> [Double] {
    var sums = [0.0]
    for amplitude in amplitudes { sums.append((sums.last ?? 0) + amplitude * amplitude) }
    var result: [Double] = []
    var low = 0
    let bounds = beats.filter { $0 < amplitudes.count } + [amplitudes.count]
    for (index, bound) in bounds.enumerated() where bound > low {
      for frame in low..<bound {
        let isStroke = index > 0 && frame < low + strokeFrames
        let near =
          isStroke ? frame..<frame + 1 : max(low, frame - reach)..<min(bound, frame + reach + 1)
        let power = max(0, sums[near.upperBound] - sums[near.lowerBound])
        result.append((power / Double(near.count)).squareRoot())
      }
      low = bound
    }
    return result
  }

  /// Returns `levels` with the level of the weaker neighbor in each pause of at most `longest` frames.
  ///
  /// A pause that a stroke ends is kept.
  private static func filled(_ levels: [Double], beats: [Int], longest: Int) -> [Double] {
    var levels = levels
    let beats = Set(beats)
    var last: Int?
    for index in levels.indices where levels[index] > 0 {
      if let last, index - last > 1, index - last - 1 <= longest,
        !(last + 1...index).contains(where: beats.contains)
      {
        for gap in last + 1..<index { levels[gap] = min(levels[last], levels[index]) }
      }
      last = index
    }
    return levels
  }

  /// The stretches of frames that become vibrations.
  private func stretches() -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    let fall = exp(-listening.frameSeconds / Self.tapDecay)
    var rest = beats[...]
    // The level that is due to transients, and the frame of the last transient.
    var (tap, beat) = (0.0, Int.min / 2)
    for (index, level) in levels.enumerated() {
      tap *= fall
      while let next = rest.first, next.frame <= index { (beat, rest) = (index, rest.dropFirst()) }
      if index < beat + Self.duckedFrames { tap = max(tap, level) }
      guard level > tap else { continue }
      // The tail of a stroke begins with the stroke.
      let start = index <= beat + 2 * Self.duckedFrames ? beat : index
      if let last = stretches.last,
        Double(start - last.upperBound) * listening.frameSeconds < Self.shortestGap
      {
        stretches[stretches.count - 1] = last.lowerBound..<index + 1
      } else {
        stretches.append(start..<index + 1)
      }
    }
    return stretches.filter {
      Double($0.count) * listening.frameSeconds >= HapticPattern.shortestHeardVibration
    }
  }

  // MARK: Lines

  private mutating func add(_ stretch: Range<Int>) {
    let end = end(of: stretch)
    let intensity = line(
      intensities(stretch), to: end, .hapticIntensityControl, scale.options.tolerance)
    guard intensity.points.count > 1 else { return }
    let values = method == .pitch ? pitches(stretch) : brightness(stretch)
    let points = zip(stretch, values).map { CurvePoint(source: nil, time: time($0), value: $1) }
    voices.append(
      VibrationVoice(
        place: "sound", intensity: intensity,
        sharpness: line(
          points, to: end, .hapticSharpnessControl, Self.sharpnessDecibels)))
  }

  private func time(_ index: Int) -> Seconds {
    min(Double(first + index) * listening.frameSeconds, listening.seconds)
  }

  /// Returns the end of a stretch, which is before the stroke that follows it.
  private func end(of stretch: Range<Int>) -> Seconds {
    let end = min(time(stretch.upperBound), section.end)
    let next = beats.partitioningIndex { $0.frame >= stretch.upperBound }
    return next < beats.count ? min(end, beats[next].time - Self.pause) : end
  }

  /// Returns the line through the points before `end`, up to `end`.
  private func line(
    _ points: [CurvePoint], to end: Seconds, _ control: DynamicParameter.ID, _ decibels: Double
  ) -> VibrationLine {
    var points = points
    while let last = points.last, last.time > end { points.removeLast() }
    if let last = points.last, end > last.time + Self.resolution {
      points.append(CurvePoint(source: nil, time: end, value: last.value))
    }
    var line = VibrationLine()
    for point in CurveSimplification(control, decibels: decibels).simplified(points) {
      line.append(HapticScale.rounded(point.time), HapticScale.rounded(point.value))
    }
    return line
  }

  /// The points of the intensity curve; the curve rises within `rise` to each stroke.
  private func intensities(_ stretch: Range<Int>) -> [CurvePoint] {
    var points: [CurvePoint] = []
    var rest = beats.drop { $0.frame < stretch.lowerBound }
    var (ducked, ducking) = (0, 1.0)
    for index in stretch {
      if let beat = rest.first, beat.frame <= index {
        rest = rest.dropFirst()
        ducked = index + Self.duckedFrames
        let top = levels[index..<min(ducked, stretch.upperBound)].max() ?? levels[index]
        ducking = Self.ducking(top, under: beat.tap)
        while let last = points.last, last.time >= beat.time { points.removeLast() }
        if let last = points.last, last.time + Self.resolution < beat.time - Self.rise {
          points.append(CurvePoint(source: nil, time: beat.time - Self.rise, value: last.value))
        }
        points.append(CurvePoint(source: nil, time: beat.time, value: top * ducking))
      }
      for (time, level) in moments(index, in: stretch) {
        if let last = points.last, last.time + Self.rise > time { continue }
        let level = level * (index < ducked ? ducking : 1)
        points.append(CurvePoint(source: nil, time: time, value: level))
      }
    }
    return points
  }

  /// Returns the levels of a frame and their times: one level, or one for each half of a frame with rough pulses.
  private func moments(
    _ index: Int, in stretch: Range<Int>
  ) -> [(time: Seconds, level: Double)] {
    guard index > stretch.lowerBound, rough.contains(first + index) else {
      return [(time(index), levels[index])]
    }
    let frame = listening.frames[first + index]
    return [(-0.25, frame.firstHalf), (0.25, frame.secondHalf)].map { place, amplitude in
      (
        min((Double(first + index) + place) * listening.frameSeconds, section.end),
        scale.vibration(Double(amplitude), of: listening.loud)
      )
    }
  }

  /// Returns the factor for a vibration's `level` under a transient.
  ///
  /// It lowers the level only as much as is necessary to keep the sum within full scale.
  private static func ducking(_ level: Double, under tap: Double) -> Double {
    guard level > 0 else { return 1 }
    return min(1, max(leastDucking, (1 - peaks.transient * tap) / (peaks.vibration * level)))
  }
}
