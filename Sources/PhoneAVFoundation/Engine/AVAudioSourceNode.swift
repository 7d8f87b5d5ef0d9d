public import Foundation
internal import PhoneAudio

/// A block that fills buffers with sound, whenever an engine renders.
///
/// The parameters are: whether the sound is silent, which the block may set; the time of the first frame; the number of
/// frames; the buffers.
public typealias AVAudioSourceNodeRenderBlock = (
  UnsafeMutablePointer<ObjCBool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
  UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// A block that receives the sound of buffers, whenever an engine renders.
public typealias AVAudioSinkNodeReceiverBlock = (
  UnsafePointer<AudioTimeStamp>, AVAudioFrameCount, UnsafePointer<AudioBufferList>
) -> OSStatus

/// Plays what a block of the app produces.
///
/// The block is called by the thread that advances the phone's time or renders manually.
///
/// Source: `AVAudioSourceNode.h`.
///
/// - Thread: any.
@safe
open class AVAudioSourceNode: AVAudioNode, AVAudioMixing {
  private let block: AVAudioSourceNodeRenderBlock
  private let format: AVAudioFormat?
  private var list = NodeBuffers()

  /// Creates a node; its block fills buffers of the standard format with the rate and channels of the output.
  public init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
    unsafe self.block = unsafe block
    format = nil
    super.init()
  }

  /// Creates a node; its block fills buffers of a format, which must be standard here.
  public init(
    format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock
  ) {
    require(
      format.isStandard, "format.isStandard",
      "only floating-point numbers of 32 bits with the channels apart are supported")
    unsafe self.block = unsafe block
    self.format = format
    super.init()
  }

  open override var numberOfInputs: Int { 0 }

  override var renderFormat: AVAudioFormat { format ?? outputFormat(forBus: 0) }

  /// The volume in the mixer that follows, 0...1.
  open var volume: Float {
    get { mixedVolume }
    set { mixedVolume = newValue }
  }

  /// The balance in the mixer that follows.
  open var pan: Float {
    get { mixedPan }
    set { mixedPan = newValue }
  }

  override func willRender(
    _ samples: GraphBuffer, frames: Int, rate: Double, at moment: RenderMoment
  ) {
    samples.clear(frames: frames)
    var isSilent = ObjCBool(false)
    var stamp = moment.time(renderedFrames, rate: rate).audioTimeStamp
    let buffers = unsafe list.point(to: samples, frames: frames)
    let status = unsafe block(&isSilent, &stamp, AVAudioFrameCount(frames), buffers)
    if status != noErr || isSilent.boolValue { samples.clear(frames: frames) }
  }
}

/// Passes the sound of the input to a block of the app.
///
/// Source: `AVAudioSinkNode.h`: only in the input's chain, and without a conversion.
///
/// - Thread: any.
@safe
open class AVAudioSinkNode: AVAudioNode {
  private let block: AVAudioSinkNodeReceiverBlock
  private var list = NodeBuffers()

  /// Creates a node.
  public init(receiverBlock block: @escaping AVAudioSinkNodeReceiverBlock) {
    unsafe self.block = unsafe block
    super.init()
  }

  open override var numberOfOutputs: Int { 0 }
  override var renderFormat: AVAudioFormat { inputFormats[0] ?? .hardwareInput }

  override func didRender(
    _ samples: GraphBuffer, frames: Int, rate: Double, at moment: RenderMoment, _ outbox: Outbox
  ) {
    var stamp = moment.time(renderedFrames, rate: rate).audioTimeStamp
    let buffers = unsafe list.point(to: samples, frames: frames)
    _ = unsafe block(&stamp, AVAudioFrameCount(frames), buffers)
  }
}

/// A list of buffers that points to the samples of a node.
private struct NodeBuffers {
  private final class Memory {
    let list: UnsafeMutableAudioBufferListPointer
    // SAFETY: freed in deinit.
    init(_ channels: Int) { list = AudioBufferList.allocate(maximumBuffers: channels) }
    deinit { unsafe list.unsafeMutablePointer.deallocate() }
  }
  private var memory: Memory?

  /// Returns the list, valid until the next call.
  mutating func point(
    to samples: GraphBuffer, frames: Int
  ) -> UnsafeMutablePointer<AudioBufferList> {
    let memory: Memory
    if let known = self.memory, known.list.count == samples.channelCount {
      memory = known
    } else {
      memory = Memory(samples.channelCount)
      self.memory = memory
    }
    for channel in 0..<samples.channelCount {
      unsafe memory.list[channel] = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(frames * MemoryLayout<Float>.stride),
        mData: samples.channels[channel])
    }
    return unsafe memory.list.unsafeMutablePointer
  }
}
