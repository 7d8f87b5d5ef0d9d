import AudioSession
import HapticEngine

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
      throw Self.unknown("category", name, SessionCategory.allCases.map { "\($0)" })
    }
    var configuration = SessionConfiguration(category)
    if head.count > 1 {
      guard let mode = SessionMode(named: head[1]) else {
        throw Self.unknown("mode", head[1], SessionMode.allCases.map(\.name))
      }
      configuration.mode = mode
    }
    for name in parts {
      guard let option = CategoryOptions(named: name) else {
        throw Self.unknown("option", name, CategoryOptions.named.map(\.name))
      }
      configuration.options.formUnion(option)
    }
    self.configuration = configuration
  }

  private static func unknown(_ what: String, _ name: String, _ words: [String]) -> Failure {
    let end =
      NearestWord.find(name, in: words).map { "'\($0)' was meant?" }
      ?? "there are \(words.joined(separator: ", "))"
    return Failure(.usage, "there is no \(what) '\(name)'; \(end)")
  }
}
