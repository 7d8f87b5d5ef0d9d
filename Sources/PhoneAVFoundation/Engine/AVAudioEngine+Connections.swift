public import Foundation
internal import PhoneAudio

/// A bus of a node.
///
/// Source: `AVAudioConnectionPoint.h`.
///
/// - Thread: any.
open class AVAudioConnectionPoint: NSObject {
  /// The node; nil if it is gone.
  open private(set) weak var node: AVAudioNode?
  /// The bus.
  public let bus: AVAudioNodeBus

  /// Creates a point.
  public init(node: AVAudioNode, bus: AVAudioNodeBus) {
    self.node = node
    self.bus = bus
  }
}

extension AVAudioEngine {
  /// Returns the output that is connected to an input; nil for none.
  public func inputConnectionPoint(
    for node: AVAudioNode, inputBus bus: AVAudioNodeBus
  ) -> AVAudioConnectionPoint? {
    GraphLock.with {
      graph.inputs(of: node).first { $0.targetBus == bus }
        .map { AVAudioConnectionPoint(node: $0.source, bus: $0.sourceBus) }
    }
  }

  /// Returns the inputs that are connected to an output.
  public func outputConnectionPoints(
    for node: AVAudioNode, outputBus bus: AVAudioNodeBus
  ) -> [AVAudioConnectionPoint] {
    GraphLock.with {
      graph.outputs(of: node).filter { $0.sourceBus == bus }
        .map { AVAudioConnectionPoint(node: $0.target, bus: $0.targetBus) }
    }
  }

  /// Ends the process unless a node is attached to this engine, as an exception does on a phone.
  ///
  /// Source of the words: github.com/AudioKit/AudioKit/issues/2910.
  func requireAttached(_ node: AVAudioNode) {
    require(
      node.engine === self, "[_nodes containsObject: node]",
      "attach \(type(of: node)) to this engine first")
  }

  func link(
    _ source: AVAudioNode, _ sourceBus: AVAudioNodeBus, to target: AVAudioNode,
    _ targetBus: AVAudioNodeBus, _ format: AVAudioFormat?, keepsOthers: Bool
  ) {
    GraphLock.with {
      requireAttached(source)
      requireAttached(target)
      require(
        source.hasOutput, "srcNode.numberOfOutputs > 0",
        "\(type(of: source)) does not have an output")
      require(
        target.hasInput, "destNode.numberOfInputs > 0", "\(type(of: target)) does not have an input"
      )
      let wanted = format ?? source.outputFormat(forBus: sourceBus)
      require(
        wanted.sampleRate > 0 && wanted.channelCount > 0,
        "IsFormatSampleRateAndChannelCountValid(format)", "the format is \(wanted)")
      if let format, !(source is AVAudioIONode) { source.connectedFormat = format }
      target.inputFormats[targetBus] = wanted
      let link = AudioGraph.Link(
        source: source, sourceBus: sourceBus, target: target, targetBus: targetBus)
      graph.connect(link, keepsOthers: keepsOthers)
      graphChanged()
    }
  }

  func disconnect(_ node: AVAudioNode, _ isMeant: (AudioGraph.Link) -> Bool) {
    GraphLock.with {
      requireAttached(node)
      for link in graph.links where isMeant(link) { link.target.inputFormats[link.targetBus] = nil }
      graph.disconnect(isMeant)
      graphChanged()
    }
  }
}

extension AVAudioNode {
  fileprivate var hasOutput: Bool { !(self is AVAudioOutputNode || self is AVAudioSinkNode) }
  fileprivate var hasInput: Bool {
    !(self is AVAudioInputNode || self is AVAudioPlayerNode || self is AVAudioSourceNode)
  }
}
