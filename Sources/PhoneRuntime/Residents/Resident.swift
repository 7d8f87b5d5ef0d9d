internal import AudioSession
internal import HapticEngine

/// What belongs to an app and is not the policy's.
struct Resident: Sendable {
  /// Who decides what it does.
  let behavior: AppBehavior
  /// What it waits for, if it behaves as the guidelines ask.
  var guidelines = GuidelinesApp()
  /// How far its sound has come.
  var clock = PlayClock()
  /// What it last set its session to, and sets again when the media services are back.
  var configuration: SessionConfiguration
  /// Its haptic engines.
  var engines: [HapticEngine] = []
  /// The private sessions that are of a capture session or a web view of it.
  var privateSessions: Set<SystemAlert> = []
  /// Whether an engine runs that is not among those: the first haptic starts it.
  var hasRunningEngine = false
  /// Until when the sounds of its haptic patterns last, unless its engines stop.
  var patternEnd = PhoneTime.zero
  /// Whether an engine of it ran when the media services were lost, and was not reset yet.
  var hasLostEngine = false
  /// Since when it has been in the background; before that it means nothing.
  var backgroundSince: PhoneTime?
  /// What its code does about the end of its background time.
  var backgroundTask = BackgroundTaskHold()
  /// What is prepared of its feedback generators.
  var generators: [FeedbackFamily: FeedbackGenerator] = [:]
  /// Its controls on the screen, and as they are when it is launched.
  var controls: [String: Control] = [:]
  var initialControls: [String: Control] = [:]
  /// Its haptics that only decorate, which it weakens where the user reduces motion.
  var decorativeHaptics: Set<String> = []
  /// The composites that it has asked to load, and whether they are.
  var composites: [String: Bool] = [:]
  /// Its requests that the user has not answered.
  var permissionRequests: [@Sendable (Bool) -> Void] = []
  /// Where it goes on when it is launched anew; nil for the beginning.
  var savedPosition: PhoneTime?
  /// Which of its notifications are not delivered as they should be.
  var distortion: NotificationDistortion?
  /// What came late while it was suspended.
  var lateNotifications: [SessionNotification] = []
  /// What it does with remote commands.
  var remoteHandler: (@Sendable (RemoteCommand) -> Void)?

  /// An app whose session is set to `configuration`.
  init(_ behavior: AppBehavior, _ configuration: SessionConfiguration) {
    self.behavior = behavior
    self.configuration = configuration
  }

  /// Whether one of its haptic engines runs.
  var isEngineRunning: Bool { hasRunningEngine || engines.contains { $0.isRunning } }

  /// What goes with the process: its memory too.
  ///
  /// - Returns: its haptic engines, which are to be stopped.
  mutating func terminate() -> [HapticEngine] {
    let ended = engines
    engines = []
    hasLostEngine = false
    guidelines = GuidelinesApp()
    permissionRequests = []
    (distortion, lateNotifications) = (nil, [])
    remoteHandler = nil
    backgroundTask = BackgroundTaskHold()
    generators = [:]
    composites = [:]
    controls = initialControls
    return ended
  }
}
