extension PatternFormat {
  /// All formats, AHAP first.
  public static let all: [PatternFormat] = [
    .ahap, .haptic, .androidXML, .androidXMLWaveform, .androidXMLPrimitives, .androidWaveform,
    .webVibration,
  ]
}
