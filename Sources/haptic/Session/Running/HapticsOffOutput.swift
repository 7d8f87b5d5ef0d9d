import AudioOutput
import PhoneAudio
import PhoneSimulator
import TextFormats

/// What `--haptics off` says.
enum HapticsOffOutput {
  /// Runs `scenario` with System Haptics on and off, listens to both, and prints what differs besides
  /// haptics.
  ///
  /// - Returns: whether anything does.
  /// - Throws: `SetupError` or `SoundDecodingError` for a phone that cannot be set up, or heard.
  static func differs(_ scenario: Scenario, _ part: ScenarioPart) throws -> Bool {
    let decoder = SoundFileDecoder()
    let audio = PhoneAudioConfiguration(
      sounds: try scenario.sounds(decodedBy: decoder), soundDecoder: decoder)
    let comparison = HapticsComparison(
      try ScenarioSide(scenario, part, audio: audio),
      try ScenarioSide(scenario.withoutHaptics, part, audio: audio))
    let leftOut = scenario.hapticExpectations
    let note = leftOut == 0 ? "" : "; \(leftOut.counted("expectation")) about haptics left out"
    guard !comparison.isClean else {
      StandardError.print(
        "haptics off: \(comparison.haptics.counted("haptic")) not played, and nothing else differs "
          + "in the trace, the sounds and the final state\(note)")
      return false
    }
    let text = TraceText(coloured: false)
    let told = { (side: String, entries: [TraceEntry]) in
      entries.map { "  only \(side): \($0.time.brief) s  \(text.lineText($0, 0))" }
    }
    let lines =
      told("with haptics", comparison.onlyFirst) + told("without", comparison.onlySecond)
      + comparison.sounds.sorted { $0.key < $1.key }.map {
        "  \($0.key.printable) sounds otherwise from \($0.value.brief) s on"
      } + comparison.states.map { "  \($0.printable) is otherwise at the end" }
    StandardError.print(
      "haptics off: \(lines.count.counted("thing")) besides haptics "
        + "\(lines.count == 1 ? "differs" : "differ")\(note)\n" + lines.joined(separator: "\n"))
    return true
  }
}
