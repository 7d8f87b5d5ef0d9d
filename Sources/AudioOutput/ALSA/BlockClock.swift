internal import Realtime

/// Computes when blocks are due to be pulled and when they are heard, without jitter: a
/// delay-locked loop over the queue length that the device reports.
///
/// Each block is due `n / rate` after the previous block, except for slow corrections. If the device and the loop drift
/// further apart than a correction can bridge, because the device stood still or has just started, the loop restarts.
///
/// Source: Fons Adriaensen, "Using a DLL to filter time", Linux Audio Conference 2005: a second-order
/// loop, of bandwidth B, with coefficients `b = sqrt(2) w` and `c = w^2` for `w = 2 pi B n / rate`.
struct BlockClock: Sendable {
  /// The loop's bandwidth in hertz: at first, and after it has settled.
  ///
  /// Our choice: during the first second, the loop corrects errors of the first estimate. After that, a jitter of 1 ms
  /// moves a block of 5 ms by 4 us, and the loop follows the drift of a device's clock within seconds.
  private static let bandwidths = (first: 1.0, settled: 0.1)
  private static let settlingSeconds = 4.0
  /// The largest `w`, above which the loop would oscillate.
  private static let largestStep = 0.25
  /// The deviation that is too large to be corrected slowly.
  ///
  /// Our choice: greater than the jitter of any thread and server, and less than the duration of all buffers except the
  /// shortest.
  private static let shortestJump = 20e6

  private let blockNanoseconds: Double
  private let lead: Double
  private let jump: Double
  private let steps: (first: Double, settled: Double)
  private let settlingBlocks: Int

  /// The reference point of all times below.
  private var epoch: Int64 = 0
  private var next = 0.0
  private var period: Double
  private var latency = 0.0
  private var blocks = 0
  private var isAnchored = false
  private var knowsLatency = false

  /// Creates the clock of an output that pulls `blockFrames` at a time and queues `bufferFrames`.
  init(rate: Int, blockFrames: Int, bufferFrames: Int) {
    let nanoseconds = 1e9 / Double(rate)
    blockNanoseconds = Double(blockFrames) * nanoseconds
    lead = Double(bufferFrames - blockFrames) * nanoseconds
    jump = max(Self.shortestJump, Double(bufferFrames) * nanoseconds)
    let step = { (hertz: Double) in
      min(Self.largestStep, 2 * .pi * hertz * Double(blockFrames) * nanoseconds / 1e9)
    }
    steps = (step(Self.bandwidths.first), step(Self.bandwidths.settled))
    settlingBlocks = Int(Self.settlingSeconds * 1e9 / blockNanoseconds)
    period = blockNanoseconds
  }

  /// Resets the clock because the device is starting again.
  mutating func restart() {
    isAnchored = false
    knowsLatency = false
  }

  /// Returns the times of the next block.
  ///
  /// - Parameters:
  ///   - now: the present.
  ///   - measured: the time at which the device had room for the block, according to its current
  ///     report; nil while it is not playing.
  ///   - extra: the time from leaving the device's queue until being heard, according to its
  ///     current report; nil if the device does not report it.
  /// - Returns: when the block is due to be pulled, and when it is heard.
  mutating func block(now: Int64, measured: Int64?, extra: Int64?) -> BlockTime {
    let step = blocks < settlingBlocks ? steps.first : steps.settled
    correctLatency(extra, step)
    var due = next
    var error = 0.0
    if !isAnchored {
      // The first blocks fill the queue, and the last of these blocks is due now.
      due = anchor(at: measured ?? now - Int64(lead))
    } else if let measured {
      error = Double(measured - epoch) - due
      if error.magnitude > jump {
        due = anchor(at: measured)
        error = 0
      }
    }
    next = due + period + step * 2.0.squareRoot() * error
    period += step * step * error
    blocks += 1
    let pulled = epoch + Int64(due.rounded())
    return BlockTime(
      pulledNanoseconds: pulled, heardNanoseconds: pulled + Int64((lead + latency).rounded()))
  }

  private mutating func anchor(at nanoseconds: Int64) -> Double {
    epoch = nanoseconds
    period = blockNanoseconds
    blocks = 0
    isAnchored = true
    return 0
  }

  private mutating func correctLatency(_ extra: Int64?, _ step: Double) {
    guard let extra else { return }
    let error = Double(extra) - latency
    latency += knowsLatency && error.magnitude <= jump ? step * error : error
    knowsLatency = true
  }
}
