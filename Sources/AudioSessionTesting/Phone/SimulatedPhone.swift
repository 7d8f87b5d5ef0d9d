// The policy's types are what many members of this module take and return: a client of it has them.
@_exported public import AudioSession
public import Foundation
public import PhoneRuntime
internal import Realtime

/// When, and in which order, apps are notified.
///
/// The alias lets code that imports only this module name the type.
public typealias DeliveryOrder = PhoneRuntime.Order

/// A phone for tests: the app under test, others, and what can happen to them.
///
///     let phone = try SimulatedPhone(backgroundModes: .audio)
///     let player = try MusicPlayer(session: phone.app.session, queue: nil) { phone.app.player }
///     player.play()
///     try phone.receiveCall()
///     #expect(!player.isPlaying)
///
/// Nothing happens by itself: there is no clock and no chance in it; time passes by `advance(by:)`.
/// Whatever the test lets happen has happened, and everyone was notified, when the call returns; see
/// `AVAudioSession` for the order and the thread. What the code under test does later, on the main actor,
/// is waited for by `await settle()`, and what it does elsewhere by `until`.
///
/// For code that uses `AVAudioSession.sharedInstance()`, make the phone the current one:
///
///     try await phone.runAsCurrent {
///       let player = MusicPlayer()
///       player.play()
///     }
///
/// What happens is judged by the policy of the module `AudioSession`: its behaviour by version of
/// the system, its options where Apple leaves a question open. What makes no sense, such as answering
/// a call that does not ring, throws `RejectedEvent`, and nothing has changed.
///
/// - Thread: any.
public final class SimulatedPhone: Sendable {
  /// The app under test, in the foreground.
  public let app: SimulatedApp
  /// Another app, beside it in the foreground, which may play in the background.
  ///
  /// It posts to a notification center of its own, as any other process.
  public let otherApp: SimulatedApp
  /// Still others, like `otherApp`.
  public let furtherApps: [SimulatedApp]

  /// What carries out what happens, to which sinks and haptic engines can be added.
  public let runtime: PhoneRuntime
  let notifications: NotificationSink
  let timelineSink = TimelineSink()
  /// The time that was to pass and is too short for a frame, in seconds.
  let remainder = Guarded(0.0)

  /// A phone.
  ///
  /// - Parameters:
  ///   - system: the version whose behaviour it has.
  ///   - platform: iPhone, iPad or simulator.
  ///   - hasMicrophone: whether it has a microphone of its own.
  ///   - supportsHaptics: whether it can vibrate; nil for what the platform can.
  ///   - policy: how questions are answered that Apple leaves open.
  ///   - backgroundModes: what keeps the app under test running in the background.
  ///   - recordPermission: whether the user lets the app under test record.
  ///   - hapticEngine: the session of the haptic engine of the app under test.
  ///   - otherBackgroundModes: what keeps each of the other apps running in the background.
  ///   - furtherApps: names of further apps, at most 14.
  ///   - notificationCenter: where the session of the app under test posts. Tests that run at the
  ///     same time should each have one of their own.
  ///   - delivery: when, and in which order, apps are notified; `settle()` is for those that wait.
  ///   - routeChanges: on which thread changes of the route are posted.
  ///   - postsMessages: whether what 27 has as messages is posted, such as
  ///     `AVAudioSession.DidBecomeInactiveMessage`. False at first, because Foundation on Linux ends the
  ///     process when a message is posted at a center where somebody observes notifications of any name.
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

  /// A phone that is set up in every detail, as a scenario may have it: what is connected and locked at
  /// first, sessions with a category, apps in the background.
  ///
  /// - Parameters:
  ///   - setup: system, policy, device and apps, of which the first is under test; those that are missing
  ///     are added, as every process starts. An app whose `player` is nil plays with what its category suggests.
  ///   - notificationCenter: where the session of the app under test posts.
  ///   - delivery: when, and in which order, apps are notified.
  ///   - routeChanges: on which thread changes of the route are posted.
  ///   - postsMessages: whether what 27 has as messages is posted.
  /// - Throws: `SetupError` if the phone cannot be set up so.
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

  /// The face of a phone that `runtime` carries out, of which one app is under test; it has at least two.
  package convenience init(
    runtime: PhoneRuntime, tested: AppID, system: OSVersion,
    notificationCenter: NotificationCenter
  ) {
    self.init(runtime: runtime, tested: tested, notificationCenter, NotificationSink(system))
  }

  /// The same with a sink that tells the apps.
  private init(
    runtime: PhoneRuntime, tested: AppID, _ notificationCenter: NotificationCenter,
    _ notifications: NotificationSink
  ) {
    TestRunCoverage.watch(runtime)
    // Before the apps are notified, because they act upon it.
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

  /// The phone as the policy sees it now, for whatever else a test wants to know.
  public var snapshot: Phone { runtime.phone }

  /// Applies an event that has no method here.
  ///
  /// - Parameter event: what happens. The apps are 0 for the one under test, 1 for the other one,
  ///   and so on.
  /// - Returns: the error that a call of an app gives, if the event is one.
  /// - Throws: `RejectedEvent` if it makes no sense now; nothing has changed then.
  @discardableResult
  public func handle(_ event: SessionEvent) throws(RejectedEvent) -> SessionErrorCode? {
    try runtime.perform(event)
  }

  /// Calls a handler with everything that follows from events from now on, in order, after the app
  /// was notified: stopped output, observed properties, CallKit, changes of gain.
  ///
  /// - Parameter handler: called where notifications are posted, see `AVAudioSession`.
  public func observe(_ handler: @escaping @Sendable (SessionEffect) -> Void) {
    runtime.add(EffectSink(handler))
  }
}
