public import Realtime

/// The configuration of an engine.
public struct EngineConfiguration: Sendable {
  /// The mapping from intensity and sharpness to a signal.
  public var profile: Profile
  /// The folder that contains the patterns' sound files.
  public var soundFolder: String
  /// The decoder of sound files; nil for an engine without sounds.
  public var soundDecoder: (any SoundDecoding)?
  /// The treatment of patterns whose sounds are missing.
  public var missingSounds: MissingSounds
  /// The number of voices that each player has in addition to the voices that its pattern needs when played once.
  ///
  /// The additional voices serve loops and restarts that begin while events are still ringing. Our choice: 16.
  public var spareVoices: Int
  /// The capabilities that the engine reports.
  public var capabilities: Capabilities

  /// The treatment of patterns whose sounds are missing.
  public enum MissingSounds: Hashable, Sendable {
    /// `makePlayer` throws, as Core Haptics does.
    case refused
    /// The event stays silent, because sound is an optional part of a pattern.
    case silent
  }

  /// Creates a configuration; all arguments have defaults.
  public init(
    profile: Profile = .wideband, soundFolder: String = ".",
    soundDecoder: (any SoundDecoding)? = nil, missingSounds: MissingSounds = .refused,
    spareVoices: Int = 16, capabilities: Capabilities = Capabilities()
  ) {
    self.profile = profile
    self.soundFolder = soundFolder
    self.soundDecoder = soundDecoder
    self.missingSounds = missingSounds
    self.spareVoices = spareVoices
    self.capabilities = capabilities
  }
}

/// The settings of an engine.
struct EngineSettings: Hashable, Sendable {
  /// Takes effect when the engine is started.
  var playsHapticsOnly = false
  var playsAudioOnly = false
  /// Takes effect immediately.
  var isMutedForHaptics = false
  var isMutedForAudio = false
  var isAutoShutdownEnabled = false
  var isMeteringEnabled = false
  /// The gains that a simulated phone applies, in addition to the mutes.
  var hostGains = BusGains(haptic: 1, audio: 1)
}

/// The handlers of an engine.
struct EngineHandlers: Sendable {
  var stopped: @Sendable (StoppedReason) -> Void = { _ in }
  var reset: @Sendable () -> Void = {}
  /// The handlers that wait for all players to finish.
  var finished: [@Sendable (EngineError?) -> FinishedAction] = []
  /// The streams of the engine's events, by number.
  var streams: [Int: AsyncStream<EngineEvent>.Continuation] = [:]
  private var lastStream = 0

  /// Adds a stream of events.
  ///
  /// - Returns: the number of the stream.
  mutating func addStream(_ stream: AsyncStream<EngineEvent>.Continuation) -> Int {
    lastStream += 1
    streams[lastStream] = stream
    return lastStream
  }
}
