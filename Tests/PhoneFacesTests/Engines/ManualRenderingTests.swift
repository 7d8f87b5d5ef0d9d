import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import Testing

/// Rendering into buffers, and units that change the time.
@MainActor @Suite struct ManualRenderingTests {
  private var phone: SimulatedPhone { .current }

  /// Renders frames in blocks.
  private func render(
    _ engine: AVAudioEngine, frames: Int, block: AVAudioFrameCount = 1_000
  ) throws -> [Float] {
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: block))
    var samples: [Float] = []
    while samples.count < frames {
      let count = min(block, AVAudioFrameCount(frames - samples.count))
      #expect(try engine.renderOffline(count, to: buffer) == .success)
      samples += buffer.samples()
    }
    return samples
  }

  @Test(.phone()) func `manual rendering equals the phone's mix`() throws {
    let sine = EngineRig.sine(20_000)
    func play(_ rig: EngineRig) throws {
      let (first, second) = (rig.player(), rig.player())
      first.volume = 0.5
      try rig.engine.start()
      first.scheduleBuffer(try rig.buffer(sine))
      second.scheduleBuffer(
        try rig.buffer(sine.reversed()), at: AVAudioTime(sampleTime: 777, atRate: 48_000))
      first.play()
      second.play()
    }
    let live = try EngineRig()
    let mix = MixRecording(phone)
    try play(live)
    phone.advance(by: 0.5)
    let manual = try EngineRig()
    try manual.engine.enableManualRenderingMode(
      .offline, format: manual.format, maximumFrameCount: 1_000)
    try play(manual)
    let isSame = try render(manual.engine, frames: 24_000) == mix.left
    #expect(isSame)
    #expect(manual.engine.manualRenderingSampleTime == 24_000)
  }

  @Test(.phone()) func `manual rendering refuses other modes and states`() throws {
    let rig = try EngineRig()
    let player = rig.player()
    let buffer = try rig.buffer([0])
    func code(_ body: () throws -> Void) -> Int? {
      do { try body() } catch { return (error as NSError).code }
      return nil
    }
    #expect(code { try rig.engine.renderOffline(1, to: buffer) } == -80_800)
    try rig.engine.start()
    let mode = AVAudioEngineManualRenderingMode.offline
    #expect(
      code {
        try rig.engine.enableManualRenderingMode(mode, format: rig.format, maximumFrameCount: 1)
      } == -80_801)
    rig.engine.stop()
    try rig.engine.enableManualRenderingMode(mode, format: rig.format, maximumFrameCount: 1)
    #expect(code { try rig.engine.renderOffline(1, to: buffer) } == -80_802)
    #expect(!phone.app.isAudible)
    try rig.engine.start()
    player.scheduleBuffer(try rig.buffer([0.5]))
    player.play()
    #expect(try rig.engine.renderOffline(1, to: buffer) == .success)
    #expect(buffer.samples() == [0.5])
    rig.engine.disableManualRenderingMode()
    #expect(!rig.engine.isRunning && !rig.engine.isInManualRenderingMode)
  }

  @Test(.phone()) func `the app provides the input of manual rendering`() throws {
    let engine = AVAudioEngine()
    let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
    try engine.enableManualRenderingMode(.offline, format: mono, maximumFrameCount: 256)
    let given = try EngineRig.buffer((0..<256).map { Float($0) / 256 }, mono)
    let isUsed = unsafe engine.inputNode.setManualRenderingInputPCMFormat(mono) { _ in
      unsafe given.audioBufferList
    }
    #expect(isUsed)
    engine.connect(engine.inputNode, to: engine.mainMixerNode, format: mono)
    try engine.start()
    #expect(try render(engine, frames: 256, block: 256) == given.samples())
  }

  /// An engine in manual rendering mode with a player before a unit.
  private func rendered(
    _ unit: AVAudioUnit, rate: Double = 48_000, frames: Int, _ samples: [Float]
  ) throws -> [Float] {
    let rig = try EngineRig(rate: rate, channels: 1)
    let out = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
    try rig.engine.enableManualRenderingMode(.offline, format: out, maximumFrameCount: 1_000)
    let player = AVAudioPlayerNode()
    for node in [player, unit] { rig.engine.attach(node) }
    rig.engine.connect(player, to: unit, format: rig.format)
    rig.engine.connect(unit, to: rig.engine.mainMixerNode, format: rig.format)
    player.scheduleBuffer(try rig.buffer(samples))
    try rig.engine.start()
    player.play()
    return try render(rig.engine, frames: frames)
  }

  @Test(.phone()) func `units that change nothing pass the samples on`() throws {
    let sine = EngineRig.sine(4_000)
    for unit in [AVAudioUnitVarispeed(), AVAudioUnitTimePitch()] {
      let isSame = try rendered(unit, frames: 4_000, sine) == sine
      #expect(isSame)
    }
  }

  @Test(.phone()) func `a higher rate ends sooner, and only varispeed changes the pitch`() throws {
    let sine = EngineRig.sine(48_000)
    let varispeed = AVAudioUnitVarispeed()
    varispeed.rate = 2
    let fast = try rendered(varispeed, frames: 48_000, sine)
    let pitch = AVAudioUnitTimePitch()
    pitch.rate = 2
    let short = try rendered(pitch, frames: 48_000, sine)
    for samples in [fast, short] {
      let last = try #require(samples.lastIndex { abs($0) > 0.01 })
      #expect(abs(last - 24_000) < 1_100)
    }
    func crossings(_ samples: [Float]) -> Int {
      zip(samples[4_000..<20_000], samples[4_001..<20_001]).count { $0 < 0 && $1 >= 0 }
    }
    // 441 Hz in a third of a second, and twice of it.
    #expect(abs(crossings(fast) - 294) <= 1 && abs(crossings(short) - 147) <= 3)
  }

  @Test(.phone()) func `a mixer converts the rate of its inputs`() throws {
    let line = (0..<4_000).map { Float($0) / 4_000 }
    let twice = try rendered(AVAudioUnitVarispeed(), rate: 24_000, frames: 7_900, line)
    // A line stays a line, except at its beginning.
    #expect(twice.indices.dropFirst(2).allSatisfy { abs(twice[$0] - Float($0) / 8_000) < 1e-5 })
  }
}
