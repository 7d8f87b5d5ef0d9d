import AudioOutput
import Foundation
import HapticEngine
import Realtime
import RealtimeThreads
import Testing

/// Playing through the real libasound into a real server, and recording from it.
@Suite(
  .serialized,
  .enabled(
    if: PulseServer.missing == nil,
    "install pulseaudio, pulseaudio-utils and libasound2-plugins"))
struct PulseTests {
  @Test func `the server's sink receives every sample of the signal unchanged`() throws {
    // A busy machine can starve the stream. The output then reports it, and the attempt does not count.
    for _ in 1...5 {
      let server = try PulseServer()
      let recording = try server.record()
      let output = ALSAOutput(server.configuration())
      // The server's monitor loses the beginning of a stream, so it is silent.
      let source = NoiseSource(afterSilence: 24_000)
      try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
      #expect(try eventually { source.framesRendered >= 120_000 })
      try output.finish()
      if try #require(output.statistics).underruns > 0 { continue }
      let frames = source.framesRendered - 24_000
      // The monitor also records silence. After the same length again, it contains the signal.
      let whole = PulseServer.size(of: recording) + frames * 8
      #expect(try eventually { PulseServer.size(of: recording) >= whole })
      let heard = try floats(inFile: recording)
      let start = try #require(heard.firstIndex { $0 != 0 })
      let expected = NoiseSource.stereoMix(frames: frames)
      #expect(start.isMultiple(of: 2))
      #expect(heard.count - start >= expected.count)
      let wrong = zip(heard[start...], expected).filter { $0 != $1 }.count
      #expect(wrong == 0)
      return
    }
    Issue.record("the server underran five times")
  }

  @Test func `a pattern played by an engine arrives in the server's sink as rendered offline`()
    throws
  {
    let pattern = try HapticPattern {
      Transient(at: 0.01, intensity: 0.9, sharpness: 0.7)
      Continuous(at: 0.1, duration: 0.8, intensity: 0.6, sharpness: 0.3, attack: 0.4)
      Tone(at: 0.3, duration: 0.5, volume: 0.3, pan: -0.5)
      Curve(.hapticIntensityControl, at: 0.1, [(0, 0.2), (0.5, 1), (0.8, 0.4)])
    }
    let expected = try stereoMix(of: pattern)
    let first = try #require(expected.firstIndex { $0 != 0 })
    for _ in 1...5 {
      let server = try PulseServer()
      let recording = try server.record()
      let output = ALSAOutput(server.configuration())
      let engine = HapticEngine(output: output)
      try engine.start()
      let player = try engine.makeAdvancedPlayer(with: pattern)
      let ended = try EventFlag()
      player.completionHandler = { _ in ended.raise() }
      // The server's monitor loses the beginning of a stream.
      try player.start(at: engine.currentTime + 0.5)
      #expect(ended.wait(milliseconds: 30_000))
      try output.finish()
      engine.stop()
      if try #require(output.statistics).underruns > 0 { continue }
      let whole = PulseServer.size(of: recording) + expected.count * 4
      #expect(try eventually { PulseServer.size(of: recording) >= whole })
      let heard = try floats(inFile: recording)
      let start = try #require(heard.firstIndex { $0 != 0 })
      #expect(start >= first && (start - first).isMultiple(of: 2))
      let length = expected.count - first
      try #require(heard.count - start >= length)
      let differing = (0..<length).count { heard[start + $0] != expected[first + $0] }
      #expect(differing == 0)
      return
    }
    Issue.record("the server underran five times")
  }

  /// The stereo mix of `pattern`, rendered offline.
  private func stereoMix(of pattern: HapticPattern) throws -> [Float] {
    let renderer = try OfflineRenderer(pattern, sampleRate: 48_000)
    let buffers = BusBuffers(capacity: renderer.frameCount)
    let block = buffers.block(frames: renderer.frameCount)
    renderer.render(into: block)
    return (0..<block.frameCount).flatMap { frame in
      // SAFETY: the block's buffers hold `frameCount` samples.
      unsafe [
        block.haptic[frame] + block.audioLeft[frame], block.haptic[frame] + block.audioRight[frame],
      ]
    }
  }

  @Test func `a killed server is a disconnected device`() throws {
    let play = try PulsePlay()
    play.server.kill()
    let error = try #require(play.stops.first())
    #expect(error.kind == .deviceUnavailable)
    #expect(error.subject == "pulse")
    play.output.stop()
    let again = #expect(throws: OutputError.self) {
      try play.output.start(pulling: play.source) { _ in }
    }
    #expect(again?.kind == .deviceUnavailable)
    #expect(play.stops.all.count == 1)
  }

  @Test func `a stalled server is reported even if closing the stream hangs`() throws {
    let play = try PulsePlay(stallSeconds: 0.5)
    play.server.freeze()
    defer { play.server.thaw() }
    // The plugin waits 30 s to close: a report after that comes too late.
    let frozen = MonotonicClock.nanoseconds()
    let error = try #require(play.stops.first())
    #expect(MonotonicClock.nanoseconds() - frozen < 20_000_000_000)
    #expect(error.kind == .deviceStalled)
    let rendered = play.source.framesRendered
    play.output.stop()
    #expect(play.source.framesRendered == rendered)
  }

  @Test func `a server that stalls briefly continues`() throws {
    let play = try PulsePlay()
    play.server.freeze()
    let pause = try EventFlag()
    _ = pause.wait(milliseconds: 500)
    play.server.thaw()
    let rendered = play.source.framesRendered
    #expect(try eventually { play.source.framesRendered >= rendered + 24_000 })
    #expect(play.stops.all.isEmpty)
    play.output.stop()
  }

  @Test func `a suspended sink is waited for, and reported if it takes too long`() throws {
    let play = try PulsePlay(stallSeconds: 1)
    try play.server.control("suspend-sink", "haptic", "1")
    try play.server.control("suspend-sink", "haptic", "0")
    let rendered = play.source.framesRendered
    #expect(try eventually { play.source.framesRendered >= rendered + 48_000 })
    #expect(play.stops.all.isEmpty)
    try play.server.control("suspend-sink", "haptic", "1")
    #expect(try #require(play.stops.first()).kind == .deviceStalled)
    play.output.stop()
  }

  @Test func `an unloaded sink is a disconnected device`() throws {
    let play = try PulsePlay()
    try play.server.control("unload-module", "module-null-sink")
    #expect(try #require(play.stops.first()).kind == .deviceUnavailable)
    play.output.stop()
  }
}

/// An output that plays noise on a separate server.
private struct PulsePlay {
  let server: PulseServer
  let output: ALSAOutput
  let source = NoiseSource()
  let stops: StopRecorder

  /// Starts playing, and waits until half a second has been rendered.
  init(stallSeconds: Double = 4) throws {
    server = try PulseServer()
    _ = try server.record()
    output = ALSAOutput(server.configuration(stallSeconds: stallSeconds))
    stops = try StopRecorder()
    let source = source
    try output.start(pulling: source, onStop: stops.handler)
    #expect(try eventually { source.framesRendered >= 24_000 })
  }
}

extension PulseServer {
  /// A configuration that plays to the server's sink.
  fileprivate func configuration(stallSeconds: Double = 4) -> ALSAOutput.Configuration {
    ALSAOutput.Configuration(
      pcmName: "pulse", sampleRate: 48_000, periodSeconds: 0.02, bufferSeconds: 0.1,
      stallSeconds: stallSeconds, definitions: definitions)
  }
}
