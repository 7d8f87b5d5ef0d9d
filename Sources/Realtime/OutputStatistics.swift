/// What an output is, and what has happened on it since it was last started.
///
/// Each number is right by itself; two of them may be a block apart.
public struct OutputStatistics: Hashable, Sendable {
  /// Frames per second.
  public var sampleRate: Int
  /// How many channels are written.
  public var channelCount: Int
  /// What each channel is for, as ALSA abbreviates it (`FL`, `FR`, `RL`, `RR`, ...), first channel
  /// first; empty where the output does not know.
  public var channelPositions: [String] = []
  /// How samples are written, in a word: `float32`.
  public var format: String
  /// How many frames are pulled at a time.
  public var periodFrames: Int
  /// How many frames are queued at most between pulling and hearing.
  public var bufferFrames: Int
  /// Whether the thread that pulls has real-time priority.
  public var hasRealTimePriority = false
  /// How many frames have been pulled.
  public var framesPulled: Int64 = 0
  /// How many of them had not been heard when the last block was pulled.
  public var delayFrames = 0
  /// How often the output ran out of samples.
  public var underruns = 0
  /// How often the device was found suspended.
  public var suspends = 0
  /// What was mixed: frames, peak, clamped samples.
  public var mix = MixReport()

  /// The statistics of an output that has just been started.
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

  /// How long, in seconds, passed between the last block's being pulled and its being heard.
  public var delaySeconds: Double { Double(delayFrames) / Double(max(1, sampleRate)) }
}

/// What went through a mix so far.
public struct MixReport: Hashable, Sendable {
  /// How many frames were mixed.
  public var frames: Int64 = 0
  /// The largest magnitude of any output sample before clamping; 1 is full scale.
  public var peak: Float = 0
  /// How many output samples were outside ±1, or not a number, and were clamped.
  public var clampedSamples: Int64 = 0

  /// The report of an empty mix.
  public init() {}
}
