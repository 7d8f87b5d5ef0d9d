internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// Swift for Core Haptics: a function that makes a `CHHapticPattern`.
  ///
  /// Rules: events and curves are unchanged; a dynamic parameter becomes a curve with one point, because
  /// `CHHapticPattern` takes either parameters or curves. A sound from a file is omitted, because an app must
  /// register it first. Source: Core Haptics, `CHHapticPattern.init(events:parameterCurves:)`.
  public static let swiftSource = PatternFormat(
    name: "swift", summary: "Swift source for Core Haptics", extensions: ["swift"],
    holds: [.intensity, .sharpness, .transients, .curves, .envelopes, .overlap],
    curvesActOnTransients: true, reader: nil,
    writer: SwiftSource.write)

  /// Kotlin for Android: a `VibrationEffect` of steps.
  ///
  /// Rules: the same as for `android-waveform`. Source: Android, `VibrationEffect.createWaveform`.
  public static let kotlinSource = PatternFormat(
    name: "kotlin", summary: "Kotlin source for VibrationEffect", extensions: ["kt"],
    holds: [.intensity], reader: nil,
    writer: { pattern, options throws(ConversionError) in
      var sequence = try MillisecondSteps(pattern, for: "kotlin", options)
      let levels = sequence.androidAmplitudes().map { "\($0)" }
      let timings = sequence.steps.map { "\($0.milliseconds)" }.joined(separator: ", ")
      return ExportedPattern(
        """
        import android.os.VibrationEffect

        val \(options.name.identifier): VibrationEffect = VibrationEffect.createWaveform(
            longArrayOf(\(timings)),
            intArrayOf(\(levels.joined(separator: ", "))),
            -1,
        )

        """, losses: sequence.losses)
    })

  /// C: arrays of points and transients, for a custom player.
  ///
  /// Rules: straight lines join the points of the vibration; two points at the same time form a jump. Time is in
  /// seconds, intensity and sharpness are 0...1. Values are not rounded.
  public static let cSource = PatternFormat(
    name: "c", summary: "C arrays of points and transients", extensions: ["c"],
    holds: [.intensity, .sharpness, .transients, .curves], reader: nil,
    writer: CSource.write)

  /// C# for Meta's Unity SDK: an amplitude envelope of evenly spaced samples.
  ///
  /// Rules: amplitude is the square of intensity, as in `.haptic`. A sample is the mean over 5 ms, or over a longer
  /// time if 4000 samples are not enough. A transient is 20 ms. Source: Meta,
  /// `OVRInput.HapticsAmplitudeEnvelopeVibration`; OpenXR, `XR_MAX_HAPTIC_AMPLITUDE_ENVELOPE_SAMPLES_FB`.
  public static let metaArray = PatternFormat(
    name: "meta-envelope", summary: "amplitude envelope for Unity, C#",
    extensions: ["cs"], holds: [.intensity], reader: nil,
    writer: EnvelopeArray.write)

  /// GDScript: steps for `Input.vibrate_handheld`.
  ///
  /// Rules: pairs of milliseconds and strength, 0...1. Source: Godot,
  /// `Input.vibrate_handheld(duration_ms, amplitude)`.
  public static let godotArray = PatternFormat(
    name: "godot", summary: "steps for vibrate_handheld, GDScript",
    extensions: ["gd"], holds: [.intensity], reader: nil,
    writer: { pattern, options throws(ConversionError) in
      let sequence = try MillisecondSteps(pattern, for: "godot", options)
      let name = options.name.identifier.uppercased()
      let steps = sequence.steps.map { "\t[\($0.milliseconds), \($0.level)],\n" }.joined()
      return ExportedPattern(
        """
        extends Node

        const \(name) := [
        \(steps)]

        func vibrate() -> void:
        \tfor step in \(name):
        \t\tif step[1] > 0.0:
        \t\t\tInput.vibrate_handheld(step[0], step[1])
        \t\tawait get_tree().create_timer(step[0] / 1000.0).timeout

        """, losses: sequence.losses)
    })
}

private enum SwiftSource {
  static func write(_ pattern: HapticPattern, _ options: ConversionOptions) -> ExportedPattern {
    var losses = ConversionLosses()
    var events: [String] = []
    var curves: [String] = []
    for (index, entry) in pattern.entries.enumerated() {
      switch entry {
      case .event(let event) where event.type == .audioCustom:
        losses.add(
          .sound, "Pattern[\(index)]", at: event.time,
          because:
            "sound files are not supported: an app must register them before it creates the event")
      case .event(let event): events.append(text(of: event))
      case .parameter(let parameter):
        curves.append(curve(parameter.id, parameter.time, [(0, parameter.value)]))
      case .curve(let curve):
        curves.append(
          self.curve(curve.id, curve.time, curve.controlPoints.map { ($0.time, $0.value) }))
      }
    }
    losses.addMetadata(of: pattern)
    func list(_ items: [String]) -> String {
      items.isEmpty ? "[]" : "[\n\(items.joined(separator: ",\n")),\n    ]"
    }
    let name = options.name.identifier
    return ExportedPattern(
      """
      import CoreHaptics

      func \(name)() throws -> CHHapticPattern {
        try CHHapticPattern(
          events: \(list(events)),
          parameterCurves: \(list(curves)))
      }

      """, losses: losses)
  }

  private static func text(of event: HapticEvent) -> String {
    let parameters = event.parameters.map {
      "CHHapticEventParameter(parameterID: .\(word($0.id.rawValue)), value: \($0.value))"
    }
    let list =
      parameters.isEmpty
      ? "[]" : "[\n          \(parameters.joined(separator: ",\n          ")),\n        ]"
    let duration = event.duration.map { ", duration: \($0)" } ?? ""
    return """
            CHHapticEvent(
              eventType: .\(word(event.type.rawValue)),
              parameters: \(list),
              relativeTime: \(event.time)\(duration))
      """
  }

  private static func curve(
    _ id: DynamicParameter.ID, _ time: Seconds, _ points: [(Seconds, Double)]
  ) -> String {
    let list = points.map { ".init(relativeTime: \($0.0), value: \($0.1))" }
    return """
            CHHapticParameterCurve(
              parameterID: .\(word(id.rawValue)),
              controlPoints: [
                \(list.joined(separator: ",\n          ")),
              ], relativeTime: \(time))
      """
  }

  /// The member's name in Swift: the name in the file, with a lowercase first letter.
  private static func word(_ name: String) -> String {
    name.prefix(1).lowercased() + name.dropFirst()
  }
}

private enum CSource {
  static func write(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    let name = options.name.identifier
    var losses = ConversionLosses()
    let track = try VibrationTrack(pattern, for: "c", options, losses: &losses)
    let points = track.moments.map { "  { \($0.time), \($0.intensity), \($0.sharpness) }" }
    let transients = track.transients.map { "  { \($0.time), \($0.intensity), \($0.sharpness) }" }
    guard !points.isEmpty || !transients.isEmpty else { throw .noVibration(format: "c") }
    losses.addMetadata(of: pattern)
    let type = "struct \(name)_point { double seconds, intensity, sharpness; };"
    func array(_ words: String, _ suffix: String, _ items: [String]) -> String {
      items.isEmpty
        ? ""
        : "\n/* \(words) */\nstatic const struct \(name)_point \(name)_\(suffix)[] = {\n"
          + items.joined(separator: ",\n") + "\n};\n"
    }
    return ExportedPattern(
      type + "\n"
        + array(
          "A vibration: straight lines from point to point; two at one time are a jump.", "points",
          points)
        + array("Transients.", "taps", transients), losses: losses)
  }
}

private enum EnvelopeArray {
  /// Source: OpenXR, `XR_MAX_HAPTIC_AMPLITUDE_ENVELOPE_SAMPLES_FB`.
  static let maximumSamples = 4_000
  /// Our choice: a quarter of the duration of a transient.
  static let sampleMilliseconds = 5

  static func write(
    _ pattern: HapticPattern, _ options: ConversionOptions
  ) throws(ConversionError) -> ExportedPattern {
    let name = options.name.identifier
    var sequence = try MillisecondSteps(pattern, for: "meta-envelope", options)
    let total = sequence.steps.reduce(0) { $0 + $1.milliseconds }
    let cell = max(sampleMilliseconds, (total + maximumSamples - 1) / maximumSamples)
    let samples = samples(of: &sequence, cell)
    let seconds = Double(samples.count * cell) / 1_000
    let list = samples.map { "\(Float($0))f" }
    let lines = stride(from: 0, to: list.count, by: 10).map {
      "        " + list[$0..<min($0 + 10, list.count)].joined(separator: ", ")
    }
    return ExportedPattern(
      """
      static class \(name)
      {
          public static readonly OVRInput.HapticsAmplitudeEnvelopeVibration Envelope = new()
          {
              Duration = \(seconds)f,
              SamplesCount = \(samples.count),
              Samples = new[]
              {
      \(lines.joined(separator: ",\n"))
              },
          };
      }

      """, losses: sequence.losses)
  }

  /// Returns the amplitudes of the steps, each the mean of `cell` milliseconds.
  private static func samples(of sequence: inout MillisecondSteps, _ cell: Int) -> [Double] {
    var worst = LargestDifference()
    let cells = StepSequence.cells(of: sequence.steps, length: cell) { $0 * $0 }
    let samples = cells.enumerated().map { index, part in
      // Silence follows the end of the pattern.
      let sample = part.mean * Double(part.milliseconds) / Double(cell)
      let silence = part.milliseconds < cell ? sample : 0
      worst.add(
        max(part.highest - sample, sample - part.lowest, silence),
        at: Double(index * cell) / 1_000)
      return sample
    }
    worst.report(
      .curveShape, .share, to: &sequence.losses,
      because: "a sample is the mean of \(cell) ms; this is the largest difference in amplitude")
    return samples
  }
}
