import ArgumentParser
import AudioOutput
import HapticEngine

/// The options that select the output.
struct DeviceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The sound device: a name from `haptic devices` or ALSA's configuration; `default` if not "
        + "given.", valueName: "pcm"),
    completion: .custom { _, _, prefix in
      // Our choice: completion at a prompt should not take longer.
      let found = try? SoundDevices.found(named: prefix, waitingMilliseconds: 200)
      return (found ?? []).filter(\.opens).map(\.device.name)
    })
  var device: String?

  @Option(
    help:
      "Play on a sound device, silently in real time, or in a page of the browser (web).")
  var output: OutputChoice = .alsa

  @Option(
    help: ArgumentHelp(
      "The device channels that carry only the haptic signal: numbers from 1, such as 3,4 for a "
        + "DualSense, or positions, such as RL,RR.", valueName: "channels"))
  var channels: ChannelList?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The gain of the output, in decibels.", valueName: "dB"))
  var gain: Double = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The device's period; by default a quarter of --latency.",
      valueName: "ms"))
  var period: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The device's buffer; by default 20 (web: 200), or four times --period if that is given.",
      valueName: "ms"))
  var latency: Double?

  /// The period in seconds.
  ///
  /// Our choice: a quarter of the latency, as in the output's own default.
  var periodSeconds: Double { (period ?? (latency ?? output.latency) / 4) / 1000 }

  /// The buffer in seconds.
  var latencySeconds: Double { (latency ?? period.map { $0 * 4 } ?? output.latency) / 1000 }

  /// Whether the signal is made for loudspeakers if no profile is given.
  var isForLoudspeakers: Bool { output.isAudible && channels == nil }

  /// Returns the profile that `argument` names, or the default for the output.
  func profile(_ argument: ProfileArgument?) throws(Failure) -> Profile {
    try argument?.load() ?? (isForLoudspeakers ? .audible : .wideband)
  }

  /// Throws if an output option is given without `flag`, the option that plays sound.
  ///
  /// - Throws: a `ValidationError` that names the option. `--output alsa` and `--gain 0` are the defaults
  ///   and are accepted.
  func requireAbsence(without flag: String) throws {
    let given: [(String, Bool)] = [
      ("--device", device != nil), ("--output", output != .alsa), ("--channels", channels != nil),
      ("--gain", gain != 0), ("--period", period != nil), ("--latency", latency != nil),
    ]
    guard let (name, _) = given.first(where: \.1) else { return }
    throw ValidationError("\(name) requires \(flag), which plays the sound.")
  }

  func validate() throws {
    // Our choice: beyond these limits the output is silent or clipped.
    try check(gain, "--gain", -100...40, " dB")
    try check(period, "--period", 0.5...1000, " ms")
    try check(latency, "--latency", 1...5000, " ms")
    if latencySeconds < 2 * periodSeconds {
      throw ValidationError("--latency must be at least twice --period.")
    }
    guard output != .alsa else { return }
    if device != nil {
      throw ValidationError("--output \(output) does not use a device; omit --device.")
    }
    if channels != nil {
      throw ValidationError("--output \(output) does not have channels; omit --channels.")
    }
  }
}

/// The kinds of output.
enum OutputChoice: String, CaseIterable, ExpressibleByArgument {
  case alsa
  case null
  case web

  /// Whether the output is heard on loudspeakers.
  var isAudible: Bool {
    switch self {
    case .alsa, .web: true
    case .null: false
    }
  }

  /// The default buffer, in milliseconds.
  ///
  /// Our choice: 20 ms are not felt as a delay. A page and its connection can pause for 100 ms and more.
  var latency: Double {
    switch self {
    case .alsa, .null: 20
    case .web: 200
    }
  }
}

/// Channels separated by commas, either all as numbers or all as positions.
struct ChannelList: ExpressibleByArgument {
  /// Channel numbers from 1; empty if positions are given.
  let numbers: [Int]
  /// Channel positions as abbreviated by ALSA, in capitals; empty if numbers are given.
  let positions: [String]

  /// Creates a list; nil unless all are distinct whole numbers from 1 to 64, or all are distinct positions.
  ///
  /// Our choice of 64: the output does not use more channels. The valid positions depend on the device.
  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard Set(words.map { $0.uppercased() }).count == words.count else { return nil }
    let isPosition = { (word: String) in
      (1...8).contains(word.utf8.count) && word.allSatisfy { $0.isASCII && $0.isLetter }
    }
    if words.allSatisfy(isPosition) {
      (numbers, positions) = ([], words.map { $0.uppercased() })
      return
    }
    numbers = words.compactMap { Int($0) }
    positions = []
    guard numbers.count == words.count, numbers.allSatisfy({ (1...64).contains($0) }),
      Set(numbers).count == numbers.count
    else { return nil }
  }
}
