public import Foundation
internal import PhoneAudio

/// The input or the output of the phone.
///
/// Source: `AVAudioIONode.h`.
///
/// - Thread: any.
open class AVAudioIONode: AVAudioNode {
  /// The delay of the hardware in seconds.
  open var presentationLatency: TimeInterval { engine?.presentationLatency ?? 0 }
  /// Whether the input or output processes a conversation.
  open fileprivate(set) var isVoiceProcessingEnabled = false

  /// Sets whether the input and output process a conversation; kept without an effect on the sound.
  ///
  /// - Throws: an `NSError` with the code of `AVAudioEngineManualRenderingError.initialized` while the engine runs.
  open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
    if engine?.isRunning == true {
      throw EngineError.initialized.error("stop the engine before voice processing is changed")
    }
    isVoiceProcessingEnabled = enabled
  }
}

/// Plays what is connected to it on the phone, or into the buffers of manual rendering.
///
/// - Thread: any.
open class AVAudioOutputNode: AVAudioIONode {
  open override var numberOfOutputs: Int { 1 }
  override var renderFormat: AVAudioFormat { engine?.outputFormat ?? .hardware }

  /// Returns the format of the hardware, or of manual rendering.
  open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { renderFormat }

  /// Returns the format of the connected node, otherwise the format of the hardware.
  open override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    GraphLock.with { inputFormats[bus] } ?? renderFormat
  }
}

/// Records from the phone: silence, because nobody speaks to it.
///
/// In manual rendering mode, a block of the app provides the input.
///
/// - Thread: any.
@safe
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing {
  private var manualFormat: AVAudioFormat?
  private var manualBlock: AVAudioIONodeInputBlock?

  /// Whether voice processing is bypassed; kept without an effect.
  open var isVoiceProcessingBypassed = false
  /// Whether voice processing controls the gain; kept without an effect.
  open var isVoiceProcessingAGCEnabled = true
  /// Whether voice processing mutes the input, which is silent anyway.
  open var isVoiceProcessingInputMuted = false

  open override var numberOfInputs: Int { 1 }
  override var renderFormat: AVAudioFormat {
    engine?.isInManualRenderingMode == true ? manualFormat ?? .hardwareInput : .hardwareInput
  }

  /// Returns the format of the hardware: 0 Hz and 0 channels for a category without input.
  open override func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { renderFormat }
  /// Returns the format of the hardware: 0 Hz and 0 channels for a category without input.
  open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { renderFormat }

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

  /// Sets the block that provides the input in manual rendering mode.
  ///
  /// - Returns: whether the format can be used, which must be the standard format.
  open func setManualRenderingInputPCMFormat(
    _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
  ) -> Bool {
    guard format.isStandard else { return false }
    GraphLock.with {
      manualFormat = format
      unsafe manualBlock = unsafe block
      engine?.graphChanged()
    }
    return true
  }

  override func willRender(
    _ samples: GraphBuffer, frames: Int, rate: Double, at moment: RenderMoment
  ) {
    samples.clear(frames: frames)
    guard moment.seconds == nil, let block = unsafe manualBlock,
      let list = unsafe block(AVAudioFrameCount(frames))
    else { return }
    // SAFETY: the list is only read.
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
    for channel in 0..<min(buffers.count, samples.channelCount) {
      let given = unsafe UnsafeMutableBufferPointer<Float>(buffers[channel])
      for index in 0..<min(frames, given.count) {
        unsafe samples.channels[channel][index] = given[index]
      }
    }
  }
}

/// A block that provides the input in manual rendering mode, or nil.
public typealias AVAudioIONodeInputBlock = (AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?
