import Foundation

/// A folder for one test, removed together with it.
final class ScratchFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("haptic-tests-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of `name` in the folder.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Creates a file.
  @discardableResult func write(_ data: Data, to name: String) throws -> URL {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file
  }

  /// Creates a text file.
  @discardableResult func write(_ text: String, to name: String) throws -> URL {
    try write(Data(text.utf8), to: name)
  }

  /// The content of a file.
  func read(_ name: String) throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }

  /// Waits until the folder has a file of that name; false after half a minute without it.
  func has(_ name: String) -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while !FileManager.default.fileExists(atPath: path(name)) {
      if ContinuousClock.now > deadline { return false }
      sched_yield()
    }
    return true
  }

  /// All names in the folder in order, including hidden files.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
