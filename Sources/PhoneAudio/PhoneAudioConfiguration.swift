public import HapticEngine
public import Realtime

/// The configuration of a phone's sound.
public struct PhoneAudioConfiguration: Sendable {
  /// The driver that pulls the mixer.
  public enum Drive: Hashable, Sendable {
    /// Nobody listens. The mixer advances the time automatically, and renders only while haptics are playing, to
    /// determine when each haptic begins.
    case unheard
    /// The thread that drives the phone pulls the mixer, while the phone's time stands still.
    case pulled
    /// An output with its own clock pulls the mixer. Commands take effect at the block after the
    /// event.
    case live
  }

  /// The sound of each app, in the order of the apps; nil or missing for an app without a sound.
  public var sounds: [SoundTable?]
  /// The volume in 0...1 that each app applies to its own sound; missing values are 1.
  public var layerVolumes: [Double]
  /// The patterns that apps can request by name.
  ///
  /// Presets do not need to be listed.
  public var patterns: [String: HapticPattern]
  /// The sounds that apps can request by name, outside their sessions.
  ///
  /// All other names are the system's own sounds.
  public var systemSounds: [String: SystemSound] = [:]
  /// The driver that pulls the mixer.
  public var drive: Drive
  /// The mapping from intensity and sharpness to a signal.
  public var profile: Profile
  /// The decoder for the sound files of patterns, with paths from the root of the file system; nil
  /// if the sounds of patterns stay silent.
  public var soundDecoder: (any SoundDecoding)?
  /// Whether sinks are notified of haptics that begin or cannot be played.
  ///
  /// Set it to false for a second mixer of the same phone, so that sinks are notified only once.
  public var reportsHaptics = true

  /// Creates a configuration.
  ///
  /// By default, apps do not have sounds, and nobody listens.
  public init(
    sounds: [SoundTable?] = [], layerVolumes: [Double] = [],
    patterns: [String: HapticPattern] = [:], drive: Drive = .unheard,
    profile: Profile = .wideband, soundDecoder: (any SoundDecoding)? = nil
  ) {
    self.sounds = sounds
    self.layerVolumes = layerVolumes
    self.patterns = patterns
    self.drive = drive
    self.profile = profile
    self.soundDecoder = soundDecoder
  }
}
