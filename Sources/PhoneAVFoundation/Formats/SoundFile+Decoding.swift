internal import Foundation

/// The samples of uncompressed sounds, as numbers.
extension SoundFile {
  /// The number of frames; nil for a compressed sound.
  var frameCount: Int? { samples.map { $0.range.count / ($0.bits / 8 * channels) } }

  /// Reads frames into a buffer of the same rate and number of channels, after its valid frames.
  func read(from first: Int, frames: Int, into buffer: AVAudioPCMBuffer) {
    guard let samples else { return }
    let width = samples.bits / 8
    let place = Int(buffer.frameLength)
    buffer.frameLength += AVAudioFrameCount(frames)
    let reader = ByteReader(data: data)
    // Most files, without the cost of a general sample.
    let isPlain = samples.bits == 16 && !samples.isFloat && !samples.isBigEndian
    for channel in 0..<channels {
      for index in 0..<frames {
        let offset = samples.range.lowerBound + ((first + index) * channels + channel) * width
        let value: Float
        if isPlain {
          let bits = UInt16(reader.byte(offset)) | UInt16(reader.byte(offset + 1)) << 8
          value = Float(Int16(bitPattern: bits)) / 32_768
        } else {
          value = Float(samples.value(at: offset, in: reader))
        }
        buffer.setSample(place + index, of: channel, to: value)
      }
    }
  }
}
