public import Foundation
internal import PhoneAudio

/// Whether a converter's block has provided input.
///
/// Source: `AVAudioConverter.h`.
public enum AVAudioConverterInputStatus: Int, Sendable {
  /// The block returns a buffer.
  case haveData = 0
  /// The input must be waited for.
  case noDataNow = 1
  /// The input has ended.
  case endOfStream = 2
}

/// The outcome of a conversion.
///
/// Source: `AVAudioConverter.h`.
public enum AVAudioConverterOutputStatus: Int, Sendable {
  /// The output has the requested frames.
  case haveData = 0
  /// The input had too few frames.
  case inputRanDry = 1
  /// The input has ended.
  case endOfStream = 2
  /// The conversion failed.
  case error = 3
}

/// A block that provides a converter's input: the number of frames that it needs, and the status to set.
public typealias AVAudioConverterInputBlock = (
  AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
) -> AVAudioBuffer?

/// Converts uncompressed samples: their rate, their channels, and how they are stored.
///
/// Source: `AVAudioConverter.h`.
///
/// - Thread: one at a time.
open class AVAudioConverter: NSObject {
  /// The format of the input.
  public let inputFormat: AVAudioFormat
  /// The format of the output.
  public let outputFormat: AVAudioFormat
  private var converter: RateConverter
  /// The input that was not used yet, in the standard format.
  private var waiting: [[Float]]

  /// Creates a converter; nil for a format that is compressed.
  public init?(from fromFormat: AVAudioFormat, to toFormat: AVAudioFormat) {
    guard fromFormat.isUncompressed, toFormat.isUncompressed, fromFormat.sampleRate > 0,
      toFormat.sampleRate > 0
    else { return nil }
    (inputFormat, outputFormat) = (fromFormat, toFormat)
    let channels = Int(fromFormat.channelCount)
    converter = RateConverter(
      from: fromFormat.sampleRate, to: toFormat.sampleRate, channelCount: channels)
    waiting = Array(repeating: [], count: channels)
  }

  deinit { converter.deallocate() }

  /// Forgets earlier input.
  open func reset() {
    converter.reset()
    waiting = waiting.map { _ in [] }
  }

  /// Converts a buffer without changing the rate.
  ///
  /// - Throws: an `NSError` with `kAudioConverterErr_InvalidInputSize` if the output has too little room.
  open func convert(to outputBuffer: AVAudioPCMBuffer, from inputBuffer: AVAudioPCMBuffer) throws {
    require(
      inputFormat.sampleRate == outputFormat.sampleRate,
      "_inputFormat.sampleRate == _outputFormat.sampleRate",
      "use convert(to:error:withInputFrom:) to change the rate")
    guard outputBuffer.frameCapacity >= inputBuffer.frameLength else {
      // Source: AudioConverter.h, 'insz'.
      throw NSError(
        domain: NSOSStatusErrorDomain, code: 1_768_846_202,
        userInfo: [NSLocalizedDescriptionKey: "the output has too little room"])
    }
    let frames = Int(inputBuffer.frameLength)
    let samples = HeldSamples(inputBuffer)
    write(samples.buffer, frames: frames, to: outputBuffer)
  }

  /// Converts until the output is full or the input ends.
  ///
  /// - Parameters:
  ///   - outputBuffer: receives the samples.
  ///   - outError: not used, because the conversion of uncompressed samples does not fail.
  ///   - inputBlock: provides the input.
  /// - Returns: whether the output is full.
  @discardableResult
  open func convert(
    to outputBuffer: AVAudioPCMBuffer, error outError: NSErrorPointer = nil,
    withInputFrom inputBlock: AVAudioConverterInputBlock
  ) -> AVAudioConverterOutputStatus {
    let wanted = Int(outputBuffer.frameCapacity)
    var status = AVAudioConverterInputStatus.haveData
    while waiting[0].count < converter.framesNeeded(for: wanted), status == .haveData {
      let missing = converter.framesNeeded(for: wanted) - waiting[0].count
      let buffer = unsafe inputBlock(AVAudioPacketCount(missing), &status)
      guard status == .haveData, let buffer = buffer as? AVAudioPCMBuffer, buffer.frameLength > 0
      else { break }
      for channel in waiting.indices {
        waiting[channel] += (0..<Int(buffer.frameLength)).map { buffer.sample($0, of: channel) }
      }
    }
    let frames = convertWaiting(atMost: wanted, isLast: status == .endOfStream, to: outputBuffer)
    if frames == wanted { return .haveData }
    return status == .endOfStream ? (frames > 0 ? .haveData : .endOfStream) : .inputRanDry
  }

  /// Converts the input that waits.
  ///
  /// - Returns: the number of frames.
  private func convertWaiting(
    atMost wanted: Int, isLast: Bool, to outputBuffer: AVAudioPCMBuffer
  ) -> Int {
    let available = waiting[0].count
    if isLast, available > 0 {
      // Interpolation looks a few frames ahead, which are silent after the end.
      for channel in waiting.indices where !converter.isIdentity { waiting[channel] += [0, 0, 0] }
    }
    let limit = waiting[0].count
    var frames = wanted
    if isLast { frames = min(frames, Int((Double(available) / converter.ratio).rounded())) }
    while frames > 0, converter.framesNeeded(for: frames) > limit { frames -= 1 }
    let needed = converter.framesNeeded(for: frames)
    let source = GraphBuffer(channelCount: waiting.count, capacity: max(1, needed))
    let target = GraphBuffer(channelCount: waiting.count, capacity: max(1, frames))
    for channel in waiting.indices {
      for index in 0..<needed { unsafe source.channels[channel][index] = waiting[channel][index] }
      waiting[channel].removeFirst(isLast && frames < wanted ? limit : needed)
    }
    converter.convert(source, into: target, frames: frames)
    write(target, frames: frames, to: outputBuffer)
    source.deallocate()
    target.deallocate()
    return frames
  }

  private func write(_ samples: GraphBuffer, frames: Int, to output: AVAudioPCMBuffer) {
    output.frameLength = 0
    let mapped = GraphBuffer(
      channelCount: Int(outputFormat.channelCount), capacity: max(1, frames))
    mapped.add(samples, frames: frames, left: 1, right: 1)
    output.append(mapped, frames: frames)
    mapped.deallocate()
  }
}
