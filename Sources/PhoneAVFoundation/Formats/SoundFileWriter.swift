internal import Foundation

/// Writes samples to WAVE or Core Audio Format.
///
/// After each piece, the file is complete.
///
/// - Thread: one at a time.
final class SoundFileWriter {
  private let file: SilentRecording
  private let handle: FileHandle
  private(set) var frameCount = 0

  /// Creates the file, over any earlier file.
  ///
  /// - Throws: an `NSError` with 'fmt?' for an impossible format, or the error of the file system.
  init(_ url: URL, _ settings: [String: Any]) throws {
    file = try SilentRecording(url, settings)
    try file.write(seconds: 0)
    handle = try FileHandle(forUpdating: url)
  }

  deinit { try? handle.close() }

  /// Adds the frames of a buffer with the file's number of channels.
  ///
  /// - Throws: the error of the file system.
  func write(_ buffer: AVAudioPCMBuffer) throws {
    var bytes = Data(capacity: Int(buffer.frameLength) * file.frameBytes)
    for frame in 0..<Int(buffer.frameLength) {
      for channel in 0..<file.channels { append(buffer.sample(frame, of: channel), to: &bytes) }
    }
    frameCount += Int(buffer.frameLength)
    try handle.seekToEnd()
    try handle.write(contentsOf: bytes)
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: file.header(bytes: frameCount * file.frameBytes))
  }

  private func append(_ sample: Float, to bytes: inout Data) {
    var raw: UInt64
    if file.isFloat {
      raw = file.bits == 64 ? Double(sample).bitPattern : UInt64(sample.bitPattern)
    } else {
      let scale = Double(UInt64(1) << (file.bits - 1))
      let value = Double(sample.isNaN ? 0 : min(1, max(-1, sample))) * scale
      let number = Int64(min(scale - 1, value.rounded()))
      // Samples of 8 bits in WAVE are unsigned.
      raw = UInt64(bitPattern: file.hasUnsignedBytes ? number + 128 : number)
    }
    for _ in 0..<(file.bits / 8) {
      bytes.append(UInt8(truncatingIfNeeded: raw))
      raw >>= 8
    }
  }
}
