import HapticEngine
import HapticFormats
import HapticLint
import HapticPerception
import TextFormats

/// A step of the tour of haptics, with a subject, an example pattern, and a small task.
struct TourStep: Sendable {
  /// A task, with a check of whether a pattern solves it.
  struct Task: Sendable {
    /// The task as a sentence.
    let text: String
    /// A notation that solves the task.
    let solution: String
    private let check: @Sendable (HapticPattern) -> String?

    fileprivate init(
      _ text: String, solution: String, check: @escaping @Sendable (HapticPattern) -> String?
    ) {
      (self.text, self.solution, self.check) = (text, solution, check)
    }

    /// Returns a sentence about what is missing in `pattern`; nil if the pattern solves the task.
    ///
    /// A pattern that cannot be felt does not solve a task.
    func missing(in pattern: HapticPattern) -> String? {
      if let missing = check(pattern) { return missing }
      return pattern.imperceptible
    }
  }

  /// The subject of the step, in a few words.
  let title: String
  /// The explanation, in a few sentences.
  let text: String
  /// The example, as a notation or the name of a preset.
  let notation: String
  /// The task; nil if the step only has something to feel.
  let task: Task?

  /// Returns the example pattern.
  ///
  /// - Throws: `NotationError`, but not for the steps in `all`.
  func pattern() throws(NotationError) -> HapticPattern {
    if let preset = HapticPreset(named: notation) { return preset.pattern }
    return try HapticPattern(notation: notation)
  }

  /// The steps of the tour: transient, intensity, sharpness, continuous, envelope, curve, rhythm,
  /// meaning, cause, restraint.
  static let all: [TourStep] = lessons.split(separator: "\n\n").map { lesson in
    let lines = lesson.split(separator: "\n")
    func line(_ mark: String) -> String {
      lines.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) } ?? ""
    }
    let title = line("# ")
    let marks: Set<Character> = ["#", ">", "?", "="]
    let text = lines.filter { line in line.first.map { !marks.contains($0) } ?? false }
    return TourStep(
      title: title, text: text.joined(separator: " "), notation: line("> "),
      task: checks[title].map { Task(line("? "), solution: line("= "), check: $0) })
  }

  /// The lessons, each with a title (#), an explanation, an example (>), a task (?) and a solution (=).
  private static let lessons = """
    # A tap
    A transient is a single tap, like a finger on a table. It is over before you can tell when
    it began. Most good haptics are a single tap.
    > tap 0.8/0.5
    ? Make two taps that are 120 ms apart.
    = tap, rest 120ms, tap

    # Intensity
    The first number is the intensity, from 0 to 1: how strong the tap is. Your skin notices when
    about a quarter is missing (\(DifferenceLimen.decibels.brief) dB). A smaller change is wasted.
    > tap 0.25/0.5, rest 300ms, tap 0.5/0.5, rest 300ms, tap 1/0.5
    ? Make two taps, the second half as strong as the first.
    = tap 1, rest 200ms, tap 0.5

    # Sharpness
    The number after the slash is the sharpness: 0 is round and soft, 1 is crisp and precise. It
    sets the character: a heart is round, a switch is crisp.
    > tap 1/0, rest 400ms, tap 1/0.5, rest 400ms, tap 1/1
    ? Make a tap that feels like a switch: crisp.
    = tap 0.7/0.9

    # A vibration
    A continuous event hums for up to 30 seconds. Use it for something that lasts, such as an
    engine. A pattern can follow a changing value while it plays:
    haptic play approaching-footsteps --inputs-from keys.
    > buzz 400ms 0.6/0.3
    ? Make a vibration that lasts a quarter of a second.
    = buzz 250ms

    # An envelope
    The envelope makes a vibration rise and fall: attack, decay and release, each from 0 to 1.
    A slow attack is gentle, a long release rings out.
    > buzz 300ms 0.9/0.3 attack 0.8, rest 400ms, buzz 300ms 0.9/0.3 release 0.8
    ? Make a vibration that starts gently, with an attack of at least 0.5.
    = buzz 500ms 0.8/0.3 attack 0.6

    # A curve
    0.2..1 moves from one value to another during the event; ease-in and ease-out bend the line. In
    the file this becomes a parameter curve. Core Haptics accepts at most 16 points in a curve.
    > buzz 1s 0.1..1/0.1..0.8 ease-in
    ? Make a vibration that fades to nothing.
    = buzz 600ms 0.8..0/0.3

    # Rhythm
    3x(...) repeats, and @120bpm sets a tempo, in which each tap takes one beat. People recognize
    patterns by their rhythm before anything else. haptic listen SOUND --play makes a pattern from a sound,
    and keys adjust it.
    > 2x(2x(tap 1/0.4, tap 0.4/0.6) @180bpm)
    ? Make four evenly spaced taps.
    = 4x(tap, rest 150ms)

    # Success
    If the system has a haptic for your meaning, use it, because people know it. This is
    notification.success. Never use it for anything else, and never use an error haptic for good news.
    > notification.success

    # Failure
    notification.failure is as different from success as possible, in rhythm and not only in strength.
    > notification.failure

    # One meaning
    People learn the meaning of a pattern, so it must always mean the same thing. Two meanings need
    two rhythms, because nobody can distinguish a tap of 0.8 from a tap of 0.9. Here they
    mean a level gained and a mission failed.
    > tap 0.5/0.4, rest 80ms, tap 0.8/0.6, rest 80ms, tap 1/0.8, rest 600ms, buzz 400ms 0.9..0/0.1
    ? Make two taps more than 200 ms apart, so that nobody mistakes them for the example's beginning.
    = tap 1/0.5, rest 300ms, tap 1/0.5

    # A cause
    A haptic responds to something: a finger, a visible event, a sound. It starts within about 20 ms
    of its cause; if it starts later, the two seem separate. A sound and a tap in one file can
    start together: tap & tone.
    > (tap 1/0.6 & tone 120ms 0.6/0.4)
    ? Make a tap and a tone that start together.
    = (tap 0.8/0.6 & tone 100ms 0.5/0.2)

    # Restraint
    Haptics are rare, short, and for things that matter. The user can switch them off, and the app
    still works. haptic lint checks these rules; here it checks your pattern.
    > tap 0.7/0.4, rest 100ms, tap 1/0.6
    ? Make a pattern of at least two events within a second for which haptic lint reports nothing.
    = tap 0.7/0.4, rest 100ms, tap 1/0.6
    """

  /// The checks of the tasks, by the title of the lesson.
  ///
  /// Each returns a sentence about what is missing.
  private static let checks: [String: @Sendable (HapticPattern) -> String?] = [
    "A tap": { pattern in
      pattern.missing(taps: 2) { taps in
        let gap = ((taps[1].time - taps[0].time) * 1_000).rounded()
        return gap == 120 ? nil : "The taps are \(gap.brief) ms apart, not 120 ms."
      }
    },
    "Intensity": { pattern in
      pattern.missing(taps: 2) { taps in
        if taps[1].time - taps[0].time < DifferenceLimen.onsetSeconds {
          return "They start at the same time."
        }
        let values = taps.map { $0.value(.hapticIntensity) }
        return abs(values[1] - values[0] / 2) < 0.01
          ? nil
          : "Their intensities are \(values[0].brief) and \(values[1].brief), not "
            + "\((values[0] / 2).brief)."
      }
    },
    "Sharpness": { pattern in
      pattern.missing(taps: 1) { taps in
        let sharpness = taps[0].value(.hapticSharpness)
        return sharpness >= 0.6
          ? nil : "Its sharpness is \(sharpness.brief); crisp begins at about 0.6."
      }
    },
    "A vibration": { pattern in
      pattern.missingVibration { event in
        let length = ((event.duration ?? 0) * 1_000).rounded()
        return length == 250 ? nil : "It lasts \(length.brief) ms, not 250 ms."
      }
    },
    "An envelope": { pattern in
      pattern.missingVibration { event in
        let attack = event.value(.attackTime)
        if attack < 0.5 { return "Its attack is \(attack.brief)." }
        let rise = EnvelopeTime.attackSeconds(attack)
        return event.duration ?? 0 >= rise ? nil : "It ends before it has risen; make it longer."
      }
    },
    "A curve": { pattern in
      if pattern.vibrations.isEmpty { return "It does not have a vibration." }
      let points = pattern.curves.filter { $0.id == .hapticIntensityControl }
        .flatMap(\.controlPoints)
      guard let first = points.first, let last = points.last, points.count > 1 else {
        return "It does not have an intensity curve, such as 0.8..0."
      }
      if last.value > 0.01 { return "It ends at \(last.value.brief), not at 0." }
      return first.value > last.value ? nil : "It does not fall."
    },
    "Rhythm": { pattern in
      pattern.missing(taps: 4) { taps in
        let gaps = zip(taps.dropFirst(), taps).map { $0.time - $1.time }
        if gaps[0] <= 0 { return "They start at the same time." }
        return gaps.allSatisfy { abs($0 - gaps[0]) < 0.002 } ? nil : "They are not evenly spaced."
      }
    },
    "One meaning": { pattern in
      pattern.missing(taps: 2) { taps in
        let gap = taps[1].time - taps[0].time
        return gap > 0.2 ? nil : "They are \((gap * 1_000).brief) ms apart."
      }
    },
    "A cause": { pattern in
      let tones = pattern.events.filter { $0.type == .audioContinuous }
      guard let tap = pattern.taps.first, let tone = tones.first else {
        return "It needs a tap and a tone."
      }
      if tone.value(of: .audioVolume) ?? 1 <= 0 { return "The tone is silent." }
      let apart = ((tap.time - tone.time).magnitude * 1_000).rounded()
      return apart == 0
        ? nil : "They start \(apart.brief) ms apart; (tap & tone) starts them together."
    },
    "Restraint": { pattern in
      if pattern.events.count < 2 { return "It has fewer than two events." }
      if pattern.duration > 1 { return "It lasts \(pattern.duration.brief) s; a second is enough." }
      return pattern.firstFinding
    },
  ]
}

extension HapticPattern {
  /// Returns a sentence about why the pattern does not consist of exactly `count` taps that pass `check`.
  fileprivate func missing(
    taps count: Int, _ check: ([HapticEvent]) -> String?
  ) -> String? {
    let taps = taps
    if taps.count != count {
      return
        "It has \(taps.count.counted("tap")), not \(["zero", "one", "two", "three", "four"][count])."
    }
    return more(than: taps) ?? check(taps)
  }

  /// Returns a sentence about why the pattern does not consist of exactly one vibration that passes `check`.
  fileprivate func missingVibration(_ check: (HapticEvent) -> String?) -> String? {
    guard let event = vibrations.first else { return "It does not have a vibration." }
    return more(than: [event]) ?? check(event)
  }

  fileprivate var taps: [HapticEvent] {
    events.filter { $0.type == .hapticTransient }.sorted { $0.time < $1.time }
  }

  /// Returns a sentence about the number of events in addition to `events`; nil without such events.
  fileprivate func more(than events: [HapticEvent]) -> String? {
    let others = self.events.count - events.count
    return others > 0 ? "It has \(others.counted("event")) too many." : nil
  }

  /// A sentence about the first event that cannot be felt; nil if every event can be felt.
  fileprivate var imperceptible: String? {
    guard let track = try? SensationTrack(of: self) else { return nil }
    let length = SensationTrack.windowSeconds
    for event in events where event.type.isHaptic {
      let end = event.time + max(event.duration ?? 0, length)
      if !track.strongest(from: event.time, to: end).isPerceptible {
        let what = event.type == .hapticTransient ? "tap" : "vibration"
        return "The \(what) at \(event.time.brief) s cannot be felt."
      }
    }
    return nil
  }

  fileprivate var vibrations: [HapticEvent] { events.filter { $0.type == .hapticContinuous } }

  /// The first finding of lint as a sentence, ignoring hints.
  fileprivate var firstFinding: String? {
    let reading = AHAP.read(AHAP.encode(self), file: "task")
    guard let linted = try? LintedPattern(reading, name: "task", profile: .wideband) else {
      return "It cannot be rendered."
    }
    var subjects = LintSubjects()
    subjects.patterns = [linted]
    let finding = Lint.check(subjects).first { $0.severity > .info }
    return finding.map { "\($0.rule.id): \($0.message)".sentence }
  }
}

extension String {
  /// The text with a period, unless it already ends a sentence.
  var sentence: String { last.map { ".?!".contains($0) } == true ? self : self + "." }
}

extension HapticEvent {
  fileprivate func value(_ id: EventParameter.ID) -> Double { value(of: id) ?? id.defaultValue }
}
