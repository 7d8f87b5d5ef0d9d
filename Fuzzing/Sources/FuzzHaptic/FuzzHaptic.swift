import FormatFuzzing

/// The reader of `haptic`.
@main struct FuzzHaptic {
  static func main() { FormatFuzzing.run("haptic") }
}
