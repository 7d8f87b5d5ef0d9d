import HapticEngine
import Realtime

/// One pattern that plays: the player, and where it is.
final class PlayRun {
  let item: PlayItem
  /// Is raised when the player has finished, or the engine stopped.
  let ended: EventFlag
  private(set) var outline: SignalOutline
  private(set) var playhead: Playhead
  private(set) var controls: LiveControls

  private let stage: PlayStage
  private let player: AdvancedPatternPlayer

  /// How far ahead commands are sent whose moment must be known, in seconds.
  ///
  /// Our choice: two of the default periods.
  private static let lead: Seconds = 0.010

  /// Starts `item` on `stage`, which runs.
  ///
  /// Everything takes effect at one frame: no block is rendered meanwhile.
  init(_ item: PlayItem, on stage: PlayStage, _ options: PlayOptions) throws {
    self.item = item
    self.stage = stage
    controls = options.controls
    outline = try item.outline(options.controls)
    ended = try EventFlag()
    let meters = stage.device.output.meters
    meters.hold()
    defer { meters.release() }
    let ended = ended
    player = try stage.engine.makeAdvancedPlayer(with: item.loaded.pattern)
    player.completionHandler = { _ in ended.raise() }
    stage.engine.stoppedHandler = { _ in ended.raise() }
    player.playbackRate = options.rate
    player.repeatCount = options.repeats
    playhead = Playhead(
      duration: item.loaded.pattern.duration, length: outline.length, rate: options.rate,
      repeats: options.repeats, from: options.start, at: stage.engine.currentTime)
    try player.start()
    if options.start > 0 { try player.seek(to: options.start, begun: .continued) }
    if !controls.isNeutral { try player.sendParameters(controls.parameters) }
  }

  /// The time of the engine that is heard now.
  private var heardTime: Seconds { stage.engine.currentTime - stage.device.delay }

  /// Where in the pattern we are, as it is heard.
  var position: Seconds { playhead.position(at: heardTime) }

  /// How often the pattern was begun.
  var pass: Int { playhead.pass(at: heardTime) }

  /// How often it will have been; nil for ever.
  var passes: Int? { playhead.passesInAll }

  /// Does what `key` asks for; those that are not about the player do nothing.
  func handle(_ key: PlayKey) throws {
    switch key {
    case .pause: try setPaused(!playhead.isPaused)
    case .back: try seek(by: -1)
    case .forward: try seek(by: 1)
    case .stronger: try send(controls.stepped(intensity: 1))
    case .weaker: try send(controls.stepped(intensity: -1))
    case .sharper: try send(controls.stepped(sharpness: 1))
    case .duller: try send(controls.stepped(sharpness: -1))
    case .loop: setLooping(playhead.repeats < Int.max)
    case .help, .quit: break
    }
  }

  /// Stands still, or goes on.
  func setPaused(_ isPaused: Bool) throws {
    guard isPaused != playhead.isPaused else { return }
    let time = stage.engine.currentTime + Self.lead
    if isPaused {
      try player.pause(at: time)
      playhead.pause(at: time)
    } else {
      try player.resume(at: time)
      playhead.resume(at: time)
    }
  }

  /// Moves by `steps` twentieths of the pattern, or of 50 ms where it is shorter than a second.
  private func seek(by steps: Double) throws {
    let now = stage.engine.currentTime
    let step = max(0.05 * outline.length, 0.050)
    let target = max(0, playhead.position(at: now) + steps * step)
    try player.seek(to: target, begun: .continued)
    playhead.seek(to: target, at: now)
  }

  private func send(_ controls: LiveControls) throws {
    guard controls != self.controls else { return }
    self.controls = controls
    try player.sendParameters(controls.parameters)
    outline = try item.outline(controls, at: playhead.position(at: stage.engine.currentTime))
  }

  private func setLooping(_ isLooping: Bool) {
    player.repeatCount = isLooping ? Int.max : 0
    playhead.setRepeats(isLooping ? Int.max : 0, at: stage.engine.currentTime)
  }
}
