import ArgumentParser
import HapticEngine

/// The options of `haptic play`.
struct PlayOptions: ParsableArguments {
  @OptionGroup var device: DeviceOptions

  @Flag(help: "Begin again at the end, until `l` or `q` is pressed.")
  var loop = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Play each pattern so often.", valueName: "times"))
  var times = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How fast a pattern is played; 2 is twice as fast.", valueName: "factor"))
  var rate: Double = 1

  @Option(
    name: .customLong("from"), parsing: .unconditional,
    help: ArgumentHelp("Begin at this time of each pattern.", valueName: "seconds"))
  var start: Double = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Multiply the intensity of everything by this, 0 to 1, beside the pattern's own controls.",
      valueName: "value"))
  var intensity: Double = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Add this to the sharpness of everything, -1 to 1, beside the pattern's own controls.",
      valueName: "value"))
  var sharpness: Double = 0

  @Option(help: PlayOptions.profileHelp, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @Option(help: "Leave out what is felt, or what is heard.")
  var mute: BusMute?

  @Option(
    help: "The folder that sounds are in; by default that of each pattern.", completion: .directory)
  var resources: String?

  private static let profileHelp: ArgumentHelp = """
    What turns intensity and sharpness into a signal: a name of `haptic profiles`, a JSON file, or - \
    for standard input. Where left out, audible, for loudspeakers; wideband with --channels or \
    --output null.
    """

  /// Whether the signal is made for loudspeakers, because nobody has said otherwise.
  var isForLoudspeakers: Bool {
    profile == nil && device.output == .alsa && device.channels == nil
  }

  /// What turns intensity and sharpness into a signal.
  func loadProfile() throws(Failure) -> Profile {
    isForLoudspeakers ? .audible : try ProfileArgument.load(profile)
  }

  /// The controls that playing begins with.
  var controls: LiveControls { LiveControls(intensity: intensity, sharpness: sharpness) }

  /// How often a pattern begins again.
  var repeats: Int { loop ? Int.max : times - 1 }

  func validate() throws {
    if loop && times != 1 { throw ValidationError("--loop never ends; leave out --times.") }
    try check(times, "--times", 1...RenderLimit.maximumLoops, "")
    try check(rate, "--rate", RenderLimits.rates, "")
    try check(start, "--from", 0...RenderLimit.longest, " seconds")
    try check(intensity, "--intensity", 0...1, "")
    try check(sharpness, "--sharpness", -1...1, "")
  }
}

/// What is left out.
enum BusMute: String, CaseIterable, ExpressibleByArgument {
  case haptics
  case audio
}

/// Refuses a value out of its range.
func check<Value: Comparable>(
  _ value: Value, _ option: String, _ range: ClosedRange<Value>, _ unit: String
) throws {
  guard range.contains(value) else {
    throw ValidationError(
      "\(option) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)\(unit).")
  }
}
