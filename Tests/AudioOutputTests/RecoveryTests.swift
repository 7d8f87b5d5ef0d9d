import Realtime
import Testing

@testable import AudioOutput

/// The table of recovery, without a device.
struct RecoveryTests {
  private static let fatal: [ALSAError] = [.noDevice, .inputOutput, .stalled, .invalid]

  @Test(arguments: PCMState.allCases)
  func `an underrun is answered by preparing, unless the device sleeps or is gone`(
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
  func `sleep is answered by resuming, unless the device ran dry or is gone`(state: PCMState) {
    let expected: Recovery.Action =
      switch state {
      case .disconnected: .fail(.deviceUnavailable)
      case .underrun: .prepare
      case .open, .setup, .prepared, .running, .suspended, .draining, .paused: .resume
      }
    #expect(Recovery.action(after: .suspended, in: state) == expected)
  }

  @Test func `a driver that cannot resume is prepared anew`() {
    #expect(Recovery.action(after: .notImplemented, in: .suspended) == .prepare)
  }

  @Test func `not yet awake means asking again`() {
    #expect(Recovery.action(after: .again, in: .suspended) == .resume)
  }

  @Test(arguments: [ALSAError.again, .interrupted], [PCMState.prepared, .running, .draining])
  func `not now means waiting`(error: ALSAError, state: PCMState) {
    #expect(Recovery.action(after: error, in: state) == .wait)
  }

  @Test(arguments: [PCMState.open, .setup, .prepared])
  func `a PCM that is not prepared is prepared`(state: PCMState) {
    #expect(Recovery.action(after: .badState, in: state) == .prepare)
  }

  @Test(arguments: PCMState.allCases)
  func `a device that is gone is given up, whatever the error`(state: PCMState) {
    for error in Self.fatal {
      guard case .fail = Recovery.action(after: error, in: state) else {
        Issue.record("\(error) in \(state) is not given up")
        continue
      }
    }
    #expect(Recovery.action(after: .noDevice, in: state) == .fail(.deviceUnavailable))
    #expect(Recovery.action(after: .inputOutput, in: state) == .fail(.deviceUnavailable))
  }

  @Test func `a stall is told as a stall`() {
    #expect(Recovery.action(after: .stalled, in: .running) == .fail(.deviceStalled))
  }

  @Test func `the watch gives up after its limit without progress, and not before`() {
    var watch = ProgressWatch(limitSeconds: 2, now: 100)
    #expect(watch.remainingNanoseconds(at: 2_000_000_099) == 1)
    #expect(watch.remainingNanoseconds(at: 2_000_000_100) == 0)
    watch.progressed(at: 1_000_000_000)
    #expect(watch.remainingNanoseconds(at: 2_000_000_100) == 999_999_900)
  }

  @Test func `a device that makes its writer wait is never held back`() {
    var pace = DevicePace(rate: 1_000, bufferFrames: 40, now: 0)
    for block in 1...1_000 {
      pace.wrote(frames: 40)
      // Ten times as fast as real time: its clock is its own affair.
      let now = Int64(block) * 4_000_000
      #expect(pace.excessNanoseconds(at: now) == 0)
      pace.waited(until: now)
    }
  }

  @Test func `a device that takes everything is held back to real time and a buffer`() {
    var pace = DevicePace(rate: 1_000, bufferFrames: 40, now: 0)
    pace.wrote(frames: 40)
    #expect(pace.excessNanoseconds(at: 0) == 0)
    pace.wrote(frames: 10)
    #expect(pace.excessNanoseconds(at: 0) == 10_000_000)
    #expect(pace.excessNanoseconds(at: 4_000_000) == 6_000_000)
    #expect(pace.excessNanoseconds(at: 10_000_000) == 0)
  }
}
