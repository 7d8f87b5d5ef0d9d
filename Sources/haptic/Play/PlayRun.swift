import HapticEngine
import HapticFormats
import HapticPerception
import Realtime
internal import RealtimeThreads
import TextFormats

/// The start of a pattern, set by the options or by the pattern that it replaces.
struct PlayStart {
  var controls: LiveControls
  /// The start time, in seconds of the pattern.
  var time: Seconds
  /// The number of repetitions after the first time; `Int.max` for an endless loop.
  var repeats: Int
  var isPaused = false
  /// The number of repetitions that have already ended.
  var repetition = 0
  /// The previous values of inputs.
  ///
  /// Other inputs start with the value in their pattern.
  var inputs: [String: Double] = [:]
  /// The run to replace, which stops in the same block.
  var predecessor: PlayRun?
  /// Whether the pattern starts where the rendered part of its predecessor ends, and not at
  /// `time`, the position that is heard.
  var isSeamless = false

  /// The number of repetitions after the present one; `Int.max` for an endless loop.
  var remainingRepeats: Int { repeats == Int.max ? Int.max : max(0, repeats - repetition) }
}

extension PlayStart {
  /// Creates the start that `options` select.
  init(_ options: PlayOptions) {
    self.init(controls: options.controls, time: options.start, repeats: options.repeats)
  }

  /// Moves the start to the beginning.
  mutating func rewind() { (time, isSeamless, isPaused) = (0, false, false) }

  /// Stops the predecessor if it plays on `stage`.
  ///
  /// - Returns: The time at which to start.
  fileprivate func takeOver(on stage: PlayStage) -> Seconds {
    guard let predecessor, predecessor.stage === stage else { return time }
    let rendered = predecessor.renderedTime
    // A finished player cannot be stopped.
    try? predecessor.stop()
    return isSeamless ? rendered : time
  }
}

/// One playing pattern, with its player and its position.
final class PlayRun {
  let item: PlayItem
  /// A flag that is raised when the player has finished or the engine has stopped.
  let ended: EventFlag
  /// The outline of the signal, without cells until they are rendered.
  private(set) var outline: SignalOutline
  private(set) var controls: LiveControls
  /// The total number of times that the pattern plays; nil for an endless loop.
  private(set) var repetitions: Int?

  /// The number of repetitions after the first time when looping is off; 0 if an endless loop was requested.
  private let countedRepeats: Int

  /// The number of repetitions that had ended when the run started.
  private let firstRepetition: Int

  /// Whether the player was paused.
  private(set) var isPaused = false

  /// The inputs that the pattern follows, and the index of the input that keys change.
  private(set) var live: LiveInputs
  private(set) var selectedInput = 0
  /// The values of the inputs that have changed since the run started.
  private(set) var movedInputs: [String: Double] = [:]

  fileprivate let stage: PlayStage
  /// Renders outlines; nil if nothing is drawn.
  private let outlines: OutlineWorker?
  private let player: AdvancedPatternPlayer
  private var lastPosition: PlayerPosition
  /// Whether the player has started.
  ///
  /// Before its first block, the player does not have a position.
  private var hasBegun = false
  /// The time of the last outline request in nanoseconds, and whether inputs have changed since that request.
  private var outlinedAt: Int64 = 0
  private var isOutlineStale = false
  /// The target of the last seek, and the engine's time then.
  private var lastSeek: (time: Seconds, target: Seconds)?

  /// The maximum time until the engine's position reflects a seek.
  ///
  /// Our choice: more than the longest usual block.
  private static let seekSeconds: Seconds = 0.1

  /// The minimum interval at which changing inputs update the picture, in nanoseconds.
  ///
  /// Our choice: the picture stays readable, and long patterns are not rendered constantly.
  private static let outlinePace: Int64 = 500_000_000

  /// Starts `item` on `stage`, whose engine is running.
  ///
  /// All changes take effect at the same frame.
  ///
  /// - Parameters:
  ///   - item: the pattern to play.
  ///   - stage: the engine that plays the pattern.
  ///   - rate: the speed; 1 is the pattern's own.
  ///   - start: the position and the settings to start with.
  ///   - isDrawn: whether the outline is needed.
  /// - Throws: `EngineError`, for example if the device was disconnected in the meantime; `RenderError`
  ///   for a rate out of range; `SystemError` without a free descriptor.
  init(
    _ item: PlayItem, on stage: PlayStage, rate: Double, from start: PlayStart, isDrawn: Bool
  ) throws {
    self.item = item
    self.stage = stage
    controls = start.controls
    var live = item.live
    live.rate = rate
    for (name, value) in start.inputs { try? live.set(name, to: value) }
    live.masterIntensity = start.controls.intensity
    live.masterSharpness = start.controls.sharpness
    outlines = isDrawn ? OutlineWorker() : nil
    ended = try EventFlag()
    let ended = ended
    let player = try stage.engine.makeAdvancedPlayer(
      with: live.pattern.seamed(atRate: live.settings.rate))
    self.player = player
    player.completionHandler = { _ in ended.raise() }
    stage.engine.stoppedHandler = { _ in ended.raise() }
    repetitions = start.repeats == Int.max ? nil : start.repeats + 1
    countedRepeats = start.repeats == Int.max ? 0 : start.repeats
    firstRepetition = start.repetition
    lastPosition = PlayerPosition(
      motion: .stopped, time: start.time, repetition: start.repetition)
    try stage.engine.batch { () throws(EngineError) in
      let time = start.takeOver(on: stage)
      player.loopEnd = LoopLength(of: item.loaded.pattern).loopEnd
      player.repeatCount = start.remainingRepeats
      live.prepare(player)
      try player.start()
      try live.follow(player, at: stage.engine.currentTime)
      if time > 0 { try player.seek(to: time, begun: .continued) }
      if start.isPaused { try player.pause() }
    }
    isPaused = start.isPaused
    self.live = live
    // This comes last, because the sound should not wait for its picture.
    outline = try item.outlineRendering(live.settings).empty
    renderOutline()
  }

  deinit { outlines?.close() }

  /// Shows the most recent outline, after waiting up to `seconds` for an outline that is being rendered.
  func takeOutline(waiting seconds: Double = 0) {
    if seconds > 0 { outlines?.finish(within: seconds) }
    if let finished = outlines?.take() { outline = finished }
  }

  /// The present speed; 1 is the pattern's own.
  var rate: Double { live.settings.rate }

  private func renderOutline() {
    (outlinedAt, isOutlineStale) = (MonotonicClock.nanoseconds(), false)
    outlines?.render { [item, settings = live.settings] isWanted in
      // A pattern that cannot be rendered was refused when the run was created.
      guard let rendering = try? item.outlineRendering(settings),
        let cells = rendering.cells(while: isWanted)
      else { return nil }
      var outline = rendering.empty
      outline.cells = cells
      return outline
    }
  }

  /// The position that is heard now, or the last position once the engine has stopped.
  var position: PlayerPosition {
    notePosition()
    return lastPosition
  }

  /// Records the position, so that it is known after the engine has stopped.
  func notePosition() {
    var position = player.position()
    hasBegun = hasBegun || position.motion != .stopped
    guard stage.engine.isRunning, hasBegun else { return }
    position.time = min(position.time, outline.length)
    position.repetition += firstRepetition
    lastPosition = position
  }

  /// Returns the seconds that it takes to play `time` seconds of the pattern at the present rate.
  func playingTime(of time: Seconds) -> Seconds { time / rate }

  /// Records that the pattern was played to its end, even if part of it is still queued.
  func noteEnd() { lastPosition.time = outline.length }

  /// The position at which the next block starts, which is heard later.
  fileprivate var renderedTime: Seconds {
    min(outline.length, player.position(at: stage.engine.currentTime).time)
  }

  /// The start of another pattern at the position of this pattern.
  var handover: PlayStart {
    let repeats = player.repeatCount == Int.max ? Int.max : player.repeatCount + firstRepetition
    var start = PlayStart(controls: controls, time: position.time, repeats: repeats)
    start.isPaused = isPaused
    return start
  }

  /// The start of another pattern that takes over from this pattern without a gap.
  var seamlessHandover: PlayStart {
    var start = handover
    (start.predecessor, start.isSeamless) = (self, true)
    return start
  }

  /// Handles `key` while `shown` seconds of the pattern are visible, ignoring keys that do not control the
  /// player.
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
    case .lessSharp: set(controls.stepped(sharpness: -1))
    case .loop: setLooping(repetitions != nil)
    case .input(let number): if number <= live.inputs.count { selectedInput = number - 1 }
    case .moreInput: moveInput(by: 1)
    case .lessInput: moveInput(by: -1)
    case .defaultInput: moveInput(by: 0)
    case .help, .quit, .zoomIn, .zoomOut, .next, .previous, .compare: break
    }
  }

  /// Pauses or resumes.
  func setPaused(_ isPaused: Bool) throws {
    guard isPaused != self.isPaused else { return }
    if isPaused { try player.pause() } else { try player.resume() }
    self.isPaused = isPaused
  }

  /// Stops reporting the end of the pattern, because something else is about to stop it.
  func leave() {
    notePosition()
    player.completionHandler = nil
  }

  /// Fades out within milliseconds, because another pattern replaces this one.
  func stop() throws {
    player.completionHandler = nil
    try player.stop()
  }

  private func seek(by seconds: Seconds) throws {
    let now = stage.engine.currentTime
    var position = player.position(at: now).time
    // A recent seek may not have taken effect yet.
    if let lastSeek, now - lastSeek.time < Self.seekSeconds {
      position = lastSeek.target + (isPaused ? 0 : (now - lastSeek.time) * rate)
    }
    let target = max(0, min(outline.length, min(position, outline.length) + seconds))
    try player.seek(to: target, begun: .continued)
    lastSeek = (time: now, target: target)
  }

  private func set(_ controls: LiveControls) {
    guard controls != self.controls else { return }
    self.controls = controls
    live.masterIntensity = controls.intensity
    live.masterSharpness = controls.sharpness
    followInputs()
    renderOutline()
  }

  // MARK: Inputs

  /// Changes the selected input by `steps` twentieths of its range.
  ///
  /// With 0 steps, resets the input to its default.
  private func moveInput(by steps: Int) {
    guard live.inputs.indices.contains(selectedInput) else { return }
    let input = live.inputs[selectedInput]
    let step = (input.range.upperBound - input.range.lowerBound) * LiveControls.step
    let value = (live.values[input.name] ?? input.defaultValue) + Double(steps) * step
    // With rounding, a step up and a step down return to the same number.
    let rounded = Double((value / step * 1000).rounded()) * step / 1000
    try? setInput(input.name, to: steps == 0 ? input.defaultValue : rounded)
    followInputs()
    renderOutline()
  }

  /// Sets an input, which the player follows after the next `followInputs`.
  ///
  /// - Throws: `PatternInputError` if the pattern does not declare the input, or if the value is outside its
  ///   range. In the latter case, the nearest value in the range is set.
  func setInput(_ name: String, to value: Double) throws(PatternInputError) {
    let before = live.settings
    try live.set(name, to: value)
    movedInputs[name] = live.values[name]
    if live.settings != before { isOutlineStale = true }
    if let input = live.inputs.first(where: { $0.name == name }), !input.range.contains(value) {
      throw .outOfRange(value, input)
    }
  }

  /// Makes the player follow the inputs.
  ///
  /// A player that has finished, or whose engine has stopped, does not follow them; the loop notices both cases
  /// separately. Commands that do not fit in the queue are sent the next time.
  func followInputs() {
    try? live.follow(player, at: stage.engine.currentTime)
    guard isOutlineStale, MonotonicClock.nanoseconds() - outlinedAt >= Self.outlinePace else {
      return
    }
    renderOutline()
  }

  private func setLooping(_ isLooping: Bool) {
    player.repeatCount = isLooping ? Int.max : max(0, countedRepeats - firstRepetition)
    repetitions = isLooping ? nil : max(countedRepeats, position.repetition) + 1
  }
}

/// The intensity and sharpness set by keys, in addition to the pattern's own controls.
struct LiveControls: Hashable, Sendable {
  /// The factor for all intensities, 0...1.
  private(set) var intensity: Double
  /// The offset for all sharpnesses, -1...1.
  private(set) var sharpness: Double

  /// The change for one key press.
  ///
  /// Our choice: twenty steps from 0 to 1.
  static let step = 0.05

  /// Creates controls with these values, which are clamped.
  init(intensity: Double = 1, sharpness: Double = 0) {
    self.intensity = min(1, max(0, intensity))
    self.sharpness = min(1, max(-1, sharpness))
  }

  /// Returns the controls changed by the given numbers of steps.
  func stepped(intensity: Int = 0, sharpness: Int = 0) -> LiveControls {
    LiveControls(
      intensity: Self.stepped(self.intensity, intensity),
      sharpness: Self.stepped(self.sharpness, sharpness))
  }

  /// Returns `value` changed by whole steps, so that twenty down and twenty up return to the start.
  private static func stepped(_ value: Double, _ steps: Int) -> Double {
    steps == 0 ? value : ((value / step).rounded() + Double(steps)) * step
  }
}
