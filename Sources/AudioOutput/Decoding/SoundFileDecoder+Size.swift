public import Realtime

extension SoundFileDecoder {
  /// How much memory the sound at `path` takes as 32-bit floats, all channels, at its own rate, by
  /// what its header says; nothing is decoded.
  ///
  /// - Parameter path: a file of the host.
  /// - Returns: the size in bytes; `Int.max` where the header does not say.
  /// - Throws: `SoundDecodingError` as `decode`, but for sounds that end early or are too large.
  /// - Thread: any.        Realtime-safe: no.
  public func decodedBytes(path: String) throws(SoundDecodingError) -> Int {
    let reader = try SoundFileReader(path: path)
    guard let frames = reader.announcedFrames else { return .max }
    return frames.multipliedReportingOverflow(by: reader.speakers.count * 4).partialValue
  }
}
