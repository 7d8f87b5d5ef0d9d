import FormatFuzzing

/// The reader of `hjif`.
@main struct FuzzHJIF {
  static func main() { FormatFuzzing.run("hjif") }
}
