import ArgumentParser
import AudioOutput
import HapticEngine
import TextFormats

/// The options of `haptic render` that say what the samples are.
struct RenderOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "Frames per second, 8000 to 192000.")
  var sampleRate = 48_000

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @Option(
    help: """
      What is written: the haptic bus on both channels of the audio bus; the haptic bus on one \
      channel; the audio bus on two.
      """)
  var bus: BusChoice?

  @Flag(
    help: """
      Write the haptic and the audio bus to files of their own, NAME.haptic.wav and NAME.audio.wav.
      """)
  var stems = false

  @Option(
    help: "How samples are stored: f32 (.wav, the default), s16, or s24 (.flac, the default).")
  var format: SampleChoice?

  @Option(
    name: .customLong("from"), parsing: .unconditional,
    help: ArgumentHelp(
      "Leave out what comes before this time of the pattern; repetitions count on.",
      valueName: "seconds"))
  var start: Double = 0

  @Option(
    name: .customLong("to"), parsing: .unconditional,
    help: ArgumentHelp(
      "Leave out what comes from this time of the pattern on.", valueName: "seconds"))
  var end: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How fast the pattern is played; 2 is twice as fast.", valueName: "factor"))
  var rate: Double = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How often the pattern is played, each time as long as its events say; one of no length, such "
        + "as a single tap, every 0.25 s.", valueName: "times"))
  var loop = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Multiply intensity by each of these, as in 0.5,0.75,1, one file for each.",
      valueName: "factors"))
  var strength: StrengthList?

  @Option(
    help: "The folder that sounds are in; by default that of each pattern.", completion: .directory)
  var resources: String?

  func validate() throws {
    if !RenderLimits.sampleRates.contains(Double(sampleRate)) {
      throw ValidationError("--sample-rate is \(sampleRate); it must be from 8000 to 192000.")
    }
    if stems && bus != nil {
      throw ValidationError("--stems writes both buses; leave out --bus.")
    }
    if !(start >= 0 && start <= RenderLimit.longest) {
      throw ValidationError(
        "--from is \(start); it must be a time in seconds from 0 to \(RenderLimit.longest.brief).")
    }
    if let end, !(end > start) {
      throw ValidationError("--to is \(end); it must be a time in seconds after --from, \(start).")
    }
    if !RenderLimits.rates.contains(rate) {
      throw ValidationError(
        "--rate is \(rate); it must be from \(RenderLimits.rates.lowerBound) to "
          + "\(RenderLimits.rates.upperBound).")
    }
    if !(1...RenderLimit.maximumLoops).contains(loop) {
      throw ValidationError("--loop is \(loop); it must be from 1 to \(RenderLimit.maximumLoops).")
    }
  }
}

/// What of the signal goes into a file.
enum BusChoice: String, CaseIterable, ExpressibleByArgument {
  case mix
  case haptic
  case audio

  /// Which bus goes to which channel.
  var map: ChannelMap {
    switch self {
    case .mix: .mix(channelCount: 2)
    case .haptic: ChannelMap(feeds: [.haptic])
    case .audio: ChannelMap(feeds: [.audioLeft, .audioRight])
    }
  }
}

/// How samples are stored.
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

/// Numbers with commas between them.
struct StrengthList: ExpressibleByArgument {
  /// Each as it was written, for the names of files.
  let words: [String]
  let factors: [Double]

  /// Nil unless all are numbers from 0 to 4.
  ///
  /// Our choice: more than that leaves nothing but the clamped value.
  init?(argument: String) {
    words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    factors = words.compactMap(Double.init)
    guard factors.count == words.count, factors.allSatisfy({ (0...4).contains($0) }),
      Set(factors).count == factors.count
    else { return nil }
  }
}

/// What is too long to be rendered.
enum RenderLimit {
  /// The longest render, in seconds: a day.
  ///
  /// Our choice: nobody listens longer, and a time that was meant in milliseconds is found before it
  /// fills the disk.
  static let longest: Seconds = 86_400

  /// The most often that a pattern is repeated.
  ///
  /// Our choice: a day of the shortest there are.
  static let maximumLoops = 1_000_000

  /// Refuses a render that is longer than `longest`.
  ///
  /// - Parameters:
  ///   - pattern: what is rendered.
  ///   - name: the pattern's.
  ///   - playback: how often and how fast.
  /// - Throws: `Failure`: of input if the pattern itself is too long, of usage if that is what is
  ///   asked for.
  static func check(
    _ pattern: HapticPattern, _ name: String, _ playback: Playback = Playback()
  ) throws(Failure) {
    let length = playback.loopCount > 1 ? LoopLength(of: pattern).seconds : pattern.duration
    let whole = length * Double(playback.loopCount) / playback.rate
    guard whole > longest else { return }
    guard pattern.duration > longest else {
      throw Failure(
        .usage,
        "\(name): it would last \(whole.brief) seconds, and nothing longer than a day is rendered; "
          + "choose a smaller --loop or a higher --rate")
    }
    throw Failure(
      .invalidInput,
      "\(name): this lasts \(pattern.duration.brief) seconds, and nothing longer than a day is "
        + "rendered; are its times in milliseconds?")
  }
}
