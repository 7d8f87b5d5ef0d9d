private import Glibc
internal import PacedOutput
internal import Realtime

/// Writes frames as a WAV stream to a descriptor that does not have to be seekable, such as a pipe.
///
/// The header comes first, with the announced length. If no length was announced, it contains the largest possible
/// sizes, which readers of streams interpret as "to the end". If the descriptor is a file, the header is corrected at
/// the end.
final class WaveStream: FrameSink {
  let sampleFormat: SampleFormat
  private let parameters: FrameSinkParameters
  private let descriptor: Int32
  /// The position of the header, if the descriptor is seekable.
  private let headerOffset: off_t?
  private var framesWritten: Int64 = 0

  /// Begins a stream with `parameters`, whose container must be WAV, to `descriptor`, which stays open.
  init(_ parameters: FrameSinkParameters, descriptor: Int32) throws(OutputError) {
    precondition(parameters.format.container == .wav, "only WAV can be streamed")
    self.parameters = parameters
    self.descriptor = descriptor
    sampleFormat =
      switch parameters.format.encoding {
      case .float32, .vorbis: .float32
      case .int16: .int16
      case .int24: .int24Packed
      }
    let offset = lseek(descriptor, 0, SEEK_CUR)
    let appends = fcntl(descriptor, F_GETFL) & O_APPEND != 0
    headerOffset = offset >= 0 && !appends ? offset : nil
    if let expected = parameters.expectedFrames,
      parameters.waveBytes(frames: expected) > parameters.waveByteLimit
    {
      throw OutputError(
        .cannotWrite, subject: parameters.path,
        detail: "A WAV stream holds at most 4 GB; write to a file, or use .flac.")
    }
    try put(header(frames: parameters.expectedFrames))
  }

  func write(_ samples: UnsafeMutableRawPointer, frames: Int) throws(OutputError) {
    framesWritten += Int64(frames)
    let bytes = frames * parameters.channelCount * sampleFormat.bytesPerSample
    let code = unsafe writeAll(descriptor, samples, bytes)
    if code != 0 { throw .cannotWrite(parameters.path, code) }
  }

  func finish() throws(OutputError) {
    // A chunk of odd length is followed by a padding byte. Source: RIFF.
    if parameters.waveBytes(frames: framesWritten) & 1 == 1 { try put([0]) }
    guard let headerOffset, framesWritten != parameters.expectedFrames else { return }
    let bytes = header(frames: framesWritten)
    let written = unsafe pwrite(descriptor, bytes, bytes.count, headerOffset)
    if written != bytes.count { throw .cannotWrite(parameters.path, written < 0 ? errno : ENOSPC) }
  }

  private func put(_ bytes: [UInt8]) throws(OutputError) {
    let code = unsafe writeAll(descriptor, bytes, bytes.count)
    if code != 0 { throw .cannotWrite(parameters.path, code) }
  }

  /// The bytes before the samples.
  ///
  /// Source: Microsoft, "Multimedia Programming Interface and Data Specifications 1.0" (RIFF, fmt,
  /// data), and mmreg.h (format 3, IEEE float, requires a fact chunk).
  func header(frames: Int64?) -> [UInt8] {
    let isFloat = parameters.format.encoding == .float32
    let sampleBytes = sampleFormat.bytesPerSample
    let frameBytes = parameters.channelCount * sampleBytes
    let size = frames.map { UInt32(clamping: parameters.waveBytes(frames: $0)) }
    let fact: [UInt8] =
      isFloat ? chunk("fact", 4) + little(frames.map { UInt32(clamping: $0) } ?? .max) : []
    let format =
      chunk("fmt ", 16) + little(UInt16(isFloat ? 3 : 1))
      + little(UInt16(clamping: parameters.channelCount))
      + little(UInt32(clamping: parameters.sampleRate))
      + little(UInt32(clamping: parameters.sampleRate * frameBytes))
      + little(UInt16(clamping: frameBytes)) + little(UInt16(sampleBytes * 8))
    let rest = UInt32(4 + format.count + fact.count + 8)
    let total = size.map { UInt32(clamping: Int64($0) + Int64($0 & 1) + Int64(rest)) } ?? .max
    return chunk("RIFF", total) + Array("WAVE".utf8) + format + fact + chunk("data", size ?? .max)
  }

  private func chunk(_ name: String, _ size: UInt32) -> [UInt8] { Array(name.utf8) + little(size) }

  private func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
