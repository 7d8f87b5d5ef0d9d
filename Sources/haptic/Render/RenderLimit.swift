import HapticEngine

/// What is too long to be rendered.
enum RenderLimit {
  /// The longest render, in seconds: a day. Our choice: nobody listens longer, and a time that was
  /// meant in milliseconds is found before it fills the disk.
  static let longest: Seconds = 86_400

  /// - Throws: `Failure` if `duration`, in seconds, is longer.
  static func check(_ duration: Seconds, _ name: String) throws(Failure) {
    guard duration > longest else { return }
    throw Failure(
      .invalidInput,
      "\(name): it lasts \(duration.brief) seconds, and nothing longer than a day is rendered; "
        + "are its times in milliseconds?")
  }
}
