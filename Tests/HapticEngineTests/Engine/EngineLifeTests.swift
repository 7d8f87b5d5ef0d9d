import Dispatch
import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Tests of the ways in which engines end, and of the consequences for their players.
@Suite struct EngineLifeTests {
  @Test(arguments: StoppedReason.allCases)
  func `each reason stops the engine, ends its players and is reported once, in order`(
    reason: StoppedReason
  ) throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    try player.start()
    rig.output.pull(1_000)
    rig.engine.stop(because: reason)
    rig.engine.stop(because: reason)
    rig.settle()
    #expect(rig.log.all == ["done", "stopped: \(reason)"])
    #expect(!rig.isRunning)
    // A player only wakes an engine that stopped because no player was active.
    let code = engineCode { try player.start() }
    #expect(code == (reason == .idleTimeout ? nil : .engineNotRunning))
    #expect(rig.isRunning == (reason == .idleTimeout))
  }

  /// An object of an app that stops or starts its engine when it is released.
  private final class Owner: Sendable {
    let engine: HapticEngine
    private let stops: Bool

    init(stops: Bool) {
      self.stops = stops
      engine = HapticEngine(output: PulledOutput(sampleRate: 48_000))
    }

    func note() {}

    deinit {
      if stops { engine.stop() } else { try? engine.start() }
    }
  }

  @Test(arguments: [true, false])
  func `an owner that is released together with a closure may stop or start the engine`(stops: Bool)
    throws
  {
    for _ in 0..<200 {
      let owner = Owner(stops: stops)
      owner.engine.start { [owner] _ in owner.note() }
      owner.engine.stop { [owner] _ in owner.note() }
    }
    let engine: HapticEngine
    weak var last: Owner?
    do {
      let owner = Owner(stops: stops)
      (engine, last) = (owner.engine, owner)
      try engine.start()
      let player = try engine.makeAdvancedPlayer(with: variedPattern())
      player.completionHandler = { [owner] _ in owner.note() }
      withExtendedLifetime(player) { engine.reset() }
    }
    engine.core.callbacks.sync {}
    #expect(last == nil)
  }

  @Test func `an explicit stop does not call the stopped handler`() throws {
    let rig = try EngineRig()
    rig.engine.stop()
    rig.engine.stop()
    rig.settle()
    #expect(rig.log.all == [])
  }

  @Test func `a reset makes players invalid and keeps settings`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    rig.engine.isAutoShutdownEnabled = true
    rig.engine.playsHapticsOnly = true
    try player.start()
    rig.engine.reset()
    rig.settle()
    #expect(rig.log.all == ["done", "reset"])
    try rig.engine.start()
    let calls: [(AdvancedPatternPlayer) throws -> Void] = [
      { player in try player.start() },
      { player in try player.stop() },
      { player in try player.pause() },
      { player in try player.cancel() },
      { player in try player.seek(to: 0) },
    ]
    for call in calls {
      #expect(engineCode { try call(player) } == .invalidPatternPlayer)
    }
    player.playbackRate = 2
    #expect(player.playbackRate == 1)
    #expect(rig.engine.isAutoShutdownEnabled && rig.engine.playsHapticsOnly)
    let new = try rig.player(variedPattern())
    try new.start()
    #expect(!rig.output.pull(2_000).isSilent(0..<2_000))
  }

  // MARK: Idleness

  @Test func `an idle engine shuts down after two minutes of its time, and a player wakes it`()
    throws
  {
    let rig = try EngineRig(sampleRate: 8_000)
    rig.engine.isAutoShutdownEnabled = true
    let player = try rig.engine.makePlayer(with: .tap)
    try player.start()
    rig.output.pull(120 * 8_000 - 1)
    rig.settle()
    #expect(rig.isRunning)
    rig.output.pull(8_000)
    rig.settle()
    #expect(!rig.isRunning)
    #expect(rig.log.all == ["stopped: idleTimeout"])
    #expect(rig.engine.currentTime >= 120)
    try player.start()
    #expect(rig.isRunning)
    #expect(!rig.output.pull(400).isSilent(0..<400))
  }

  @Test(arguments: [1, 2, 130])
  func `the two minutes begin at the end of the last player, for any block size`(
    pulls: Int
  ) throws {
    let rig = try EngineRig(sampleRate: 8_000)
    rig.engine.isAutoShutdownEnabled = true
    let player = try rig.player(.tap)
    try player.start()
    for _ in 0..<pulls { rig.output.pull(130 * 8_000 / pulls) }
    rig.settle()
    #expect(rig.log.all == ["done", "stopped: idleTimeout"])
  }

  @Test func `the two minutes begin when a scheduled start is canceled`() throws {
    let rig = try EngineRig(sampleRate: 8_000)
    rig.engine.isAutoShutdownEnabled = true
    let player = try rig.player(.tap)
    try player.start(at: 500)
    rig.output.pull(200 * 8_000)
    try player.cancel()
    rig.output.pull(119 * 8_000)
    rig.settle()
    #expect(rig.isRunning && rig.log.all == ["done"])
    rig.output.pull(2 * 8_000)
    rig.settle()
    #expect(!rig.isRunning)
  }

  @Test func `a player that plays, is paused or is scheduled keeps an engine awake`() throws {
    for kind in ["looping", "paused", "scheduled"] {
      let rig = try EngineRig(sampleRate: 8_000)
      rig.engine.isAutoShutdownEnabled = true
      let player = try rig.player(.tap)
      player.isLoopEnabled = true
      player.loopEnd = 10
      try player.start(at: kind == "scheduled" ? 500 : 0)
      rig.output.pull(1)
      if kind == "paused" { try player.pause() }
      rig.output.pull(121 * 8_000)
      rig.output.pull(1)
      rig.settle()
      #expect(rig.isRunning, "\(kind)")
    }
  }

  @Test
  func `without automatic shutdown an engine keeps running, and does not start automatically`()
    throws
  {
    let rig = try EngineRig(sampleRate: 8_000)
    rig.output.pull(300 * 8_000)
    rig.settle()
    #expect(rig.isRunning)
    rig.engine.stop()
    let player = try rig.engine.makePlayer(with: .tap)
    #expect(engineCode { try player.start() } == .engineNotRunning)
  }

  @Test func `an idle engine that cannot be woken reports the reason and stays stopped`() throws {
    let rig = try EngineRig()
    rig.engine.stop(because: .idleTimeout)
    rig.output.failStarts(with: OutputError(.deviceBusy, subject: "test", detail: "Busy."))
    let player = try rig.engine.makePlayer(with: .tap)
    #expect(engineCode { try player.start() } == .serverInitFailed)
    #expect(engineCode { try player.start() } == .engineNotRunning)
  }

  // MARK: Ends of life

  @Test func `a destroyed engine reports its end, and its players outlive it unharmed`() throws {
    var rig: EngineRig? = try EngineRig()
    let (output, log) = (try #require(rig).output, try #require(rig).log)
    let player = try #require(rig).player(variedPattern())
    try player.start()
    output.pull(1_000)
    rig = nil
    EngineRig.settle(player.core)
    #expect(log.all == ["done", "stopped: engineDestroyed"])
    #expect(!output.isRunning)
    #expect(engineCode { try player.start() } == .engineNotRunning)
    player.isMuted = true
  }

  @Test func `an idle engine that is destroyed cannot be woken`() throws {
    var rig: EngineRig? = try EngineRig()
    let output = try #require(rig).output
    let player = try #require(rig).player(variedPattern())
    rig?.engine.stop(because: .idleTimeout)
    rig = nil
    EngineRig.settle(player.core)
    #expect(engineCode { try player.start() } == .engineNotRunning)
    #expect(!output.isRunning)
  }

  @Test func `the last reference frees the engine`() throws {
    weak var core: EngineCore?
    do {
      let rig = try EngineRig()
      core = rig.engine.core
      let player = try rig.player(variedPattern())
      try player.start()
      rig.output.pull(100)
      rig.engine.stop()
      rig.settle()
    }
    core?.lifecycle.sync {}
    core?.callbacks.sync {}
    #expect(core == nil)
  }

  @Test func `released players do not leave anything behind on the render side`() throws {
    let rig = try EngineRig()
    for round in 0..<600 {
      let player = try rig.player(.tap)
      try player.start()
      if round % 3 == 0 {
        try player.scheduleParameterCurve(
          ParameterCurve(.hapticIntensityControl, controlPoints: [.init(at: 0, 1)]))
      }
      if round % 10 == 0 { rig.output.pull(600) }
    }
    rig.output.pull(9_600)
    rig.output.pull(1)
    #expect(rig.lent == [0, 0])
  }

  // MARK: Outputs

  @Test(arguments: [true, false])
  func `an output that does not start causes an error with its message`(afterPreparing: Bool) throws
  {
    let rig = try EngineRig(starts: false)
    let failure = OutputError(.deviceBusy, subject: "hw:7", detail: "Another program has it.")
    rig.output.failStarts(with: failure, afterPreparing: afterPreparing)
    let player = try rig.player(variedPattern())
    let error = #expect(throws: EngineError.self) { try rig.engine.start() }
    #expect(error?.code == .serverInitFailed)
    #expect(error?.detail == failure.description)
    #expect(rig.engine.outputError == failure)
    #expect(engineCode { try player.start() } == .engineNotRunning)
    rig.output.failStarts(with: nil)
    try rig.engine.start()
    try player.start()
    let expected = try offline(variedPattern(), 5_000)
    #expect(rig.output.pull(5_000).difference(to: expected, 0..<5_000) == 0)
  }

  @Test func `an output that fails ends the run as a system error`() throws {
    let rig = try EngineRig()
    let player = try rig.player(variedPattern())
    try player.start()
    rig.output.pull(1_000)
    let failure = OutputError(.deviceUnavailable, subject: "hw:7", detail: "Unplugged.")
    rig.output.fail(with: failure)
    rig.settle()
    #expect(rig.log.all == ["done", "stopped: systemError"])
    #expect(rig.engine.outputError == failure)
    try rig.engine.start()
    try player.start()
    #expect(!rig.output.pull(1_000).isSilent(0..<1_000))
  }

  @Test func `the output of another engine is rejected and left unchanged`() throws {
    let rig = try EngineRig()
    let second = HapticEngine(output: rig.output)
    let code = engineCode { try second.start() }
    #expect(code == .serverInitFailed)
    let player = try rig.player(variedPattern())
    try player.start()
    #expect(!rig.output.pull(1_000).isSilent(0..<1_000))
  }
}
