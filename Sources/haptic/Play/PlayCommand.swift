import ArgumentParser
import HapticEngine

/// `haptic play`.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play patterns now, and show what they do.",
    discussion: """
      On a terminal the pattern is drawn while it plays: height is how strong it is, colour how \
      sharp, spikes are taps, and what is heard is on a lane below. Several patterns play one after \
      another.

      Keys: space pauses; left and right seek; up and down change intensity, [ and ] sharpness; l \
      loops; ? shows the keys; q quits.

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
    if patterns.count(where: { $0.text == "-" }) > 1 {
      throw ValidationError("standard input can be read once only.")
    }
  }

  func run() throws {
    let profile = try ProfileArgument.load(options.profile)
    var items: [PlayItem] = []
    for pattern in patterns { items.append(try PlayItem(pattern, options, profile: profile)) }
    for item in items where options.start > 0 { try check(item) }
    try PlaySession(items, options).run()
  }

  /// Refuses a beginning after the end.
  private func check(_ item: PlayItem) throws {
    let length = try item.outline().length
    guard options.start >= length else { return }
    throw Failure(
      .usage,
      "\(item.loaded.name): it ends after \(length.brief) s, and --from \(options.start.brief) "
        + "leaves nothing")
  }
}
