internal import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// Identifies a background task of an app.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number of the task; 0 for none.
  public let rawValue: Int

  /// Creates an identifier with this number, whether or not such a task exists.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Identifies no task: the app cannot run in the background.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// Background tasks, which the app under test begins and ends in its code to keep running in the background.
///
/// Tasks that are never ended are detected, as on a real phone. By the default policy, the expiration handlers are
/// called after 25 seconds in the background. After 30 seconds, the app is terminated if a task remains
/// (`SimulatedApp.leakedBackgroundTasks`). Time passes through `SimulatedPhone.advance(by:)`. A handler that hops to
/// another actor or queue requires `await phone.settle()` between those two times. While something else keeps the app
/// running, such as its sound, the remaining background time does not decrease.
extension UIApplication {
  /// Begins a task that continues if the app goes to the background.
  ///
  /// - Parameter handler: called on the main thread shortly before the background time is over. The call that
  ///   advances the time returns after the handler.
  /// - Returns: the identifier for `endBackgroundTask`; `invalid` if the app is not running.
  public func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    beginBackgroundTask(withName: nil, expirationHandler: handler)
  }

  /// Begins a task that continues if the app goes to the background, with a name that identifies a leaked task.
  ///
  /// - Parameters:
  ///   - taskName: the name of the task in `SimulatedApp.openBackgroundTasks`; nil for a default name.
  ///   - handler: called on the main thread shortly before the background time is over. The call that advances the time
  ///     returns after that.
  /// - Returns: the identifier for `endBackgroundTask`; `invalid` if the app is not running.
  public func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    SimulatedPhone.current.app.backgroundTasks.begin(taskName, handler)
  }

  /// Ends a task.
  ///
  /// This has no effect if the task has already ended or does not exist.
  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    SimulatedPhone.current.app.backgroundTasks.end(identifier)
  }

  /// The number of seconds that the app has left in the background.
  ///
  /// Unless background tasks alone keep the app running in the background, this is the largest finite number.
  ///
  /// Source: the page of the property: "While the app is running in the foreground, the value in this
  /// property remains suitably large"; 1.797693134862316e+308 in forum message 391799.
  public var backgroundTimeRemaining: TimeInterval {
    let app = SimulatedPhone.current.app
    guard let end = app.runtime.backgroundTimeEnd(of: app.id) else {
      return .greatestFiniteMagnitude
    }
    return (end - app.runtime.now).seconds
  }

  /// Does nothing: `MPRemoteCommandCenter` receives remote commands without this call.
  public func beginReceivingRemoteControlEvents() {}

  /// Does nothing: targets are removed from `MPRemoteCommandCenter`.
  public func endReceivingRemoteControlEvents() {}
}

extension SimulatedApp {
  /// The names of the background tasks that the app's code has begun but not ended, in order.
  public var openBackgroundTasks: [String] { backgroundTasks.open }

  /// The names of the background tasks that the app's code did not end in time, so that the system terminated the app.
  ///
  /// The list is emptied when the app is launched.
  public var leakedBackgroundTasks: [String] { backgroundTasks.leaked }
}

/// The background tasks of an app's code.
final class BackgroundTasks: Sendable {
  private struct Task: Sendable {
    let identifier: UIBackgroundTaskIdentifier
    let name: String
    let handler: (@MainActor @Sendable () -> Void)?
  }

  private struct State: HoldsUserValues {
    var tasks: [Task] = []
    var last = 0
    var leaked: [String] = []

    var userValues: any Sendable { tasks }
  }

  private let binding: SessionBinding
  private let state = UserGuarded(State())

  init(_ binding: SessionBinding) { self.binding = binding }

  var open: [String] { state.withLock { $0.tasks.map(\.name) } }
  var leaked: [String] { state.withLock { $0.leaked } }

  func begin(
    _ name: String?, _ handler: (@MainActor @Sendable () -> Void)?
  ) -> UIBackgroundTaskIdentifier {
    // The task is added before the phone learns of it, so that its time cannot run out in the meantime.
    let identifier = state.withLock { state in
      state.last += 1
      let identifier = UIBackgroundTaskIdentifier(rawValue: state.last)
      state.tasks.append(
        Task(identifier: identifier, name: name ?? "task \(state.last)", handler: handler))
      return identifier
    }
    do throws(RejectedEvent) {
      try binding.runtime.holdBackgroundTask(of: binding.app) { [weak self] in self?.expire() }
      return identifier
    } catch {
      state.withLock { $0.tasks.removeAll { $0.identifier == identifier } }
      return .invalid
    }
  }

  func end(_ identifier: UIBackgroundTaskIdentifier) {
    let isLast = state.withLock { state in
      let count = state.tasks.count
      state.tasks.removeAll { $0.identifier == identifier }
      return state.tasks.isEmpty && count > 0
    }
    // There is nothing to end if the app is not running.
    if isLast {
      try? binding.runtime.holdBackgroundTask(of: binding.app, expirationHandler: nil)
    }
  }

  /// Calls the handlers of the remaining tasks when the time is nearly over.
  private func expire() {
    let tasks = state.withLock { $0.tasks }
    for task in tasks {
      guard let handler = task.handler else { continue }
      let isOpen = state.withLock { $0.tasks.contains { $0.identifier == task.identifier } }
      guard isOpen else { continue }
      MainThread.run { MainActor.assumeIsolated { handler() } }
    }
  }

  /// Called after all effects of an event have been reported.
  func settled(_ event: SettledEvent) {
    let app = binding.app
    let (was, now) = (event.before.state[app].lifecycle, event.after.state[app].lifecycle)
    guard was != now, was == .terminated || now == .terminated else { return }
    state.withLock { state in
      let isLeak = event.event == .app(app, .backgroundTimeExpired(endsTask: false))
      state.leaked = isLeak ? state.tasks.map(\.name) : []
      state.tasks = []
    }
  }
}
