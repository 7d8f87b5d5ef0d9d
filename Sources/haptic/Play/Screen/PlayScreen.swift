import HapticEngine
import HapticFormats
import HapticPerception

/// The animated picture on the terminal, and its keys; does nothing without a terminal.
final class PlayScreen: TerminalScreen {
  /// What keys make of a sound that plays.
  var tuning: SoundTuning?

  /// The maximum wait for the final picture, in seconds.
  ///
  /// Our choice: that of a day-long pattern takes longer, and quitting should not wait for it.
  private static let longestWait = 0.5

  private var keys = PlayKeyReader()
  private var haptic = LevelMeter()
  private var audio = LevelMeter()
  private var showsHelp = true
  private var zoom = 0

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
    PlayPicture(outline: run.outline, symbols: symbols).window(
      position: 0, zoom: zoom, columns: size.columns
    ).seconds
  }

  /// The keys that were pressed.
  func takeKeys() -> [PlayKey] {
    // Without bytes the terminal was closed.
    takeBytes().map { keys.keys(in: $0) } ?? [.quit]
  }

  /// Draws `run`, `seconds` seconds after the last time.
  func draw(_ run: PlayRun, of place: PlaylistPosition, on stage: PlayStage, after seconds: Double)
  {
    let levels = stage.engine.takeLevels()
    let gain = stage.device.gain
    haptic.feed(peak: levels.haptic * gain, seconds: seconds)
    audio.feed(peak: max(levels.audioLeft, levels.audioRight) * gain, seconds: seconds)
    draw { columns, rows in
      var state = state(of: run, place, stage.device)
      state.haptic = haptic
      state.audio = audio
      state.showsHelp = showsHelp
      return PlayPicture(outline: run.outline, symbols: symbols)
        .canvas(state, columns: columns, rows: rows)
    }
  }

  /// Prints the final picture of a pattern that was played.
  func leavePicture(of run: PlayRun, _ place: PlaylistPosition, on device: PlayDevice) {
    guard isInForeground else { return }
    run.takeOutline(waiting: Self.longestWait)
    if run.outline.isPending { return }
    let canvas = PlayPicture(outline: run.outline, symbols: symbols).still(
      state(of: run, place, device), columns: size.columns,
      chartRows: max(1, min(max(6, size.rows / 4), size.rows - 5)))
    leave(canvas)
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
    state.inputs =
      tuning?.readings
      ?? run.live.inputs.enumerated().map { index, input in
        InputReading(
          input, value: run.live.values[input.name] ?? input.defaultValue,
          isSelected: index == run.selectedInput)
      }
    if tuning != nil { state.inputNoun = "control" }
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
  /// The inputs that it follows, or the controls of how it is made, and what one is called.
  var inputs: [InputReading] = []
  var inputNoun = "input"
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
