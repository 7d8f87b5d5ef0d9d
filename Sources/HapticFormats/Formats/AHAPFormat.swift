internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// AHAP, which can hold every pattern completely.
  ///
  /// Invariant: the written text reads back as the same pattern. Source: Apple, "Representing haptic patterns in AHAP
  /// files".
  public static let ahap = PatternFormat(
    name: "ahap", summary: "Core Haptics' AHAP", extensions: ["ahap"],
    holds: Set(Feature.allCases), curvesActOnTransients: true, isNative: true,
    reader: { bytes, _ throws(ConversionError) in
      let reading = AHAP.read(bytes)
      guard let pattern = reading.pattern else {
        let errors = reading.diagnostics.filter { $0.severity == .error }
        throw .invalid(
          format: "ahap",
          errors.map {
            .init(location: SourceLocation(line: $0.line, column: $0.column), message: $0.message)
          }, count: reading.errorCount)
      }
      var losses = ConversionLosses()
      for warning in reading.diagnostics where warning.code == .unknownKey {
        losses.add(.unsupported, warning.path, because: "this key is not supported")
      }
      return ImportedPattern(pattern, losses: losses)
    },
    writer: { pattern, _ throws(ConversionError) in
      ExportedPattern(bytes: AHAP.encode(pattern), losses: ConversionLosses())
    })
}
