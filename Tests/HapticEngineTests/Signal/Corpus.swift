import Foundation
import HapticEngine

/// Real patterns by other authors, in the folder that the environment variable `HAPTIC_CORPUS` names.
enum Corpus {
  /// The folder; nil if the variable is not set.
  static let folder = ProcessInfo.processInfo.environment["HAPTIC_CORPUS"]

  /// The AHAP files, relative to the folder, in order of their names.
  static let paths: [String] = {
    guard let folder, let paths = FileManager.default.enumerator(atPath: folder) else { return [] }
    return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".ahap") }.sorted()
  }()

  /// The files that are valid patterns: two files are invalid on purpose, as their names say.
  static let validPatternPaths = paths.filter { !$0.contains("/invalid") }

  /// Returns the path of a file of the folder.
  static func file(_ path: String) -> String { (folder ?? "") + "/" + path }
}
