internal import Dispatch
internal import Realtime
internal import Synchronization

extension EngineCore {
  /// Frees what the render side is done with, calls completion handlers, and shuts an idle engine
  /// down.
  func collect() {
    let (gone, isIdle) = state.withLock { state in
      let gone = state.takeReports()
      deliver(gone.completions)
      return (gone, state.isIdleForTooLong)
    }
    // What is gone is let go of here, not under the lock: handlers own players, whose end needs it.
    withExtendedLifetime(gone) {}
    notifyIfAllFinished()
    if isIdle { lifecycle.async { self.shutDownIfIdle() } }
  }

  /// Has `completions` called, in order.
  ///
  /// Called with the lock held, so that what was reported first is delivered first; whoever calls
  /// keeps them until the lock is free.
  func deliver(_ completions: [@Sendable (EngineError?) -> Void]) {
    if completions.isEmpty { return }
    callbacks.async { for completion in completions { completion(nil) } }
  }

  /// Gives player `id` up: it stops, and starts that are not over are over.
  func giveUp(_ id: Int) {
    let gone = state.withLock { state in
      let gone = state.remove(id)
      deliver(gone.completions)
      return gone
    }
    withExtendedLifetime(gone) {}
    notifyIfAllFinished()
  }

  /// Calls the handlers that wait for all players to finish, if all have.
  func notifyIfAllFinished() {
    let (handlers, run) = state.withLock { state in
      let isBusy = state.run != nil && state.players.values.contains { $0.isActive }
      if isBusy { return ([] as [@Sendable (EngineError?) -> FinishedAction], 0) }
      let handlers = state.handlers.finished
      state.handlers.finished = []
      return (handlers, state.runNumber)
    }
    for handler in handlers {
      callbacks.async { [self] in
        switch handler(nil) {
        case .stopEngine: handleLater(.stoppedBecause(.notifyWhenFinished), ofRun: run)
        case .leaveEngineRunning: break
        }
      }
    }
  }
}

/// What the control side no longer needs; to be let go of when no lock is held.
struct GoneRecords {
  /// The handlers to call.
  var completions: [@Sendable (EngineError?) -> Void] = []
  var records: [PlayerRecord] = []
}

extension EngineCore.State {
  /// Takes everything the render side has reported.
  mutating func takeReports() -> GoneRecords {
    var gone = GoneRecords()
    guard let run else { return gone }
    while let report = run.link.reports.pop() {
      switch report {
      case .startsOver(let id, let count): startsOver(id, count, &gone)
      case .removed(let player):
        unsafe self.run?.players.removeValue(forKey: player)
        unsafe player.pointee.deallocate()
        unsafe player.deallocate()
      case .curveDone(let points):
        unsafe self.run?.curves.remove(points)
        unsafe points.deallocate()
      }
    }
    sendUnsent()
    if players.values.contains(where: \.isActive) { lastActivity = currentTime }
    return gone
  }

  private mutating func startsOver(_ id: Int, _ count: Int, _ gone: inout GoneRecords) {
    guard players[id] != nil else { return }
    lastActivity = currentTime
    gone.completions += players[id]?.startsAreOver(count) ?? []
    if let record = players[id], record.isFireAndForget, !record.isActive {
      gone.records += remove(id).records
    }
  }

  /// Gives up player `id`.
  mutating func remove(_ id: Int) -> GoneRecords {
    guard var record = players.removeValue(forKey: id) else { return GoneRecords() }
    if let render = unsafe record.render { unsafe run?.unsentRemovals.append(render) }
    sendUnsent()
    let completions = record.startsAreOver(record.startsSent)
    return GoneRecords(completions: completions, records: [record])
  }

  /// Whether automatic shutdown is due.
  var isIdleForTooLong: Bool {
    run != nil && settings.isAutoShutdownEnabled
      && !players.values.contains { $0.isActive }
      && currentTime - lastActivity >= EngineCore.idleSeconds
  }
}
