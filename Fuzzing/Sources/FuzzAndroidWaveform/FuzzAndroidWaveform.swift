import FormatFuzzing

/// The reader of `android-waveform`.
@main struct FuzzAndroidWaveform {
  static func main() { FormatFuzzing.run("android-waveform") }
}
