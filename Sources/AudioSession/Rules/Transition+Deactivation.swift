/// R5 and R6: an app gives up its session.
extension Transition {
  /// `setActive(false)`.
  mutating func deactivate(
    _ app: AppID, _ options: SetActiveOptions, _ untold: UntoldOthers?
  ) {
    if state.device.isMediaServerDown {
      returns(app, .deactivate, .mediaServicesFailed)
      return
    }
    let runs = !state[app].running.isEmpty
    let behavior = phone.deactivationBehavior
    if runs, behavior == .refused {
      returns(app, .deactivate, .isBusy)
      return
    }
    if state[app].isActive, profile.hasLifecycleNotifications {
      let context = DeactivationContext(source: .app, interruptionReason: nil)
      tell(app, .didBecomeInactive(context), .began)
    }
    becomeInactive(app, .deactivated)
    release(app, notifies: options.contains(.notifyOthersOnDeactivation), untold)
    returns(app, .deactivate, runs && behavior == .doneWithError ? .isBusy : nil)
  }

  /// The session stops whatever it did; whom it held is up to the caller.
  mutating func becomeInactive(_ app: AppID, _ reason: IOStopReason) {
    stopIO(of: app, reason)
    state[app].activity.giveUp()
    state[app].overridesToSpeaker = false
    state[app].refusedBy = []
  }

  /// Those whom the app had interrupted are let go.
  mutating func release(_ app: AppID, notifies: Bool, _ untold: UntoldOthers? = nil) {
    if notifies {
      release(.app(app), .resumable)
      return
    }
    let byKnob: UntoldOthers =
      policy[.noNotifyEffect] == .nothing ? .nothing : .endedWithoutOption
    release(
      .app(app), Release(isResumable: false, isTold: (untold ?? byKnob) == .endedWithoutOption))
  }

  /// Input and output end because the system wants it.
  mutating func stopIO(of app: AppID, _ reason: IOStopReason) {
    stopIO(of: app, .input, reason)
    stopIO(of: app, .output, reason)
  }

  /// One direction ends because the system wants it.
  mutating func stopIO(of app: AppID, _ direction: IODirection, _ reason: IOStopReason) {
    guard state[app].activity.stop(direction) else { return }
    effects.add(.ioStopped(app, direction, reason), .ioStopped)
  }
}

extension Phone {
  /// What deactivating with running input or output does: `refused`, `doneWithError` or `done`.
  public var deactivationBehavior: Answer {
    let answer = policy[.deactivateWithRunningIO]
    return answer == .byVersion ? system.profile.deactivateWithRunningIO : answer
  }
}
