import Foundation
import Testing

/// Words of the program that are kept in files, so that a change of them is seen.
///
/// `HAPTIC_RECORD=1` writes them anew.
enum Snapshot {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Snapshots")

  /// Expects `text` to be what the file called `name` has.
  ///
  /// Paths of this machine are replaced in it.
  static func expect(
    _ text: String, is name: String, in scratch: ScratchFolder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = text.replacingOccurrences(of: scratch.url.path, with: "SCRATCH")
      .replacingOccurrences(of: Program.package, with: "PACKAGE")
    let file = folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "\(name)", sourceLocation: sourceLocation)
  }
}
