import Foundation
import HapticEngine

/// The real patterns by others that the environment variable `HAPTIC_CORPUS` names, a folder.
enum Corpus {
  /// The folder; nil where the variable is not set.
  static let folder = ProcessInfo.processInfo.environment["HAPTIC_CORPUS"]

  /// The AHAP files that are patterns, relative to the folder, in order of their names.
  ///
  /// Two are made to be refused, and say so in their names.
  static let validPatternPaths: [String] = {
    guard let folder, let paths = FileManager.default.enumerator(atPath: folder) else { return [] }
    return paths.compactMap { $0 as? String }
      .filter { $0.hasSuffix(".ahap") && !$0.contains("/invalid") }
      .sorted()
  }()

  /// The path of a file of the folder.
  static func file(_ path: String) -> String { (folder ?? "") + "/" + path }
}
