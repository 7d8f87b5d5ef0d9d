import AudioOutput
import Realtime
import Testing

/// Recoverable faults: the signal continues without losing a frame, and the fault is counted.
struct ALSARecoveryTests {
  @Test func `underruns are recovered and counted without losing a frame`() throws {
    let device = try FaultDevice(
      "speed 10 patient yes fault underrun fault_at 4800 fault_count 3")
    let statistics = try play(to: device, frames: 24_000)
    #expect(statistics.underruns == 3)
    #expect(statistics.suspends == 0)
  }

  @Test func `a sleeping device is woken, however many attempts it takes`() throws {
    let device = try FaultDevice(
      "speed 10 patient yes fault suspend fault_at 4800 fault_count 2 resume_attempts 5")
    let statistics = try play(to: device, frames: 24_000)
    #expect(statistics.suspends == 2)
    #expect(statistics.underruns == 0)
  }

  @Test func `a device that reports its sleep late is not reported as stalled`() throws {
    // Resuming takes 0.5 s, and nothing was played for most of the watch's limit before.
    let device = try FaultDevice(
      "speed 10 patient yes fault suspend fault_at 4800 resume_attempts 60")
    let output = ALSAOutput(device.configuration(stallSeconds: 0.6))
    let source = NoiseSource()
    try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
    #expect(try eventually { source.framesRendered >= 9_600 })
    try output.finish()
    #expect(try #require(output.statistics).suspends == 1)
  }

  @Test func `a gap that the device does not report counts as an underrun`() throws {
    // The thread is held up for 150 ms with 20 ms queued; the device waits without reporting it.
    let device = try FaultDevice("patient yes fault pause fault_at 4800")
    let statistics = try play(to: device, frames: 14_400)
    #expect(statistics.underruns >= 1)
  }

  @Test func `a device in real time does not lose a frame`() throws {
    let device = try FaultDevice()
    let statistics = try play(to: device, frames: 9_600)
    #expect(statistics.delayFrames == 0)
  }

  @Test(arguments: [1_000.0, 0.5])
  func `a device with a fast or slow clock does not lose a frame`(speed: Double) throws {
    _ = try play(to: try FaultDevice("speed \(speed) patient yes"), frames: 4_800)
  }

  /// Plays at least `frames` frames to the end, and checks the captured signal.
  private func play(to device: FaultDevice, frames: Int) throws -> OutputStatistics {
    let output = ALSAOutput(device.configuration(stallSeconds: 5))
    let source = NoiseSource()
    try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
    #expect(try eventually { source.framesRendered >= frames })
    try output.finish()
    let played = try device.capturedFloats()
    #expect(played.count == 2 * source.framesRendered)
    #expect(played == NoiseSource.stereoMix(frames: source.framesRendered))
    let statistics = try #require(output.statistics)
    #expect(statistics.framesPulled == Int64(source.framesRendered))
    return statistics
  }
}
