import AudioSession
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import TextFormats

/// A phone in the terminal.
final class LiveScreen: TerminalScreen {
  private let chart: SessionChart
  private var keys = TerminalKeyReader()
  private var haptic = LevelMeter()
  private var audio = LevelMeter()
  private var apps: [LevelMeter]
  private let title: String
  private let profile: Profile
  /// The last explanation, with its app and the length of the trace at that time.
  ///
  /// The explanation is replaced only if the app or the length changes.
  private var explained: (app: Int, lines: Int, text: [String])?

  /// Creates a screen for a phone that `chart` records.
  init(_ chart: SessionChart, title: String, apps: Int, profile: Profile) {
    self.chart = chart
    self.title = title
    self.profile = profile
    self.apps = Array(repeating: LevelMeter(), count: apps)
    super.init(needsStandardError: false)
  }

  /// Whether the meters still show a level.
  var isSounding: Bool { max(haptic.decibels, audio.decibels) > -.infinity }

  /// Returns the keys that were pressed; nil if the terminal was closed.
  func takeKeys() -> [LiveKey]? {
    takeBytes().map { keys.keys(in: $0).map { LiveKey($0) } }
  }

  /// Draws the phone, `seconds` seconds after the previous picture.
  func draw(
    _ control: LiveControl, _ mixer: PhoneMixer, on device: PlayDevice, after seconds: Double
  ) {
    let gain = device.gain
    let levels = mixer.takeLevels()
    haptic.feed(peak: levels.haptic * gain, seconds: seconds)
    audio.feed(peak: max(levels.audioLeft, levels.audioRight) * gain, seconds: seconds)
    for index in apps.indices {
      let levels = mixer.takeLevels(of: AppID(index))
      apps[index].feed(peak: max(levels.audioLeft, levels.audioRight) * gain, seconds: seconds)
    }
    draw { columns, rows in
      var state = LiveState(control, chart, title: title, traceRows: rows)
      for index in apps.indices where state.lanes.indices.contains(index) {
        state.lanes[index].meter = apps[index]
      }
      (state.haptic, state.audio) = (haptic, audio)
      state.explanation = control.isExplaining ? explanation(control) : nil
      state.device = device.variants(profile)
      state.underruns = device.underruns
      state.lateChanges = mixer.lateChanges
      return LivePicture(symbols: symbols).canvas(state, columns: columns, rows: rows)
    }
  }

  /// Prints the last picture of the phone at the end of the session.
  func leavePicture(of control: LiveControl) {
    guard isTerminal, isInForeground else { return }
    let (columns, rows) = size
    let state = LiveState(control, chart, title: title, traceRows: rows)
    // The prompt and the report follow below.
    let traceRows = min(Self.lastTraceRows, rows - state.lanes.count - 6)
    leave(LivePicture(symbols: symbols).still(state, columns: columns, traceRows: traceRows))
  }

  /// The maximum number of lines of the trace in the last picture.
  ///
  /// Our choice: enough for the effect of the last key.
  private static let lastTraceRows = 8

  private func explanation(_ control: LiveControl) -> [String] {
    let count = control.session.run.trace.count
    if let explained, explained.app == control.selected, explained.lines == count {
      return explained.text
    }
    let text = control.explanation
    explained = (control.selected, count, text)
    return text
  }
}

extension LiveState {
  /// Creates the visible state of a phone, except levels, device and explanation.
  ///
  /// - Parameters:
  ///   - control: the phone, and the state of the screen.
  ///   - chart: the chart that records the phone.
  ///   - title: the first line.
  ///   - traceRows: the maximum number of lines of the trace that fit.
  init(
    _ control: LiveControl, _ chart: SessionChart, title: String, traceRows: Int
  ) {
    let run = control.session.run
    let phone = run.phone
    self.title = title
    time = run.runtime.now.seconds
    seconds = control.seconds
    selected = control.selected + 1
    (message, isProblem) = (control.message, control.isProblem)
    explainedPage = control.explainedPage
    showsHelp = control.showsHelp
    self.phone = Self.descriptions(of: phone)
    lanes = chart.lanes(since: time - seconds).enumerated().map { index, drawn in
      var lane = Lane(drawn: drawn)
      guard phone.names.indices.contains(index) else { return lane }
      lane.number = index + 1
      lane.word = Self.word(for: AppID(index), on: phone)
      return lane
    }
    trace = Self.trace(run.trace.suffix(traceRows))
  }

  /// Returns a word of at most eleven letters for the state of an app.
  private static func word(for app: AppID, on phone: Phone) -> String {
    switch phone.state[app].lifecycle {
    case .suspended: return "suspended"
    case .terminated: return "not running"
    case .foreground, .background: break
    }
    if phone.isInterrupted(app) { return "interrupted" }
    let gain = PlayText.hundredths(phone.gain(of: app))
    if phone.isPlaying(app) {
      if !phone.isAudible(app) { return "silent" }
      return phone.isDucked(app) ? "ducked \(gain)" : "heard \(gain)"
    }
    if phone.isRecording(app) { return "recording" }
    if phone.isActive(app) { return "active" }
    return phone.state[app].lifecycle == .foreground ? "foreground" : "background"
  }
}
