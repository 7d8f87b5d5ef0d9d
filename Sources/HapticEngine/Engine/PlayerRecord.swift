/// What the control side knows of one player.
@safe
struct PlayerRecord {
  /// What is set on a player and outlives the engine's runs.
  struct Settings: OptionSet, Sendable {
    let rawValue: Int

    static let rate = Settings(rawValue: 1)
    static let loop = Settings(rawValue: 2)
    static let isMuted = Settings(rawValue: 4)
  }

  let pattern: HapticPattern
  /// The pattern compiled.
  var timeline: Timeline
  /// The rate that the sounds in `timeline` are decoded for; nil for a pattern without sounds, which
  /// does for every rate.
  var soundRate: Double?
  var rate = 1.0
  var loop = LoopRange.once
  var isMuted = false
  /// What was set and could not be sent yet.
  var unsent: Settings = []
  var completion: (@Sendable (EngineError?) -> Void)?
  /// The render side, while the engine runs.
  var render: UnsafeMutablePointer<RenderPlayer>?
  /// How many starts were sent in this run of the engine, and how many of them are over.
  var startsSent = 0
  var startsOver = 0
  /// Whether the player is given up when it has finished: `playPattern` has no handle.
  var isFireAndForget = false

  init(pattern: HapticPattern, timeline: Timeline, soundRate: Double?) {
    self.pattern = pattern
    self.timeline = timeline
    self.soundRate = soundRate
    unsafe render = nil
  }

  /// Whether a start is not over yet: the player plays, or is to play.
  var isActive: Bool { startsOver < startsSent }

  /// Notes that `count` starts are over, and returns the handler once for each that was not before.
  mutating func startsAreOver(_ count: Int) -> [@Sendable (EngineError?) -> Void] {
    let new = count - startsOver
    startsOver = count
    guard let completion, new > 0 else { return [] }
    return Array(repeating: completion, count: new)
  }
}
