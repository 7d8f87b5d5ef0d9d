import FormatFuzzing

/// The reader of `web-vibration`.
@main struct FuzzWebVibration {
  static func main() { FormatFuzzing.run("web-vibration") }
}
