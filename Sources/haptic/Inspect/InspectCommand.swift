import ArgumentParser
import HapticEngine
import HapticFormats
import HapticPerception
import TextFormats

/// `haptic inspect`.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Report the contents and levels of a pattern.",
    discussion: """
      The pattern is rendered to measure it. The energy over time has one line for the haptic bus \
      and one for the audio bus, each relative to its own maximum. The perceived strength is in \
      decibels above the detection threshold, for a device that reaches 1 g at full scale; see \
      Documentation/Perception.md.

      Examples:
        haptic inspect heartbeat
        haptic inspect --json level-up.ahap | jq .peak
        haptic inspect --describe level-up.ahap
        haptic inspect --describe --notation "tap, rest 100ms, tap"
        haptic inspect jump-from-ground --input height=3
      """)

  @Argument(help: PatternArgument.help, completion: PatternArgument.completion)
  var pattern: PatternArgument?

  @Option(parsing: .unconditional, help: PatternArgument.notationHelp)
  var notation: String?

  @Flag(help: "Print a JSON object.")
  var json = false

  @Flag(help: "Print only a description of how the pattern feels, in words.")
  var describe = false

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @Option(parsing: .unconditional, help: "Frames per second, 8000 to 192000.")
  var sampleRate = 48_000

  @OptionGroup var options: PatternOptions

  func validate() throws {
    try ProgramArguments.checkOnce("--notation")
    try ProgramArguments.checkStandardInput([pattern?.text, notation, profile?.text])
    if pattern == nil && notation == nil {
      throw ValidationError("Missing expected argument '<pattern>'")
    }
    if let pattern, notation != nil {
      throw ValidationError(
        "Give a pattern or --notation NOTATION, not both. "
          + "\(pattern.notationCommand) prints a pattern as a notation.")
    }
  }

  func run() throws {
    let profile = try ProfileArgument.load(profile)
    guard let source = pattern ?? notation.map(PatternArgument.init(notation:)) else { return }
    let loaded = try source.load(options)
    if describe {
      if notation != nil { loaded.printWarnings(besides: []) }
      return try printDescription(of: loaded, profile)
    }
    let library = SoundLibrary(of: loaded.folder)
    let reading = library.checking(loaded.reading)
    try RenderLimit.check(loaded.pattern, loaded.name)
    let (sounds, problems) = library.load(for: loaded.pattern, sampleRate: Double(sampleRate))
    if notation != nil { loaded.printWarnings(besides: problems) }
    let renderer = try OfflineRenderer(
      loaded.pattern, sampleRate: Double(sampleRate), profile: profile, sounds: sounds)
    let progress = RenderProgress()
    progress.begin(frames: renderer.frameCount, renderer.sampleRate)
    let signal = SignalSummary(of: renderer, parts: PatternReport.energyParts) {
      progress.advance(frames: $0)
    }
    StandardError.showProgress("")
    let report = PatternReport(
      loaded: loaded, reading: reading, summary: PatternSummary(loaded.pattern), signal: signal,
      sensation: try SensationTrack(of: loaded.pattern, profile: profile),
      profile: profile, sampleRate: sampleRate)
    if json { return try JSONOutput.write(report) }
    try StandardOutput.write(report.text)
  }

  /// Prints how the pattern feels, in words.
  private func printDescription(of loaded: LoadedPattern, _ profile: Profile) throws {
    try RenderLimit.check(loaded.pattern, loaded.name)
    let description = try PatternDescription(of: loaded.pattern, profile: profile)
    if json { return try JSONOutput.write(description) }
    try StandardOutput.write(description.text.printableLines)
  }
}
