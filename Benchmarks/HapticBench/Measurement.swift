import ArgumentParser
import Glibc
import HapticEngine
import Realtime

/// The processor time of a piece of work.
struct Measurement {
  /// Seconds of processor time of this thread.
  let cpuSeconds: Double

  /// Runs `work` `runs` times, each time on a new result of `prepare`, and returns the fastest run: the
  /// others were disturbed.
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

  /// The processor seconds of rendering each of `count` blocks of `frames` frames, fastest first.
  static func sortedBlockSeconds(
    of count: Int, frames: Int, _ render: (BusBlock) -> Void
  ) -> [Double] {
    let buffers = BusBuffers(capacity: frames)
    var seconds: [Double] = []
    seconds.reserveCapacity(count)
    for _ in 0..<count {
      let block = buffers.blockWithSignal(frames: frames)
      let start = processorSeconds()
      RealtimeScope.run { render(block) }
      seconds.append(processorSeconds() - start)
    }
    return seconds.sorted()
  }

  /// The peak memory of the process so far, in bytes.
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

/// Layouts of the text of a pattern.
enum TextForm: String, CaseIterable, Encodable {
  /// The writer's layout: two spaces for each level.
  case written
  /// Without any white space.
  case minified
  /// Two more spaces in front of each line for each level.
  case indented

  /// Converts `text`, which the writer laid out and whose strings do not contain white space, to this
  /// form.
  func text(_ text: [UInt8]) -> [UInt8] {
    switch self {
    case .written: return text
    case .minified: return text.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
    case .indented:
      var result: [UInt8] = []
      result.reserveCapacity(text.count * 2)
      var begins = true
      for byte in text {
        result.append(byte)
        if begins && byte == UInt8(ascii: " ") { result.append(byte) }
        begins = byte == UInt8(ascii: "\n") || (begins && byte == UInt8(ascii: " "))
      }
      return result
    }
  }
}

/// The time to read a text.
struct Reading: Encodable {
  let form: TextForm
  let bytes: Int
  /// Processor seconds; the fastest of several runs.
  let seconds: Double

  /// Megabytes, of 10^6, per second.
  var speed: Double { Double(bytes) / 1e6 / seconds }

  static let refusal = ValidationError("the benchmark's own pattern was rejected")

  /// Reads `text` in `form`, `runs` times.
  init(_ form: TextForm, of text: [UInt8], runs: Int) throws {
    let text = form.text(text)
    var isRead = true
    seconds =
      Measurement.fastest(of: runs, prepare: { text }) { text in
        isRead = AHAP.read(text).pattern != nil && isRead
      }.cpuSeconds
    guard isRead else { throw Self.refusal }
    self.form = form
    bytes = text.count
  }
}
