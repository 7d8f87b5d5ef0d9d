internal import Realtime
internal import Synchronization

/// The render side of an engine: carries out commands at their frames and sums the players.
///
/// - Thread: render, but for init and `deallocate`.        Realtime-safe: all but those two.
@safe
struct Renderer {
  /// The longest stretch rendered at once; longer blocks are cut, which changes no sample.
  static var longestPart: Int {
    @_noAllocation @_noLocks get { 4_096 }
  }
  /// How many players an engine has at most.
  ///
  /// Our choice.
  static var playerCapacity: Int {
    @_noAllocation @_noLocks get { 256 }
  }

  private let commands: SPSCQueue<RenderCommand>
  private let reports: SPSCQueue<RenderReport>
  private let curvesBack: ReturnStack
  private let voicesBack: ReturnStack
  private let counters: UnsafeMutablePointer<RenderLink.Counters>
  private var pending = PendingCommands(capacity: RenderLink.commandCapacity)
  private let players: UnsafeMutablePointer<UnsafeMutablePointer<RenderPlayer>>
  private var playerCount = 0
  private var bus: HapticBus
  private var hapticGain: GainRamp
  private var audioGain: GainRamp
  /// One part of each bus, for players whose gain moves.
  private let scratch: UnsafeMutablePointer<Float>
  private(set) var now: Frame
  /// Voices lost by players that are gone.
  private var lostVoices = 0
  /// What may still be spent on commands now, in units of work; less than 1 while the last one is
  /// paid off.
  private var credit = CommandCost.maximumCredit

  /// A renderer without players, whose first frame is 0 and whose buses have `gains` at once.
  init(_ link: RenderLink, profile: Profile, sampleRate: Double, gains: BusGains) {
    unsafe counters = link.counters
    commands = link.commands
    reports = link.reports
    curvesBack = link.curvesBack
    voicesBack = link.voicesBack
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

  /// Frees the memory; the renderer must not be used afterwards.
  ///
  /// Players are their makers'.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() {
    pending.deallocate()
    unsafe players.deallocate()
    unsafe scratch.deallocate()
  }

  /// Renders the next `block.frameCount` frames over whatever the buffers hold.
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
      if next <= now {
        part = min(part, CommandCost.frames(untilCreditFrom: credit))
      } else if next < now + Frame(part) {
        part = Int(next - now)
      }
      renderPart(&buses, at: done, part)
      done += part
      now += Frame(part)
      credit = CommandCost.credit(credit, after: part)
    }
    buses.finish()
    if unsafe counters.pointee.isMetering.load(ordering: .relaxed) { measure(block, buses) }
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
      hapticGain.pass(count)
    }
    if buses.audioFrames > offset {
      let audio = unsafe buses.audio(upTo: offset + count)
      unsafe audioGain.apply(audio.left + offset, audio.right + offset, count: count)
    } else {
      audioGain.pass(count)
    }
    bus.apply(to: &buses, at: offset, count: count)
  }

  // MARK: Commands

  /// The most commands that are taken from the queue in one block, so that a flood of them does not
  /// make one block late.
  private static var maximumTaken: Int { @_noAllocation @_noLocks get { 1_024 } }

  @_noAllocation @_noLocks
  private mutating func takeCommands() {
    var taken = 0
    while taken < Self.maximumTaken, let command = commands.pop() {
      if let player = unsafe command.action.player {
        unsafe player.pointee.commandIsPending(isStart: command.action.isStart)
      }
      pending.insert(
        RenderCommand(
          frame: command.frame > now ? command.frame : now, isUrgent: command.isUrgent,
          command.action))
      taken += 1
    }
  }

  /// Carries out what is due, as far as there is credit for it.
  @_noAllocation @_noLocks
  private mutating func carryOutDue() {
    while pending.nextFrame <= now, credit > 0 {
      let entry = pending.removeFirst()
      credit -= CommandCost.of(entry.command.action, pendingCount: pending.count)
      carryOut(entry)
      noteDone(entry.command)
    }
  }

  /// Tells the control side that there is room for one more command.
  @_noAllocation @_noLocks
  private func noteDone(_ command: RenderCommand) {
    if let player = unsafe command.action.player {
      unsafe player.pointee.commandIsDone(isUrgent: command.isUrgent)
    } else {
      unsafe counters.pointee.urgentDone.wrappingAdd(1, ordering: .relaxed)
    }
    unsafe counters.pointee.commandsDone.wrappingAdd(1, ordering: .releasing)
  }

  @_noAllocation @_noLocks
  private mutating func carryOut(_ entry: PendingCommands.Entry) {
    switch entry.command.action {
    case .add(let player):
      if playerCount < Self.playerCapacity {
        unsafe players[playerCount] = player
        playerCount += 1
        unsafe player.pointee.isAdded(at: now)
      }
    case .release(let player): unsafe player.pointee.release()
    case .cancel(let player):
      unsafe forgetPending(player, sentBefore: entry.order, settings: false)
      unsafe player.pointee.stop()
    case .start(let player):
      unsafe giveBackCurves(player)
      unsafe player.pointee.start()
    case .stop(let player): unsafe player.pointee.stop()
    case .pause(let player): unsafe player.pointee.pause()
    case .resume(let player): unsafe player.pointee.resume()
    case .seek(let player, let time, let begun):
      unsafe player.pointee.seek(to: time, begun: begun)
    case .setRate(let player, let rate): unsafe player.pointee.setRate(rate)
    case .setRepeats(let player, let repeats): unsafe player.pointee.setRepeats(repeats)
    case .setLoopEnd(let player, let end): unsafe player.pointee.setLoopEnd(end)
    case .setMuted(let player, let isMuted): unsafe player.pointee.setMuted(isMuted)
    case .setMaster(let player, let master): unsafe player.pointee.setMaster(master)
    case .setVoices(let player, let loan):
      unsafe player.pointee.exchangeVoices(with: loan)
      unsafe voicesBack.push(UnsafeMutableRawPointer(loan))
    case .send(let player, let control, let source):
      if let points = unsafe player.pointee.pattern.controls.sentPoints(of: control) {
        unsafe giveBack(points)
      }
      unsafe player.pointee.send(source, to: control)
    case .setGains(let gains):
      hapticGain.move(to: gains.haptic)
      audioGain.move(to: gains.audio)
    }
  }

  /// Drops the commands for `player` that have not come to their frame and were sent before
  /// `order`; settings, which hold whatever a player does, only if `settings` says so.
  @_noAllocation @_noLocks
  private mutating func forgetPending(
    _ player: UnsafeMutablePointer<RenderPlayer>, sentBefore order: UInt64, settings: Bool
  ) {
    if unsafe player.pointee.pendingCommands == 0 { return }
    var kept = 0
    var index = 0
    while index < pending.count {
      let entry = pending.entry(at: index)
      if unsafe entry.command.action.player == player, entry.order < order,
        forget(entry.command.action, settings: settings)
      {
        noteDone(entry.command)
      } else {
        pending.keep(index, at: kept)
        kept += 1
      }
      index += 1
    }
    pending.keepFirst(kept)
  }

  /// Does what a command that is dropped leaves to be done.
  ///
  /// - Returns: whether it can be dropped.
  @_noAllocation @_noLocks
  private mutating func forget(_ action: RenderCommand.Action, settings: Bool) -> Bool {
    switch action {
    case .send(_, _, let source):
      if let points = unsafe source.points { unsafe giveBack(points) }
      return true
    case .start(let player):
      unsafe player.pointee.dropStart()
      return true
    case .setVoices(_, let loan):
      if settings { unsafe voicesBack.push(UnsafeMutableRawPointer(loan)) }
      return settings
    case .cancel, .stop, .pause, .resume, .seek: return true
    case .setRate, .setRepeats, .setLoopEnd, .setMuted, .setMaster: return settings
    case .add, .release, .setGains: return settings
    }
  }

  /// Gives back the curves that a player's controls still point to, and lets it forget them.
  @_noAllocation @_noLocks
  private func giveBackCurves(_ player: UnsafeMutablePointer<RenderPlayer>) {
    var control = 0
    while control < ControlIndex.count {
      if let points = unsafe player.pointee.pattern.controls.sentPoints(of: control) {
        unsafe giveBack(points)
      }
      control += 1
    }
    unsafe player.pointee.forgetSent()
  }

  @_noAllocation @_noLocks
  private func giveBack(_ points: UnsafePointer<SentControl.Point>) {
    unsafe curvesBack.push(SentControl.loan(of: points))
  }

  // MARK: Reports

  /// Tells the control side which starts are over, and how far the engine is; gives back players
  /// that have faded.
  @_noAllocation @_noLocks
  private mutating func report() {
    var lost = 0
    var kept = 0
    var index = 0
    while index < playerCount {
      let player = unsafe players[index]
      index += 1
      if unsafe player.pointee.isOver, unsafe giveBack(player) { continue }
      unsafe reportStarts(player)
      unsafe lost += player.pointee.pattern.lostVoices
      unsafe players[kept] = player
      kept += 1
    }
    playerCount = kept
    unsafe counters.pointee.lostVoices.store(lostVoices + lost, ordering: .relaxed)
    unsafe counters.pointee.frame.store(now, ordering: .releasing)
  }

  @_noAllocation @_noLocks
  private func reportStarts(_ player: UnsafeMutablePointer<RenderPlayer>) {
    if unsafe player.pointee.startsOver == player.pointee.startsReported { return }
    let report = unsafe RenderReport.startsOver(
      id: player.pointee.id, count: player.pointee.startsOver)
    // A full queue loses nothing: the next report says as much and more.
    if reports.push(report) { unsafe player.pointee.startsWereReported() }
  }

  /// Gives a player and its curves back; false if there is no room for all those reports.
  @_noAllocation @_noLocks
  private mutating func giveBack(_ player: UnsafeMutablePointer<RenderPlayer>) -> Bool {
    if reports.count + 2 > reports.capacity { return false }
    unsafe forgetPending(player, sentBefore: .max, settings: true)
    unsafe giveBackCurves(player)
    unsafe reportStarts(player)
    unsafe lostVoices += player.pointee.pattern.lostVoices
    // There is room: it was asked for above, and nobody else pushes.
    _ = unsafe reports.push(.removed(player))
    return true
  }

  // MARK: Levels

  /// Raises the peaks to those of `block`.
  @_noAllocation @_noLocks
  private func measure(_ block: BusBlock, _ buses: BlockBuses) {
    let count = block.frameCount
    if buses.hapticFrames > 0 {
      unsafe raise(counters.pointee.hapticPeakBits, to: peak(block.haptic, count))
    }
    if buses.audioFrames == 0 { return }
    unsafe raise(counters.pointee.audioLeftPeakBits, to: peak(block.audioLeft, count))
    unsafe raise(counters.pointee.audioRightPeakBits, to: peak(block.audioRight, count))
  }

  @_noAllocation @_noLocks
  private func raise(_ bits: borrowing Atomic<UInt32>, to peak: Float) {
    _ = bits.max(peak.bitPattern, ordering: .relaxed)
  }

  /// The largest magnitude of `count` samples; what is not a number is never larger.
  @_noAllocation @_noLocks
  private func peak(_ samples: UnsafeMutablePointer<Float>, _ count: Int) -> Float {
    var peaks = SIMD8<Float>()
    var index = 0
    while index &+ 8 <= count {
      let lanes = unsafe UnsafeRawPointer(samples + index).loadUnaligned(as: SIMD8<Float>.self)
      peaks.replace(with: lanes, where: lanes .> peaks)
      peaks.replace(with: -lanes, where: -lanes .> peaks)
      index &+= 8
    }
    var peak: Float = 0
    var lane = 0
    while lane < 8 {
      if peaks[lane] > peak { peak = peaks[lane] }
      lane &+= 1
    }
    while index < count {
      let magnitude = unsafe samples[index].magnitude
      if magnitude > peak { peak = magnitude }
      index &+= 1
    }
    return peak
  }
}

/// What commands cost, so that however many there are, a block's share of them is bounded: a unit is
/// about the tenth of a microsecond that a voice takes to be copied.
///
/// Counted in frames and not in blocks, so that which command waits does not depend on how the signal
/// is cut into blocks. A command that must wait is late by some frames; order is kept.
enum CommandCost {
  /// What may be spent at once after a while without commands.
  ///
  /// Our choice: about half a millisecond, and more than a thousand commands to small players.
  static var maximumCredit: Int { @_noAllocation @_noLocks get { 4_096 } }
  /// What may be spent for each frame that is rendered.
  ///
  /// Our choice: in a block of 64 frames about 0.2 ms of the 1.3 ms that it lasts.
  private static var creditPerFrame: Int { @_noAllocation @_noLocks get { 32 } }

  /// The credit after `frames` more frames.
  @_noAllocation @_noLocks
  static func credit(_ credit: Int, after frames: Int) -> Int {
    min(maximumCredit, credit + frames * creditPerFrame)
  }

  /// After how many frames there is credit again; at least 1.
  @_noAllocation @_noLocks
  static func frames(untilCreditFrom credit: Int) -> Int {
    max(1, (creditPerFrame - credit) / creditPerFrame)
  }

  /// What `action` costs now.
  @_noAllocation @_noLocks
  static func of(_ action: RenderCommand.Action, pendingCount: Int) -> Int {
    guard let player = unsafe action.player else { return 1 }
    let voices = unsafe player.pointee.voiceCount
    return switch action {
    case .add, .setMuted, .setRepeats, .setLoopEnd, .setGains: 1
    // Every voice is copied.
    case .pause, .resume, .setVoices: 1 + voices
    // Every voice that might sound there is made, or at least looked at.
    case .seek(_, _, .continued): unsafe 1 + voices / 8 + player.pointee.voiceCapacity
    // What is pending is looked through, of all players.
    case .release, .cancel: 1 + voices / 8 + pendingCount / 32
    // The pattern's own segments are looked through for the next that overrides what is sent.
    case .send:
      unsafe 1 + voices / 8 + player.pointee.pattern.view.firstSegments[ControlIndex.count] / 256
    // Every voice is told to fade, or to go on otherwise.
    case .start, .stop, .setRate, .setMaster, .seek(_, _, .leftOut): 1 + voices / 8
    }
  }
}
