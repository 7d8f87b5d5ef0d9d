internal import Foundation
internal import PhoneAudio

/// Rendering a running engine.
extension AVAudioEngine {
  /// The format in which the output renders.
  var outputFormat: AVAudioFormat { manual?.format ?? .hardware }
  /// The frames of the phone's time in a block.
  var blockFrames: Int64 { seat.blockFrames }
  /// The seconds until a rendered frame is heard; 0 in manual rendering mode.
  var presentationLatency: Double { manual == nil ? seat.latency : 0 }
  /// The time up to which the engine has rendered.
  var moment: RenderMoment {
    RenderMoment(seconds: manual == nil ? Double(renderedFrame) / 48_000 : nil)
  }

  /// Compiles the graph again after a change.
  func graphChanged() { if isStarted { compiled = compile() } }

  func compile() -> GraphRun {
    for node in graph.nodes { unsafe node.inputConverter = nil }
    let frames = manual?.maximumFrames ?? Int(seat.blockFrames)
    return GraphRun(
      GraphBuilder(
        graph, manual?.format ?? .phoneMix, frames: frames,
        inputRate: (input?.renderFormat ?? outputFormat).sampleRate))
  }

  /// Renders a block.
  func renderBlock(_ frames: Int) -> GraphBuffer? {
    compiled?.render(frames, at: moment, outbox)
  }

  /// Renders up to a frame of the phone's time.
  func render(to frame: Int64) {
    guard isRunning, manual == nil else { return }
    while renderedFrame < frame {
      let count = Int(min(seat.blockFrames, frame - renderedFrame))
      if let samples = renderBlock(count) {
        seat.play(samples, frames: count, from: renderedFrame)
      }
      renderedFrame += Int64(count)
    }
  }
}
