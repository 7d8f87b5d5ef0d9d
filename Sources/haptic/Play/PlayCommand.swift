import ArgumentParser
import Glibc
import HapticEngine
import HapticFormats
import HapticPerception
import TextFormats

/// `haptic play`.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play patterns and draw them as they play.",
    discussion: """
      On a terminal the pattern is drawn while it plays. Height shows intensity, where 1.0 is one \
      event at full intensity. Color and digits show sharpness, from 0 (round) to 9 (crisp). Spikes \
      are transients, a triangle on top marks an intensity above 1.0, and the lane below shows the \
      audio bus. Several patterns play one after another.

      Keys: space pauses; left and right seek by a twentieth of the visible time, < and > by at \
      least half of it; + and - zoom; up and down change the overall intensity, [ and ] the overall \
      sharpness; l loops; n and p play the next and the previous pattern; a switches between this \
      pattern and the one played before it; ? hides the legend; q quits. With --inputs-from, 1 to 9 \
      select an input of the pattern, comma and period change the input, and 0 resets it to its \
      default.

      Without --channels or --profile, the signal is made for loudspeakers, because nothing indicates \
      that the device drives an actuator.

      Without a sound device, the exit status is 69. Use --output null to play silently in real time.

      Examples:
        haptic play heartbeat
        haptic play impact.light impact.medium impact.heavy
        haptic play heartbeat --loop --rate 1.5
        haptic play collision --device hw:Wireless --channels 3,4
        haptic play level-up --output null
        haptic play jump-from-ground --input height=3.2
        haptic play approaching-footsteps --loop --inputs-from osc
        haptic play --notation "3x(tap 1/0.9 @120bpm), buzz 300ms 0.2..1/0.3"
      """)

  @OptionGroup var sources: PatternList

  @Option(
    name: .customLong("inputs-from"), parsing: .unconditionalSingleValue, help: InputPlace.help,
    completion: .file(), transform: InputPlace.init)
  var places: [InputPlace] = []

  @OptionGroup var options: PlayOptions

  func validate() throws {
    try ProgramArguments.checkStandardInput(
      sources.all.map(\.text) + [options.profile?.text]
        + places.map { $0 == .standardInput ? "-" : nil })
  }

  func run() throws {
    try SystemCall.checkThreads()
    let profile = try options.loadProfile()
    var items: [PlayItem] = []
    for pattern in sources.all {
      items.append(try PlayItem(pattern, options, profile: profile, isLive: !places.isEmpty))
    }
    for item in items { try item.checkStart(options) }
    if options.repeats > 0 { for item in items { try printLoopNote(of: item) } }
    try PlaySession(items, options, inputs: try openInputs(of: items)).run()
  }

  /// Opens the sources for the inputs of `items`, and prints their addresses.
  ///
  /// - Returns: the sources; nil if none were given.
  private func openInputs(of items: [PlayItem]) throws(Failure) -> InputFeed? {
    if places.isEmpty { return nil }
    let inputs = items.flatMap(\.live.inputs)
    if inputs.isEmpty {
      throw Failure(
        .usage,
        "\(items.map(\.loaded.name).joined(separator: ", ")): --inputs-from requires inputs, but none are "
          + "declared; see \(SharedFiles.path(of: "Documentation/Inputs.md"))")
    }
    if places.contains(.standardInput), isatty(STDIN_FILENO) == 1 {
      throw Failure(
        .usage,
        "standard input is a terminal, whose keys control playback; use --inputs-from keys, a pipe or a FIFO"
      )
    }
    let feed = try InputFeed(
      places, known: Set(inputs.map(\.name)), period: options.device.periodSeconds)
    if places.contains(.keys), Terminal(needsStandardError: true) == nil {
      StandardError.print("inputs: keys require a terminal")
    }
    for address in feed.addresses {
      StandardError.print("inputs: OSC messages /haptic/NAME at \(address)")
    }
    return feed
  }

  /// Prints a note about a surprising loop over `item`.
  private func printLoopNote(of item: PlayItem) throws {
    let pattern = item.loaded.pattern
    var live = item.live
    live.rate = options.rate
    let sounding = try item.outlineRendering(live.settings).empty.length
    if let note = LoopLength(of: pattern).note(on: pattern, sounding: sounding) {
      StandardError.print("\(item.loaded.name.printable): \(note)")
    }
  }

}

/// The options of `haptic play`.
struct PlayOptions: ParsableArguments {
  @OptionGroup var device: DeviceOptions

  @Flag(help: "Repeat the pattern until it is stopped.")
  var loop = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of times to play each pattern.", valueName: "times"))
  var times = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The playback speed; 2 is twice as fast.", valueName: "factor"))
  var rate: Double = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start at this time of each pattern.", valueName: "time"))
  var from = TimeArgument.start

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Multiply all intensities by this factor, 0 to 1, in addition to the pattern's own controls.",
      valueName: "value"))
  var intensity: Double = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Add this value to every sharpness, -1 to 1, in addition to the pattern's own controls.",
      valueName: "value"))
  var sharpness: Double = 0

  @Option(help: PlayOptions.profileHelp, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @Option(help: "Mute the haptic or the audio bus.")
  var mute: BusMute?

  @OptionGroup var pattern: PatternOptions

  private static let profileHelp: ArgumentHelp = """
    The profile that turns intensity and sharpness into a signal: a name from `haptic profiles`, a \
    JSON file, or - for standard input. The default is audible, for loudspeakers, or wideband with \
    --channels or --output null.
    """

  /// Whether the signal is made for loudspeakers, which is the default.
  var isForLoudspeakers: Bool { profile == nil && device.isForLoudspeakers }

  /// Returns the profile that the options select.
  func loadProfile() throws(Failure) -> Profile { try device.profile(profile) }

  /// The time within each pattern at which playback starts, in seconds.
  var start: Seconds { from.seconds }

  /// The controls at the start.
  var controls: LiveControls { LiveControls(intensity: intensity, sharpness: sharpness) }

  /// The number of repetitions after the first time; `Int.max` for an endless loop.
  var repeats: Int { loop ? Int.max : times - 1 }

  func validate() throws {
    if loop && times != 1 { throw ValidationError("--loop cannot be combined with --times.") }
    try check(times, "--times", 1...RenderLimit.maximumLoops)
    try check(rate, "--rate", RenderLimits.rates)
    try check(start, "--from", 0...RenderLimit.longest, " seconds")
    try check(intensity, "--intensity", 0...1)
    try check(sharpness, "--sharpness", -1...1)
  }
}

/// The bus that is muted.
enum BusMute: String, CaseIterable, ExpressibleByArgument {
  case haptics
  case audio
}

/// Throws a `ValidationError` if a value is not nil and outside its range.
func check<Value: Comparable>(
  _ value: Value?, _ option: String, _ range: ClosedRange<Value>, _ unit: String = ""
) throws {
  guard let value, !range.contains(value) else { return }
  let words = [value, range.lowerBound, range.upperBound].map { number in
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
  throw ValidationError(
    "\(option) is \(words[0]); it must be from \(words[1]) to \(words[2])\(unit).")
}
