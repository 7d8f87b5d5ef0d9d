import AudioOutput
import Realtime
import Testing

/// Faults that are recovered: the signal goes on without a frame lost, and the fault is counted.
struct ALSARecoveryTests {
  @Test func `underruns are recovered and counted, and no frame is lost`() throws {
    let device = try FaultDevice(
      "speed 10 patient yes fault underrun fault_at 4800 fault_count 3")
    let statistics = try play(to: device, frames: 24_000)
    #expect(statistics.underruns == 3)
    #expect(statistics.suspends == 0)
  }

  @Test func `a device that sleeps is woken, however often it must be asked`() throws {
    let device = try FaultDevice(
      "speed 10 patient yes fault suspend fault_at 4800 fault_count 2 resume_attempts 5")
    let statistics = try play(to: device, frames: 24_000)
    #expect(statistics.suspends == 2)
    #expect(statistics.underruns == 0)
  }

  @Test func `a device in real time loses no frame, whatever happens`() throws {
    let device = try FaultDevice()
    let statistics = try play(to: device, frames: 9_600)
    #expect(statistics.delayFrames == 0)
  }

  @Test(arguments: [1_000.0, 0.5])
  func `a fast and a slow clock are followed`(speed: Double) throws {
    _ = try play(to: try FaultDevice("speed \(speed) patient yes"), frames: 4_800)
  }

  /// Plays at least `frames` frames to the end, and checks what was heard.
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
