internal import HapticEngine
internal import TextFormats

/// The frequencies that stand for sharpness 0 and 1 in a format.
struct SharpnessScale {
  let low: Double
  let high: Double

  /// The frequencies of a vibration in this program.
  static let wideband = SharpnessScale(
    low: Profile.wideband.lowHertz, high: Profile.wideband.highHertz)

  func hertz(_ sharpness: Double) -> Double { low + (high - low) * sharpness }

  /// Returns the sharpness of `hertz`, clamped.
  func sharpness(_ hertz: Double) -> Double {
    (0...1.0).clamped((hertz - low) / (high - low))
  }

  /// Returns the sharpness of a frequency; frequencies beyond the scale are a loss.
  func sharpness(
    _ hertz: Double, _ place: String, at time: Seconds, losses: inout ConversionLosses
  ) -> Double {
    let beyond = max(low - hertz, hertz - high)
    if beyond > 0 {
      losses.add(
        .frequency, place, at: time, beyond, .hertz,
        because: "sharpness stands for \(low.brief) to \(high.brief) Hz")
    }
    return sharpness(hertz)
  }
}
