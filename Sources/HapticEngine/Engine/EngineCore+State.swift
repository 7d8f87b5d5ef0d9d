internal import Realtime

extension EngineCore {
  /// The state that the lock protects.
  struct State: ~Copyable, @unchecked Sendable {
    // SAFETY (unchecked Sendable): only the control side frees its pointers, and the holder of the lock is the control
    // side.

    var life = EngineState.stopped
    var run: EngineRun?
    /// Whether something other than the engine ended the current run's output, so that the run must end as well.
    var isOutputOver = false
    /// The number of times that the output was opened, which identifies the current run.
    var runNumber = 0
    /// The engine's time, in seconds, at the start of the current run.
    var timeBase: Seconds = 0
    var players: [Int: PlayerRecord] = [:]
    var lastID = 0
    /// The engine's time at which a start was most recently over, or the beginning of the run if no start is over.
    var lastActivity: Seconds = 0
    var settings = EngineSettings()
    /// The settings at the start of the current run.
    var runSettings = EngineSettings()
    var handlers = EngineHandlers()
    /// Throws if the engine is not permitted to start now.
    ///
    /// If nil, only the output decides whether the engine starts.
    var permission: (@Sendable () throws(OutputError) -> Void)?
    /// The most recent error of the output.
    var outputError: OutputError?
    /// The number of nested batches that each thread has open.
    var openBatches: [Sender: Int] = [:]
    /// The thread that last changed the gains of the buses, if they could not be sent.
    var gainsSender: Sender?
    /// Whether the output is being opened.
    var isOpening = false
    /// The number of calls to `stop` that are waiting until the output is no longer being opened.
    var stopsWaiting = 0
    var collector = Collector()
  }
}

extension EngineCore.State {
  /// Whether the output is open and pulls blocks.
  var isRunning: Bool { life == .running && !isOutputOver }

  /// The engine's time at which a command sent now without a time takes effect.
  var currentTime: Seconds {
    mutating get {
      guard var run else { return timeBase }
      let frame = run.nextFrame() ?? run.frame
      self.run = run
      return time(of: frame)
    }
  }

  /// The engine's time of `frame` in the current run.
  func time(of frame: Frame) -> Seconds {
    guard let run else { return timeBase }
    return timeBase + Double(frame) / run.sampleRate
  }

  /// Returns when a command of `sender` for engine time `time` takes effect.
  ///
  /// For 0 or a past time, that is as soon as possible, or together with the batch that `sender` has opened.
  mutating func moment(at time: Seconds, from sender: Sender?) -> CommandMoment {
    guard let run else { return .soonest }
    if isInFuture(time) { return .frame(nearestFrame((time - timeBase) * run.sampleRate)) }
    if run.isBatching(sender) { return .withBatch }
    guard let frame = self.run?.nextFrame() else { return .soonest }
    return .frame(frame)
  }

  /// The gains that result from the mute settings and from the phone.
  var busGains: BusGains {
    let haptic = settings.isMutedForHaptics || runSettings.playsAudioOnly
    let audio = settings.isMutedForAudio || runSettings.playsHapticsOnly
    let host = settings.hostGains
    return BusGains(haptic: haptic ? 0 : host.haptic, audio: audio ? 0 : host.audio)
  }

  /// Discards the run; all starts are over.
  mutating func endRun() -> GoneRecords {
    var gone = GoneRecords()
    timeBase = currentTime
    run = nil
    isOutputOver = false
    for id in players.keys.sorted() {
      guard var record = players[id] else { continue }
      gone.completions += record.startsAreOver(record.startsSent)
      record.detach()
      if record.isReleased { gone.records.append(record) }
      players[id] = record.isReleased ? nil : record
    }
    return gone
  }
}
