import HapticEngine
import TextFormats

/// What is too long to be rendered.
enum RenderLimit {
  /// The longest render, in seconds: a day.
  ///
  /// Our choice: nobody listens longer, and a time that was meant in milliseconds is found before it
  /// fills the disk.
  static let longest: Seconds = 86_400

  /// The most often that a pattern is repeated.
  ///
  /// Our choice: a day of the shortest there are.
  static let maximumLoops = 1_000_000

  /// Refuses a render that is longer than `longest`.
  ///
  /// - Parameters:
  ///   - pattern: what is rendered.
  ///   - name: the pattern's.
  ///   - playback: how often and how fast.
  /// - Throws: `Failure`: of input if the pattern itself is too long, of usage if that is what is
  ///   asked for.
  static func check(
    _ pattern: HapticPattern, _ name: String, _ playback: Playback = Playback()
  ) throws(Failure) {
    let length = playback.loopCount > 1 ? LoopLength(of: pattern).seconds : pattern.duration
    let whole = length * Double(playback.loopCount) / playback.rate
    guard whole > longest else { return }
    guard pattern.duration > longest else {
      throw Failure(
        .usage,
        "\(name): it would last \(whole.brief) seconds, and nothing longer than a day is rendered; "
          + "choose a smaller --loop or a higher --rate")
    }
    throw Failure(
      .invalidInput,
      "\(name): this lasts \(pattern.duration.brief) seconds, and nothing longer than a day is "
        + "rendered; are its times in milliseconds?")
  }
}
