import OSCPackets
import Realtime
import Testing

/// OSC packets from ordinary and hostile senders.
struct OSCTests {
  /// `text` with a terminating zero, padded to four bytes.
  ///
  /// Source: Open Sound Control 1.0, "OSC String".
  static func string(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    let width = type(of: value).bitWidth
    return stride(from: width - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: value >> $0)
    }
  }

  static func float(_ address: String, _ value: Float) -> [UInt8] {
    string(address) + string(",f") + bigEndian(value.bitPattern)
  }

  static func bundle(_ elements: [[UInt8]]) -> [UInt8] {
    string("#bundle") + bigEndian(UInt64(1))
      + elements.flatMap { bigEndian(Int32($0.count)) + $0 }
  }

  @Test func `a message of one number is its address and the number, whatever its type`() throws {
    try OSCPacket.requireLibrary()
    let packets: [(String, [UInt8], Double)] = [
      (",f", Self.bigEndian(Float(2.5).bitPattern), 2.5),
      (",d", Self.bigEndian((-0.1).bitPattern), -0.1),
      (",i", Self.bigEndian(Int32(-7)), -7),
      (",h", Self.bigEndian(Int64(1) << 40), 1_099_511_627_776),
      // Truth values do not have bytes.
      (",T", [], 1), (",F", [], 0),
    ]
    for (tags, bytes, value) in packets {
      // Addresses of all lengths that padding allows.
      for address in ["/a", "/ab", "/abc", "/abcd", "/haptic/height"] {
        let packet = Self.string(address) + Self.string(tags) + bytes
        #expect(OSCPacket.messages(in: packet) == [.init(address: address, value: value)])
      }
    }
  }

  @Test func `an example packet of the specification is read`() throws {
    try OSCPacket.requireLibrary()
    // Source: Open Sound Control 1.0, "OSC Message Examples", the first.
    let packet: [UInt8] = [
      0x2f, 0x6f, 0x73, 0x63, 0x69, 0x6c, 0x6c, 0x61, 0x74, 0x6f, 0x72, 0x2f, 0x34, 0x2f, 0x66,
      0x72,
      0x65, 0x71, 0x75, 0x65, 0x6e, 0x63, 0x79, 0x00, 0x2c, 0x66, 0x00, 0x00, 0x43, 0xdc, 0x00,
      0x00,
    ]
    #expect(
      OSCPacket.messages(in: packet) == [.init(address: "/oscillator/4/frequency", value: 440)])
  }

  @Test(arguments: [
    ("/haptic/height", ["/haptic/height"]), ("/haptic/*", ["/haptic/height", "/haptic/heat"]),
    ("/*", ["/height"]), ("/*/*", ["/haptic/height", "/haptic/heat"]), ("*", []),
    ("/*/hea*t", ["/haptic/heat"]), ("/hei*ght*", ["/height"]), ("/h**t", ["/height"]),
    ("/haptic/hea?", ["/haptic/heat"]), ("/haptic?heat", []), ("/haptic/hea??", []),
    ("/haptic/hea[a-z]", ["/haptic/heat"]),
    ("/haptic/hea[!a-s]", ["/haptic/heat"]), ("/haptic/hea[!r-u]", []),
    ("/haptic/hea[s-]", []), ("/haptic/hea[t-]", ["/haptic/heat"]), ("/haptic[!a]heat", []),
    ("/haptic/hea[ts]", ["/haptic/heat"]),
    ("/haptic/he{ight,at}", ["/haptic/height", "/haptic/heat"]),
    ("/{a,haptic}/heat", ["/haptic/heat"]), ("{,/haptic}/height", ["/haptic/height", "/height"]),
    ("/{height,h}eight", ["/height"]), ("/{he,h}{at,eight}", ["/height"]),
    ("/hea[t", []), ("/{height", []), ("/height]", []), ("", []), ("/height/*", []),
  ])
  func `a pattern matches the addresses that the specification requires`(
    pattern: String, matches: [String]
  ) {
    let addresses = ["/haptic/height", "/haptic/heat", "/height"]
    #expect(addresses.filter { AddressPattern(pattern).matches($0) } == matches)
    #expect(AddressPattern(pattern).hasWildcards == pattern.contains { "*?[{".contains($0) })
  }

  @Test func `the time for a hostile pattern does not grow exponentially`() {
    // A matcher that tries each position for each star takes hours for ten stars.
    let address = "/" + String(repeating: "a", count: 64)
    #expect(!AddressPattern("/" + String(repeating: "*a", count: 40) + "b").matches(address))
    #expect(AddressPattern("/" + String(repeating: "*a", count: 64)).matches(address))
    #expect(!AddressPattern("/" + String(repeating: "{a,,aa}", count: 40) + "b").matches(address))
    #expect(AddressPattern("/*" + String(repeating: "*", count: 318)).matches(address))
    #expect(!AddressPattern("/*" + String(repeating: "*", count: 319)).matches(address))
  }

  @Test func `bundles, even nested bundles, are their messages in order`() throws {
    try OSCPacket.requireLibrary()
    let inner = Self.bundle([Self.float("/b", 2), Self.float("/c", 3)])
    let packet = Self.bundle([Self.float("/a", 1), inner, Self.float("/d", 4)])
    #expect(OSCPacket.messages(in: packet)?.map(\.address) == ["/a", "/b", "/c", "/d"])
    #expect(OSCPacket.messages(in: packet)?.map(\.value) == [1, 2, 3, 4])
    #expect(OSCPacket.messages(in: Self.bundle([])) == [])
    var deep = Self.float("/a", 1)
    for _ in 0..<100 { deep = Self.bundle([deep]) }
    #expect(OSCPacket.messages(in: deep) == nil)
  }

  @Test
  func `messages without a number are empty, and infinite numbers are unchanged`()
    throws
  {
    try OSCPacket.requireLibrary()
    let others: [[UInt8]] = [
      Self.string("/a") + Self.string(",s") + Self.string("3"),
      Self.string("/a") + Self.string(",ff") + [UInt8](repeating: 0, count: 8),
      Self.string("/a") + Self.string(","), Self.string("/a") + Self.string(",TF"),
      Self.string("/a") + Self.string(",N"),
      Self.string("/a") + Self.string(",T") + Self.bigEndian(Int32(1)),
      Self.string("/a") + Self.string(",b") + Self.bigEndian(Int32.max),
      // A truncated blob, past which liblo 0.31 reads.
      Self.string("/a") + Self.string(",b"),
    ]
    for packet in others {
      #expect(OSCPacket.messages(in: packet) == [.init(address: "/a", value: nil)])
    }
    for value in [Float.nan, .infinity, -.infinity] {
      let found = try #require(OSCPacket.messages(in: Self.float("/a", value))?.first?.value)
      #expect(!found.isFinite)
    }
  }

  @Test func `truncated packets are not OSC`() throws {
    try OSCPacket.requireLibrary()
    let message = Self.float("/haptic/height", 1)
    for count in 0..<message.count {
      let found = OSCPacket.messages(in: Array(message.prefix(count)))
      #expect(found == nil || found?.first?.value == nil, "\(count) bytes")
    }
    let bundle = Self.bundle([message, message])
    for count in 0..<bundle.count where count != 16 && count != 16 + 4 + message.count {
      #expect(OSCPacket.messages(in: Array(bundle.prefix(count))) == nil, "\(count) bytes")
    }
    let huge: [[UInt8]] = [
      Self.string("#bundle") + Self.bigEndian(UInt64(1)) + Self.bigEndian(Int32(-1)),
      Self.string("#bundle") + Self.bigEndian(UInt64(1)) + Self.bigEndian(Int32.max) + message,
      [UInt8](repeating: UInt8(ascii: "/"), count: 65_507), [UInt8](repeating: 0, count: 65_507),
    ]
    for packet in huge { #expect(OSCPacket.messages(in: packet) == nil) }
  }

  @Test func `random bytes and messages with changed bytes do not crash the reader`() throws {
    try OSCPacket.requireLibrary()
    var random = SplitMix64(seed: 20)
    var valid = 0
    let seeds = [
      Self.float("/haptic/height", 3), Self.bundle([Self.float("/a", 1), Self.float("/b", 2)]),
      Self.float("/haptic/{height,*}[!a-z]?", 4),
      Self.string("/a") + Self.string(",dfihsSbtTFNIcm") + [UInt8](repeating: 1, count: 64),
    ]
    for round in 0..<30_000 {
      var packet = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        packet[Int.random(in: packet.indices, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if round.isMultiple(of: 3) {
        packet.removeLast(Int.random(in: 0...packet.count, using: &random))
      }
      guard let messages = OSCPacket.messages(in: packet) else { continue }
      valid += 1
      for message in messages { _ = AddressPattern(message.address).matches("/haptic/height") }
    }
    // Some are still messages: the changes affect the values that are read.
    #expect((1..<30_000).contains(valid))
  }
}
