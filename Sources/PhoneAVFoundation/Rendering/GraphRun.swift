internal import Foundation
internal import PhoneAudio
internal import Realtime

/// A compiled graph with the nodes that it renders.
///
/// The render side of the nodes does not allocate or lock. Blocks of the app, such as those of a source node, run
/// between the nodes.
///
/// - Thread: one at a time, under the graph's lock.
final class GraphRun {
  /// A node's place in the plan, or nil for a conversion that the graph adds.
  struct Place {
    let node: AVAudioNode?
    let rate: Double
  }

  private let plan: GraphPlan
  private let places: [Place]
  private let memory: GraphMemory
  /// The frames of the last block that are still owed to roots at another rate.
  private var owed = 0.0
  private let ratio: Double

  init(_ builder: GraphBuilder) {
    plan = GraphPlan(builder.steps, builder.inputs, roots: builder.roots, last: builder.last)
    places = builder.places
    memory = builder.memory
    ratio = builder.inputRate / builder.outputRate
  }

  /// Renders a block.
  ///
  /// - Parameters:
  ///   - frames: the number of frames at the output.
  ///   - moment: the time of the first frame.
  ///   - outbox: receives the calls of handlers.
  /// - Returns: the samples of the output; nil if nothing is connected to it.
  func render(_ frames: Int, at moment: RenderMoment, _ outbox: Outbox) -> GraphBuffer? {
    owed += Double(frames) * ratio
    let wanted = Int(owed + 1e-6)
    owed -= Double(wanted)
    RealtimeScope.run { plan.begin(frames, others: wanted) }
    for index in 0..<plan.stepCount {
      let count = plan.frames(of: index)
      if count == 0 { continue }
      render(index, count, at: moment, outbox)
    }
    return plan.last.map { plan.output(of: $0) }
  }

  private func render(_ index: Int, _ count: Int, at moment: RenderMoment, _ outbox: Outbox) {
    let node = places[index].node
    let samples = plan.output(of: index)
    node?.willRender(samples, frames: count, rate: places[index].rate, at: moment)
    RealtimeScope.run { plan.render(index) }
    guard let node else { return }
    node.tap?.collect(samples, frames: count, from: node.renderedFrames, at: moment, outbox)
    node.didRender(samples, frames: count, rate: places[index].rate, at: moment, outbox)
    node.renderedFrames += Int64(count)
  }
}

/// The memory of a compiled graph.
@safe
final class GraphMemory {
  private var buffers: [GraphBuffer] = []
  private var converters: [UnsafeMutablePointer<RateConverter>] = unsafe []

  /// Allocates a buffer.
  func buffer(channels: Int, frames: Int) -> GraphBuffer {
    let buffer = GraphBuffer(channelCount: channels, capacity: frames)
    buffers.append(buffer)
    return buffer
  }

  /// Allocates a converter.
  func converter(
    from input: Double, to output: Double, channels: Int
  ) -> UnsafeMutablePointer<RateConverter> {
    // SAFETY: freed in deinit.
    let converter = UnsafeMutablePointer<RateConverter>.allocate(capacity: 1)
    unsafe converter.initialize(
      to: RateConverter(from: input, to: output, channelCount: channels))
    unsafe converters.append(converter)
    return unsafe converter
  }

  deinit {
    for buffer in buffers { buffer.deallocate() }
    for index in unsafe converters.indices {
      unsafe converters[index].pointee.deallocate()
      unsafe converters[index].deallocate()
    }
  }
}
