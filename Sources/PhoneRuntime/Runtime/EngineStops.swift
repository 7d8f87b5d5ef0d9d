internal import AudioSession
internal import HapticEngine

/// What starts the haptic engines of apps, and what stops and resets them.
extension RuntimeState {
  /// The first haptic of the app's own starts an engine, even one that is suppressed; feedback and controls
  /// have the system's.
  mutating func noteFirstHaptic(_ event: SettledEvent) {
    guard case .app(let app, .playHaptic(.engine)) = event.event,
      handedOver[app.index].engines.isEmpty,
      event.after.mayStartHapticEngine(app)
    else { return }
    residents[app.index].hasRunningEngine = true
  }

  /// What of the system has begun stops the engines of apps whose own sessions are not active as well.
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

  /// The media services take the engines with them; apps learn of it when they are reset.
  ///
  /// Our choice: Apple publishes what happens at the reset alone.
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
}
