public import Foundation
internal import PhoneAudio

/// A piece of sound in memory.
///
/// Source: `AVAudioBuffer.h`.
///
/// - Thread: one at a time.
open class AVAudioBuffer: NSObject, NSCopying {
  /// The format of the sound.
  public let format: AVAudioFormat
  let list: UnsafeMutableAudioBufferListPointer

  init(_ format: AVAudioFormat, buffers: Int) {
    self.format = format
    // SAFETY: freed in deinit.
    list = AudioBufferList.allocate(maximumBuffers: buffers)
    super.init()
  }

  deinit { unsafe list.unsafeMutablePointer.deallocate() }

  /// The buffers, with the valid number of bytes.
  open var audioBufferList: UnsafePointer<AudioBufferList> { unsafe list.unsafePointer }

  /// The buffers, whose number of bytes can be changed.
  open var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
    unsafe list.unsafeMutablePointer
  }

  /// Returns a copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    fatalError("AVAudioBuffer: only a buffer of uncompressed samples can be copied")
  }
}

/// Uncompressed samples in memory.
///
/// Source: `AVAudioBuffer.h`.
///
/// - Thread: one at a time.
@safe
open class AVAudioPCMBuffer: AVAudioBuffer {
  /// The number of frames for which the buffer has room.
  public let frameCapacity: AVAudioFrameCount
  private let memory: UnsafeMutableRawPointer
  /// The first sample of each channel.
  private let starts: UnsafeMutablePointer<UnsafeMutableRawPointer>
  private let bytesPerFrame: Int

  /// Creates a silent buffer without frames; nil if the format is compressed.
  public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    let description = unsafe format.streamDescription.pointee
    guard format.isUncompressed, description.mBytesPerFrame > 0 else { return nil }
    self.frameCapacity = frameCapacity
    bytesPerFrame = Int(description.mBytesPerFrame)
    let channels = Int(format.channelCount)
    let buffers = format.isInterleaved ? 1 : channels
    let size = max(16, Int(frameCapacity) * bytesPerFrame)
    // SAFETY: freed in deinit.
    unsafe memory = .allocate(byteCount: size * buffers, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size * buffers)
    // SAFETY: freed in deinit.
    unsafe starts = .allocate(capacity: channels)
    let width = Int(description.mBitsPerChannel / 8)
    for channel in 0..<channels {
      let offset = format.isInterleaved ? channel * width : channel * size
      unsafe (starts + channel).initialize(to: memory + offset)
    }
    super.init(format, buffers: buffers)
    for buffer in 0..<buffers {
      unsafe list[buffer] = AudioBuffer(
        mNumberChannels: UInt32(format.isInterleaved ? channels : 1), mDataByteSize: 0,
        mData: memory + buffer * size)
    }
  }

  deinit {
    unsafe memory.deallocate()
    unsafe starts.deallocate()
  }

  /// The number of valid frames.
  ///
  /// A number above `frameCapacity` ends the process, as an exception does on a phone.
  open var frameLength: AVAudioFrameCount = 0 {
    didSet {
      require(frameLength <= frameCapacity, "frameLength <= frameCapacity")
      for index in 0..<list.count {
        list[index].mDataByteSize = frameLength * UInt32(bytesPerFrame)
      }
    }
  }

  /// The distance between two samples of a channel, in samples.
  open var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

  /// The samples of each channel; nil unless they are floating-point numbers of 32 bits.
  open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
    unsafe channels(.pcmFormatFloat32, Float.self)
  }

  /// The samples of each channel; nil unless they are integers of 16 bits.
  open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? {
    unsafe channels(.pcmFormatInt16, Int16.self)
  }

  /// The samples of each channel; nil unless they are integers of 32 bits.
  open var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? {
    unsafe channels(.pcmFormatInt32, Int32.self)
  }

  private func channels<Sample>(
    _ common: AVAudioCommonFormat, _: Sample.Type
  ) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
    guard format.commonFormat == common else { return nil }
    // SAFETY: the samples have this type, and pointers of all types have one layout.
    return unsafe UnsafePointer(
      UnsafeMutableRawPointer(starts).assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self))
  }

  /// Returns a copy with the valid frames.
  open override func copy(with zone: NSZone? = nil) -> Any {
    guard let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCapacity) else {
      return super.copy(with: zone)
    }
    copy.frameLength = frameLength
    for (index, buffer) in list.enumerated() {
      if let source = unsafe buffer.mData {
        unsafe copy.list[index].mData?.copyMemory(
          from: source, byteCount: Int(buffer.mDataByteSize))
      }
    }
    return copy
  }

  // MARK: Samples of any format

  /// The samples as a buffer of a graph; nil unless the format is the standard format.
  var standardSamples: GraphBuffer? {
    guard format.isStandard else { return nil }
    // SAFETY: the samples are floating-point numbers, and pointers of all types have one layout.
    let channels = unsafe UnsafeMutableRawPointer(starts)
      .assumingMemoryBound(to: UnsafeMutablePointer<Float>.self)
    return unsafe GraphBuffer(
      channels: channels, channelCount: Int(format.channelCount), capacity: Int(frameCapacity))
  }

  /// Returns a sample, -1...1.
  func sample(_ frame: Int, of channel: Int) -> Float {
    let raw = unsafe starts[channel] + frame * bytesPerFrame
    // SAFETY: the common format tells the type of the samples.
    switch format.commonFormat {
    case .pcmFormatFloat32: return unsafe raw.load(as: Float.self)
    case .pcmFormatFloat64: return unsafe Float(raw.load(as: Double.self))
    case .pcmFormatInt16: return unsafe Float(raw.load(as: Int16.self)) / 32_768
    case .pcmFormatInt32: return unsafe Float(Double(raw.load(as: Int32.self)) / 2_147_483_648)
    case .otherFormat: return 0
    }
  }

  /// Sets a sample; integers are clamped.
  func setSample(_ frame: Int, of channel: Int, to value: Float) {
    let raw = unsafe starts[channel] + frame * bytesPerFrame
    let whole = Double(value.isNaN ? 0 : min(1, max(-1, value)))
    // SAFETY: the common format tells the type of the samples.
    switch format.commonFormat {
    case .pcmFormatFloat32: unsafe raw.storeBytes(of: value, as: Float.self)
    case .pcmFormatFloat64: unsafe raw.storeBytes(of: Double(value), as: Double.self)
    case .pcmFormatInt16:
      let number = Int16(min(32_767, (whole * 32_768).rounded()))
      unsafe raw.storeBytes(of: number, as: Int16.self)
    case .pcmFormatInt32:
      let number = Int32(min(2_147_483_647, (whole * 2_147_483_648).rounded()))
      // SAFETY: as above.
      unsafe raw.storeBytes(of: number, as: Int32.self)
    case .otherFormat: break
    }
  }

  /// Copies frames of a graph's buffer, from `place` on, and makes them valid.
  func append(_ buffer: GraphBuffer, from first: Int = 0, frames: Int) {
    let place = Int(frameLength)
    let count = min(frames, Int(frameCapacity) - place)
    frameLength += AVAudioFrameCount(count)
    for channel in 0..<min(Int(format.channelCount), buffer.channelCount) {
      let samples = unsafe buffer.channels[channel] + first
      if let target = standardSamples {
        unsafe (target.channels[channel] + place).update(from: samples, count: count)
      } else {
        for index in 0..<count {
          setSample(place + index, of: channel, to: unsafe samples[index])
        }
      }
    }
  }
}

/// Checks a condition, and otherwise ends the process with a message, as an uncaught Objective-C exception does.
///
/// Source of the form: the exceptions of AVFAudio in public reports, such as github.com/AudioKit/AudioKit/issues/645.
func require(
  _ condition: Bool, _ words: @autoclosure () -> String, _ remedy: @autoclosure () -> String = ""
) {
  if condition { return }
  let remedy = remedy()
  fatalError(
    "com.apple.coreaudio.avfaudio: required condition is false: \(words())"
      + (remedy.isEmpty ? "" : ": \(remedy)"))
}
