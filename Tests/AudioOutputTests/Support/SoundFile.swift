import CSndFile

/// A sound file, read with libsndfile.
struct SoundFile {
  let frames: Int
  let channels: Int
  let sampleRate: Int
  /// libsndfile's number for the kind and encoding.
  let format: Int
  /// Interleaved samples, full scale ±1.
  let samples: [Float]

  /// Reads the whole file at `path`; fails if libsndfile cannot read it.
  init?(path: String) {
    var information = SF_INFO()
    guard let file = unsafe sf_open(path, Int32(SFM_READ), &information) else { return nil }
    defer { unsafe sf_close(file) }
    frames = Int(information.frames)
    channels = Int(information.channels)
    sampleRate = Int(information.samplerate)
    format = Int(information.format)
    var samples = [Float](repeating: 0, count: frames * channels)
    let read = unsafe sf_readf_float(file, &samples, information.frames)
    guard read == information.frames else { return nil }
    self.samples = samples
  }

  /// Writes `samples` to a new file at `path`; returns false if libsndfile cannot write it.
  static func write(
    _ samples: [Float], channels: Int, sampleRate: Int, format: Int, to path: String
  ) -> Bool {
    var information = SF_INFO()
    information.samplerate = Int32(sampleRate)
    information.channels = Int32(channels)
    information.format = Int32(format)
    guard let file = unsafe sf_open(path, Int32(SFM_WRITE), &information) else { return false }
    let frames = sf_count_t(samples.count / channels)
    let written = unsafe sf_writef_float(file, samples, frames)
    return unsafe sf_close(file) == 0 && written == frames
  }
}
