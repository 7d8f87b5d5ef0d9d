internal import Realtime

/// Plays one pattern on an engine.
///
/// A player lives as long as it is referenced; when it is given up it stops. Times are the engine's
/// (`HapticEngine.currentTime`), in seconds; 0, or a time that is past, is as soon as possible.
/// Semantics are those of Core Haptics' `CHHapticPatternPlayer`.
///
/// - Thread: any.        Realtime-safe: no.
public class PatternPlayer: @unchecked Sendable {
  // SAFETY (unchecked Sendable): both fields are immutable, and the core is locked inside; the class
  // is open to one subclass of this module.

  let core: EngineCore
  let id: Int

  init(core: EngineCore, id: Int) {
    self.core = core
    self.id = id
  }

  deinit {
    core.giveUp(id)
  }

  /// Plays the pattern from its beginning at `time`; a player that plays starts again.
  ///
  /// An engine that has shut itself down while idle is started first.
  ///
  /// - Throws: `EngineError` with `engineNotRunning`, `invalidTime` for a negative time,
  ///   `invalidPatternPlayer` after the engine's reset, or `resourceNotAvailable` when too many
  ///   commands are under way.
  public func start(at time: Seconds = 0) throws(EngineError) {
    try core.startPlayer(id, at: time)
  }

  /// Stops the player at `time`: what sounds fades within 5 ms, and it will start from the beginning.
  ///
  /// - Throws: `EngineError`, as `start(at:)`.
  public func stop(at time: Seconds = 0) throws(EngineError) {
    unsafe try core.send(to: id, at: time) { unsafe .stop($0) }
  }

  /// Sets controls from `time` on; the time of each parameter counts from there.
  ///
  /// All are sent, or none.
  ///
  /// A control that is set this way governs until a parameter or curve of the pattern that starts
  /// later overrides it, or the player starts again.
  ///
  /// - Throws: `EngineError`, as `start(at:)`; `badParameterEntry` for a value that is not finite.
  public func sendParameters(
    _ parameters: [DynamicParameter], at time: Seconds = 0
  ) throws(EngineError) {
    try EngineCore.check(time)
    for parameter in parameters {
      try EngineCore.check(parameter.time)
      guard parameter.value.isFinite else {
        throw EngineError(
          .badParameterEntry, "\(parameter.id.rawValue) is \(parameter.value)")
      }
    }
    try core.sendParameters(parameters, to: id, at: time)
  }

  /// Moves a control along `curve` from `time` on, in place of the curve's own time.
  ///
  /// - Throws: `EngineError`, as `start(at:)`; `badParameterEntry` for a curve without points, or
  ///   with a time or value that is not finite.
  public func scheduleParameterCurve(
    _ curve: ParameterCurve, at time: Seconds = 0
  ) throws(EngineError) {
    try EngineCore.check(time)
    let problems = HapticPattern.Entry.curve(curve).problems
    guard problems.isEmpty else {
      throw EngineError(
        .badParameterEntry, problems.map(\.words).joined(separator: "; "))
    }
    try core.sendCurve(curve, to: id, at: time)
  }

  /// Forgets everything that was scheduled for the player, and stops it as soon as possible.
  ///
  /// - Throws: `EngineError`, as `start(at:)`.
  public func cancel() throws(EngineError) {
    unsafe try core.send(to: id, at: 0) { unsafe .cancel($0) }
  }

  /// Whether the player is silent while its time goes on.
  ///
  /// Changes within 5 ms.
  public var isMuted: Bool {
    get { core.state.withLock { [id] in $0.players[id]?.isMuted ?? false } }
    set {
      core.change(.isMuted, of: id) { $0.isMuted = newValue }
    }
  }
}

extension DynamicParameter.ID {
  /// The place of this control in a timeline.
  var controlIndex: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
