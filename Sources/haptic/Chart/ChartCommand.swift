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
      The head of a pattern says how long it is, how strong its signal gets with the profile, and what \
      its own Description says. Below, from top to bottom: the events by kind; intensity over time with \
      envelopes and controls worked in, where thin spikes are transients and colour is sharpness; \
      sharpness; the controls that the pattern moves; the rendered signal with its amplitude; the sound \
      with the names of its files; with --spectrogram the strength of its frequencies; and how strong it \
      feels, in decibels above the threshold (Documentation/Perception.md). Every column of the picture \
      has its own values, and nothing is drawn before it happens. Signal, sound, frequencies and feeling \
      are those of the first hour of what is drawn.

      --from and --to draw a part of the time, as it is in the whole, with the times of the pattern. An \
      event at --from is drawn, and an event at --to is not.

      Several patterns are drawn one below the other on one axis of time; of two, the difference of \
      what is felt as well.

      In the terminal, colours and Unicode follow NO_COLOR, TERM and the locale. An SVG carries the \
      pattern in words as its alternative text; a PNG is painted by Cairo. For a slide or a printed page, \
      use --theme light and --scale.

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
      The width: columns in the terminal, pixels in a file before --scale; by default the terminal's \
      (80 without one), or 960.
      """
  )
  var width: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Draw from this time of the pattern on.", valueName: "time"))
  var from = TimeArgument.start

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Draw up to this time of the pattern.", valueName: "time"))
  var to: TimeArgument?

  @Flag(help: "Draw the frequencies of the rendered signal, 25 Hz to 3.2 kHz, as well.")
  var spectrogram = false

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @OptionGroup var options: PatternOptions

  /// The part of the time that is drawn, in seconds; to its end if `end` is nil.
  private var start: Seconds { from.seconds }
  private var end: Seconds? { to?.seconds }

  /// The widths in columns that make sense.
  ///
  /// Our choice: from what still shows a shape to more than any screen has.
  private static let columns = 20...1_000

  /// The shortest part of the time that can be drawn, in seconds.
  ///
  /// Our choice: some samples of the signal.
  private static let shortestPart = 0.001

  func validate() throws {
    try ProgramArguments.checkStandardInput(sources.all.map(\.text) + [profile?.text])
    let range = output.path == nil ? Self.columns : Page.widths
    try check(width, "--width", range)
    try check(start, "--from", 0...RenderLimit.longest, " seconds")
    if let end, !(end >= start + Self.shortestPart) {
      throw ValidationError(
        "--to is \(end); it must be a time in seconds at least \(Self.shortestPart) after --from, "
          + "\(start).")
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

  /// Refuses `--from` after everything has decayed.
  private func checkStart(of patterns: [DrawnPattern], _ profile: Profile) throws {
    // A decay only makes a pattern longer: within the durations nothing has to be compiled.
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
