import Testing

@testable import haptic

/// The bytes that a terminal sends, and the keys that they stand for.
struct PlayKeyTests {
  private static let keys: [(bytes: [UInt8], key: PlayKey)] = [
    (Array(" ".utf8), .pause), (Array("[".utf8), .lessSharp), (Array("]".utf8), .sharper),
    (Array("l".utf8), .loop), (Array("?".utf8), .help), (Array("q".utf8), .quit),
    (Array("Q".utf8), .quit), (Array("\u{1B}[A".utf8), .stronger),
    (Array("\u{1B}[B".utf8), .weaker), (Array("\u{1B}[C".utf8), .forward),
    (Array("\u{1B}[D".utf8), .back), (Array("\u{1B}OA".utf8), .stronger),
    (Array("\u{1B}OD".utf8), .back), (Array("<".utf8), .farBack), (Array(">".utf8), .farForward),
    (Array("\u{1B}[1;2C".utf8), .farForward), (Array("\u{1B}[5~".utf8), .farBack),
    (Array("+".utf8), .zoomIn), (Array("-".utf8), .zoomOut), (Array("n".utf8), .next),
    (Array("p".utf8), .previous), (Array("a".utf8), .compare), (Array("1".utf8), .input(1)),
    (Array("9".utf8), .input(9)), (Array("0".utf8), .defaultInput), (Array(",".utf8), .lessInput),
    (Array(".".utf8), .moreInput),
  ]

  @Test func `every key is recognized, alone and among others`() {
    for (bytes, key) in Self.keys {
      var reader = PlayKeyReader()
      #expect(reader.keys(in: bytes) == [key])
    }
    var reader = PlayKeyReader()
    #expect(reader.keys(in: Self.keys.flatMap(\.bytes)) == Self.keys.map(\.key))
  }

  @Test func `the portions in which bytes arrive do not matter`() {
    let bytes = Self.keys.flatMap(\.bytes)
    for size in 1...4 {
      var reader = PlayKeyReader()
      var found: [PlayKey] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        found += reader.keys(in: rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      #expect(found == Self.keys.map(\.key), "portions of \(size)")
    }
  }

  @Test(arguments: [
    "\u{1B}[1;5C", "\u{1B}[3~", "\u{1B}[15~", "\u{1B}OP", "\u{1B}[Z", "xyz\n\u{7F}",
  ])
  func `an unknown key is ignored and does not affect the next key`(text: String) {
    var reader = PlayKeyReader()
    #expect(reader.keys(in: Array((text + "q").utf8)) == [.quit])
  }

  @Test func `Escape alone does not swallow the key after it`() {
    var reader = PlayKeyReader()
    #expect(reader.keys(in: Array("\u{1B}q\u{1B} ".utf8)) == [.quit, .pause])
  }
}
