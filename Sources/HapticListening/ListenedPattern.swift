private import Glibc
public import HapticEngine
public import HapticFormats
internal import Realtime
internal import TextFormats

extension HapticPattern {
  /// The shortest vibration that is derived from a sound, in seconds.
  ///
  /// Our choice: a shorter vibration is not felt as a separate sensation.
  public static let shortestHeardVibration: Seconds = 0.04

  /// Creates the pattern of a sound.
  ///
  /// - Parameters:
  ///   - listening: the analysis of the sound.
  ///   - sections: the sections that become haptics, and their methods; in order, not overlapping.
  ///   - options: the settings of the pattern.
  ///   - metadata: the metadata of the pattern.
  /// - Throws: `ConversionError` for a sound of more than a day.
  /// - Thread: any.        Realtime-safe: no.
  public init(
    of listening: SoundListening, sections: [ListenSection],
    options: ListenOptions = ListenOptions(), metadata: PatternMetadata = [:]
  ) throws(ConversionError) {
    let scale = HapticScale(listening, options, sections)
    var (taps, voices): ([VibrationTransient], [VibrationVoice]) = ([], [])
    for section in sections {
      guard let method = section.method else { continue }
      let strokes = scale.thinned(listening.strokes(of: section)).map { ($0, scale.strength($0)) }
      switch method {
      case .auto, .onset: break
      case .envelope, .pitch, .bass:
        voices += HeardVibration(scale, section, method, strokes).voices
      }
      taps += strokes.compactMap { scale.tap($0, strength: $1, isAlone: method == .onset) }
    }
    var losses = ConversionLosses()
    let track = try VibrationTrack(
      voices: voices, transients: taps, duration: 0, format: "sound", losses: &losses)
    self = try Self.made(of: track, metadata: metadata, by: "sound", losses: &losses)
  }
}

/// A reason why an onset does not become a transient.
package enum OnsetOmission: Hashable, Sendable, CaseIterable {
  /// The onset is in a section without haptics.
  case section
  /// The onset is in a section with a vibration, and is not one of its strokes.
  case vibration
  /// The onset is below the gate.
  case gate
  /// The onset is closer to a louder one than the density allows.
  case density
}

extension SoundListening {
  /// Returns the onsets of a section that may become transients.
  fileprivate func strokes(of section: ListenSection) -> [Onset] {
    switch section.method {
    case nil, .auto: []
    case .onset: Array(onsets[onsetRange(from: section.start, to: section.end)])
    case .envelope, .pitch, .bass: section.strokes
    }
  }

  /// Returns the number of onsets that do not become transients in the pattern of these sections, by reason.
  package func omissions(
    from sections: [ListenSection], options: ListenOptions
  ) -> [OnsetOmission: Int] {
    let scale = HapticScale(self, options, sections)
    func strong(_ onsets: [Onset]) -> Int { onsets.count { scale.strength($0) > 0 } }
    var counts: [OnsetOmission: Int] = [:]
    for section in sections {
      let strokes = strokes(of: section)
      let onsets = onsetRange(from: section.start, to: section.end).count
      let audible = strong(strokes)
      counts[section.method == nil ? .section : .vibration, default: 0] += onsets - strokes.count
      counts[.gate, default: 0] += strokes.count - audible
      counts[.density, default: 0] += audible - strong(scale.thinned(strokes))
    }
    return counts.filter { $0.value > 0 }
  }
}

/// Maps levels to intensity and frequencies to sharpness.
struct HapticScale {
  /// The range of intensity, in decibels.
  ///
  /// Our choice: the range that people can feel on a phone (Documentation/Perception.md).
  private static let feltDecibels = 30.0
  /// The frequencies of sharpness 0 and 1, in hertz; sharpness is linear in octaves.
  ///
  /// Our choice: the body of a kick drum, and the attack of a hi-hat.
  private static let brightness = (low: 50.0, high: 10_000.0)

  /// The length, in seconds, over which a stroke's brightness is averaged.
  ///
  /// Our choice: about as long as people feel the stroke's transient.
  private static let strokeSeconds = 0.03

  /// The maximum factor by which strokes may lower the vibrations under them.
  ///
  /// Our choice: 6 dB, so that a single clap does not remove the sound that it interrupts.
  private static let greatestHeadroom = 2.0

  let listening: SoundListening
  let options: ListenOptions
  /// The factor by which strokes over vibrations are louder than the loud level, 1...2.
  private let headroom: Double

  init(_ listening: SoundListening, _ options: ListenOptions, _ sections: [ListenSection]) {
    (self.listening, self.options) = (listening, options.limited)
    headroom = Self.headroom(of: sections.flatMap(\.strokes), in: listening)
  }

  /// Returns the headroom that the loudest tenth of the strokes needs.
  private static func headroom(of strokes: [Onset], in listening: SoundListening) -> Double {
    let tops = strokes.map { stroke in
      listening.frames(from: stroke.time, to: stroke.time + strokeSeconds).map(\.amplitude).max()
        ?? 0
    }.sorted()
    guard listening.loud > 0, !tops.isEmpty else { return 1 }
    return min(greatestHeadroom, max(1, Double(tops[tops.count * 9 / 10]) / listening.loud))
  }

  /// Returns the intensity of a vibration for `amplitude`, where `loud` is the loud level.
  ///
  /// The result leaves room for strokes.
  func vibration(_ amplitude: Double, of loud: Double) -> Double {
    intensity(amplitude, of: loud, headroom: headroom)
  }

  /// Returns the intensity for `amplitude`, where `loud` times `headroom` is full intensity.
  func intensity(_ amplitude: Double, of loud: Double, headroom: Double = 1) -> Double {
    guard loud > 0, amplitude > 0 else { return 0 }
    let level = Decibels.level(amplitude / loud)
    guard level >= options.gate else { return 0 }
    let below = level - Decibels.level(headroom)
    return min(1, Decibels.ratio(below * Self.feltDecibels / options.range + options.gain))
  }

  func sharpness(hertz: Double) -> Double {
    guard hertz > 0 else { return 0 }
    let octaves = log2(Self.brightness.high / Self.brightness.low)
    return min(1, max(0, log2(hertz / Self.brightness.low) / octaves))
  }

  /// Returns the transient of an onset with this `strength`, alone or on top of a vibration; nil if it is too soft.
  func tap(_ onset: Onset, strength: Double, isAlone: Bool) -> VibrationTransient? {
    guard strength > 0 else { return nil }
    return VibrationTransient(
      place: "onset", time: Self.rounded(onset.time), intensity: Self.rounded(strength),
      sharpness: Self.rounded(sharpness(hertz: isAlone ? onset.hertz : hertz(of: onset))))
  }

  /// Returns the intensity of an onset's transient; 0 if it is too soft to be felt.
  func strength(_ onset: Onset) -> Double { intensity(added(by: onset), of: listening.loud) }

  /// The minimum amplitude that a stroke adds to the current sound, as a fraction of the amplitude of both together.
  ///
  /// Our choice: -20 dB, so that a stroke that can be heard can just be felt.
  private static let leastAddition = 0.1

  /// Returns the amplitude that a stroke adds to the sound in the 30 ms before it.
  ///
  /// Source: the powers of independent sounds add up.
  private func added(by onset: Onset) -> Double {
    let before = listening.frames(from: onset.time - Self.strokeSeconds, to: onset.time - 0.005)
    let power = before.reduce(0) { $0 + Double($1.amplitude * $1.amplitude) }
    let rise = onset.amplitude * onset.amplitude - power / Double(max(before.count, 1))
    return max(max(rise, 0).squareRoot(), Self.leastAddition * onset.amplitude)
  }

  /// Returns the spectral centroid during a stroke, in hertz.
  ///
  /// The vibration under a transient has the same brightness, and people feel the vibration and the transient as one.
  private func hertz(of onset: Onset) -> Double {
    let frames = listening.frames(from: onset.time, to: onset.time + Self.strokeSeconds)
    let power = frames.reduce(0) { $0 + Double($1.amplitude * $1.amplitude) }
    let moment = frames.reduce(0) { $0 + Double($1.amplitude * $1.amplitude * $1.hertz) }
    return power > 0 ? moment / power : onset.hertz
  }

  /// The tolerance for an onset's time, in seconds, so that the strokes of a beat with exactly the maximum density are
  /// kept.
  ///
  /// Our choice: strokes of a steady beat are found within 1 ms.
  private static let imprecision = 0.002

  /// Returns the loudest onsets that are not closer to each other than the density allows.
  func thinned(_ onsets: [Onset]) -> [Onset] {
    guard let density = options.density else { return onsets }
    // Onsets are examined in order of loudness, and each suppresses its neighbors. A cell of the length `gap` contains
    // at most one onset.
    let gap = 1 / density - Self.imprecision
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

  /// Returns a time or value with the precision with which a person would write it: four decimals, or a tenth of a
  /// millisecond.
  static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
