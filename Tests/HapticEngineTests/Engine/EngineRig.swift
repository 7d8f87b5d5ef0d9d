import Dispatch
import Realtime
import TestSupport

@testable import HapticEngine

/// A log of the calls that handlers received, in order.
final class CallLog: Sendable {
  private let calls = Guarded<[String]>([])

  func note(_ call: String) { calls.withLock { $0.append(call) } }

  var all: [String] { calls.withLock { $0 } }

  func count(of call: String) -> Int { all.count { $0 == call } }
}

/// An engine on an output that is pulled by hand, and a log of the calls that its handlers received.
struct EngineRig {
  let output: PulledOutput
  let engine: HapticEngine
  let log = CallLog()

  /// Creates an engine that is already running, unless `starts` is false.
  init(
    sampleRate: Double = 48_000, starts: Bool = true,
    configuration: EngineConfiguration = EngineConfiguration()
  ) throws {
    output = PulledOutput(sampleRate: sampleRate)
    engine = HapticEngine(output: output, configuration: configuration)
    engine.stoppedHandler = { [log] in log.note("stopped: \($0)") }
    engine.resetHandler = { [log] in log.note("reset") }
    if starts { try engine.start() }
  }

  /// Whether the output is pulling the engine.
  ///
  /// The query keeps the engine alive: otherwise an optimizer could release it after its last use, which stops
  /// the output.
  var isRunning: Bool { withExtendedLifetime(engine) { output.isRunning } }

  /// Returns the engine's time of `frame`.
  func time(_ frame: Int) -> Seconds { Double(frame) / output.sampleRate }

  /// Waits until all work on the engine's queues is done.
  func settle() { Self.settle(engine.core) }

  /// Waits until all work on the queues of `core` is done: the work of one queue may add work to the other, and vice
  /// versa.
  static func settle(_ core: EngineCore) {
    for _ in 0..<4 {
      core.lifecycle.sync {}
      core.callbacks.sync {}
      core.answers.sync {}
    }
  }

  var playerCount: Int { engine.core.state.withLock { $0.players.count } }

  /// The players and curves that the render side has not returned.
  var lent: [Int] {
    engine.core.state.withLock { state in
      unsafe [state.run?.players.count ?? 0, state.run?.curves.count ?? 0]
    }
  }

  /// Creates an advanced player of `pattern` whose completions are logged as "done" and `name`.
  func player(_ pattern: HapticPattern, _ name: String = "") throws -> AdvancedPatternPlayer {
    let player = try engine.makeAdvancedPlayer(with: pattern)
    player.completionHandler = { [log] in log.note("done\(name)\($0.map { ": \($0)" } ?? "")") }
    return player
  }
}

/// Returns the code of the engine error that `body` throws; nil if it does not throw one.
func engineCode(_ body: () throws -> Void) -> CoreHapticsError? {
  do {
    try body()
    return nil
  } catch {
    return (error as? EngineError)?.code
  }
}

/// Returns the largest difference of two signals over the frames of `range`.
func largestDifference(_ a: [Float], _ b: [Float], _ range: Range<Int>) -> Float {
  range.reduce(0) { max($0, (a[$1] - b[$1]).magnitude) }
}

extension PulledOutput.Buses {
  var all: [[Float]] { [haptic, left, right] }

  /// Returns whether all samples of `range` are 0 on all buses.
  func isSilent(_ range: Range<Int>) -> Bool {
    all.allSatisfy { bus in bus[range].allSatisfy { $0 == 0 } }
  }

  /// Returns whether both have the same bits on every bus.
  func isIdentical(to other: Self) -> Bool {
    zip(all, other.all).allSatisfy { $0.isIdentical(to: $1) }
  }

  /// Returns the largest difference to `other` over the frames of `range`, skipping the first `shift` frames of
  /// `other`.
  func difference(to other: Self, shiftedBy shift: Int = 0, _ range: Range<Int>) -> Float {
    zip(all, other.all).reduce(0) { worst, buses in
      range.reduce(worst) { max($0, (buses.0[$1] - buses.1[$1 - shift]).magnitude) }
    }
  }
}

/// Returns the first `frames` frames that the offline renderer makes of `pattern`.
func offline(
  _ pattern: HapticPattern, _ frames: Int, sampleRate: Double = 48_000
) throws -> PulledOutput.Buses {
  let signal = try RenderedSignal(pattern, sampleRate: sampleRate, frameCount: frames)
  var buses = PulledOutput.Buses()
  (buses.haptic, buses.left, buses.right) = (signal.haptic, signal.left, signal.right)
  return buses
}

/// Returns a pattern with everything that a transport can get wrong: taps, a long event across them, a tone, a step and
/// a curve.
func variedPattern() throws -> HapticPattern {
  try HapticPattern(entries: [
    .event(HapticEvent(.hapticTransient, at: 0)),
    .event(
      HapticEvent(
        .hapticContinuous, at: 0.02, duration: 0.3,
        parameters: [EventParameter(.hapticSharpness, 0.3), EventParameter(.attackTime, 0.5)])),
    .event(HapticEvent(.audioContinuous, at: 0.05, duration: 0.2)),
    .event(
      HapticEvent(.hapticTransient, at: 0.15, parameters: [EventParameter(.hapticSharpness, 0.9)])),
    .event(
      HapticEvent(
        .hapticContinuous, at: 0.35, duration: 0.1,
        parameters: [EventParameter(.releaseTime, 0.4)])),
    .parameter(DynamicParameter(.hapticSharpnessControl, -0.1, at: 0.1)),
    .curve(
      ParameterCurve(
        .hapticIntensityControl, at: 0.05,
        controlPoints: [.init(at: 0, 0.4), .init(at: 0.1, 1), .init(at: 0.35, 0.5)])),
  ])
}
