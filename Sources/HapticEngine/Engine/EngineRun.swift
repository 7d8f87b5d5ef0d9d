internal import Glibc
internal import Realtime
internal import Synchronization

/// The thread that sends a command: the commands of a thread that has opened a batch wait for its end.
struct Sender: Hashable {
  private let thread: pthread_t

  /// The calling thread.
  static var current: Sender { Sender(thread: pthread_self()) }
}

/// When a command takes effect.
enum CommandMoment: Hashable {
  /// At the next frame that is rendered.
  case soonest
  /// At this frame of the run, or the next one if that is past.
  case frame(Frame)
  /// With the other commands of the batch that its sender has opened.
  case withBatch

  /// The frame that is sent to the render side, for a batch that takes effect at `batch`; a past frame
  /// means as soon as possible.
  fileprivate func frame(ofBatch batch: Frame) -> Frame {
    switch self {
    case .soonest: 0
    case .frame(let frame): frame
    case .withBatch: batch
    }
  }
}

/// One run of an engine, from the opening of its output to its close: what exists only then.
@safe
struct EngineRun {
  /// A player on the render side.
  struct Player {
    /// Which player of the engine it is.
    let id: Int
    /// The timeline that it reads while it plays.
    let timeline: Timeline
  }

  let link: RenderLink
  /// Frames per second of the output.
  let sampleRate: Double
  let renderer: UnsafeMutablePointer<Renderer>
  /// How many commands were sent, to all players and the engine.
  private var allSent = 0
  /// How many of them were urgent and for the engine.
  private var engineUrgentSent = 0
  /// Every render player of the run that has not come back.
  var players: [UnsafeMutablePointer<RenderPlayer>: Player] = unsafe [:]
  /// The memory of every curve that has not come back.
  var curves: Set<UnsafeMutableRawPointer> = unsafe []
  /// The voices that were sent, or have not come back.
  var voiceLoans: Set<UnsafeMutablePointer<VoiceLoan>> = unsafe []
  /// Players of which something is to be sent that there was no room for.
  var unsentPlayers: Set<Int> = []
  /// Whether the gains of the buses changed while no command could be sent.
  var areGainsUnsent = false
  /// The frame that was promised last to a command without a time: none comes before it.
  private var lastPromise: Frame = 0
  /// The commands of each batch that is not complete, by the thread that has opened it.
  private var batches: [Sender: [(command: RenderCommand, moment: CommandMoment)]] = [:]
  /// How many batches were sent.
  private var batchCount: UInt32 = 0

  /// The run of a renderer for `profile` at `sampleRate`, whose buses have `gains`.
  init(profile: Profile, sampleRate: Double, gains: BusGains) {
    link = RenderLink()
    self.sampleRate = sampleRate
    // SAFETY: initialized here, freed in `tearDown`.
    unsafe renderer = .allocate(capacity: 1)
    unsafe renderer.initialize(
      to: Renderer(link, profile: profile, sampleRate: sampleRate, gains: gains))
  }

  // MARK: Time

  /// The frames rendered so far.
  var frame: Frame { unsafe link.counters.pointee.frame.load(ordering: .acquiring) }

  /// When the last block was pulled and heard; nil for an output without a clock.
  var clock: RenderClock.Reading? { unsafe link.counters.pointee.clock.read() }

  /// The frame at which a command without a time takes effect that is sent now: one block later than
  /// the frame that is due now, so that the time from the call to the sound is always the same; nil,
  /// for as soon as possible, where the output has no clock.
  mutating func nextFrame() -> Frame? {
    guard let clock else { return nil }
    let elapsed = MonotonicClock.nanoseconds() - clock.time.pulledNanoseconds
    let due = clock.frame + Frame(Double(elapsed) * sampleRate / 1e9)
    // A device that has stopped has not advanced meanwhile.
    let latest = clock.frame + Frame(3 * clock.frameCount)
    lastPromise = max(lastPromise, min(due + Frame(clock.frameCount), latest), clock.frame)
    return lastPromise
  }

  /// The frame that is heard now.
  var heardFrame: Frame {
    let rendered = frame
    guard let clock else { return rendered }
    let elapsed = MonotonicClock.nanoseconds() - clock.time.heardNanoseconds
    return max(0, min(rendered, clock.frame + Frame(Double(elapsed) * sampleRate / 1e9)))
  }

  /// How many seconds there will be nothing to collect, unless something is sent: 0 while something may
  /// come at any time, infinite where nothing will.
  var quietSeconds: Seconds {
    let counters = unsafe link.counters
    // Before what was sent last is taken, nothing is known of it.
    let taken = unsafe counters.pointee.commandsTaken.load(ordering: .acquiring)
    guard taken == allSent else { return 0 }
    let until = unsafe counters.pointee.quietUntil.load(ordering: .relaxed)
    // Looked at last: what the render side gave back before it said so is seen here.
    guard link.reports.count == 0, link.curvesBack.isEmpty, link.voicesBack.isEmpty else {
      return 0
    }
    let seconds = Double(max(0, until - frame)) / sampleRate
    return seconds < Self.longestQuiet ? seconds : .infinity
  }

  /// Times further away than this, in seconds, are ignored.
  ///
  /// Our choice: ten years.
  private static let longestQuiet: Seconds = 3e8

  // MARK: Sending

  /// How many commands are under way.
  var underway: Int {
    unsafe allSent - link.counters.pointee.allDone.load(ordering: .acquiring)
  }

  /// Whether `count` more commands for the player of `record` can be sent.
  ///
  /// Each player has room of its own, so that none can take it all.
  func hasRoom(for record: PlayerRecord, count: Int = 1) -> Bool {
    let own = record.underway + count
    return own <= RenderLink.ownCapacity
      || (own <= RenderLink.playerCapacity && underway + count <= RenderLink.sharedCapacity)
  }

  /// Sends `action` for the player of `record`, to hold from `moment`, or keeps it in the batch of
  /// `sender`; false if too many commands are under way.
  mutating func sendCommand(
    _ action: RenderCommand.Action, at moment: CommandMoment, for record: inout PlayerRecord,
    from sender: Sender?, isUrgent: Bool = false
  ) -> Bool {
    let replaced = dropBatched(action)
    record.urgentSent -= replaced.urgent
    record.ordinarySent -= replaced.ordinary
    // The reserve is for commands that do not wait for the end of a batch.
    let usesReserve =
      isUrgent && !isBatching(sender) && record.urgentUnderway < RenderLink.urgentCapacity
    guard usesReserve || hasRoom(for: record) else { return false }
    if usesReserve { record.urgentSent += 1 } else { record.ordinarySent += 1 }
    push(action, at: moment, from: sender, isUrgent: usesReserve)
    return true
  }

  /// Sends `action`, with which a player is added or goes: there is always room for it, and it waits for
  /// no batch.
  ///
  /// So a player is there before any command for it, whichever thread sends the command.
  mutating func sendLifecycle(
    _ action: RenderCommand.Action, at moment: CommandMoment, for record: inout PlayerRecord
  ) {
    record.ordinarySent += 1
    push(action, at: moment, from: nil)
  }

  /// Sends the gains of the buses, or keeps them in the batch of `sender`; false if too many commands
  /// are under way.
  mutating func sendGains(
    _ gains: BusGains, at moment: CommandMoment, from sender: Sender?
  ) -> Bool {
    engineUrgentSent -= dropBatched(.setGains(gains)).urgent
    let done = unsafe link.counters.pointee.urgentDone.load(ordering: .acquiring)
    guard engineUrgentSent - done < RenderLink.urgentCapacity else { return false }
    engineUrgentSent += 1
    push(.setGains(gains), at: moment, from: sender, isUrgent: true)
    return true
  }

  private mutating func push(
    _ action: RenderCommand.Action, at moment: CommandMoment, from sender: Sender?,
    isUrgent: Bool = false
  ) {
    allSent += 1
    let command = RenderCommand(frame: moment.frame(ofBatch: 0), isUrgent: isUrgent, action)
    if let sender, batches[sender] != nil {
      batches[sender]?.append((command, moment))
    } else {
      // There is room for as many as can be under way.
      _ = link.commands.push(command)
    }
  }

  // MARK: Batches

  /// Removes what `action` sets from all batches, so that the value that was set last holds.
  ///
  /// - Returns: The number of removed commands.
  private mutating func dropBatched(
    _ action: RenderCommand.Action
  ) -> (urgent: Int, ordinary: Int) {
    var (urgent, ordinary) = (0, 0)
    for sender in batches.keys {
      batches[sender]?.removeAll { batched in
        guard batched.command.action.setsSame(as: action) else { return false }
        if batched.command.isUrgent { urgent += 1 } else { ordinary += 1 }
        return true
      }
    }
    allSent -= urgent + ordinary
    return (urgent, ordinary)
  }

  /// Whether commands of `sender` without a time wait for the end of its batch.
  func isBatching(_ sender: Sender?) -> Bool { sender.map { batches[$0] != nil } ?? false }

  /// Whether a batch holds a command for `player`.
  func isBatched(_ player: UnsafeMutablePointer<RenderPlayer>) -> Bool {
    batches.values.contains { batch in
      batch.contains { unsafe $0.command.action.player == player }
    }
  }

  /// Keeps the commands that `sender` sends from now on; those of others are sent as before.
  mutating func beginBatch(of sender: Sender) {
    if batches[sender] == nil { batches[sender] = [] }
  }

  /// Sends all commands of the batch of `sender` together; those without a time of their own hold from
  /// one frame, as soon as possible.
  mutating func endBatch(of sender: Sender) {
    let frame = nextFrame() ?? 0
    guard let commands = batches.removeValue(forKey: sender) else { return }
    // One behind the other, in the order in which they are due, so that the render side finds them so
    // whatever it does in between.
    var (before, together, after) = ([RenderCommand](), [RenderCommand](), [RenderCommand]())
    batchCount &+= 1
    for (command, moment) in commands {
      var command = command
      command.frame = moment.frame(ofBatch: frame)
      if command.frame == frame {
        command.batch = max(1, batchCount)
        together.append(command)
      } else if command.frame < frame {
        before.append(command)
      } else {
        after.append(command)
      }
    }
    if together.count == 1 { together[0].batch = 0 }
    _ = link.commands.push(contentsOf: before + together + after)
  }

  // MARK: The end

  /// Frees everything; the renderer must not be running and will not run again.
  func tearDown() {
    // The formatter would join the two words.
    // swift-format-ignore
    for unsafe player in unsafe players.keys {
      unsafe RenderPlayer.free(player)
    }
    // swift-format-ignore
    for unsafe curve in unsafe curves { unsafe curve.deallocate() }
    // swift-format-ignore
    for unsafe loan in unsafe voiceLoans { unsafe VoiceLoan.free(loan) }
    unsafe renderer.deinitialize(count: 1)
    unsafe renderer.deallocate()
  }
}
