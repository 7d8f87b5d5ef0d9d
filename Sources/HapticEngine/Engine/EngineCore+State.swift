internal import Realtime

extension EngineCore {
  /// What the lock protects.
  struct State: ~Copyable, @unchecked Sendable {
    // SAFETY (unchecked Sendable): its pointers are the control side's to free, and whoever has the
    // lock is the control side.

    var life = EngineState.stopped
    var run: EngineRun?
    /// Whether somebody else has ended the output of the present run, which is to follow.
    var isOutputOver = false
    /// How often the output was opened: what distinguishes the present run from those before.
    var runNumber = 0
    /// The engine's time, in seconds, at the start of the present run.
    var timeBase: Seconds = 0
    var players: [Int: PlayerRecord] = [:]
    var lastID = 0
    /// When the last start that is over was, in the engine's time; when the run began, if none is.
    var lastActivity: Seconds = 0
    var settings = EngineSettings()
    /// The settings as they were when the present run started.
    var runSettings = EngineSettings()
    var handlers = EngineHandlers()
    /// Throws if the engine may not start now; nil if only its output decides.
    var permission: (@Sendable () throws(OutputError) -> Void)?
    /// Why the output last failed.
    var outputError: OutputError?
    /// How many batches each thread has open, one in another.
    var openBatches: [Sender: Int] = [:]
    /// The thread that changed the gains of the buses last, if they could not be sent.
    var gainsSender: Sender?
    /// Whether the output is being opened.
    var isOpening = false
    /// How many calls of `stop` wait for the end of an opening.
    var stopsWaiting = 0
    var collector = Collector()
  }
}

extension EngineCore.State {
  /// Whether the output is open and pulls blocks.
  var isRunning: Bool { life == .running && !isOutputOver }

  /// The engine's time at which a command without a time takes effect that is sent now.
  var currentTime: Seconds {
    mutating get {
      guard var run else { return timeBase }
      let frame = run.nextFrame() ?? run.frame
      self.run = run
      return time(of: frame)
    }
  }

  /// The engine's time of `frame` of the present run.
  func time(of frame: Frame) -> Seconds {
    guard let run else { return timeBase }
    return timeBase + Double(frame) / run.sampleRate
  }

  /// When a command of `sender` takes effect that is to hold from `time` of the engine: for a time that is
  /// past or 0, as soon as possible, or together with the batch that `sender` has opened.
  mutating func moment(at time: Seconds, from sender: Sender?) -> CommandMoment {
    guard let run else { return .soonest }
    if isInFuture(time) { return .frame(nearestFrame((time - timeBase) * run.sampleRate)) }
    if run.isBatching(sender) { return .withBatch }
    guard let frame = self.run?.nextFrame() else { return .soonest }
    return .frame(frame)
  }

  /// The gains that the mutes make.
  var busGains: BusGains {
    let haptic = settings.isMutedForHaptics || runSettings.playsAudioOnly
    let audio = settings.isMutedForAudio || runSettings.playsHapticsOnly
    return BusGains(haptic: haptic ? 0 : 1, audio: audio ? 0 : 1)
  }

  /// Forgets the run; all starts are over.
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
