import Foundation
import HapticEngine

@testable import Studio

/// A studio on a temporary folder, with its histories next to the folder.
struct StudioFixture {
  let root: URL
  let studio: Studio

  /// The opened folder.
  var folder: URL { root.appending(path: "inside") }

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "studio-\(UUID().uuidString)")
    let histories = root.appending(path: "histories")
    for new in [root.appending(path: "inside"), histories] {
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
    }
    studio = Studio(
      try StudioFolder(root.appending(path: "inside").path(percentEncoded: false)), first: nil,
      histories: histories.path(percentEncoded: false), profile: .wideband)
  }

  func write(_ text: String, _ name: String) throws {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Returns the state that a new page of `file` receives first.
  func state(_ file: PhoneFile) async throws -> PhoneState {
    for await news in await file.follow() {
      if case .state(let state) = news { return state }
    }
    throw StudioError("no state")
  }
}
