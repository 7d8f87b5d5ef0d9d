internal import Realtime

/// Plays one pattern on an engine.
///
/// What a player has started plays to its end even when nobody holds the player any more; a loop
/// without end then ends with its present repetition, and a player that is paused stops. Times are the
/// engine's (`HapticEngine.currentTime`), in seconds; 0, or a time that is past, is as soon as
/// possible.
///
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
    core.letGo(of: id)
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
  /// A stop without a time is possible however many commands are under way.
  ///
  /// - Throws: `EngineError`, as `start(at:)`.
  public func stop(at time: Seconds = 0) throws(EngineError) {
    try core.halt(id, .stop, at: time)
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

  /// Forgets what was scheduled for the player before, and stops it as soon as possible.
  ///
  /// What is set on the player stays, and what is sent after the call is carried out. A cancel is
  /// possible however many commands are under way.
  ///
  /// - Throws: `EngineError` with `engineNotRunning`, or `invalidPatternPlayer` after the engine's
  ///   reset.
  public func cancel() throws(EngineError) { try core.halt(id, .cancel, at: 0) }

  /// Whether the player is silent while its time goes on.
  ///
  /// Changes within 5 ms.
  public var isMuted: Bool {
    get { core.state.withLock { [id] in $0.players[id]?.isMuted ?? false } }
    set {
      core.change(.isMuted, of: id) { $0.isMuted = newValue }
    }
  }

  /// Multiplies the intensity of all haptic events of the player, whatever the pattern's own controls
  /// make of it.
  ///
  /// 0...1, default 1; others are ignored. Changes within 5 ms. Core Haptics has no such number.
  public var masterIntensity: Double {
    get { core.state.withLock { [id] in $0.players[id]?.master ?? .neutral }.intensity }
    set {
      guard MasterControls.intensities.contains(newValue) else { return }
      core.change(.master, of: id) { $0.master.intensity = newValue }
    }
  }

  /// Is added to the sharpness of all haptic events of the player, whatever the pattern's own controls
  /// make of it; the sum is clamped to 0...1.
  ///
  /// -1...1, default 0; others are ignored. Continuous events follow at once, taps from the next one
  /// on. Core Haptics has no such number.
  public var masterSharpness: Double {
    get { core.state.withLock { [id] in $0.players[id]?.master ?? .neutral }.sharpness }
    set {
      guard MasterControls.sharpnesses.contains(newValue) else { return }
      core.change(.master, of: id) { $0.master.sharpness = newValue }
    }
  }

  /// Where in its pattern the player is at `time` of the engine, as far as that is rendered; for later
  /// times, where it would be if it went on as it does, up to its end.
  ///
  /// Exact to the frame, through pauses, seeks, loops and changes of speed; the last 128 of those are
  /// known. When the last events will have rung out is predicted for the whole pattern at its own speed:
  /// after a seek that left the longest ones out, it stops earlier than predicted. A player of an engine
  /// that does not run is stopped.
  ///
  /// - Parameter time: the engine's time, in seconds; nil for what is heard now.
  /// - Returns: what the player does, the time of its pattern, and how often that has begun again.
  public func position(at time: Seconds? = nil) -> PlayerPosition {
    core.position(of: id, at: time)
  }
}
