import AudioOutput
import Foundation
import Realtime
import Testing

/// Files that get the next free name of a series.
struct NumberedPathTests {
  private let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "numbered-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path(percentEncoded: false)
  }

  @Test(arguments: [
    (1, "a.b/live.yaml", "a.b/live.yaml"), (2, "a.b/live.yaml", "a.b/live-2.yaml"),
    (12, "a.b/live", "a.b/live-12"), (3, "live.tar.gz", "live.tar-3.gz"),
  ])
  func `the number is before the extension`(_ number: Int, _ first: String, _ path: String) {
    #expect(NumberedPath.path(first, number: number) == path)
  }

  @Test func `files and links are kept, and the first free name is used`() throws {
    let first = folder + "/live.yaml"
    #expect(try NumberedPath.write([1], toFirstFree: first) == first)
    let outside = folder + "/missing/outside.yaml"
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/live-2.yaml", withDestinationPath: outside)
    #expect(try NumberedPath.write([2], toFirstFree: first) == folder + "/live-3.yaml")
    #expect(try Data(contentsOf: URL(filePath: first)) == Data([1]))
  }

  @Test func `a folder that does not exist is reported`() {
    #expect(throws: OutputError.self) {
      try NumberedPath.write([1], toFirstFree: folder + "/missing/live.yaml")
    }
  }
}
