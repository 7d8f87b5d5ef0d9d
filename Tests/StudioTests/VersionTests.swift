import Foundation
import HapticCharts
import HapticEditing
import HapticEngine
import HapticFormats
import Realtime
import Testing

@testable import Studio

/// States of files that are compared, at other speeds, and as notation.
struct VersionTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "version-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func file(_ notation: String, name: String = "a.ahap") throws -> StudioFile {
    let path = folder.appending(path: name).path(percentEncoded: false)
    let bytes = AHAP.encode(try HapticPattern(notation: notation))
    try Data(bytes).write(to: URL(filePath: path))
    return try StudioFile(name: name, path: path, journal: path + ".journal", profile: .wideband)
  }

  private func edit(_ file: StudioFile, _ words: [String], label: String, joins: Bool = false)
    async throws
  {
    let edit = StudioRequest.Edit(edits: [words], label: label, joins: joins)
    _ = try await file.make(edit, at: await file.revision)
  }

  @Test func `a version stays as it is while the file changes`() async throws {
    let file = try file("tap 0.6/0.4, rest 300ms, tap 0.6/0.4")
    let version = try await file.version(after: nil)
    try await edit(file, ["scale-intensity", "0.5"], label: "weaker")
    let again = try await file.version(after: 0)
    #expect(version.state.entries.rows == again.state.entries.rows)
    #expect(version.sound.blocks == again.sound.blocks)
    #expect(version.state.entries.rows.map { $0.parameters?["HapticIntensity"] } == [0.6, 0.6])
    await #expect(throws: StudioError.self) { try await file.version(after: 2) }
  }

  @Test func `steps are listed from the latest, and joined changes are one`() async throws {
    let file = try file("tap")
    try await edit(file, ["shift", "0.1"], label: "later")
    try await edit(file, ["scale-intensity", "0.9"], label: "weaker")
    try await edit(file, ["scale-intensity", "0.9"], label: "weaker", joins: true)
    try await edit(file, ["shift", "0.2"], label: "later")
    #expect(
      await file.steps == [
        StepRow(count: 3, label: "weaker"), StepRow(count: 1, label: "later"),
        StepRow(count: 0, label: "before all changes"),
      ])
  }

  @Test func `half the speed takes twice the frames for a second of the pattern`() async throws {
    let file = try file("tap, rest 1s, tap")
    let (slow, usual) = (
      try await file.played(nil, speed: 0.5).sound, try await file.version(after: nil).sound
    )
    #expect(slow.rate == 96_000 && usual.rate == 48_000)
    #expect(abs(slow.frames - usual.frames - 48_000) <= 480)
    for speed in [0, 0.2, 2.1, -1, .nan] {
      await #expect(throws: StudioError.self) { try await file.played(nil, speed: speed) }
    }
  }

  @Test func `a loop at another speed has as many frames for a second`() async throws {
    let file = try file("buzz 1s 0.5/0.3")
    let played = try await file.played(nil, speed: 0.5)
    let loop = try await file.loop(ofVersion: played.id, from: 0.25, to: 0.75)
    #expect(loop.firstFrame == 24_000 && loop.passFrames == 48_000)
    await #expect(throws: StudioError.self) {
      try await file.loop(ofVersion: 99, from: 0, to: 0.5)
    }
  }

  @Test func `sounds at other speeds do not displace what is compared`() async throws {
    let file = try file("tap")
    let version = try await file.version(after: nil)
    for speed in stride(from: 0.5, to: 0.9, by: 0.02) {
      _ = try await file.played(nil, speed: speed)
    }
    #expect(try await file.side(ofVersion: version.id).document.entryCount == 1)
    for _ in 0..<4 { _ = try await file.version(after: nil) }
    await #expect(throws: StudioError.self) { try await file.side(ofVersion: version.id) }
  }

  @Test func `a difference lists changes, what is felt, and both levels`() async throws {
    let file = try file("tap 0.8/0.4, rest 300ms, tap 0.8/0.4")
    let version = try await file.version(after: nil)
    let before = try await file.side(ofVersion: version.id)
    #expect(try VersionDifference(from: before, to: before).changes.isEmpty)
    try await edit(file, ["scale-intensity", "0.5"], label: "weaker")
    let after = try await file.side(ofVersion: nil)
    let difference = try VersionDifference(from: before, to: after)
    #expect(difference.changes.map(\.kind) == ["changed", "changed"])
    #expect(difference.changes.map(\.from) == [0, 1] && difference.changes.map(\.to) == [0, 1])
    #expect(difference.omitted == 0)
    let energy = try #require(difference.sensation.first { $0.name == "energy" })
    #expect(energy.text.hasPrefix("-"))
    // Half the amplitude is 6.02 dB less.
    let levels = difference.levels.compactMap(\.self)
    try #require(levels.count == 2)
    #expect(abs(levels[0] - levels[1] - 6.02) < 0.1)
  }

  @Test func `the selection is a notation from its first entry on`() async throws {
    let file = try file("rest 1s, tap 0.6/0.4, rest 300ms, tap 0.5/0.5, buzz 200ms 0.4/0.2")
    let notation = try await file.notation(of: [1, 2])
    #expect(notation.text == "tap 0.5/0.5, buzz 200ms 0.4/0.2")
    #expect(abs(notation.start - 1.3) < 1e-9)
    #expect(notation.losses.isEmpty)
    #expect(try await file.notation(of: []).text.isEmpty)
    await #expect(throws: StudioError.self) { try await file.notation(of: [9]) }
  }

  @Test func `what a notation leaves out is a loss`() async throws {
    let path = folder.appending(path: "b.ahap").path(percentEncoded: false)
    try
      #"{"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient", "By": 1}}]}"#
      .write(toFile: path, atomically: true, encoding: .utf8)
    let file = try StudioFile(
      name: "b.ahap", path: path, journal: path + ".journal", profile: .wideband)
    let losses = try await file.notation(of: [0]).losses
    #expect(losses.contains { $0.contains("By") })
  }

  @Test func `the motors take the round and the crisp part of the intensity`() throws {
    let course = try RumbleCourse(
      of: HapticPattern(notation: "buzz 100ms 0.8/0.25, rest 100ms, tap 1/1"))
    let first = try #require(course.steps.first)
    #expect([first.time, first.strong, first.weak] == [0, 0.6, 0.2])
    let tap = try #require(course.steps.firstIndex { $0.time == 0.2 })
    #expect(course.steps[tap].weak == 1 && course.steps[tap].strong == 0)
    // A motor needs about 40 ms to start.
    #expect(abs(course.steps[tap + 1].time - 0.24) < 1e-9)
    #expect(course.steps.last.map { $0.strong + $0.weak } == 0)
  }

  @Test func `a level differs by the factor of the samples, and pauses do not count`() throws {
    let squares = (0..<100).map { Float($0 % 7 == 0 ? 0.2 : 0.1) }
    let level = try #require(GatedLevel.decibels(ofMeanSquares: squares))
    let quarter = try #require(GatedLevel.decibels(ofMeanSquares: squares.map { $0 / 4 }))
    #expect(abs(level - quarter - 6.0206) < 1e-3)
    let long = squares + [Float](repeating: 1e-6, count: 1_000)
    #expect(GatedLevel.decibels(ofMeanSquares: long) == level)
    #expect(GatedLevel.decibels(ofMeanSquares: [0, 0]) == nil)
    #expect(GatedLevel.decibels(ofMeanSquares: [1]).map { abs($0) < 1e-6 } == true)
  }

  @Test func `a picture is the chart in its theme`() async throws {
    let file = try file("tap, rest 100ms, buzz 200ms", name: "v1.2.ahap")
    let light = try await file.exported(as: "svg-light")
    let dark = try await file.exported(as: "svg-dark")
    let texts = [light, dark].map {
      Data(base64Encoded: $0.content).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    #expect(light.name == "v1.2.svg")
    #expect(texts.allSatisfy { $0.hasPrefix("<svg") || $0.hasPrefix("<?xml") })
    #expect(texts[0] != texts[1])
    let png = try await file.exported(as: "png-dark")
    #expect(Data(base64Encoded: png.content)?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
    await #expect(throws: StudioError.self) { try await file.exported(as: "svg-pink") }
  }
}
