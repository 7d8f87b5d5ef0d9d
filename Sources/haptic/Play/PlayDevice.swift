import AudioOutput
import HapticEngine
import Realtime
import TextFormats

/// The output on which patterns are played, with its description.
final class PlayDevice {
  /// The number of frames per second of the null output.
  ///
  /// Our choice: the rate of most devices.
  private static let nullRate = 48_000

  /// The output of the engine.
  let output: any BlockOutput
  /// The linear gain of the output.
  let gain: Float
  /// The device's name, the only thing that is known before the device is opened.
  private let name: String
  private let isSilent: Bool
  /// The page of the browser that plays; nil for other outputs.
  private let page: BrowserPage?

  /// Creates the device that `options` select, without opening it.
  ///
  /// The rate is `sampleRate` or, for nil, the device's own. A page of the browser shows `title`.
  init(_ options: DeviceOptions, title: String, sampleRate: Int? = nil) {
    gain = Float(Decibels.ratio(options.gain))
    isSilent = !options.output.isAudible
    page = options.output == .web ? BrowserPage() : nil
    switch options.output {
    case .alsa:
      let pcm = options.device ?? "default"
      name = pcm.printable
      output = ALSAOutput(
        ALSAOutput.Configuration(
          pcmName: pcm, sampleRate: sampleRate, periodSeconds: options.periodSeconds,
          bufferSeconds: options.latencySeconds, hapticChannels: options.channels?.numbers ?? [],
          hapticPositions: options.channels?.positions ?? [],
          gainDecibels: Float(options.gain)))
    case .null:
      name = "null output: silent, in real time"
      let frames = max(1, Int((options.periodSeconds * Double(Self.nullRate)).rounded()))
      output = NullOutput(sampleRate: Self.nullRate, blockFrames: frames)
    case .web:
      name = "page in the browser"
      let page = page
      output = BrowserOutput(
        BrowserOutput.Configuration(
          title: title, periodSeconds: options.periodSeconds,
          bufferSeconds: options.latencySeconds, gain: gain),
        launch: { () throws(OutputError) in
          try StudioProgram.startHearing(opens: BrowserPage.isOpened)
        }, tell: { page?.heed($0) })
    }
  }

  /// Creates a device called `name` that plays to `output`.
  init(_ output: any BlockOutput, name: String) {
    self.output = output
    self.name = name
    gain = 1
    isSilent = true
    page = nil
  }

  /// Returns a silent output that replaces a device, described by `words`.
  static func silent(because words: String) -> PlayDevice {
    PlayDevice(NullOutput(sampleRate: nullRate), name: words)
  }

  /// A note that replaces the description while the device is closed; nil for the description.
  var note: String?

  /// The counts from before the output was reopened.
  private var earlier = (underruns: 0, suspends: 0, clamped: 0)

  /// Saves the counts, because the output is about to be reopened.
  func willReopen() {
    earlier = (underruns, suspends, clamped)
    note = nil
  }

  /// The number of underruns.
  var underruns: Int { earlier.underruns + (output.statistics?.underruns ?? 0) }

  private var suspends: Int { earlier.suspends + (output.statistics?.suspends ?? 0) }

  private var clamped: Int {
    earlier.clamped + Int(output.statistics?.mix.clampedSamples ?? 0)
  }

  /// Prints whether the page was closed, paused or continued since the last call.
  ///
  /// While a picture is drawn, `isDrawn`, its description of the device says so instead.
  func printNews(isDrawn: Bool = false) {
    guard let news = page?.takeNews(), !isDrawn else { return }
    StandardError.print(news)
  }

  /// Returns descriptions of the device and `profile`, each shorter than the one before.
  func variants(_ profile: Profile) -> [String] {
    if let note { return [note, name] }
    if let problem = page?.problem { return problem + [name] }
    guard let statistics = output.statistics else { return [name] }
    let milliseconds = { (frames: Int) in
      (Double(frames) * 1000 / Double(statistics.sampleRate)).rounded(to: 1)
    }
    var parts = ["\(name): \(statistics.sampleRate) Hz"]
    if isSilent {
      parts.append("period \(milliseconds(statistics.periodFrames)) ms")
    } else {
      let positions = statistics.channelPositions
      let channels = statistics.hapticChannels.map { channel in
        channel <= positions.count ? "\(channel) \(positions[channel - 1])" : String(channel)
      }.joined(separator: ", ")
      let haptics = channels.isEmpty ? "" : " (haptics on \(channels))"
      parts.append("\(statistics.channelCount.counted("channel"))\(haptics)")
      parts.append("latency \(milliseconds(statistics.bufferFrames)) ms")
      parts.append("profile \(profile.name)")
      parts.append("\(statistics.format), period \(milliseconds(statistics.periodFrames)) ms")
      parts.append(
        statistics.hasRealTimePriority ? "real-time priority" : "no real-time priority")
    }
    return (1...parts.count).reversed().map { parts.prefix($0).joined(separator: ", ") } + [name]
  }

  /// Returns the faults so far, one per line, without the first `excused` underruns.
  func faults(excusing excused: Int = 0) -> [String] {
    var faults = (output.statistics?.warnings ?? []).map { "warning: \($0)" }
    let underruns = underruns - excused
    if underruns > 0 {
      faults.append(
        "\(underruns.counted("underrun")): the device ran out of samples; a longer --latency may "
          + "help")
    }
    if suspends > 0 {
      faults.append("the device was suspended \(suspends.counted("time"))")
    }
    if clamped > 0 {
      faults.append(
        "\(clamped.counted("sample")) clamped at full scale in the sum of haptics and sound")
    }
    return faults
  }
}

extension String {
  /// The text as one word of a shell command line, quoted if necessary and safe to print.
  var shellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_./=:,".utf8.contains(byte)
      }
    return isPlain ? self : "'\(printable.replacing("'", with: #"'\''"#))'"
  }
}

/// The command that plays a pattern, with its argument.
enum PlayingCommand: Sendable {
  /// `haptic play`, and any other command that plays a PATTERN.
  case play
  /// `haptic watch` of this file or folder.
  case watch(String)
  /// `haptic listen --play` of this sound.
  case listen(String)
}

/// Alternatives to a sound device that cannot be opened.
enum DeviceAlternatives {
  /// Returns the failure for a device that could not be opened, with alternatives for `pattern`.
  static func failure(
    _ error: OutputError, _ pattern: PatternArgument, playedBy command: PlayingCommand
  ) -> Failure {
    let (played, rendered) = commands(pattern, command)
    let silently =
      if case .watch = command { "plays it at every save, silently" } else {
        "draws it in real time, silently"
      }
    return failure(error, played, silently: silently, rendered)
  }

  /// Returns the failure for a device that could not be opened, with alternatives for
  /// `haptic session play` of the scenario in `file`.
  static func failure(_ error: OutputError, playing file: String) -> Failure {
    failure(
      error, "session play \(file.shellWord)", silently: "plays it in real time, silently",
      "haptic session render \(file.shellWord) -o heard.wav")
  }

  /// Returns the failure for a device that could not be opened, with alternatives for
  /// `haptic session live` of the scenario in `file`.
  static func failure(_ error: OutputError, live file: String?) -> Failure {
    let word = file.map { " " + $0.shellWord } ?? ""
    return failure(
      error, "session live\(word)", silently: "shows the phone in real time, silently", nil)
  }

  private static func failure(
    _ error: OutputError, _ played: String, silently: String, _ rendered: String?
  ) -> Failure {
    guard error.exitStatus == .deviceUnavailable else { return Failure(error) }
    var lines = [
      error.description.printable, "Alternatives:", "  haptic \(played) --output null",
      "      \(silently)", "  haptic \(played) --output web", "      plays it in the browser",
    ]
    if let rendered { lines += ["  \(rendered)", "      renders it to a sound file"] }
    lines += [
      "  haptic \(played) --device PCM", "      plays it on another device; \(devices)",
    ]
    return Failure(.deviceUnavailable, lines.joined(separator: "\n"))
  }

  /// Returns the command that plays `pattern`, and the command line that renders it; nil for a folder.
  private static func commands(
    _ pattern: PatternArgument, _ command: PlayingCommand
  ) -> (played: String, rendered: String?) {
    let word = pattern.text.shellWord
    switch command {
    case .play where pattern.isNotation:
      let notation = "--notation \(word)"
      return ("play \(notation)", "haptic new - \(notation) | haptic render - -o pattern.wav")
    case .play:
      let sound = pattern.text == "-" ? "pattern.wav" : "\(pattern.name).wav"
      return ("play \(word)", "haptic render \(word) -o \(sound.shellWord)")
    case .watch(let path):
      let rendered =
        SystemCall.isFolder(path)
        ? nil : "haptic render \(path.shellWord) -o \("\(pattern.name).wav".shellWord)"
      return ("watch \(path.shellWord)", rendered)
    case .listen(let sound):
      let word = sound.shellWord
      return (
        "listen \(word) --play",
        "haptic listen \(word) -o - | haptic render - -o pattern.wav"
      )
    }
  }

  private static var devices: String {
    let hasNone = (try? ALSADevices.list()) != nil && ALSADevices.cards().isEmpty
    return "haptic devices lists them\(hasNone ? "; no sound card was found" : "")"
  }
}
