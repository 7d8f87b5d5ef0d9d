import HapticEngine
import TestSupport

/// Random patterns with hostile texts and extreme numbers, the same for the same seed.
struct HostilePatterns {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Returns a pattern with any contents that patterns may have.
  mutating func pattern() throws -> HapticPattern {
    var metadata: PatternMetadata = [:]
    for _ in 0..<number(below: 4) { metadata[text()] = metadataValue() }
    let entries = (0..<number(below: 12)).map { _ in entry() }
    return try HapticPattern(entries: entries, metadata: metadata)
  }

  /// Returns a number from 0 to `bound` - 1.
  mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func entry() -> HapticPattern.Entry {
    switch number(below: 3) {
    case 0: .event(event())
    case 1: .parameter(DynamicParameter(element(DynamicParameter.ID.allCases), value(), at: time()))
    default:
      .curve(
        ParameterCurve(
          element(DynamicParameter.ID.allCases), at: time(),
          controlPoints: (0...number(below: 20)).map { _ in .init(at: time(), value()) }))
    }
  }

  private mutating func event() -> HapticEvent {
    let type = element(EventType.allCases)
    let hasWaveform = type == .audioCustom || number(below: 8) == 0
    return HapticEvent(
      type, at: time(), duration: number(below: 3) == 0 ? nil : time(),
      parameters: (0..<number(below: 6)).map { _ in
        EventParameter(element(EventParameter.ID.allCases), value())
      },
      waveform: hasWaveform
        ? HapticEvent.Waveform(
          path: "x" + text(), usesVolumeEnvelope: number(below: 2) == 0,
          loops: number(below: 2) == 0) : nil)
  }

  private mutating func metadataValue() -> MetadataValue {
    switch number(below: 4) {
    case 0: .text(text())
    case 1: .number(value())
    case 2: .json(element(["true", "false", "null", "{}", "[]", #"{"a":[1,2.50e3,{"b":"\""}]}"#]))
    default: .json("[\"\(number(below: 1000))\",[[-0.0]]]")
    }
  }

  /// Returns texts that programs often mishandle: quotes, control characters, half-width and wide characters, text that
  /// looks like JSON, and the empty text.
  private mutating func text() -> String {
    let pieces = [
      "", "a", "\"", "\\", "\\u0041", "\u{0}", "\u{1F}", "\u{7F}", "\n", "\r\n", "\t", "/", "é",
      "e\u{301}", "\u{FEFF}", "\u{2028}", "\u{202E}", "\u{1F600}", "\u{10FFFF}", "}", "],", "//",
      "'", "\u{201C}", "Pattern",
    ]
    return (0..<number(below: 6)).map { _ in element(pieces) }.joined()
  }

  /// Returns any finite number, often an unusual one.
  private mutating func value() -> Double {
    switch number(below: 4) {
    case 0:
      return element([
        0, -0.0, 1, -1, 0.1, 1e-5, .leastNonzeroMagnitude, 2.2250738585072014e-308,
        1.7976931348623157e308, 1e22,
        1e23, 9_007_199_254_740_992, 0.30000000000000004, 123_456_789_012_345_680,
      ])
    case 1: return Double.random(in: -1...1, using: &random)
    default:
      let any = Double(bitPattern: random.next())
      return any.isFinite ? any : 0.5
    }
  }

  /// Returns any time that patterns may have.
  private mutating func time() -> Seconds {
    switch number(below: 3) {
    case 0: element([0, -0.0, 0.02, 30, 1e9, .leastNonzeroMagnitude, 1e-7])
    case 1: Double.random(in: 0...10, using: &random)
    default: min(value().magnitude, PatternLimits.maximumTime)
    }
  }

  private mutating func element<T>(_ items: [T]) -> T { items[number(below: items.count)] }
}
