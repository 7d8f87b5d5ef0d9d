/// What a key asks for.
enum PlayKey: Hashable, Sendable {
  case pause
  case back
  case forward
  case stronger
  case weaker
  case sharper
  case duller
  case loop
  case help
  case quit
}

/// Finds keys in the bytes that a terminal sends.
///
/// Bytes may come in any portions; what is no key of ours is passed over.
struct PlayKeyReader: Hashable, Sendable {
  /// What an escape sequence has come to.
  ///
  /// Source: ECMA-48, control sequences; xterm sends arrows as `ESC [ C` or, in application mode,
  /// `ESC O C`.
  private enum Progress: Hashable, Sendable {
    case none
    case escape
    case sequence(hasParameters: Bool)
  }

  private var progress = Progress.none

  /// The keys that `bytes` complete.
  mutating func keys(in bytes: some Sequence<UInt8>) -> [PlayKey] {
    bytes.compactMap { key(after: $0) }
  }

  private mutating func key(after byte: UInt8) -> PlayKey? {
    switch progress {
    case .none: return plainKey(byte)
    case .escape:
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "O"): progress = .sequence(hasParameters: false)
      default:
        progress = .none
        return plainKey(byte)
      }
    case .sequence(let hasParameters):
      switch byte {
      case 0x20..<0x40: progress = .sequence(hasParameters: true)
      default:
        progress = .none
        // An arrow with shift or control is none of ours.
        return hasParameters ? nil : Self.arrow(byte)
      }
    }
    return nil
  }

  private mutating func plainKey(_ byte: UInt8) -> PlayKey? {
    switch byte {
    case 0x1B: progress = .escape
    case UInt8(ascii: " "): return .pause
    case UInt8(ascii: "["): return .duller
    case UInt8(ascii: "]"): return .sharper
    case UInt8(ascii: "l"): return .loop
    case UInt8(ascii: "?"): return .help
    case UInt8(ascii: "q"), UInt8(ascii: "Q"): return .quit
    default: break
    }
    return nil
  }

  private static func arrow(_ byte: UInt8) -> PlayKey? {
    switch byte {
    case UInt8(ascii: "A"): .stronger
    case UInt8(ascii: "B"): .weaker
    case UInt8(ascii: "C"): .forward
    case UInt8(ascii: "D"): .back
    default: nil
    }
  }
}
