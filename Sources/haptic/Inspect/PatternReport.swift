import HapticEngine
import HapticFormats
import HapticPerception
import Realtime
import TextFormats

/// The report of `haptic inspect`.
struct PatternReport {
  /// The number of parts into which a render is divided.
  ///
  /// Our choice: fits into 80 columns with a label.
  static let energyParts = 64

  let loaded: LoadedPattern
  let reading: AHAPReading
  let summary: PatternSummary
  let signal: SignalSummary
  let sensation: SensationTrack
  let profile: Profile
  let sampleRate: Int

  /// The report for people.
  var text: String {
    let title = ([loaded.name] + [loaded.pattern.text("Description")].compactMap { $0 })
      .joined(separator: ": ")
    return title.printable + "\n" + TextTable.text(rows, indent: 2) + plot
  }

  private var rows: [[String]] {
    let seconds = Double(signal.frameCount) / Double(sampleRate)
    return [
      ["duration", "\(summary.duration.brief) s; rendered \(seconds.brief) s"],
      ["events", events],
      ["parameters", "\(summary.parameters)"],
      ["curves", "\(summary.curves), with \(summary.controlPoints.counted("point"))"],
    ] + ranges + [
      ["sounds", sounds]
    ] + inputs + [
      ["voices", "up to \(signal.polyphony) at once"],
      ["peak", peak],
      ["feeling", feeling],
      ["problems", problems],
    ]
  }

  private var sounds: String {
    summary.sounds.isEmpty ? "none" : summary.sounds.joined(separator: ", ").printable
  }

  /// The inputs that the pattern declares.
  private var inputs: [[String]] {
    guard let pattern = reading.pattern else { return [] }
    do throws(PatternInputError) {
      return try pattern.inputs().map { input in
        let unit = input.unit.map { " \($0)" } ?? ""
        let targets = input.mappings.map { $0.target.rawValue }.joined(separator: ", ")
        return [
          "input \(input.name)",
          "\(input.range.lowerBound.brief) to \(input.range.upperBound.brief)\(unit), by default "
            + "\(input.defaultValue.brief)\(unit); changes \(targets)",
        ]
      }
    } catch {
      return [["inputs", error.description]]
    }
  }

  private var events: String {
    let kinds = EventType.allCases.compactMap { type in
      summary.events[type].flatMap { $0 > 0 ? "\($0) \(type.rawValue)" : nil }
    }
    return kinds.isEmpty ? "none" : kinds.joined(separator: ", ")
  }

  private var ranges: [[String]] {
    let parameters = EventParameter.ID.allCases.compactMap { id in
      summary.ranges[id].map { [id.rawValue, $0.text] }
    }
    let controls = DynamicParameter.ID.allCases.compactMap { id in
      summary.controls[id].map { [id.rawValue, $0.text] }
    }
    return parameters + controls
  }

  private var peak: String {
    let level = Decibels.level(Double(signal.peak))
    let decibels = signal.peak > 0 ? " (\(level.rounded(to: 1)) dB)" : ""
    let clipped =
      signal.clippedSamples > 0
      ? "\(signal.clippedSamples.counted("sample")) clipped" : "nothing clipped"
    return "\(Double(signal.peak).brief)\(decibels), \(clipped); profile \(profile.name.printable)"
  }

  private var feeling: String {
    let strongest = sensation.strongest()
    let isMeasured = summary.duration <= SensationTrack.maximumSeconds
    let part = isMeasured ? "" : "of the first hour: "
    guard strongest.isPerceptible else { return part + "nothing above the threshold" }
    return part + "up to \(Double(strongest.level).rounded(to: 1)) dB above the threshold; "
      + "\(sensation.perceptibleSeconds.brief) s above it"
  }

  private var problems: String {
    if reading.errorCount + reading.warningCount == 0 { return "none" }
    let warnings = reading.warningCount.counted("warning")
    return loaded.isNamed ? warnings + "; haptic validate lists them" : warnings
  }

  private var plot: String {
    let levels = [("haptic", signal.hapticLevels), ("audio", signal.audioLevels)]
    return TextTable.text(
      levels.map { name, levels in
        let line = ChartSymbols.ofLocale.line(levels)
        return [name, line.isEmpty ? "silent" : "|\(line)|"]
      }, indent: 2)
  }
}

extension ClosedRange<Double> {
  /// The range as text; one number if both ends are equal.
  fileprivate var text: String {
    lowerBound == upperBound ? lowerBound.brief : "\(lowerBound.brief)...\(upperBound.brief)"
  }
}

extension PatternReport: Encodable {
  private enum Key: String, CodingKey {
    case name, file, duration, events, parameters, curves, controlPoints, ranges, sounds
    case peak, clippedSamples, diagnostics, errors, warnings
    case sampleRate, frames, voices, profile, energy, sensation
  }

  private struct Energy: Encodable {
    let haptic: [Float]
    let audio: [Float]
  }

  private struct Sensation: Encodable {
    /// Decibels above the detection threshold; nil if the pattern never exceeds it.
    let peakDecibels: Double?
    let seconds: Double

    init(_ track: SensationTrack) {
      let strongest = track.strongest()
      peakDecibels = strongest.isPerceptible ? Double(strongest.level) : nil
      seconds = track.perceptibleSeconds
    }
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
    try object.encode(summary.events.byName, forKey: .events)
    try object.encode(summary.parameters, forKey: .parameters)
    try object.encode(summary.curves, forKey: .curves)
    try object.encode(summary.controlPoints, forKey: .controlPoints)
    let ranges = summary.ranges.byName.merging(summary.controls.byName) { first, _ in first }
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
    try object.encode(Sensation(sensation), forKey: .sensation)
  }
}

extension Dictionary where Key: RawRepresentable, Key.RawValue == String {
  /// The dictionary with the raw values of its keys as keys.
  fileprivate var byName: [String: Value] {
    Dictionary<String, Value>(uniqueKeysWithValues: map { ($0.key.rawValue, $0.value) })
  }
}
