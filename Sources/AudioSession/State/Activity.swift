extension AppState {
  /// Whether a session is active, interrupted or neither.
  ///
  /// Each state has its own data.
  ///
  ///     inactive, interrupted ──activate──────────► active
  ///     active ─────────────────interrupt─────────► interrupted
  ///     interrupted ────────────join, release─────► interrupted, held by more or fewer sources
  ///     interrupted ────────────release the last──► inactive, with its claim and its right to resume
  ///     inactive, active ───────give up───────────► inactive, without a claim
  ///     interrupted ────────────give up───────────► interrupted, without a claim
  ///
  /// Refused activations are recorded elsewhere, because an app may try to activate its session in any of these states.
  public enum Activity: Hashable, Sendable {
    /// The session is not active, and no source holds it.
    ///
    /// With a claim, the session's interruption has ended, but the session still holds the sessions that it had
    /// interrupted before. The session may resume if the end carried `shouldResume` and the app has not deactivated the
    /// session since.
    case inactive(hasClaim: Bool, mayResume: Bool = false)
    /// The session is active, and these directions are running.
    case active(IODirections)
    /// The session was interrupted, and at least one source holds it.
    case interrupted(Interruption)
  }

  /// An interruption that has begun but not ended.
  ///
  /// The app knows about the interruption, or a pending notification will report it.
  public struct Interruption: Hashable, Sendable {
    /// The sources that hold the session; never empty.
    public package(set) var sources: InterruptionSources
    /// Whether the output was running before the cause of the interruption, such as unplugging, stopped it.
    public var wasPlaying: Bool
    /// Whether the session still holds the sessions that it had interrupted itself.
    public package(set) var hasClaim: Bool
    /// Whether the app may resume.
    ///
    /// False once a source has released the session without allowing it to resume.
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
  /// Makes the session active.
  ///
  /// Directions that are already running continue.
  mutating func activate() {
    switch self {
    case .inactive, .interrupted: self = .active([])
    case .active: break
    }
  }

  /// Deactivates the session.
  ///
  /// An interruption continues, but without a claim.
  mutating func giveUp() {
    switch self {
    case .inactive, .active: self = .inactive(hasClaim: false)
    case .interrupted(var interruption):
      interruption.hasClaim = false
      self = .interrupted(interruption)
    }
  }

  /// Makes a source interrupt an active session.
  ///
  /// Other states do not change.
  mutating func interrupt(by source: InterruptionSources, wasPlaying: Bool) {
    switch self {
    case .active: self = .interrupted(AppState.Interruption(by: source, wasPlaying: wasPlaying))
    case .inactive, .interrupted: break
    }
  }

  /// Adds a source to the sources that hold an interrupted session.
  ///
  /// Other states do not change.
  mutating func join(_ source: InterruptionSources) {
    switch self {
    case .inactive, .active: break
    case .interrupted(var interruption):
      interruption.sources.formUnion(source)
      self = .interrupted(interruption)
    }
  }

  /// Makes a source release an interrupted session.
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

  /// Records that the interruption ended with `shouldResume`.
  ///
  /// An app that deactivated its session during the interruption does not receive this right.
  mutating func grantResumption() {
    if case .inactive(let hasClaim, _) = self, hasClaim {
      self = .inactive(hasClaim: true, mayResume: true)
    }
  }

  /// Drops the claim on the sessions that this session had interrupted, but keeps the right to resume.
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

  /// Starts input or output of an active session.
  ///
  /// Returns false if that direction is already running or cannot run.
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

  /// Stops input or output of an active session.
  ///
  /// Returns false if that direction was not running.
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

  /// The directions that are running; empty unless the session is active.
  public var running: IODirections {
    switch activity {
    case .active(let running): running
    case .inactive, .interrupted: []
    }
  }

  /// Whether the session's input is running.
  public var isInputRunning: Bool { running.contains(.input) }

  /// Whether the session's output is running.
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

  /// Whether the session is or was interrupted, and still holds the sessions that it had interrupted itself.
  public var hasClaim: Bool {
    switch activity {
    case .inactive(let hasClaim, _): hasClaim
    case .active: false
    case .interrupted(let interruption): interruption.hasClaim
    }
  }

  /// Whether the last interruption ended with `shouldResume`, and the app has neither activated nor deactivated its
  /// session since.
  public var mayResume: Bool {
    switch activity {
    case .inactive(_, let mayResume): mayResume
    case .active, .interrupted: false
    }
  }
}
