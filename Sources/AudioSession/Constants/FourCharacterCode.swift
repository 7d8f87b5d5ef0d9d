/// A number that is four characters.
public struct FourCharacterCode: Hashable, Sendable, CustomStringConvertible {
  /// The number.
  public let rawValue: UInt32

  /// The code of that number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The four characters.
  public var description: String {
    var text = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }
}
