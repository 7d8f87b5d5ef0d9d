extension AppState {
  /// Whether a session is active, interrupted or neither, with the data that exists only in that state.
  ///
  ///     inactive, interrupted ──activate──────────► active
  ///     active ─────────────────interrupt─────────► interrupted
  ///     interrupted ────────────join, release─────► interrupted, held by more or by fewer
  ///     interrupted ────────────release the last──► inactive, with its claim and its right
  ///     inactive, active ───────give up───────────► inactive, without a claim
  ///     interrupted ────────────give up───────────► interrupted, without a claim
  ///
  /// A refused activation is not part of this: an app may try to activate in any of these states.
  public enum Activity: Hashable, Sendable {
    /// The session is not active, and no source holds it.
    ///
    /// With a claim, the session was interrupted, the interruption has ended, and the session still holds the sessions
    /// that it had interrupted before. It may resume if it was then notified with `shouldResume` and has not given up.
    case inactive(hasClaim: Bool, mayResume: Bool = false)
    /// The session is active, and these directions run.
    case active(IODirections)
    /// The session was interrupted, and at least one source holds it.
    case interrupted(Interruption)
  }

  /// An interruption of a session that has begun and not ended. The app knows about it, or a pending notification says
  /// so.
  public struct Interruption: Hashable, Sendable {
    /// The sources that hold the session; never empty.
    public package(set) var sources: InterruptionSources
    /// Whether the output ran until the cause of the interruption, such as unplugging, stopped it.
    public var wasPlaying: Bool
    /// Whether the session still holds the sessions that it had interrupted itself.
    public package(set) var hasClaim: Bool
    /// Whether the app may resume. False once a holding source has left without granting it.
    public package(set) var isResumable = true
    /// The remote command to deliver when the interruption has ended.
    public package(set) var deferredCommand: RemoteCommand?

    package init(by sources: InterruptionSources, wasPlaying: Bool, hasClaim: Bool = true) {
      self.sources = sources
      self.wasPlaying = wasPlaying
      self.hasClaim = hasClaim
    }
  }
}

// MARK: State changes

extension AppState.Activity {
  /// Becomes active. Directions that already run continue.
  mutating func activate() {
    switch self {
    case .inactive, .interrupted: self = .active([])
    case .active: break
    }
  }

  /// The app gives up its session. An interruption continues, but without a claim.
  mutating func giveUp() {
    switch self {
    case .inactive, .active: self = .inactive(hasClaim: false)
    case .interrupted(var interruption):
      interruption.hasClaim = false
      self = .interrupted(interruption)
    }
  }

  /// A source interrupts the active session. Other states do not change.
  mutating func interrupt(by source: InterruptionSources, wasPlaying: Bool) {
    switch self {
    case .active: self = .interrupted(AppState.Interruption(by: source, wasPlaying: wasPlaying))
    case .inactive, .interrupted: break
    }
  }

  /// A source joins the sources that hold an interrupted session. Other sessions do not change.
  mutating func join(_ source: InterruptionSources) {
    switch self {
    case .inactive, .active: break
    case .interrupted(var interruption):
      interruption.sources.formUnion(source)
      self = .interrupted(interruption)
    }
  }

  /// A source releases an interrupted session.
  ///
  /// Returns the interruption if it has ended because this was the last source that held it.
  package mutating func release(
    _ source: InterruptionSources, isResumable: Bool = true
  ) -> AppState.Interruption? {
    switch self {
    case .inactive, .active: return nil
    case .interrupted(var interruption):
      guard interruption.sources.isSuperset(of: source) else { return nil }
      interruption.sources.subtract(source)
      if !isResumable { interruption.isResumable = false }
      let hasEnded = interruption.sources.isEmpty
      self = hasEnded ? .inactive(hasClaim: interruption.hasClaim) : .interrupted(interruption)
      return hasEnded ? interruption : nil
    }
  }

  /// Records that the interruption ended with `shouldResume`. An app that gave up does not receive this right.
  mutating func grantResumption() {
    if case .inactive(let hasClaim, _) = self, hasClaim {
      self = .inactive(hasClaim: true, mayResume: true)
    }
  }

  /// Releases the sessions that this one had interrupted, and keeps the right to resume.
  mutating func dropClaim() {
    if case .inactive(_, let mayResume) = self {
      self = .inactive(hasClaim: false, mayResume: mayResume)
    }
  }

  /// Defers a remote command to the end of the interruption, replacing an earlier one.
  mutating func deferCommand(_ command: RemoteCommand) {
    switch self {
    case .inactive, .active: break
    case .interrupted(var interruption):
      interruption.deferredCommand = command
      self = .interrupted(interruption)
    }
  }

  /// Starts a direction of an active session. Returns false if it already runs or cannot run.
  mutating func start(_ direction: IODirection) -> Bool {
    switch self {
    case .inactive, .interrupted: return false
    case .active(var running):
      guard !running.contains(direction) else { return false }
      running.insert(IODirections(direction))
      self = .active(running)
      return true
    }
  }

  /// Stops a direction of an active session. Returns false if it did not run.
  mutating func stop(_ direction: IODirection) -> Bool {
    switch self {
    case .inactive, .interrupted: return false
    case .active(var running):
      guard running.contains(direction) else { return false }
      running.remove(IODirections(direction))
      self = .active(running)
      return true
    }
  }
}

// MARK: Values for rules and tables

extension AppState {
  /// Whether the session is active.
  public var isActive: Bool {
    switch activity {
    case .active: true
    case .inactive, .interrupted: false
    }
  }

  /// The running directions; empty unless the session is active.
  public var running: IODirections {
    switch activity {
    case .active(let running): running
    case .inactive, .interrupted: []
    }
  }

  /// Whether the input of the session runs.
  public var isInputRunning: Bool { running.contains(.input) }

  /// Whether the output of the session runs.
  public var isOutputRunning: Bool { running.contains(.output) }

  /// The interruption of the session, or nil if it is not interrupted.
  public var interruption: Interruption? {
    switch activity {
    case .interrupted(let interruption): interruption
    case .inactive, .active: nil
    }
  }

  /// Whether the session is interrupted.
  public var isInterrupted: Bool { interruption != nil }

  /// The sources that hold the session; empty unless it is interrupted.
  public var interruptedBy: InterruptionSources { interruption?.sources ?? [] }

  /// Whether the session was interrupted and still holds the sessions that it had interrupted.
  public var hasClaim: Bool {
    switch activity {
    case .inactive(let hasClaim, _): hasClaim
    case .active: false
    case .interrupted(let interruption): interruption.hasClaim
    }
  }

  /// Whether the last interruption ended with `shouldResume`, and the app has neither activated its session nor given
  /// up since.
  public var mayResume: Bool {
    switch activity {
    case .inactive(_, let mayResume): mayResume
    case .active, .interrupted: false
    }
  }
}
