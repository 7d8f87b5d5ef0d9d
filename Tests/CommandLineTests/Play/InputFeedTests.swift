import ArgumentParser
import AudioOutput
import Foundation
import Glibc
import HapticEngine
import HapticFormats
import Realtime
import Testing

@testable import haptic

/// The values that arrive for inputs while a pattern plays.
struct InputFeedTests {
  private static let known: Set = ["height", "speed"]

  static func feed(_ places: [InputPlace], period: Double = 0.005) throws -> InputFeed {
    try InputFeed(places, known: known, period: period)
  }

  /// A FIFO called `name` in `folder`.
  static func fifo(_ name: String, in folder: ScratchFolder) throws -> String {
    let path = folder.path(name)
    let result = unsafe mkfifo(path, 0o600)
    try #require(result == 0)
    return path
  }

  /// Writes `text` to the FIFO at `path`, like a program that then ends.
  static func write(_ text: String, to path: String) throws {
    let writer = unsafe open(path, O_WRONLY | O_NONBLOCK)
    try #require(writer >= 0)
    defer { close(writer) }
    var bytes = Array(text.utf8)
    #expect(unsafe Glibc.write(writer, &bytes, bytes.count) == bytes.count)
  }

  @Test func `sources are keys, lines and OSC on this host`() throws {
    let places: [(String, InputPlace)] = [
      ("keys", .keys), ("-", .standardInput), ("fifo", .file("fifo")), ("./osc", .file("./osc")),
      ("osc", .osc(address: "127.0.0.1", port: 9000)),
      ("osc:7", .osc(address: "127.0.0.1", port: 7)),
      ("osc:0.0.0.0:9001", .osc(address: "0.0.0.0", port: 9001)),
      ("osc:[::1]:9001", .osc(address: "::1", port: 9001)),
      ("osc:0", .osc(address: "127.0.0.1", port: 0)),
      ("osc:65535", .osc(address: "127.0.0.1", port: 65_535)),
    ]
    for (text, place) in places { #expect(try InputPlace(text) == place, "\(text)") }
  }

  @Test(arguments: [
    ("osc:", "from 0 to 65535"), ("osc:65536", "from 0 to 65535"), ("osc:-1", "from 0 to 65535"),
    ("osc:+1", "from 0 to 65535"), ("osc:a:b", "from 0 to 65535"),
    ("osc:1.2.3.4:", "from 0 to 65535"), ("osc::9", "the address is missing"),
    ("osc:[]:9", "the address is missing"), ("", "a FIFO or file"),
  ])
  func `an invalid source is rejected with the reason`(text: String, reason: String) {
    let error = #expect(throws: ValidationError.self) { try InputPlace(text) }
    #expect(error?.message.contains(reason) == true)
  }

  @Test func `a line is a name and a finite number`() {
    for line in ["height 3.2", "height=3.2", " height = 3.2 \r", "height\t3.2"] {
      #expect(ArrivedValue(line: line) == ArrivedValue(name: "height", value: 3.2), "\(line)")
    }
    for line in [
      "", "height", "3.2", "height high", "height nan", "height inf", "height 1e999", "a b 1",
    ] {
      #expect(ArrivedValue(line: line) == nil, "\(line)")
    }
  }

  @Test func `control characters from senders are escaped`() throws {
    let folder = try ScratchFolder()
    let escape = "\u{1B}c\u{7}"
    try folder.write("\(escape)\n\(escape) 1\n\(escape)2\n", to: "bad")
    let feed = try Self.feed([
      .file(folder.path("bad")), .osc(address: InputPlace.loopback, port: 0),
    ])
    for address in ["/a/\(escape)\n/b", "/\(escape)x", "/\(escape)*\n"] {
      try Self.send(OSCTests.float(address, 1), to: feed)
    }
    _ = feed.takeRest()
    let problems = feed.takeProblems()
    #expect(problems.count == 6)
    for problem in problems {
      #expect(!problem.unicodeScalars.contains { $0.value < 0x20 }, "\(problem.debugDescription)")
    }
  }

  @Test func `a value outside its range is reported once for each end, however it varies`() throws {
    let pattern = try HapticPattern(
      entries: [],
      metadata: [
        "Inputs": .json(
          #"{"height":{"Range":[0,5],"Default":1,"Unit":"m","Time":{"Factor":[[0,1]]}}}"#)
      ])
    let input = try #require(pattern.inputs().first)
    let feed = try Self.feed([])
    for value in [6, 7, -1, 8, -2.5] { feed.tell(PatternInputError.outOfRange(value, input)) }
    // Another pattern may have this input.
    feed.tell(PatternInputError.unknown("speed", known: []))
    #expect(
      feed.takeProblems() == [
        "inputs: the input height is 6.0 m; it must be from 0 to 5 m; 5 m is used instead",
        "inputs: the input height is -1.0 m; it must be from 0 to 5 m; 0 m is used instead",
      ])
  }

  @Test func `each problem is reported once, and floods of problems are limited`() throws {
    let folder = try ScratchFolder()
    let lines =
      ["heigth 1", "nonsense", "height x", "nonsense", "", "   "]
      + [String(repeating: "x", count: 1_000)]
    try folder.write(lines.joined(separator: "\n") + "\nheight 2\n", to: "bad")
    let feed = try Self.feed([.file(folder.path("bad"))])
    #expect(feed.take(at: 0) == ["height": 2])
    #expect(feed.refused == 5)
    #expect(
      feed.takeProblems() == [
        "inputs: unknown input 'heigth'; did you mean 'height'?",
        "inputs: 'nonsense' does not have the form NAME VALUE, such as height 3.2",
        "inputs: 'height x' does not have the form NAME VALUE, such as height 3.2",
        "inputs: a line has more than 320 bytes",
      ])
    #expect(feed.takeProblems() == [])
    try folder.write((0..<5_000).map { "bad\($0)\n" }.joined(), to: "flood")
    let flooded = try Self.feed([.file(folder.path("flood"))])
    _ = flooded.takeRest()
    #expect(flooded.refused == 5_000)
    let told = flooded.takeProblems()
    #expect(told.count == InputFeed.mostProblems + 1)
    #expect(told.last == "inputs: further problems are not reported")
  }

  @Test func `a source that cannot be opened is reported with the remedy`() throws {
    let folder = try ScratchFolder()
    let missing = #expect(throws: Failure.self) { try Self.feed([.file(folder.path("none"))]) }
    #expect(missing?.status == .noInput)
    #expect(missing?.message.contains("mkfifo") == true)
    #expect(throws: Failure.self) { try Self.feed([.file(folder.path("."))]) }
    let named = #expect(throws: Failure.self) {
      try Self.feed([.osc(address: "localhost", port: 0)])
    }
    #expect(named?.status == .usage)
  }

  // MARK: OSC

  /// Sends `packet` to a port of this host, and returns once it has arrived.
  private static func send(_ packet: [UInt8], to feed: InputFeed) throws {
    let place = try #require(feed.addresses.first?.split(separator: ":"))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = try #require(UInt16(place[1])).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let sender = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(sender) }
    let sent = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe sendto(
          sender, packet, packet.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(sent == packet.count)
  }

  @Test func `OSC messages to /haptic/NAME and /NAME move inputs, even in bundles`() throws {
    let feed = try Self.feed([.osc(address: InputPlace.loopback, port: 0)])
    // Other hosts cannot reach it.
    #expect(feed.addresses.first?.hasPrefix("127.0.0.1:") == true)
    try Self.send(OSCTests.float("/haptic/height", 1.5), to: feed)
    try Self.send(OSCTests.float("/speed", 2), to: feed)
    #expect(feed.take(at: 0) == ["height": 1.5, "speed": 2])
    let bundle = OSCTests.bundle([
      OSCTests.float("/height", 3), OSCTests.float("/speed", 4), OSCTests.float("/height", 5),
    ])
    try Self.send(bundle, to: feed)
    #expect(feed.take(at: .max - 1_000_000_000) == ["height": 5, "speed": 4])
    #expect(feed.takeProblems() == [])
  }

  @Test func `an OSC pattern moves every input that it matches`() throws {
    let feed = try Self.feed([.osc(address: InputPlace.loopback, port: 0)])
    try Self.send(OSCTests.float("/haptic/*", 1), to: feed)
    #expect(feed.takeRest() == ["height": 1, "speed": 1])
    try Self.send(OSCTests.float("/{speed,other}", 2), to: feed)
    try Self.send(OSCTests.float("/haptic/h[a-f]ight", 3), to: feed)
    #expect(feed.takeRest() == ["height": 3, "speed": 2])
    #expect(feed.takeProblems() == [])
    #expect(feed.count == 4)
    for address in ["/haptic/*/x", "/mixer/*", "/haptic/{height"] {
      try Self.send(OSCTests.float(address, 1), to: feed)
    }
    #expect(feed.takeRest() == [:])
    #expect(feed.refused == 3)
    #expect(
      feed.takeProblems().first == "inputs: OSC pattern '/haptic/*/x' does not match any input")
  }

  @Test func `other OSC messages are rejected, each with one report`() throws {
    let feed = try Self.feed([.osc(address: InputPlace.loopback, port: 0)])
    let packets: [[UInt8]] = [
      OSCTests.float("/haptic/heigth", 1), OSCTests.float("/mixer/1/level", 1),
      OSCTests.float("/height", .nan),
      OSCTests.string("/height") + OSCTests.string(",s") + OSCTests.string("1"),
      Array("hello".utf8), [UInt8](repeating: 0xFF, count: 60_000), [],
    ]
    for _ in 0..<3 {
      for packet in packets { try Self.send(packet, to: feed) }
      #expect(feed.takeRest() == [:])
    }
    #expect(feed.count == 0)
    #expect(feed.refused == 21)
    #expect(
      feed.takeProblems() == [
        "inputs: unknown input 'heigth'; did you mean 'height'?",
        "inputs: OSC address '/mixer/1/level' is not /haptic/NAME",
        "inputs: OSC message to '/height' must have exactly one finite number",
        "inputs: a packet of 5 bytes is not OSC", "inputs: a packet of 60000 bytes is not OSC",
        "inputs: a packet of 0 bytes is not OSC",
      ])
  }

  @Test func `two playbacks cannot share a port`() throws {
    let first = try Self.feed([.osc(address: InputPlace.loopback, port: 0)])
    let port = try #require(
      first.addresses.first?.split(separator: ":").last.flatMap { UInt16($0) })
    let failure = #expect(throws: Failure.self) {
      try Self.feed([.osc(address: InputPlace.loopback, port: port)])
    }
    #expect(failure?.status == .systemError)
  }

  // MARK: Timing

  @Test func `sources are read once per pace, and immediately after a pause`() throws {
    let folder = try ScratchFolder()
    let path = try Self.fifo("fifo", in: folder)
    let feed = try Self.feed([.file(path)], period: 0.02)
    let millisecond: Int64 = 1_000_000
    try Self.write("height 1\n", to: path)
    #expect(feed.milliseconds(33, at: 0) == 33)
    #expect(feed.take(at: 0) == ["height": 1])
    try Self.write("height 2\n", to: path)
    #expect(feed.take(at: 4 * millisecond) == [:])
    #expect(feed.descriptors(at: 4 * millisecond) == [])
    #expect(feed.milliseconds(33, at: 4 * millisecond) == 1)
    #expect(feed.descriptors(at: 5 * millisecond).count == 1)
    #expect(feed.take(at: 5 * millisecond) == ["height": 2])
    #expect(feed.take(at: 11 * millisecond) == [:])
    try Self.write("height 3\n", to: path)
    #expect(feed.take(at: 11 * millisecond) == ["height": 3])
  }

  private static let lever = """
    {"Metadata": {"Inputs": {"height": {"Range": [0, 1], "Default": 1,
      "HapticIntensity": {"Factor": [[0, 0], [1, 1]]}}}},
     "Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 5}}]}
    """

  /// A run of the lever on `output`.
  private static func run(on output: ManualOutput, in folder: ScratchFolder) throws -> (
    PlayStage, PlayRun
  ) {
    try folder.write(lever, to: "lever.ahap")
    let options = try PlayOptions.parse([])
    let item = try PlayItem(
      PatternArgument(argument: folder.path("lever.ahap")), options, profile: .wideband,
      isLive: true)
    let stage = PlayStage(item, on: PlayDevice(output, name: "test"), options)
    try stage.engine.start()
    return (stage, try stage.play(item, rate: 1, from: PlayStart(options), isDrawn: false))
  }

  @Test(arguments: [48, 240, 960, 4_800], [true, false])
  func `a packet reaches the signal at most one period and 5 ms later`(
    period: Int, isBusy: Bool
  ) throws {
    let folder = try ScratchFolder()
    let path = try Self.fifo("fifo", in: folder)
    let feed = try Self.feed([.file(path)], period: Double(period) / 48_000)
    let output = ManualOutput(blockFrames: period)
    let (stage, run) = try Self.run(on: output, in: folder)
    let sent = 24_000 + period / 3
    var (samples, frame): ([Float], Int) = ([], 0)
    // The loop's clock advances by a millisecond. A period is rendered when its first frame is due.
    while samples.count < sent + 2 * period + 4_800 {
      if frame <= sent, sent < frame + 48 {
        try Self.write("height 0.5\n", to: path)
      } else if isBusy, frame < sent {
        // A preceding stream of updates without changes.
        try Self.write("height 1\n", to: path)
      }
      for (input, value) in feed.take(at: Int64(frame) * 1_000_000_000 / 48_000) {
        try run.setInput(input, to: value)
      }
      run.followInputs()
      while samples.count <= frame { samples += output.pull(frames: period).haptic }
      frame += 48
    }
    withExtendedLifetime(stage) {}
    let still = ManualOutput(blockFrames: period)
    let (other, plain) = try Self.run(on: still, in: folder)
    let reference = still.pull(frames: samples.count).haptic
    withExtendedLifetime((other, plain)) {}
    let first = try #require(zip(samples, reference).map { $0 != $1 }.firstIndex(of: true))
    #expect(first >= sent - 48)
    // The test itself adds a step of the clock.
    #expect(first - sent <= period + 240 + 48, "\(first - sent) frames")
  }

  @Test func `keys select an input, move it by a twentieth, and reset it to its default`() throws {
    let folder = try ScratchFolder()
    let (stage, run) = try Self.run(on: ManualOutput(), in: folder)
    for _ in 0..<5 { try run.handle(.lessInput, shown: 1) }
    #expect(run.live.values == ["height": 0.75])
    try run.handle(.moreInput, shown: 1)
    #expect(run.live.values == ["height": 0.8])
    #expect(run.movedInputs == ["height": 0.8])
    try run.handle(.defaultInput, shown: 1)
    #expect(run.live.values == ["height": 1])
    for _ in 0..<30 { try run.handle(.lessInput, shown: 1) }
    #expect(run.live.values == ["height": 0])
    // A second input does not exist.
    try run.handle(.input(2), shown: 1)
    #expect(run.selectedInput == 0)
    withExtendedLifetime(stage) {}
  }

  @Test func `keys for strength and for inputs work together`() throws {
    let folder = try ScratchFolder()
    let (stage, run) = try Self.run(on: ManualOutput(), in: folder)
    try run.setInput("height", to: 0.5)
    for _ in 0..<10 { try run.handle(.weaker, shown: 1) }
    #expect((run.live.settings.intensity - 0.25).magnitude < 1e-12)
    #expect((run.controls.intensity - 0.5).magnitude < 1e-12)
    withExtendedLifetime(stage) {}
  }
}
