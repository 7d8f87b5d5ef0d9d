import HapticEngine
import HapticFormats
import HapticPerception
import Realtime
internal import RealtimeThreads
import TextFormats

/// How a pattern starts to play: as the options say, or like the pattern that it replaces.
struct PlayStart {
  var controls: LiveControls
  /// The start time, in seconds of the pattern.
  var time: Seconds
  /// The number of repetitions after the first time; `Int.max` for ever.
  var repeats: Int
  var isPaused = false
  /// The number of repetitions that are over already.
  var repetition = 0
  /// Values that inputs have had before; others begin as their pattern says.
  var inputs: [String: Double] = [:]
  /// The run that it replaces, which stops in the same block.
  var predecessor: PlayRun?
  /// Whether it begins where its predecessor has been rendered to, instead of at `time`, which is heard.
  var isSeamless = false

  /// The number of repetitions to come after the present one; `Int.max` for ever.
  var remainingRepeats: Int { repeats == Int.max ? Int.max : max(0, repeats - repetition) }
}

extension PlayStart {
  /// The start that `options` select.
  init(_ options: PlayOptions) {
    self.init(controls: options.controls, time: options.start, repeats: options.repeats)
  }

  /// Starts at the beginning instead.
  mutating func rewind() { (time, isSeamless, isPaused) = (0, false, false) }

  /// Stops the predecessor, if it plays on `stage`.
  ///
  /// - Returns: The time to begin at.
  fileprivate func takeOver(on stage: PlayStage) -> Seconds {
    guard let predecessor, predecessor.stage === stage else { return time }
    let rendered = predecessor.renderedTime
    // One that has finished cannot be stopped.
    try? predecessor.stop()
    return isSeamless ? rendered : time
  }
}

/// One pattern that plays: its player and its position.
final class PlayRun {
  let item: PlayItem
  /// Raised when the player has finished, or the engine stopped.
  let ended: EventFlag
  /// The outline of its signal; without cells until they are rendered.
  private(set) var outline: SignalOutline
  private(set) var controls: LiveControls
  /// The total number of repetitions; nil for ever.
  private(set) var repetitions: Int?

  /// The number of repetitions that were asked for, without looping; 0 if that was for ever.
  private let countedRepeats: Int

  /// The number of repetitions that were over when the run began.
  private let firstRepetition: Int

  /// Whether the player was paused.
  private(set) var isPaused = false

  /// The inputs that it follows, and the index of the one that keys move.
  private(set) var live: LiveInputs
  private(set) var selectedInput = 0
  /// The values of inputs that were changed since the run began.
  private(set) var movedInputs: [String: Double] = [:]

  fileprivate let stage: PlayStage
  /// Renders outlines; nil if nothing is drawn.
  private let outlines: OutlineWorker?
  private let player: AdvancedPatternPlayer
  private var lastPosition: PlayerPosition
  /// Whether the player has begun: before its first block it has no position.
  private var hasBegun = false
  /// When an outline was wanted last, and whether inputs have changed since, in nanoseconds.
  private var outlinedAt: Int64 = 0
  private var isOutlineStale = false
  /// The target of the last seek, and the engine's time then.
  private var lastSeek: (time: Seconds, target: Seconds)?

  /// How long a seek may take until the engine's position reflects it.
  ///
  /// Our choice: more than the longest usual block.
  private static let seekSeconds: Seconds = 0.1

  /// How often inputs that move change the picture, in nanoseconds.
  ///
  /// Our choice: it stays readable, and a long pattern is not rendered all the time.
  private static let outlinePace: Int64 = 500_000_000

  /// Starts `item` on `stage`, whose engine runs; everything takes effect at one frame.
  ///
  /// - Parameters:
  ///   - item: the pattern to play.
  ///   - stage: the engine to play it on.
  ///   - rate: the speed; 1 is the pattern's own.
  ///   - start: where and how to start.
  ///   - isDrawn: whether the outline is needed.
  /// - Throws: `EngineError`, as when the device was disconnected meanwhile; `RenderError` for a rate
  ///   out of range; `SystemError` without a free descriptor.
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
    // Not before: the sound does not wait for its picture.
    outline = try item.outlineRendering(live.settings).empty
    renderOutline()
  }

  deinit { outlines?.close() }

  /// Shows the latest rendered outline, after waiting up to `seconds` for one that is under way.
  func takeOutline(waiting seconds: Double = 0) {
    if seconds > 0 { outlines?.finish(within: seconds) }
    if let finished = outlines?.take() { outline = finished }
  }

  /// The present speed; 1 is the pattern's own.
  var rate: Double { live.settings.rate }

  private func renderOutline() {
    (outlinedAt, isOutlineStale) = (MonotonicClock.nanoseconds(), false)
    outlines?.render { [item, settings = live.settings] isWanted in
      // What cannot be rendered was refused when the run was made.
      guard let rendering = try? item.outlineRendering(settings),
        let cells = rendering.cells(while: isWanted)
      else { return nil }
      var outline = rendering.empty
      outline.cells = cells
      return outline
    }
  }

  /// The position that is heard now; the last one, once the engine has stopped.
  var position: PlayerPosition {
    notePosition()
    return lastPosition
  }

  /// Records the position, so that it is known when the engine has stopped.
  func notePosition() {
    var position = player.position()
    hasBegun = hasBegun || position.motion != .stopped
    guard stage.engine.isRunning, hasBegun else { return }
    position.time = min(position.time, outline.length)
    position.repetition += firstRepetition
    lastPosition = position
  }

  /// The seconds in which `time` seconds of the pattern are played, which are fewer at a higher rate.
  func playingTime(of time: Seconds) -> Seconds { time / rate }

  /// Records that the pattern was played to its end, even if some of it is still queued.
  func noteEnd() { lastPosition.time = outline.length }

  /// The position that the next block begins at, which is heard later.
  fileprivate var renderedTime: Seconds {
    min(outline.length, player.position(at: stage.engine.currentTime).time)
  }

  /// The start of another pattern at this one's position.
  var handover: PlayStart {
    let repeats = player.repeatCount == Int.max ? Int.max : player.repeatCount + firstRepetition
    var start = PlayStart(controls: controls, time: position.time, repeats: repeats)
    start.isPaused = isPaused
    return start
  }

  /// The start of another pattern that takes over from this one without a gap.
  var seamlessHandover: PlayStart {
    var start = handover
    (start.predecessor, start.isSeamless) = (self, true)
    return start
  }

  /// Handles `key` while `shown` seconds of the pattern are visible; keys that do not control the
  /// player do nothing.
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

  /// Says no longer when the pattern ends: something else is about to stop it.
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
    // A seek just before has not taken effect yet.
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

  /// Moves the selected input by `steps` twentieths of its range; 0 sets it to its default.
  private func moveInput(by steps: Int) {
    guard live.inputs.indices.contains(selectedInput) else { return }
    let input = live.inputs[selectedInput]
    let step = (input.range.upperBound - input.range.lowerBound) * LiveControls.step
    let value = (live.values[input.name] ?? input.defaultValue) + Double(steps) * step
    // So that a step up and a step down return to the same number.
    let rounded = Double((value / step * 1000).rounded()) * step / 1000
    try? setInput(input.name, to: steps == 0 ? input.defaultValue : rounded)
    followInputs()
    renderOutline()
  }

  /// Sets an input, which the player follows from the next `followInputs` on.
  ///
  /// - Throws: `PatternInputError` if the pattern has no such input, and for a value outside its range, which
  ///   is then the nearest in it.
  func setInput(_ name: String, to value: Double) throws(PatternInputError) {
    let before = live.settings
    try live.set(name, to: value)
    movedInputs[name] = live.values[name]
    if live.settings != before { isOutlineStale = true }
    if let input = live.inputs.first(where: { $0.name == name }), !input.range.contains(value) {
      throw .outOfRange(value, input)
    }
  }

  /// Has the player follow the inputs.
  ///
  /// A player that has finished, or whose engine has stopped, follows nothing; the loop notices by
  /// itself. A command for which there is no room is sent the next time.
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
  /// The factor of all intensities, 0...1.
  private(set) var intensity: Double
  /// The offset of all sharpnesses, -1...1.
  private(set) var sharpness: Double

  /// The change by one key press.
  ///
  /// Our choice: twenty steps from 0 to 1.
  static let step = 0.05

  /// Controls of these values, clamped.
  init(intensity: Double = 1, sharpness: Double = 0) {
    self.intensity = min(1, max(0, intensity))
    self.sharpness = min(1, max(-1, sharpness))
  }

  /// The controls moved by this many steps.
  func stepped(intensity: Int = 0, sharpness: Int = 0) -> LiveControls {
    LiveControls(
      intensity: Self.stepped(self.intensity, intensity),
      sharpness: Self.stepped(self.sharpness, sharpness))
  }

  /// `value` moved by whole steps, so that twenty down and twenty up return to the start.
  private static func stepped(_ value: Double, _ steps: Int) -> Double {
    steps == 0 ? value : ((value / step).rounded() + Double(steps)) * step
  }
}
