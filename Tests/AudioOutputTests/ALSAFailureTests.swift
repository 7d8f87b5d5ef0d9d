import AudioOutput
import Foundation
import Realtime
import RealtimeThreads
import Testing

/// Faults that end the output: each gives the right error, reported once, and never hangs.
struct ALSAFailureTests {
  @Test(
    arguments: [
      ("unplug", OutputError.Kind.deviceUnavailable),
      ("stall", .deviceStalled),
      ("stuck", .deviceStalled),
      ("dry", .deviceStalled),
      ("suspend resume_attempts 1000000", .deviceStalled),
      ("underrun prepare_error 5", .deviceUnavailable),
      ("underrun prepare_error 19", .deviceUnavailable),
      ("underrun prepare_error 111", .deviceUnavailable),
    ])
  func `a permanent device failure is reported once`(fault: String, kind: OutputError.Kind) throws {
    let play = try FaultyPlay("speed 10 patient yes fault \(fault)")
    let error = try #require(play.stops.first())
    #expect(error.kind == kind)
    #expect(error.subject == "device")
    let rendered = play.source.framesRendered
    play.output.stop()
    try play.output.finish()
    #expect(play.stops.all.count == 1)
    #expect(play.source.framesRendered == rendered)
    // The beginning of the signal was heard until then.
    let played = try play.device.capturedFloats()
    #expect(played.count >= 2 * 4_800)
    #expect(played == Array(NoiseSource.stereoMix(frames: rendered).prefix(played.count)))
  }

  @Test func `a device that always runs dry is not retried forever`() throws {
    let play = try FaultyPlay("speed 10 patient yes fault dry")
    _ = try #require(play.stops.first())
    // The device did not run dry for lack of samples.
    #expect(try #require(play.output.statistics).underruns <= 2)
  }

  @Test func `a device that drops its samples is a failure, and is not played to its end`() throws {
    let play = try FaultyPlay(
      "fault underrun fault_at 480 fault_count 1000000", stallSeconds: 30)
    let error = try #require(play.stops.first())
    #expect(error.kind == .deviceStalled)
    #expect(error.detail.contains("more than twice as fast"))
  }

  @Test func `a device that runs dry immediately and cannot be reopened counts as disconnected`()
    throws
  {
    let play = try FaultyPlay("speed 10 patient yes fault dry once yes", stallSeconds: 30)
    let error = try #require(play.stops.first())
    #expect(error.kind == .deviceUnavailable)
    #expect(error.detail.contains("was disconnected"))
    // The device did not run dry for lack of samples.
    #expect(try #require(play.output.statistics).underruns <= 2)
  }

  @Test func `an output can be restarted from its onStop handler`() throws {
    let device = try FaultDevice("speed 10 patient yes fault unplug")
    let output = ALSAOutput(device.configuration())
    let second = try StopRecorder()
    let source = NoiseSource()
    try output.start(pulling: source) { _ in
      do { try output.start(pulling: source, onStop: second.handler) } catch {
        Issue.record("not started again: \(error)")
      }
    }
    #expect(try #require(second.first()).kind == .deviceUnavailable)
  }

  @Test(arguments: ["stall", "stuck", "hang"])
  func `if a device stops while it is draining, finish throws`(fault: String) throws {
    let play = try FaultyPlay("patient yes fault \(fault) fault_in_drain yes fault_at 1")
    #expect(try eventually { play.source.framesRendered >= 960 })
    let error = #expect(throws: OutputError.self) { try play.output.finish() }
    #expect(error?.kind == .deviceStalled)
    #expect(play.stops.all.isEmpty)
    play.device.release()
  }

  @Test func `a plugin that never returns does not hold up stop or the process`() throws {
    let device = try FaultDevice("speed 10 patient yes fault hang")
    let output = ALSAOutput(device.configuration())
    let source = NoiseSource()
    try output.start(pulling: source) { _ in Issue.record("reported after stop") }
    #expect(try eventually { source.framesRendered >= 4_800 })
    output.stop()
    let rendered = source.framesRendered
    #expect(output.statistics != nil)
    // The output can be used again, although the thread is still in the plugin.
    let second = NoiseSource()
    try output.start(pulling: second) { _ in Issue.record("reported after stop") }
    #expect(try eventually { second.framesRendered > 0 })
    // The abandoned thread now ends.
    device.release()
    let pause = try EventFlag()
    _ = pause.wait(milliseconds: 50)
    #expect(source.framesRendered == rendered)
    output.stop()
  }

  /// Only a thread that is faster than the device waits for it, so the clock is not accelerated there.
  @Test(arguments: [
    "speed 10 hang_in start", "hang_in poll", "speed 10 fault hang",
    "speed 10 fault underrun hang_in prepare", "speed 10 fault suspend hang_in resume",
    "speed 10 fault stall hang_in close", "speed 10 fault stall hang_in stop",
  ])
  func `a hanging device is reported, whichever call hangs`(settings: String) throws {
    let play = try FaultyPlay("patient yes \(settings)")
    let error = try #require(play.stops.first())
    #expect(error.kind == .deviceStalled)
    let rendered = play.source.framesRendered
    play.output.stop()
    play.device.release()
    // The abandoned thread ends without another report or frame.
    let pause = try EventFlag()
    _ = pause.wait(milliseconds: 50)
    #expect(play.source.framesRendered == rendered)
    #expect(play.stops.all.count == 1)
  }

  @Test func `a disconnected device is reported even if closing it hangs`() throws {
    let play = try FaultyPlay("speed 10 patient yes fault unplug hang_in close")
    #expect(try #require(play.stops.first()).kind == .deviceUnavailable)
    play.device.release()
  }

  @Test func `the report of a hanging device names the call`() throws {
    let play = try FaultyPlay("speed 10 patient yes fault underrun hang_in prepare")
    #expect(try #require(play.stops.first()).detail.contains("snd_pcm_prepare has not returned"))
    play.device.release()
  }

  @Test(arguments: ["stop", "close"])
  func `a device that hangs while stopping does not hold up its owner`(call: String) throws {
    let device = try FaultDevice("speed 10 patient yes hang_in \(call)")
    let output = ALSAOutput(device.configuration())
    let source = NoiseSource()
    try output.start(pulling: source) { _ in Issue.record("reported after stop") }
    #expect(try eventually { source.framesRendered >= 4_800 })
    output.stop()
    let rendered = source.framesRendered
    // It can be started again, although the first device is not closed.
    let second = NoiseSource()
    try output.start(pulling: second) { _ in Issue.record("reported after stop") }
    #expect(try eventually { second.framesRendered > 0 })
    #expect(source.framesRendered == rendered)
    device.release()
    output.stop()
  }

  @Test func `a device that hangs while draining ends finish`() throws {
    let device = try FaultDevice("speed 10 patient yes hang_in drain")
    let output = ALSAOutput(device.configuration())
    let source = NoiseSource()
    try output.start(pulling: source) { _ in Issue.record("reported twice") }
    #expect(try eventually { source.framesRendered >= 4_800 })
    let error = #expect(throws: OutputError.self) { try output.finish() }
    #expect(error?.kind == .deviceStalled)
    device.release()
  }

  @Test func `a device that has played to the end has finished even if closing it hangs`() throws {
    let device = try FaultDevice("speed 10 patient yes hang_in close")
    let output = ALSAOutput(device.configuration())
    let source = NoiseSource()
    try output.start(pulling: source) { _ in Issue.record("reported an end that was requested") }
    #expect(try eventually { source.framesRendered >= 4_800 })
    try output.finish()
    device.release()
  }

  @Test func `a device that hangs while opening ends start`() throws {
    let device = try FaultDevice("hang_in open")
    let output = ALSAOutput(device.configuration())
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .deviceStalled)
    device.release()
  }

  @Test(arguments: ["open", "hw_params"])
  func `stop ends the wait for a device that hangs while opening`(call: String) throws {
    let device = try FaultDevice("hang_in \(call)")
    // A stop can come at any moment of a start, including just before the device is opened.
    for _ in 0..<20 {
      let output = ALSAOutput(device.configuration())
      let ended = try EventFlag()
      let failure = Guarded<OutputError?>(nil)
      try RealtimeThread.start(name: "starts") {
        do throws(OutputError) {
          try output.start(pulling: NoiseSource()) { _ in }
        } catch {
          failure.withLock { $0 = error }
        }
        ended.raise()
      }
      while !ended.wait(milliseconds: 0) { output.stop() }
      #expect(failure.withLock { $0?.kind } == .deviceUnavailable)
    }
    device.release()
  }

  @Test(
    arguments: [
      ("open_error 16", OutputError.Kind.deviceBusy),
      ("open_error 13", .accessDenied),
      ("open_error 1", .accessDenied),
      ("open_error 19", .deviceUnavailable),
      ("open_error 2", .deviceUnavailable),
      ("open_error 111", .deviceUnavailable),
      ("open_error 12", .systemFailure),
      ("hw_params_error 16", .deviceBusy),
      ("hw_params_error 19", .deviceUnavailable),
    ])
  func `a device that cannot be opened says why`(settings: String, kind: OutputError.Kind) throws {
    let output = ALSAOutput(try FaultDevice(settings).configuration())
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { Issue.record("reported twice: \($0)") }
    }
    #expect(error?.kind == kind)
    #expect(output.statistics == nil)
  }
}

/// An output that plays noise on a device with faults.
private struct FaultyPlay {
  let device: FaultDevice
  let output: ALSAOutput
  let source = NoiseSource()
  let stops: StopRecorder

  /// Starts playing on a device with `settings`.
  init(_ settings: String, stallSeconds: Double = 0.3) throws {
    device = try FaultDevice(settings)
    output = ALSAOutput(device.configuration(stallSeconds: stallSeconds))
    stops = try StopRecorder()
    try output.start(pulling: source, onStop: stops.handler)
  }
}
