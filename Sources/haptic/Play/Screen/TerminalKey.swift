/// A key of a terminal, independent of its function.
enum TerminalKey: Hashable, Sendable {
  /// A key that sends one byte: a letter, a digit, a symbol, space, tab or return.
  case character(UInt8)
  case up, down, left, right
  case shiftLeft, shiftRight
  case pageUp, pageDown
}

/// Finds keys in the bytes from a terminal.
///
/// Bytes may arrive in chunks of any size. Unknown sequences are skipped.
struct TerminalKeyReader: Hashable, Sendable {
  /// The state within an escape sequence.
  ///
  /// Source: ECMA-48, control sequences; xterm sends arrows as `ESC [ C` or, in application mode, `ESC O C`, with shift
  /// as `ESC [ 1 ; 2 C`, and page up and down as `ESC [ 5 ~` and `ESC [ 6 ~`.
  private enum Progress: Hashable, Sendable {
    case none
    case escape
    case sequence(parameters: [UInt8])
  }

  private var progress = Progress.none

  /// The maximum number of parameter bytes that are kept.
  ///
  /// No known key has more.
  private static let maximumParameters = 8

  /// Returns the keys that `bytes` complete.
  mutating func keys(in bytes: some Sequence<UInt8>) -> [TerminalKey] {
    bytes.compactMap { key(after: $0) }
  }

  private mutating func key(after byte: UInt8) -> TerminalKey? {
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

  private mutating func plainKey(_ byte: UInt8) -> TerminalKey? {
    if byte == 0x1B {
      progress = .escape
      return nil
    }
    return .character(byte)
  }

  /// Returns the key of the sequence that ends with `byte` after `parameters`; nil for
  /// other sequences, such as that of an arrow key with Control.
  private static func key(of byte: UInt8, _ parameters: String) -> TerminalKey? {
    switch (byte, parameters) {
    case (UInt8(ascii: "A"), ""): .up
    case (UInt8(ascii: "B"), ""): .down
    case (UInt8(ascii: "C"), ""): .right
    case (UInt8(ascii: "D"), ""): .left
    case (UInt8(ascii: "C"), "1;2"): .shiftRight
    case (UInt8(ascii: "D"), "1;2"): .shiftLeft
    case (UInt8(ascii: "~"), "5"): .pageUp
    case (UInt8(ascii: "~"), "6"): .pageDown
    default: nil
    }
  }
}
