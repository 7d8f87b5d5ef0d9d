import Foundation

/// A temporary folder for one test, which is removed with this object.
final class ScratchFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/audio-output-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// The names of the folder's contents, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// The samples of a file of raw floats.
func floats(inFile path: String) throws -> [Float] {
  let data = try Data(contentsOf: URL(fileURLWithPath: path))
  return unsafe data.withUnsafeBytes { bytes in
    (0..<bytes.count / 4).map {
      unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self)
    }
  }
}
