import Foundation
import Testing

/// Tests that rendering does not call the counted functions of the C library and of Swift's runtime.
///
/// They run in a separate program, `RenderProbe`, whose functions replace the counted ones; in the program of the tests
/// the real-time sanitizer replaces them.
@Suite(.enabled(if: hasNoOtherSanitizer, "a sanitizer replaces it"))
struct RenderProbeTests {
  /// Returns the lines that the probe prints: a name and its counts.
  private func counts() throws -> [String: [String: Double]] {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let process = Process()
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("RenderProbe")
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    var counts: [String: [String: Double]] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if words.count == 2 { counts[words[0]] = ["value": Double(words[1]) ?? .nan] }
      if words.count < 3 { continue }
      counts[words[0]] = Dictionary(
        uniqueKeysWithValues: stride(from: 1, to: words.count - 1, by: 2).map {
          (words[$0], Double(words[$0 + 1]) ?? .nan)
        })
    }
    return counts
  }

  @Test
  func `two thousand blocks do not allocate, free, lock or count references`()
    throws
  {
    let counts = try counts()
    let none = ["allocations": 0.0, "frees": 0, "locks": 0, "retains": 0, "releases": 0]
    #expect(counts["render"] == none)
    #expect(counts["mixer"] == none)
    #expect(try #require(counts["loudest"]?["value"]) > 0.01, "the rendered signal is not silent")
    #expect(try #require(counts["mixed"]?["value"]) > 0.01, "the mixed signal is not silent")
    // The counters work.
    #expect(try #require(counts["appending"]?["allocations"]) >= 1)
    #expect(try #require(counts["locking"]?["locks"]) == 1)
    if counts["references"]?["value"] == 1 {
      #expect(try #require(counts["storing"]?["retains"]) >= 1)
      #expect(try #require(counts["storing"]?["releases"]) >= 0)
    }
  }
}

private let hasNoOtherSanitizer =
  ProcessInfo.processInfo.environment["HAPTIC_OTHER_SANITIZER"] == nil
