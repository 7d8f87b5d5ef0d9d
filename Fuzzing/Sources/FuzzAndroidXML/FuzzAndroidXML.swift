import FormatFuzzing

/// The reader of `android-xml`.
@main struct FuzzAndroidXML {
  static func main() { FormatFuzzing.run("android-xml") }
}
