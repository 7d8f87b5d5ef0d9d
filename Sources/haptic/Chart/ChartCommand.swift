import ArgumentParser
import Drawing
import HapticCharts
import HapticEngine
import HapticPerception
import TextFormats

/// `haptic chart`.
struct ChartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart",
    abstract: "Draw patterns in the terminal, as SVG or as PNG.",
    discussion: """
      From top to bottom: the events by kind; intensity over time with envelopes and controls worked \
      in, where thin spikes are transients and colour is sharpness; sharpness; the controls that the \
      pattern moves; the rendered signal with its amplitude; with --spectrogram the strength of its \
      frequencies; and how strong it feels, in decibels above the threshold \
      (Documentation/Perception.md). The last three are those of the first hour.

      Several patterns are drawn one below the other on one axis of time; of two, the difference of \
      what is felt as well.

      In the terminal, colours and Unicode follow NO_COLOR, TERM and the locale. An SVG carries the \
      pattern in words as its alternative text; a PNG is painted by Cairo.

      Examples:
        haptic chart heartbeat
        haptic chart impact.light impact.heavy
        haptic chart level-up --spectrogram
        haptic chart level-up -o level-up.svg
        haptic chart level-up -o level-up.png --width 1600
      """)

  @Argument(help: PatternArgument.help, completion: PatternArgument.completion)
  var patterns: [PatternArgument]

  @OptionGroup var output: ChartOutput

  @Option(
    parsing: .unconditional,
    help: """
      The width: columns in the terminal, pixels in a file; by default the terminal's (80 without one), \
      or 960.
      """
  )
  var width: Int?

  @Flag(help: "Draw the frequencies of the rendered signal, 25 Hz to 3.2 kHz, as well.")
  var spectrogram = false

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @OptionGroup var options: PatternOptions

  /// The widths in columns that make sense.
  ///
  /// Our choice: from what still shows a shape to more than any screen has.
  private static let columns = 20...1_000

  func validate() throws {
    try ProgramArguments.checkStandardInput(patterns.map(\.text) + [profile?.text])
    let range = output.path == nil ? Self.columns : Page.widths
    try check(width, "--width", range)
  }

  func run() throws {
    for name in patterns.map(\.text) + [self.profile?.text].compactMap(\.self) {
      try SystemCall.refuseSameFile(output.path, as: name)
    }
    let profile = try ProfileArgument.load(profile)
    var drawn: [DrawnPattern] = []
    for pattern in patterns {
      let loaded = try pattern.load(options)
      try RenderLimit.check(loaded.pattern, loaded.name)
      let (sounds, problems) = SoundLibrary(of: loaded.folder).load(
        for: loaded.pattern, sampleRate: SensationTrack.sampleRate)
      loaded.printWarnings(besides: problems)
      drawn.append(DrawnPattern(loaded.pattern, name: loaded.name, sounds: sounds))
    }
    let drawing = try Drawing(
      of: drawn, profile: profile, spectrograms: try spectrograms(of: drawn, profile))
    if output.path == nil {
      return try StandardOutput.write(
        DrawingCanvas.text(drawing, columns: width ?? StandardOutput.columns))
    }
    try output.write(Page(drawing, width: width ?? 960))
  }

  private func spectrograms(
    of patterns: [DrawnPattern], _ profile: Profile
  ) throws(Failure) -> [Spectrogram] {
    guard spectrogram else { return [] }
    do throws(SpectrogramError) {
      return try patterns.map { pattern throws(SpectrogramError) in
        try Spectrogram(of: pattern, profile: profile)
      }
    } catch {
      throw Failure(.deviceUnavailable, error.description)
    }
  }
}
