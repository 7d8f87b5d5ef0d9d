private import CSndFile
private import Glibc
internal import PacedOutput
internal import Realtime

/// Writes frames to a seekable file with libsndfile.
///
/// libsndfile writes through our functions, so that the first system error is known even if libsndfile ignores it, as
/// it does for the last block of a compressed file.
@safe
final class SoundFileEncoder: FrameSink {
  let sampleFormat: SampleFormat
  private let parameters: FrameSinkParameters
  private let storage: FileStorage
  private let isLargeFile: Bool
  private var file: OpaquePointer?
  private var framesWritten: Int64 = 0

  /// Begins a file with `parameters`.
  ///
  /// The file is written to `descriptor`, which must be seekable and outlive the
  /// encoder.
  init(_ parameters: FrameSinkParameters, descriptor: Int32) throws(OutputError) {
    try sndfileLibrary.require(for: parameters.path)
    self.parameters = parameters
    storage = FileStorage(descriptor: descriptor)
    isLargeFile =
      parameters.format.container == .wav
      && parameters.waveBytes(frames: parameters.expectedFrames ?? 0)
        > parameters.waveByteLimit
    sampleFormat =
      switch parameters.format.encoding {
      case .float32, .vorbis: .float32
      case .int16: .int16
      case .int24: .int24
      }
    var information = SF_INFO()
    information.samplerate = Int32(clamping: parameters.sampleRate)
    information.channels = Int32(clamping: parameters.channelCount)
    information.format = Int32(parameters.format.number(isLarge: isLargeFile))
    var callbacks = FileStorage.callbacks
    // SAFETY: libsndfile copies the callbacks; `storage` lives as long as the encoder, which closes
    // the file in deinit.
    unsafe file = sndfile.sf_open_virtual(
      &callbacks, Int32(SFM_WRITE), &information,
      Unmanaged.passUnretained(storage).toOpaque())
    guard let file = unsafe file else {
      let message = unsafe libraryText(sndfile.sf_strerror(nil))
      throw storage.failure(parameters.path)
        ?? OutputError(
          .unsupportedConfiguration, subject: parameters.path,
          detail: """
            \(parameters.channelCount) channels at \(parameters.sampleRate) Hz cannot be stored as \
            \(parameters.format.container.rawValue): \(message)
            """)
    }
    // The peak chunk is disabled because it contains the time of day, and the same signal must give the same file.
    _ = unsafe sndfile.sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    if isLargeFile {
      _ = unsafe sndfile.sf_command(file, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE))
    }
  }

  deinit { if let file = unsafe file { _ = unsafe sndfile.sf_close(file) } }

  func write(_ samples: UnsafeMutableRawPointer, frames: Int) throws(OutputError) {
    guard let file = unsafe file else { preconditionFailure("written after the end") }
    framesWritten += Int64(frames)
    if parameters.format.container == .wav && !isLargeFile
      && parameters.waveBytes(frames: framesWritten) > parameters.waveByteLimit
    {
      throw OutputError(
        .cannotWrite, subject: parameters.path,
        detail: "A WAV file holds at most 4 GB when its length is not known beforehand; use .flac.")
    }
    let written: sf_count_t
    // SAFETY: the caller passes `frames` frames of `sampleFormat`.
    switch parameters.format.encoding {
    case .float32, .vorbis:
      written = unsafe sndfile.sf_writef_float(
        file, samples.assumingMemoryBound(to: Float.self), sf_count_t(frames))
    case .int16:
      written = unsafe sndfile.sf_writef_short(
        file, samples.assumingMemoryBound(to: Int16.self), sf_count_t(frames))
    case .int24:
      // SAFETY: 24-bit samples take 32 bits each here.
      let values = unsafe samples.assumingMemoryBound(to: Int32.self)
      // libsndfile uses the upper 24 bits.
      for i in 0..<frames * parameters.channelCount { unsafe values[i] <<= 8 }
      written = unsafe sndfile.sf_writef_int(file, values, sf_count_t(frames))
    }
    if let failure = storage.failure(parameters.path) { throw failure }
    if written != frames {
      throw OutputError(
        .cannotWrite, subject: parameters.path,
        detail: unsafe libraryText(sndfile.sf_strerror(file)))
    }
  }

  func finish() throws(OutputError) {
    guard let file = unsafe file else { preconditionFailure("finished twice") }
    unsafe self.file = nil
    let code = unsafe sndfile.sf_close(file)
    if let failure = storage.failure(parameters.path) { throw failure }
    if code != 0 {
      throw OutputError(
        .cannotWrite, subject: parameters.path,
        detail: unsafe libraryText(sndfile.sf_error_number(code)))
    }
  }
}

extension SoundFileFormat {
  /// libsndfile's number for the format.
  fileprivate func number(isLarge: Bool) -> Int {
    switch (container, encoding) {
    case (.ogg, _): SF_FORMAT_OGG | SF_FORMAT_VORBIS
    case (_, .vorbis): preconditionFailure("vorbis outside of ogg")
    case (.flac, .int16): SF_FORMAT_FLAC | SF_FORMAT_PCM_16
    case (.flac, _): SF_FORMAT_FLAC | SF_FORMAT_PCM_24
    case (.wav, .float32): (isLarge ? SF_FORMAT_RF64 : SF_FORMAT_WAV) | SF_FORMAT_FLOAT
    case (.wav, .int24): (isLarge ? SF_FORMAT_RF64 : SF_FORMAT_WAV) | SF_FORMAT_PCM_24
    case (.wav, .int16): (isLarge ? SF_FORMAT_RF64 : SF_FORMAT_WAV) | SF_FORMAT_PCM_16
    }
  }
}
