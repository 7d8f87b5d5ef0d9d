import ArgumentParser
import AudioOutput
import HapticEngine
import TextFormats

/// The options of `haptic render` that determine the samples.
struct RenderOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "Frames per second, 8000 to 192000.")
  var sampleRate = 48_000

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @Option(help: BusChoice.help)
  var bus: BusChoice?

  @Flag(
    help: """
      Write the haptic and the audio bus to separate files, NAME.haptic.wav and NAME.audio.wav.
      """)
  var stems = false

  @Option(
    help: "The sample format: f32 (default for .wav), s16, or s24 (default for .flac).")
  var format: SampleChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Skip everything before this time of the pattern; with --loop, time continues across repetitions.",
      valueName: "time"))
  var from = TimeArgument.start

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop at this time of the pattern.", valueName: "time"))
  var to: TimeArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The playback speed; 2 is twice as fast.", valueName: "factor"))
  var rate: Double = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of times to play the pattern. Each repetition is as long as the pattern's events. A "
        + "pattern without a length, such as a single transient, repeats every 0.25 s.",
      valueName: "times"))
  var loop = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Multiply the intensity by each of these factors, such as 0.5,0.75,1; each gets its own file.",
      valueName: "factors"))
  var strength: StrengthList?

  @Flag(name: .shortAndLong, help: quietHelp)
  var quiet = false

  /// The help text of `--quiet`, also of `haptic session render`.
  static let quietHelp: ArgumentHelp =
    "Do not print each file's length and peak, or the note about the profile."

  @OptionGroup var pattern: PatternOptions

  /// The start of the part to render, in seconds of the pattern.
  ///
  /// If `end` is nil, the part ends with the pattern.
  var start: Seconds { from.seconds }
  var end: Seconds? { to?.seconds }

  func validate() throws {
    if !RenderLimits.sampleRates.contains(Double(sampleRate)) {
      throw ValidationError("--sample-rate is \(sampleRate); it must be from 8000 to 192000.")
    }
    if stems && bus != nil {
      throw ValidationError("--stems writes both buses; leave out --bus.")
    }
    try check(start, "--from", 0...RenderLimit.longest, " seconds")
    if let end, !(end > start) {
      throw ValidationError(
        "--to is \(end) seconds; it must be later than --from, which is \(start) seconds.")
    }
    try check(rate, "--rate", RenderLimits.rates)
    try check(loop, "--loop", 1...RenderLimit.maximumLoops)
  }
}

/// The buses to write to a file.
enum BusChoice: String, CaseIterable, ExpressibleByArgument {
  case mix
  case haptic
  case audio

  /// The help text.
  static let help: ArgumentHelp = """
    The buses to write: mix adds the haptic bus to both audio channels; haptic writes the haptic \
    bus on one channel; audio writes the audio bus on two.
    """

  /// The bus of each channel.
  var map: ChannelMap {
    switch self {
    case .mix: .mix(channelCount: 2)
    case .haptic: ChannelMap(feeds: [.haptic])
    case .audio: ChannelMap(feeds: [.audioLeft, .audioRight])
    }
  }
}

/// The format of stored samples.
enum SampleChoice: String, CaseIterable, ExpressibleByArgument {
  case f32
  case s16
  case s24

  var encoding: SoundFileFormat.Encoding {
    switch self {
    case .f32: .float32
    case .s16: .int16
    case .s24: .int24
    }
  }
}

extension SoundFileFormat {
  /// Returns the format of an output: that of its extension; `-`, a pipe and a device receive WAV.
  ///
  /// - Throws: `ValidationError` if the extension is missing or unknown, or if its format does not store `encoding`.
  static func ofOutput(_ path: String, encoding: Encoding? = nil) throws -> SoundFileFormat {
    let hasExtension = path.split(separator: "/").last?.contains(".") ?? false
    if path != "-", !hasExtension, !SystemCall.isStream(path) {
      throw ValidationError(
        "\(path.printable) does not name a format; write \(path.printable).wav, .flac or .ogg.")
    }
    do {
      return try named(by: path, encoding: encoding)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

/// Factors separated by commas.
struct StrengthList: ExpressibleByArgument {
  /// The factors as written, for the names of files.
  let texts: [String]
  let factors: [Double]

  /// Creates a list; nil unless all of them are different numbers from 0 to 4.
  ///
  /// Our choice: beyond 4 every value is clamped.
  init?(argument: String) {
    texts = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    factors = texts.compactMap(Double.init)
    guard factors.count == texts.count, factors.allSatisfy({ (0...4).contains($0) }),
      Set(factors).count == factors.count
    else { return nil }
  }
}

/// Limits of the length of a render.
enum RenderLimit {
  /// The longest render, in seconds: a day.
  ///
  /// Our choice: nobody listens for longer. If a time is given in milliseconds by mistake, the
  /// mistake is reported before the render fills the disk.
  static let longest: Seconds = 86_400

  /// The maximum number of repetitions.
  ///
  /// Our choice: a day of the shortest patterns.
  static let maximumLoops = 1_000_000

  /// Rejects a render that is longer than `longest`.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to render.
  ///   - name: the pattern's name.
  ///   - playback: the number of repetitions and the speed.
  /// - Throws: `Failure`: an input failure if the pattern itself is too long, a usage failure if
  ///   only its repetitions are too long.
  static func check(
    _ pattern: HapticPattern, _ name: String, _ playback: Playback = Playback()
  ) throws(Failure) {
    let length = playback.loopCount > 1 ? LoopLength(of: pattern).seconds : pattern.duration
    let whole = length * Double(playback.loopCount) / playback.rate
    guard whole > longest else { return }
    guard pattern.duration > longest else {
      throw Failure(
        .usage,
        "\(name): the render would last \(whole.brief) seconds, and the maximum is one day; choose a "
          + "smaller --loop or a higher --rate")
    }
    throw Failure(
      .invalidInput,
      "\(name): the pattern lasts \(pattern.duration.brief) seconds, and the maximum is one day; are "
        + "its times in milliseconds?")
  }
}
