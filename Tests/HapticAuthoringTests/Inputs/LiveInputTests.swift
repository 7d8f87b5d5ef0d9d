import AudioOutput
import Foundation
import HapticEngine
import HapticFormats
import Testing

/// Inputs whose values change while a player follows them.
struct LiveInputTests {
  private static func library(_ name: String) throws -> HapticPattern {
    let folder = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Patterns")
    let data = try Data(contentsOf: folder.appending(path: "\(name).ahap"))
    return try #require(AHAP.read([UInt8](data), file: name).pattern)
  }

  /// A pattern of `notation` with these inputs.
  private static func pattern(_ notation: String, _ inputs: String) throws -> HapticPattern {
    try HapticPattern(
      entries: HapticPattern(notation: notation).entries, metadata: ["Inputs": .json(inputs)])
  }

  /// The samples that an output pulls from a player that starts with `live`; `move` is called before each block,
  /// with its number.
  private static func signal(
    _ live: LiveInputs, blocks: Int, of frames: Int = 240,
    move: (Int, inout LiveInputs) throws -> Void = { _, _ in }
  ) throws -> ManualOutput.Buses {
    var live = live
    let output = ManualOutput()
    let engine = HapticEngine(output: output)
    try engine.start()
    let player = try engine.makeAdvancedPlayer(with: live.pattern)
    live.prepare(player)
    try player.start()
    try live.follow(player, at: engine.currentTime)
    var buses = ManualOutput.Buses()
    for block in 0..<blocks {
      try move(block, &live)
      try live.follow(player, at: engine.currentTime)
      let pulled = output.pull(frames: frames)
      buses.haptic += pulled.haptic
      buses.audioLeft += pulled.audioLeft
      buses.audioRight += pulled.audioRight
    }
    engine.stop()
    return buses
  }

  private static func difference(_ one: [Float], _ other: [Float]) -> Float {
    one.count == other.count
      ? zip(one, other).reduce(0) { max($0, ($1.0 - $1.1).magnitude) } : .infinity
  }

  /// The largest step from one sample to the next.
  private static func step(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
  }

  private static func fixed(_ pattern: HapticPattern) throws -> LiveInputs {
    try LiveInputs(HapticPattern(entries: pattern.entries))
  }

  @Test(arguments: [
    "jump-from-ground", "approaching-footsteps", "off-screen-cue", "slingshot-release",
  ])
  func `at the defaults, the signal is that of the pattern as written`(name: String) throws {
    let written = try Self.library(name)
    let followed = try Self.signal(LiveInputs(written), blocks: 300)
    let plain = try Self.signal(Self.fixed(written), blocks: 300)
    #expect(plain.haptic.contains { $0.magnitude > 0.01 })
    #expect(Self.difference(followed.haptic, plain.haptic) < 1e-6)
    #expect(followed.audioLeft == plain.audioLeft)
  }

  @Test(arguments: [
    // Within the headroom, and without clamped sums.
    ("approaching-footsteps", "distance", 30.0), ("approaching-footsteps", "distance", 3),
    ("slingshot-release", "draw", 0.5), ("jump-from-ground", "height", 0),
    ("jump-from-ground", "height", 1.5), ("off-screen-cue", "direction", -90),
    ("off-screen-cue", "direction", 45),
  ])
  func `a value gives the signal of the pattern made for it`(
    name: String, input: String, value: Double
  ) throws {
    let written = try Self.library(name)
    let followed = try Self.signal(LiveInputs(written, values: [input: value]), blocks: 300)
    let made = try Self.signal(
      Self.fixed(written.setting(inputs: [input: value])), blocks: 300)
    #expect(made.haptic.contains { $0.magnitude > 0.01 })
    #expect(Self.difference(followed.haptic, made.haptic) < 1e-3)
    #expect(Self.difference(followed.audioLeft, made.audioLeft) < 1e-5)
    #expect(Self.difference(followed.audioRight, made.audioRight) < 1e-5)
  }

  @Test func `factors above 1 apply until the strongest event reaches its maximum`() throws {
    let jump = try LiveInputs(Self.library("jump-from-ground"))
    // The landing has an intensity of 0.6, and the factor rises to 2.8.
    #expect((jump.headroom - 1 / 0.6).magnitude < 1e-12)
    #expect((jump.effect.intensity - 0.6).magnitude < 1e-12)
    var live = jump
    try live.set("height", to: 5)
    #expect(live.effect.intensity == 1)
    #expect(live.effect.speed == 0.5)
    #expect(live.effect.sharpness == -0.25)
    // If all factors are at most 1, the pattern does not get stronger.
    #expect(try LiveInputs(Self.library("slingshot-release")).headroom == 1)
    #expect(try LiveInputs(Self.library("off-screen-cue")).headroom == 1)
  }

  @Test func `several inputs act together with the player's own masters`() throws {
    let json = """
      {"a":{"Range":[0,1],"Default":1,"HapticIntensity":{"Factor":[[0,0.5],[1,1]]}},
       "b":{"Range":[0,1],"Default":1,"HapticIntensity":{"Factor":[[0,0.2],[1,1]]},
            "HapticSharpness":{"Offset":[[0,-0.9],[1,0]]},"Time":{"Factor":[[0,4],[1,1]]}}}
      """
    var live = try LiveInputs(Self.pattern("buzz 1s 1/0.5", json), values: ["a": 0])
    #expect(live.values == ["a": 0, "b": 1])
    try live.set("b", to: 0)
    #expect((live.effect.intensity - 0.1).magnitude < 1e-12)
    live.rate = 2
    live.masterIntensity = 0.5
    live.masterSharpness = -0.5
    #expect((live.settings.intensity - 0.05).magnitude < 1e-12)
    #expect(live.settings.rate == 0.5)
    #expect(live.settings.sharpness == -1)
  }

  @Test func `values outside the range are clamped, and invalid values are refused`() throws {
    var live = try LiveInputs(Self.library("jump-from-ground"))
    try live.set("height", to: 7)
    #expect(live.values["height"] == 5)
    try live.set("height", to: -1e300)
    #expect(live.values["height"] == 0)
    let before = live.values
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(throws: PatternInputError.self) { try live.set("height", to: value) }
    }
    #expect(throws: PatternInputError.unknown("heigth", known: ["height"])) {
      try live.set("heigth", to: 1)
    }
    #expect(live.values == before)
    #expect(throws: PatternInputError.self) {
      try LiveInputs(Self.library("jump-from-ground"), values: ["height": 7])
    }
  }

  private static let lever = """
    {"lever":{"Range":[0,1],"Default":1,"HapticIntensity":{"Factor":[[0,0],[1,1]]},
      "HapticSharpness":{"Offset":[[0,-0.5],[1,0]]},"Time":{"Factor":[[0,2],[1,1]]}}}
    """

  @Test func `a thousand updates a second do not make larger steps than a ramp`() throws {
    let pattern = try Self.pattern("buzz 2s 1/0.8", Self.lever)
    // From end to end and back: the wildest possible updates.
    let moved = try Self.signal(LiveInputs(pattern), blocks: 1_000, of: 48) { block, live in
      try live.set("lever", to: block.isMultiple(of: 2) ? 0 : 1)
    }
    // The wideband profile: 0.6 at 80 to 230 Hz. A sine of 200 Hz moves by 2 pi f / fs of its
    // amplitude, and a gain that takes 5 ms from 0 to 1 by 1/240.
    let steepest: Float = 0.6 * (2 * .pi * 200 / 48_000 + 1 / 240)
    #expect(Self.step(moved.haptic) <= steepest * 1.001)
    // The input nevertheless changes the signal.
    let still = try Self.signal(LiveInputs(pattern), blocks: 1_000, of: 48)
    #expect(Self.difference(moved.haptic, still.haptic) > 0.1)
  }

  @Test func `an update changes the first sample of the next block, and the last one wins`() throws
  {
    let pattern = try Self.pattern("buzz 2s 1/0.8", Self.lever)
    let still = try Self.signal(LiveInputs(pattern), blocks: 100)
    let moved = try Self.signal(LiveInputs(pattern), blocks: 100) { block, live in
      if block == 50 { for value in [1, 0.2, 0.9, 0.4] { try live.set("lever", to: value) } }
    }
    let once = try Self.signal(LiveInputs(pattern), blocks: 100) { block, live in
      if block == 50 { try live.set("lever", to: 0.4) }
    }
    let first = try #require(zip(still.haptic, moved.haptic).map(!=).firstIndex(of: true))
    // The first frame of the ramp still has the old value.
    #expect((50 * 240...50 * 240 + 2).contains(first))
    #expect(moved == once)
  }

  @Test func `a pan ramp can turn at any point`() throws {
    let json = #"{"side":{"Range":[-1,1],"Default":0,"AudioPan":{"Offset":[[-1,-1],[0,0],[1,1]]}}}"#
    let pattern = try HapticPattern(
      entries: [
        .event(HapticEvent(.audioContinuous, at: 0, duration: 2)),
        .event(HapticEvent(.hapticTransient, at: 0)),
      ], metadata: ["Inputs": .json(json)])
    let centered = try Self.signal(LiveInputs(pattern), blocks: 400, of: 48)
    let loudest = centered.audioLeft.reduce(0) { max($0, $1.magnitude) }
    // A turn in each millisecond, so ramps of 5 ms never finish.
    let moved = try Self.signal(LiveInputs(pattern), blocks: 400, of: 48) { block, live in
      try live.set("side", to: block.isMultiple(of: 2) ? 1 : -1)
    }
    let steepest = Self.step(centered.audioLeft) + loudest * 2 / 240
    #expect(Self.step(moved.audioLeft) <= steepest)
    #expect(Self.step(moved.audioRight) <= steepest)
    let right = try Self.signal(LiveInputs(pattern), blocks: 400, of: 48) { block, live in
      if block == 10 { try live.set("side", to: 1) }
    }
    // 5 ms and one block later, the left is silent, and the right is as loud as before.
    #expect(right.audioLeft[(16 * 48)...].allSatisfy { $0.magnitude < 1e-6 })
    #expect(
      Self.difference(
        Array(right.audioRight[(16 * 48)...]), Array(centered.audioRight[(16 * 48)...])) < 1e-6)
  }

  @Test func `a pattern without inputs ignores values and stays unchanged`() throws {
    let written = try Self.library("heartbeat")
    let live = try LiveInputs(written)
    #expect(live.inputs.isEmpty)
    #expect(live.pattern == written)
    #expect(live.settings.rate == 1)
    #expect(live.settings.intensity == 1)
    #expect(live.settings.sharpness == 0)
  }
}
