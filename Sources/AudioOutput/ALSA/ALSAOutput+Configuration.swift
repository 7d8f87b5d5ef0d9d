internal import PacedOutput

extension ALSAOutput {
  /// The requested configuration of a device.
  public struct Configuration: Hashable, Sendable {
    /// The priority of the thread that feeds the device.
    public enum Priority: String, Hashable, Sendable, CaseIterable {
      /// SCHED_FIFO if the system permits it; otherwise the priority that RealtimeKit grants;
      /// otherwise ordinary priority.
      case realTime
      /// Ordinary priority.
      case ordinary
    }

    /// The device's name in libasound: `default`, `hw:1,0`, `plughw:Wireless`.
    public var pcmName: String
    /// The number of channels to open.
    ///
    /// Nil means two, or the nearest count that the device offers and that includes all of `hapticChannels`.
    public var channelCount: Int?
    /// The requested frames per second; nil for 48 000.
    ///
    /// The nearest rate that the device offers is used, and the source renders at that rate.
    public var sampleRate: Int?
    /// The period of the device, in seconds.
    ///
    /// Our choice: 5 ms, because an ordinary thread on a busy two-core machine woke no more than 5 ms late in 99 of 100
    /// cases.
    public var periodSeconds: Double
    /// The buffer of the device, in seconds.
    ///
    /// This is the latency from a command to its sound. It is also the longest delay of this program that does not
    /// cause an underrun.
    ///
    /// Our choice: 20 ms, because four periods cover the longest observed delay of a real-time thread, 6.5 ms, three
    /// times over.
    public var bufferSeconds: Double
    /// The channels, counted from 1, that carry only the haptic bus.
    ///
    /// The audio bus then goes to channels 1 and 2.
    ///
    /// If empty, the default mix is used, with haptics on both channels.
    public var hapticChannels: [Int]
    /// The haptic channels by position instead of number.
    ///
    /// Positions are ALSA's abbreviations, such as `RL` and `RR`, in upper or lower case.
    ///
    /// The device must report its channel positions. Cannot be combined with `hapticChannels`.
    public var hapticPositions: [String]
    /// The overall gain, in decibels; 0 leaves the signal unchanged.
    public var gainDecibels: Float
    /// Whether to ask for real-time priority.
    public var priority: Priority
    /// The seconds without progress after which a device is considered stalled; infinity for never.
    ///
    /// Time in which this process did not run, because it was stopped or the machine was asleep, is not included.
    public var stallSeconds: Double
    /// The text of a libasound configuration to use instead of the system's, or nil.
    ///
    /// This lets a program define its own PCMs without a file.
    public var definitions: String?

    /// Creates a configuration.
    ///
    /// The defaults suit a loudspeaker at `default`.
    ///
    /// - Parameters:
    ///   - pcmName: the device's name in libasound.
    ///   - channelCount: 1 to 1024, or nil.
    ///   - sampleRate: 8 000 to 192 000 frames per second, or nil.
    ///   - periodSeconds: above 0, up to 60.
    ///   - bufferSeconds: at least two periods, up to 60.
    ///   - hapticChannels: channel numbers, counted from 1.
    ///   - hapticPositions: ALSA's abbreviations; cannot be combined with `hapticChannels`.
    ///   - gainDecibels: -200 to 100.
    ///   - priority: whether to ask for real-time priority.
    ///   - stallSeconds: above 0; infinity for never.
    ///   - definitions: the text of a libasound configuration, or nil.
    ///
    /// Values outside these ranges are rejected when the output starts.
    public init(
      pcmName: String = "default", channelCount: Int? = nil, sampleRate: Int? = nil,
      periodSeconds: Double = 0.005, bufferSeconds: Double = 0.020, hapticChannels: [Int] = [],
      hapticPositions: [String] = [], gainDecibels: Float = 0, priority: Priority = .realTime,
      stallSeconds: Double = 2, definitions: String? = nil
    ) {
      self.pcmName = pcmName
      self.channelCount = channelCount
      self.sampleRate = sampleRate
      self.periodSeconds = periodSeconds
      self.bufferSeconds = bufferSeconds
      self.hapticChannels = hapticChannels
      self.hapticPositions = hapticPositions
      self.gainDecibels = gainDecibels
      self.priority = priority
      self.stallSeconds = stallSeconds
      self.definitions = definitions
    }

    /// A description of the first invalid value and its valid range; nil if all values are valid.
    var problem: String? {
      let channels = 1...Self.channelCountLimit
      if let channelCount, !channels.contains(channelCount) {
        return "channelCount is \(channelCount); it must be from 1 to \(Self.channelCountLimit)."
      }
      if let channel = hapticChannels.first(where: { !channels.contains($0) }) {
        return """
          hapticChannels contains channel \(channel); channels are numbered from 1 to \
          \(Self.channelCountLimit).
          """
      }
      if !hapticChannels.isEmpty && !hapticPositions.isEmpty {
        return "hapticChannels and hapticPositions cannot both be given."
      }
      if let sampleRate, !Negotiation.renderedRates.contains(sampleRate) {
        let rates = Negotiation.renderedRates
        return """
          sampleRate is \(sampleRate); it must be from \(rates.lowerBound) to \(rates.upperBound) frames \
          per second.
          """
      }
      // Each comparison is false for NaN.
      if !(periodSeconds > 0 && periodSeconds <= Self.longestSeconds) {
        return """
          periodSeconds is \(periodSeconds); it must be above 0 and at most \(Self.longestSeconds) s.
          """
      }
      if !(bufferSeconds > 0 && bufferSeconds <= Self.longestSeconds) {
        return """
          bufferSeconds is \(bufferSeconds); it must be above 0 and at most \(Self.longestSeconds) s.
          """
      }
      if !(stallSeconds > 0) {
        return
          "stallSeconds is \(stallSeconds); it must be above 0; infinity means never."
      }
      if !Self.gains.contains(gainDecibels) {
        return """
          gainDecibels is \(gainDecibels); it must be from \(Self.gains.lowerBound) to \
          \(Self.gains.upperBound) dB.
          """
      }
      return nil
    }

    /// Our choice: far more than any device has.
    private static let channelCountLimit = 1_024
    /// Our choice: far more than any device queues.
    private static let longestSeconds = 60.0
    /// Our choice: from silence to a gain at which every sample is clamped.
    private static let gains: ClosedRange<Float> = -200...100
  }

  /// The configuration that the device accepted.
  public struct Setup: Hashable, Sendable {
    /// Frames per second.
    public var sampleRate: Int
    /// The number of open channels.
    public var channelCount: Int
    /// The position of each channel, in ALSA's abbreviation; empty if the device does not report
    /// positions.
    public var channelPositions: [String] = []
    /// The channels, counted from 1, that carry only the haptic bus.
    public var hapticChannels: [Int] = []
    /// A warning about the routing of haptics, if any.
    public var routingWarning: String?
    /// The sample format.
    public var format: SampleFormat
    /// The period, in frames.
    public var periodFrames: Int
    /// The buffer, in frames.
    public var bufferFrames: Int

    /// The number of frames rendered and written at a time: a period, or half the buffer if that is
    /// less, so that one half is heard while the other is written.
    public var blockFrames: Int { max(1, min(periodFrames, bufferFrames / 2)) }
  }
}
