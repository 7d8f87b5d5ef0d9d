/// How one sample lies in the stream of a device or a file; little-endian.
public enum SampleFormat: String, Hashable, Sendable, CaseIterable {
  /// 32-bit floating point, full scale ±1.
  case float32
  /// 32-bit integer.
  case int32
  /// 24-bit integer in the low three bytes of four, sign-extended.
  case int24
  /// 24-bit integer in three bytes.
  case int24Packed
  /// 16-bit integer.
  case int16

  /// How many bytes a sample takes.
  public var bytesPerSample: Int {
    switch self {
    case .float32, .int32, .int24: 4
    case .int24Packed: 3
    case .int16: 2
    }
  }
}
