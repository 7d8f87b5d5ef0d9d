/// A playback command that a key gives.
enum PlayKey: Hashable, Sendable {
  case pause
  case back
  case forward
  case farBack
  case farForward
  case stronger
  case weaker
  case sharper
  case lessSharp
  case loop
  case zoomIn
  case zoomOut
  case next
  case previous
  case compare
  /// Selects the input with this number, counted from 1.
  case input(Int)
  /// Increases the selected input; `lessInput` decreases it.
  case moreInput
  case lessInput
  /// Sets the selected input to its default.
  case defaultInput
  case help
  case quit
}

extension PlayKey {
  /// Creates the command of `key`; nil if the key does not have a command.
  init?(_ key: TerminalKey) {
    let found: PlayKey? =
      switch key {
      case .character(let byte): Self.plainKeys[byte] ?? Self.input(byte)
      case .up: .stronger
      case .down: .weaker
      case .right: .forward
      case .left: .back
      case .shiftRight, .pageDown: .farForward
      case .shiftLeft, .pageUp: .farBack
      }
    guard let found else { return nil }
    self = found
  }

  private static let plainKeys: [UInt8: PlayKey] = [
    UInt8(ascii: " "): .pause, UInt8(ascii: "["): .lessSharp, UInt8(ascii: "]"): .sharper,
    UInt8(ascii: "<"): .farBack, UInt8(ascii: ">"): .farForward, UInt8(ascii: "l"): .loop,
    UInt8(ascii: "+"): .zoomIn, UInt8(ascii: "="): .zoomIn, UInt8(ascii: "-"): .zoomOut,
    UInt8(ascii: "_"): .zoomOut, UInt8(ascii: "n"): .next, UInt8(ascii: "p"): .previous,
    UInt8(ascii: "a"): .compare, UInt8(ascii: "?"): .help, UInt8(ascii: "q"): .quit,
    UInt8(ascii: "Q"): .quit, UInt8(ascii: ","): .lessInput, UInt8(ascii: "."): .moreInput,
    UInt8(ascii: "0"): .defaultInput,
  ]

  /// Returns the command for the input that a digit selects.
  private static func input(_ byte: UInt8) -> PlayKey? {
    (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte)
      ? .input(Int(byte - UInt8(ascii: "0"))) : nil
  }
}

/// Finds the keys of `haptic play` in the bytes from a terminal; see `TerminalKeyReader`.
struct PlayKeyReader: Hashable, Sendable {
  private var reader = TerminalKeyReader()

  /// Returns the keys that `bytes` complete.
  mutating func keys(in bytes: some Sequence<UInt8>) -> [PlayKey] {
    reader.keys(in: bytes).compactMap(PlayKey.init)
  }
}
