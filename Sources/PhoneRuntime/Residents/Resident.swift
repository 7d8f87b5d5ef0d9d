internal import AudioSession
internal import HapticEngine
internal import Realtime

/// The state of an app outside the policy.
struct Resident: Sendable {
  /// The source of its actions.
  let behavior: AppBehavior
  /// What the app is waiting for, if it behaves as the guidelines require.
  var guidelines = GuidelinesApp()
  /// The position in its sound.
  var clock = PlayClock()
  /// The last configuration that the app set, which it sets again when the media services have been reset.
  var configuration: SessionConfiguration
  /// The private sessions of its capture session and its web view.
  var privateSessions: Set<SystemAlert> = []
  /// Whether the engine that the app's first haptic starts is running.
  ///
  /// That engine is not in the list of added engines.
  var hasRunningEngine = false
  /// The time when the sounds of its haptic patterns end, unless its engines stop earlier.
  var patternEnd = PhoneTime.zero
  /// Whether one of the app's engines was running when the media services were lost, and has not been reset yet.
  var hasLostEngine = false
  /// The time at which the app last moved to the background; nil if unknown.
  var backgroundSince: PhoneTime?
  /// Whether the app's code has been warned that its current background time ends.
  var expirationWarning = ExpirationWarning.none
  /// The states of its feedback generators.
  var generators: [FeedbackFamily: FeedbackGenerator] = [:]
  /// The app's controls on the screen, and their states at launch.
  var controls: [String: Control] = [:]
  var initialControls: [String: Control] = [:]
  /// Its decorative haptics, which it weakens while the user reduces motion.
  var decorativeHaptics: Set<String> = []
  /// The composites that it has requested to load, and whether they are loaded.
  var composites: [String: Bool] = [:]
  /// The position from which it continues when it is launched again; nil for the beginning.
  var savedPosition: PhoneTime?
  /// The delivery fault of its notifications.
  var distortion: NotificationDistortion?
  /// The late notifications that became due while the app was suspended.
  var lateNotifications: [SessionNotification] = []
  /// The value of the remote command that is waiting for the end of the app's interruption.
  var deferredValue: Double?

  /// Creates an app whose session is set to `configuration`.
  init(_ behavior: AppBehavior, _ configuration: SessionConfiguration) {
    self.behavior = behavior
    self.configuration = configuration
  }

  /// Clears everything that is lost when the process ends, including its memory.
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

/// The closures and objects that an app's code has registered with the phone.
struct HandedOver: Sendable {
  /// The haptic engines of the app.
  var engines: [HapticEngine] = []
  /// Those of the engines that play to an output of their own, so that the runtime applies the phone's gains.
  var unmixedEngines: [HapticEngine] = []
  /// The requests that the user has not answered.
  var permissionRequests: [@Sendable (Bool) -> Void] = []
  /// Called shortly before the app's background time ends; nil if the app's code does not hold a task.
  ///
  /// In that case, the task ends automatically, as an expiration handler would end it.
  var expirationHandler: (@Sendable () -> Void)?
  /// Called with each remote command and the value that was sent with it.
  var remoteHandler: (@Sendable (RemoteCommand, Double?) -> Void)?
}

extension RuntimeState: HoldsUserValues {
  /// The closures and objects that the apps' code has registered.
  ///
  /// Sinks are not included, because they are never
  /// removed.
  var userValues: any Sendable { handedOver }

  /// Returns whether one of an app's haptic engines is running.
  func isEngineRunning(of app: AppID) -> Bool {
    residents[app.index].hasRunningEngine
      || handedOver[app.index].engines.contains { $0.isRunning }
  }

  /// Clears the state of an app whose process has ended for any reason.
  mutating func endProcess(of app: AppID, _ followed: inout [Delivery]) {
    let engines = handedOver[app.index].engines
    handedOver[app.index] = HandedOver()
    residents[app.index].terminate()
    residents[app.index].configuration = phone.state[app].configuration
    // When launched again, it continues from its stored position, if any.
    residents[app.index].clock.begin(at: residents[app.index].savedPosition ?? .zero, now)
    timers.cancel(.sleep(app))
    timers.cancelNotifications(of: app)
    for family in FeedbackFamily.allCases { timers.cancel(.feedback(app, family)) }
    followed.append(.processEnded(app, engines))
  }
}
