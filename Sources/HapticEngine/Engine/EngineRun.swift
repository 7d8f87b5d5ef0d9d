internal import Realtime
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The thread that sends a command.
///
/// If a thread has opened a batch, its commands wait for the end of the batch.
struct Sender: Hashable {
  private let thread: UInt

  /// The calling thread.
  static var current: Sender {
    #if canImport(Darwin)
      // SAFETY: the pointer to the thread is only compared.
      unsafe Sender(thread: UInt(bitPattern: pthread_self()))
    #else
      Sender(thread: pthread_self())
    #endif
  }
}

/// The time at which a command takes effect.
enum CommandMoment: Hashable {
  /// At the next frame that is rendered.
  case soonest
  /// At this frame of the run, or at the next rendered frame if this frame is past.
  case frame(Frame)
  /// With the other commands of the batch that its sender has opened.
  case withBatch

  /// Returns the frame that is sent to the render side, for a batch that takes effect at `batch`; a past frame means as
  /// soon as possible.
  fileprivate func frame(ofBatch batch: Frame) -> Frame {
    switch self {
    case .soonest: 0
    case .frame(let frame): frame
    case .withBatch: batch
    }
  }
}

/// One run of an engine, from the opening of its output to the closing, with everything that exists only during the
/// run.
@safe
struct EngineRun {
  /// A player on the render side.
  struct Player {
    /// The player's number in the engine.
    let id: Int
    /// The timeline that the player reads while it plays.
    let timeline: Timeline
  }

  let link: RenderLink
  /// The frame rate of the output, in frames per second.
  let sampleRate: Double
  let renderer: UnsafeMutablePointer<Renderer>
  /// The number of commands that were sent to all players and the engine.
  private var allSent = 0
  /// The number of urgent commands for the engine, out of `allSent`.
  private var engineUrgentSent = 0
  /// Every render player of the run that has not been returned.
  var players: [UnsafeMutablePointer<RenderPlayer>: Player] = unsafe [:]
  /// The memory of every curve that has not been returned.
  var curves: Set<UnsafeMutableRawPointer> = unsafe []
  /// The memory of voices that has not been returned, including memory that could not be sent yet.
  var voiceLoans: Set<UnsafeMutablePointer<VoiceLoan>> = unsafe []
  /// The players with commands that could not be sent because there was not enough room.
  var unsentPlayers: Set<Int> = []
  /// Whether the gains of the buses changed while no command could be sent.
  var areGainsUnsent = false
  /// The most recent frame at which a command without a time was promised to take effect.
  ///
  /// Later commands do not take effect before this frame.
  private var lastPromise: Frame = 0
  /// The commands of each incomplete batch, by the thread that has opened it.
  private var batches: [Sender: [(command: RenderCommand, moment: CommandMoment)]] = [:]
  /// The number of batches that were sent.
  private var batchCount: UInt32 = 0

  /// Creates a run with a renderer for `profile` at `sampleRate`, whose buses have `gains`.
  init(profile: Profile, sampleRate: Double, gains: BusGains) {
    link = RenderLink()
    self.sampleRate = sampleRate
    // SAFETY: initialized here, freed in `tearDown`.
    unsafe renderer = .allocate(capacity: 1)
    unsafe renderer.initialize(
      to: Renderer(link, profile: profile, sampleRate: sampleRate, gains: gains))
  }

  // MARK: Time

  /// The number of frames rendered so far.
  var frame: Frame { unsafe link.counters.pointee.frame.load(ordering: .acquiring) }

  /// The times at which the last block was pulled and heard; nil for an output without a clock.
  var clock: RenderClock.Reading? { unsafe link.counters.pointee.clock.read() }

  /// Returns the frame at which a command sent now without a time takes effect.
  ///
  /// This is one block later than the frame that is due now, so that the time from the call to the sound is constant.
  /// Nil if the output does not have a clock; the command then takes effect as soon as possible.
  mutating func nextFrame() -> Frame? {
    guard let clock else { return nil }
    let elapsed = MonotonicClock.nanoseconds() - clock.time.pulledNanoseconds
    let due = clock.frame + Frame(Double(elapsed) * sampleRate / 1e9)
    // A device that has stopped does not advance, so its clock is extrapolated for three blocks only.
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

  /// The seconds until the next possible report if no command is sent.
  ///
  /// 0 while reports may arrive at any time, infinite if no reports can arrive.
  var quietSeconds: Seconds {
    let counters = unsafe link.counters
    // Until the render side has taken the last command, the command's effect is unknown.
    let taken = unsafe counters.pointee.commandsTaken.load(ordering: .acquiring)
    guard taken == allSent else { return 0 }
    let until = unsafe counters.pointee.quietUntil.load(ordering: .relaxed)
    // This is checked last: everything that the render side returned before it reported is visible here.
    guard link.reports.count == 0, link.curvesBack.isEmpty, link.voicesBack.isEmpty else {
      return 0
    }
    let seconds = Double(max(0, until - frame)) / sampleRate
    return seconds < Self.longestQuiet ? seconds : .infinity
  }

  /// Times farther in the future than this, in seconds, are ignored.
  ///
  /// Our choice: ten years.
  private static let longestQuiet: Seconds = 3e8

  // MARK: Sending

  /// The number of commands that have been sent but not yet carried out.
  var underway: Int {
    unsafe allSent - link.counters.pointee.allDone.load(ordering: .acquiring)
  }

  /// Returns whether `count` more commands for the player of `record` can be sent.
  ///
  /// Each player has its own share of the queue, so that no player can fill the whole queue.
  func hasRoom(for record: PlayerRecord, count: Int = 1) -> Bool {
    let own = record.underway + count
    return own <= RenderLink.ownCapacity
      || (own <= RenderLink.playerCapacity && underway + count <= RenderLink.sharedCapacity)
  }

  /// Sends `action` for the player of `record`, effective from `moment`, or keeps it in the batch of `sender`; returns
  /// false if too many commands are under way.
  mutating func sendCommand(
    _ action: RenderCommand.Action, at moment: CommandMoment, for record: inout PlayerRecord,
    from sender: Sender?, isUrgent: Bool = false
  ) -> Bool {
    let replaced = dropBatched(action)
    record.urgentSent -= replaced.urgent
    record.ordinarySent -= replaced.ordinary
    // The reserved room is for commands that do not wait for the end of a batch.
    let usesReserve =
      isUrgent && !isBatching(sender) && record.urgentUnderway < RenderLink.urgentCapacity
    guard usesReserve || hasRoom(for: record) else { return false }
    if usesReserve { record.urgentSent += 1 } else { record.ordinarySent += 1 }
    push(action, at: moment, from: sender, isUrgent: usesReserve)
    return true
  }

  /// Sends `action`, which adds or removes a player.
  ///
  /// There is always room for such a command, and it does not wait for a batch.
  ///
  /// So a player exists before any command for it arrives, whichever thread sends the command.
  mutating func sendLifecycle(
    _ action: RenderCommand.Action, at moment: CommandMoment, for record: inout PlayerRecord
  ) {
    record.ordinarySent += 1
    push(action, at: moment, from: nil)
  }

  /// Sends the gains of the buses, or keeps them in the batch of `sender`; returns false if too many commands are under
  /// way.
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
      // The queue has room for as many commands as can be under way.
      _ = link.commands.push(command)
    }
  }

  // MARK: Batches

  /// Removes from all batches the settings that `action` replaces, so that the most recent value applies.
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

  /// Returns whether commands of `sender` without a time wait for the end of its batch.
  func isBatching(_ sender: Sender?) -> Bool { sender.map { batches[$0] != nil } ?? false }

  /// Returns whether a batch contains a command for `player`.
  func isBatched(_ player: UnsafeMutablePointer<RenderPlayer>) -> Bool {
    batches.values.contains { batch in
      batch.contains { unsafe $0.command.action.player == player }
    }
  }

  /// Keeps the commands that `sender` sends from now on; commands of other threads are sent as before.
  mutating func beginBatch(of sender: Sender) {
    if batches[sender] == nil { batches[sender] = [] }
  }

  /// Sends all commands in the batch of `sender` together.
  ///
  /// Commands without a time of their own take effect at the same frame, as soon as possible.
  mutating func endBatch(of sender: Sender) {
    let frame = nextFrame() ?? 0
    guard let commands = batches.removeValue(forKey: sender) else { return }
    // The commands are sent in the order in which they are due, so that the render side always receives them in that
    // order.
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

  /// Frees everything; rendering must have ended permanently.
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
