internal import PacedOutput
internal import Realtime

/// Where interleaved frames of one format go: an encoder, or a stream.
protocol FrameSink {
  /// How frames must lie in memory.
  var sampleFormat: SampleFormat { get }

  /// Writes `frames` frames.
  ///
  /// - Throws: `OutputError` `.cannotWrite`.
  func write(_ samples: UnsafeMutableRawPointer, frames: Int) throws(OutputError)

  /// Writes what is still to be written. Nothing may be called afterwards.
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
  /// How many frames there will be, if that is known.
  var expectedFrames: Int64?
  /// The most bytes of samples that a plain WAV file can hold.
  ///
  /// Source: RIFF has 32-bit sizes; our choice is to leave 64 KiB of them for headers.
  var waveByteLimit: Int64 = 0xFFFF_FFFF - 0xFFFF

  /// How many bytes the samples of `frames` frames take in a WAV file.
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
