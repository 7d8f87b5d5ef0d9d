import Foundation
import Testing

/// Output of the program that is kept in files, so that changes are noticed.
///
/// `HAPTIC_RECORD=1` records the files again.
enum Snapshot {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Snapshots")

  /// Expects `text` to match the file called `name`.
  ///
  /// Paths of this machine are replaced.
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
