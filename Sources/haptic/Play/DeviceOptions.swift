import ArgumentParser
import AudioOutput

/// The options that say what a pattern is played on.
struct DeviceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The sound device, by a name of `haptic devices` or of ALSA's configuration; `default` where "
        + "left out.", valueName: "pcm"),
    completion: .custom { _, _, prefix in
      // Our choice: what takes longer to open is not waited for at a prompt.
      let found = try? SoundDevices.found(named: prefix, waitingMilliseconds: 200)
      return (found ?? []).filter(\.opens).map(\.device.name)
    })
  var device: String?

  @Option(help: "Play on a sound device, or in real time without one.")
  var output: OutputChoice = .alsa

  @Option(
    help: ArgumentHelp(
      "The channels of the device that carry what is felt and nothing else, counted from 1 or by "
        + "their places, such as RL,RR; 3,4 on a DualSense.", valueName: "channels"))
  var channels: ChannelList?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How much louder everything is, in decibels.", valueName: "dB"))
  var gain: Double = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How much the device takes at a time; 5 where left out, or a quarter of --latency.",
      valueName: "ms"))
  var period: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How much is queued in the device; 20 where left out, or four periods.", valueName: "ms"))
  var latency: Double?

  /// How much the device takes at a time, in seconds.
  ///
  /// Our choice: a quarter of the latency, as in the output's own default.
  var periodSeconds: Double { (period ?? latency.map { $0 / 4 } ?? 5) / 1000 }

  /// How much is queued, in seconds.
  var latencySeconds: Double { (latency ?? period.map { $0 * 4 } ?? 20) / 1000 }

  func validate() throws {
    // Our choice: beyond these nothing is left, or only noise.
    try check(gain, "--gain", -100...40, " dB")
    if let period { try check(period, "--period", 0.5...1000, " ms") }
    if let latency { try check(latency, "--latency", 1...5000, " ms") }
    if latencySeconds < 2 * periodSeconds {
      throw ValidationError("--latency must be at least two of --period.")
    }
    guard output == .null else { return }
    if device != nil {
      throw ValidationError("--output null plays on no device; leave out --device.")
    }
    if channels != nil {
      throw ValidationError("--output null has no channels; leave out --channels.")
    }
  }
}

/// Where a pattern is played.
enum OutputChoice: String, CaseIterable, ExpressibleByArgument {
  case alsa
  case null
}

/// Channels with commas between them: all by number, or all by place.
struct ChannelList: ExpressibleByArgument {
  /// Counted from 1; empty where places are given.
  let numbers: [Int]
  /// As ALSA abbreviates them, in capitals; empty where numbers are given.
  let positions: [String]

  /// Nil unless all are whole numbers from 1 to 64, or all are places, each once.
  ///
  /// Our choice of 64: as many as the output looks for. Which places there are, the device knows.
  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard Set(words.map { $0.uppercased() }).count == words.count else { return nil }
    let isPlace = { (word: String) in
      (1...8).contains(word.utf8.count) && word.allSatisfy { $0.isASCII && $0.isLetter }
    }
    if words.allSatisfy(isPlace) {
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
