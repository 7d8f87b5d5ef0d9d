extension AVAudioSession {
  /// Whether an interruption begins or ends; mind that *began* is 1.
  public enum InterruptionType: UInt, Hashable, Sendable, CaseIterable {
    /// It has ended.
    case ended = 0
    /// It has begun: the session is inactive now.
    case began = 1
  }

  /// What the end of an interruption says.
  public struct InterruptionOptions: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// The options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// It is fitting to go on playing.
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  /// Why an interruption began (14.5).
  public enum InterruptionReason: UInt, Hashable, Sendable, CaseIterable {
    /// Another session or the system took over.
    case `default` = 0
    /// The app was suspended; no longer sent from 16 on.
    case appWasSuspended = 1
    /// The microphone was muted in hardware.
    case builtInMicMuted = 2
    /// The scene went to the background (visionOS).
    case sceneWasBackgrounded = 3
    /// The output in use was disconnected (17).
    case routeDisconnected = 4
    /// The device was locked (visionOS).
    case deviceUnauthenticated = 5
  }

  /// Why the route changed; 5 is not in use.
  public enum RouteChangeReason: UInt, Hashable, Sendable, CaseIterable {
    /// Not known.
    case unknown = 0
    /// Something was connected.
    case newDeviceAvailable = 1
    /// What was in use has gone.
    case oldDeviceUnavailable = 2
    /// A category was set or a session activated.
    case categoryChange = 3
    /// The output was overridden.
    case override = 4
    /// The device woke up.
    case wakeFromSleep = 6
    /// There is no route for the category.
    case noSuitableRouteForCategory = 7
    /// The ports are the same or others changed them.
    case routeConfigurationChange = 8
  }

  /// An edge of the hint that secondary audio should be silent.
  public enum SilenceSecondaryAudioHintType: UInt, Hashable, Sendable, CaseIterable {
    /// Another app's primary audio has stopped.
    case end = 0
    /// Another app's primary audio has started.
    case begin = 1
  }

  /// Whether the user lets the app record.
  public enum RecordPermission: UInt, Hashable, Sendable, CaseIterable {
    /// Not yet asked: `undt`.
    case undetermined = 1_970_168_948
    /// No: `deny`.
    case denied = 1_684_369_017
    /// Yes: `grnt`.
    case granted = 1_735_552_628
  }
}
