import Foundation
import HapticEditing
import HapticEngine
import Testing

@testable import Studio

/// Files as pages see them, and the tables that pages use.
struct StudioFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private static let sound =
    #"{"Event": {"Time": 1.50, "EventType": "AudioCustom", "EventWaveformPath": "a.wav", "EventWaveformLoopEnabled": true, "EventParameters": []}}"#

  private func file(_ entries: String, name: String = "v1.2.ahap") throws -> StudioFile {
    let path = folder.appending(path: name).path(percentEncoded: false)
    try "{\"Version\": 1, \"Pattern\": [\(entries)]}".write(
      toFile: path, atomically: true, encoding: .utf8)
    return try StudioFile(name: name, path: path, journal: path + ".journal", profile: .wideband)
  }

  private func tap(at time: Double, intensity: Double = 0.5) -> String {
    #"{"Event": {"Time": \#(time), "EventType": "HapticTransient", "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": \#(intensity)}]}}"#
  }

  /// Returns the first state and the first sound that a new page receives.
  private func shown(_ file: StudioFile) async throws -> (state: FileState, sound: SoundState) {
    var state: FileState?
    var sound: SoundState?
    for await news in await file.follow() {
      switch news {
      case .state(let new): state = new
      case .sound(let new): sound = new
      case .judgment, .renamed, .isText: continue
      }
      if let state, let sound { return (state, sound) }
    }
    return (try #require(state), try #require(sound))
  }

  @Test func `copied entries keep their text`() async throws {
    let file = try file("\(tap(at: 0)), \(Self.sound)")
    #expect(
      try await file.copy(of: [1]) == "{\"Version\": 1, \"Pattern\": [\n\(Self.sound)\n]}\n")
    await #expect(throws: StudioError.self) { try await file.copy(of: [2]) }
  }

  @Test func `a pasted pattern is shifted`() async throws {
    let file = try file(tap(at: 0))
    let text = try await file.copy(of: [0])
    let edit = StudioRequest.Edit(
      edits: [["overlay", "pattern"]], pattern: text, shift: 2.5, label: "paste")
    _ = try await file.make(edit, at: await file.revision)
    #expect(try await shown(file).state.entries.rows.map(\.time) == [0, 2.5])
  }

  @Test func `a state has the profile and the notes of the last change only`() async throws {
    let file = try file(tap(at: 0))
    let stronger = StudioRequest.Edit(edits: [["scale-intensity", "4"]], label: "stronger")
    _ = try await file.make(stronger, at: await file.revision)
    let state = try await shown(file).state
    #expect(state.profile == Profile.wideband.name)
    #expect(state.notes.contains { $0.contains("limited to") })
    _ = try await file.go(.undo)
    #expect(try await shown(file).state.notes.isEmpty)
  }

  /// Edits, the notation that they add, and the refusal.
  @Test(arguments: [
    (
      ["set", "Pattern[0].HapticIntensity", "1.5"], "",
      "HapticIntensity must be from 0 to 1, not 1.5"
    ),
    (["set", "Pattern[0].Time", "-1"], "", "the time would be -1 s; it must be from 0 to 1000000"),
    (["stretch", "-1s"], "", "TIME must be from 0 to 1000000000 s, not '-1s'"),
    (["stretch", "0s"], "", "stretch: 1 s cannot become 0 s; the factor must be"),
    (["overlay", "n"], "tap 1.5", "notation: column 5: '1.5' is out of range; allowed: 0 to 1"),
    (
      ["overlay", "n"], "tap 0.5, buzz 100ms 0.5/1.2",
      "notation: column 25: '1.2' is out of range; allowed: 0 to 1"
    ),
  ])
  func `a value out of range is refused in words without a place in the file`(
    _ words: [String], _ notation: String, _ refusal: String
  ) async throws {
    let file = try file(tap(at: 1))
    let edit = StudioRequest.Edit(edits: [words], pattern: notation, label: "change")
    let error = await #expect(throws: StudioError.self) {
      try await file.make(edit, at: await file.revision)
    }
    #expect(error?.description.hasPrefix(refusal) == true, "\(String(describing: error))")
    #expect(try await shown(file).state.undo == nil)
  }

  private static let vibration = HapticEvent(.hapticContinuous, duration: 2)

  @Test func `a sound ends at the maximum length`() throws {
    let pattern = try HapticPattern(events: [Self.vibration])
    let sound = try PatternSound(pattern, sounds: [:], profile: .wideband, maximumSeconds: 1)
    #expect(sound.blocks.frames == 48_000)
    #expect(sound.isTruncated)
    #expect(sound.blocks.addresses.count == 10)
    #expect(sound.blocks.block(10) == nil)
    #expect(try !PatternSound(pattern, sounds: [:], profile: .wideband).isTruncated)
  }

  @Test func `blocks that are not kept are rendered the same in any order`() throws {
    let pattern = try HapticPattern(events: [Self.vibration])
    let kept = try PatternSound(pattern, sounds: [:], profile: .wideband)
    let long = try PatternSound(pattern, sounds: [:], profile: .wideband, keptBlocks: 0)
    for index in [0, 1, 2, 7, 3, 3, kept.blocks.addresses.count - 1, 0] {
      #expect(long.blocks.block(index) == kept.blocks.block(index))
      #expect(long.blocks.block(index).map(SoundBlocks.address) == kept.blocks.addresses[index])
    }
  }

  @Test func `a missing sound file is a problem of the sound`() async throws {
    let (_, sound) = try await shown(try file(Self.sound))
    #expect(sound.problems.contains { $0.contains("a.wav") })
  }

  @Test func `an exported file loses only its last extension`() async throws {
    #expect(try await file(tap(at: 0)).exported(as: "haptic").name == "v1.2.haptic")
  }

  @Test func `the tables have the ranges that Core Haptics documents`() throws {
    let brightness = try #require(ControlRow.all.first { $0.id == "AudioBrightnessControl" })
    #expect((brightness.low, brightness.high, brightness.adds) == (-1, 1, true))
    let volume = try #require(ControlRow.all.first { $0.id == "AudioVolumeControl" })
    #expect((volume.low, volume.high, volume.adds) == (0, 1, false))
    let pitch = try #require(ParameterRow.all.first { $0.id == "AudioPitch" })
    #expect((pitch.low, pitch.high, pitch.initial) == (-1, 1, 0))
    #expect(pitch.kinds == ["tone", "sound"])
    let decay = try #require(ParameterRow.all.first { $0.id == "DecayTime" })
    #expect(decay.kinds == ["continuous", "tone"])
  }

  @Test func `the default density is null, and all settings of the analysis are listed`() throws {
    let text = String(decoding: try JSONEncoder().encode(ListeningRow()), as: UTF8.self)
    #expect(text.contains("\"value\":null"))
    #expect(
      ListeningRow().controls.map(\.id) == [
        "gain", "gate", "range", "smoothing", "tolerance", "sensitivity", "density",
      ])
  }

  @Test(arguments: [
    ("A.AHAP", FileKind.pattern), ("a.b.ahap", .pattern), ("a.Mp3", .sound), ("a.ogg", .sound),
    ("a.json", nil), ("a.yaml", .scenario),
  ])
  func `the ending decides the kind of a file`(name: String, kind: FileKind?) {
    #expect(FileKind(named: name) == kind)
  }
}
