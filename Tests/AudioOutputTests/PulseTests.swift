import AudioOutput
import Foundation
import Realtime
import Testing

/// Through the real libasound into a real server, and out of it again.
@Suite(
  .serialized,
  .enabled(
    if: PulseServer.missing == nil,
    "install pulseaudio, pulseaudio-utils and libasound2-plugins"))
struct PulseTests {
  @Test func `the server's sink is given every sample of the signal, unchanged`() throws {
    // A busy machine can starve the stream: then the output says so, and the play does not count.
    for _ in 1...5 {
      let server = try PulseServer()
      let recording = try server.record()
      let output = ALSAOutput(configuration(of: server))
      let source = NoiseSource()
      try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
      #expect(try eventually { source.framesRendered >= 96_000 })
      try output.finish()
      if try #require(output.statistics).underruns > 0 { continue }
      let frames = source.framesRendered
      // The monitor records silence, too: after as much again the signal is in it.
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

  @Test func `a server that is killed is a device that is gone`() throws {
    let server = try PulseServer()
    _ = try server.record()
    let output = ALSAOutput(configuration(of: server))
    let source = NoiseSource()
    let stops = try StopRecorder()
    try output.start(pulling: source, onStop: stops.handler)
    #expect(try eventually { source.framesRendered >= 9_600 })
    server.kill()
    let error = try #require(stops.first())
    #expect(error.kind == .deviceUnavailable)
    #expect(error.subject == "pulse")
    output.stop()
    let again = #expect(throws: OutputError.self) {
      try output.start(pulling: source) { _ in }
    }
    #expect(again?.kind == .deviceUnavailable)
    #expect(stops.all.count == 1)
  }

  private func configuration(of server: PulseServer) -> ALSAOutput.Configuration {
    ALSAOutput.Configuration(
      pcmName: "pulse", sampleRate: 48_000, periodSeconds: 0.02, bufferSeconds: 0.1,
      stallSeconds: 4, definitions: server.definitions)
  }
}
