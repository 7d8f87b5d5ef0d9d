import Foundation
import HapticEngine

/// The real patterns by others that the environment variable `HAPTIC_CORPUS` names, a folder.
enum Corpus {
  /// The folder; nil where the variable is not set.
  static let folder = ProcessInfo.processInfo.environment["HAPTIC_CORPUS"]

  /// The AHAP files, relative to the folder, in order of their names.
  static let paths: [String] = {
    guard let folder, let paths = FileManager.default.enumerator(atPath: folder) else { return [] }
    return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".ahap") }.sorted()
  }()

  /// Those that are patterns: two are made to be refused, and say so in their names.
  static let validPatternPaths = paths.filter { !$0.contains("/invalid") }

  /// The path of a file of the folder.
  static func file(_ path: String) -> String { (folder ?? "") + "/" + path }
}
