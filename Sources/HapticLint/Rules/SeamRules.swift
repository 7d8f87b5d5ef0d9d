internal import HapticEditing
internal import HapticEngine
internal import Realtime
internal import TextFormats

/// Rules about the ends of vibrations.
enum SeamRules {
  static let rows = [clicks]

  private static let decibels = 1.0

  private static let clicks = LintRule(
    id: "P-10", name: "click",
    title: "A vibration does not end in a click.",
    why:
      "A release takes at least 5 ms; if the control rises or another vibration begins meanwhile, the "
      + "release is louder than the vibration on either side. A release of 6 ms or more may overlap with the "
      + "next vibration.",
    guideline: "practice; Documentation/Signal.md, 3: the shortest release is this engine's choice",
    advice: "Let the vibration end 5 ms earlier, or let the control rise 5 ms later.",
    thresholds: [
      .init(
        name: "decibels", value: decibels, unit: "dB above the louder neighbor",
        source: "our choice: half of a just noticeable difference")
    ],
    clauses: [
      .warning(
        .pattern, "a release more than `decibels` louder than the vibration before and after")
    ],
    fix: { run, reading throws(EditError) in
      guard let pattern = reading.pattern else { return }
      let course = PatternCourse(pattern.entries)
      let clicking = Set(course.clicks(beyond: decibels).map(\.index))
      try run.setLengths(of: course.silenced().filter { clicking.contains($0.index) })
    }
  ) { subjects, context in
    let limit = context.value("P-10", "decibels")
    return subjects.patterns.flatMap { subject -> [LintHit] in
      guard let pattern = subject.pattern else { return [] }
      let clicks = PatternCourse(pattern.entries).clicks(beyond: limit)
      return clicks.map { click in
        let level = Decibels.level(click.peak / click.neighbor)
        let words =
          click.neighbor > 0
          ? "is \(level.rounded(to: 1)) dB louder than the vibration around it"
          : "reaches \(click.peak.rounded(to: 2)) although the vibration around it is silent"
        return subject.hit(
          .warning,
          "the end of the vibration clicks at \(click.time.brief) s: its release \(words)",
          at: click.index)
      }
    }
  }

}

extension PatternCourse {
  /// The events whose releases are more than `decibels` louder than the vibration before and after them.
  fileprivate func clicks(
    beyond decibels: Double
  ) -> [(index: Int, time: Seconds, peak: Double, neighbor: Double)] {
    overtaken().compactMap { index, _, _ in
      // Our choice: nobody can feel a hundredth of full scale.
      guard let click = click(at: index), click.peak > 0.01,
        click.peak > click.neighbor * Decibels.ratio(decibels)
      else { return nil }
      return (index, click.time, click.peak, click.neighbor)
    }
  }
}
