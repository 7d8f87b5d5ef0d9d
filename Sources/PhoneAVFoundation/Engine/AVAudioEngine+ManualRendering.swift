internal import Foundation
internal import PhoneAudio

/// The kind of rendering by the app instead of the phone.
///
/// Source: `AVAudioEngine.h`.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
  /// Without a deadline.
  case offline = 0
  /// With a deadline: only by `manualRenderingBlock`.
  case realtime = 1
}

/// The outcome of rendering a block.
///
/// Source: `AVAudioEngine.h`.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
  /// Nothing was rendered.
  case error = -1
  /// The frames were rendered.
  case success = 0
  /// The input had too few frames, which does not happen here.
  case insufficientDataFromInputNode = 1
  /// Rendering must be tried again, which does not happen here.
  case cannotDoInCurrentContext = 2
}

/// The codes of the errors of manual rendering.
///
/// Source: `AVAudioEngine.h`.
public enum AVAudioEngineManualRenderingError: OSStatus, Sendable {
  /// The engine is not in the mode of the call.
  case invalidMode = -80800
  /// The engine is not stopped.
  case initialized = -80801
  /// The engine is not running.
  case notRunning = -80802
}

/// A block that renders frames into buffers, and stores the code of an error.
public typealias AVAudioEngineManualRenderingBlock = (
  AVAudioFrameCount, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus

/// The settings of manual rendering.
struct ManualRendering {
  let mode: AVAudioEngineManualRenderingMode
  let format: AVAudioFormat
  let maximumFrames: Int
  var sampleTime: AVAudioFramePosition = 0
}

/// Rendering into buffers instead of on the phone.
extension AVAudioEngine {
  /// Disconnects the engine from the phone, so that the app renders it.
  ///
  /// Taps of the input and output are removed.
  ///
  /// - Parameters:
  ///   - mode: the kind of rendering.
  ///   - pcmFormat: the format of the buffers: uncompressed.
  ///   - maximumFrameCount: the largest number of frames that are rendered at a time.
  /// - Throws: an `NSError` with the code of `AVAudioEngineManualRenderingError.initialized` if the engine is running.
  public func enableManualRenderingMode(
    _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat,
    maximumFrameCount: AVAudioFrameCount
  ) throws {
    try GraphLock.with {
      if isRunning { throw EngineError.initialized.error("stop the engine first") }
      require(
        pcmFormat.isUncompressed && pcmFormat.sampleRate > 0 && maximumFrameCount > 0,
        "IsPCM(format) && maximumFrameCount > 0")
      manual = ManualRendering(
        mode: mode, format: pcmFormat, maximumFrames: Int(maximumFrameCount))
      restartTime()
      removeHardwareTaps()
    }
  }

  /// Stops and resets the engine, and connects it to the phone again.
  public func disableManualRenderingMode() {
    if !isInManualRenderingMode { return }
    stop()
    GraphLock.with {
      manual = nil
      removeHardwareTaps()
    }
  }

  private func removeHardwareTaps() {
    for node in graph.nodes where node is AVAudioIONode { node.tap = nil }
  }

  /// Returns to the beginning of the time of manual rendering.
  func restartTime() {
    manual?.sampleTime = 0
    for node in graph.nodes {
      node.renderedFrames = 0
      if let player = node as? AVAudioPlayerNode {
        unsafe player.schedule.voice.pointee.restartTime()
      }
    }
  }

  /// Whether the app renders the engine.
  public var isInManualRenderingMode: Bool { GraphLock.with { manual != nil } }
  /// The kind of rendering, if the app renders the engine.
  public var manualRenderingMode: AVAudioEngineManualRenderingMode {
    GraphLock.with { manual?.mode ?? .offline }
  }
  /// The format of the buffers; 0 Hz and no channels on the phone.
  public var manualRenderingFormat: AVAudioFormat { GraphLock.with { manual?.format ?? .none } }
  /// The largest number of frames that are rendered at a time; 0 on the phone.
  public var manualRenderingMaximumFrameCount: AVAudioFrameCount {
    GraphLock.with { AVAudioFrameCount(manual?.maximumFrames ?? 0) }
  }
  /// The number of frames rendered since the beginning.
  public var manualRenderingSampleTime: AVAudioFramePosition {
    GraphLock.with { manual?.sampleTime ?? 0 }
  }

  /// Renders frames into a buffer.
  ///
  /// - Parameters:
  ///   - numberOfFrames: the number of frames.
  ///   - buffer: a buffer of the format of manual rendering with room for the frames.
  /// - Returns: `success`.
  /// - Throws: an `NSError` with a code of `AVAudioEngineManualRenderingError`.
  @discardableResult
  public func renderOffline(
    _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
  ) throws -> AVAudioEngineManualRenderingStatus {
    try GraphLock.with {
      guard let manual, manual.mode == .offline else {
        throw EngineError.invalidMode.error("the engine is not in offline manual rendering mode")
      }
      if !isStarted { throw EngineError.notRunning.error("start the engine first") }
      require(buffer.format == manual.format, "buffer.format == manualRenderingFormat")
      require(
        numberOfFrames <= buffer.frameCapacity && Int(numberOfFrames) <= manual.maximumFrames,
        "numberOfFrames <= maximumFrameCount && numberOfFrames <= buffer.frameCapacity")
      render(numberOfFrames, into: buffer)
    }
    outbox.flush(nil)
    return .success
  }

  private func render(_ frames: AVAudioFrameCount, into buffer: AVAudioPCMBuffer) {
    buffer.frameLength = 0
    if let samples = renderBlock(Int(frames)) {
      buffer.append(samples, frames: Int(frames))
    } else {
      let silence = GraphBuffer(
        channelCount: Int(buffer.format.channelCount), capacity: Int(frames))
      buffer.append(silence, frames: Int(frames))
      silence.deallocate()
    }
    manual?.sampleTime += AVAudioFramePosition(frames)
  }

  /// Renders frames into buffers, in both modes of manual rendering.
  public var manualRenderingBlock: AVAudioEngineManualRenderingBlock {
    { [weak self] frames, list, error in
      let failure: AVAudioEngineManualRenderingError? = GraphLock.with {
        guard let self, let manual = self.manual else { return .invalidMode }
        if !self.isStarted { return .notRunning }
        guard let buffer = AVAudioPCMBuffer(pcmFormat: manual.format, frameCapacity: frames)
        else { return .invalidMode }
        self.render(frames, into: buffer)
        let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
        for index in 0..<min(buffers.count, buffer.list.count) {
          let source = buffer.list[index]
          buffers[index].mDataByteSize = source.mDataByteSize
          if let bytes = unsafe source.mData {
            unsafe buffers[index].mData?.copyMemory(
              from: bytes, byteCount: Int(source.mDataByteSize))
          }
        }
        return nil
      }
      unsafe error?.pointee = failure?.rawValue ?? noErr
      self?.outbox.flush(nil)
      return failure == nil ? .success : .error
    }
  }
}
