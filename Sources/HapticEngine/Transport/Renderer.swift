internal import Realtime
internal import Synchronization

/// The render side of an engine: carries out commands at their frames and sums the players.
///
/// - Thread: render, except init and deinit.        Realtime-safe: all except those two.
@safe
struct Renderer: ~Copyable {
  /// The longest stretch rendered in one step; longer blocks are cut, which does not change the samples.
  static var longestPart: Int {
    @_noAllocation @_noLocks get { 4_096 }
  }
  /// The maximum number of players of an engine.
  ///
  /// Our choice.
  static var playerCapacity: Int {
    @_noAllocation @_noLocks get { 256 }
  }

  let commands: SPSCQueue<RenderCommand>
  private let reports: SPSCQueue<RenderReport>
  let curvesBack: ReturnStack
  let voicesBack: ReturnStack
  let counters: UnsafeMutablePointer<RenderLink.Counters>
  /// The commands that wait for their frame, or were deferred.
  var pending = PendingCommands(capacity: RenderLink.commandCapacity)
  let players: UnsafeMutablePointer<UnsafeMutablePointer<RenderPlayer>>
  var playerCount = 0
  private var bus: HapticBus
  var hapticGain: GainRamp
  var audioGain: GainRamp
  /// One part of each bus, for players whose gain moves.
  private let scratch: UnsafeMutablePointer<Float>
  private(set) var now: Frame
  /// The number of voices lost by players that have been removed.
  private var lostVoices = 0
  /// The units of work that commands may still use now; less than 1 until the last command has been paid off.
  var credit = CommandCost.maximumCredit
  /// The number of commands that were taken from the queue.
  var commandsTaken = 0

  /// Creates a renderer without players, whose first frame is 0 and whose buses start with `gains`.
  init(_ link: RenderLink, profile: Profile, sampleRate: Double, gains: BusGains) {
    unsafe counters = link.counters
    commands = link.commands
    reports = link.reports
    curvesBack = link.curvesBack
    voicesBack = link.voicesBack
    // SAFETY: both are freed in deinit; only the first `playerCount` players are read.
    unsafe players = .allocate(capacity: Self.playerCapacity)
    unsafe scratch = .allocate(capacity: 3 * Self.longestPart)
    unsafe scratch.initialize(repeating: 0, count: 3 * Self.longestPart)
    bus = HapticBus(profile, sampleRate: sampleRate)
    hapticGain = GainRamp(
      gains.haptic, seconds: PatternRenderer.fadeSeconds, sampleRate: sampleRate)
    audioGain = GainRamp(
      gains.audio, seconds: PatternRenderer.fadeSeconds, sampleRate: sampleRate)
    now = 0
  }

  // The players belong to the control side, which frees them.
  deinit {
    unsafe players.deallocate()
    unsafe scratch.deallocate()
  }

  /// Skips this number of frames, for an engine that was started before its output began to pull it.
  ///
  /// Must be called before the first block, when nothing is playing yet.
  @_noAllocation @_noLocks
  mutating func beginLate(by frames: Frame) { now += max(0, frames) }

  /// Renders the next `block.frameCount` frames, overwriting the buffers.
  @_noAllocation @_noLocks
  mutating func render(into block: BusBlock) {
    if let time = block.time {
      unsafe counters.pointee.clock.note(frame: now, time, frameCount: block.frameCount)
    }
    takeCommands()
    var buses = BlockBuses(block)
    var done = 0
    while done < block.frameCount {
      carryOutDue()
      var part = min(block.frameCount - done, Self.longestPart)
      let next = pending.nextFrame
      if next < now + Frame(part) { part = Int(next - now) }
      renderPart(&buses, at: done, part)
      done += part
      now += Frame(part)
      credit = min(CommandCost.maximumCredit, credit + part * CommandCost.perFrame)
    }
    buses.finish()
    unsafe counters.pointee.meters.measure(block, buses)
    report()
  }

  @_noAllocation @_noLocks
  private mutating func renderPart(_ buses: inout BlockBuses, at offset: Int, _ count: Int) {
    var index = 0
    while index < playerCount {
      unsafe players[index].pointee.render(
        into: &buses, at: offset, count: count, scratch: scratch)
      index += 1
    }
    if buses.hapticFrames > offset {
      unsafe hapticGain.apply(buses.haptic(upTo: offset + count) + offset, nil, count: count)
    } else {
      hapticGain.skip(count)
    }
    if buses.audioFrames > offset {
      let audio = unsafe buses.audio(upTo: offset + count)
      unsafe audioGain.apply(audio.left + offset, audio.right + offset, count: count)
    } else {
      audioGain.skip(count)
    }
    bus.apply(to: &buses, at: offset, count: count)
  }

  // MARK: Reports

  /// Reports the starts that are over and the engine's position to the control side, and returns players that have
  /// faded.
  @_noAllocation @_noLocks
  private mutating func report() {
    var lost = 0
    var isQuiet = true
    var kept = 0
    var index = 0
    while index < playerCount {
      let player = unsafe players[index]
      index += 1
      if unsafe player.pointee.isOver, unsafe giveBack(player) { continue }
      unsafe reportStarts(player)
      if unsafe !player.pointee.isQuiet { isQuiet = false }
      unsafe lost += player.pointee.pattern.lostVoices
      unsafe players[kept] = player
      kept += 1
    }
    playerCount = kept
    unsafe counters.pointee.lostVoices.store(lostVoices + lost, ordering: .relaxed)
    unsafe counters.pointee.frame.store(now, ordering: .releasing)
    unsafe counters.pointee.quietUntil.store(
      isQuiet ? pending.nextFrame : now, ordering: .relaxed)
    // Stored after everything has been returned, so that a control side that sees this value also sees what was
    // returned.
    unsafe counters.pointee.commandsTaken.store(commandsTaken, ordering: .releasing)
  }

  @_noAllocation @_noLocks
  private func reportStarts(_ player: UnsafeMutablePointer<RenderPlayer>) {
    if unsafe player.pointee.account.isReported { return }
    let report = unsafe RenderReport.startsOver(
      id: player.pointee.id, count: player.pointee.account.startsOver,
      lastAt: player.pointee.account.lastOver)
    // A full queue does not lose anything: the next report includes this one.
    if reports.push(report) { unsafe player.pointee.account.startsWereReported() }
  }

  /// Returns a player and its curves to the control side; false if there is not enough room for all these reports.
  @_noAllocation @_noLocks
  private mutating func giveBack(_ player: UnsafeMutablePointer<RenderPlayer>) -> Bool {
    if reports.count + 2 > reports.capacity { return false }
    if unsafe player.pointee.account.pendingCommands > 0 {
      unsafe dropPending(before: .release(player), sentBefore: .max)
    }
    unsafe giveBackCurves(player)
    unsafe reportStarts(player)
    unsafe lostVoices += player.pointee.pattern.lostVoices
    // There is room: it was checked above, and this is the only thread that pushes.
    _ = unsafe reports.push(.removed(player))
    return true
  }
}
