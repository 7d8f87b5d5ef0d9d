extension AppState {
  /// Whether a session is active, interrupted or neither, with all that is known only then.
  ///
  ///     inactive, interrupted ──activate──────────► active
  ///     active ─────────────────interrupt─────────► interrupted
  ///     interrupted ────────────join, release─────► interrupted, held by more or by fewer
  ///     interrupted ────────────release the last──► inactive, with its claim and its right
  ///     inactive, active ───────give up───────────► inactive, without a claim
  ///     interrupted ────────────give up───────────► interrupted, without a claim
  ///
  /// What refused an activation is not part of it: an app may ask in every one of these states.
  public enum Activity: Hashable, Sendable {
    /// The session is not active, and nobody holds it.
    ///
    /// With a claim it lost its activity to an interruption, which has ended, and still holds those
    /// it had interrupted before. It may resume if it was notified with `shouldResume` then and has
    /// not given up.
    case inactive(hasClaim: Bool, mayResume: Bool = false)
    /// The session is active, and those directions run.
    case active(IODirections)
    /// The session lost its activity, and somebody holds it.
    case interrupted(Interruption)
  }

  /// An interruption of a session that has begun and not ended; its app knows, or a letter waits.
  public struct Interruption: Hashable, Sendable {
    /// What holds the session; never empty.
    public package(set) var sources: InterruptionSources
    /// Whether the output ran until what began the interruption, such as unplugging, stopped it.
    public var wasPlaying: Bool
    /// Whether the session still holds those that it had interrupted itself.
    public package(set) var hasClaim: Bool
    /// False once a source that held the session left without giving the right to resume.
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

// MARK: How one follows from another

extension AppState.Activity {
  /// Becomes active, with what runs already.
  mutating func activate() {
    switch self {
    case .inactive, .interrupted: self = .active([])
    case .active: break
    }
  }

  /// The app gives its session up; an interruption goes on, but without a claim.
  mutating func giveUp() {
    switch self {
    case .inactive, .active: self = .inactive(hasClaim: false)
    case .interrupted(var interruption):
      interruption.hasClaim = false
      self = .interrupted(interruption)
    }
  }

  /// Loses its activity to a source; nothing else can.
  mutating func interrupt(by source: InterruptionSources, wasPlaying: Bool) {
    switch self {
    case .active: self = .interrupted(AppState.Interruption(by: source, wasPlaying: wasPlaying))
    case .inactive, .interrupted: break
    }
  }

  /// A source joins those that hold an interrupted session; it does nothing to another one.
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
  /// Returns the interruption if that was the last source that held it, and it has ended by that.
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

  /// Its interruption has ended, and it was notified with `shouldResume`; an app that gave up has no
  /// such right.
  mutating func grantResumption() {
    if case .inactive(let hasClaim, _) = self, hasClaim {
      self = .inactive(hasClaim: true, mayResume: true)
    }
  }

  /// Releases those it had interrupted, and keeps the right to resume.
  mutating func dropClaim() {
    if case .inactive(_, let mayResume) = self {
      self = .inactive(hasClaim: false, mayResume: mayResume)
    }
  }

  /// A remote command waits for the end of the interruption, in place of an earlier one.
  mutating func deferCommand(_ command: RemoteCommand) {
    switch self {
    case .inactive, .active: break
    case .interrupted(var interruption):
      interruption.deferredCommand = command
      self = .interrupted(interruption)
    }
  }

  /// A direction of an active session starts; false if it ran or cannot.
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

  /// A direction of an active session stops; false if it did not run.
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

// MARK: What rules and tables read

extension AppState {
  /// Whether the session is active.
  public var isActive: Bool {
    switch activity {
    case .active: true
    case .inactive, .interrupted: false
    }
  }

  /// What runs of its input and output: nothing unless its session is active.
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

  /// The interruption of its session, or nil if that is not interrupted.
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

  /// Whether the session lost its activity to an interruption and still holds those it had
  /// interrupted.
  public var hasClaim: Bool {
    switch activity {
    case .inactive(let hasClaim, _): hasClaim
    case .active: false
    case .interrupted(let interruption): interruption.hasClaim
    }
  }

  /// Whether the last interruption ended with `shouldResume`, and the app has neither been
  /// activated nor given up since.
  public var mayResume: Bool {
    switch activity {
    case .inactive(_, let mayResume): mayResume
    case .active, .interrupted: false
    }
  }
}
