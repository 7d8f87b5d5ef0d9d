extension PatternFormat {
  /// All formats, AHAP first.
  public static let all: [PatternFormat] = [
    .ahap, .haptic, .hjif, .haps, .androidXML, .androidXMLWaveform, .androidXMLPrimitives,
    .androidWaveform, .webVibration, .webHaptics, .feedbackdTheme, .feedbackdCall, .forceFeedback,
    .metaArray, .godotArray, .swiftSource, .kotlinSource, .cSource,
  ]
}
