import ArgumentParser
import HapticEngine
import TextFormats

/// `haptic play`.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play patterns now, and show what they do.",
    discussion: """
      On a terminal the pattern is drawn while it plays: height is how strong it is, 1.0 one \
      event at full intensity; colour and digits are how sharp, 0 round to 9 crisp; \
      spikes are taps, a triangle on top is more than 1.0; and what is heard is on a lane below. \
      Several patterns play one after another.

      Keys: space pauses; left and right seek a twentieth of what is shown, < and > half of it or \
      more; + and - zoom; up and down change the intensity of everything, [ and ] the sharpness; l \
      loops; n and p play the next and the previous pattern, a this and the last one in turn; ? \
      hides the legend; q quits.

      Where the device is not known to move something, that is without --channels and --profile, the \
      signal is made for loudspeakers.

      Without a sound device the exit status is 69; --output null plays in real time without one.

      Examples:
        haptic play heartbeat
        haptic play impact.light impact.medium impact.heavy
        haptic play heartbeat --loop --rate 1.5
        haptic play collision --device hw:Wireless --channels 3,4
        haptic play level-up --output null
      """)

  @Argument(help: PatternArgument.help, completion: PatternArgument.completion)
  var patterns: [PatternArgument]

  @OptionGroup var options: PlayOptions

  func validate() throws {
    try ProgramArguments.checkStandardInput(patterns.map(\.text) + [options.profile?.text])
  }

  func run() throws {
    try SystemCall.checkThreads()
    let profile = try options.loadProfile()
    var items: [PlayItem] = []
    for pattern in patterns { items.append(try PlayItem(pattern, options, profile: profile)) }
    for item in items where options.start > 0 { try check(item) }
    if options.repeats > 0 { for item in items { try sayLoop(of: item) } }
    try PlaySession(items, options).run()
  }

  /// Says what one should know of a loop over `item`.
  private func sayLoop(of item: PlayItem) throws {
    let pattern = item.loaded.pattern
    let sounding = try item.outlineRendering(rate: options.rate).empty.length
    if let note = LoopLength(of: pattern).note(on: pattern, sounding: sounding) {
      Words.say("\(item.loaded.name.printable): \(note)")
    }
  }

  /// Refuses a beginning after the end.
  private func check(_ item: PlayItem) throws {
    let length = try item.outlineRendering().empty.length
    guard options.start >= length else { return }
    throw Failure(
      .usage,
      "\(item.loaded.name): it ends after \(length.brief) s, and --from \(options.start.brief) "
        + "leaves nothing")
  }
}

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
