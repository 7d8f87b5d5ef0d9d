/// The commands that keys give.
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
  case help
  case quit
}

/// Finds keys in the bytes that a terminal sends.
///
/// Bytes may come in any portions; unknown sequences are skipped.
struct PlayKeyReader: Hashable, Sendable {
  /// The state within an escape sequence.
  ///
  /// Source: ECMA-48, control sequences; xterm sends arrows as `ESC [ C` or, in application mode,
  /// `ESC O C`, with shift as `ESC [ 1 ; 2 C`, and page up and down as `ESC [ 5 ~` and `ESC [ 6 ~`.
  private enum Progress: Hashable, Sendable {
    case none
    case escape
    case sequence(parameters: [UInt8])
  }

  private var progress = Progress.none

  /// The number of parameter bytes that are kept; no known key has more.
  private static let maximumParameters = 8

  /// The keys that `bytes` complete.
  mutating func keys(in bytes: some Sequence<UInt8>) -> [PlayKey] {
    bytes.compactMap { key(after: $0) }
  }

  private mutating func key(after byte: UInt8) -> PlayKey? {
    switch progress {
    case .none: return plainKey(byte)
    case .escape:
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "O"): progress = .sequence(parameters: [])
      default:
        progress = .none
        return plainKey(byte)
      }
    case .sequence(let parameters):
      switch byte {
      case 0x20..<0x40:
        let isLong = parameters.count >= Self.maximumParameters
        progress = .sequence(parameters: isLong ? parameters : parameters + [byte])
      default:
        progress = .none
        return Self.key(of: byte, String(decoding: parameters, as: UTF8.self))
      }
    }
    return nil
  }

  private mutating func plainKey(_ byte: UInt8) -> PlayKey? {
    if byte == 0x1B { progress = .escape }
    return Self.plainKeys[byte]
  }

  private static let plainKeys: [UInt8: PlayKey] = [
    UInt8(ascii: " "): .pause, UInt8(ascii: "["): .lessSharp, UInt8(ascii: "]"): .sharper,
    UInt8(ascii: "<"): .farBack, UInt8(ascii: ">"): .farForward, UInt8(ascii: "l"): .loop,
    UInt8(ascii: "+"): .zoomIn, UInt8(ascii: "="): .zoomIn, UInt8(ascii: "-"): .zoomOut,
    UInt8(ascii: "_"): .zoomOut, UInt8(ascii: "n"): .next, UInt8(ascii: "p"): .previous,
    UInt8(ascii: "a"): .compare, UInt8(ascii: "?"): .help, UInt8(ascii: "q"): .quit,
    UInt8(ascii: "Q"): .quit,
  ]

  /// The key of the sequence that ends with `byte` after `parameters`; nil for
  /// others, such as an arrow with control.
  private static func key(of byte: UInt8, _ parameters: String) -> PlayKey? {
    switch (byte, parameters) {
    case (UInt8(ascii: "A"), ""): .stronger
    case (UInt8(ascii: "B"), ""): .weaker
    case (UInt8(ascii: "C"), ""): .forward
    case (UInt8(ascii: "D"), ""): .back
    case (UInt8(ascii: "C"), "1;2"), (UInt8(ascii: "~"), "6"): .farForward
    case (UInt8(ascii: "D"), "1;2"), (UInt8(ascii: "~"), "5"): .farBack
    default: nil
    }
  }
}
