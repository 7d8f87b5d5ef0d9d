import AudioOutput
import Glibc
import HapticEngine
import HapticFormats
import HapticPerception
import Realtime
import RealtimeThreads
import TextFormats

/// Plays patterns one after another, in one loop that waits for keys, signals, the end of the pattern
/// and the next picture.
final class PlaySession {
  /// The reason that a pattern stopped playing.
  enum Ending {
    case finished
    /// A key selected the pattern with this index instead.
    case replaced(by: Int, PlayStart)
    case quit
    case signal(Int32)
    case deviceLost(OutputError)
  }

  /// The time for which playback continues after the last event has ended, in seconds.
  ///
  /// Our choice: long enough for an actuator's resonance to decay and its meter to be seen.
  private static let tailSeconds: Seconds = 0.1

  private var items: [PlayItem]
  private let options: PlayOptions
  private let device: PlayDevice
  private let screen = PlayScreen()
  private let signals: SignalPipe
  private var stage: PlayStage?
  /// The index of the pattern that was played before the present pattern.
  private var previous: Int?
  /// The pressed keys that have not yet been handled.
  ///
  /// Some keys may be meant for the next pattern.
  private var keys: [PlayKey] = []
  /// The time of the last picture, on the monotonic clock, in nanoseconds.
  private var drawnAt = MonotonicClock.nanoseconds()
  /// The captions of the playing pattern; empty if they are drawn.
  private var captions = CaptionLines([], from: 0)
  /// The number of events dropped for lack of a voice before the device was paused.
  private var earlierLost = 0
  /// The settings that keys change for a sound; nil for patterns.
  private let tuning: SoundTuning?
  /// The source of input values in addition to keys; nil for none.
  private let inputs: InputFeed?
  /// The values of inputs so far, for the next pattern.
  private var inputValues: [String: Double] = [:]
  /// The number of underruns caused by stopping in the shell.
  private var excusedUnderruns = 0

  /// Creates a session for at least one item, without opening anything.
  ///
  /// The values of inputs come from `inputs`. If the items were made from a sound, `tuning` changes how they
  /// are made.
  init(
    _ items: [PlayItem], _ options: PlayOptions, inputs: InputFeed? = nil,
    tuning: SoundTuning? = nil
  ) throws(Failure) {
    self.items = items
    self.tuning = tuning
    screen.tuning = tuning
    self.inputs = inputs
    self.options = options
    device = PlayDevice(options.device, title: items.map(\.loaded.name).joined(separator: ", "))
    signals = try SignalPipe()
  }

  /// Plays everything, and reports what was played.
  ///
  /// - Throws: `Failure` for everything that ends the program with a status.
  func run() throws {
    defer { screen.close() }
    var index = 0
    var start = PlayStart(options)
    while true {
      let place = PlaylistPosition(index: index + 1, count: items.count)
      let stage = try openStage(for: items[index])
      start.inputs = inputValues
      let run = try stage.play(
        items[index], rate: options.rate, from: start, isDrawn: screen.isTerminal)
      start.predecessor = nil
      begin(run, at: start.time)
      var ending = try play(run, place, on: stage)
      run.notePosition()
      let lostEvents = earlierLost + stage.engine.lostVoices
      if case .finished = ending, place.isLast { ending = try finish(stage) }
      if case .finished = ending { run.noteEnd() }
      tellCaptions(run)
      let position = run.position
      switch ending {
      case .finished where !place.isLast:
        if !screen.isDrawn { run.report(position) }
        (previous, index, start) = (index, index + 1, PlayStart(options))
        start.controls = run.controls
      case .replaced(let next, let nextStart):
        if !screen.isDrawn { run.report(position) }
        let selected = skippingOver(from: next)
        if selected != index { previous = index }
        (index, start) = (selected, nextStart)
        if selected != next { start.rewind() }
      case .finished, .quit, .signal, .deviceLost:
        // The sound stops first, so that a slow terminal cannot prolong the sound.
        stage.engine.stop()
        screen.close()
        screen.leavePicture(of: run, place, on: device)
        run.report(position)
        return try end(ending, lost: lostEvents, of: run)
      }
    }
  }

  /// Returns the index of the pattern that the waiting keys select, starting from `index`.
  ///
  /// The patterns in between are not played.
  private func skippingOver(from index: Int) -> Int {
    var index = index
    keys += screen.takeKeys()
    while let key = keys.first, let next = selected(by: key, from: index) {
      keys.removeFirst()
      index = next
    }
    return index
  }

  /// Returns the index of the next or previous pattern; nil if `key` selects neither.
  private func selected(by key: PlayKey, from index: Int) -> Int? {
    switch key {
    case .next where items.count > 1: (index + 1) % items.count
    case .previous where items.count > 1: (index + items.count - 1) % items.count
    default: nil
    }
  }

  // MARK: The device

  /// Returns the engine for `item`: the present engine, or a new engine if the item's sounds are in another folder.
  private func openStage(for item: PlayItem) throws -> PlayStage {
    let present = stage.flatMap {
      $0.folder == item.loaded.folder || !item.hasSounds ? $0 : nil
    }
    if let present, present.engine.isRunning { return present }
    stage?.engine.stop()
    let stage = present ?? PlayStage(item, on: device, options)
    if let signal = try stage.open(for: item, until: signals) {
      self.stage = nil
      try end(.signal(signal), lost: 0)
    }
    if self.stage == nil && options.isForLoudspeakers {
      StandardError.print(
        "The signal is for loudspeakers (profile audible); for an actuator, add --profile wideband "
          + "or --channels.")
    }
    self.stage = stage
    return stage
  }

  /// Waits until everything rendered has been played, unless a signal arrives first.
  private func finish(_ stage: PlayStage) throws -> Ending {
    let output = stage.device.output
    do {
      if let signal = try signals.wait(for: { try output.finish() }) { return .signal(signal) }
    } catch let error as OutputError {
      stage.engine.stop()
      return .deviceLost(error)
    }
    stage.engine.stop()
    return .finished
  }

  // MARK: The loop

  private func play(_ run: PlayRun, _ place: PlaylistPosition, on stage: PlayStage) throws -> Ending
  {
    var endsAt: Int64?
    var silence = SilenceWatch()
    while true {
      if !run.isPaused { silence.interrupted() }
      if silence.isOver() { return try sleep(run, place, on: stage) }
      screen.openInForeground()
      let now = MonotonicClock.nanoseconds()
      // Keys that are held down must not delay the picture.
      let elapsed = Double(now - drawnAt) / 1e9
      if elapsed >= 1 / PlayScreen.picturesPerSecond {
        screen.draw(run, of: place, on: stage, after: elapsed)
        drawnAt = now
      }
      if keys.isEmpty { wait(for: run, endsAt == nil) }
      device.printNews(isDrawn: screen.isDrawn)
      run.notePosition()
      tellCaptions(run)
      takeInputs(run)
      run.takeOutline()
      for signal in signals.take() {
        if try handle(signal, run) { return .signal(signal) }
      }
      keys += screen.takeKeys()
      if !keys.isEmpty { silence.interrupted() }
      while !keys.isEmpty {
        if let ending = try handle(keys.removeFirst(), run, place) { return ending }
      }
      if endsAt == nil, run.ended.wait(milliseconds: 0) {
        endsAt = MonotonicClock.nanoseconds() + Int64(Self.tailSeconds * 1e9)
      }
      if let error = stage.engine.outputError { return .deviceLost(error) }
      if let endsAt, MonotonicClock.nanoseconds() >= endsAt { return .finished }
    }
  }

  /// Closes the device while the pattern is paused, until a key is pressed and the device has been reopened.
  ///
  /// - Returns: The same pattern at the same position, or the end.
  private func sleep(
    _ run: PlayRun, _ place: PlaylistPosition, on stage: PlayStage
  ) throws -> Ending {
    var handover = run.handover
    handover.repetition = run.position.repetition
    run.leave()
    earlierLost += stage.engine.lostVoices
    stage.engine.stop()
    while true {
      screen.openInForeground()
      screen.draw(run, of: place, on: stage, after: 1)
      signals.wait(or: screen.keyDescriptor.map { [$0] } ?? [], milliseconds: 1_000)
      for signal in signals.take() {
        if try handle(signal, run) { return .signal(signal) }
      }
      takeInputs(run)
      keys += screen.takeKeys()
      if keys.first == .quit { return .quit }
      if keys.isEmpty { continue }
      do {
        if let signal = try stage.open(for: run.item, until: signals) { return .signal(signal) }
        return .replaced(by: place.index - 1, handover)
      } catch is Failure {
        // Another program may have taken the device.
        keys = []
        let reason = stage.engine.outputError?.description.printable ?? "the device is in use"
        device.note = "\(reason); any key retries"
      }
    }
  }

  /// Waits until the next picture is due or something happens.
  private func wait(for run: PlayRun, _ heedsEnd: Bool) {
    var others: [Int32] = []
    if heedsEnd { others.append(run.ended.descriptor) }
    if let keys = screen.keyDescriptor { others.append(keys) }
    let now = MonotonicClock.nanoseconds()
    let milliseconds = Int32(1000 / PlayScreen.picturesPerSecond)
    others += inputs?.descriptors(at: now) ?? []
    signals.wait(
      or: others, milliseconds: inputs?.milliseconds(milliseconds, at: now) ?? milliseconds)
  }

  /// Makes the pattern follow the values that have arrived.
  private func takeInputs(_ run: PlayRun) {
    guard let inputs else { return }
    move(run, to: inputs.take(at: MonotonicClock.nanoseconds()))
    run.followInputs()
    if !screen.isDrawn { for problem in inputs.takeProblems() { StandardError.print(problem) } }
  }

  private func move(_ run: PlayRun, to values: [String: Double]) {
    inputValues.merge(values) { $1 }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      do throws(PatternInputError) {
        try run.setInput(name, to: value)
      } catch {
        inputs?.tell(error)
      }
    }
  }

  /// Handles `key`.
  ///
  /// Errors of a player that has finished, or whose engine has stopped, are ignored: the loop notices both cases.
  ///
  /// - Returns: the reason that the pattern stopped, if the key ended it.
  private func handle(_ key: PlayKey, _ run: PlayRun, _ place: PlaylistPosition) throws -> Ending? {
    let index = place.index - 1
    switch key {
    case .quit: return .quit
    case .help: screen.toggleHelp()
    case .zoomIn: screen.zoom(by: 1, run)
    case .zoomOut: screen.zoom(by: -1, run)
    case .next where items.count > 1, .previous where items.count > 1:
      return selected(by: key, from: index).map { replaced(run, by: $0) }
    case .compare where items.count > 1:
      let other = previous.flatMap { $0 == index ? nil : $0 } ?? (index + 1) % items.count
      return .replaced(by: other, run.seamlessHandover)
    case _ where tuning?.heeds(key) == true: return try tuned(by: key, run, index)
    case .pause, .back, .forward, .farBack, .farForward, .stronger, .weaker, .sharper, .lessSharp,
      .loop, .next, .previous, .compare, .input, .moreInput, .lessInput, .defaultInput:
      try ignoringRefusal { try run.handle(key, shown: screen.shownSeconds(of: run)) }
      inputValues.merge(run.movedInputs) { $1 }
    }
    return nil
  }

  /// Replaces the pattern after `key` and the waiting keys have changed its settings, keeping the position.
  private func tuned(by key: PlayKey, _ run: PlayRun, _ index: Int) throws -> Ending? {
    guard let tuning else { return nil }
    var isTurned = tuning.handle(key)
    while let next = keys.first, tuning.heeds(next) {
      isTurned = tuning.handle(keys.removeFirst()) || isTurned
    }
    guard isTurned else { return nil }
    items[index] = PlayItem(items[index], playing: try tuning.pattern())
    return .replaced(by: index, run.seamlessHandover)
  }

  /// Returns the ending for another pattern that starts at its beginning, with the controls set by keys.
  private func replaced(_ run: PlayRun, by index: Int) -> Ending {
    var start = run.seamlessHandover
    start.rewind()
    return .replaced(by: index, start)
  }

  private func ignoringRefusal(_ command: () throws -> Void) throws {
    do {
      try command()
    } catch is EngineError {}
  }

  /// Handles `signal`.
  ///
  /// - Returns: whether the program should end.
  private func handle(_ signal: Int32, _ run: PlayRun) throws -> Bool {
    switch signal {
    case SIGTSTP: try suspend(run)
    case SIGCONT: screen.open()
    case SIGWINCH: screen.resized()
    default: return true
    }
    return false
  }

  /// Suspends the program for the shell's Ctrl-Z, and then continues at the same position.
  private func suspend(_ run: PlayRun) throws {
    let wasPaused = run.isPaused
    if !wasPaused { try pause(run, true) }
    let underruns = device.underruns
    screen.stopForShell()
    // The device has run out of samples, which is not an error here. The output notices immediately.
    usleep(50_000)
    excusedUnderruns += device.underruns - underruns
    if !wasPaused { try pause(run, false) }
  }

  private func pause(_ run: PlayRun, _ isPaused: Bool) throws {
    try ignoringRefusal { try run.setPaused(isPaused) }
    // Wait until the device is silent.
    usleep(20_000)
  }

  // MARK: Messages

  private func begin(_ run: PlayRun, at time: Seconds) {
    screen.openInForeground()
    captions = CaptionLines(screen.isDrawn ? [] : run.item.loaded.pattern.captions, from: time)
    if !screen.isDrawn {
      StandardError.print(
        "\(run.item.loaded.name): \(run.playingTime(of: run.outline.length).brief) s on "
          + (device.variants(run.item.profile).first ?? ""))
    }
  }

  /// Prints the captions that were reached.
  private func tellCaptions(_ run: PlayRun) {
    for text in captions.texts(until: run.position) {
      StandardError.print("\(run.item.loaded.name): [\(text)]")
    }
  }

  /// Prints a summary of the inputs, their last values, and the problems not yet reported.
  private func reportInputs(_ run: PlayRun) {
    guard let inputs else { return }
    move(run, to: inputs.takeRest())
    for problem in inputs.takeProblems() { StandardError.print(problem) }
    StandardError.print(([inputs.summary] + run.inputWords).joined(separator: "; "))
  }

  /// Prints the inputs of `run` and the faults, including `lost` dropped events, and ends the program
  /// according to `ending`.
  private func end(_ ending: Ending, lost: Int, of run: PlayRun? = nil) throws {
    if let run { reportInputs(run) }
    for fault in device.faults(excusing: excusedUnderruns) { StandardError.print(fault) }
    if lost > 0 { StandardError.print("\(lost.counted("event")) dropped: no voice was free") }
    switch ending {
    case .finished, .quit, .replaced: break
    case .signal(let number): throw Failure(.signal(number))
    case .deviceLost(let error):
      throw Failure(deviceLost: error)
    }
  }
}
