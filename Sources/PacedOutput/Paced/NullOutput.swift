private import Glibc
public import Realtime
internal import RealtimeThreads

/// A silent output that pulls in real time.
///
/// It has everything except the device: its own thread, blocks of a fixed size at the times at which a device would
/// request them, and the default mix with its peak and clamped samples.
///
/// - Thread: any.        Realtime-safe: no.
public final class NullOutput: BlockOutput {
  /// True: it pulls automatically.
  public var isRealTime: Bool { true }

  private let sampleRate: Int
  private let blockFrames: Int
  private let control = Guarded<Run?>(nil)

  private struct Run {
    let session: NullSession
    weak var source: (any BlockSource)?
  }

  /// Creates an output that pulls `blockFrames` frames at a time, `sampleRate` frames per second.
  ///
  /// - Parameters:
  ///   - sampleRate: 8 000 to 192 000 frames per second; the default is 48 000, as on most devices.
  ///   - blockFrames: 1 to 1 000 000; the default of 240 is the 5 ms that `ALSAOutput` requests.
  ///
  /// Values outside these ranges are rejected when the output starts.
  public init(sampleRate: Int = 48_000, blockFrames: Int = 240) {
    self.sampleRate = sampleRate
    self.blockFrames = blockFrames
  }

  deinit { stop() }

  /// The mix report since the last start.
  public var report: MixReport { statistics?.mix ?? MixReport() }

  /// The statistics since the last start; nil before the first start.
  ///
  /// If the thread is more than 100 ms late, the delay is counted as an underrun, and the pace restarts from that time.
  public var statistics: OutputStatistics? {
    guard let (mix, underruns) = control.withLock({ $0?.session.report.withLock { $0 } }) else {
      return nil
    }
    var statistics = OutputStatistics(
      sampleRate: sampleRate, channelCount: 2, format: SampleFormat.float32.rawValue,
      periodFrames: blockFrames, bufferFrames: 0)
    statistics.framesPulled = mix.frames
    statistics.mix = mix
    statistics.underruns = underruns
    return statistics
  }

  /// Prepares `source` and starts the thread that pulls it.
  ///
  /// - Parameters:
  ///   - source: the source to pull.
  ///   - onStop: never called: nothing can fail once the thread is running.
  /// - Throws: `OutputError` `.alreadyRunning`, `.unsupportedConfiguration`, or `.systemFailure` if
  ///   the thread cannot be started.
  public func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    try control.withLock { (run: inout Run?) throws(OutputError) in
      if let run, !run.session.isStopped {
        throw OutputError(.alreadyRunning, subject: "null", detail: "The output is running.")
      }
      try BlockLimits.check(
        sampleRate: Double(sampleRate), blockFrames: blockFrames, subject: "null")
      source.prepare(sampleRate: Double(sampleRate))
      do throws(SystemError) {
        let next = NullSession(stopping: try EventFlag(), ended: try EventFlag())
        let (rate, frames) = (sampleRate, blockFrames)
        try RealtimeThread.start(name: "haptic-null") {
          next.run(pulling: source, rate: rate, blockFrames: frames)
        }
        run = Run(session: next, source: source)
      } catch {
        throw OutputError(.systemFailure, subject: "null", detail: error.description)
      }
    }
  }

  /// Stops the thread.
  ///
  /// Returns after the thread has pulled its last block.
  public func stop() {
    control.withLock { run in
      guard let run, !run.session.isStopped else { return }
      run.session.stopping.raise()
      _ = run.session.ended.wait(milliseconds: -1)
      run.source?.ended()
    }
  }
}

/// One run of a null output: the state shared by its thread and its owner.
private final class NullSession: Sendable {
  /// Raised when the owner has requested the end; wakes the thread.
  let stopping: EventFlag
  /// Raised when the thread has pulled its last block.
  let ended: EventFlag
  let report = Guarded((mix: MixReport(), underruns: 0))

  init(stopping: EventFlag, ended: EventFlag) {
    self.stopping = stopping
    self.ended = ended
  }

  /// Whether the thread was asked to end.
  var isStopped: Bool { stopping.wait(milliseconds: 0) }

  func run(pulling source: any BlockSource, rate: Int, blockFrames: Int) {
    let buffers = BusBuffers(capacity: blockFrames)
    var mixdown = Mixdown(map: .mix(channelCount: 2), format: .float32)
    // SAFETY: freed at the end of the function; written before it is read.
    let frames = UnsafeMutableRawPointer.allocate(
      byteCount: blockFrames * mixdown.frameBytes, alignment: 16)
    defer { unsafe frames.deallocate() }
    var pace = BlockPace(
      rate: rate, blockFrames: blockFrames, start: MonotonicClock.nanoseconds())
    while !isStopped(before: pace.dueNanoseconds) {
      let due = pace.pulled(at: MonotonicClock.nanoseconds())
      let time = BlockTime(pulledNanoseconds: due, heardNanoseconds: due)
      let block = buffers.blockWithSignal(frames: blockFrames, time: time)
      RealtimeScope.run {
        source.render(into: block)
        unsafe mixdown.convert(block, to: frames)
      }
      report.withLock { $0 = (mixdown.report, pace.resets) }
    }
    ended.raise()
  }

  /// Waits until the clock reaches `nanoseconds`.
  ///
  /// - Returns: true, without waiting any longer, if the thread has been asked to end.
  private func isStopped(before nanoseconds: Int64) -> Bool {
    // The flag is waited for in whole milliseconds; the rest is short and waited for exactly.
    let left = (nanoseconds - MonotonicClock.nanoseconds()) / 1_000_000
    if stopping.wait(milliseconds: Int(max(0, left - 1))) { return true }
    sleep(until: nanoseconds)
    return false
  }

  private func sleep(until nanoseconds: Int64) {
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    // SAFETY: the call reads one local. A signal would end the sleep early, but signals are blocked
    // here, and a loop would only sleep to the same absolute time again.
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
