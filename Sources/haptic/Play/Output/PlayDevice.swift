import AudioOutput
import Glibc
import HapticEngine
import Realtime

/// What patterns are played on, and what can be said about it.
final class PlayDevice {
  private enum Kind {
    case alsa(ALSAOutput)
    case null(NullOutput, periodSeconds: Double)
  }

  /// Frames per second of the null output.
  ///
  /// Our choice: what most devices have.
  private static let nullRate = 48_000

  private let kind: Kind
  /// What an engine plays on.
  let output: MeteredOutput
  /// What everything is multiplied by before it is heard.
  let gain: Float

  /// The device that `options` say; nothing is opened yet.
  init(_ options: DeviceOptions) {
    gain = Float(pow(10, options.gain / 20))
    switch options.output {
    case .alsa:
      let alsa = ALSAOutput(
        ALSAOutput.Configuration(
          pcmName: options.device ?? "default", periodSeconds: options.periodSeconds,
          bufferSeconds: options.latencySeconds, hapticChannels: options.channels?.numbers ?? [],
          hapticPositions: options.channels?.positions ?? [],
          gainDecibels: Float(options.gain)))
      kind = .alsa(alsa)
      output = MeteredOutput(alsa)
    case .null:
      let frames = max(1, Int((options.periodSeconds * Double(Self.nullRate)).rounded()))
      let null = NullOutput(sampleRate: Self.nullRate, blockFrames: frames)
      kind = .null(null, periodSeconds: options.periodSeconds)
      output = MeteredOutput(null)
    }
  }

  private var statistics: OutputStatistics? {
    switch kind {
    case .alsa(let alsa): alsa.statistics
    case .null: nil
    }
  }

  /// How long after it was rendered something is heard, in seconds.
  var delay: Seconds {
    statistics?.delaySeconds ?? 0
  }

  /// How often it ran out of samples.
  var underruns: Int { statistics?.underruns ?? 0 }

  /// What it is, in a line.
  var words: String {
    switch kind {
    case .null(_, let period):
      "null output: silent, in real time; \(Self.nullRate) Hz, period \((period * 1000).brief) ms"
    case .alsa(let alsa):
      alsa.statistics.map { Self.words($0, alsa.setup, alsa.configuration.pcmName) }
        ?? alsa.configuration.pcmName
    }
  }

  private static func words(
    _ statistics: OutputStatistics, _ setup: ALSAOutput.Setup?, _ name: String
  ) -> String {
    let milliseconds = { (frames: Int) in
      (Double(frames) * 1000 / Double(statistics.sampleRate)).rounded(to: 1)
    }
    let positions = statistics.channelPositions
    let haptics = (setup?.hapticChannels ?? []).map { channel in
      channel <= positions.count ? "\(channel) \(positions[channel - 1])" : String(channel)
    }.joined(separator: ", ")
    return
      "\(name): \(statistics.sampleRate) Hz, \(statistics.channelCount.counted("channel"))"
      + (haptics.isEmpty ? "" : " (haptics on \(haptics))") + ", \(statistics.format); "
      + "period \(milliseconds(statistics.periodFrames)) ms, "
      + "latency \(milliseconds(statistics.bufferFrames)) ms; "
      + (statistics.hasRealTimePriority ? "real-time priority" : "no real-time priority")
  }

  /// What went wrong so far, in a line each.
  func troubles(excusing excused: Int = 0) -> [String] {
    var troubles: [String] = []
    if case .alsa(let alsa) = kind, let warning = alsa.setup?.routingWarning {
      troubles.append("warning: \(warning)")
    }
    let underruns = underruns - excused
    if underruns > 0 {
      troubles.append(
        "\(underruns.counted("underrun")): the device ran out of samples; a longer --latency may "
          + "help")
    }
    if let suspends = statistics?.suspends, suspends > 0 {
      troubles.append("the device was suspended \(suspends.counted("time"))")
    }
    let clamped = Int(mix.clampedSamples)
    if clamped > 0 { troubles.append("\(clamped.counted("sample")) beyond full scale clamped") }
    return troubles
  }

  private var mix: MixReport {
    switch kind {
    case .alsa(let alsa): alsa.statistics?.mix ?? MixReport()
    case .null(let null, _): null.report
    }
  }
}
