private import Glibc
public import HapticEngine
public import HapticFormats
internal import HapticPerception
internal import Realtime
internal import TextFormats

extension HapticPattern {
  /// The shortest vibration that is made of a sound, in seconds.
  ///
  /// Our choice: less is not felt as a vibration of its own.
  public static let shortestHeardVibration: Seconds = 0.04

  /// The pattern of a sound.
  ///
  /// - Parameters:
  ///   - listening: what is heard in it.
  ///   - sections: which stretches become haptics, and how; in order, none over another.
  ///   - options: `density` is the most transients in a second.
  ///   - metadata: of the pattern.
  /// - Throws: `ConversionError` for a sound of more than a day.
  /// - Thread: any.        Realtime-safe: no.
  public init(
    of listening: SoundListening, sections: [ListenSection],
    options: ListenOptions = ListenOptions(), metadata: PatternMetadata = [:]
  ) throws(ConversionError) {
    var translation = SoundTranslation(listening)
    for section in sections {
      guard let method = section.method else { continue }
      switch method {
      case .auto: continue
      case .onset:
        let range = listening.onsetRange(from: section.start, to: section.end)
        translation.addTaps(Array(listening.onsets[range]), density: options.density)
      case .envelope, .pitch, .bass:
        translation.addVibration(section, method)
        translation.addTaps(section.blows, density: options.density)
      }
    }
    var losses = ConversionLosses()
    let track = try VibrationTrack(
      voices: translation.voices, transients: translation.taps, duration: 0, format: "sound",
      losses: &losses)
    self = try Self.made(of: track, metadata: metadata, by: "sound", losses: &losses)
  }
}

/// What is heard as taps and vibrations.
private struct SoundTranslation {
  /// How many decibels of vibration a decibel of sound becomes.
  ///
  /// Our choice: music moves within about 40 dB, and what is felt of a phone within about 30
  /// (Documentation/Perception.md).
  private static let compression = 0.75
  /// What is this far below loud is not felt any more, in decibels; a vibration ends there.
  ///
  /// Our choice: 30 dB of vibration.
  private static let quiet = -40.0
  /// The interruption that ends a vibration, in seconds.
  ///
  /// Our choice: less is not felt as a gap.
  private static let shortestGap = 0.05
  /// What counts as loud below 150 Hz at least, in parts of what is loud in the sound.
  ///
  /// Our choice: 10 dB below, where bass lies in music that has some; a voice without any is no bass.
  private static let leastBass = 0.3
  /// How far curves may be from what is heard, in decibels.
  ///
  /// Our choice: just below the difference that is noticed (`DifferenceLimen.decibels`).
  private static let tolerance = 2.0
  /// The frequencies that are round and crisp, in hertz; between them sharpness goes by octaves.
  ///
  /// Our choice: the body of a kick drum or a male voice, and the attack of a hi-hat.
  private static let brightness = (low: 100.0, high: 6_400.0)
  /// The octave that pitches are folded into, and the range that a tone may wander in before it is folded
  /// again, in hertz: those of the profile `wideband`.
  private static let (octave, range) = (
    96.0...192, Profile.wideband.lowHertz...Profile.wideband.highHertz
  )

  private let listening: SoundListening
  private(set) var taps: [VibrationTransient] = []
  private(set) var voices: [VibrationVoice] = []

  init(_ listening: SoundListening) { self.listening = listening }

  /// The intensity of what is as loud as `amplitude`.
  private func intensity(_ amplitude: Double, of loud: Double) -> Double {
    guard loud > 0, amplitude > 0 else { return 0 }
    let level = Decibels.level(amplitude / loud)
    return level < Self.quiet ? 0 : min(1, Decibels.ratio(level * Self.compression))
  }

  private func sharpness(hertz: Double) -> Double {
    guard hertz > 0 else { return 0 }
    let octaves = log2(Self.brightness.high / Self.brightness.low)
    return min(1, max(0, log2(hertz / Self.brightness.low) / octaves))
  }

  // MARK: Taps

  mutating func addTaps(_ onsets: [Onset], density: Double?) {
    for onset in Self.thinned(onsets, density: density) {
      let strength = intensity(onset.amplitude, of: listening.loud)
      guard strength > 0 else { continue }
      taps.append(
        VibrationTransient(
          place: "onset", time: Self.rounded(onset.time), intensity: Self.rounded(strength),
          sharpness: Self.rounded(sharpness(hertz: onset.hertz))))
    }
  }

  /// The loudest onsets that are not closer to each other than `density` allows.
  private static func thinned(_ onsets: [Onset], density: Double?) -> [Onset] {
    guard let density else { return onsets }
    // In order of loudness; each keeps those nearby away. Cells of that length hold one at most.
    let gap = 1 / density
    var taken: [Int: Double] = [:]
    var kept: [Int] = []
    for index in onsets.indices.sorted(by: { onsets[$0].amplitude > onsets[$1].amplitude }) {
      let time = onsets[index].time
      let cell = Int(time / gap)
      let isFree = (cell - 1...cell + 1).allSatisfy { near in
        taken[near].map { abs($0 - time) >= gap } ?? true
      }
      guard isFree else { continue }
      taken[cell] = time
      kept.append(index)
    }
    return kept.sorted().map { onsets[$0] }
  }

  // MARK: Vibrations

  mutating func addVibration(_ section: ListenSection, _ method: ListenMethod) {
    let first = Int((section.start / listening.frameSeconds).rounded(.up))
    let last = min(
      listening.frames.count, Int((section.end / listening.frameSeconds).rounded(.up)))
    guard first < last else { return }
    let isBass = method == .bass
    let loud = isBass ? max(listening.loudBass, listening.loud * Self.leastBass) : listening.loud
    let levels = listening.frames[first..<last].map { frame in
      intensity(Double(isBass ? frame.bass : frame.amplitude), of: loud)
    }
    for stretch in Self.stretches(levels, frameSeconds: listening.frameSeconds) {
      add(
        levels, stretch, from: first, section: section,
        sharpness: method == .pitch ? pitches(first, stretch) : brightness(first, stretch, method))
    }
  }

  /// The parts of `levels` that are felt.
  private static func stretches(_ levels: [Double], frameSeconds: Double) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var index = 0
    while index < levels.count {
      guard levels[index] > 0 else {
        index += 1
        continue
      }
      var end = index
      while end < levels.count, levels[end] > 0 { end += 1 }
      if let last = stretches.last,
        Double(index - last.upperBound) * frameSeconds < shortestGap
      {
        stretches[stretches.count - 1] = last.lowerBound..<end
      } else {
        stretches.append(index..<end)
      }
      index = end
    }
    return stretches.filter {
      Double($0.count) * frameSeconds >= HapticPattern.shortestHeardVibration
    }
  }

  private mutating func add(
    _ levels: [Double], _ stretch: Range<Int>, from first: Int, section: ListenSection,
    sharpness: [Double]
  ) {
    func time(_ index: Int) -> Double {
      Self.rounded(min(Double(first + index) * listening.frameSeconds, listening.seconds))
    }
    // The last frame lasts until the next one would begin.
    let end = min(
      Double(first + stretch.upperBound) * listening.frameSeconds,
      min(section.end, listening.seconds))
    func line(_ values: [Double], _ control: DynamicParameter.ID) -> VibrationLine {
      var points = stretch.enumerated().map { offset, index in
        CurvePoint(source: nil, time: time(index), value: values[offset])
      }
      if let last = points.last, end > last.time {
        points.append(CurvePoint(source: nil, time: Self.rounded(end), value: last.value))
      }
      var line = VibrationLine()
      for point in CurveSimplification(control, decibels: Self.tolerance).simplified(points) {
        line.append(point.time, Self.rounded(point.value))
      }
      return line
    }
    let intensity = line(Array(levels[stretch]), .hapticIntensityControl)
    guard intensity.points.count > 1 else { return }
    voices.append(
      VibrationVoice(
        place: "sound", intensity: intensity,
        sharpness: line(sharpness, .hapticSharpnessControl)))
  }

  /// Sharpness by brightness, averaged over a tenth of a second.
  private func brightness(_ first: Int, _ stretch: Range<Int>, _ method: ListenMethod) -> [Double] {
    let profile = Profile.wideband
    return smoothed(stretch) { index in
      let frame = listening.frames[first + index]
      guard method == .bass else { return sharpness(hertz: Double(frame.hertz)) }
      // Bass is within what actuators play: as it is.
      let part =
        (Double(frame.bassHertz) - profile.lowHertz) / (profile.highHertz - profile.lowHertz)
      return min(1, max(0, part))
    }
  }

  /// Sharpness by pitch, folded by octaves into the range of the profile; held where there is none.
  private func pitches(_ first: Int, _ stretch: Range<Int>) -> [Double] {
    let width = Self.range.upperBound - Self.range.lowerBound
    var octaves: Double?
    var folded = stretch.map { index -> Double? in
      let hertz = Double(listening.frames[first + index].pitch)
      guard hertz > 0 else { return nil }
      if let shift = octaves, !Self.range.contains(hertz * exp2(shift)) { octaves = nil }
      let shift = octaves ?? -floor(log2(hertz / Self.octave.lowerBound))
      octaves = shift
      return (hertz * exp2(shift) - Self.range.lowerBound) / width
    }
    // Before the first tone its sharpness, and without any the middle.
    var held = folded.compactMap(\.self).first ?? 0.5
    for index in folded.indices {
      held = folded[index] ?? held
      folded[index] = held
    }
    let values = folded.map { min(1, max(0, $0 ?? held)) }
    return smoothed(stretch) { values[$0 - stretch.lowerBound] }
  }

  /// The mean of each value and its neighbours.
  private func smoothed(_ stretch: Range<Int>, _ value: (Int) -> Double) -> [Double] {
    let values = stretch.map(value)
    let reach = 5
    var sums = [0.0]
    for value in values { sums.append((sums.last ?? 0) + value) }
    return values.indices.map { index in
      let (low, high) = (max(0, index - reach), min(values.count, index + reach + 1))
      return (sums[high] - sums[low]) / Double(high - low)
    }
  }

  /// Times and values as people would write them: to a tenth of a millisecond, and a thousandth.
  private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
