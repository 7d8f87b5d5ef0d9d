import Realtime
import TestSupport

extension DecodedSound {
  /// Creates a sound of one channel from a function of the time in seconds.
  init(seconds: Double, rate: Double = 22_050, _ value: (Double) -> Double) {
    let samples = (0..<Int(seconds * rate)).map { Float(value(Double($0) / rate)) }
    self.init(channels: [samples], sampleRate: rate)
  }

  /// Returns steady white noise whose largest magnitude is `level`.
  static func noise(seconds: Double, level: Double) -> DecodedSound {
    var random = SplitMix64(seed: 7)
    return DecodedSound(seconds: seconds) { _ in random.number(in: -level...level) }
  }
}
