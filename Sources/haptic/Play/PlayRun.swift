import HapticEngine
import Realtime

/// How a pattern begins to play: as the options say, or as another one played that it takes the
/// place of.
struct PlayStart {
  var controls: LiveControls
  /// Where, in seconds of the pattern.
  var time: Seconds
  /// How often it begins again; `Int.max` for ever.
  var repeats: Int
  var isPaused = false
}

extension PlayStart {
  /// The start that `options` ask for.
  init(_ options: PlayOptions) {
    self.init(controls: options.controls, time: options.start, repeats: options.repeats)
  }
}

/// One pattern that plays: the player, and where it is.
final class PlayRun {
  let item: PlayItem
  /// Is raised when the player has finished, or the engine stopped.
  let ended: EventFlag
  let rate: Double
  /// What it feels like; without cells until they are rendered.
  private(set) var outline: SignalOutline
  private(set) var controls: LiveControls
  /// How often the pattern is played in all; nil for ever.
  private(set) var repetitions: Int?

  /// Whether it stands still, as far as it was asked to.
  private(set) var isPaused = false

  private let stage: PlayStage
  /// Renders what is drawn; nil where nothing is.
  private let outlines: OutlineWorker?
  private let player: AdvancedPatternPlayer
  private var lastPosition = PlayerPosition(motion: .stopped, time: 0, repetition: 0)
  /// The last place that was sought, and the engine's time then.
  private var sought: (time: Seconds, place: Seconds)?

  /// How long a seek may take until the engine's own position has it.
  ///
  /// Our choice: more than the longest usual block.
  private static let seekSeconds: Seconds = 0.1

  /// Starts `item` on `stage`, which runs.
  ///
  /// Everything takes effect at one frame.
  ///
  /// - Parameters:
  ///   - item: what is played.
  ///   - stage: what it is played on.
  ///   - rate: how fast; 1 is the pattern's own speed.
  ///   - start: how it begins.
  ///   - isDrawn: whether the outline is looked at.
  /// - Throws: `EngineError`, as where the device has gone meanwhile; `RenderError` for a rate out
  ///   of range; `SystemError` if there is no descriptor left.
  init(
    _ item: PlayItem, on stage: PlayStage, rate: Double, from start: PlayStart, isDrawn: Bool
  ) throws {
    self.item = item
    self.stage = stage
    self.rate = rate
    controls = start.controls
    outline = try item.outlineRendering(start.controls, rate: rate).empty
    outlines = isDrawn ? OutlineWorker() : nil
    ended = try EventFlag()
    let ended = ended
    player = try stage.engine.makeAdvancedPlayer(with: item.loaded.pattern)
    player.completionHandler = { _ in ended.raise() }
    stage.engine.stoppedHandler = { _ in ended.raise() }
    repetitions = start.repeats == Int.max ? nil : start.repeats + 1
    try stage.engine.batch { [player] () throws(EngineError) in
      player.playbackRate = rate
      player.loopEnd = LoopLength(of: item.loaded.pattern).loopEnd
      player.repeatCount = start.repeats
      player.masterIntensity = start.controls.intensity
      player.masterSharpness = start.controls.sharpness
      try player.start()
      if start.time > 0 { try player.seek(to: start.time, begun: .continued) }
      if start.isPaused { try player.pause() }
    }
    isPaused = start.isPaused
    renderOutline()
  }

  deinit { outlines?.close() }

  /// Takes over the outline that was rendered last; `seconds` is how long one that is under way is
  /// waited for.
  func takeOutline(waiting seconds: Double = 0) {
    if seconds > 0 { outlines?.finish(within: seconds) }
    if let finished = outlines?.take() { outline = finished }
  }

  private func renderOutline() {
    outlines?.render { [item, controls, rate] isWanted in
      // What cannot be rendered was refused when the run was made.
      guard let rendering = try? item.outlineRendering(controls, rate: rate),
        let cells = rendering.cells(while: isWanted)
      else { return nil }
      var outline = rendering.empty
      outline.cells = cells
      return outline
    }
  }

  /// Where it is, as it is heard; where it was last, once the engine has stopped.
  var position: PlayerPosition {
    notePosition()
    return lastPosition
  }

  /// Looks where it is, so that it is known when the engine has stopped.
  func notePosition() {
    var position = player.position()
    guard stage.engine.isRunning else { return }
    position.time = min(position.time, outline.length)
    lastPosition = position
  }

  /// It has been played to its end, whatever of it is still on its way.
  func noteEnd() { lastPosition.time = outline.length }

  /// How another pattern goes on where this one is.
  var handover: PlayStart {
    var start = PlayStart(controls: controls, time: position.time, repeats: player.repeatCount)
    start.isPaused = isPaused
    return start
  }

  /// Does what `key` asks for while `shown` seconds of the pattern are in sight; those that are not
  /// about the player do nothing.
  func handle(_ key: PlayKey, shown: Seconds) throws {
    let (near, far) = (shown / 20, max(shown / 2, outline.length / 20))
    switch key {
    case .pause: try setPaused(!isPaused)
    case .back: try seek(by: -near)
    case .forward: try seek(by: near)
    case .farBack: try seek(by: -far)
    case .farForward: try seek(by: far)
    case .stronger: set(controls.stepped(intensity: 1))
    case .weaker: set(controls.stepped(intensity: -1))
    case .sharper: set(controls.stepped(sharpness: 1))
    case .duller: set(controls.stepped(sharpness: -1))
    case .loop: setLooping(repetitions != nil)
    case .help, .quit, .zoomIn, .zoomOut, .next, .previous, .compare: break
    }
  }

  /// Stands still, or goes on.
  func setPaused(_ isPaused: Bool) throws {
    guard isPaused != self.isPaused else { return }
    if isPaused { try player.pause() } else { try player.resume() }
    self.isPaused = isPaused
  }

  /// Fades within milliseconds, because another pattern takes its place.
  func stop() throws {
    player.completionHandler = nil
    try player.stop()
  }

  private func seek(by seconds: Seconds) throws {
    let now = stage.engine.currentTime
    var place = player.position(at: now).time
    // One that was asked for just before is not carried out yet.
    if let sought, now - sought.time < Self.seekSeconds {
      place = sought.place + (isPaused ? 0 : (now - sought.time) * rate)
    }
    let target = max(0, min(outline.length, min(place, outline.length) + seconds))
    try player.seek(to: target, begun: .continued)
    sought = (time: now, place: target)
  }

  private func set(_ controls: LiveControls) {
    guard controls != self.controls else { return }
    self.controls = controls
    player.masterIntensity = controls.intensity
    player.masterSharpness = controls.sharpness
    renderOutline()
  }

  private func setLooping(_ isLooping: Bool) {
    player.repeatCount = isLooping ? Int.max : 0
    repetitions = isLooping ? nil : position.repetition + 1
  }
}

/// One pattern that is going to be played.
struct PlayItem: Sendable {
  let argument: PatternArgument
  let loaded: LoadedPattern
  let profile: Profile
  /// Its sounds at the rate of the outline.
  private let sounds: [String: DecodedSound]

  /// Reads the pattern and its sounds, and says what is wrong with them.
  ///
  /// - Throws: `Failure` if it cannot be played, or is over before `options` let it begin.
  init(_ argument: PatternArgument, _ options: PlayOptions, profile: Profile) throws(Failure) {
    self.argument = argument
    self.profile = profile
    loaded = try argument.load(resources: options.resources)
    let sounds = SoundFolder(loaded.folder).sounds(
      for: loaded, sampleRate: SignalOutline.sampleRate)
    loaded.sayWarnings(besides: sounds.problems)
    self.sounds = sounds.decoded
    try RenderLimit.check(loaded.pattern, loaded.name)
  }

  /// Whether it has sounds from files.
  var hasSounds: Bool { loaded.pattern.events.contains { $0.type == .audioCustom } }

  /// What draws it at `rate` times the speed under `controls`.
  func outlineRendering(
    _ controls: LiveControls = LiveControls(), rate: Double = 1
  ) throws(RenderError) -> OutlineRendering {
    try OutlineRendering(
      of: loaded.pattern, profile: profile, sounds: sounds,
      playback: Playback(
        rate: rate, masterIntensity: controls.intensity, masterSharpness: controls.sharpness))
  }
}

/// What is changed of everything while a pattern plays, beside the pattern's own controls.
struct LiveControls: Hashable, Sendable {
  /// Multiplies the intensity, 0...1.
  private(set) var intensity: Double
  /// Is added to the sharpness, -1...1.
  private(set) var sharpness: Double

  /// How much one key changes.
  ///
  /// Our choice: twenty steps from nothing to all.
  static let step = 0.05

  /// Controls of these values, clamped.
  init(intensity: Double = 1, sharpness: Double = 0) {
    self.intensity = min(1, max(0, intensity))
    self.sharpness = min(1, max(-1, sharpness))
  }

  /// The controls with so many steps more or less.
  func stepped(intensity: Int = 0, sharpness: Int = 0) -> LiveControls {
    LiveControls(
      intensity: Self.stepped(self.intensity, intensity),
      sharpness: Self.stepped(self.sharpness, sharpness))
  }

  /// Whole steps, so that twenty down and twenty up are where one began.
  private static func stepped(_ value: Double, _ steps: Int) -> Double {
    steps == 0 ? value : ((value / step).rounded() + Double(steps)) * step
  }
}
