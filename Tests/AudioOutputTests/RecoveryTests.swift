import Realtime
import Testing

@testable import AudioOutput

/// The recovery table, without a device.
struct RecoveryTests {
  private static let fatal: [ALSAError] = [.noDevice, .inputOutput, .invalid]

  @Test(arguments: PCMState.allCases)
  func `an underrun is recovered by preparing, unless the device sleeps or is disconnected`(
    state: PCMState
  ) {
    let expected: Recovery.Action =
      switch state {
      case .disconnected: .fail(.deviceUnavailable)
      case .suspended: .resume
      case .open, .setup, .prepared, .running, .underrun, .draining, .paused: .prepare
      }
    #expect(Recovery.action(after: .underrun, in: state) == expected)
  }

  @Test(arguments: PCMState.allCases)
  func `sleep is recovered by resuming, unless the device ran dry or is disconnected`(
    state: PCMState
  ) {
    let expected: Recovery.Action =
      switch state {
      case .disconnected: .fail(.deviceUnavailable)
      case .underrun: .prepare
      case .open, .setup, .prepared, .running, .suspended, .draining, .paused: .resume
      }
    #expect(Recovery.action(after: .suspended, in: state) == expected)
  }

  @Test func `a driver that cannot resume is prepared again`() {
    #expect(Recovery.action(after: .notImplemented, in: .suspended) == .prepare)
  }

  @Test func `if the device is not yet awake, it is asked again`() {
    #expect(Recovery.action(after: .again, in: .suspended) == .resume)
  }

  @Test(arguments: [ALSAError.again, .interrupted], [PCMState.prepared, .running, .draining])
  func `EAGAIN and EINTR mean waiting`(error: ALSAError, state: PCMState) {
    #expect(Recovery.action(after: error, in: state) == .wait)
  }

  @Test(arguments: [PCMState.open, .setup, .prepared])
  func `a PCM that is not prepared is prepared`(state: PCMState) {
    #expect(Recovery.action(after: .badState, in: state) == .prepare)
  }

  @Test(arguments: PCMState.allCases)
  func `a disconnected device is given up, whatever the error`(state: PCMState) {
    for error in Self.fatal {
      guard case .fail = Recovery.action(after: error, in: state) else {
        Issue.record("\(error) in \(state) is not given up")
        continue
      }
    }
    #expect(Recovery.action(after: .noDevice, in: state) == .fail(.deviceUnavailable))
    #expect(Recovery.action(after: .inputOutput, in: state) == .fail(.deviceUnavailable))
  }

  /// Whether the watch fails a device at 1000 Hz that takes the given frames in each quarter of a
  /// second.
  private func hasteLooks(_ frames: [Int64], period: Int = 10, buffer: Int = 100) -> [Bool] {
    var watch = HasteWatch(rate: 1_000, periodFrames: period, bufferFrames: buffer, now: 0)
    var sum: Int64 = 0
    return frames.enumerated().map { index, taken in
      sum += taken
      return watch.look(at: Int64(index + 1) * 250_000_000, frames: sum)
    }
  }

  @Test func `a device that takes more than twice real time for a second fails`() {
    #expect(hasteLooks([526, 525, 525, 525]) == [false, false, false, true])
    #expect(hasteLooks([600, 500, 500, 500, 500, 500]).allSatisfy { !$0 })
    // Long periods arrive all at once, at single checks.
    #expect(hasteLooks([0, 3_000, 0, 3_000, 0, 3_000], period: 500).contains(true))
  }

  @Test func `refilling a buffer is not haste, however large the buffer`() {
    #expect(
      hasteLooks([5_250, 250, 250, 250] + Array(repeating: 250, count: 60), buffer: 5_000)
        .allSatisfy { !$0 })
    #expect(
      hasteLooks([350, 250, 250, 250, 350, 250, 250, 250, 350, 250, 250]).allSatisfy { !$0 })
  }

  @Test func `checks in quick succession are not mistaken for haste`() {
    var watch = HasteWatch(rate: 1_000, periodFrames: 10, bufferFrames: 100, now: 0)
    let looks = (1...8).map { (look: Int64) in
      watch.look(at: look * 1_000_000, frames: look * 100)
    }
    #expect(looks.allSatisfy { !$0 })
  }

  @Test func `a sound of more than a second that ends in less than half its duration is haste`() {
    func isHasty(_ frames: Int64, at milliseconds: Int64) -> Bool {
      var watch = HasteWatch(rate: 1_000, periodFrames: 10, bufferFrames: 100, now: 0)
      return watch.look(at: milliseconds * 1_000_000, frames: frames, isLast: true)
    }
    #expect(isHasty(3_600, at: 500))
    #expect(!isHasty(3_600, at: 1_800))
    #expect(!isHasty(900, at: 1))
    var watch = HasteWatch(rate: 1_000, periodFrames: 10, bufferFrames: 100, now: 0)
    let looks = (1...4).map { (look: Int64) in
      watch.look(at: look * 250_000_000, frames: look * 250 + 100)
    }
    #expect(!looks.contains(true))
    // Earlier frames do not make up for it.
    let isHasty = watch.look(at: 1_800_000_000, frames: 3_600, isLast: true)
    #expect(isHasty)
  }

  @Test func `the watch gives up after its limit without progress, and not before`() {
    var watch = StallWatch(limitSeconds: 0.6, now: 0)
    #expect(watch.nextLookNanoseconds == 250_000_000)
    #expect(looks(&watch, at: [250, 500], progress: 0) == [false, false])
    #expect(watch.nextLookNanoseconds == 100_000_000)
    #expect(looks(&watch, at: [599, 600], progress: 0) == [false, true])
  }

  @Test func `the watch restarts from the time of each progress`() {
    var watch = StallWatch(limitSeconds: 0.5, now: 0)
    #expect(looks(&watch, at: [250], progress: 200) == [false])
    #expect(watch.nextLookNanoseconds == 250_000_000)
    #expect(looks(&watch, at: [500], progress: 200) == [false])
    #expect(watch.nextLookNanoseconds == 200_000_000)
    #expect(looks(&watch, at: [700], progress: 200) == [true])
  }

  @Test func `the time that a device needs to play its queue is not counted as a stall`() {
    var watch = StallWatch(limitSeconds: 0.5, now: 0)
    let times = (1...9).map { Int64($0) * 250 }
    #expect(!looks(&watch, at: times, progress: 2_000).contains(true))
    #expect(looks(&watch, at: [2_500], progress: 2_000) == [true])
  }

  @Test func `time in which the watch itself did not run is not counted as a stall`() {
    var watch = StallWatch(limitSeconds: 2, now: 0)
    // The process was stopped for an hour; a quarter of a second of that counts.
    #expect(
      looks(&watch, at: [250, 3_600_000, 3_601_000], progress: 200) == [false, false, false])
    #expect(watch.nextLookNanoseconds == 250_000_000)
  }

  @Test(arguments: [Double.infinity, 1e12, .greatestFiniteMagnitude])
  func `a watch without a limit never gives up`(seconds: Double) {
    var watch = StallWatch(limitSeconds: seconds, now: 0)
    let times = (1...1_000).map { Int64($0) * 250 }
    #expect(!looks(&watch, at: times, progress: 0).contains(true))
  }

  /// The results of a watch at times in milliseconds.
  private func looks(_ watch: inout StallWatch, at times: [Int64], progress: Int64) -> [Bool] {
    times.map { watch.look(at: $0 * 1_000_000, progress: progress * 1_000_000) }
  }

  @Test func `a device that makes its writer wait is never held back`() {
    var pace = DevicePace(rate: 1_000, bufferFrames: 40, now: 0)
    for block in 1...1_000 {
      pace.wrote(frames: 40)
      // The device plays at ten times real time, because its clock is fast.
      let now = Int64(block) * 4_000_000
      #expect(pace.excessNanoseconds(at: now) == 0)
      pace.waited(until: now)
    }
  }

  @Test func `a device that takes everything is held back to real time plus a buffer`() {
    var pace = DevicePace(rate: 1_000, bufferFrames: 40, now: 0)
    pace.wrote(frames: 40)
    #expect(pace.excessNanoseconds(at: 0) == 0)
    pace.wrote(frames: 10)
    #expect(pace.excessNanoseconds(at: 0) == 10_000_000)
    #expect(pace.excessNanoseconds(at: 4_000_000) == 6_000_000)
    #expect(pace.excessNanoseconds(at: 10_000_000) == 0)
  }

  @Test func `a device without a clock is held back to real time even after ten years`() {
    for rate in [8_000, 48_000, 192_000] {
      var pace = DevicePace(rate: rate, bufferFrames: 960, now: 0)
      pace.wrote(frames: rate * 86_400 * 3_650 + 960)
      let tenYears: Int64 = 86_400 * 3_650 * 1_000_000_000
      #expect(pace.excessNanoseconds(at: tenYears - 5) == 5)
      #expect(pace.excessNanoseconds(at: tenYears) == 0)
    }
  }

  @Test func `if the queue has ended and the device is empty, the next write comes after a gap`() {
    var pace = DevicePace(rate: 1_000, bufferFrames: 40, now: 0)
    #expect(!pace.isDry(at: 1_000_000_000, room: 40))
    pace.queued(frames: 40, afterWriting: 40, at: 0)
    #expect(!pace.isDry(at: 40_000_000, room: 40))
    #expect(pace.isDry(at: 42_000_000, room: 40))
    // A device that is slower than its rate still has samples.
    #expect(!pace.isDry(at: 42_000_000, room: 39))
    pace.restarted(at: 50_000_000)
    #expect(!pace.isDry(at: 1_000_000_000, room: 40))
  }

  @Test
  func `if a thread is held up for longer than the queue lasts, the next write comes after a gap`()
  {
    var pace = DevicePace(rate: 1_000, bufferFrames: 40, now: 0)
    pace.queued(frames: 40, afterWriting: 40, at: 0)
    // The device took that time itself.
    pace.waited(from: 0, atMost: 100_000_000, until: 139_000_000)
    #expect(!pace.isDry(at: 139_000_000, room: 10))
    pace.waited(from: 139_000_000, atMost: 100_000_000, until: 400_000_000)
    #expect(pace.isDry(at: 400_000_000, room: 10))
    pace.restarted(at: 400_000_000)
    #expect(!pace.isDry(at: 400_000_000, room: 10))
  }

  @Test func `if a device always reports an empty queue, the written frames are used instead`() {
    var pace = DevicePace(rate: 1_000, bufferFrames: 40, now: 0)
    for block in 0..<100 {
      let now = Int64(block) * 10_000_000
      #expect(!pace.isDry(at: now, room: 40))
      pace.queued(frames: 10, afterWriting: 10, at: now)
    }
    #expect(pace.isDry(at: 2_000_000_000, room: 40))
  }
}
