import HapticEngine

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
  static let mostLoops = 1_000_000

  /// Refuses what is longer than `longest`.
  ///
  /// - Parameters:
  ///   - duration: of the whole render.
  ///   - name: the pattern's.
  /// - Throws: `Failure` if it is too long.
  static func check(_ duration: Seconds, _ name: String) throws(Failure) {
    guard duration > longest else { return }
    throw Failure(
      .invalidInput,
      "\(name): this lasts \(duration.brief) seconds, and nothing longer than a day is rendered; "
        + "are its times in milliseconds?")
  }
}
