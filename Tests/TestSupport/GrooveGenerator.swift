import Glibc
public import Realtime

/// A sound of strokes and tones, and the time at which each begins: test data for onset detectors.
///
/// Drums are our own models: a click, a decaying burst of noise, a sine with falling pitch. Tones have partials and an
/// attack. Strokes overlap, differ in strength by 12 dB, and lie on a grid of sixteenths, a few milliseconds off, over
/// a noise floor. The same seed gives the same groove.
public struct Groove: Sendable {
  /// The instruments of the groove.
  public enum Kind: String, Sendable, CaseIterable {
    /// Single samples, and clicks of a millisecond.
    case clicks
    /// Kick, snare and hi-hat.
    case drums
    /// Overlapping notes with attacks of 2 to 10 ms.
    case notes
    /// Drums over notes.
    case band
  }

  /// The sound, one channel.
  public let sound: DecodedSound
  /// The onset times in seconds, in order.
  ///
  /// Onsets closer than 30 ms are merged.
  public let onsets: [Double]

  /// Creates a groove of `seconds` at `sampleRate`.
  public init(_ kind: Kind, seed: UInt64, seconds: Double, sampleRate: Double) {
    var maker = GrooveMaker(seed: seed, seconds: seconds, sampleRate: sampleRate)
    switch kind {
    case .clicks: maker.strokes([.click], chance: 0.4)
    case .drums: maker.strokes([.kick, .snare, .hat], chance: 0.6)
    case .notes: maker.strokes([.note], chance: 0.4)
    case .band:
      maker.strokes([.kick, .snare, .hat], chance: 0.5)
      maker.strokes([.note], chance: 0.2)
    }
    sound = DecodedSound(channels: [maker.finished()], sampleRate: sampleRate)
    var merged: [Double] = []
    for time in maker.onsets.sorted() where merged.last.map({ time - $0 > 0.03 }) ?? true {
      merged.append(time)
    }
    onsets = merged
  }
}

private struct GrooveMaker {
  enum Stroke { case click, kick, snare, hat, note }

  private var random: SplitMix64
  private let sampleRate: Double
  private let seconds: Double
  private var samples: [Float]
  private(set) var onsets: [Double] = []

  init(seed: UInt64, seconds: Double, sampleRate: Double) {
    random = SplitMix64(seed: seed)
    (self.seconds, self.sampleRate) = (seconds, sampleRate)
    samples = Array(repeating: 0, count: Int(seconds * sampleRate))
  }

  mutating func strokes(_ kinds: [Stroke], chance: Double) {
    let step = random.number(in: 0.11...0.18)
    var time = 0.25
    while time < seconds - 0.3 {
      if random.number(in: 0...1) < chance {
        add(random.choice(of: kinds), at: time + random.number(in: -0.004...0.004))
      }
      time += step
    }
  }

  private mutating func add(_ stroke: Stroke, at time: Double) {
    let level = Float(random.number(in: 0.25...1))
    let first = Int((time * sampleRate).rounded(.up))
    onsets.append(Double(first) / sampleRate)
    let pitch: Double = random.choice(of: [110, 147, 196, 220, 294, 330, 440, 587])
    let attack = random.number(in: 0.002...0.01)
    let length: Double =
      switch stroke {
      case .click: 0.001
      case .kick: 0.25
      case .snare: 0.2
      case .hat: 0.06
      case .note: 0.4
      }
    for index in 0..<min(Int(length * sampleRate), samples.count - first) {
      let t = Double(index) / sampleRate
      let noise = random.number(in: -1...1)
      let value: Double
      switch stroke {
      case .click: value = index == 0 ? 1 : noise * 0.5
      case .kick:
        let cycles = 50 * t + 2.4 * (1 - exp(-t / 0.03))
        value = sin(2 * Double.pi * cycles) * exp(-t / 0.08)
      case .snare:
        let body = 0.5 * sin(2 * Double.pi * 190 * t)
        value = (0.7 * noise + body) * exp(-t / 0.05)
      case .hat: value = noise * exp(-t / 0.015) * 0.5
      case .note:
        var partials = 0.0
        for partial in 1...6 {
          partials += sin(2 * Double.pi * pitch * Double(partial) * t) / Double(partial)
        }
        let envelope = min(1, t / attack) * exp(-t / 0.25) * min(1, (length - t) / 0.03)
        value = 0.3 * partials * envelope
      }
      samples[first + index] += level * Float(value)
    }
  }

  /// The sound with its noise floor, 60 dB below full scale, clamped to full scale.
  mutating func finished() -> [Float] {
    let peak = samples.reduce(Float(0.1)) { max($0, abs($1)) }
    return samples.map { $0 / peak * 0.9 + Float(random.number(in: -0.001...0.001)) }
  }
}

/// The agreement of detected onsets with the actual onsets.
public struct OnsetScore: Sendable {
  /// The harmonic mean of precision and recall, 0...1.
  public let f: Double
  /// The median delay of the detected onsets, in seconds.
  public let medianOffset: Double

  /// Pairs each of `found` with the nearest of `expected` that is free, in order of time.
  public init(found: [Double], expected: [Double], window: Double) {
    var offsets: [Double] = []
    var next = 0
    for time in expected {
      while next < found.count, found[next] < time - window { next += 1 }
      guard next < found.count, found[next] <= time + window else { continue }
      offsets.append(found[next] - time)
      next += 1
    }
    let total = found.count + expected.count
    f = total > 0 ? 2 * Double(offsets.count) / Double(total) : 1
    medianOffset = offsets.isEmpty ? 0 : offsets.sorted()[offsets.count / 2]
  }
}
