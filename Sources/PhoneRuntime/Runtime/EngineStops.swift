internal import AudioSession
internal import HapticEngine

/// Starts, stops, resets and mutes the haptic engines of apps.
extension RuntimeState {
  /// Notes that an app's own first haptic starts an engine, even if the haptic is suppressed.
  ///
  /// Feedback and controls use the system's engine.
  mutating func noteFirstHaptic(_ event: SettledEvent) {
    guard case .app(let app, .playHaptic(.engine)) = event.event,
      handedOver[app.index].engines.isEmpty,
      event.after.mayStartHapticEngine(app)
    else { return }
    residents[app.index].hasRunningEngine = true
  }

  /// Stops the engines of apps when a system source begins, including the engines of apps whose own sessions are
  /// inactive.
  mutating func stopInterruptedEngines(_ event: SettledEvent, _ step: inout DeliveryStep) {
    for app in event.after.apps
    where event.after.interruptsHapticEngine(of: app, since: event.before) {
      stopEngines(of: app, .audioSessionInterrupt, &step)
    }
  }

  mutating func stopEngines(
    of app: AppID, _ reason: StoppedReason, _ step: inout DeliveryStep
  ) {
    guard isEngineRunning(of: app) else { return }
    residents[app.index].hasRunningEngine = false
    let engines = handedOver[app.index].engines
    step.reports.append(.engineStopped(app, reason))
    step.add { for engine in engines { engine.stop(because: reason) } }
  }

  /// Stops the engines when the media services are lost.
  ///
  /// Apps are notified when the services are reset.
  ///
  /// Our choice: Apple publishes only the behavior at the reset.
  mutating func loseEngines(_ step: inout DeliveryStep) {
    var lost: [HapticEngine] = []
    for app in phone.apps where isEngineRunning(of: app) {
      residents[app.index].hasLostEngine = true
      residents[app.index].hasRunningEngine = false
      lost += handedOver[app.index].engines
    }
    step.add { [lost] in for engine in lost { engine.stop() } }
  }

  mutating func resetEngines(of app: AppID, _ step: inout DeliveryStep) {
    let engines = handedOver[app.index].engines
    if isEngineRunning(of: app) || residents[app.index].hasLostEngine {
      step.reports.append(.engineReset(app))
    }
    residents[app.index].hasRunningEngine = false
    residents[app.index].hasLostEngine = false
    step.add { for engine in engines { engine.reset() } }
  }

  /// Applies the gains after an event to the engines that play to their own outputs.
  func applyGains(_ event: SettledEvent, _ step: inout DeliveryStep) {
    for app in event.after.apps where !handedOver[app.index].unmixedEngines.isEmpty {
      let engines = handedOver[app.index].unmixedEngines
      let gains = EngineGains(of: app, on: event.after)
      step.add { for engine in engines { gains.apply(to: engine) } }
    }
  }
}

/// The gains that a phone applies to the haptic engines of an app.
struct EngineGains: Hashable, Sendable {
  private let haptic: Double
  private let audio: Double

  /// Creates the gains that `phone` applies now.
  init(of app: AppID, on phone: Phone) {
    haptic = phone.hapticGain(for: app)
    let factors = phone.gainFactors(of: app)
    audio =
      phone.letsSoundOut(of: app)
      ? factors.volume * factors.route * phone.patternDucking(of: app) : 0
  }

  /// Applies the current gains to an engine that has just been added.
  ///
  /// An event on another thread may change the gains between reading and applying them. This function therefore repeats
  /// both until the gains that it has applied are the current gains. A lock cannot be held instead, because the engine
  /// asks the runtime for permission to start.
  ///
  /// - Parameters:
  ///   - current: returns the gains that the phone applies now.
  ///   - apply: applies gains to the engine.
  static func applyCurrent(_ current: () -> EngineGains, by apply: (EngineGains) -> Void) {
    var applied: EngineGains?
    while true {
      let gains = current()
      if gains == applied { return }
      apply(gains)
      applied = gains
    }
  }

  func apply(to engine: HapticEngine) { engine.setHostGains(haptic: haptic, audio: audio) }
}
