import HapticEngine

extension PatternReport: Encodable {
  private enum Key: String, CodingKey {
    case name, file, duration, events, parameters, curves, controlPoints, ranges, sounds
    case peak, clippedSamples, diagnostics, errors, warnings
    case sampleRate, frames, voices, profile, energy
  }

  private struct Energy: Encodable {
    let haptic: [Float]
    let audio: [Float]
  }

  private struct Bounds: Encodable {
    let minimum: Double
    let maximum: Double

    init(_ range: ClosedRange<Double>) {
      minimum = range.lowerBound
      maximum = range.upperBound
    }
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(loaded.name, forKey: .name)
    try object.encode(reading.file, forKey: .file)
    try object.encode(summary.duration, forKey: .duration)
    try object.encode(summary.events.byWord, forKey: .events)
    try object.encode(summary.parameters, forKey: .parameters)
    try object.encode(summary.curves, forKey: .curves)
    try object.encode(summary.controlPoints, forKey: .controlPoints)
    let ranges = summary.ranges.byWord.merging(summary.controls.byWord) { first, _ in first }
    try object.encode(ranges.mapValues(Bounds.init), forKey: .ranges)
    try object.encode(summary.sounds, forKey: .sounds)
    try object.encode(signal.peak, forKey: .peak)
    try object.encode(signal.clippedSamples, forKey: .clippedSamples)
    try object.encode(reading.errorCount + reading.warningCount, forKey: .diagnostics)
    try object.encode(reading.errorCount, forKey: .errors)
    try object.encode(reading.warningCount, forKey: .warnings)
    try object.encode(sampleRate, forKey: .sampleRate)
    try object.encode(signal.frameCount, forKey: .frames)
    try object.encode(signal.polyphony, forKey: .voices)
    try object.encode(profile.name, forKey: .profile)
    try object.encode(
      Energy(haptic: signal.hapticLevels, audio: signal.audioLevels), forKey: .energy)
  }
}

extension Dictionary where Key: RawRepresentable, Key.RawValue == String {
  /// The same with the words of the keys for keys.
  fileprivate var byWord: [String: Value] {
    Dictionary<String, Value>(uniqueKeysWithValues: map { ($0.key.rawValue, $0.value) })
  }
}
