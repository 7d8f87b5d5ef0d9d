import Realtime
import TextFormats

extension MixReport {
  /// Prints the length of a file, its peak (or that it is silent throughout), and its clamped
  /// samples.
  ///
  /// - Parameters:
  ///   - path: the file that was written.
  ///   - sampleRate: the frames per second of the file.
  ///   - isQuiet: whether to print nothing for a file without clamped samples.
  func print(of path: String, sampleRate: Double, isQuiet: Bool) {
    if isQuiet && clampedSamples == 0 { return }
    let name = path == "-" ? "standard output" : path.printable
    let isSilent = frames > 0 && peak == 0
    var message = "\(name): \((Double(frames) / sampleRate).brief) s, "
    message += isSilent ? "silent throughout" : "peak \(Double(peak).brief)"
    if clampedSamples > 0 {
      message += "; \(Int(clampedSamples).counted("sample")) clamped at full scale"
    }
    StandardError.print(message)
  }
}
