import ArgumentParser
import Glibc
import HapticEngine
import Realtime

/// `haptic bench`.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Render the standard workloads and print how fast it goes.")

  func run() throws {
    for workload in [try Workload.w1(), try Workload.w2()] {
      var best = Double.infinity
      var voiceFrames = 0
      var frames = 0
      var poly = 0
      for _ in 0..<5 {
        let renderer = try OfflineRenderer(workload.pattern)
        let buffers = BusBuffers(capacity: 4_096)
        let start = cpuSeconds()
        var left = renderer.frameCount
        while left > 0 {
          let count = min(left, 4_096)
          renderer.render(into: buffers.block(frames: count))
          left -= count
        }
        best = min(best, cpuSeconds() - start)
        voiceFrames = renderer.voiceFrames
        frames = renderer.frameCount
        poly = renderer.polyphony
      }
      print(
        workload.name, "ms", best * 1_000, "x real time", Double(frames) / 48_000 / best,
        "ns per voice frame", best * 1e9 / Double(voiceFrames), "voice frames", voiceFrames, "deep",
        poly)
    }
  }
}

func cpuSeconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
