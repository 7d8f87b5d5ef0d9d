internal import AudioOutput
internal import AudioSession
internal import HapticEngine
internal import PacedOutput
internal import PhoneAudio
internal import PhoneRuntime
internal import PhoneSimulator
internal import Realtime
internal import TextFormats

/// A phone that is controlled from a page while its time passes.
///
/// Its time follows the clock of this machine. The rendered sound goes to the page. If the page is not heard of for a
/// while, the time of the phone stands still.
actor LivePhone {
  /// A message to the page.
  enum News: Sendable {
    /// The phone at present.
    case picture(LivePicture)
    /// Frames of two floats of 32 bits, little-endian.
    case samples([UInt8])
  }

  /// The path of the folder in which the phone is saved.
  nonisolated let folder: String
  private let session: LiveSession
  private let recording: LiveRecording
  /// The number of steps in the recording.
  private var recorded = 0
  private let mixer: PhoneMixer
  private let chart: SessionChart
  private let buffers = BusBuffers(capacity: LivePhone.blockFrames)
  private let tell: @Sendable (News) -> Void
  private var mixdown = Mixdown(map: SoundBlocks.map, format: .float32)
  private var app: Int?
  /// The number of actions so far.
  private(set) var presses = 0
  /// The time at which the page was last heard of, and the time at which the phone's time was 0.
  private var heard = ContinuousClock.now
  private var origin = ContinuousClock.now
  private var drawn: ContinuousClock.Instant?
  /// The app and the length of the trace of the last facts.
  private var told: (app: Int?, lines: Int)?
  private var isOver = false

  /// Frames per block.
  ///
  /// Our choice: the effect of a key is heard after 20 ms and the delay of the browser.
  static let blockFrames = 960
  /// The interval at which the clock is read.
  ///
  /// Our choice: half a block.
  private static let interval = Duration.milliseconds(10)
  /// The interval between pictures.
  ///
  /// Our choice: lanes seem to move.
  private static let pictureInterval = Duration.milliseconds(100)
  /// The time without a sign of the page after which the phone's time stands still.
  ///
  /// Our choice: a few signs. Otherwise, the sound for a page that is suspended would fill the memory.
  private static let patience = Duration.seconds(5)
  /// The delay of the clock after which the missed time is omitted, in frames.
  ///
  /// Our choice: half a second, after which the machine was probably asleep.
  private static let longestDelay = Int64(24_000)
  /// The time between the last rendered frame and the effect of a key, and the time by which known changes are sent
  /// ahead.
  ///
  /// Source: `LiveRun` of the command line.
  private static let margin = PhoneTime(seconds: 0.005)
  private static let lead = PhoneTime(seconds: 0.05)
  /// The duration of the lanes, in seconds.
  private static let seconds = 30.0

  /// Starts a phone at the beginning of `scenario`.
  ///
  /// - Parameters:
  ///   - scenario: the scenario.
  ///   - folder: the path of the folder in which the phone is saved.
  ///   - journal: the path at which the phone is recorded until then.
  ///   - profile: the profile that maps intensity and sharpness to a signal.
  ///   - tell: receives the messages to the page.
  /// - Throws: `StudioError` if a sound cannot be decoded, or if the recording cannot be written.
  init(
    _ scenario: Scenario, folder: String, journal: String, profile: Profile,
    tell: @escaping @Sendable (News) -> Void
  ) throws(StudioError) {
    (self.folder, self.tell) = (folder, tell)
    let decoder = SoundFileDecoder()
    do {
      let sounds = try scenario.sounds(decodedBy: decoder)
      session = try LiveSession(scenario)
      chart = SessionChart(session.run.phone, patterns: scenario.patterns)
      session.run.runtime.add(chart)
      mixer = session.run.makeLiveMixer(
        PhoneAudioConfiguration(sounds: sounds, profile: profile, soundDecoder: decoder))
    } catch {
      throw StudioError("\(error)")
    }
    let text = session.recording(named: scenario.name).text
    recording = try LiveRecording(path: journal, folder: folder, text: text)
    app = scenario.apps.isEmpty ? nil : 0
  }

  /// Lets time pass until the phone is finished or the task is canceled.
  func run() async {
    origin = ContinuousClock.now
    while !isOver, !Task.isCancelled {
      advance()
      try? await Task.sleep(for: Self.interval)
    }
  }

  private func advance() {
    let now = ContinuousClock.now
    if now - heard > Self.patience || frame(at: now) - mixer.nextFrame > Self.longestDelay {
      origin = now - .seconds(PhoneTime(frames: mixer.nextFrame).seconds)
    }
    let due = frame(at: now)
    var samples: [UInt8] = []
    while mixer.nextFrame + Int64(Self.blockFrames) <= due {
      foresee()
      let block = buffers.blockWithSignal(frames: Self.blockFrames)
      mixer.render(into: block)
      samples += mixdown.bytes(of: block)
      mixer.collect()
    }
    if !samples.isEmpty { tell(.samples(samples)) }
    if drawn.map({ now - $0 >= Self.pictureInterval }) ?? true {
      drawn = now
      // If the disk is full, the next press reports it.
      try? record()
      tell(.picture(picture))
    }
  }

  private func frame(at instant: ContinuousClock.Instant) -> Int64 {
    let elapsed = (instant - origin).components
    let seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
    return Int64(seconds * PhoneTime.framesPerSecond)
  }

  /// Advances the phone to the time at which an action now takes effect.
  private func foresee() {
    let next = PhoneTime(frames: mixer.nextFrame)
    let block = PhoneTime(frames: Int64(Self.blockFrames))
    session.advance(to: next + Self.margin, foreseeing: next + block + Self.lead)
  }

  private var picture: LivePicture {
    let run = session.run
    let time = run.runtime.now.seconds
    let drawn = chart.lanes(since: time - Self.seconds)
    let id = app.map { AppID($0) }
    let lines = run.trace.count
    let isNew = told.map { $0.app != app || $0.lines != lines } ?? true
    if isNew { told = (app, lines) }
    return LivePicture(
      title: run.scenario.name, time: time, seconds: Self.seconds,
      apps: run.scenario.apps.map(\.name),
      lanes: drawn.map { LaneRow($0, until: time) },
      keys: SessionChart.keys(of: drawn).map(KeyRow.init),
      on: LiveAction.allCases.filter { $0.isOn(run.phone, id) ?? false }.map(\.rawValue),
      presses: presses, moment: isNew ? PhoneReading.moment(of: run, app: app) : nil)
  }

  // MARK: Requests

  /// Notes that the page still hears the phone, and shows the facts of `app` from now on.
  func hear(app: Int?) {
    heard = .now
    if let app, !session.run.scenario.apps.indices.contains(app) { return }
    self.app = app
  }

  /// Carries out the action called `name` of `app`.
  ///
  /// - Throws: `StudioError` for an unknown action, or if the action was carried out but cannot be recorded.
  func press(_ name: String, app: Int?) throws(StudioError) -> LiveSession.Effect {
    guard let action = LiveAction(rawValue: name) else {
      throw StudioError("unknown action \(name.printable)")
    }
    if isOver { throw StudioError("the live phone has ended") }
    hear(app: app)
    foresee()
    presses += 1
    let effect = session.press(action, app: self.app.map { AppID($0) })
    tell(.picture(picture))
    try record()
    return effect
  }

  /// What has happened, as the text of a scenario.
  private var text: String { session.recording(named: session.run.scenario.name).text }

  /// Records the steps since the last call, unless nothing was done with the phone.
  private func record() throws(StudioError) {
    if presses == 0 || session.steps.count == recorded { return }
    try recording.record(text)
    recorded = session.steps.count
  }

  /// Ends the phone, and returns what has happened as the text of a scenario.
  func finish() -> String {
    if !isOver {
      isOver = true
      mixer.outputHasStopped()
      session.finish()
      try? record()
    }
    return text
  }

  /// Removes the recording, because the scenario was saved or is not wanted.
  func forget() { recording.remove() }
}
