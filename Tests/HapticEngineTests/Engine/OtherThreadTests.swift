import Dispatch
import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// A batch or an opening on one thread does not delay the halts and mutes of another thread.
@Suite struct OtherThreadTests {
  /// Runs `body` on another thread, and waits for it.
  private func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) throws {
    let result = Guarded<(any Error)?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    // Not `sync`, which runs the work on the waiting thread.
    DispatchQueue.global().async {
      do { try body() } catch { result.withLock { $0 = error } }
      isDone.signal()
    }
    isDone.wait()
    if let error = result.withLock({ $0 }) { throw error }
  }

  private static var buzz: HapticPattern {
    get throws { try HapticPattern { Continuous(duration: 10, intensity: 1) } }
  }

  private enum Silencing: CaseIterable {
    case stop, cancel, pause, mute, gain, engineMute
  }

  @Test(arguments: Silencing.allCases)
  private func `an open batch does not delay another thread that silences something`(
    how: Silencing
  ) throws {
    let rig = try EngineRig()
    let (player, batched) = (try rig.player(try Self.buzz), try rig.player(.tap))
    try player.start()
    rig.output.pull(4_800)
    try rig.engine.batch {
      try batched.start()
      let engine = rig.engine
      try onAnotherThread {
        switch how {
        case .stop: try player.stop()
        case .cancel: try player.cancel()
        case .pause: try player.pause()
        case .mute: player.isMuted = true
        case .gain: player.masterIntensity = 0
        case .engineMute: engine.isMutedForHaptics = true
        }
      }
      #expect(rig.output.pull(960).isSilent(480..<960))
      #expect(batched.position().motion == .stopped)
    }
    rig.output.pull(64)
    #expect(batched.position().motion == .playing)
  }

  private enum Setting: CaseIterable {
    case otherBus, muted, intensity, rate
  }

  @Test(arguments: Setting.allCases)
  private func `settings by another thread during a batch apply after it`(setting: Setting) throws {
    let rig = try EngineRig()
    let player = try rig.player(try Self.buzz)
    try player.start()
    rig.output.pull(4_800)
    let engine = rig.engine
    try engine.batch {
      switch setting {
      case .otherBus: engine.isMutedForAudio = true
      case .muted: player.isMuted = false
      case .intensity: player.masterIntensity = 0.9
      case .rate: player.playbackRate = 8
      }
      try onAnotherThread {
        switch setting {
        case .otherBus: engine.isMutedForHaptics = true
        case .muted: player.isMuted = true
        case .intensity: player.masterIntensity = 0
        case .rate: player.playbackRate = 0.5
        }
      }
    }
    if setting == .rate {
      let before = player.position().time
      rig.output.pull(48_000)
      #expect(abs(player.position().time - before - 0.5) < 0.01)
    } else {
      #expect(rig.output.pull(960).isSilent(480..<960))
    }
  }

  @Test(arguments: [true, false])
  func `a batch of any size does not delay a halt or mute of another thread`(isMute: Bool) throws {
    let rig = try EngineRig()
    let player = try rig.player(try Self.buzz)
    try player.start()
    rig.output.pull(4_800)
    let engine = rig.engine
    try engine.batch {
      for index in 0..<1_100 {
        player.masterIntensity = Double(index % 2)
        engine.isMutedForAudio = index % 2 == 0
        try? player.sendParameters([DynamicParameter(.hapticSharpnessControl, 0, at: 0)])
        try? player.stop()
      }
      try onAnotherThread {
        if isMute { engine.isMutedForHaptics = true } else { try player.stop() }
      }
      #expect(rig.output.pull(960).isSilent(480..<960))
    }
  }

  @Test func `batches of two threads are separate`() throws {
    let rig = try EngineRig()
    let (one, two) = (try rig.player(.tap), try rig.player(.tap))
    try rig.engine.batch {
      try one.start()
      let engine = rig.engine
      try onAnotherThread { try engine.batch { try two.start() } }
      rig.output.pull(64)
      #expect(one.position().motion == .stopped)
      #expect(two.position().motion == .playing)
    }
    rig.output.pull(64)
    #expect(one.position().motion == .playing)
  }

  @Test func `a player that another thread releases still plays the start in a batch`() throws {
    let rig = try EngineRig()
    let player = Guarded<AdvancedPatternPlayer?>(try rig.player(.tap))
    try rig.engine.batch {
      try player.withLock { $0 }?.start()
      try onAnotherThread { player.withLock { $0 = nil } }
      // Long enough for the render side to return an idle player.
      #expect(rig.output.pull(960).isSilent(0..<960))
    }
    #expect(!rig.output.pull(960).isSilent(0..<960))
    rig.output.pull(48_000)
    rig.settle()
    #expect(rig.log.all == ["done"])
    #expect(rig.playerCount == 0)
  }

  @Test func `a player that is made in a batch can be started by another thread before its end`()
    throws
  {
    let rig = try EngineRig()
    try rig.engine.batch {
      let player = try rig.player(.tap)
      try onAnotherThread { try player.start() }
      #expect(!rig.output.pull(960).isSilent(0..<960))
    }
  }

  @Test func `a stop ends another thread's opening of the output, and waiting ones`() throws {
    let output = HangingOutput()
    let engine = HapticEngine(output: output)
    let answers = Guarded<[EngineError?]>([])
    let isAnswered = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      engine.start { error in
        answers.withLock { $0.append(error) }
        isAnswered.signal()
      }
    }
    output.isOpening.wait()
    engine.stop()
    isAnswered.wait()
    isAnswered.wait()
    #expect(output.opened.withLock { $0 } == [.stopped])
    #expect(answers.withLock { $0.map { $0?.code } } == [.serverInitFailed, .serverInitFailed])
    #expect(!engine.isRunning)
  }
}

/// An output that opens until it is stopped, such as a device whose driver hangs.
private final class HangingOutput: BlockOutput {
  enum Ending {
    case stopped
    /// The output was not stopped.
    case timedOut
  }

  let isOpening = DispatchSemaphore(value: 0)
  /// The outcome of each opening.
  let opened = Guarded<[Ending]>([])
  private let stopped = DispatchSemaphore(value: 0)

  var isRealTime: Bool { false }

  func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    isOpening.signal()
    // So that a test fails instead of hanging.
    let isTimely = stopped.wait(timeout: .now() + .seconds(20)) == .success
    opened.withLock { $0.append(isTimely ? .stopped : .timedOut) }
    throw OutputError(.deviceStalled, subject: "test", detail: "It did not open.")
  }

  func stop() { stopped.signal() }
}
