internal import HapticEngine
internal import TextFormats

/// Groups events into sensations.
struct DescriptionWriter {
  let profile: Profile
  let track: SensationTrack
  /// The track of only the transients.
  let taps: SensationTrack
  /// The track of only the vibrations.
  let vibrations: SensationTrack
  let captions: [PatternCaption]
  private(set) var lines: [PatternDescription.Line] = []
  private(set) var counts = (transients: 0, vibrations: 0, sounds: 0)
  /// The times at which vibrations start, in order.
  private(set) var starts: [Seconds] = []

  /// Transients that are less than this many seconds apart count as a single transient.
  ///
  /// Our choice: a millisecond, far less than `DifferenceLimen.onsetSeconds`, so that the taps of a texture are not
  /// merged. A microsecond is subtracted, because the difference of two times may be a rounding error less than a
  /// millisecond.
  private static let once: Seconds = 0.001 - 1e-6

  mutating func read(_ events: [HapticEvent]) {
    var transients: [Seconds] = []
    var vibrations: [ClosedRange<Seconds>] = []
    for event in events {
      switch event.type {
      case .hapticTransient:
        if event.value(of: .hapticIntensity) ?? 1 > 0 { transients.append(event.time) }
      case .hapticContinuous:
        vibrations.append(event.time...event.time + event.playedDuration)
      case .audioContinuous: addSound("a tone", event)
      case .audioCustom: addSound("a sound from \(event.waveform?.path ?? "a file")", event)
      }
    }
    readTransients(transients.sorted())
    readVibrations(vibrations)
  }

  private mutating func addSound(_ name: String, _ event: HapticEvent) {
    counts.sounds += 1
    let length = event.duration.map { " for \($0.brief) s" } ?? ""
    // A caption belongs to the sound that starts with it.
    let caption = captions.first { abs($0.time - event.time) < 0.001 }
    add(event.time, name + length + (caption.map { ": \($0.text)" } ?? ""))
  }

  private mutating func add(_ time: Seconds, _ text: String) {
    lines.append(.init(time: time, text: text))
  }

  // MARK: Transients

  private mutating func readTransients(_ transients: [Seconds]) {
    counts.transients = transients.count
    let measured = transients.partitioningIndex { $0 >= SensationTrack.maximumSeconds }
    addUnmeasured("tap", transients[measured...])
    // Simultaneous transients feel like a single one.
    var (moments, together) = ([Seconds](), [Int]())
    for time in transients[..<measured] {
      if let last = moments.last, time - last < Self.once {
        together[together.count - 1] += 1
      } else {
        moments.append(time)
        together.append(1)
      }
    }
    for run in SensationPace.runs(moments) {
      add(moments[run.indices.lowerBound], text(of: run, at: moments, together[run.indices]))
    }
  }

  /// Adds a line about events after the end of the track, if the pattern has any.
  private mutating func addUnmeasured(_ name: String, _ times: ArraySlice<Seconds>) {
    guard let first = times.first else { return }
    add(
      first,
      "\(times.count.counted(name)) after the first hour, after which strength is not measured")
  }

  /// Describes the moments of a run; `sizes` gives the number of transients at each moment.
  private func text(
    of run: SensationPace.Run, at moments: [Seconds], _ sizes: ArraySlice<Int>
  ) -> String {
    let times = moments[run.indices]
    let levels = times.map { taps.strongest(from: $0, to: $0 + SensationTrack.frameSeconds) }
    let (least, most) = (sizes.min() ?? 1, sizes.max() ?? 1)
    guard levels.count > 1 else {
      let word = StrengthWord(transient: levels.first?.level ?? 0)
      let article = word == .imperceptible ? "an" : "a"
      let name = most > 1 ? "chord of \(most) taps" : "tap"
      return "\(article) \(word.rawValue)\(tone(of: levels)) \(name)"
    }
    let name =
      switch (least, most) {
      case (1, 1): "taps"
      case (1, _): "taps and chords"
      default: "chords of \(least == most ? "\(most)" : "\(least) to \(most)") taps"
      }
    let texture = SensationPace(of: times).mean < SensationPace.texture ? "a texture of " : ""
    return "\(texture)\(run.text(name, at: moments)), " + course(of: levels)
  }

  /// Describes how consecutive transients change.
  private func course(of levels: [SensationTrack.Frame]) -> String {
    let values = levels.map { max($0.level, 0) }
    let course = SensationCourse(values, tolerance: Float(DifferenceLimen.decibels))
    let word = StrengthWord.init(transient:)
    let (low, high) = (word(values.min() ?? 0), word(values.max() ?? 0))
    let first = levels.first ?? .silence
    if course.stretches <= 1 || low == high {
      return strength(first, levels.last ?? first, word, of: levels, turn: Self.tapTurn)
    }
    let strength =
      if course.stretches == 2 {
        course.beginsUpward
          ? "swelling to \(high.rawValue) and fading"
          : "fading to \(low.rawValue) and growing again"
      } else if course.alternates(levels.count) {
        "alternating between \(word(values[0]).rawValue) and \(word(values[1]).rawValue)"
      } else {
        "between \(low.rawValue) and \(high.rawValue)"
      }
    return strength + tone(of: levels, turn: Self.tapTurn)
  }

  // MARK: Vibrations

  private mutating func readVibrations(_ vibrations: [ClosedRange<Seconds>]) {
    var merged: [ClosedRange<Seconds>] = []
    for vibration in vibrations.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, vibration.lowerBound <= last.upperBound + 1e-6 {
        let end = max(last.upperBound, vibration.upperBound)
        merged[merged.count - 1] = last.lowerBound...end
      } else {
        merged.append(vibration)
      }
    }
    counts.vibrations = merged.count
    let measured = merged.partitioningIndex { $0.lowerBound >= SensationTrack.maximumSeconds }
    addUnmeasured("vibration", merged[measured...].map(\.lowerBound)[...])
    merged.removeSubrange(measured...)
    starts = merged.map(\.lowerBound)
    let texts = merged.map { "\(($0.upperBound - $0.lowerBound).milliseconds), \(shape(of: $0))" }
    for run in SensationPace.runs(starts, areAlike: { texts[$0] == texts[$1] }) {
      let first = run.indices.lowerBound
      let text = texts[first]
      guard run.indices.count > 1 else {
        add(starts[first], "a vibration of \(text)")
        continue
      }
      let areAlike = !run.isPaired || texts[first + 1] == text
      let each =
        areAlike ? "each of \(text)" : "the first of \(text), and the second of \(texts[first + 1])"
      add(starts[first], "\(run.text("vibrations", at: starts)), \(each)")
    }
  }

  /// Describes how a vibration changes from its start to its end.
  private func shape(of vibration: ClosedRange<Seconds>) -> String {
    let (start, end) = (vibration.lowerBound, vibration.upperBound)
    // Our choice: a rise within three frames is not a swell.
    let margin = min(3 * SensationTrack.frameSeconds, (end - start) / 4)
    // Includes frames up to the frame that ends before the release.
    let whole = vibrations.frames(
      from: start + margin, to: max(start + margin, end - SensationTrack.frameSeconds - 1e-6))
    let sensation = PausedSensation(whole)
    let frames = sensation.frames.isEmpty ? Array(whole) : sensation.frames
    let silence = whole.prefix { !$0.isPerceptible }.count
    let word = StrengthWord.init(vibration:)
    let (first, last) = ends(of: Array(whole))
    let strongest = vibrations.strongest(from: start, to: end)
    let peak = word(strongest.level).rawValue
    let course = SensationCourse(
      frames.map { max($0.level, 0) }, tolerance: Float(2 * DifferenceLimen.decibels))
    let sensationWords =
      if sensation.pauses.isEmpty, course.stretches == 1 || course.isSwell,
        let steady = SteadySensation(frames)
      {
        text(
          of: steady, tone(of: Array(whole), beginning: true),
          after: margin + Double(silence) * SensationTrack.frameSeconds, in: vibration)
      } else if course.stretches <= 1 {
        strength(first, last, word, of: Array(whole))
      } else {
        text(of: course, lowest: word(frames[course.turns[1]].level).rawValue, peak)
          + tone(of: Array(whole))
      }
    return sensationWords + text(ofPauses: sensation.pauses) + fade(after: end)
  }

  /// Returns the frames between which a vibration grows or fades.
  ///
  /// If a vibration is even without its ends, the frames are those of its even part: a short attack does not make it
  /// grow, and if it ends abruptly before its event, it has not faded.
  private func ends(
    of whole: [SensationTrack.Frame]
  ) -> (first: SensationTrack.Frame, last: SensationTrack.Frame) {
    let word = StrengthWord.init(vibration:)
    let limen = Float(DifferenceLimen.decibels)
    let inner = Self.inner(whole)
    // Our choice: up to a tenth of a second, including the frames that `shape` leaves out, as for the fade after the
    // end.
    let edge = min(7, inner.count / 6)
    for part in [inner[...], inner.dropFirst(edge).dropLast(edge)] {
      guard let first = part.first, let last = part.last, word(first.level) == word(last.level)
      else { continue }
      // An end that is stronger than the even part is an accent.
      if inner[0].level > first.level + limen { continue }
      if inner[inner.count - 1].level > last.level + limen { continue }
      return (first, last)
    }
    let first = whole.first ?? .silence
    return (first, whole.last ?? first)
  }

  private func text(ofPauses pauses: [Seconds]) -> String {
    switch pauses.count {
    case 0: ""
    case 1: ", with a pause of \(pauses[0].milliseconds)"
    case let count: ", with \(count) pauses"
    }
  }

  /// Describes how a strength rises and falls, up to `peak`; if it falls and rises again, down to `lowest`.
  private func text(of course: SensationCourse, lowest: String, _ peak: String) -> String {
    switch (course.stretches, course.beginsUpward) {
    case (2, true): "swelling to \(peak) and fading"
    case (2, false): "fading to \(lowest) and growing again"
    case (let count, true) where count.isMultiple(of: 2):
      "swelling to \(peak) and fading, \(count / 2) times"
    default: "with \(course.peaks) peaks, up to \(peak)"
    }
  }

  /// Describes the equally strong part of `vibration`: its strength, its `tone`, and how the vibration starts and ends.
  ///
  /// The first frame comes `time` seconds after the start of the vibration.
  private func text(
    of steady: SteadySensation, _ tone: String, after time: Seconds,
    in vibration: ClosedRange<Seconds>
  ) -> String {
    let frame = SensationTrack.frameSeconds
    var text = StrengthWord(vibration: steady.middle.level).rawValue + tone
    if steady.rises {
      text += ", fading in within \((time + Double(steady.place.lowerBound) * frame).milliseconds)"
    }
    if steady.falls {
      let start = vibration.lowerBound + time + Double(steady.place.upperBound) * frame
      text += ", fading out in its last \((vibration.upperBound - start).milliseconds)"
    }
    return text
  }

  /// Returns how long the sensation continues after the end of a vibration, after a comma; empty if it does not
  /// continue.
  private func fade(after end: Seconds) -> String {
    let place = starts.partitioningIndex { $0 > end }
    let next = place < starts.count ? starts[place] : .infinity
    let frames = vibrations.frames(
      from: end, to: min(end + EnvelopeTime.releaseSeconds(1), next - SensationTrack.frameSeconds))
    let length = Double(frames.prefix { $0.isPerceptible }.count) * SensationTrack.frameSeconds
    // A fade of less than a tenth of a second is part of the end itself (our choice: ten frames).
    return length < 0.1 ? "" : ", then fading out within \(length.milliseconds)"
  }

  /// Describes the strength from `first` to `last` of `frames`, and their sharpness.
  private func strength(
    _ first: SensationTrack.Frame, _ last: SensationTrack.Frame, _ word: (Float) -> StrengthWord,
    of frames: [SensationTrack.Frame], turn: Float = vibrationTurn
  ) -> String {
    let (from, to) = (word(first.level), word(last.level))
    let difference = max(last.level, 0) - max(first.level, 0)
    let limen = Float(DifferenceLimen.decibels)
    return switch (from == to, difference) {
    case (false, limen...):
      "growing from \(from.rawValue) to \(to.rawValue)" + tone(of: frames, turn: turn)
    case (false, ...(-limen)):
      "fading from \(from.rawValue) to \(to.rawValue)" + tone(of: frames, turn: turn)
    default: from.rawValue + tone(of: frames, beginning: true, turn: turn)
    }
  }

  /// Returns the frames that are felt, without the two frames that adjoin silence.
  ///
  /// A window that is partly silent does not have a meaningful frequency.
  private static func inner(_ frames: [SensationTrack.Frame]) -> [SensationTrack.Frame] {
    let inner = frames.indices.filter { index in
      (max(index - 2, 0)...min(index + 2, frames.count - 1)).allSatisfy {
        frames[$0].isPerceptible
      }
    }
    return inner.isEmpty ? frames.filter(\.isPerceptible) : inner.map { frames[$0] }
  }

  /// Describes how the sharpness changes in `frames`, or the sharpness itself if it is constant; after a comma.
  ///
  /// If `beginning` is true, the text describes both the sharpness and its change. The text is empty if no word fits.
  ///
  /// The words are those that the guidelines use for sharpness: soft and rounded, crisp and precise. The thirds are our
  /// choice.
  private func tone(
    of frames: [SensationTrack.Frame], beginning: Bool = false, turn: Float = vibrationTurn
  ) -> String {
    let felt = Self.inner(frames).filter { $0.hertz > 0 }
    guard let first = felt.first, let last = felt.last else { return "" }
    let change = change(of: felt, from: first, to: last, turn: turn)
    // The text for a change between the extremes names both, and the initial sharpness would contradict one of them.
    if let change, !beginning || change == Self.extremes { return ", " + change }
    // A constant sharpness is averaged, because a single window may not contain a whole number of periods.
    let hertz =
      change == nil
      ? felt.reduce(0) { $0 + Double($1.hertz) } / Double(felt.count) : Double(first.hertz)
    return [word(forHertz: hertz), change].compactMap { $0 }.map { ", " + $0 }.joined()
  }

  /// The smallest change of sharpness that counts as a turn, in limens: a noticeable change from tap to tap, and twice
  /// as much in a vibration, whose windows may not contain a whole number of periods.
  private static let (tapTurn, vibrationTurn): (Float, Float) = (1, 2)

  /// The words for a sharpness that alternates between both extremes.
  private static let extremes = "changing between soft and crisp"

  /// The word for the sharpness at a frequency; nil for the middle third.
  private func word(forHertz hertz: Double) -> String? {
    let span = profile.highHertz - profile.lowHertz
    return switch span > 0 ? (hertz - profile.lowHertz) / span : 0.5 {
    case ..<0.33: "soft"
    case 0.67...: "crisp"
    default: nil
    }
  }

  /// Describes how the sharpness changes in `felt`, from `first` to `last`; nil if it does not change.
  private func change(
    of felt: [SensationTrack.Frame], from first: SensationTrack.Frame,
    to last: SensationTrack.Frame,
    turn: Float
  ) -> String? {
    // Measures the frequencies in limens (just noticeable differences), so that a step of one limen is a change.
    let limens = felt.map { frame -> Float in
      let distance = DifferenceLimen.limens(
        betweenHertz: Double(frame.hertz), and: Double(first.hertz))
      return Float(frame.hertz < first.hertz ? -distance : distance)
    }
    let course = SensationCourse(limens, tolerance: turn)
    switch (course.stretches, course.beginsUpward) {
    case (0...1, _):
      guard let change = limens.last, change.magnitude > 1 else { return nil }
      return last.hertz > first.hertz ? "getting crisper" : "getting softer"
    case (2, true): return "getting crisper and softer again"
    case (2, false): return "getting softer and crisper again"
    default:
      let hertz = felt.map { Double($0.hertz) }
      let words = [hertz.min(), hertz.max()].map { $0.flatMap(word(forHertz:)) }
      return words == ["soft", "crisp"] ? Self.extremes : "changing between softer and crisper"
    }
  }

  // MARK: Words

  func summary(duration: Seconds) -> String {
    let parts = [
      counts.transients > 0 ? counts.transients.counted("tap") : nil,
      counts.vibrations > 0 ? counts.vibrations.counted("vibration") : nil,
      counts.sounds > 0 ? counts.sounds.counted("sound") : nil,
    ].compactMap { $0 }
    guard let last = parts.last else { return "Nothing happens." }
    let list = parts.count > 1 ? parts.dropLast().joined(separator: ", ") + " and " + last : last
    let strongest = track.strongest()
    let level = Double(strongest.level).rounded()
    let strength =
      if counts.transients + counts.vibrations == 0 {
        ""
      } else if strongest.isPerceptible {
        ", up to \(level.brief) dB above the threshold of feeling"
      } else {
        ", too weak to be felt"
      }
    let length = duration >= 0.001 ? " in \(duration.milliseconds)" : ""
    return list + length + strength + "."
  }
}
