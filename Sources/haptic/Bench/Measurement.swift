import Glibc

/// What a stretch of work took.
struct Measurement {
  /// Seconds of processor time of this thread.
  let cpuSeconds: Double

  /// Runs `work` `runs` times, each time on what `prepare` makes, and takes the fastest: the others
  /// were disturbed.
  static func fastest<Input>(
    of runs: Int, prepare: () throws -> Input, work: (Input) throws -> Void
  ) rethrows -> Measurement {
    var best = Double.infinity
    for _ in 0..<runs {
      let input = try prepare()
      let start = processorSeconds()
      try work(input)
      best = min(best, processorSeconds() - start)
    }
    return Measurement(cpuSeconds: best)
  }

  /// The most memory the process has had so far, in bytes.
  static func peakMemoryBytes() -> Int {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1_024
  }

  /// Seconds of processor time of this thread so far.
  static func processorSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
