import Foundation
import HapticEngine
import HapticFormats
import HapticPerception
import Realtime
import TestSupport
import Testing

/// Patterns that follow named values: as written at the defaults, and as declared elsewhere.
struct PatternInputTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Patterns")

  private static func library(_ name: String) throws -> HapticPattern {
    let data = try Data(contentsOf: folder.appending(path: "\(name).ahap"))
    return try #require(AHAP.read([UInt8](data), file: name).pattern)
  }

  @Test(arguments: [-180.0, -135, -90, -45, -1, 0, 1, 45, 90, 135, 180])
  func `a cue for something off the screen is heard from its side`(direction: Double) throws {
    let cue = try Self.library("off-screen-cue").setting(inputs: ["direction": direction])
    let pans = cue.events.filter { !$0.type.isHaptic }.map { $0.value(of: .audioPan) ?? 0 }
    let isBeside = direction.magnitude < 180
    let sign = isBeside ? direction.sign == .minus ? -1.0 : 1 : 0
    #expect(pans.count == 2)
    for pan in pans {
      #expect(direction == 0 || !isBeside ? pan == 0 : pan * sign > 0 && pan.magnitude <= 1)
    }
    let renderer = try OfflineRenderer(cue)
    let buffers = BusBuffers(capacity: renderer.frameCount)
    let block = buffers.block(frames: renderer.frameCount)
    RealtimeScope.run { renderer.render(into: block) }
    var (left, right) = (0.0, 0.0)
    for index in 0..<block.frameCount {
      // SAFETY: each bus of the block has `frameCount` samples.
      left += Double(unsafe block.audioLeft[index].magnitude)
      right += Double(unsafe block.audioRight[index].magnitude)
    }
    #expect(left > 0 || right > 0)
    #expect(direction == 0 || !isBeside ? left == right : (right - left) * sign > 0)
  }

  /// Two transients and a sound, with these inputs.
  private static func pattern(_ inputs: String) throws -> HapticPattern {
    try HapticPattern(
      entries: [
        .event(
          HapticEvent(
            .hapticTransient, at: 0.5,
            parameters: [.init(.hapticIntensity, 0.5), .init(.hapticSharpness, 0.5)])),
        .event(HapticEvent(.hapticContinuous, at: 1, duration: 0.4)),
        .event(HapticEvent(.audioCustom, at: 1, duration: 0.3, waveform: .init(path: "a.wav"))),
        .curve(
          ParameterCurve(
            .hapticIntensityControl, at: 1,
            controlPoints: [.init(at: 0, 0), .init(at: 0.4, 1)])),
      ],
      metadata: [
        "Inputs": .json(inputs), "Captions": .json(#"[{"Time":1,"Text":"a \"chime\""}]"#),
      ])
  }

  private static let strength =
    #"{"force":{"Range":[0,10],"Default":5,"HapticIntensity":{"Course":"rising","Factor":[[0,0],[5,1],[10,1.5]]}}}"#

  @Test func `a shortened fade does not click`() throws {
    let json =
      #"{"speed":{"Range":[0,1],"Default":1,"Time":{"Factor":[[0,0.25],[1,1]]}}}"#
    let notation = try HapticPattern(notation: "buzz 400ms 1..0/0.3, tap 0.1")
    let pattern = try HapticPattern(
      entries: notation.entries, metadata: ["Inputs": .json(json)])
    let faster = try pattern.setting(inputs: ["speed": 0])
    #expect(faster.events == (try HapticPattern(notation: "buzz 100ms 1..0/0.3, tap 0.1")).events)
  }

  @Test func `a library pattern at the default of its input is unchanged`() throws {
    for (name, input) in [
      ("jump-from-ground", "height"), ("slingshot-release", "draw"),
      ("approaching-footsteps", "distance"),
    ] {
      let pattern = try Self.library(name)
      let declared = try #require(try pattern.inputs().first)
      #expect(declared.name == input)
      let same = try pattern.setting(inputs: [input: declared.defaultValue])
      #expect(same.entries == pattern.entries, "\(name)")
      #expect(same.metadata["Inputs"] == nil)
    }
  }

  @Test func `a jump from the height of a tree feels stronger than one from the ground`() throws {
    let jump = try Self.library("jump-from-ground")
    let strengths = try [0.1, 0.5, 1, 2, 3.2, 5].map { height in
      let pattern = try jump.setting(inputs: ["height": height])
      return try SensationTrack(of: pattern, profile: .wideband).strongest().level
    }
    #expect(strengths == strengths.sorted())
    #expect(strengths[5] > strengths[0] + 6)
  }

  @Test func `the intensity rises or falls with an input as its mapping declares`() throws {
    for name in ["jump-from-ground", "slingshot-release", "approaching-footsteps"] {
      let pattern = try Self.library(name)
      for input in try pattern.inputs() {
        let course = try #require(input.mappings.first { $0.target == .intensity }?.course)
        let (low, high) = (input.range.lowerBound, input.range.upperBound)
        var peaks = try (0...8).map { step in
          let value = low + (high - low) * Double(step) / 8
          let changed = try pattern.setting(inputs: [input.name: value])
          return changed.events.compactMap { $0.value(of: .hapticIntensity) }.reduce(0, +)
        }
        if course == .falling { peaks.reverse() }
        #expect(peaks == peaks.sorted(), "\(name) \(input.name)")
        #expect(try #require(peaks.last) > peaks[0])
      }
    }
  }

  @Test func `factors multiply and clamp intensities, but do not change sounds`() throws {
    let pattern = try Self.pattern(Self.strength)
    let strong = try pattern.setting(inputs: ["force": 10])
    #expect(strong.events.map { $0.value(of: .hapticIntensity) } == [0.75, 1, nil])
    let silent = try pattern.setting(inputs: ["force": 0])
    #expect(silent.events.map { $0.value(of: .hapticIntensity) } == [0, 0, nil])
    let between = try pattern.setting(inputs: ["force": 7])
    #expect((try #require(between.events[0].value(of: .hapticIntensity)) - 0.6).magnitude < 1e-12)
  }

  @Test func `time stretches events, curves and captions, but not a sound from a file`() throws {
    let pattern = try Self.pattern(
      #"{"slow":{"Range":[1,4],"Default":1,"Time":{"Factor":[[1,1],[4,4]]}}}"#)
    let slow = try pattern.setting(inputs: ["slow": 2])
    #expect(slow.events.map(\.time) == [1, 2, 2])
    #expect(slow.events.map(\.duration) == [nil, 0.8, 0.3])
    #expect(slow.curves[0].time == 2)
    #expect(slow.curves[0].controlPoints.map(\.time) == [0, 0.8])
    #expect(slow.captions == [PatternCaption(time: 2, text: "a \"chime\"")])
  }

  @Test func `several inputs act together`() throws {
    let pattern = try Self.pattern(
      #"{"a":{"Range":[0,1],"Default":0,"HapticSharpness":{"Offset":[[0,0],[1,0.2]]}},"#
        + #""b":{"Range":[0,1],"Default":0,"HapticSharpness":{"Offset":[[0,0],[1,0.1]]}}}"#)
    let both = try pattern.setting(inputs: ["a": 1, "b": 1])
    #expect((try #require(both.events[0].value(of: .hapticSharpness)) - 0.8).magnitude < 1e-12)
    #expect(try pattern.setting(inputs: [:]) == pattern)
  }

  @Test func `a value that the pattern cannot follow is refused with the known inputs and ranges`()
    throws
  {
    let pattern = try Self.pattern(Self.strength)
    #expect(throws: PatternInputError.unknown("forse", known: ["force"])) {
      try pattern.setting(inputs: ["forse": 1])
    }
    let input = try pattern.inputs()[0]
    for value in [-0.1, 10.1, .nan, .infinity] {
      do throws(PatternInputError) {
        _ = try pattern.setting(inputs: ["force": value])
        Issue.record("\(value) was accepted")
      } catch {
        guard case .outOfRange(_, input) = error else {
          Issue.record(error)
          return
        }
      }
    }
    #expect(
      PatternInputError.unknown("forse", known: ["force"]).description
        == "unknown input 'forse'; did you mean 'force'?")
  }

  @Test(arguments: [
    (#"[1]"#, ""), (#"{"a b":{"Range":[0,1],"Default":0,"Time":{"Factor":[[0,1]]}}}"#, "a b"),
    (#"{"a":1}"#, "a"), (#"{"a":{"Default":0,"Time":{"Factor":[[0,1]]}}}"#, "a: Range"),
    (#"{"a":{"Range":[1,0],"Default":0,"Time":{"Factor":[[0,1]]}}}"#, "a: Range"),
    (#"{"a":{"Range":[0,1],"Default":2,"Time":{"Factor":[[0,1]]}}}"#, "a: Default"),
    (#"{"a":{"Range":[0,1],"Default":0}}"#, "a"),
    (#"{"a":{"Range":[0,1],"Default":0,"Tme":{"Factor":[[0,1]]}}}"#, "a"),
    (#"{"a":{"Range":[0,1],"Default":0,"Unit":1,"Time":{"Factor":[[0,1]]}}}"#, "a: Unit"),
    (#"{"a":{"Range":[0,1],"Default":0,"Time":{"Offset":[[0,1]]}}}"#, "a: Time"),
    (#"{"a":{"Range":[0,1],"Default":0,"Time":{"Factor":[]}}}"#, "a: Time"),
    (#"{"a":{"Range":[0,1],"Default":0,"Time":{"Factor":[[0,11]]}}}"#, "a: Time: point 1"),
    (#"{"a":{"Range":[0,1],"Default":0,"Time":{"Factor":[[0,1],[0,2]]}}}"#, "a: Time: point 2"),
    (#"{"a":{"Range":[0,1],"Default":0,"Time":{"Factor":[[0,2]]}}}"#, "a: Time"),
    (
      #"{"a":{"Range":[0,1],"Default":0,"Time":{"Course":"up","Factor":[[0,1]]}}}"#,
      "a: Time: Course"
    ),
    (
      #"{"a":{"Range":[0,1],"Default":0,"Time":{"Course":"falling","Factor":[[0,1],[1,2]]}}}"#,
      "a: Time: point 2"
    ),
    (
      #"{"a":{"Range":[0,1],"Default":0,"Time":{"Course":"rising","Factor":[[0,1],[1,0.5]]}}}"#,
      "a: Time: point 2"
    ),
  ])
  func `an invalid declaration is refused with its place`(json: String, path: String)
    throws
  {
    let pattern = try Self.pattern(json)
    do throws(PatternInputError) {
      _ = try pattern.inputs()
      Issue.record("\(json) was accepted")
    } catch {
      guard case .declaration(let problems) = error else {
        Issue.record(error)
        return
      }
      #expect(problems.contains { $0.path == path }, "\(problems)")
    }
  }

  @Test(arguments: 0..<20)
  func `a damaged declaration is either refused or followed`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let whole = Array(Self.strength.utf8)
    var taken = 0
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = random.choice(of: Array("0123456789{}[],:\"-eE. a".utf8))
        case 1: bytes.remove(at: index)
        default: bytes.insert(contentsOf: whole.prefix(index), at: index)
        }
      }
      let pattern = try Self.pattern(String(decoding: bytes, as: UTF8.self))
      guard let inputs = try? pattern.inputs(), let input = inputs.first else { continue }
      taken += 1
      let changed = try pattern.setting(inputs: [input.name: input.range.upperBound])
      for event in changed.events where event.type.isHaptic {
        #expect(0...1 ~= event.value(of: .hapticIntensity) ?? 1)
      }
    }
    #expect(taken > 0)
  }
}
