import HapticEngine
import HapticFormats
import HapticPerception

/// The animated picture on the terminal, and its keys.
///
/// Without a terminal, the screen does nothing.
final class PlayScreen: TerminalScreen {
  /// The settings that keys change for a playing sound.
  var tuning: SoundTuning?

  /// The maximum wait for the final picture, in seconds.
  ///
  /// Our choice: the picture of a day-long pattern takes longer, but quitting should not wait for it.
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
    // Otherwise the user would have to undo a step without effect before zooming back.
    if shownSeconds(of: run) == before { zoom -= steps }
  }

  /// Returns the visible duration of the pattern, in seconds.
  func shownSeconds(of run: PlayRun) -> Seconds {
    PlayPicture(outline: run.outline, symbols: symbols).window(
      position: 0, zoom: zoom, columns: size.columns
    ).seconds
  }

  /// Returns the keys that were pressed.
  func takeKeys() -> [PlayKey] {
    // Nil bytes mean that the terminal was closed.
    takeBytes().map { keys.keys(in: $0) } ?? [.quit]
  }

  /// Draws `run`, `seconds` seconds after the previous picture.
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

  /// Prints the final picture of a played pattern.
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

/// The position of a pattern in the list on the command line.
struct PlaylistPosition: Hashable, Sendable {
  /// The number of the pattern, counted from 1.
  let index: Int
  let count: Int

  var isLast: Bool { index == count }
}

/// Everything that the picture shows.
struct PlayState: Hashable, Sendable {
  /// The pattern's name and its description, which may be empty.
  var name: String
  var description: String = ""
  /// The captions, which replace the description at their times.
  var captions: [PatternCaption] = []
  /// The number of the pattern, counted from 1, and the number of patterns.
  var index = 1
  var count = 1
  /// The position and the duration, in seconds.
  var position: Seconds = 0
  var duration: Seconds = 0
  var isPaused = false
  var rate = 1.0
  /// The present repetition, counted from 1, and the number of repetitions; nil for an endless loop.
  var repetition = 1
  var repetitions: Int? = 1
  var controls = LiveControls()
  /// The inputs that the pattern follows, or the controls with which the pattern was made from a sound, and the noun
  /// for a single input or control.
  var inputs: [InputReading] = []
  var inputNoun = "input"
  /// The number of times that the visible time was halved; negative if doubled.
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
