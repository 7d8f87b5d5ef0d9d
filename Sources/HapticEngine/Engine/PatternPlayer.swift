internal import Realtime

/// Plays one pattern on an engine.
///
/// A player that is released still plays to the end everything that it has started. An endless loop then ends with its
/// current repetition, and a paused player stops. Times are in seconds of the engine (`HapticEngine.currentTime`); 0 or
/// a past time means as soon as possible.
///
/// The semantics are those of Core Haptics' `CHHapticPatternPlayer`.
///
/// - Thread: any.        Realtime-safe: no.
public class PatternPlayer: @unchecked Sendable {
  // SAFETY (unchecked Sendable): both fields are immutable, and the core uses a lock; the class is open to one subclass
  // of this module.

  let core: EngineCore
  let id: Int

  init(core: EngineCore, id: Int) {
    self.core = core
    self.id = id
  }

  deinit {
    core.letGo(of: id)
  }

  /// Plays the pattern from its beginning at `time`; a player that is playing starts again.
  ///
  /// An engine that has shut down while idle is started first.
  ///
  /// - Throws: `EngineError` with `engineNotRunning`, `invalidTime` for a negative time, `invalidPatternPlayer` after
  ///   the engine's reset, or `resourceNotAvailable` when too many commands are pending.
  public func start(at time: Seconds = 0) throws(EngineError) {
    try core.startPlayer(id, at: time)
  }

  /// Stops the player at `time`; events that are playing fade out within 5 ms, and the next start is from the
  /// beginning.
  ///
  /// A stop without a time always succeeds, however many commands are pending.
  ///
  /// - Throws: `EngineError`, as `start(at:)` does.
  public func stop(at time: Seconds = 0) throws(EngineError) {
    try core.halt(id, .stop, at: time)
  }

  /// Sets controls; the time of each parameter is relative to `time`.
  ///
  /// Either all parameters are sent or none. A control that is set in this way keeps its value until a later parameter
  /// or curve of the pattern overrides it, or the player starts again.
  ///
  /// - Throws: `EngineError`, as `start(at:)` does; `badParameterEntry` for a value that is not finite.
  public func sendParameters(
    _ parameters: [DynamicParameter], at time: Seconds = 0
  ) throws(EngineError) {
    try EngineCore.check(time)
    for parameter in parameters {
      try EngineCore.check(parameter.time)
      guard parameter.value.isFinite else {
        throw EngineError(
          .badParameterEntry, "\(parameter.id.rawValue) is \(parameter.value); it must be finite")
      }
    }
    try core.sendParameters(parameters, to: id, at: time)
  }

  /// Moves a control along `curve` from `time` on; the curve's own time is ignored.
  ///
  /// - Throws: `EngineError`, as `start(at:)` does; `badParameterEntry` for a curve without points, or
  ///   with a time or value that is not finite.
  public func scheduleParameterCurve(
    _ curve: ParameterCurve, at time: Seconds = 0
  ) throws(EngineError) {
    try EngineCore.check(time)
    let problems = HapticPattern.Entry.curve(curve).problems
    guard problems.isEmpty else {
      throw EngineError(
        .badParameterEntry, problems.map(\.text).joined(separator: "; "))
    }
    try core.sendCurve(curve, to: id, at: time)
  }

  /// Cancels all commands scheduled for the player so far, and stops it as soon as possible.
  ///
  /// Settings are kept, and later commands still take effect. A cancel always succeeds, however many commands are
  /// pending.
  ///
  /// - Throws: `EngineError` with `engineNotRunning`, or `invalidPatternPlayer` after the engine's reset.
  public func cancel() throws(EngineError) { try core.halt(id, .cancel, at: 0) }

  /// Whether the player is silent while its time advances.
  ///
  /// Changes within 5 ms.
  public var isMuted: Bool {
    get { core.state.withLock { [id] in $0.players[id]?.isMuted ?? false } }
    set {
      core.change(.isMuted, of: id) { $0.isMuted = newValue }
    }
  }

  /// The factor by which the intensity of all the player's haptic events is multiplied, in addition to the pattern's
  /// own controls.
  ///
  /// 0...1, default 1; other values are ignored. Changes within 5 ms. Not in Core Haptics.
  public var masterIntensity: Double {
    get { core.state.withLock { [id] in $0.players[id]?.master ?? .neutral }.intensity }
    set {
      guard MasterControls.intensities.contains(newValue) else { return }
      core.change(.master, of: id) { $0.master.intensity = newValue }
    }
  }

  /// The offset added to the sharpness of all the player's haptic events, in addition to the pattern's own controls;
  /// the sum is clamped to 0...1.
  ///
  /// -1...1, default 0; other values are ignored. Continuous events change immediately; transients that have already
  /// started do not change. Not in Core Haptics.
  public var masterSharpness: Double {
    get { core.state.withLock { [id] in $0.players[id]?.master ?? .neutral }.sharpness }
    set {
      guard MasterControls.sharpnesses.contains(newValue) else { return }
      core.change(.master, of: id) { $0.master.sharpness = newValue }
    }
  }

  /// Returns the position of the player in its pattern at engine time `time`.
  ///
  /// For times that have not been rendered yet, the position is a prediction.
  ///
  /// The position is exact to the frame through the last 128 pauses, seeks, loops and speed changes. The prediction
  /// assumes that nothing changes and that all events of the pattern ring out. After a seek that skipped the longest
  /// events, the player stops earlier than predicted. If the engine is not running, its players are stopped.
  ///
  /// - Parameter time: the engine's time, in seconds; nil for the time that is heard now.
  /// - Returns: the motion, the time in the pattern, and the number of the repetition.
  public func position(at time: Seconds? = nil) -> PlayerPosition {
    core.position(of: id, at: time)
  }
}
