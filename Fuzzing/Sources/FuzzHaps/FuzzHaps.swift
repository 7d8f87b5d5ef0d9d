import FormatFuzzing

/// The reader of `haps`.
@main struct FuzzHaps {
  static func main() { FormatFuzzing.run("haps") }
}
