internal import HapticEngine
internal import TextFormats

/// The frequencies that stand for sharpness 0...1 in a format.
struct SharpnessScale {
  let low: Double
  let high: Double

  /// Those of a vibration in this program.
  static let wideband = SharpnessScale(
    low: Profile.wideband.lowHertz, high: Profile.wideband.highHertz)

  func hertz(_ sharpness: Double) -> Double { low + (high - low) * sharpness }

  /// The sharpness that `hertz` stands for, clamped.
  func sharpness(_ hertz: Double) -> Double {
    (0...1.0).clamped((hertz - low) / (high - low))
  }

  /// The same, with a loss for frequencies beyond the scale.
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
