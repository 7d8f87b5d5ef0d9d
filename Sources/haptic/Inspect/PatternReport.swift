import Glibc
import HapticEngine
import TextFormats

/// What `haptic inspect` says.
struct PatternReport {
  let loaded: LoadedPattern
  let reading: AHAPReading
  let summary: PatternSummary
  let signal: SignalSummary
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
      ["sounds", sounds],
      ["at once", "\(signal.polyphony.counted("voice")) at most"],
      ["peak", peak],
      ["problems", problems],
    ]
  }

  private var sounds: String {
    summary.sounds.isEmpty ? "none" : summary.sounds.joined(separator: ", ").printable
  }

  private var events: String {
    let kinds = EventType.allCases.compactMap { type in
      summary.events[type].flatMap { $0 > 0 ? "\($0) \(type.rawValue)" : nil }
    }
    return kinds.isEmpty ? "none" : kinds.joined(separator: ", ")
  }

  private var ranges: [[String]] {
    let parameters = EventParameter.ID.allCases.compactMap { id in
      summary.ranges[id].map { [id.rawValue, $0.words] }
    }
    let controls = DynamicParameter.ID.allCases.compactMap { id in
      summary.controls[id].map { [id.rawValue, $0.words] }
    }
    return parameters + controls
  }

  private var peak: String {
    let level = 20 * log10(Double(signal.peak))
    let decibels = signal.peak > 0 ? " (\(level.rounded(to: 1)) dB)" : ""
    let clipped =
      signal.clippedSamples > 0
      ? "\(signal.clippedSamples.counted("sample")) clipped" : "nothing clipped"
    return "\(Double(signal.peak).brief)\(decibels), \(clipped); profile \(profile.name)"
  }

  private var problems: String {
    if reading.errorCount + reading.warningCount == 0 { return "none" }
    return "\(reading.warningCount.counted("warning")); haptic validate lists them"
  }

  private var plot: String {
    let levels = [("haptic", signal.hapticLevels), ("audio", signal.audioLevels)]
    return TextTable.text(
      levels.map { name, levels in
        let line = EnergyPlot.line(levels)
        return [name, line.isEmpty ? "silent" : "|\(line)|"]
      }, indent: 2)
  }
}

extension ClosedRange<Double> {
  /// The range for people; one number where both ends are the same.
  fileprivate var words: String {
    lowerBound == upperBound ? lowerBound.brief : "\(lowerBound.brief)...\(upperBound.brief)"
  }
}
