import Foundation
import HapticEngine
import HapticFormats
import TestSupport
import Testing
import TextFormats

extension HapticPattern {
  /// The pattern as a notation gives it: each parameter of an event once, only parameters that the event responds
  /// to, with intensity and sharpness or volume and pitch first.
  var normalized: HapticPattern {
    let entries = entries.map { entry -> Entry in
      guard case .event(var event) = entry else { return entry }
      let envelope: [EventParameter.ID] = [.attackTime, .decayTime, .releaseTime, .sustained]
      let ids: [EventParameter.ID] =
        event.type.isHaptic
        ? [.hapticIntensity, .hapticSharpness] + envelope
        : [.audioVolume, .audioPitch] + envelope + [.audioPan, .audioBrightness]
      event.parameters = ids.compactMap { id in event.value(of: id).map { EventParameter(id, $0) } }
      return .event(event)
    }
    return (try? HapticPattern(entries: entries)) ?? self
  }
}

/// Round trips from patterns to notations and back.
@Suite struct NotationRoundTripTests {
  @Test(arguments: seeds(0..<500))
  func `any pattern comes back exactly from its notation`(seed: UInt64) throws {
    var generator = PatternGenerator(
      seed: seed, sampleRate: 48_000, length: 2, extras: [.tones, .longEvents, .hugeTimes])
    let pattern = try generator.pattern().normalized
    let (text, losses) = pattern.notation
    #expect(losses.isEmpty)
    let again = try HapticPattern(notation: text)
    #expect(again == pattern, "seed \(seed): \(text)")
    #expect(again.notation.text == text)
  }

  @Test(arguments: [
    "tap 0.8/0.5, rest 100ms, buzz 300ms 0.2..1/0.3 ease-out, rest 20ms, tap",
    "buzz 1s 1..0/0.2..0.9 ease-in-out attack 0.5, tap",
    "3x(tap 1/0.9, rest 500ms), buzz 2.5s 0.25 decay 0.3 sustained 0",
    "4x tap 0.5, buzz 1s 0.5, at 100ms tone 200ms 0.5/-1 pan 1",
    "sound \"a b.wav\" 1.5s 0.3 loop no-envelope, set volume 0.5, curve pan 0s -1 1s 1",
    "2x(tap 1, rest 10ms, tap 0.5, rest 90ms), tap",
    "input draw 0..1=0.5 \"cm\" intensity rising 0:0.2 0.5:1 1:1.5 sharpness 0:-0.2 0.5:0, tap",
    // Items at explicit times do not repeat, because each begins with its group.
    "buzz 1s, at 0s buzz 1s, at 0s buzz 1s, at 0s buzz 1s",
  ])
  func `the shortest notation stays unchanged`(notation: String) throws {
    #expect(try HapticPattern(notation: notation).notation.text == notation)
  }

  @Test func `content that a notation cannot express is reported`() throws {
    let pattern = try HapticPattern(
      events: [
        HapticEvent(.hapticTransient, parameters: [.init(.audioVolume, 1)]),
        HapticEvent(.audioCustom, waveform: .init(path: "a\"b")),
      ], metadata: ["Project": .text("x")])
    let (text, losses) = pattern.notation
    #expect(text == "tap")
    #expect(losses == [.metadata, .parameter(.audioVolume, entry: 0), .sound(entry: 1)])
  }

  @Test
  func
    `in the format notation, content that cannot be expressed is a loss, and an empty result is refused`()
    throws
  {
    let tap = HapticEvent(.hapticTransient, parameters: [.init(.audioVolume, 1)])
    let sound = HapticEvent(.audioCustom, waveform: .init(path: "a\"b"))
    let metadata: [String: MetadataValue] = ["Project": .text("x"), "Inputs": .json("[]")]
    let written = try PatternFormat.notation.write(
      HapticPattern(events: [tap, sound], metadata: metadata))
    #expect(String(decoding: written.bytes, as: UTF8.self) == "tap\n")
    #expect(
      written.losses.listed.map { "\($0.place) \($0.kind.rawValue)" }
        == [
          "Metadata.Project metadata", "Metadata.Inputs metadata", "Pattern[0] unsupported",
          "Pattern[1] sound",
        ])
    for events in [[], [sound]] {
      #expect(throws: ConversionError.self) {
        try PatternFormat.notation.write(HapticPattern(events: events))
      }
    }
  }

  @Test func `a notation file is read, and its problems have their places`() throws {
    let text = "\u{FEFF}# a knock\n2x(tap 1\n rest 5)\r\ntpa\n"
    let error = #expect(throws: ConversionError.self) {
      try PatternFormat.notation.read(Array(text.utf8))
    }
    guard case .invalid("notation", let problems, 2)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problems.map { [$0.location.line, $0.location.column] } == [[3, 7], [4, 1]])
    #expect(throws: ConversionError.self) { try PatternFormat.notation.read([0x74, 0xFF]) }
    let read = try PatternFormat.notation.read(Array("\u{FEFF}tap 1 # hard\n".utf8))
    #expect(try read.parts.map(\.pattern) == [HapticPattern(notation: "tap 1")])
    #expect(read.losses.isEmpty)
  }

  @Test func `every file of the library comes back from its notation`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Patterns").standardized.path()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".ahap") }
    #expect(names.count > 10)
    for name in names {
      let pattern = try #require(AHAP.read(path: folder + "/" + name).pattern).normalized
      #expect(try HapticPattern(notation: pattern.notation.text).normalized == pattern, "\(name)")
    }
  }

  @Test func `a long row of taps and rests is written as a readable notation`()
    throws
  {
    let pattern = try HapticPattern(
      events: (0..<600_000).map { index in
        HapticEvent(
          .hapticTransient, at: Double(index) / 100, parameters: [.init(.hapticIntensity, 0.5)])
      })
    let (text, losses) = pattern.notation
    #expect(text == "599999x(tap 0.5, rest 10ms), tap 0.5")
    #expect(losses.isEmpty)
    #expect(try HapticPattern(notation: text) == pattern)
  }

  @Test func `a notation that is too long to be read again is reported`() throws {
    let events = (0..<600_000).map { index in
      HapticEvent(
        .hapticContinuous, at: Double(index) / 100, duration: 0.001,
        parameters: [.init(.attackTime, 0.5)])
    }
    let (text, losses) = try HapticPattern(events: events).notation
    #expect(losses == [.tooLong])
    #expect(throws: NotationError.self) { try HapticPattern(notation: text) }
    let error = #expect(throws: ConversionError.self) {
      try PatternFormat.notation.write(HapticPattern(events: events))
    }
    #expect(error?.description.contains("more than 1000000 events") == true)
    #expect(try HapticPattern(events: Array(events.prefix(400_000))).notation.losses.isEmpty)
  }
}
