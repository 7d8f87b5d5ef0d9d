internal import AudioSession
internal import HapticEngine
internal import Realtime

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
  /// Whether its code was called about the end of its background time since that began.
  var expirationWarning = ExpirationWarning.none
  /// What is prepared of its feedback generators.
  var generators: [FeedbackFamily: FeedbackGenerator] = [:]
  /// Its controls on the screen, and as they are when it is launched.
  var controls: [String: Control] = [:]
  var initialControls: [String: Control] = [:]
  /// Its haptics that only decorate, which it weakens where the user reduces motion.
  var decorativeHaptics: Set<String> = []
  /// The composites that it has asked to load, and whether they are.
  var composites: [String: Bool] = [:]
  /// Where it goes on when it is launched anew; nil for the beginning.
  var savedPosition: PhoneTime?
  /// Which of its notifications are not delivered as they should be.
  var distortion: NotificationDistortion?
  /// What came late while it was suspended.
  var lateNotifications: [SessionNotification] = []
  /// The value of the remote command that waits for the end of its interruption.
  var deferredValue: Double?

  /// An app whose session is set to `configuration`.
  init(_ behavior: AppBehavior, _ configuration: SessionConfiguration) {
    self.behavior = behavior
    self.configuration = configuration
  }

  /// What goes with the process: its memory too.
  mutating func terminate() {
    hasLostEngine = false
    guidelines = GuidelinesApp()
    (distortion, lateNotifications) = (nil, [])
    deferredValue = nil
    expirationWarning = .none
    generators = [:]
    composites = [:]
    controls = initialControls
  }
}

/// The closures and objects that an app's code has handed over to the phone.
struct HandedOver: Sendable {
  /// The haptic engines of the app.
  var engines: [HapticEngine] = []
  /// The requests that the user has not answered.
  var permissionRequests: [@Sendable (Bool) -> Void] = []
  /// Called shortly before the app's background time is over; nil if no code holds a task, which then ends by
  /// itself, as an expiration handler would end it.
  var expirationHandler: (@Sendable () -> Void)?
  /// Called with each remote command, and the value that was sent with it.
  var remoteHandler: (@Sendable (RemoteCommand, Double?) -> Void)?
}

extension RuntimeState: HoldsUserValues {
  /// What the code of the apps has handed over; sinks are never removed.
  var userValues: any Sendable { handedOver }

  /// Whether one of an app's haptic engines runs.
  func isEngineRunning(of app: AppID) -> Bool {
    residents[app.index].hasRunningEngine
      || handedOver[app.index].engines.contains { $0.isRunning }
  }

  /// What an app had goes with its process, whatever has ended that.
  mutating func endProcess(of app: AppID, _ followed: inout [Delivery]) {
    let engines = handedOver[app.index].engines
    handedOver[app.index] = HandedOver()
    residents[app.index].terminate()
    residents[app.index].configuration = phone.state[app].configuration
    // Launched anew, it goes on at the position that it has stored, if any.
    residents[app.index].clock.begin(at: residents[app.index].savedPosition ?? .zero, now)
    timers.cancel(.sleep(app))
    timers.cancelNotifications(of: app)
    for family in FeedbackFamily.allCases { timers.cancel(.feedback(app, family)) }
    followed.append(.processEnded(app, engines))
  }
}
