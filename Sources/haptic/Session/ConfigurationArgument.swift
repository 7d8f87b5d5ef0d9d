import AudioSession

/// A category with its mode and options as one word: `playback`, `playback+duckOthers`,
/// `playback/spokenAudio`, `playAndRecord/voiceChat+mixWithOthers`.
struct ConfigurationArgument {
  let configuration: SessionConfiguration

  /// Reads the word.
  ///
  /// - Throws: `Failure` of usage with the nearest valid word.
  init(_ word: String) throws(Failure) {
    var parts = word.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let head = parts.removeFirst()
      .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = head.first ?? ""
    guard let category = SessionCategory(named: name) else {
      throw Failure.unknown("category", name, among: SessionCategory.allCases.map { "\($0)" })
    }
    var configuration = SessionConfiguration(category)
    if head.count > 1 {
      guard let mode = SessionMode(named: head[1]) else {
        throw Failure.unknown("mode", head[1], among: SessionMode.allCases.map(\.name))
      }
      configuration.mode = mode
    }
    for name in parts {
      guard let option = CategoryOptions(named: name) else {
        throw Failure.unknown("option", name, among: CategoryOptions.named.map(\.name))
      }
      configuration.options.formUnion(option)
    }
    self.configuration = configuration
  }
}
