/// R8: foreground, background, suspension and death.
extension Transition {
  /// The app runs: on the screen or behind.
  mutating func run(_ app: AppID, _ lifecycle: Lifecycle) throws(RejectedEvent) {
    let present = state[app].lifecycle
    guard present != .terminated, present != lifecycle else {
      throw .lifecycle(app, from: present, to: lifecycle)
    }
    move(app, to: lifecycle)
    if lifecycle == .background { goBehind(app, from: present) }
  }

  /// The app is somewhere else; one that was suspended is told what it has missed.
  private mutating func move(_ app: AppID, to lifecycle: Lifecycle) {
    let wasSuspended = state[app].lifecycle == .suspended
    state[app].lifecycle = lifecycle
    effects.add(.lifecycleChanged(app, lifecycle), .ioStopped)
    if wasSuspended { _ = state[app].activity.release(.suspension) }
    openMailbox(of: app)
  }

  /// What may not sound in the background loses its session there, and nothing keeps it running.
  private mutating func goBehind(_ app: AppID, from present: Lifecycle) {
    guard state[app].isActive else { return }
    let row = CategoryRow[state[app].configuration.category]
    if phone.hostsActiveCall(app) || row.runsInBackground && state[app].hasBackgroundAudio {
      return
    }
    if present == .foreground, !state[app].hasRuntimeAssertion, policy[.deferredSuspend] == .no {
      putToSleep(app, .backgrounded)
      return
    }
    if profile.hasLifecycleNotifications {
      let context = DeactivationContext(source: .system, interruptionReason: nil)
      tell(app, .didBecomeInactive(context), .began)
    }
    becomeInactive(app, .backgrounded)
    release(app, notifies: false)
  }

  /// The system suspends the app.
  mutating func suspend(_ app: AppID) throws(RejectedEvent) {
    let present = state[app].lifecycle
    guard present.isRunning else { throw .lifecycle(app, from: present, to: .suspended) }
    putToSleep(app, .suspended)
  }

  /// From 10 on suspension deactivates; from 14.5 to 15 the app learns of it when it runs again.
  private mutating func putToSleep(_ app: AppID, _ reason: IOStopReason) {
    state[app].lifecycle = .suspended
    effects.add(.lifecycleChanged(app, .suspended), .ioStopped)
    stopIO(of: app, reason)
    guard profile.suspensionDeactivates else { return }
    if state[app].isActive, profile.tellsSuspension {
      let wasPlaying = before.state[app].isOutputRunning
      state[app].activity.interrupt(by: .suspension, wasPlaying: wasPlaying)
      tellBegan(app, Interruptor.suspension.row.reason)
    }
    becomeInactive(app, reason)
    release(app, notifies: false)
  }

  /// The app dies: its session and its calls with it.
  mutating func terminate(_ app: AppID) throws(RejectedEvent) {
    let present = state[app].lifecycle
    guard present != .terminated else {
      throw .lifecycle(app, from: present, to: .terminated)
    }
    effects.add(.lifecycleChanged(app, .terminated), .ioStopped)
    stopIO(of: app, .terminated)
    var dead = AppState()
    dead.lifecycle = .terminated
    dead.hasBackgroundAudio = state[app].hasBackgroundAudio
    dead.recordPermission = state[app].recordPermission
    state[app] = dead
    state.mailbox.removeAll { $0.app == app }
    if state.device.nowPlaying == app { state.device.nowPlaying = nil }
    release(app, notifies: false)
    for call in state.device.calls.calls where call.host == .app(app) {
      state.device.calls.change(call.phase, to: nil)
    }
    releaseCallIfOver(.resumable)
  }

  /// The app starts anew.
  mutating func launch(_ app: AppID) throws(RejectedEvent) {
    let present = state[app].lifecycle
    guard present == .terminated else {
      throw .lifecycle(app, from: present, to: .foreground)
    }
    state[app].lifecycle = .foreground
    effects.add(.lifecycleChanged(app, .foreground), .ioStopped)
  }

  /// A suspended app is woken behind, for a call or a remote command.
  mutating func wake(_ app: AppID) {
    if state[app].lifecycle == .suspended { move(app, to: .background) }
  }
}
