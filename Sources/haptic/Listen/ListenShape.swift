import ArgumentParser
import HapticListening

/// The options of `haptic listen` that shape the haptics.
struct ListenShape: ParsableArguments {
  // --gain is an option of the device.
  @Option(
    name: .customLong("haptic-gain"), parsing: .unconditional,
    help: ArgumentHelp("Strengthen all haptics by this many decibels.", valueName: "decibels"))
  var gain = ListenOptions().gain

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Leave out sound that is this far below the loud parts, in decibels.", valueName: "decibels"))
  var gate = ListenOptions().gate

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The range of sound that maps to 30 dB of vibration, in decibels; a smaller range weakens soft sounds.",
      valueName: "decibels"))
  var range = ListenOptions().range

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Average loudness over this time.", valueName: "seconds"))
  var smoothing = ListenOptions().smoothing

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum distance of curves from the sound, in decibels; a larger distance saves points.",
      valueName: "decibels"))
  var tolerance = ListenOptions().tolerance

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum number of transients per second; by default unlimited.", valueName: "number"))
  var density: Double?

  var options: ListenOptions {
    var options = ListenOptions()
    (options.gain, options.gate, options.range) = (gain, gate, range)
    (options.smoothing, options.tolerance) = (smoothing, tolerance)
    options.density = density
    return options
  }

  func validate() throws {
    let options = options
    for control in ListenControl.all {
      try check(
        options[keyPath: control.path], "--\(control.name)", control.range,
        " \(control.unitInWords ?? control.unit)")
    }
  }
}
