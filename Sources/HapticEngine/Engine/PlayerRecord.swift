/// What the control side knows of one player.
@safe
struct PlayerRecord {
  let pattern: HapticPattern
  /// The pattern compiled for the rate of the present run.
  var timeline: Timeline
  /// What was set on the player; it outlives the engine's runs.
  var rate = 1.0
  var loop = LoopRange.once
  var isMuted = false
  var completion: (@Sendable (EngineError?) -> Void)?
  /// The render side, while the engine runs.
  var render: UnsafeMutablePointer<RenderPlayer>?
  /// How many starts were sent in this run of the engine.
  var startsSent = 0
  /// Whether the last start has not been reported as finished.
  var isActive = false
  /// Whether the player is given up when it has finished: `playPattern` has no handle.
  var isFireAndForget = false
}
