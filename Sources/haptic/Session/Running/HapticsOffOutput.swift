import AudioOutput
import PhoneAudio
import PhoneSimulator
import TextFormats

/// The output of `--haptics off`.
enum HapticsOffOutput {
  /// Runs `scenario` with System Haptics on and off, and prints all differences except haptics.
  ///
  /// - Returns: whether anything else differs.
  /// - Throws: `SetupError` if a phone cannot be set up, `SoundDecodingError` if a sound cannot be decoded.
  static func differs(_ scenario: Scenario, _ part: ScenarioPart) throws -> Bool {
    let decoder = SoundFileDecoder()
    let audio = PhoneAudioConfiguration(
      sounds: try scenario.sounds(decodedBy: decoder), soundDecoder: decoder)
    let comparison = HapticsComparison(
      try ScenarioSide(scenario, part, audio: audio),
      try ScenarioSide(scenario.withoutHaptics, part, audio: audio))
    let leftOut = scenario.hapticExpectations
    let note = leftOut == 0 ? "" : "; \(leftOut.counted("expectation")) about haptics omitted"
    guard !comparison.isClean else {
      StandardError.print(
        "haptics off: \(comparison.haptics.counted("haptic")) not played; the trace, the sounds and "
          + "the final state do not differ otherwise\(note)")
      return false
    }
    let text = TraceText(colored: false)
    let told = { (side: String, entries: [TraceEntry]) in
      entries.map { "  only \(side): \($0.time.brief) s  \(text.lineText($0, 0))" }
    }
    let lines =
      told("with haptics", comparison.onlyFirst) + told("without haptics", comparison.onlySecond)
      + comparison.sounds.sorted { $0.key < $1.key }.map {
        "  \($0.key.printable) sounds different from \($0.value.brief) s on"
      } + comparison.states.map { "  \($0.printable) differs at the end" }
    StandardError.print(
      "haptics off: apart from the haptics, \(lines.count.counted("thing")) "
        + "\(lines.count == 1 ? "differs" : "differ")\(note)\n" + lines.joined(separator: "\n"))
    return true
  }
}
