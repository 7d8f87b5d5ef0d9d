import Foundation
import HapticEngine
import Testing

/// Tests that the files of `Patterns/` match their descriptions.
@Suite struct PatternLibraryTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Patterns")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".ahap") }.map { String($0.dropLast(5)) }.sorted()
  }()

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Self.folder.appending(path: "\(name).ahap")))
  }

  private func pattern(_ name: String) throws -> HapticPattern {
    try #require(AHAP.read(try bytes(name), file: "\(name).ahap").pattern)
  }

  private func rendered(_ name: String) throws -> RenderedPattern {
    try RenderedPattern(try pattern(name))
  }

  @Test func `the library has an example for everything the guidelines mention`() {
    let promised = [
      "approaching-footsteps", "ar-contact", "car-unlocked", "cheque-deposited", "collision",
      "flashlight-tap",
      "heartbeat", "hit", "jump-from-ground", "jump-from-tree", "laser", "level-up",
      "live-photo", "looming-danger", "mission-failed", "off-screen-cue", "payment-confirmed",
      "slingshot-release", "speed-bumps",
    ]
    #expect(Set(promised).subtracting(Self.names).isEmpty)
  }

  @Test(arguments: names)
  func `a pattern of the library is read without diagnostics`(name: String) throws {
    let reading = AHAP.read(try bytes(name), file: "\(name).ahap")
    #expect(reading.diagnostics == [])
    #expect(reading.pattern != nil)
  }

  /// Rewrites the file in canonical form if `HAPTIC_RECORD=1` is set in the environment.
  @Test(arguments: names)
  func `a pattern of the library is canonical`(name: String) throws {
    let canonical = Data(AHAP.encode(try pattern(name)))
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
      try canonical.write(to: Self.folder.appending(path: "\(name).ahap"), options: .atomic)
    }
    #expect(canonical == Data(try bytes(name)), "scripts/test with HAPTIC_RECORD=1 rewrites it")
  }

  @Test(arguments: names)
  func `a pattern of the library states its meaning`(name: String) throws {
    let metadata = try pattern(name).metadata
    let description = try #require(metadata["Description"]?.words)
    #expect(description.count > 20)
    let polarity = try #require(metadata["Polarity"]?.words)
    #expect(["positive", "caution", "negative", "neutral"].contains(polarity))
    #expect(metadata["Project"] != nil)
    #expect(metadata["Tags"] != nil)
  }

  @Test(arguments: names)
  func `a library pattern has a haptic signal, is not clamped, and has its stated length`(
    name: String
  ) throws {
    let pattern = try pattern(name)
    let rendered = try RenderedPattern(pattern)
    #expect(rendered.peak > 0.2)
    #expect(rendered.mixedPeak <= 1)
    let seconds = Double(rendered.haptic.count) / rendered.sampleRate
    #expect(seconds >= pattern.duration - 1 / rendered.sampleRate)
    #expect(seconds < 10)
  }

  @Test(arguments: names)
  func `the README of the library describes each pattern`(name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    #expect(text.contains("`\(name).ahap`"))
  }

  @Test func `approaching footsteps get stronger with every step`() throws {
    let steps = try pattern("approaching-footsteps").events
    let heels = stride(from: 0, to: steps.count, by: 2).map { steps[$0] }
    #expect(heels.count >= 6)
    let samples = try rendered("approaching-footsteps")
    let ends = heels.dropFirst().map(\.time) + [Double(samples.haptic.count) / samples.sampleRate]
    let energies = zip(heels, ends).map { samples.energy(from: $0.time, to: $1) }
    for (far, near) in zip(energies, energies.dropFirst()) { #expect(near > far * 1.2) }
  }

  @Test func `looming danger rises every second and ends at its maximum`() throws {
    let pattern = try pattern("looming-danger")
    let seconds = try RenderedPattern(pattern).energies(each: 1).prefix(Int(pattern.duration))
    #expect(seconds.count >= 5)
    for (before, after) in zip(seconds, seconds.dropFirst()) { #expect(after > before * 1.2) }
  }

  @Test func `a jump from a tree lands harder than one on the ground`() throws {
    let (tree, ground) = (try rendered("jump-from-tree"), try rendered("jump-from-ground"))
    #expect(tree.peak > ground.peak * 1.25)
    #expect(tree.energy > ground.energy * 2)
  }

  @Test func `a hit is stronger than footsteps, and a collision than a hit`() throws {
    let (steps, hit) = (try rendered("approaching-footsteps"), try rendered("hit"))
    let collision = try rendered("collision")
    #expect(hit.peak > steps.peak * 1.25)
    #expect(hit.energy > steps.energy * 2)
    #expect(collision.energy > hit.energy * 1.5)
  }

  @Test func `level-up rises, mission-failed falls, and the two are easily distinguished`()
    throws
  {
    let (won, lost) = (try rendered("level-up"), try rendered("mission-failed"))
    #expect(won.halves.second > won.halves.first)
    #expect(lost.halves.second < lost.halves.first)
    let courses = [won, lost].map { $0.energies(each: 0.01).map { $0.squareRoot() } }
    #expect(likeness(courses[0], courses[1]) < 0.8)
  }

  @Test(
    arguments: [
      ("payment-confirmed", 2), ("ar-contact", 1), ("live-photo", 1), ("off-screen-cue", 2),
    ])
  func `the haptics of a composite coincide with its sound`(name: String, count: Int) throws {
    let pattern = try pattern(name)
    let vibrations = pattern.events.filter { $0.type.isHaptic }.map(\.time)
    #expect(vibrations == pattern.events.filter { !$0.type.isHaptic }.map(\.time))
    #expect(vibrations.count == count)
    #expect(try CompositeAsset(name, pattern, still: "").presentation == .whole)
  }

  @Test func `a tap of the flashlight is over in a tenth of a second`() throws {
    let tap = try rendered("flashlight-tap")
    #expect(Double(tap.haptic.count) / tap.sampleRate < 0.1)
  }

  @Test func `a laser does not stop before its end`() throws {
    let pattern = try pattern("laser")
    let slices = try RenderedPattern(pattern).energies(each: 0.05)
      .prefix(Int(pattern.duration / 0.05))
    let weakest = try #require(slices.min())
    #expect(weakest > 1e-4)
  }

  @Test func `a heartbeat keeps its beat when it loops`() throws {
    let pattern = try pattern("heartbeat")
    let beats = pattern.events.filter { $0.type == .hapticTransient }.map(\.time)
    let lubs = stride(from: 0, to: beats.count, by: 2).map { beats[$0] } + [pattern.duration]
    for (lub, next) in zip(lubs, lubs.dropFirst()) { #expect(abs(next - lub - 0.9) < 1e-9) }
  }
}

extension MetadataValue {
  /// The text, for a value that is a text.
  fileprivate var words: String? { if case .text(let text) = self { text } else { nil } }
}
