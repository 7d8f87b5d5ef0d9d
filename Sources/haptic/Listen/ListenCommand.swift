public import ArgumentParser
import AudioOutput
import HapticEngine
import HapticFormats
public import HapticListening
import Realtime
import TextFormats

/// `haptic listen`.
struct ListenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen",
    abstract: "Make a pattern from a sound.",
    discussion: """
      The methods, because no single method suits all sounds:
      \(TextTable.text(ListenMethod.allCases.map { [$0.rawValue, $0.summary] }, indent: 2))
      Onsets are found in spectra computed a hundred times a second, and are located between them \
      to within a millisecond. Loudness becomes intensity: 40 dB of sound map to 30 dB of vibration. \
      Brightness or pitch becomes sharpness. Curves stay within 1 dB of the sound and have at most \
      16 points each. Documentation/Listening.md has the details.

      Without -o and --play, the analysis is printed; --json also prints every onset. With --play \
      on a terminal, the keys 1 to 6 select a control: gain, gate, range, smoothing, tolerance or \
      density. The keys "," and "." turn the control, and 0 resets it to its default. -o writes the \
      result at the end.

      Examples:
        haptic listen groove.wav
        haptic listen groove.wav -o groove.ahap --method onset
        haptic listen engine.flac -o engine.ahap --method envelope --band 40-400
        haptic listen song.ogg --density 4 --sensitivity 0.3 --play

      Exit status: 0 success; 64 if the extension of -o is that of another kind of file; 65 \
      if the sound cannot be read; 66 if the file does not exist; 73 if the pattern file exists or \
      cannot be created.
      """)

  @Argument(
    help: "A sound file: WAV, FLAC, Ogg, AIFF, MP3 and others.",
    completion: .file(extensions: ["wav", "flac", "ogg", "opus", "mp3", "aiff", "aif", "caf"]))
  var sound: String

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp("The .ahap file to write; - for standard output.", valueName: "file"),
    completion: .file(extensions: ["ahap"]))
  var file: String?

  @Flag(help: NewFiles.forceHelp)
  var force = false

  @Option(help: "How sound becomes haptics.", completion: .list(ListenMethod.allValueStrings))
  var method = ListenMethod.auto

  @Option(
    help: ArgumentHelp("Listen only to these frequencies, in hertz.", valueName: "low-high"))
  var band: BandArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "From 0 (only strong onsets) to 1 (also faint onsets).", valueName: "value"))
  var sensitivity = 0.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start at this time of the sound.", valueName: "time"))
  var from = TimeArgument.start

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End at this time of the sound.", valueName: "time"))
  var to: TimeArgument?

  @OptionGroup(title: "Shape of the haptics") var shape: ListenShape

  @Flag(help: "Print the analysis with every onset as JSON.")
  var json = false

  @Flag(help: "Play the pattern with the sound, drawn like `haptic play`.")
  var play = false

  @OptionGroup(title: "Options of --play") var device: DeviceOptions

  /// The time in the sound where listening starts, in seconds.
  private var start: Seconds { from.seconds }

  func validate() throws {
    if sound.isEmpty { throw ValidationError("SOUND is empty; it must be a file name.") }
    if sound == "-" {
      throw ValidationError("A sound is read twice; give a file name instead of -.")
    }
    if json && file == "-" {
      throw ValidationError("--json and -o - both write to standard output; give a file name.")
    }
    if !play { try device.requireAbsence(without: "--play") }
    try check(sensitivity, "--sensitivity", 0...1)
    try check(start, "--from", 0...RenderLimit.longest, " seconds")
    // Our choice: onsets are located to a millisecond.
    if let end = to?.seconds, !(((end - start) * 1_000).rounded() >= 1) {
      throw ValidationError(
        "--to is \(end.exactText); it must be at least 1 ms after --from, which is \(start.exactText)."
      )
    }
  }

  func run() throws {
    try SystemCall.refuseSameFile(file, as: sound)
    if let file { try NewFiles.checkPattern(file, force: force) }
    var options = shape.options
    (options.from, options.to) = (start, to?.seconds)
    (options.band, options.sensitivity) = (band?.band, sensitivity)
    let listening = try heard(options)
    let sections = listening.sections(by: method)
    let pattern = try pattern(listening, sections, options)
    if pattern.entries.isEmpty && listening.seconds > 0 {
      StandardError.print("\(sound.printable): \(emptiness(listening.seconds))")
    }
    let plays = play && listening.seconds > 0
    if let file, !plays || file == "-" {
      try write(pattern, to: file)
      try reportWritten(pattern, listening, sections, options)
    }
    if json { try JSONOutput.write(ListenReport(sound, listening, sections, pattern)) }
    if plays {
      let tuning = SoundTuning(options) { try withSound(self.pattern(listening, sections, $0)) }
      // The file is written once, at the end, even if a signal or a lost device ends playback.
      let ending = Result { try play(tuning) }
      try keep(tuning, listening, sections)
      return try ending.get()
    }
    if file == nil && !json {
      try StandardOutput.write(text(listening, sections, pattern, options))
    }
  }

  /// Listens to the sound, prints warnings about its channels, and checks the length of the part.
  private func heard(_ options: ListenOptions) throws -> SoundListening {
    let listening: SoundListening
    var stream: SoundFileStream?
    do throws(ListenError) {
      listening = try SoundListening(options: options) { () throws(SoundDecodingError) in
        let opened = try SoundFileStream(path: sound, mixesLowFrequencyEffects: true)
        stream = opened
        return opened
      }
    } catch {
      if case .unreadable = error, let failure = otherKind { throw failure }
      throw Failure(error)
    }
    if let stream { warn(of: stream) }
    try checkLength(listening)
    return listening
  }

  /// The failure for a file that is not a sound, or for the name of a pattern; otherwise nil.
  private var otherKind: Failure? {
    if SystemCall.mode(at: sound) != nil { return FileKind.failure(sound, expected: .sound) }
    return FileKind.failure(ofPatternNamed: sound)
  }

  private func checkLength(_ listening: SoundListening) throws(Failure) {
    guard listening.seconds == 0 else { return }
    if start > 0 {
      throw Failure(
        .usage, "\(sound.printable): the sound ends before --from \(start.exactText)")
    }
    StandardError.print("\(sound.printable): the file does not contain sound")
  }

  private func pattern(
    _ listening: SoundListening, _ sections: [ListenSection], _ options: ListenOptions
  ) throws(Failure) -> HapticPattern {
    do throws(ConversionError) {
      return try HapticPattern(
        of: listening, sections: sections, options: options,
        metadata: ["Description": .text("\(name), heard by method \(method.rawValue)")])
    } catch {
      throw Failure(.invalidInput, "\(sound.printable): \(error.description.printableLines)")
    }
  }

  /// Writes the pattern with the final controls, and prints the options that produce it.
  private func keep(
    _ tuning: SoundTuning, _ listening: SoundListening, _ sections: [ListenSection]
  ) throws {
    if let turned = tuning.turned { StandardError.print("The controls were set to: \(turned)") }
    guard let file, file != "-" else { return }
    let pattern = try pattern(listening, sections, tuning.options)
    try write(pattern, to: file)
    try reportWritten(pattern, listening, sections, tuning.options)
  }

  /// Prints a summary of the written pattern, and the number of transients that the density left out.
  private func reportWritten(
    _ pattern: HapticPattern, _ listening: SoundListening, _ sections: [ListenSection],
    _ options: ListenOptions
  ) throws {
    guard let file, file != "-", !json else { return }
    var message = "\(file.printable): written, \(pattern.duration.brief) s, \(pattern.eventCounts)"
    if options.density != nil {
      let missing = listening.omissions(from: sections, options: options)[.density] ?? 0
      message += "; \(missing.counted("transient")) left out by --density"
    }
    StandardError.print(message)
    if let remark = try pattern.remarkOnWeakTransients { StandardError.print(remark) }
  }

  /// The name of the sound without its folder and extension.
  private var name: String {
    let last = sound.split(separator: "/").last.map(String.init) ?? sound
    return last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
  }

  /// Warns of the parts of the file that were not analyzed.
  private func warn(of stream: SoundFileStream) {
    let (silenced, missing) = (stream.silencedCount, stream.missingByteCount)
    if silenced > 0 {
      StandardError.print(
        "\(sound.printable): warning: \(silenced.counted("sample")) that are not numbers are treated as silence"
      )
    }
    if missing > 0 {
      StandardError.print(
        "\(sound.printable): warning: the file is missing \(missing.counted("byte")), as in an incomplete "
          + "copy; the part that exists is analyzed")
    }
  }

  /// Returns the reason why the pattern of a sound of `seconds` is empty.
  private func emptiness(_ seconds: Double) -> String {
    let shortest = HapticPattern.shortestHeardVibration
    let isVibration = [ListenMethod.envelope, .pitch, .bass].contains(method)
    return isVibration && seconds < shortest
      ? "it lasts \(seconds.brief) s, but a vibration lasts at least \(shortest.brief) s; the pattern is empty"
      : "nothing in it deserves a haptic; the pattern is empty"
  }

  private func write(_ pattern: HapticPattern, to output: String) throws {
    let bytes = AHAP.encode(pattern)
    if output == "-" { return try StandardOutput.write(bytes) }
    try NewFiles.write([(output, bytes)], force: force)
  }

  private func text(
    _ listening: SoundListening, _ sections: [ListenSection], _ pattern: HapticPattern,
    _ options: ListenOptions
  ) throws -> String {
    let points = pattern.curves.reduce(0) { $0 + $1.controlPoints.count }
    var rows = sections.map { section in
      [
        "\(section.start.brief) to \(section.end.brief) s",
        section.method?.rawValue ?? "nothing that deserves a haptic",
      ]
    }
    let more = rows.count - 20
    if more > 0 { rows = Array(rows.prefix(20)) + [["\(more.counted("more section"))", ""]] }
    let omissions = listening.omissions(from: sections, options: options)
    let remarks = [
      OnsetOmission.remark(on: omissions, by: method), try pattern.remarkOnWeakTransients,
    ]
    return """
      \(sound.printable): \(listening.seconds.brief) s, \(listening.onsets.count.counted("onset"))
      \(TextTable.text(rows, indent: 2))\
      pattern: \(pattern.eventCounts), \(points.counted("curve point"))

      """ + remarks.compactMap { $0.map { $0 + "\n" } }.joined()
  }

  private var folder: String { sound.lastIndex(of: "/").map { String(sound[...$0]) } ?? "." }

  /// Returns `pattern` together with the sound, unless the sound is too long.
  private func withSound(_ pattern: HapticPattern) throws -> HapticPattern {
    let bytes = try? SoundFileDecoder().decodedBytes(path: sound)
    var entries = pattern.entries.map { $0.moved(by: start) }
    if let bytes, bytes <= PatternLimits.maximumAudioBytes {
      let waveform = sound.lastIndex(of: "/").map { String(sound[sound.index(after: $0)...]) }
      entries.insert(
        .event(
          HapticEvent(
            .audioCustom, duration: to?.seconds,
            waveform: .init(path: waveform ?? sound, usesVolumeEnvelope: false))), at: 0)
    }
    return try HapticPattern(entries: entries, metadata: pattern.metadata)
  }

  private func play(_ tuning: SoundTuning) throws {
    try SystemCall.checkThreads()
    var options = try PlayOptions.parse([])
    (options.device, options.from) = (device, from)
    let loaded = LoadedPattern(try tuning.pattern(), name: name, folder: folder)
    let argument = PatternArgument(argument: file ?? sound)
    let item = try PlayItem(
      loaded, argument, profile: try options.loadProfile(), playedBy: .listen(sound))
    if !item.hasSounds {
      StandardError.print(
        "\(sound.printable): the sound is longer than a pattern allows "
          + "(\(PatternLimits.maximumAudioBytes >> 20) MiB); only the haptics play")
    }
    try PlaySession([item], options, tuning: tuning).run()
  }
}

extension HapticPattern {
  fileprivate var transientCount: Int { events.count { $0.type == .hapticTransient } }
  fileprivate var continuousCount: Int { events.count { $0.type == .hapticContinuous } }

  /// The numbers of transients and of continuous events in words.
  fileprivate var eventCounts: String {
    "\(transientCount.counted("transient")), \(continuousCount.counted("continuous event"))"
  }
}

extension HapticPattern.Entry {
  /// Returns the same entry, `seconds` later.
  fileprivate func moved(by seconds: Seconds) -> HapticPattern.Entry {
    switch self {
    case .event(var event):
      event.time += seconds
      return .event(event)
    case .parameter(var parameter):
      parameter.time += seconds
      return .parameter(parameter)
    case .curve(var curve):
      curve.time += seconds
      return .curve(curve)
    }
  }
}

extension Failure {
  /// Creates the failure for a sound that cannot be analyzed.
  fileprivate init(_ error: ListenError) {
    switch error {
    case .libraryMissing(let reason): self.init(.deviceUnavailable, reason)
    case .unreadable(let error):
      self.init(error)
    case .tooLong, .sampleRateOutOfRange, .unequalChannels:
      self.init(.invalidInput, error.description)
    }
  }
}

/// The output of `--json`.
private struct ListenReport: Encodable {
  struct Section: Encodable {
    let start: Double
    let end: Double
    /// The name of the method, or `nothing` for a section that does not deserve a haptic.
    let method: String
  }

  let file: String
  let duration: Double
  let sections: [Section]
  let onsets: [Onset]
  let transients: Int
  let continuousEvents: Int
  let controlPoints: Int

  init(
    _ file: String, _ listening: SoundListening, _ sections: [ListenSection],
    _ pattern: HapticPattern
  ) {
    self.file = file
    duration = listening.seconds
    self.sections = sections.map {
      Section(start: $0.start, end: $0.end, method: $0.method?.rawValue ?? "nothing")
    }
    onsets = listening.onsets
    transients = pattern.transientCount
    continuousEvents = pattern.continuousCount
    controlPoints = pattern.curves.reduce(0) { $0 + $1.controlPoints.count }
  }
}

extension ListenMethod: ExpressibleByArgument {}

/// Frequencies such as `40-400`.
struct BandArgument: ExpressibleByArgument {
  let band: ClosedRange<Double>

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let low = Double(parts[0]), let high = Double(parts[1]), low < high,
      ListenOptions.frequencies.contains(low), ListenOptions.frequencies.contains(high)
    else { return nil }
    band = low...high
  }
}
