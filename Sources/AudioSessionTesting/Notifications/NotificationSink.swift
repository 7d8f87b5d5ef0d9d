internal import AudioSession
import Foundation
import PhoneRuntime
import Realtime

/// Notifies apps of events as the system does: notifications, messages, CallKit, lifecycle.
final class NotificationSink: PhoneSink {
  private struct State: HoldsUserValues {
    var apps: [AppID: WeakApp] = [:]
    var names = PortNames()
    /// The number of deliveries, which tells callers whether more have followed.
    var count = 0
    /// The number of messages on their way to the main actor, and of tasks of an app's delegates.
    var messages = 0
    /// The pending waits for the ends of system sounds.
    var waits: [Wait] = []
    var lastWait = 0
    /// The app that must be asked to end a call once the call is known.
    var ending: AppID?

    var userValues: any Sendable { waits }
  }

  /// A caller that waits for the end of a system sound.
  private struct Wait: Sendable {
    let number: Int
    let name: String
    let app: AppID
    /// Called when the sound is over; nil if the process has ended.
    var body: (@Sendable () -> Void)?
    /// Whether the sound is over.
    var isOver = false
  }

  /// An app, which the sink does not keep alive.
  private struct WeakApp: Sendable {
    weak var app: SimulatedApp?
  }

  /// The system version that determines the form of notifications.
  private let system: OSVersion
  private let routeChanges: RouteChangeThread
  private let postsMessages: Bool
  private let state = UserGuarded(State())
  /// Maps the phone's calls to their objects.
  let callLog = CallLog()
  /// The closures to call at certain times.
  let alarms = PhoneAlarms()

  init(
    _ system: OSVersion, _ routeChanges: RouteChangeThread = .callingThread,
    postsMessages: Bool = false
  ) {
    self.system = system
    self.postsMessages = postsMessages
    self.routeChanges = routeChanges
  }

  /// Adds an app to notify from now on.
  func post(_ app: SimulatedApp) {
    state.withLock { $0.apps[app.id] = WeakApp(app: app) }
  }

  /// The port names that the user sees.
  var portNames: PortNames { state.withLock { $0.names } }

  /// The number of deliveries, and of messages on their way to the main actor.
  var activity: (count: Int, messages: Int) { state.withLock { ($0.count, $0.messages) } }

  /// A task of a delegate has begun.
  func taskBegan() { state.withLock { $0.messages += 1 } }

  /// A task of a delegate has ended.
  func taskEnded() { state.withLock { $0.messages -= 1 } }

  /// Sets the name of a port; nil for the default name.
  ///
  /// - Returns: its previous name, if that was not the default.
  @discardableResult
  func name(_ port: AudioSession.Port, _ name: String?) -> String? {
    state.withLock { $0.names.give(name, to: port) }
  }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    state.withLock { $0.count += 1 }
    if let id = state.withLock({ $0.ending.take() }), let app = app(id) {
      // If one call is active and another is ringing, answering the ringing call may end the active call.
      var isAnswered = false
      if case .effect(.callKit(id, .answerCall)) = report { isAnswered = true }
      app.calls.end(isAnswered ? .active : nil, of: app)
    }
    switch report {
    case .effect(let effect): follow(effect, at: time)
    case .settled(let event):
      for app in event.after.apps {
        self.app(app)?.settled(event)
        self.app(app)?.calls.settled(event, of: app)
        endWaits(of: app)
      }
      callLog.settled(event) { app($0)?.calls.call(in: $1, newest: true) }
    case .soundEnded(let sound):
      state.withLock { state in
        let place = state.waits.firstIndex {
          !$0.isOver && $0.name == sound.name && $0.app == sound.app
        }
        if let place { state.waits[place].isOver = true }
      }
      endWaits(of: sound.app)
    case .called, .hapticRequested, .feedbackExpired, .control, .composite, .haptic, .vibration,
      .engineStopped, .engineReset, .rejected, .moved, .finishedPlaying,
      .notificationDistorted, .reactedWithoutEnd:
      break
    }
  }

  /// Calls `body` when the next of the app's sounds with this name is over.
  ///
  /// - Returns: the number of the wait.
  func awaitEnd(of name: String, by app: AppID, _ body: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastWait += 1
      state.waits.append(Wait(number: state.lastWait, name: name, app: app, body: body))
      return state.lastWait
    }
  }

  /// Calls a wait's body, and removes the wait.
  func endWait(_ number: Int) {
    let wait = state.withLock { state in
      let place = state.waits.firstIndex { $0.number == number }
      return place.map { state.waits.remove(at: $0) }
    }
    wait?.body?()
  }

  /// Ends an app's waits for sounds that are over, if the app is running.
  private func endWaits(of id: AppID) {
    guard app(id)?.lifecycle.isRunning == true else { return }
    let over = state.withLock { $0.waits.filter { $0.isOver && $0.app == id } }
    for wait in over { endWait(wait.number) }
  }

  /// Releases the completion blocks of a process that has ended.
  ///
  /// The waits remain until the sounds are over, because a sound of the next process may have the same name.
  func forgetWaits(of app: AppID) {
    state.withLock { state in
      for place in state.waits.indices where state.waits[place].app == app {
        state.waits[place].body = nil
      }
    }
  }

  /// Makes the observers of every app's session check for changes.
  func lookAtProperties() {
    let apps = state.withLock { state in state.apps.values.compactMap(\.app) }
    for app in apps { app.lookAtProperties() }
  }

  private func app(_ id: AppID) -> SimulatedApp? { state.withLock { $0.apps[id]?.app } }

  private func follow(_ effect: SessionEffect, at time: PhoneTime) {
    switch effect {
    case .notified(let id, let notification):
      guard let app = app(id) else { return }
      app.notified(notification)
      post(notification, to: app)
    case .ioStopped(let id, let direction, let reason):
      app(id)?.audio.systemStopped(direction, reason, at: time)
    case .observed(let id, _): app(id)?.lookAtProperties()
    case .callKit(let id, .endCall): state.withLock { $0.ending = id }
    case .callKit(let id, let message):
      if let app = app(id) { app.calls.notify(message, of: app) }
    case .arSession(let id, let message): app(id)?.tell(message)
    case .ioStarted, .queued, .remoteCommand, .remoteIgnored, .remoteDeferred, .haptic, .sound,
      .vibration, .notificationPlaced,
      .lifecycleChanged, .gainChanged, .callResult:
      break
    }
  }

  private func post(_ notification: SessionNotification, to app: SimulatedApp) {
    let session = app.session
    let names = portNames
    let payload = notification.payload(on: system)
    let entries = payload.entries.map { entry in
      (AnyHashable(entry.key), entry.value.object(named: names, owner: app.binding))
    }
    let userInfo = Dictionary(uniqueKeysWithValues: entries)
    let name = NSNotification.Name(payload.name)
    if notification == .audioEngineConfigurationChange {
      app.postEngineStops()
    } else {
      var isRouteChange = false
      if case .routeChange = notification { isRouteChange = true }
      var object: AVAudioSession? = session
      // The notification belongs to UIKit and not to a session.
      if case .accessibilityChange = notification { object = nil }
      let post = Posting(
        name: name, object: object, userInfo: userInfo.isEmpty ? nil : userInfo,
        center: app.notificationCenter)
      if isRouteChange, routeChanges == .ownThread { post.runElsewhere() } else { post.run() }
    }
    if postsMessages, notification.hasMessage { postMessage(notification, from: session, to: app) }
  }

  private func postMessage(
    _ notification: SessionNotification, from session: AVAudioSession, to app: SimulatedApp
  ) {
    let center = app.notificationCenter
    if MainThread.isHere {
      MainActor.assumeIsolated { notification.postMessage(from: session, at: center) }
      return
    }
    state.withLock { $0.messages += 1 }
    Task { @MainActor [weak self] in
      notification.postMessage(from: session, at: center)
      self?.state.withLock { $0.messages -= 1 }
    }
  }
}

/// The thread on which route changes are posted.
public enum RouteChangeThread: Hashable, Sendable {
  /// The thread on which all other notifications are posted.
  case callingThread
  /// A separate thread, as on a phone. The delivering thread waits for it, which preserves the order.
  ///
  /// Source: the page of `routeChangeNotification`: "The system posts this notification on a secondary thread".
  case ownThread
}

/// Calls a handler with every effect of events.
final class EffectSink: PhoneSink {
  private let handler: @Sendable (SessionEffect) -> Void

  init(_ handler: @escaping @Sendable (SessionEffect) -> Void) { self.handler = handler }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    if case .effect(let effect) = report { handler(effect) }
  }
}

/// Automatic responses of an app to events, before and after its code is notified.
extension SimulatedApp {
  /// Called before the app is notified.
  fileprivate func notified(_ notification: SessionNotification) {
    switch notification {
    case .routeChange(.oldDeviceUnavailable, _): audio.unplugged()
    case .interruptionEnded(let options):
      audio.interruptionEnded(shouldResume: options.contains(.shouldResume))
    default: break
    }
  }

  /// Called after all effects of an event have been reported.
  fileprivate func settled(_ event: SettledEvent) {
    let (was, now) = (event.before.state[id].lifecycle, event.after.state[id].lifecycle)
    for name in UIApplication.notifications(from: was, to: now) {
      Posting(name: name, object: UIApplication.shared, center: notificationCenter).run()
    }
    backgroundTasks.settled(event)
    if event.event == .phone(.mediaServicesLost) { audio.mediaServicesLost() }
    if was != now, now == .terminated { processEnded() }
    let running = event.before.state[id].running
    if running == event.after.state[id].running,
      event.after.stopsEngine(running: running, since: event.before)
    {
      audio.formatChanged()
      postEngineStops()
    }
    lookAtProperties()
  }

  /// Makes the session's observers check for changed properties, if the app is running.
  func lookAtProperties() {
    guard lifecycle.isRunning else { return }
    for session in sessions { session.observers.check() }
  }

  /// Posts the notifications of stopped engines.
  func postEngineStops() {
    for engine in audio.takeStoppedEngines() {
      Posting(
        name: .AVAudioEngineConfigurationChange, object: engine, center: notificationCenter
      ).run()
    }
  }
}

extension PayloadValue {
  /// The value for the user info dictionary.
  ///
  /// Numbers are `NSNumber`s and never Swift enumerations.
  fileprivate func object(named names: PortNames, owner: SessionBinding) -> Any {
    switch self {
    case .unsigned(let number): NSNumber(value: number)
    case .boolean(let isTrue): NSNumber(value: isTrue)
    case .route(let route): AVAudioSessionRouteDescription(route, names: names, owner: owner)
    case .deactivation(let context): AVAudioSession.DeactivationContext(context)
    case .resumption(let context): AVAudioSession.ResumptionContext(context)
    }
  }
}
