import Realtime
import TestSupport
import Testing

@testable import HapticEngine

/// Laws for an engine, whatever calls are made and in whatever order.
@Suite struct EngineLawTests {
  /// A call of a script, made between two pulls.
  private enum Call {
    case start, stop, pause, resume, cancel
    case seek(Seconds, BegunEvents)
    case rate(Double)
    case loop(Bool, Seconds)
    case mute(Bool)
    case engineMute(Bool)
    case send([DynamicParameter])
    case curve(ParameterCurve)
    case giveUp
  }

  private struct Step {
    let call: Call
    let player: Int
    /// The number of frames after the current one; nil for immediately.
    let delay: Int?
  }

  /// A script: the calls that are made before each stretch of frames.
  private struct Script {
    let patterns: [HapticPattern]
    var stretches: [(frames: Int, steps: [Step])] = []
    let profile: Profile

    init(seed: UInt64, stretchCount: Int) throws {
      var random = SplitMix64(seed: seed)
      var generator = PatternGenerator(
        seed: seed, sampleRate: 8_000, length: 0.4, extras: .tones)
      patterns = try (0..<4).map { _ in try generator.pattern() }
      profile = random.choice(of: Profile.builtIn)
      for _ in 0..<stretchCount {
        let steps = (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.step(&random) }
        let frames = Int.random(in: 1...3_000, using: &random)
        stretches.append((frames, steps))
      }
    }

    private static func step(_ random: inout SplitMix64) -> Step {
      let delay = random.oneIn(2) ? nil : Int.random(in: 0...6_000, using: &random)
      return Step(
        call: call(&random), player: Int.random(in: 0..<4, using: &random), delay: delay)
    }

    private static func call(_ random: inout SplitMix64) -> Call {
      switch Int.random(in: 0..<24, using: &random) {
      case 0...5: .start
      case 6, 7: .stop
      case 8, 9: .pause
      case 10, 11, 12: .resume
      case 13: .cancel
      case 14, 15:
        .seek(random.number(in: 0...0.6), random.oneIn(2) ? .leftOut : .continued)
      case 16: .rate(random.choice(of: [0.25, 0.5, 1, 1, 1.5, 4]))
      case 17: .loop(random.oneIn(2), random.choice(of: [0, 0.05, 0.123_4, 0.3]))
      case 18: .mute(random.oneIn(2))
      case 19: .engineMute(random.oneIn(2))
      case 20, 21:
        .send(
          (0..<Int.random(in: 1...3, using: &random)).map { _ in
            DynamicParameter(
              random.choice(of: DynamicParameter.ID.allCases), random.number(in: -1...1),
              at: random.oneIn(2) ? 0 : random.number(in: 0...0.3))
          })
      case 22:
        .curve(
          ParameterCurve(
            random.choice(of: DynamicParameter.ID.allCases),
            controlPoints: (0..<3).map {
              .init(at: Double($0) * random.number(in: 0...0.1), random.number(in: -1...1))
            }))
      default: random.oneIn(4) ? .giveUp : .start
      }
    }
  }

  /// The outcome of a script.
  private struct Outcome {
    var signal = PulledOutput.Buses()
    var starts = 0
    var log: [String] = []
    /// The signal after everything was stopped and had faded.
    var rest = PulledOutput.Buses()
  }

  private func run(_ script: Script, blocks: [Int]) throws -> Outcome {
    let rig = try EngineRig(
      sampleRate: 8_000, configuration: EngineConfiguration(profile: script.profile))
    var outcome = Outcome()
    var players = try script.patterns.map { try rig.player($0) }
    for (frames, steps) in script.stretches {
      for step in steps {
        let time = step.delay.map { rig.engine.currentTime + rig.time($0) } ?? 0
        let player = players[step.player]
        switch step.call {
        case .start:
          try player.start(at: time)
          outcome.starts += 1
        case .stop: try player.stop(at: time)
        case .pause: try player.pause(at: time)
        case .resume: try player.resume(at: time)
        case .cancel: try player.cancel()
        case .seek(let place, let begun): try player.seek(to: place, begun: begun)
        case .rate(let rate): player.playbackRate = rate
        case .loop(let isOn, let end):
          player.loopEnd = end
          player.isLoopEnabled = isOn
        case .mute(let isOn): player.isMuted = isOn
        case .engineMute(let isOn): rig.engine.isMutedForHaptics = isOn
        case .send(let parameters): try player.sendParameters(parameters, at: time)
        case .curve(let curve): try player.scheduleParameterCurve(curve, at: time)
        case .giveUp: players[step.player] = try rig.player(script.patterns[step.player])
        }
      }
      let pulled = rig.output.pull(frames, blocks: blocks)
      outcome.signal.haptic += pulled.haptic
      outcome.signal.left += pulled.left
      outcome.signal.right += pulled.right
    }
    for player in players { try player.cancel() }
    // As long as a released player continues: to its end, at the slowest rate.
    rig.output.pull(64_000)
    outcome.rest = rig.output.pull(8_000)
    rig.settle()
    outcome.log = rig.log.all
    return outcome
  }

  @Test(arguments: seeds(6_000..<6_060))
  func
    `any commands give finite samples, equal for any block size, then silence and a completion of each start`(
      seed: UInt64
    ) throws
  {
    let script = try Script(seed: seed, stretchCount: 30)
    let whole = try run(script, blocks: [65_536])
    for bus in whole.signal.all {
      #expect(bus.allSatisfy { $0.isFinite && $0.magnitude < 100 }, "seed \(seed)")
    }
    #expect(whole.rest.all.allSatisfy { $0.allSatisfy { $0.magnitude < 1e-4 } }, "seed \(seed)")
    #expect(whole.log == Array(repeating: "done", count: whole.starts), "seed \(seed)")
    for blocks in [[64], [1, 500, 63, 2], [333]] {
      let cut = try run(script, blocks: blocks)
      #expect(cut.signal.isIdentical(to: whole.signal), "seed \(seed), blocks of \(blocks)")
      #expect(cut.starts == whole.starts && cut.log == whole.log, "seed \(seed)")
    }
  }

  @Test(arguments: seeds(6_100..<6_140))
  func
    `a player that starts at any frame matches the offline signal bit for bit, for any block size`(
      seed: UInt64
    ) throws
  {
    var random = SplitMix64(seed: seed)
    var generator = PatternGenerator(seed: seed, sampleRate: 8_000, length: 0.5, extras: .tones)
    let pattern = try generator.pattern()
    let rig = try EngineRig(sampleRate: 8_000)
    let start = Int.random(in: 0...5_000, using: &random)
    let player = try rig.player(pattern)
    try player.start(at: rig.time(start))
    let blocks = (0..<20).map { _ in Int.random(in: 1...1_000, using: &random) }
    let live = rig.output.pull(start + 20_000, blocks: blocks)
    let expected = try offline(pattern, 20_000, sampleRate: 8_000)
    #expect(live.isSilent(0..<start))
    for (bus, expectedBus) in zip(live.all, expected.all) {
      #expect(bus[start...].map(\.bitPattern) == expectedBus.map(\.bitPattern), "seed \(seed)")
    }
  }
}
