import AudioOutput
import Dispatch
import Realtime
import RealtimeThreads
import Testing

/// Playing through PCMs that every libasound includes.
struct ALSAPlainTests {
  @Test func `a file PCM receives the default mix, sample by sample`() throws {
    let folder = try ScratchFolder()
    let capture = folder.file("capture.raw")
    let output = ALSAOutput(
      .init(pcmName: "capture", definitions: definitions(capturingTo: capture)))
    let source = NoiseSource()
    try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
    #expect(source.preparedRate == 48_000)
    #expect(try eventually { source.framesRendered >= 4_800 })
    try output.finish()
    let played = try floats(inFile: capture)
    #expect(played.count == 2 * source.framesRendered)
    #expect(played == NoiseSource.stereoMix(frames: source.framesRendered))
    #expect(output.statistics?.framesPulled == Int64(source.framesRendered))
    #expect(output.statistics?.mix.clampedSamples == 0)
  }

  @Test func `a device without a clock is fed no faster than real time`() throws {
    let output = ALSAOutput(.init(pcmName: "nothing", definitions: "pcm.nothing { type null }"))
    let source = NoiseSource()
    let began = MonotonicClock.nanoseconds()
    try output.start(pulling: source) { _ in }
    #expect(try eventually { source.framesRendered >= 9_600 })
    let rendered = source.framesRendered
    let elapsed = Double(MonotonicClock.nanoseconds() - began) / 1e9
    output.stop()
    // At most a buffer and a block ahead of the clock. A thread that was held up refills the buffer.
    let refills = Double(output.statistics?.underruns ?? 0)
    #expect(Double(rendered) / 48_000 <= elapsed + 0.030 + refills * 0.020)
  }

  @Test func `after stop, nothing is rendered and the output can be restarted`() throws {
    let output = ALSAOutput(.init(pcmName: "nothing", definitions: "pcm.nothing { type null }"))
    for _ in 0..<3 {
      let source = NoiseSource()
      try output.start(pulling: source) { _ in }
      #expect(throws: OutputError.self) { try output.start(pulling: source) { _ in } }
      output.stop()
      let rendered = source.framesRendered
      let pause = try EventFlag()
      _ = pause.wait(milliseconds: 20)
      #expect(source.framesRendered == rendered)
    }
  }

  @Test func `several threads may start, stop, finish and query`() throws {
    let output = ALSAOutput(.init(pcmName: "nothing", definitions: "pcm.nothing { type null }"))
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for turn in 0..<20 {
        do throws(OutputError) {
          try output.start(pulling: NoiseSource()) { Issue.record("the output stopped: \($0)") }
          if (thread + turn).isMultiple(of: 2) { try output.finish() } else { output.stop() }
        } catch {
          #expect(error.kind == .alreadyRunning)
        }
        if let frames = output.statistics?.framesPulled { #expect(frames >= 0) }
      }
    }
    output.stop()
    try output.start(pulling: NoiseSource()) { _ in }
    output.stop()
  }

  @Test func `start returns after real-time priority has been decided`() throws {
    let isPermitted = Guarded(false)
    let asked = try EventFlag()
    try RealtimeThread.start(name: "asks") {
      isPermitted.withLock { $0 = RealtimeThread.raiseCurrent() }
      asked.raise()
    }
    #expect(asked.wait(milliseconds: 30_000))
    let output = ALSAOutput(.init(pcmName: "nothing", definitions: "pcm.nothing { type null }"))
    for _ in 0..<20 where isPermitted.withLock({ $0 }) {
      try output.start(pulling: NoiseSource()) { _ in }
      #expect(output.statistics?.hasRealTimePriority == true)
      output.stop()
    }
  }

  @Test func `an undefined PCM is unavailable, and the error has libasound's message`()
    throws
  {
    let output = ALSAOutput(.init(pcmName: "nosuch", definitions: "pcm.nothing { type null }"))
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .deviceUnavailable)
    #expect(error?.detail.contains("Unknown PCM nosuch") == true)
    #expect(output.statistics == nil)
  }
}

/// The lists of `haptic devices`.
struct ALSADevicesTests {
  @Test func `the PCM that discards everything is listed exactly once`() throws {
    #expect(try ALSADevices.list().filter { $0.name == "null" }.count == 1)
  }

  @Test func `cards have distinct numbers`() {
    let numbers = ALSADevices.cards().map(\.number)
    #expect(Set(numbers).count == numbers.count)
  }
}

/// A PCM called `capture` that writes raw samples to the file at `path`.
func definitions(capturingTo path: String) -> String {
  """
  pcm.capture { type file slave.pcm { type null } file "\(path)" format "raw" }
  """
}
