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
      A pattern's heading shows its length, the signal's peak with the chosen profile, and the \
      pattern's own Description. Below, from top to bottom: the events by kind; the intensity over \
      time with envelopes and controls applied, where thin spikes are transients and color is \
      sharpness; the sharpness; the controls that the pattern moves; the rendered signal with its \
      amplitude; the sound with the names of its files; with --spectrogram, the signal's \
      frequencies; and the perceived strength, in decibels above the threshold \
      (Documentation/Perception.md). Each column of the picture has its own values, and nothing is \
      drawn before it happens. Signal, sound, frequencies and perceived strength are drawn only for \
      the first hour of the chart.

      --from and --to draw a part of the pattern exactly as it appears in the whole chart, and the \
      axis keeps the pattern's times. An event at --from is drawn; an event at --to is not.

      Several patterns are drawn one below the other and share one time axis. With two, the chart \
      also shows the perceived difference.

      In the terminal, NO_COLOR, TERM and the locale determine the use of colors and Unicode. An \
      SVG includes a description of the pattern as alternative text. A PNG is painted by Cairo. For \
      a slide or a printed page, use --theme light and --scale.

      Examples:
        haptic chart heartbeat
        haptic chart impact.light impact.heavy
        haptic chart --notation "tap 0.8/0.5, rest 100ms, buzz 300ms 0.2..1"
        haptic chart level-up --spectrogram
        haptic chart level-up -o level-up.svg
        haptic chart level-up -o level-up.png --width 1600
        haptic chart level-up --from 200ms --to 500ms -o end.png --theme light --scale 2
      """)

  @OptionGroup var sources: PatternList

  @OptionGroup var output: ChartOutput

  @Option(
    parsing: .unconditional,
    help: """
      The width: columns in the terminal, pixels in a file before --scale. The default is the \
      terminal's width (80 without a terminal), or 960 pixels.
      """
  )
  var width: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start at this time of the pattern.", valueName: "time"))
  var from = TimeArgument.start

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End at this time of the pattern.", valueName: "time"))
  var to: TimeArgument?

  @Flag(help: "Also draw the frequencies of the rendered signal, 25 Hz to 3.2 kHz.")
  var spectrogram = false

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @OptionGroup var options: PatternOptions

  /// The start of the time span to draw, in seconds.
  ///
  /// If `end` is nil, the span ends with the pattern.
  private var start: Seconds { from.seconds }
  private var end: Seconds? { to?.seconds }

  /// The accepted widths, in columns.
  ///
  /// Our choice: from the fewest that still show a shape to more than any screen has.
  private static let columns = 20...1_000

  /// The shortest time span that can be drawn, in seconds.
  ///
  /// Our choice: a few samples of the signal.
  private static let shortestPart = 0.001

  func validate() throws {
    try ProgramArguments.checkStandardInput(sources.all.map(\.text) + [profile?.text])
    let range = output.path == nil ? Self.columns : Page.widths
    try check(width, "--width", range)
    try check(start, "--from", 0...RenderLimit.longest, " seconds")
    if let end, !(end >= start + Self.shortestPart) {
      throw ValidationError(
        "--to is \(end) seconds; it must be at least \(Self.shortestPart) seconds after --from, "
          + "which is \(start) seconds.")
    }
  }

  func run() throws {
    let patterns = sources.all
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
    try checkStart(of: drawn, profile)
    let width = width ?? (output.path == nil ? StandardOutput.columns : 960)
    let columns =
      output.path == nil
      ? DrawingCanvas.dots(columns: width) : Page.columns(width: width, scale: output.scale ?? 1)
    let drawing = try Drawing(
      of: drawn, profile: profile, spectrograms: try spectrograms(of: drawn, profile),
      from: start, to: end ?? .infinity, columns: columns)
    if output.path == nil {
      return try StandardOutput.write(DrawingCanvas.text(drawing, columns: width))
    }
    try output.write(drawing, width: width, theme: .dark)
  }

  /// Rejects a `--from` after everything has decayed.
  private func checkStart(of patterns: [DrawnPattern], _ profile: Profile) throws {
    // A decay can only make a pattern longer, so a start within the durations is valid without
    // compiling the patterns.
    guard start > 0, patterns.allSatisfy({ $0.pattern.duration <= start }) else { return }
    let ends = try patterns.map { drawn in
      let renderer = try OfflineRenderer(
        drawn.pattern, sampleRate: SensationTrack.sampleRate, profile: profile,
        sounds: drawn.sounds)
      return max(drawn.pattern.duration, Double(renderer.frameCount) / renderer.sampleRate)
    }
    guard let end = ends.max(), start >= end, let index = ends.firstIndex(of: end) else { return }
    throw Failure(
      .usage,
      "\(patterns[index].name): the pattern ends after \(end.brief) s, before --from \(start.brief)"
        .printable)
  }

  private func spectrograms(
    of patterns: [DrawnPattern], _ profile: Profile
  ) throws(Failure) -> [Spectrogram] {
    guard spectrogram else { return [] }
    do throws(SpectrogramError) {
      return try patterns.map { pattern throws(SpectrogramError) in
        try Spectrogram(of: pattern, profile: profile, from: start, to: end ?? .infinity)
      }
    } catch {
      throw Failure(.deviceUnavailable, error.description)
    }
  }
}
