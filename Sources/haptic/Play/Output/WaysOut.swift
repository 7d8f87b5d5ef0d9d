import AudioOutput
import Realtime
import TextFormats

/// What to do without the sound device that was asked for.
enum WaysOut {
  /// The failure of a device that could not be opened, with what else can be done with `pattern`.
  static func failure(_ error: OutputError, pattern: PatternArgument) -> Failure {
    guard error.exitStatus == .deviceUnavailable else { return Failure(error) }
    let pattern = pattern.text.printable
    let name = pattern == "-" ? "pattern" : PatternArgument(argument: pattern).name
    return Failure(
      .deviceUnavailable,
      """
      \(error.description.printable)
      Without this device:
        haptic play \(pattern) --output null
            shows it in real time, silently
        haptic render \(pattern) -o \(name).wav
            writes what it sounds like to a file
        haptic play \(pattern) --device PCM
            plays it on another device; \(devices)
      """)
  }

  private static var devices: String {
    let cards = ALSADevices.cards().isEmpty ? "; there is no sound card here" : ""
    return "haptic devices lists those that open\(cards)"
  }
}
