// Many members of this module take and return the policy's types, so its clients receive them.
@_exported public import AudioSession
public import Foundation
public import PhoneRuntime
internal import Realtime

/// When and in which order apps are notified.
///
/// The alias lets code that imports only this module name the type.
public typealias DeliveryOrder = PhoneRuntime.Order

/// A phone for tests: the app under test, other apps, and everything that can happen to them.
///
///     let phone = try SimulatedPhone(backgroundModes: .audio)
///     let player = try MusicPlayer(session: phone.app.session, queue: nil) { phone.app.player }
///     player.play()
///     try phone.receiveCall()
///     #expect(!player.isPlaying)
///
/// The phone does not act on its own: it does not use a clock or random numbers. Time passes only through
/// `advance(by:)`. When a call returns, its event has happened and all observers have been notified; see
/// `AVAudioSession` for the order and the thread. If the code under test responds later on the main actor,
/// `await settle()` waits for it. For code that responds elsewhere, use `until`.
///
/// For code that uses `AVAudioSession.sharedInstance()`, make the phone the current one:
///
///     try await phone.runAsCurrent {
///       let player = MusicPlayer()
///       player.play()
///     }
///
/// The policy of the module `AudioSession` decides the outcome of every event: its behavior by system version, and its
/// options for questions that Apple leaves open. An impossible event, such as answering a call that is not ringing,
/// throws `RejectedEvent` and does not change anything.
///
/// - Thread: any.
public final class SimulatedPhone: Sendable {
  /// The app under test, in the foreground.
  public let app: SimulatedApp
  /// Another app in the foreground, alongside the app under test.
  ///
  /// It may also play in the background.
  ///
  /// It posts to a separate notification center, as any other process does.
  public let otherApp: SimulatedApp
  /// Further apps, like `otherApp`.
  public let furtherApps: [SimulatedApp]

  /// The runtime that carries out events.
  ///
  /// Sinks and haptic engines can be added to it.
  public let runtime: PhoneRuntime
  let notifications: NotificationSink
  let timelineSink = TimelineSink()
  var alarms: PhoneAlarms { notifications.alarms }
  /// The elapsed time, in seconds, that is too short to advance by a frame.
  let remainder = Guarded(0.0)

  /// Creates a phone.
  ///
  /// - Parameters:
  ///   - system: the iOS version whose behavior the phone simulates.
  ///   - platform: iPhone, iPad or simulator.
  ///   - hasMicrophone: whether the phone has a built-in microphone.
  ///   - supportsHaptics: whether the phone supports haptics; nil for the platform's default.
  ///   - policy: the answers to questions that Apple leaves open.
  ///   - backgroundModes: the modes that keep the app under test running in the background.
  ///   - recordPermission: whether the user has allowed the app under test to record.
  ///   - hapticEngine: the session that the haptic engine of the app under test uses.
  ///   - otherBackgroundModes: the modes that keep each of the other apps running in the background.
  ///   - furtherApps: the names of further apps, at most 14.
  ///   - notificationCenter: the center that the session of the app under test posts to. Tests that run at the same
  ///     time should each use a separate center.
  ///   - delivery: when, and in which order, apps are notified; for orders that wait, use `settle()`.
  ///   - routeChanges: the thread on which route changes are posted.
  ///   - postsMessages: whether iOS 27's messages are posted, such as `AVAudioSession.DidBecomeInactiveMessage`. False
  ///     by default, because Foundation on Linux ends the process if a message is posted to a center that has an
  ///     observer for notifications of any name.
  /// - Throws: `SetupError.tooManyApps`.
  public convenience init(
    system: OSVersion = .standard, platform: Platform = .iPhone, hasMicrophone: Bool = true,
    supportsHaptics: Bool? = nil, policy: AudioPolicy = .standard,
    backgroundModes: BackgroundModes = [], recordPermission: RecordPermission = .granted,
    hapticEngine: HapticEngineSession = .own, otherBackgroundModes: BackgroundModes = .audio,
    furtherApps: [String] = [], notificationCenter: NotificationCenter = .default,
    delivery: DeliveryOrder = .immediate, routeChanges: RouteChangeThread = .callingThread,
    postsMessages: Bool = false
  ) throws(SetupError) {
    var tested = AppState()
    tested.hasBackgroundAudio = backgroundModes.contains(.audio)
    tested.recordPermission = recordPermission
    tested.player = .own
    tested.hapticEngine = hapticEngine
    var other = AppState()
    other.player = .own
    other.hasBackgroundAudio = otherBackgroundModes.contains(.audio)
    var setup = PhoneSetup()
    setup.system = system
    setup.policy = policy
    setup.platform = platform
    setup.device.hasMicrophone = hasMicrophone
    setup.device.supportsHaptics = supportsHaptics ?? platform.supportsHaptics
    setup.apps = [("app", tested), ("other", other)] + furtherApps.map { ($0, other) }
    try self.init(
      setup, notificationCenter: notificationCenter, delivery: delivery,
      routeChanges: routeChanges, postsMessages: postsMessages)
  }

  /// Creates a phone with a complete setup, as in a scenario: connected devices, a locked screen, sessions with a
  /// category, apps in the background.
  ///
  /// - Parameters:
  ///   - setup: the system, policy, device and apps. The first app is the app under test. Missing apps are added in the
  ///     state that every process starts with. If an app's `player` is nil, its category suggests the kind of player.
  ///   - notificationCenter: the center that the session of the app under test posts to.
  ///   - delivery: when, and in which order, apps are notified.
  ///   - routeChanges: the thread on which route changes are posted.
  ///   - postsMessages: whether iOS 27's messages are posted.
  /// - Throws: `SetupError` if the setup is impossible.
  public convenience init(
    _ setup: PhoneSetup, notificationCenter: NotificationCenter = .default,
    delivery: DeliveryOrder = .immediate, routeChanges: RouteChangeThread = .callingThread,
    postsMessages: Bool = false
  ) throws(SetupError) {
    var setup = setup
    for name in ["app", "other"].dropFirst(setup.apps.count) {
      setup.apps.append((name, AppState()))
    }
    self.init(
      runtime: try PhoneRuntime(setup, delivery: delivery), tested: 0, notificationCenter,
      NotificationSink(setup.system, routeChanges, postsMessages: postsMessages))
  }

  /// Creates a phone for an existing `runtime`, which has at least two apps; one of them is under test.
  package convenience init(
    runtime: PhoneRuntime, tested: AppID, system: OSVersion,
    notificationCenter: NotificationCenter, routeChanges: RouteChangeThread = .callingThread
  ) {
    self.init(
      runtime: runtime, tested: tested, notificationCenter, NotificationSink(system, routeChanges))
  }

  /// Creates the phone with a sink that notifies the apps.
  private init(
    runtime: PhoneRuntime, tested: AppID, _ notificationCenter: NotificationCenter,
    _ notifications: NotificationSink
  ) {
    TestRunCoverage.watch(runtime)
    // The timeline sink must run before the apps are notified, because they respond to the event.
    runtime.add(timelineSink)
    runtime.add(notifications)
    self.runtime = runtime
    self.notifications = notifications
    app = SimulatedApp(tested, on: runtime, notifications, notificationCenter)
    let others = runtime.phone.apps.filter { $0 != tested }.map {
      SimulatedApp($0, on: runtime, notifications, NotificationCenter())
    }
    otherApp = others[0]
    furtherApps = Array(others.dropFirst())
  }

  /// The policy's present view of the phone, for any further values that a test needs.
  public var snapshot: Phone { runtime.phone }

  /// Applies an event for which this type does not have a method.
  ///
  /// - Parameter event: the event. The app under test is 0, the other app is 1, and so on.
  /// - Returns: the error of an app's call, if the event is a call.
  /// - Throws: `RejectedEvent` if the event is impossible now; nothing has changed in that case.
  @discardableResult
  public func handle(_ event: SessionEvent) throws(RejectedEvent) -> SessionErrorCode? {
    try runtime.perform(event)
  }

  /// Passes every effect of future events to a handler, in order, after the app has been notified: stopped output,
  /// observed properties, CallKit actions, gain changes.
  ///
  /// - Parameter handler: called where notifications are posted; see `AVAudioSession`.
  public func observe(_ handler: @escaping @Sendable (SessionEffect) -> Void) {
    runtime.add(EffectSink(handler))
  }
}
