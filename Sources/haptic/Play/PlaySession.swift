import Glibc
import HapticEngine
import Realtime

/// Plays patterns one after another: one loop that waits for keys, signals, the end of the pattern
/// and the next picture.
final class PlaySession {
  /// Why a pattern does not play any more.
  enum Ending {
    case finished
    case quit
    case signal(Int32)
    case deviceLost(OutputError)
  }

  /// How long playing goes on after the last event has ended, in seconds.
  ///
  /// Our choice: for an actuator's resonance to die away, and its meter to be seen.
  private static let afterglow: Seconds = 0.1

  private let items: [PlayItem]
  private let options: PlayOptions
  private let device: PlayDevice
  private let screen = PlayScreen()
  private let signals: SignalPipe
  private var stage: PlayStage?
  /// Underruns that came of being stopped by the shell.
  private var excusedUnderruns = 0

  /// A session of `items`, of which there is at least one; nothing is opened yet.
  init(_ items: [PlayItem], _ options: PlayOptions) throws(Failure) {
    self.items = items
    self.options = options
    device = PlayDevice(options.device)
    signals = try SignalPipe()
  }

  /// Plays everything, and says what came of it.
  ///
  /// - Throws: `Failure` for whatever ends the program with a status.
  func run() throws {
    defer { screen.close() }
    for (index, item) in items.enumerated() {
      let place = PlayPlace(index: index + 1, count: items.count)
      let stage = try openStage(for: item)
      let run = try PlayRun(item, on: stage, options)
      begin(run)
      var ending = try play(run, place, on: stage)
      if case .finished = ending, place.index == place.count { ending = finish(stage) }
      let isOver = if case .finished = ending { place.index == place.count } else { true }
      let position = run.position
      if isOver { screen.close() }
      if isOver { screen.leavePicture(of: run, place, on: device) }
      if isOver || !screen.isTerminal { report(run, position) }
      if isOver { return try end(ending) }
    }
  }

  // MARK: The device

  /// The engine for `item`: the present one, or a new one where its sounds are elsewhere.
  private func openStage(for item: PlayItem) throws(Failure) -> PlayStage {
    if let stage, stage.folder == item.loaded.folder || !item.hasSounds { return stage }
    stage?.engine.stop()
    let stage = PlayStage(item, on: device, options)
    // Opening may take seconds: whoever ends the program meanwhile need not wait.
    try stage.start(for: item)
    self.stage = stage
    return stage
  }

  private func finish(_ stage: PlayStage) -> Ending {
    do throws(OutputError) {
      try stage.finish()
      return .finished
    } catch {
      return .deviceLost(error)
    }
  }

  // MARK: The loop

  private func play(_ run: PlayRun, _ place: PlayPlace, on stage: PlayStage) throws -> Ending {
    var drawnAt = MonotonicClock.nanoseconds()
    var endsAt: Int64?
    while true {
      let now = MonotonicClock.nanoseconds()
      let elapsed = Double(now - drawnAt) / 1e9
      if elapsed >= 1 / PlayScreen.picturesPerSecond {
        screen.draw(run, of: place, on: device, after: elapsed)
        drawnAt = now
      }
      wait(for: run, endsAt == nil)
      for signal in signals.take() {
        if try handle(signal, run) { return .signal(signal) }
      }
      for key in screen.takeKeys() {
        if key == .quit { return .quit }
        if key == .help { screen.toggleHelp() }
        try command(key, run)
      }
      if endsAt == nil, run.ended.wait(milliseconds: 0) {
        endsAt = MonotonicClock.nanoseconds() + Int64(Self.afterglow * 1e9)
      }
      if let error = stage.engine.outputError { return .deviceLost(error) }
      if let endsAt, MonotonicClock.nanoseconds() >= endsAt { return .finished }
    }
  }

  /// Waits until the next picture, or until something happens.
  private func wait(for run: PlayRun, _ heedsEnd: Bool) {
    var set = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
    if heedsEnd { set.append(pollfd(fd: run.ended.descriptor, events: Int16(POLLIN), revents: 0)) }
    if let keys = screen.keyDescriptor {
      set.append(pollfd(fd: keys, events: Int16(POLLIN), revents: 0))
    }
    // SAFETY: poll reads and writes as many entries as the array has.
    _ = unsafe poll(&set, nfds_t(set.count), Int32(1000 / PlayScreen.picturesPerSecond))
  }

  /// Does what `key` asks for.
  ///
  /// A player that has just finished, or whose engine has just stopped, refuses; the loop finds
  /// that out by itself.
  private func command(_ key: PlayKey, _ run: PlayRun) throws {
    do {
      try run.handle(key)
    } catch is EngineError {}
  }

  /// Does what `signal` asks for.
  ///
  /// - Returns: whether the program is to end.
  private func handle(_ signal: Int32, _ run: PlayRun) throws -> Bool {
    switch signal {
    case SIGTSTP: try stop(run)
    case SIGCONT: screen.open()
    case SIGWINCH: screen.resized()
    default: return true
    }
    return false
  }

  /// Stops the program as the shell's Ctrl-Z asks for, and goes on where it was.
  private func stop(_ run: PlayRun) throws {
    let wasPaused = run.playhead.isPaused
    if !wasPaused { try pause(run, true) }
    screen.close()
    let underruns = device.underruns
    kill(getpid(), SIGSTOP)
    screen.open()
    // The device has run dry meanwhile, which is nobody's fault; it notices at once.
    usleep(50_000)
    excusedUnderruns += device.underruns - underruns
    if !wasPaused { try pause(run, false) }
  }

  private func pause(_ run: PlayRun, _ isPaused: Bool) throws {
    do {
      try run.setPaused(isPaused)
    } catch is EngineError {}
    // Until it is silent.
    usleep(20_000)
  }

  // MARK: Words

  private func begin(_ run: PlayRun) {
    if screen.isTerminal {
      screen.open()
    } else {
      Words.say("\(run.item.loaded.name): \(run.playhead.length.brief) s on \(device.words)")
    }
  }

  private func report(_ run: PlayRun, _ position: Seconds) {
    let passes = run.pass > 1 ? " in pass \(run.pass)" : ""
    Words.say(
      "\(run.item.loaded.name): played to \(position.brief) of \(run.playhead.length.brief) s"
        + passes)
  }

  private func end(_ ending: Ending) throws {
    let lost = stage?.engine.lostVoices ?? 0
    stage?.engine.stop()
    for trouble in device.troubles(excusing: excusedUnderruns) { Words.say(trouble) }
    if lost > 0 { Words.say("\(lost.counted("event")) left out: no voice was free") }
    switch ending {
    case .finished, .quit: break
    case .signal(SIGINT): throw Failure(.interrupted)
    case .signal(SIGHUP): throw Failure(.hungUp)
    case .signal: throw Failure(.terminated)
    case .deviceLost(let error):
      throw Failure(error.exitStatus, "the sound device has stopped: \(error)")
    }
  }
}
