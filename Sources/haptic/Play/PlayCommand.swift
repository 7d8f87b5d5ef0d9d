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
