public import Realtime

/// What an engine is made with.
public struct EngineConfiguration: Sendable {
  /// What turns intensity and sharpness into a signal.
  public var profile: Profile
  /// The folder that the sounds of patterns are in.
  public var soundFolder: String
  /// What decodes sounds; nil for an engine without audio events.
  public var soundDecoder: (any SoundDecoding)?
  /// What becomes of a pattern whose sound is missing.
  public var missingSounds: MissingSounds
  /// How many voices of one player may sound beyond what its pattern needs when played once: those
  /// of a loop or a restart that still ring.
  ///
  /// Our choice: 16.
  public var spareVoices: Int
  /// What the engine says it can do.
  public var capabilities: Capabilities

  /// What becomes of a pattern whose sound is missing.
  public enum MissingSounds: Hashable, Sendable {
    /// `makePlayer` throws, as Core Haptics does.
    case refused
    /// The event is silent: sound is an optional part of a pattern.
    case silent
  }

  /// A configuration with defaults for all that is left out.
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
