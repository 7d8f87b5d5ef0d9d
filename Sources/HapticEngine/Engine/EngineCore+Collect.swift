internal import Dispatch
internal import Realtime
internal import Synchronization

extension EngineCore {
  /// Frees what the render side is done with, calls completion handlers, and shuts an idle engine
  /// down.
  func collect() {
    let (completions, isIdle) = state.withLock { state in
      let completions = state.takeReports()
      return (completions, state.isIdleForTooLong)
    }
    if !completions.isEmpty {
      callbacks.async { for completion in completions { completion(nil) } }
      notifyIfAllFinished()
    }
    if isIdle { handleLater(.stoppedBecause(.idleTimeout)) }
  }

  /// Calls the handlers that wait for all players to finish, if all have.
  func notifyIfAllFinished() {
    let handlers = state.withLock { state in
      let isBusy = state.run != nil && state.players.values.contains { $0.isActive }
      if isBusy { return [] as [@Sendable (EngineError?) -> FinishedAction] }
      let handlers = state.handlers.finished
      state.handlers.finished = []
      return handlers
    }
    for handler in handlers {
      callbacks.async { [self] in
        switch handler(nil) {
        case .stopEngine: handleLater(.stoppedBecause(.notifyWhenFinished))
        case .leaveEngineRunning: break
        }
      }
    }
  }
}

extension EngineCore.State {
  /// Takes everything the render side has reported; returns the handlers to call.
  mutating func takeReports() -> [@Sendable (EngineError?) -> Void] {
    guard let run else { return [] }
    var completions: [@Sendable (EngineError?) -> Void] = []
    while let report = run.link.reports.pop() {
      switch report {
      case .finished(let id, let run): completions += finished(id, run: run)
      case .removed(let player):
        unsafe self.run?.players.removeValue(forKey: player)
        unsafe player.pointee.deallocate()
        unsafe player.deallocate()
      case .curveDone(let points):
        unsafe self.run?.curves.remove(points)
        unsafe points.deallocate()
      }
    }
    sendRemovals()
    if players.values.contains(where: \.isActive) { lastActivity = currentTime }
    return completions
  }

  private mutating func finished(
    _ id: Int, run: Int
  ) -> [@Sendable (EngineError?) -> Void] {
    // A player that was started again meanwhile has not finished.
    guard let record = players[id], record.isActive, record.startsSent == run else { return [] }
    players[id]?.isActive = false
    if record.isFireAndForget { remove(id) }
    return record.completion.map { [$0] } ?? []
  }

  /// Gives up player `id`.
  mutating func remove(_ id: Int) {
    guard let record = players.removeValue(forKey: id), let render = unsafe record.render else {
      return
    }
    unsafe run?.unsentRemovals.append(render)
    sendRemovals()
  }

  private mutating func sendRemovals() {
    while let player = unsafe run?.unsentRemovals.last, unsafe run?.send(.remove(player)) == true {
      _ = unsafe run?.unsentRemovals.removeLast()
    }
  }

  /// Whether automatic shutdown is due.
  var isIdleForTooLong: Bool {
    run != nil && settings.isAutoShutdownEnabled
      && !players.values.contains { $0.isActive }
      && currentTime - lastActivity >= EngineCore.idleSeconds
  }
}
