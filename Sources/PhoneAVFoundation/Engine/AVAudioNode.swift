public import Foundation
internal import PhoneAudio

/// A block that receives what a bus of a node has rendered, on a separate thread.
public typealias AVAudioNodeTapBlock = (AVAudioPCMBuffer, AVAudioTime) -> Void
/// A handler that is called when a player does not need a buffer or file anymore, on a separate thread.
public typealias AVAudioNodeCompletionHandler = @Sendable () -> Void

/// A part of an engine's graph: it produces, processes or consumes sound.
///
/// Source: `AVAudioNode.h`.
///
/// - Thread: any.
@safe
open class AVAudioNode: NSObject {
  /// The engine to which the node is attached.
  open internal(set) weak var engine: AVAudioEngine?
  /// The volume and balance that a mixer applies to the node's sound.
  let gains: UnsafeMutablePointer<MixGains>
  /// The format of the output, which connections set.
  var connectedFormat: AVAudioFormat?
  /// The formats of the inputs.
  var inputFormats: [AVAudioNodeBus: AVAudioFormat] = [:]
  var tap: Tap?
  /// The frames that the node has rendered.
  var renderedFrames: Int64 = 0
  /// The converter before the only input, if the graph has one.
  var inputConverter: UnsafeMutablePointer<RateConverter>?

  /// Creates a node, for subclasses.
  public override init() {
    // SAFETY: freed in deinit; the compiled graph keeps the node.
    unsafe gains = .allocate(capacity: 1)
    unsafe gains.initialize(to: MixGains())
    unsafe inputConverter = nil
    super.init()
  }

  deinit { unsafe gains.deallocate() }

  // MARK: For the graph

  /// Returns what the compiled graph does for the node, in blocks of at most this number of frames.
  func operation(_ memory: GraphMemory, frames: Int) -> GraphStep.Operation { .outside }
  /// Returns the largest number of frames that a block needs from the inputs.
  func inputLimit(for frames: Int) -> Int { frames }
  /// The format in which the node renders.
  var renderFormat: AVAudioFormat { outputFormat(forBus: 0) }
  /// The speed at which the input is read, and its largest value.
  var rateOfInput: Double { 1 }
  var highestRate: Double { 1 }
  /// Called before the node's step of the compiled graph.
  func willRender(
    _ samples: GraphBuffer, frames: Int, rate: Double, at moment: RenderMoment
  ) {}
  /// Called after the node's step of the compiled graph.
  func didRender(
    _ samples: GraphBuffer, frames: Int, rate: Double, at moment: RenderMoment, _ outbox: Outbox
  ) {}
  /// Called when the engine has been stopped by the app, so that scheduled sound is lost.
  func engineStopped(_ outbox: Outbox) {}

  // MARK: Buses

  /// The number of inputs.
  open var numberOfInputs: Int { 1 }
  /// The number of outputs.
  open var numberOfOutputs: Int { 1 }

  /// Returns the name of an input: nil.
  open func name(forInputBus bus: AVAudioNodeBus) -> String? { nil }
  /// Returns the name of an output: nil.
  open func name(forOutputBus bus: AVAudioNodeBus) -> String? { nil }

  /// Returns the format of an input, which is that of the output connected to it.
  open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    GraphLock.with { inputFormats[bus] } ?? outputFormat(forBus: 0)
  }

  /// Returns the format of an output.
  ///
  /// Our choice for an output that is not connected: the rate of the hardware, and two channels.
  open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    GraphLock.with { connectedFormat } ?? AVAudioFormat.hardware.stereo
  }

  // MARK: Taps

  /// Passes what an output renders to a block.
  ///
  /// Called on an output that has a tap, or with another format than that of a connected output or of the microphone,
  /// the method ends the process, as an exception does on a phone.
  ///
  /// - Parameters:
  ///   - bus: the output: 0.
  ///   - bufferSize: the wanted number of frames in a buffer, which becomes 0.1 to 0.4 seconds.
  ///   - format: the format of an output that is not connected; nil for the format that it has.
  ///   - tapBlock: called on a separate thread.
  open func installTap(
    onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
    block tapBlock: @escaping AVAudioNodeTapBlock
  ) {
    GraphLock.with {
      require(tap == nil, "nullptr == Tap()", "the bus has a tap; remove it first")
      let own = renderFormat
      let isValid = (format ?? own).sampleRate > 0 && (format ?? own).channelCount > 0
      require(
        isValid, "IsFormatSampleRateAndChannelCountValid(format)",
        "the format is 0 Hz; choose a category of the session with an input")
      let isFixed = self is AVAudioInputNode || engine?.graph.outputs(of: self).isEmpty == false
      if let format, isFixed {
        require(
          format.sampleRate == own.sampleRate && format.channelCount == own.channelCount,
          "format.sampleRate == hwFormat.sampleRate",
          "the tap has \(format), and the output has \(own); pass nil or outputFormat(forBus: 0)")
      } else if let format {
        connectedFormat = format
      }
      tap = Tap(format ?? own, frames: bufferSize, tapBlock)
      engine?.graphChanged()
    }
  }

  /// Removes the tap of an output.
  open func removeTap(onBus bus: AVAudioNodeBus) {
    GraphLock.with {
      tap = nil
      engine?.graphChanged()
    }
  }

  // MARK: Time

  /// Forgets the sound that the node keeps.
  open func reset() {}

  /// The time up to which the node has rendered; nil unless the engine is running.
  ///
  /// Our choice: the end of the last block, which is the phone's present time.
  open var lastRenderTime: AVAudioTime? {
    GraphLock.with {
      guard let engine, engine.isRunning else { return nil }
      return engine.moment.time(renderedFrames, rate: renderFormat.sampleRate)
    }
  }

  /// The delay of the node in seconds.
  open var latency: TimeInterval { 0 }

  /// The time, in seconds, until the node's output is heard: the delay of the phone's output.
  open var outputPresentationLatency: TimeInterval { engine?.presentationLatency ?? 0 }
}
