import HapticAuthoring
import HapticEngine

/// The animated picture on the terminal, and its keys; does nothing without a terminal.
final class PlayScreen {
  /// Pictures per second.
  ///
  /// Our choice: smooth, and a small part of a processor.
  static let picturesPerSecond = 30.0

  /// The maximum wait for the final picture, in seconds.
  ///
  /// Our choice: that of a day-long pattern takes longer, and quitting should not wait for it.
  private static let longestWait = 0.5

  private let terminal: Terminal?
  private let symbols = EnergyPlot.isUnicodeSupported ? ChartSymbols.unicode : .ascii
  private var painter = CanvasPainter(depth: ColourDepth(SystemCall.environment))
  private var keys = PlayKeyReader()
  private var haptic = LevelMeter()
  private var audio = LevelMeter()
  private var showsHelp = true
  private var zoom = 0

  init() { terminal = Terminal() }

  /// Whether there is a terminal to draw on.
  var isTerminal: Bool { terminal != nil }

  /// Whether the picture is drawn: not in the background.
  var isDrawn: Bool { terminal?.isTaken ?? false }

  /// The descriptor to wait for with poll(2) for keys; nil without any.
  var keyDescriptor: Int32? { terminal.flatMap { $0.isTaken ? $0.descriptor : nil } }

  /// Takes the terminal, or takes it again after the program was stopped.
  func open() {
    terminal?.take()
    painter.forget()
  }

  /// Takes the terminal if the shell has given it to the program meanwhile.
  ///
  /// A job that continues in the background and is then brought to the foreground gets no signal.
  func openInForeground() {
    if let terminal, !terminal.isTaken, terminal.isInForeground { open() }
  }

  /// Gives the terminal back.
  func close() { terminal?.giveBack() }

  /// Redraws everything, because the size has changed.
  func resized() { painter.forget() }

  func toggleHelp() { showsHelp.toggle() }

  /// Halves the visible time `steps` times, or doubles it for negative steps, within its limits.
  func zoom(by steps: Int, _ run: PlayRun) {
    let before = shownSeconds(of: run)
    zoom += steps
    // A step without effect would have to be undone first.
    if shownSeconds(of: run) == before { zoom -= steps }
  }

  /// How much of the pattern is visible, in seconds.
  func shownSeconds(of run: PlayRun) -> Seconds {
    let columns = terminal?.size.columns ?? 80
    return PlayPicture(outline: run.outline, symbols: symbols).window(
      position: 0, zoom: zoom, columns: columns
    ).seconds
  }

  /// The keys that were pressed.
  func takeKeys() -> [PlayKey] {
    guard let terminal, terminal.isTaken else { return [] }
    guard let bytes = terminal.read() else {
      // The terminal was closed.
      return [.quit]
    }
    return keys.keys(in: bytes)
  }

  /// Draws `run`, `seconds` seconds after the last time.
  func draw(_ run: PlayRun, of place: PlaylistPosition, on stage: PlayStage, after seconds: Double)
  {
    let levels = stage.engine.takeLevels()
    let gain = stage.device.gain
    haptic.feed(peak: levels.haptic * gain, seconds: seconds)
    audio.feed(peak: max(levels.audioLeft, levels.audioRight) * gain, seconds: seconds)
    guard let terminal, terminal.isTaken, terminal.isReady else { return }
    var state = state(of: run, place, stage.device)
    state.haptic = haptic
    state.audio = audio
    state.showsHelp = showsHelp
    let picture = PlayPicture(outline: run.outline, symbols: symbols)
    let size = terminal.size
    terminal.write(
      painter.update(to: picture.canvas(state, columns: size.columns, rows: size.rows)))
  }

  /// Prints the final picture of a pattern that was played.
  func leavePicture(of run: PlayRun, _ place: PlaylistPosition, on device: PlayDevice) {
    guard let terminal, terminal.isInForeground else { return }
    run.takeOutline(waiting: Self.longestWait)
    if run.outline.isPending { return }
    let size = terminal.size
    let canvas = PlayPicture(outline: run.outline, symbols: symbols).still(
      state(of: run, place, device), columns: size.columns,
      chartRows: max(1, min(max(6, size.rows / 4), size.rows - 5)))
    terminal.write(canvas.rows.map { painter.line($0) + "\n" }.joined())
  }

  private func state(of run: PlayRun, _ place: PlaylistPosition, _ device: PlayDevice) -> PlayState
  {
    let position = run.position
    var state = PlayState(name: run.item.loaded.name)
    state.description = run.item.loaded.pattern.text("Description") ?? ""
    state.captions = run.item.loaded.pattern.captions
    state.index = place.index
    state.count = place.count
    state.position = position.time
    state.duration = run.outline.length
    state.isPaused = run.isPaused
    state.rate = run.rate
    state.repetition = position.repetition + 1
    state.repetitions = run.repetitions
    state.controls = run.controls
    state.zoom = zoom
    state.device = device.variants(run.item.profile)
    state.underruns = device.underruns
    return state
  }
}

/// The position of a pattern among those on the command line.
struct PlaylistPosition: Hashable, Sendable {
  /// The number of the pattern, from 1.
  let index: Int
  let count: Int

  var isLast: Bool { index == count }
}

/// Everything that the picture shows.
struct PlayState: Hashable, Sendable {
  /// The pattern's name and description; the latter may be empty.
  var name: String
  var description: String = ""
  /// What its sounds say; shown in place of the description at their times.
  var captions: [PatternCaption] = []
  /// The number of the pattern, from 1, and the number of patterns.
  var index = 1
  var count = 1
  /// The position and the duration, in seconds.
  var position: Seconds = 0
  var duration: Seconds = 0
  var isPaused = false
  var rate = 1.0
  /// The present repetition, from 1, and their number; nil for ever.
  var repetition = 1
  var repetitions: Int? = 1
  var controls = LiveControls()
  /// How many times the visible time was halved; negative if doubled.
  var zoom = 0
  var haptic = LevelMeter()
  var audio = LevelMeter()
  /// Descriptions of the device, each shorter than the one before.
  var device: [String] = []
  /// The number of underruns.
  var underruns = 0
  /// Whether the legend and the keys are shown.
  var showsHelp = true
}
