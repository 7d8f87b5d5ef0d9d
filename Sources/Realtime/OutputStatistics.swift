/// The configuration of an output, and its counters since it was last started.
///
/// Each number is exact, but different numbers may have been updated one block apart.
public struct OutputStatistics: Hashable, Sendable {
  /// Frames per second.
  public var sampleRate: Int
  /// The number of channels.
  public var channelCount: Int
  /// The position of each channel in ALSA's abbreviation (`FL`, `FR`, `RL`, `RR`, ...), first channel
  /// first; empty if the output does not know them.
  public var channelPositions: [String] = []
  /// The channels, counted from 1, that carry only the haptic bus; empty if there are none.
  public var hapticChannels: [Int] = []
  /// Warnings about how the output plays, for example that a sound server may mix haptics into the signal for
  /// loudspeakers.
  ///
  /// The texts do not end with a period.
  public var warnings: [String] = []
  /// The sample format, such as `float32`.
  public var format: String
  /// The period: the number of frames pulled at a time.
  public var periodFrames: Int
  /// The buffer: the maximum number of frames between pulling and hearing.
  public var bufferFrames: Int
  /// Whether the pulling thread has real-time priority.
  public var hasRealTimePriority = false
  /// The number of frames pulled so far.
  public var framesPulled: Int64 = 0
  /// The number of pulled frames that had not been heard yet when the last block was pulled.
  public var delayFrames = 0
  /// The number of underruns.
  public var underruns = 0
  /// The number of times the device was suspended.
  public var suspends = 0
  /// The report of the mix: frames, peak, clamped samples.
  public var mix = MixReport()

  /// Creates the statistics of an output that has just been started.
  public init(
    sampleRate: Int, channelCount: Int, channelPositions: [String] = [], format: String,
    periodFrames: Int, bufferFrames: Int
  ) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.channelPositions = channelPositions
    self.format = format
    self.periodFrames = periodFrames
    self.bufferFrames = bufferFrames
  }
}

/// The report of a mix so far.
public struct MixReport: Hashable, Sendable {
  /// The number of mixed frames.
  public var frames: Int64 = 0
  /// The largest magnitude of any output sample before clamping; 1 is full scale.
  public var peak: Float = 0
  /// The number of output samples that were clamped because they were outside ±1 or not a number.
  public var clampedSamples: Int64 = 0

  /// The report of an empty mix.
  public init() {}
}
