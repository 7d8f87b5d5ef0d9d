/// A moment in a sound at which something audible begins.
public struct Onset: Hashable, Sendable, Encodable {
  /// The time in seconds from the beginning of the sound.
  public var time: Double
  /// The strength of the onset: the sum of the rises in all quarter-tone bands, in powers of ten.
  public var strength: Double
  /// The root mean square of the sound from 3 ms before the onset on, over 30 ms or over 10 ms, whichever value is
  /// larger; full scale is 1.
  public var amplitude: Double
  /// The center of the rising frequencies, in hertz.
  public var hertz: Double

  /// The time, in seconds, within which onsets count as a single onset.
  ///
  /// Source: SuperFlux, 30 ms, reduced by the error of the onsets' places.
  fileprivate static let minimumGap = 0.025

  /// Creates an onset with these values.
  public init(time: Double, strength: Double, amplitude: Double, hertz: Double) {
    self.time = time
    self.strength = strength
    self.amplitude = amplitude
    self.hertz = hertz
  }
}

extension [Onset] {
  /// The onsets in order of time; of onsets that are too close to each other, only the stronger.
  var merged: [Onset] {
    var merged: [Onset] = []
    for onset in sorted(by: { $0.time < $1.time }) {
      if let last = merged.last, onset.time - last.time < Onset.minimumGap {
        if onset.strength > last.strength { merged[merged.count - 1] = onset }
      } else {
        merged.append(onset)
      }
    }
    return merged
  }
}
