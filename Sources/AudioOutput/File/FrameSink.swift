internal import PacedOutput
internal import Realtime

/// A destination for interleaved frames of one format: an encoder, or a stream.
protocol FrameSink {
  /// The memory layout of the frames.
  var sampleFormat: SampleFormat { get }

  /// Writes `frames` frames.
  ///
  /// - Throws: `OutputError` `.cannotWrite`.
  func write(_ samples: UnsafeMutableRawPointer, frames: Int) throws(OutputError)

  /// Writes all pending data. The sink must not be used afterward.
  ///
  /// - Throws: `OutputError` `.cannotWrite`.
  func finish() throws(OutputError)
}

/// The parameters of every sink.
struct FrameSinkParameters {
  /// The file, as the user named it.
  var path: String
  var format: SoundFileFormat
  var sampleRate: Int
  var channelCount: Int
  /// The expected number of frames, if known.
  var expectedFrames: Int64?
  /// The maximum number of bytes of samples that a plain WAV file can contain.
  ///
  /// Source: sizes in RIFF have 32 bits; our choice is to reserve 64 KiB for headers.
  var waveByteLimit: Int64 = 0xFFFF_FFFF - 0xFFFF

  /// The number of bytes that `frames` frames take in a WAV file.
  func waveBytes(frames: Int64) -> Int64 {
    let sample: Int64 =
      switch format.encoding {
      case .float32: 4
      case .int24: 3
      case .int16, .vorbis: 2
      }
    return frames * sample * Int64(channelCount)
  }
}
