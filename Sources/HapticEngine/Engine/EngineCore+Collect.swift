internal import Dispatch
internal import Realtime
internal import Synchronization

extension EngineCore {
  /// Frees memory that the render side has finished with, calls completion handlers, and shuts down an idle engine.
  func collect() {
    let (gone, isIdle) = state.withLock { state in
      let gone = state.takeReports()
      deliver(gone.completions)
      let isIdle = state.isIdleForTooLong()
      let quiet = state.quietSeconds
      if quiet > 0 {
        let left = state.secondsUntilShutdown()
        let rest = min(quiet, left ?? .infinity)
        state.collector.rest(for: rest.isFinite ? rest : nil)
      } else {
        state.collector.wake()
      }
      return (gone, isIdle)
    }
    // Released here and not under the lock: handlers own players, and their deinit needs the lock.
    withExtendedLifetime(gone) {}
    notifyIfAllFinished()
    if isIdle { lifecycle.async { self.shutDownIfIdle() } }
  }

  /// Schedules calls to `completions`, in order.
  ///
  /// Called with the lock held, so that handlers are called in the order of the reports. The caller keeps `completions`
  /// alive until the lock is released.
  func deliver(_ completions: [@Sendable (EngineError?) -> Void]) {
    if completions.isEmpty { return }
    callbacks.async { for completion in completions { completion(nil) } }
  }

  /// Releases player `id`, which first plays to the end everything that it has started.
  func letGo(of id: Int) {
    let gone = state.withLock { state in
      let gone = state.release(id)
      deliver(gone.completions)
      return gone
    }
    withExtendedLifetime(gone) {}
    notifyIfAllFinished()
  }

  /// Calls the handlers that wait for all players to finish, if all players have.
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

/// The records that the control side no longer needs, to be released after unlocking, never under the lock.
struct GoneRecords {
  /// The handlers to call.
  var completions: [@Sendable (EngineError?) -> Void] = []
  var records: [PlayerRecord] = []
}

extension EngineCore.State {
  /// Processes all reports of the render side.
  mutating func takeReports() -> GoneRecords {
    var gone = GoneRecords()
    guard let link = run?.link else { return gone }
    while let report = link.reports.pop() { take(report, &gone) }
    freeReturned()
    sendUnsent()
    return gone
  }

  private mutating func take(_ report: RenderReport, _ gone: inout GoneRecords) {
    switch report {
    case .startsOver(let id, let count, let frame):
      guard var record = players[id] else { return }
      lastActivity = max(lastActivity, time(of: frame))
      gone.completions += record.startsAreOver(count)
      players[id] = record
    case .removed(let player):
      let entry = unsafe run?.players.removeValue(forKey: player)
      unsafe RenderPlayer.free(player)
      if let entry { remove(entry.id, &gone) }
    }
  }

  /// Frees the curves and the voices that the render side has returned.
  private mutating func freeReturned() {
    guard let link = run?.link else { return }
    let curves = unsafe link.curvesBack.takeAll()
    let loans = unsafe link.voicesBack.takeAll()
    for index in unsafe curves.indices {
      let curve = unsafe curves[index]
      _ = unsafe run?.curves.remove(curve)
      unsafe curve.deallocate()
    }
    for index in unsafe loans.indices {
      // SAFETY: only loans are pushed to this stack, and they are bound to this type where they are made.
      let loan = unsafe loans[index].assumingMemoryBound(to: VoiceLoan.self)
      _ = unsafe run?.voiceLoans.remove(loan)
      unsafe VoiceLoan.free(loan)
    }
  }

  /// Removes player `id`, all of whose starts are over.
  private mutating func remove(_ id: Int, _ gone: inout GoneRecords) {
    guard var record = players.removeValue(forKey: id) else { return }
    gone.completions += record.startsAreOver(record.startsSent)
    gone.records.append(record)
  }

  /// Releases player `id`, which is removed once it has played to the end everything that it has started.
  mutating func release(_ id: Int) -> GoneRecords {
    var gone = GoneRecords()
    guard let record = players[id] else { return gone }
    if run != nil, unsafe record.render != nil {
      players[id]?.isReleased = true
      players[id]?.isReleaseUnsent = true
      hasUnsent(id)
      sendUnsent()
    } else {
      remove(id, &gone)
    }
    return gone
  }

  /// Schedules the collection of the render side's reports.
  mutating func collectSoon() { collector.wake() }

  /// The seconds until the next possible report if no command is sent.
  ///
  /// 0 while reports may arrive at any time; infinite if no reports can arrive, for example while all players are
  /// stopped or paused.
  var quietSeconds: Seconds {
    guard let run else { return .infinity }
    if run.areGainsUnsent || !run.unsentPlayers.isEmpty { return 0 }
    return run.quietSeconds
  }

  /// The seconds until automatic shutdown; nil if no shutdown is due.
  fileprivate mutating func secondsUntilShutdown() -> Seconds? {
    guard settings.isAutoShutdownEnabled else { return nil }
    if players.values.contains(where: \.isActive) { return nil }
    return idleTimeLeft()
  }

  /// Whether automatic shutdown is due.
  mutating func isIdleForTooLong() -> Bool {
    guard run != nil, settings.isAutoShutdownEnabled else { return false }
    if players.values.contains(where: \.isActive) { return false }
    return idleTimeLeft() <= 0
  }

  /// The seconds for which the engine may remain idle before it shuts down.
  mutating func idleTimeLeft() -> Seconds {
    let now = currentTime
    return EngineCore.idleSeconds - (now - lastActivity)
  }
}

/// Collects periodically while there is something to collect; nothing wakes an idle engine.
///
/// Part of the state that the engine's lock protects.
@safe
struct Collector: @unchecked Sendable {
  // SAFETY (unchecked Sendable): only the holder of the engine's lock uses it.

  /// The interval of collections while players play, in milliseconds.
  ///
  /// Our choice: the default period of a device.
  private static let intervalMilliseconds = 5

  /// The timer that triggers collections; nil while no real-time output is running.
  private var timer: (any DispatchSourceTimer)?
  private var isAwake = false

  /// Starts calling `collect` on `queue` whenever there is something to collect.
  mutating func begin(on queue: DispatchQueue, _ collect: @escaping @Sendable () -> Void) {
    end()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler(handler: collect)
    timer.schedule(deadline: .distantFuture)
    timer.resume()
    self.timer = timer
    wake()
  }

  /// Stops calling `collect`.
  mutating func end() {
    timer?.cancel()
    timer = nil
    isAwake = false
  }

  /// Resumes collecting after a command has been sent.
  mutating func wake() {
    guard let timer, !isAwake else { return }
    isAwake = true
    let interval = DispatchTimeInterval.milliseconds(Self.intervalMilliseconds)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(2))
  }

  /// Pauses collecting until a command is sent or, if `seconds` is not nil, until that time has passed.
  mutating func rest(for seconds: Seconds?) {
    // A resting engine continues to rest, unless its timer has just fired too early, because the engine's clock and the
    // machine's clock differ.
    guard let timer, isAwake || seconds != nil else { return }
    isAwake = false
    timer.schedule(
      deadline: seconds.map { .now() + max($0, 0.005) } ?? .distantFuture,
      leeway: .milliseconds(100))
  }
}
