import HapticEngine
import TextFormats

/// The lines of text around the chart, each in the longest form that fits.
struct PlayText {
  let state: PlayState
  let symbols: ChartSymbols

  /// Returns the first of `variants` that fits in `columns`, or the last if none fits.
  ///
  /// The longest comes first.
  static func fitting(_ variants: [String], _ columns: Int) -> String {
    variants.first { $0.count <= columns } ?? variants.last ?? ""
  }

  /// Returns a time as minutes and seconds.
  static func time(_ seconds: Seconds) -> String {
    let milliseconds = Int((min(max(0, seconds), 1e9) * 1000).rounded())
    return padded(milliseconds / 60_000, 2) + ":" + padded(milliseconds / 1000 % 60, 2) + "."
      + padded(milliseconds % 1000, 3)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Returns a number with two digits after the decimal point.
  static func hundredths(_ value: Double) -> String {
    let hundredths = Int((value.magnitude * 100).rounded())
    return (value < 0 && hundredths > 0 ? "-" : "") + "\(hundredths / 100)."
      + padded(hundredths % 100, 2)
  }

  /// The pattern's name and number.
  var title: String {
    state.count > 1 ? "\(state.name) (\(state.index) of \(state.count))" : state.name
  }

  /// Returns the line with the position and the playback controls.
  func status(columns: Int) -> String {
    let sign = state.isPaused ? symbols.paused : symbols.playing
    let position = Self.time(state.position)
    let times = "\(sign) \(position) / \(Self.time(state.duration))"
    let intensity = Self.hundredths(state.controls.intensity)
    let sharpness =
      (state.controls.sharpness >= 0 ? "+" : "") + Self.hundredths(state.controls.sharpness)
    let rate = state.rate.brief
    return Self.fitting(
      [
        "\(times)   rate \(rate)   \(loop)   intensity \(intensity)   sharpness \(sharpness)",
        "\(times)  rate \(rate)  \(loop)  intensity \(intensity)  sharpness \(sharpness)",
        "\(times)  x\(rate)  \(loop)  intensity \(intensity)  sharp \(sharpness)",
        "\(times)  x\(rate)  \(loop)",
        times,
        "\(sign) \(position)",
        String(position.dropLast(4)),
      ], columns)
  }

  private var loop: String {
    switch state.repetitions {
    case 1: "loop off"
    case nil: "loop on (\(state.repetition))"
    case .some(let repetitions): "repetition \(state.repetition) of \(repetitions)"
    }
  }

  /// Returns the line with the device and its underruns.
  func device(columns: Int) -> String {
    let underruns = state.underruns > 0 ? "; \(state.underruns.counted("underrun"))" : ""
    return Self.fitting(state.device.map { $0 + underruns } + state.device, columns)
  }

  /// Returns the line with the keys.
  func help(columns: Int) -> String {
    let (seek, level) = (symbols.leftRight, symbols.upDown)
    let others = state.count > 1 ? "  n p a next previous A/B" : ""
    let numbers = state.inputs.count > 1 ? "1-\(min(9, state.inputs.count))" : "1"
    let inputs = state.inputs.isEmpty ? "" : "  \(numbers) , . 0 \(state.inputNoun)"
    let named = inputs.isEmpty ? "" : "\(numbers) , . 0 \(state.inputNoun) "
    let selected = state.count > 1 ? "n p a " : ""
    let all =
      "space pause  \(seek) < > seek  \(level) intensity  [ ] sharpness  + - zoom  l loop\(others)"
      + "\(inputs)  ? hide  q quit"
    return Self.fitting(
      [
        all,
        all.replacing("  ? hide", with: "").replacing("next previous A/B", with: "others"),
        "space pause \(seek) < > seek \(level) [ ] level + - zoom l loop \(selected)\(named)? q quit",
        "space \(seek) < > \(level) [ ] + - l \(selected)\(named)? q quit",
        "space \(seek) < > \(level) [ ] + - l \(selected)\(named.isEmpty ? "" : "1 , . 0 ")? q",
        "space \(seek) \(level) q quit",
        "q quit",
        "q",
      ], columns)
  }

  /// Returns a level in decibels.
  static func decibels(_ value: Double) -> String {
    if value < LevelMeter.floorDecibels { return "silent" }
    let tenths = Int((value.magnitude * 10).rounded())
    return "\(value < 0 && tenths > 0 ? "-" : "+")\(tenths / 10).\(tenths % 10) dB"
  }
}
