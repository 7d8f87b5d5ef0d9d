internal import CRealtime
internal import Realtime

/// Synthetic voices that stand for the sounds of apps and can be told apart by ear.
///
/// Each voice is a two-second loop that is computed once, so playing it costs as little as playing a sound file. All
/// voices are our choice; they do not imitate the sound of any real app.
public enum SyntheticVoice: String, Hashable, Sendable, CaseIterable {
  /// Music: plucked chords over a bass, at 120 beats per minute.
  case music
  /// Speech: syllables of a buzzing voice, four per second, with a pause for breath.
  case speech
  /// A game: a run of square tones, eight per second.
  case game
  /// A sound effect: a falling chirp once a second.
  case effect

  /// The length of the loop in seconds.
  ///
  /// Our choice: four beats.
  public static let loopSeconds = 2.0

  /// The largest magnitude of a sample.
  ///
  /// Our choice: three voices at full volume stay within full scale.
  public static let peak: Float = 0.3

  /// Returns the loop at `sampleRate`, computed once for each voice, variant and rate.
  ///
  /// - Parameters:
  ///   - variant: 0 for the first app with this voice. Each further variant is three semitones higher, so that two apps
  ///     with the same voice also sound different.
  ///   - sampleRate: the number of frames per second, which is the output's rate.
  /// - Returns: the loop, which begins and ends with silence.
  /// - Precondition: `sampleRate` is finite and more than 0.
  /// - Thread: any.        Realtime-safe: no.
  public func table(variant: Int = 0, sampleRate: Double) -> SoundTable {
    precondition(
      sampleRate > 0 && sampleRate.isFinite, "the sample rate must be finite and above 0")
    let key = Key(voice: self, variant: variant % 4, sampleRate: sampleRate)
    return Self.tables.withLock { tables in
      if let table = tables[key] { return table }
      let table = make(variant: key.variant, sampleRate: sampleRate)
      tables[key] = table
      return table
    }
  }

  private struct Key: Hashable {
    let voice: SyntheticVoice
    let variant: Int
    let sampleRate: Double
  }

  private static let tables = Guarded<[Key: SoundTable]>([:])

  private func make(variant: Int, sampleRate: Double) -> SoundTable {
    var loop = Loop(
      sampleRate: sampleRate, seconds: Self.loopSeconds,
      pitch: crealtime_pow(2, Double(variant) * 3 / 12))
    switch self {
    case .music: Self.writeMusic(&loop)
    case .speech: Self.writeSpeech(&loop)
    case .game: Self.writeGame(&loop)
    case .effect: Self.writeEffect(&loop)
    }
    return SoundTable(
      DecodedSound(channels: [loop.normalized(to: Self.peak)], sampleRate: sampleRate))
  }

  // MARK: The four voices

  /// A minor, F, C, G, one chord per beat, each over a held bass note.
  private static func writeMusic(_ loop: inout Loop) {
    let chords: [(bass: Double, notes: [Double])] = [
      (110, [220, 261.63, 329.63]), (87.31, [220, 261.63, 349.23]),
      (130.81, [196, 261.63, 329.63]), (98, [196, 246.94, 293.66]),
    ]
    for (beat, chord) in chords.enumerated() {
      let start = Double(beat) * 0.5
      loop.add(at: start, seconds: 0.48, hertz: chord.bass, harmonics: [1, 0.4, 0.1], decay: 0.4)
      for (place, note) in chord.notes.enumerated() {
        loop.add(
          at: start + Double(place) * 0.08, seconds: 0.4 - Double(place) * 0.08, hertz: note * 2,
          harmonics: [0.5, 0.2, 0.1], decay: 0.15)
      }
    }
  }

  /// Seven syllables with different vowels, and a breath.
  private static func writeSpeech(_ loop: inout Loop) {
    let syllables: [(hertz: Double, vowel: [Double])] = [
      (125, [0.3, 0.6, 0.9, 1, 0.5, 0.3, 0.2, 0.3, 0.2]),
      (140, [0.9, 1, 0.4, 0.1, 0.1, 0.1, 0.1, 0.1, 0.3]),
      (130, [0.4, 0.9, 1, 0.8, 0.3, 0.1, 0.1, 0.2, 0.1]),
      (118, [1, 0.7, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]),
      (135, [0.3, 0.5, 0.8, 1, 0.9, 0.4, 0.2, 0.2, 0.2]),
      (122, [0.8, 1, 0.6, 0.2, 0.1, 0.1, 0.2, 0.3, 0.2]),
      (110, [0.5, 0.8, 1, 0.6, 0.2, 0.1, 0.1, 0.1, 0.1]),
    ]
    for (place, syllable) in syllables.enumerated() {
      loop.add(
        at: Double(place) * 0.25, seconds: 0.19, hertz: syllable.hertz,
        harmonics: syllable.vowel, decay: 0.5)
    }
  }

  /// Sixteen notes up and down a five-tone scale.
  private static func writeGame(_ loop: inout Loop) {
    let notes = [0.0, 3, 5, 7, 10, 12, 15, 12, 10, 7, 5, 3, 0, 7, 12, 19]
    for (place, note) in notes.enumerated() {
      loop.add(
        at: Double(place) * 0.125, seconds: 0.11, hertz: 523.25 * crealtime_pow(2, note / 12),
        harmonics: [1, 0, 1.0 / 3, 0, 0.2, 0, 1.0 / 7], decay: 0.2)
    }
  }

  /// Two chirps, each falling from 3 000 to 600 hertz in 0.15 s.
  private static func writeEffect(_ loop: inout Loop) {
    for start in [0.0, 1.0] { loop.addChirp(at: start, seconds: 0.15, from: 3_000, to: 600) }
  }
}

/// A loop under construction.
private struct Loop {
  private let sampleRate: Double
  /// The factor for all frequencies.
  private let pitch: Double
  private var samples: [Float]

  init(sampleRate: Double, seconds: Double, pitch: Double) {
    self.sampleRate = sampleRate
    self.pitch = pitch
    samples = Array(repeating: 0, count: max(1, Int(sampleRate * seconds)))
  }

  /// Adds a tone: `harmonics` are the amplitudes of the multiples of `hertz`, and `decay` is the time
  /// in seconds in which the tone falls to 37 percent.
  mutating func add(
    at start: Double, seconds: Double, hertz: Double, harmonics: [Double], decay: Double
  ) {
    for (index, amplitude) in harmonics.enumerated() where amplitude > 0 {
      // A sine from the recurrence of a rotating vector: accurate enough for half a second.
      let angle = 2 * Double.pi * hertz * pitch * Double(index + 1) / sampleRate
      guard angle < Double.pi else { continue }
      let (turnX, turnY) = (crealtime_cos(angle), crealtime_sin(angle))
      let fall = crealtime_exp(-1 / (decay * sampleRate))
      var (x, y, level) = (1.0, 0.0, amplitude)
      write(at: start, seconds: seconds) { _ in
        defer {
          (x, y) = (x * turnX - y * turnY, x * turnY + y * turnX)
          level *= fall
        }
        return level * y
      }
    }
  }

  /// Adds a tone that glides linearly from one frequency to another while it decays.
  mutating func addChirp(at start: Double, seconds: Double, from high: Double, to low: Double) {
    var phase = 0.0
    let (rate, pitch) = (sampleRate, pitch)
    write(at: start, seconds: seconds) { part in
      phase += 2 * Double.pi * (high + (low - high) * part) * pitch / rate
      return crealtime_sin(phase) * (1 - part)
    }
  }

  /// Adds the result of `sample` for each frame, with fades of 5 ms at both ends.
  ///
  /// `sample` receives the progress in 0...1.
  private mutating func write(at start: Double, seconds: Double, _ sample: (Double) -> Double) {
    let first = Int(start * sampleRate)
    let count = min(Int(seconds * sampleRate), samples.count - first)
    let edge = max(1, Int(0.005 * sampleRate))
    for index in 0..<max(0, count) {
      let fade = min(1, Double(min(index, count - 1 - index)) / Double(edge))
      samples[first + index] += Float(sample(Double(index) / Double(count)) * fade)
    }
  }

  /// The samples, scaled so that the largest magnitude is `peak`.
  func normalized(to peak: Float) -> [Float] {
    let largest = samples.reduce(into: Float(0)) { $0 = max($0, $1.magnitude) }
    return largest > 0 ? samples.map { $0 * peak / largest } : samples
  }
}
