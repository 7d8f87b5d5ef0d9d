import AudioOutput

/// What `haptic --version` prints.
enum BuildDescription {
  /// The version of the program.
  static let version = "0.2.0"

  /// The version and what the build can do, a line each.
  static var text: String {
    let libraries = AudioLibraries.versions
    return """
      haptic \(version)
      play    ALSA \(libraries.alsa)
      render  wav, flac, ogg (\(libraries.soundFiles))
      sounds  those of libsndfile, resampled by \(libraries.resampling)
      build   \(compiler), \(isOptimised ? "optimised" : "not optimised")

      """
  }

  private static var compiler: String {
    #if compiler(>=6.3)
      "Swift 6.3 or later"
    #else
      "Swift 6.2"
    #endif
  }

  private static var isOptimised: Bool {
    var isOptimised = true
    // Only builds without optimisation evaluate it.
    assert(
      {
        isOptimised = false
        return true
      }())
    return isOptimised
  }
}
