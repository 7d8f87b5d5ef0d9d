private import Glibc
internal import HapticEngine
internal import HapticListening
internal import Realtime
internal import TextFormats

/// Rules about sound files.
enum SoundRules {
  static let rows: [LintRule] = [alert]

  private static let alert = LintRule(
    id: "L-26", name: "alert-sound",
    title: "An alert sound is short, distinctive and well made.",
    why:
      "A sound of more than 30 seconds is not played at all; a late, clipped or faint sound does not alert anyone.",
    guideline: "Human Interface Guidelines, Notifications: sound; UNNotificationSound",
    advice:
      "Shorten the sound, cut the silence at its beginning, and bring its level between -30 and -6 dBFS.",
    thresholds: [
      .init(name: "longest", value: 30, unit: "s", source: "Apple: UNNotificationSound"),
      .init(name: "long", value: 5, unit: "s", source: "our choice"),
      .init(name: "lead", value: 0.05, unit: "s", source: "our choice"),
      .init(name: "quietest", value: -30, unit: "dBFS", source: "our choice"),
      .init(name: "loudest", value: -6, unit: "dBFS", source: "our choice"),
      .init(name: "offset", value: 0.02, unit: "of full scale", source: "our choice"),
      .init(name: "alike", value: 0.9, unit: "correlation", source: "our choice"),
    ],
    clauses: [
      .error(.sound, "a sound longer than `longest`"),
      .warning(.sound, "a sound longer than `long`"),
      .warning(
        .sound, "a file that a notification does not play, judging by the file's name or header"),
      .warning(.sound, "a file that is shorter than its header says"),
      .warning(.sound, "more than `lead` of silence at the beginning"),
      .warning(.sound, "clipping: full scale held for three samples"),
      .warning(.sound, "a DC offset of more than `offset`"),
      .warning(.sound, "a level outside the range from `quietest` to `loudest`"),
      .warning(.folder, "two sounds that sound alike (`alike`)"),
    ]
  ) { subjects, context in
    func value(_ name: String) -> Double { context.value("L-26", name) }
    // A sound that only accompanies a haptic is not an alert.
    let companions = Set(subjects.manifest?.bindings.flatMap(\.companions).compactMap(\.file) ?? [])
    let own = Set(subjects.manifest?.sounds.map(\.file) ?? [])
    let measured = subjects.sounds.filter { sound in
      !companions.subtracting(own).contains { sound.isNamed($0) }
    }.map { SoundMeasure($0) }
    var hits = measured.flatMap { sound -> [LintHit] in
      var found: [(LintSeverity, String)] = []
      if sound.seconds > value("longest") {
        found.append(
          (
            .error,
            "it is \(sound.seconds.rounded(to: 1)) s long; sounds longer than \(value("longest").brief) s "
              + "are not played"
          ))
      } else if sound.seconds > value("long") {
        found.append((.warning, "it is \(sound.seconds.rounded(to: 1)) s long"))
      }
      if let words = sound.format { found.append((.warning, words)) }
      if sound.missingByteCount > 0 {
        let bytes = sound.missingByteCount.counted("byte")
        found.append(
          (.warning, "the file lacks \(bytes), as if a copy had been interrupted"))
      }
      if sound.leadSeconds > value("lead") {
        found.append(
          (.warning, "it begins with \((sound.leadSeconds * 1_000).rounded(to: 0)) ms of silence")
        )
      }
      if sound.clippedRuns > 0 {
        found.append(
          (.warning, "it is clipped: full scale is held in \(sound.clippedRuns.counted("place"))"))
      }
      if abs(sound.mean) > value("offset") {
        found.append((.warning, "it has a DC offset of \(sound.mean.brief) of full scale"))
      }
      if sound.level < value("quietest") || sound.level > value("loudest") {
        let level =
          sound.level.isFinite ? "\(sound.level.rounded(to: 1)) dBFS" : "too low to measure"
        found.append(
          (
            .warning,
            "its level is \(level); it should be from \(value("quietest").brief) to \(value("loudest").brief) dBFS"
          ))
      }
      return found.map { LintHit(severity: $0, file: sound.file, message: $1) }
    }
    if measured.count > 1, measured.allSatisfy({ !$0.canBeCompared }) {
      hits.append(
        LintHit(
          severity: .info, file: measured[0].file,
          message: "not compared with the other sounds; install libfftw3-single3"))
    }
    for (index, one) in measured.enumerated() {
      for two in measured[(index + 1)...] where one.likeness(to: two) > value("alike") {
        hits.append(
          LintHit(severity: .warning, file: two.file, message: "it sounds like \(one.file)"))
      }
    }
    return hits
  }
}

/// The measurements of a sound.
private struct SoundMeasure {
  let file: String
  let seconds: Double
  let leadSeconds: Double
  /// The time from the first audible sample to the last, in seconds.
  private let heardSeconds: Double
  let clippedRuns: Int
  let mean: Double
  /// Root mean square, in decibels re full scale.
  let level: Double
  /// The spectral fingerprint; nil without FFTW.
  private let fingerprint: SoundFingerprint?
  /// The reason why a notification cannot play the file's format; nil if a notification can play it.
  let format: String?
  /// The number of bytes that the header promises but the file lacks.
  let missingByteCount: Int

  /// File extensions of the containers that a notification plays.
  ///
  /// Source: Apple, UNNotificationSound.
  private static let endings = [".aiff", ".aif", ".wav", ".caf"]

  init(_ linted: LintedSound) {
    let samples = linted.mono
    let rate = linted.sound.sampleRate
    file = linted.file
    format = Self.format(linted)
    missingByteCount = linted.facts?.missingByteCount ?? 0
    seconds = Double(samples.count) / rate
    // A level below -60 dBFS is silence; our choice.
    let first = samples.firstIndex { abs($0) > 0.001 } ?? samples.count
    let last = (samples.lastIndex { abs($0) > 0.001 } ?? first - 1) + 1
    (leadSeconds, heardSeconds) = (Double(first) / rate, Double(last - first) / rate)
    var (clipped, run) = (0, 0)
    var (sum, squares) = (0.0, 0.0)
    for sample in samples {
      run = abs(sample) >= 0.999 ? run + 1 : 0
      // Three samples in a row at full scale are clipping and not a peak; our choice.
      if run == 3 { clipped += 1 }
      sum += Double(sample)
      squares += Double(sample * sample)
    }
    clippedRuns = clipped
    let count = Double(max(samples.count, 1))
    mean = sum / count
    level = 10 * log10(squares / count)
    // Silence around a sound does not make it a different one.
    let heardLevel = 10 * log10(squares / Double(max(last - first, 1)))
    fingerprint = try? SoundFingerprint(
      samples[first..<last], sampleRate: rate, level: heardLevel)
  }

  /// The reason why a notification cannot play the file, from its name or, if known, its header.
  ///
  /// Source: Apple, UNNotificationSound: linear PCM, IMA4, mu-law or a-law in .aiff, .wav or .caf.
  private static func format(_ linted: LintedSound) -> String? {
    let played = "of a format that a notification plays (AIFF, WAVE or CAF)"
    if linted.facts?.container == .other { return "its content is not \(played)" }
    let isNamed = endings.contains { linted.file.lowercased().hasSuffix($0) }
    return isNamed ? nil : "its file extension is not that \(played)"
  }

  /// Whether the library for comparisons is installed.
  var canBeCompared: Bool { fingerprint != nil }

  /// The similarity of two sounds, -1...1; 0 if their audible lengths differ by more than a quarter.
  func likeness(to other: SoundMeasure) -> Double {
    guard heardSeconds > 0, other.heardSeconds > 0,
      max(heardSeconds, other.heardSeconds) < 1.25 * min(heardSeconds, other.heardSeconds),
      let fingerprint, let others = other.fingerprint
    else { return 0 }
    return fingerprint.likeness(to: others)
  }
}

/// The levels of quarter tones over time, from the first audible sample, independent of the overall level.
private struct SoundFingerprint {
  /// The seconds from one spectrum to the next, and the seconds that one spectrum covers.
  ///
  /// Our choice: this resolves a short note, and notes half a tone apart. Notes a few hertz apart count as the same.
  private static let (step, window) = (0.05, 0.05)
  /// The frequencies that are compared, in hertz.
  ///
  /// Our choice: the notes of instruments, and the overtones that make them bright.
  private static let hertz = 60.0...8_000
  /// The maximum number of spectra: ten seconds; our choice.
  private static let maximumCount = 200
  /// Bands this far below the loudest band, in powers of ten, count as noise.
  ///
  /// Our choice: 30 dB.
  private static let depth: Float = 1.5

  private let levels: [[Float]]
  /// The loudness at each step, which shows whether the sound rings out or swells.
  private let course: [Double]

  /// The fingerprint of `samples`, whose level is `level` in decibels.
  ///
  /// - Throws: `MissingLibrary` if FFTW is not installed.
  init(_ samples: ArraySlice<Float>, sampleRate: Double, level: Double) throws(MissingLibrary) {
    let spectrum = try Spectrum(seconds: Self.window, sampleRate: sampleRate)
    let bands = BandFilters(
      binCount: spectrum.binCount, sampleRate: sampleRate, limits: Self.hertz)
    var signal = SignalWindow()
    signal.append(Array(samples))
    let gain = spectrum.gain(SoundAnalysis.level / max(Decibels.ratio(level), 1e-6))
    var magnitudes = [Float](repeating: 0, count: spectrum.binCount)
    var row = [Float](repeating: 0, count: bands.count)
    let hop = max(1, Int(Self.step * sampleRate))
    var levels: [[Float]] = []
    var course: [Double] = []
    for start in stride(from: 0, to: samples.count, by: hop).prefix(Self.maximumCount) {
      spectrum.magnitudes(of: signal, from: start, gain: gain, into: &magnitudes)
      bands.levels(of: magnitudes, into: &row)
      levels.append(row)
      course.append(signal.amplitude(from: start, until: start + hop))
    }
    let floor = max(0, (levels.joined().max() ?? 0) - Self.depth)
    self.levels = levels.map { $0.map { max(0, $0 - floor) } }
    self.course = course
  }

  /// The correlation of two fingerprints, or the similarity of their courses if that is lower.
  ///
  /// The fingerprints are compared without a shift and shifted by one step; the highest value is used.
  func likeness(to other: SoundFingerprint) -> Double {
    (-1...1).map { shift in
      let (skip, otherSkip) = (max(0, shift), max(0, -shift))
      let (own, others) = (levels.dropFirst(skip), other.levels.dropFirst(otherSkip))
      let count = min(own.count, others.count)
      let correlation = Statistics.correlation(
        own.prefix(count).joined().map(Double.init), others.prefix(count).joined().map(Double.init))
      return min(
        correlation,
        Statistics.cosine(
          Array(course.dropFirst(skip).prefix(count)),
          Array(other.course.dropFirst(otherSkip).prefix(count))))
    }.max() ?? 0
  }
}

enum Statistics {
  /// The correlation of two series of the same length; 0 if one of them is constant.
  static func correlation(_ one: [Double], _ two: [Double]) -> Double {
    let count = Double(min(one.count, two.count))
    guard count > 1 else { return 0 }
    let (meanOne, meanTwo) = (one.reduce(0, +) / count, two.reduce(0, +) / count)
    var (product, squareOne, squareTwo) = (0.0, 0.0, 0.0)
    for (a, b) in zip(one, two) {
      product += (a - meanOne) * (b - meanTwo)
      squareOne += (a - meanOne) * (a - meanOne)
      squareTwo += (b - meanTwo) * (b - meanTwo)
    }
    let scale = (squareOne * squareTwo).squareRoot()
    return scale > 0 ? product / scale : 0
  }

  /// The cosine similarity of two series of the same length: 1 if they differ only by a factor, 0 if their
  /// nonzero values never coincide.
  static func cosine(_ one: [Double], _ two: [Double]) -> Double {
    let product = zip(one, two).reduce(0) { $0 + $1.0 * $1.1 }
    let squares = one.reduce(0) { $0 + $1 * $1 } * two.reduce(0) { $0 + $1 * $1 }
    return squares > 0 ? product / squares.squareRoot() : 0
  }

  /// The correlation of the ranks of two series of the same length.
  static func rankCorrelation(_ one: [Double], _ two: [Double]) -> Double {
    correlation(ranks(one), ranks(two))
  }

  /// The rank of each value; equal values share their mean rank.
  private static func ranks(_ values: [Double]) -> [Double] {
    values.map { value in
      let below = values.count { $0 < value }
      let equal = values.count { $0 == value }
      return Double(below) + Double(equal + 1) / 2
    }
  }
}
