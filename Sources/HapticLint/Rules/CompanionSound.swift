private import Glibc
internal import HapticEngine
internal import HapticPerception
internal import Realtime
internal import TextFormats

/// The part of rule L-02 that needs sound files: compares a haptic with the sound that accompanies it.
enum CompanionSound {
  /// Our choice: the resolution of the haptic's track.
  private static let frameSeconds = SensationTrack.frameSeconds
  /// The shortest pattern whose course is compared, in seconds.
  ///
  /// Our choice: anything shorter is one tap.
  private static let shortest = 0.2
  /// How far the sound is shifted to find the best agreement, in frames.
  ///
  /// Its delay is checked separately.
  ///
  /// Our choice: 50 ms, because a larger delay is a separate warning.
  private static let reach = 5
  /// The fraction of the largest amplitude above which another moment counts as nearly as loud.
  ///
  /// Our choice: 3 dB, a just noticeable difference.
  private static let nearly = 0.7

  /// Finds mismatches between `binding` and its companions.
  static func hits(
    _ binding: AppManifest.Binding, _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    guard let pattern = subjects.pattern(of: binding) else { return [] }
    return binding.companions.flatMap { companion -> [LintHit] in
      guard let sound = subjects.sound(of: companion) else { return [] }
      let (felt, heard) = aligned(pattern.track.amplitudes, sound.envelope, companion.offset)
      var hits: [LintHit] = []
      let likeness = likeness(felt, heard)
      if Double(pattern.track.frames.count) * frameSeconds >= shortest,
        likeness < context.value("L-02", "correlation")
      {
        hits.append(
          subjects.hit(
            .warning, binding,
            "the loudness of \(sound.file) does not follow the haptic: a correlation of "
              + likeness.rounded(to: 2)))
      }
      if let (one, two) = loudest(felt, heard), abs(one - two) > context.value("L-02", "loudest") {
        hits.append(
          subjects.hit(
            .warning, binding,
            "it is strongest at \(one.rounded(to: 2)) s, but \(sound.file) is loudest at "
              + "\(two.rounded(to: 2)) s"))
      }
      return hits
    }
  }

  /// Finds sounds that get brighter as their haptics get rounder, across all bindings.
  static func disorder(_ subjects: LintSubjects) -> [LintHit] {
    let pairs = (subjects.manifest?.haptics ?? []).compactMap { binding -> (Double, Double)? in
      guard let sharpness = subjects.pattern(of: binding)?.meanSharpness,
        let sound = binding.companions.lazy.compactMap({ subjects.sound(of: $0) }).first
      else { return nil }
      return (sharpness, sound.brightness)
    }
    guard pairs.count >= 3 else { return [] }
    let correlation = Statistics.rankCorrelation(pairs.map(\.0), pairs.map(\.1))
    guard correlation < 0 else { return [] }
    return [
      subjects.hit(
        .warning, nil,
        "crisper haptics have duller sounds: a rank correlation of \(correlation.rounded(to: 2))")
    ]
  }

  /// Aligns the haptic and the sound on one time axis, which begins with the earlier of the two.
  private static func aligned(
    _ haptic: [Double], _ sound: [Double], _ offset: Seconds
  ) -> ([Double], [Double]) {
    // A sound that is a minute late is not a companion; larger offsets are clamped.
    let shift = Int((min(max(offset, -60), 60) / frameSeconds).rounded())
    let one = Array(repeating: 0, count: max(0, -shift)) + haptic
    let two = Array(repeating: 0, count: max(0, shift)) + sound
    let count = max(one.count, two.count)
    return (
      one + Array(repeating: 0, count: count - one.count),
      two + Array(repeating: 0, count: count - two.count)
    )
  }

  /// The best correlation within `reach`.
  private static func likeness(_ one: [Double], _ two: [Double]) -> Double {
    (-reach...reach).map { shift in
      Statistics.correlation(
        Array(one.dropFirst(max(0, shift))), Array(two.dropFirst(max(0, -shift))))
    }.max() ?? 0
  }

  /// The moments at which the haptic is strongest and the sound is loudest, in seconds; nil if either of them is
  /// nearly as strong at the other's moment.
  private static func loudest(_ one: [Double], _ two: [Double]) -> (Seconds, Seconds)? {
    guard let first = one.indices.max(by: { one[$0] < one[$1] }),
      let second = two.indices.max(by: { two[$0] < two[$1] }), one[first] > 0, two[second] > 0,
      one[second] < nearly * one[first], two[first] < nearly * two[second]
    else { return nil }
    return (Double(first) * frameSeconds, Double(second) * frameSeconds)
  }
}

extension LintSubjects {
  /// The sound that `companion` names, if it was read.
  fileprivate func sound(of companion: AppManifest.Companion) -> LintedSound? {
    guard let file = companion.file else { return nil }
    return sounds.first { $0.isNamed(file) }
  }
}

extension SensationTrack {
  /// The amplitude of the signal in each frame, full scale 1.
  fileprivate var amplitudes: [Double] {
    frames.map {
      $0.hertz > 0 ? Self.amplitude(level: Double($0.level), hertz: Double($0.hertz)) : 0
    }
  }
}

extension LintedSound {
  /// The root mean square of each frame.
  fileprivate var envelope: [Double] {
    let samples = mono
    let length = max(1, Int((SensationTrack.frameSeconds * sound.sampleRate).rounded()))
    return stride(from: 0, to: samples.count, by: length).map { start in
      let part = samples[start..<min(start + length, samples.count)]
      return (part.reduce(0) { $0 + Double($1 * $1) } / Double(part.count)).squareRoot()
    }
  }

  /// The approximate center frequency, in hertz: the frequency of a sine with the same slope.
  fileprivate var brightness: Double {
    let samples = mono
    var (power, slope) = (0.0, 0.0)
    for (one, two) in zip(samples, samples.dropFirst()) {
      power += Double(one * one)
      slope += Double((two - one) * (two - one))
    }
    guard power > 0 else { return 0 }
    return asin(min(1, (slope / power).squareRoot() / 2)) * sound.sampleRate / .pi
  }
}
