/// The nodes of an engine and their connections.
///
/// - Thread: one at a time, under the graph's lock.
final class AudioGraph {
  /// A connection from a bus of a node to a bus of another.
  struct Link {
    let source: AVAudioNode
    let sourceBus: AVAudioNodeBus
    let target: AVAudioNode
    let targetBus: AVAudioNodeBus
  }

  private(set) var nodes: [AVAudioNode] = []
  private(set) var links: [Link] = []

  /// The nodes whose samples a block needs: the output, sinks, and an input with a tap.
  var roots: [AVAudioNode] {
    nodes.filter { node in
      switch node {
      case is AVAudioOutputNode, is AVAudioSinkNode: !inputs(of: node).isEmpty
      case is AVAudioInputNode: node.tap != nil
      default: false
      }
    }
  }

  /// Adds a node.
  func attach(_ node: AVAudioNode) {
    if !nodes.contains(where: { $0 === node }) { nodes.append(node) }
  }

  /// Removes a node and its connections.
  func detach(_ node: AVAudioNode) {
    links.removeAll { $0.source === node || $0.target === node }
    nodes.removeAll { $0 === node }
  }

  /// Adds a connection, instead of others at the same buses; `keepsOthers` keeps those of the source.
  func connect(_ link: Link, keepsOthers: Bool) {
    require(
      !reaches(link.source, from: link.target), "the graph has no cycle",
      "the target leads to the source")
    links.removeAll { other in
      other.target === link.target && other.targetBus == link.targetBus
        || !keepsOthers && other.source === link.source && other.sourceBus == link.sourceBus
    }
    links.append(link)
  }

  private func reaches(_ node: AVAudioNode, from start: AVAudioNode) -> Bool {
    start === node || outputs(of: start).contains { reaches(node, from: $0.target) }
  }

  /// Removes the connections that a closure selects.
  func disconnect(_ isMeant: (Link) -> Bool) { links.removeAll(where: isMeant) }

  /// Returns the connections to a node, by bus.
  func inputs(of node: AVAudioNode) -> [Link] {
    links.filter { $0.target === node }.sorted { $0.targetBus < $1.targetBus }
  }

  /// Returns the connections from a node.
  func outputs(of node: AVAudioNode) -> [Link] { links.filter { $0.source === node } }
}
