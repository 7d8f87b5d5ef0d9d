private import CSampleRate
internal import TextFormats

/// Why libsamplerate refused.
struct ResamplingError: Error, Hashable, Sendable {
  /// What it said.
  let detail: String
  /// Whether it is not installed.
  var isLibraryMissing = false
}

extension [Float] {
  /// The signal at `ratio` times its rate, `round(count * ratio)` samples long; the first sample
  /// stays at time zero.
  func resampled(by ratio: Double) throws(ResamplingError) -> [Float] {
    do throws(MissingLibrary) {
      try samplerateLibrary.require()
    } catch {
      throw ResamplingError(detail: "\(error).", isLibraryMissing: true)
    }
    let wanted = Int((Double(count) * ratio).rounded())
    // The filter may give a few samples more or less than the ratio says.
    var output = [Float](repeating: 0, count: wanted + 16)
    let code = unsafe withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        var work = unsafe SRC_DATA()
        unsafe work.data_in = input.baseAddress
        unsafe work.input_frames = input.count
        unsafe work.data_out = output.baseAddress
        unsafe work.output_frames = output.count
        unsafe work.src_ratio = ratio
        return unsafe samplerate.src_simple(&work, Int32(SRC_SINC_MEDIUM_QUALITY), 1)
      }
    }
    if code != 0 {
      throw ResamplingError(detail: unsafe libraryText(samplerate.src_strerror(code)))
    }
    output.removeLast(16)
    return output
  }
}
