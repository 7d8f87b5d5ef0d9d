internal import AudioSession

/// A searched world's state, packed into two words.
struct PackedState: Hashable {
  var low: UInt64 = 0
  var high: UInt64 = 0
}

/// Writes consecutive fields into two words.
struct BitWriter {
  private(set) var packed = PackedState()
  private var place: UInt64 = 0

  /// Appends the lowest bits of a value.
  @inline(__always)
  mutating func write(_ value: UInt64, bits: UInt64) {
    precondition(value >> bits == 0, "the value \(value) does not fit into \(bits) bits")
    precondition(place + bits <= 128, "a state has more than 128 bits")
    if place >= 64 {
      packed.high |= value &<< (place - 64)
    } else {
      packed.low |= value &<< place
      if place + bits > 64 { packed.high |= value &>> (64 - place) }
    }
    place += bits
  }

  /// Appends a Boolean value.
  mutating func write(_ value: Bool) { write(value ? 1 : 0, bits: 1) }
}

/// Reads fields that a `BitWriter` has written, in the same order.
struct BitReader {
  private var low: UInt64
  private var high: UInt64

  init(_ packed: PackedState) {
    low = packed.low
    high = packed.high
  }

  /// Returns the next bits.
  mutating func read(bits: UInt64) -> UInt64 {
    let value = low & (1 << bits - 1)
    low = low >> bits | high << (64 - bits)
    high >>= bits
    return value
  }

  /// Returns the next Boolean value.
  mutating func readFlag() -> Bool { read(bits: 1) == 1 }
}
