internal import AudioSessionTesting
public import Foundation
internal import PhoneAudio
internal import PhoneRuntime

/// Plays a graph of nodes on the current phone, in its time, or into buffers.
///
/// Starting activates the session. The system stops the engine when the session is interrupted, and when the format of
/// the hardware changes, after which it posts `AVAudioEngineConfigurationChange`. The app starts it again; what players
/// have scheduled continues then. An engine of lost media services is orphaned: it never starts again.
///
/// A mistake that raises an exception on a phone ends the process with a message.
///
/// Source: `AVAudioEngine.h`, Technical Q&A QA1749, and the reports that a method names. Our choice: a system stop
/// keeps what players have scheduled, and `stop()` forgets it, as in github.com/AudioKit/AudioKit/issues/2877.
///
/// - Thread: any.
open class AVAudioEngine: NSObject {
  let graph = AudioGraph()
  let seat = EngineSeat()
  let outbox = Outbox()
  /// The settings of manual rendering; nil on the phone.
  var manual: ManualRendering?
  var compiled: GraphRun?
  var isStarted = false
  /// The frame of the phone's time up to which the engine has rendered.
  var renderedFrame: Int64 = 0
  private var output: AVAudioOutputNode?
  private(set) var input: AVAudioInputNode?
  private var mixer: AVAudioMixerNode?
  /// Whether the engine stops its hardware while it is idle; kept without an effect.
  open var isAutoShutdownEnabled = false

  /// Creates an engine without nodes.
  public override init() {
    super.init()
    seat.setSender(self)
    let engine = Unchecked(WeakEngine(engine: self))
    seat.whenStopped { engine.value.engine?.systemStopped() }
  }

  deinit {
    if isStarted { seat.stop() }
    for node in graph.nodes { unsafe node.inputConverter = nil }
  }

  // MARK: Nodes

  /// The output, which exists once it was asked for.
  open var outputNode: AVAudioOutputNode {
    GraphLock.with {
      if let output { return output }
      let made = AVAudioOutputNode()
      output = made
      add(made)
      return made
    }
  }

  /// The input, which exists once it was asked for.
  open var inputNode: AVAudioInputNode {
    GraphLock.with {
      if let input { return input }
      let made = AVAudioInputNode()
      input = made
      add(made)
      return made
    }
  }

  /// The mixer before the output, which exists and is connected once it was asked for.
  ///
  /// Its format follows that of the output, unless the app connects it with another one.
  open var mainMixerNode: AVAudioMixerNode {
    GraphLock.with {
      if let mixer { return mixer }
      let made = AVAudioMixerNode()
      mixer = made
      add(made)
      let output = outputNode
      if graph.inputs(of: output).isEmpty {
        let link = AudioGraph.Link(source: made, sourceBus: 0, target: output, targetBus: 0)
        graph.connect(link, keepsOthers: false)
      }
      return made
    }
  }

  /// The nodes of the engine.
  open var attachedNodes: Set<AVAudioNode> { GraphLock.with { Set(graph.nodes) } }

  private func add(_ node: AVAudioNode) {
    node.engine = self
    graph.attach(node)
  }

  /// Adds a node, which is not connected yet.
  open func attach(_ node: AVAudioNode) {
    GraphLock.with {
      require(
        node.engine == nil || node.engine === self, "!nodeAttachedToOtherEngine",
        "the node is attached to another engine")
      add(node)
    }
  }

  /// Removes a node and its connections; a player forgets what it has scheduled.
  open func detach(_ node: AVAudioNode) {
    GraphLock.with {
      requireAttached(node)
      node.engineStopped(outbox)
      graph.detach(node)
      node.engine = nil
      graphChanged()
    }
    flush()
  }

  // MARK: Connections

  /// Connects an output of a node to an input of another, instead of their former connections.
  ///
  /// - Parameters:
  ///   - node1: the source.
  ///   - node2: the target.
  ///   - bus1: the output of the source: 0.
  ///   - bus2: the input of the target.
  ///   - format: the format of the output; nil for the format that it has.
  open func connect(
    _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus,
    toBus bus2: AVAudioNodeBus, format: AVAudioFormat?
  ) {
    link(node1, bus1, to: node2, bus2, format, keepsOthers: false)
  }

  /// Connects a node to the only input of another, or to the next free input of a mixer.
  open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
    let bus = (node2 as? AVAudioMixerNode)?.nextAvailableInputBus ?? 0
    connect(node1, to: node2, fromBus: 0, toBus: bus, format: format)
  }

  /// Connects an output of a node to several inputs, instead of its former connections.
  open func connect(
    _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint],
    fromBus sourceBus: AVAudioNodeBus, format: AVAudioFormat?
  ) {
    GraphLock.with {
      graph.disconnect { $0.source === sourceNode && $0.sourceBus == sourceBus }
      for point in destNodes {
        guard let node = point.node else { continue }
        link(sourceNode, sourceBus, to: node, point.bus, format, keepsOthers: true)
      }
    }
  }

  /// Removes the connections to a node.
  open func disconnectNodeInput(_ node: AVAudioNode) { disconnect(node) { $0.target === node } }

  /// Removes the connection to an input of a node.
  open func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    disconnect(node) { $0.target === node && $0.targetBus == bus }
  }

  /// Removes the connections from a node.
  open func disconnectNodeOutput(_ node: AVAudioNode) { disconnect(node) { $0.source === node } }

  /// Removes the connections from an output of a node.
  open func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    disconnect(node) { $0.source === node && $0.sourceBus == bus }
  }

  // MARK: Running

  /// Whether the engine is running: not stopped by the app or by the system.
  open var isRunning: Bool {
    GraphLock.with { isStarted && (manual != nil || seat.isRunning) }
  }

  /// Prepares to start, which is not needed here.
  open func prepare() {}

  /// Starts the engine, and activates the session.
  ///
  /// - Throws: an `NSError` of `com.apple.coreaudio.avfaudio` with the session's code, such as
  ///   `AVAudioSession.ErrorCode.insufficientPriority`. Source of the domain: github.com/dotnet/macios/issues/17574;
  ///   of the code: github.com/AudioKit/AudioKit/issues/1928. Our choice: an orphaned engine throws
  ///   `mediaServicesFailed`. `RejectedEvent` if the app is not running.
  open func start() throws {
    try GraphLock.with {
      if isRunning, manual != nil || seat.isOnCurrentPhone { return }
      if isStarted { halt(losesSchedules: false) }
      require(
        output != nil || input != nil, "inputNode != nullptr || outputNode != nullptr",
        "connect a node to mainMixerNode or outputNode, or tap inputNode")
      if manual == nil {
        if seat.isOrphan {
          throw EngineError.orphan.error("the media services were reset; make a new engine")
        }
        try seat.start(
          hasOutput: graph.roots.contains { $0 is AVAudioOutputNode }, needsInput: needsInput,
          mayUseInput: input != nil)
        renderedFrame = seat.now.frames
      }
      isStarted = true
      compiled = compile()
      if manual == nil, let phone = seat.phone {
        EngineClock.of(phone).add(self, blockFrames: seat.blockFrames)
      }
    }
  }

  /// Whether the input is connected, or has a tap.
  private var needsInput: Bool {
    guard let input else { return false }
    return input.tap != nil || !graph.outputs(of: input).isEmpty
  }

  /// Stops the engine without losing what players have scheduled.
  open func pause() { halt(losesSchedules: false) }

  /// Stops the engine; players stop and forget what they have scheduled.
  open func stop() { halt(losesSchedules: true) }

  private func halt(losesSchedules: Bool) {
    GraphLock.with {
      if isStarted, manual == nil {
        if let phone = seat.phone { EngineClock.of(phone).remove(self) }
        seat.stop()
      }
      isStarted = false
      if losesSchedules { for node in graph.nodes { node.engineStopped(outbox) } }
    }
    flush()
  }

  /// Resets all nodes: players stop, and manual rendering begins at 0 again.
  open func reset() {
    GraphLock.with {
      for node in graph.nodes { node.engineStopped(outbox) }
      compiled = isStarted ? compile() : nil
      if manual != nil { restartTime() }
    }
    flush()
  }

  /// Handles the stop of the output by the system, before the app is notified.
  private func systemStopped() {
    GraphLock.with {
      guard isStarted, manual == nil else { return }
      isStarted = false
      if let phone = seat.phone { EngineClock.of(phone).remove(self) }
      seat.stop()
    }
  }

  func flush() { outbox.flush(manual == nil ? seat.phone : nil) }
}

private struct WeakEngine {
  weak var engine: AVAudioEngine?
}
