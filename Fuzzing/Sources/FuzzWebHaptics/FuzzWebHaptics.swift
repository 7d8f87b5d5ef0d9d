import FormatFuzzing

/// The reader of `web-haptics`.
@main struct FuzzWebHaptics {
  static func main() { FormatFuzzing.run("web-haptics") }
}
