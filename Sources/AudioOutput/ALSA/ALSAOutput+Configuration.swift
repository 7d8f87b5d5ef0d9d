extension ALSAOutput {
  /// What is asked of a device before it is opened.
  public struct Configuration: Hashable, Sendable {
    /// Whether the thread that feeds the device goes before ordinary threads.
    public enum Priority: String, Hashable, Sendable, CaseIterable {
      /// SCHED_FIFO where the system permits it, ordinary priority elsewhere.
      case realTime
      /// Ordinary priority.
      case ordinary
    }

    /// The name libasound knows the device by: `default`, `hw:1,0`, `plughw:Wireless`.
    public var pcmName: String
    /// How many channels to open; nil for two, or the nearest count that the device offers and
    /// that has all of `hapticChannels`.
    public var channelCount: Int?
    /// Frames per second to ask for; nil for 48 000.
    ///
    /// The nearest rate that the device offers is taken, and the source rendered at it.
    public var sampleRate: Int?
    /// How much the device takes at a time, in seconds.
    ///
    /// Our choice of 5 ms: with it, an ordinary thread on a busy two-core machine woke within 5 ms
    /// of its time in 99 of 100 cases.
    public var periodSeconds: Double
    /// How much is queued in the device, in seconds: the time from a command to its sound, and how
    /// long this program may be held up without a gap.
    ///
    /// Our choice of 20 ms: four periods outlast the longest delay seen of a real-time thread, 6.5
    /// ms, three times.
    public var bufferSeconds: Double
    /// The channels, counted from 1, that carry the haptic bus alone; the audio bus then goes to
    /// channels 1 and 2.
    ///
    /// Empty for the default mix, haptic on both channels.
    public var hapticChannels: [Int]
    /// The gain of everything, in decibels; 0 changes nothing.
    public var gainDecibels: Float
    /// Whether to ask for real-time priority.
    public var priority: Priority
    /// After how many seconds without progress a device has stalled.
    public var stallSeconds: Double
    /// The text of a libasound configuration to use instead of the system's, or nil.
    ///
    /// With it a program can define PCMs of its own without a file.
    public var definitions: String?

    /// A configuration; the defaults suit a loudspeaker at `default`.
    ///
    /// - Parameters:
    ///   - pcmName: the name libasound knows the device by.
    ///   - channelCount: 1 or more, or nil.
    ///   - sampleRate: frames per second, or nil.
    ///   - periodSeconds: above 0.
    ///   - bufferSeconds: at least two periods.
    ///   - hapticChannels: counted from 1.
    ///   - gainDecibels: any finite number.
    ///   - priority: whether to ask for real-time priority.
    ///   - stallSeconds: above 0.
    ///   - definitions: the text of a libasound configuration, or nil.
    public init(
      pcmName: String = "default", channelCount: Int? = nil, sampleRate: Int? = nil,
      periodSeconds: Double = 0.005, bufferSeconds: Double = 0.020, hapticChannels: [Int] = [],
      gainDecibels: Float = 0, priority: Priority = .realTime, stallSeconds: Double = 2,
      definitions: String? = nil
    ) {
      self.pcmName = pcmName
      self.channelCount = channelCount
      self.sampleRate = sampleRate
      self.periodSeconds = periodSeconds
      self.bufferSeconds = bufferSeconds
      self.hapticChannels = hapticChannels
      self.gainDecibels = gainDecibels
      self.priority = priority
      self.stallSeconds = stallSeconds
      self.definitions = definitions
    }
  }

  /// What the device agreed to.
  public struct Setup: Hashable, Sendable {
    /// Frames per second.
    public var sampleRate: Int
    /// How many channels are open.
    public var channelCount: Int
    /// How samples are written.
    public var format: SampleFormat
    /// How many frames the device takes at a time.
    public var periodFrames: Int
    /// How many frames the device queues.
    public var bufferFrames: Int

    /// How many frames are rendered and written at a time: a period, or half the buffer if that is
    /// less, so that one half is heard while the other is written.
    public var blockFrames: Int { max(1, min(periodFrames, bufferFrames / 2)) }
  }
}
