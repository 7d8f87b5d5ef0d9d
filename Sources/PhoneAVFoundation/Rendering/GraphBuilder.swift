internal import Foundation
internal import PhoneAudio

/// Compiles a graph: sorts the nodes, each after its inputs, and adds the conversions between them.
///
/// - Thread: one at a time, under the graph's lock.
struct GraphBuilder {
  private(set) var steps: [GraphStep] = []
  private(set) var inputs: [GraphInput] = []
  private(set) var places: [GraphRun.Place] = []
  private(set) var roots: [Int] = []
  private(set) var last: Int?
  let memory = GraphMemory()
  /// The rate at which blocks are requested, and the rate of the input.
  let outputRate: Double
  let inputRate: Double

  private let graph: AudioGraph
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var capacities: [ObjectIdentifier: Int] = [:]

  /// Compiles a graph.
  ///
  /// - Parameters:
  ///   - graph: the nodes and their connections.
  ///   - format: the format of the blocks.
  ///   - frames: the largest number of frames in a block.
  ///   - inputRate: the rate of the input.
  init(_ graph: AudioGraph, _ format: AVAudioFormat, frames: Int, inputRate: Double) {
    self.graph = graph
    outputRate = format.sampleRate
    self.inputRate = inputRate > 0 ? inputRate : outputRate
    let output = graph.nodes.first { $0 is AVAudioOutputNode }
    let wanted = graph.roots
    for root in wanted {
      let rate = root.renderFormat.sampleRate
      reserve(root, Int((Double(frames) * rate / outputRate).rounded(.up)) + 4)
    }
    for root in wanted {
      let number = add(root, format)
      if root === output { last = number } else { roots.append(number) }
    }
    if let output, let number = last {
      last = convert(
        number, from: output.renderFormat.sampleRate, to: format, frames: frames)
    }
  }

  /// Notes how many frames a node may have to render at a time, with everything before it.
  private mutating func reserve(_ node: AVAudioNode, _ frames: Int) {
    capacities[ObjectIdentifier(node)] = max(frames, capacities[ObjectIdentifier(node)] ?? 0)
    for link in graph.inputs(of: node) {
      let ratio = link.source.renderFormat.sampleRate / node.renderFormat.sampleRate
      let wanted = node.inputLimit(for: frames)
      let needed = Double(wanted) * ratio * node.highestRate
      let isPlain = ratio == 1 && node.highestRate == 1
      reserve(link.source, isPlain ? wanted : Int(needed.rounded(.up)) + 4)
    }
  }

  /// Adds a node after its inputs, unless it is already there.
  private mutating func add(_ node: AVAudioNode, _ format: AVAudioFormat) -> Int {
    if let number = numbers[ObjectIdentifier(node)] { return number }
    let links = graph.inputs(of: node)
    let sources = links.map { add($0.source, format) }
    let own = node.renderFormat
    let capacity = capacities[ObjectIdentifier(node)] ?? 1
    var step = GraphStep(
      node.operation(memory, frames: capacity),
      memory.buffer(channels: Int(own.channelCount), frames: capacity))
    step.firstInput = inputs.count
    step.inputCount = links.count
    for (link, source) in zip(links, sources) {
      inputs.append(
        input(from: link.source, source, to: node, node.inputLimit(for: capacity)))
    }
    steps.append(step)
    places.append(GraphRun.Place(node: node, rate: own.sampleRate))
    numbers[ObjectIdentifier(node)] = steps.count - 1
    return steps.count - 1
  }

  private func input(
    from source: AVAudioNode, _ number: Int, to node: AVAudioNode, _ capacity: Int
  ) -> GraphInput {
    var input = GraphInput(from: number)
    if node is AVAudioMixerNode {
      // SAFETY: the same memory, which the node of the compiled graph owns.
      unsafe input.gains = unsafe UnsafePointer(mixing(source).gains)
    }
    let (rate, own) = (source.renderFormat.sampleRate, node.renderFormat.sampleRate)
    let channels = Int(source.renderFormat.channelCount)
    if rate != own || node.highestRate != 1 {
      require(
        graph.outputs(of: source).count == 1,
        "the sample rates of all connections of an output are equal",
        "\(type(of: source)) is connected to several nodes; connect it to a mixer first")
      let converter = unsafe memory.converter(from: rate, to: own, channels: channels)
      unsafe converter.pointee.rate = node.rateOfInput
      unsafe node.inputConverter = unsafe converter
      unsafe input.converter = unsafe converter
      input.converted = memory.buffer(channels: channels, frames: capacity)
    }
    return input
  }

  /// Returns the node whose volume and balance a mixer applies: the first before units with a single input.
  ///
  /// Our choice: a player's volume also has an effect behind a unit, as in most apps, where the next mixer follows it.
  private func mixing(_ node: AVAudioNode) -> AVAudioNode {
    var node = node
    while node is AVAudioUnit, let source = graph.inputs(of: node).first?.source { node = source }
    return node
  }

  /// Adds a conversion to the format of blocks, if it is needed.
  private mutating func convert(
    _ number: Int, from rate: Double, to format: AVAudioFormat, frames: Int
  ) -> Int {
    let channels = steps[number].output.channelCount
    if rate == format.sampleRate, channels == Int(format.channelCount) { return number }
    var step = GraphStep(
      .outside, memory.buffer(channels: Int(format.channelCount), frames: frames))
    step.firstInput = inputs.count
    step.inputCount = 1
    var input = GraphInput(from: number)
    if rate != format.sampleRate {
      unsafe input.converter = unsafe memory.converter(
        from: rate, to: format.sampleRate, channels: channels)
      input.converted = memory.buffer(channels: channels, frames: frames)
    }
    inputs.append(input)
    steps.append(step)
    places.append(GraphRun.Place(node: nil, rate: format.sampleRate))
    return steps.count - 1
  }
}
