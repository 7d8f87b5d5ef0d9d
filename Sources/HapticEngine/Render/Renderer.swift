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

  /// The most reports one command can give: a cancel gives back every curve that is pending and
  /// every curve a player holds.
  private static var reportMargin: Int {
    @_noAllocation @_noLocks get { 1_024 + 64 }
  }

  private let commands: SPSCQueue<RenderCommand>
  private let reports: SPSCQueue<RenderReport>
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

  /// A renderer without players, whose first frame is 0 and whose buses have `gains` at once.
  init(_ link: RenderLink, profile: Profile, sampleRate: Double, gains: BusGains) {
    unsafe counters = link.counters
    commands = link.commands
    reports = link.reports
    unsafe players = .allocate(capacity: Self.playerCapacity)
    unsafe scratch = .allocate(capacity: 3 * Self.longestPart)
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
    takeCommands()
    var buses = BlockBuses(block)
    var done = 0
    while done < block.frameCount {
      carryOutDue()
      var part = min(block.frameCount - done, Self.longestPart)
      let next = pending.nextFrame
      if next > now && next < now + Frame(part) { part = Int(next - now) }
      renderPart(&buses, at: done, part)
      done += part
      now += Frame(part)
    }
    buses.finish()
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

  @_noAllocation @_noLocks
  private mutating func takeCommands() {
    while pending.count < pending.capacity, let command = commands.pop() {
      pending.insert(
        RenderCommand(frame: command.frame > now ? command.frame : now, command.action))
    }
  }

  /// Carries out what is due.
  ///
  /// Where the control side has not taken its reports for so long that there is no room for more,
  /// commands wait: nothing may be lost.
  @_noAllocation @_noLocks
  private mutating func carryOutDue() {
    while pending.nextFrame <= now, reports.count + Self.reportMargin < reports.capacity {
      let command = pending.removeFirst()
      carryOut(command.action)
      unsafe counters.pointee.commandsDone.wrappingAdd(1, ordering: .releasing)
    }
  }

  @_noAllocation @_noLocks
  private mutating func carryOut(_ action: RenderCommand.Action) {
    switch action {
    case .add(let player):
      if playerCount < Self.playerCapacity {
        unsafe players[playerCount] = player
        playerCount += 1
      }
    case .remove(let player):
      unsafe forgetPending(player)
      unsafe player.pointee.leave()
    case .cancel(let player):
      unsafe forgetPending(player)
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
    case .setLoop(let player, let loop): unsafe player.pointee.setLoop(loop)
    case .setMuted(let player, let isMuted): unsafe player.pointee.setMuted(isMuted)
    case .send(let player, let control, let source):
      if let points = unsafe player.pointee.pattern.controls.sentPoints(of: control) {
        unsafe push(.curveDone(points))
      }
      unsafe player.pointee.send(source, to: control)
    case .setGains(let gains):
      hapticGain.move(to: gains.haptic)
      audioGain.move(to: gains.audio)
    }
  }

  /// Drops all commands for `player` that have not come to their frame.
  @_noAllocation @_noLocks
  private mutating func forgetPending(_ player: UnsafeMutablePointer<RenderPlayer>) {
    var kept = 0
    var index = 0
    while index < pending.count {
      if unsafe pending.command(at: index).action.isFor(player) {
        unsafe forget(pending.command(at: index).action, for: player)
        unsafe counters.pointee.commandsDone.wrappingAdd(1, ordering: .releasing)
      } else {
        pending.keep(index, at: kept)
        kept += 1
      }
      index += 1
    }
    pending.keepFirst(kept)
  }

  /// Does what a command that is dropped leaves to be done.
  @_noAllocation @_noLocks
  private mutating func forget(
    _ action: RenderCommand.Action, for player: UnsafeMutablePointer<RenderPlayer>
  ) {
    switch action {
    case .send(_, _, let source):
      if let points = unsafe source.points { unsafe push(.curveDone(points)) }
    case .start: unsafe player.pointee.dropStart()
    case .add, .remove, .cancel, .stop, .pause, .resume, .seek, .setRate, .setLoop, .setMuted,
      .setGains:
      break
    }
  }

  /// Gives back the curves that a player's controls still point to, and lets it forget them.
  @_noAllocation @_noLocks
  private func giveBackCurves(_ player: UnsafeMutablePointer<RenderPlayer>) {
    var control = 0
    while control < ControlIndex.count {
      if let points = unsafe player.pointee.pattern.controls.sentPoints(of: control) {
        unsafe push(.curveDone(points))
      }
      control += 1
    }
    unsafe player.pointee.forgetSent()
  }

  // MARK: Reports

  /// Tells the control side which starts are over, and how far the engine is; gives back players
  /// that have faded.
  @_noAllocation @_noLocks
  private mutating func report() {
    var sounding = 0
    var lost = 0
    var kept = 0
    var index = 0
    while index < playerCount {
      let player = unsafe players[index]
      index += 1
      if unsafe player.pointee.isLeaving && player.pointee.isSilent, unsafe giveBack(player) {
        continue
      }
      unsafe reportStarts(player)
      if unsafe !player.pointee.isSilent { sounding += 1 }
      unsafe lost += player.pointee.pattern.lostVoices
      unsafe players[kept] = player
      kept += 1
    }
    playerCount = kept
    unsafe counters.pointee.soundingPlayers.store(sounding, ordering: .relaxed)
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
    if reports.count + ControlIndex.count + 1 > reports.capacity { return false }
    unsafe giveBackCurves(player)
    unsafe lostVoices += player.pointee.pattern.lostVoices
    unsafe push(.removed(player))
    return true
  }

  /// Pushes a report that must not be lost.
  ///
  /// There is always room: the queue holds four times as many reports as there can be commands
  /// under way, and commands wait when it fills.
  @_noAllocation @_noLocks
  private func push(_ report: RenderReport) {
    _ = reports.push(report)
  }
}

extension RenderCommand.Action {
  /// Whether the command is for `player`.
  @_noAllocation @_noLocks
  func isFor(_ player: UnsafeMutablePointer<RenderPlayer>) -> Bool {
    switch self {
    case .add(let other), .remove(let other), .cancel(let other), .start(let other),
      .stop(let other), .pause(let other), .resume(let other):
      unsafe other == player
    case .seek(let other, _, _): unsafe other == player
    case .setRate(let other, _): unsafe other == player
    case .setLoop(let other, _): unsafe other == player
    case .setMuted(let other, _): unsafe other == player
    case .send(let other, _, _): unsafe other == player
    case .setGains: false
    }
  }
}
