internal import HapticEngine
internal import TextFormats

/// Rules about how many haptics an app has, how often they play, and how long they last.
enum AmountRules {
  static let rows: [LintRule] = [fewAndImportant, novelty, frequency, drawnOut]

  private static let fewAndImportant = LintRule(
    id: "L-04", name: "few-and-important",
    title: "Only a few important interactions vibrate.",
    why: "Many trivial haptics overwhelm people, who then miss the important one.",
    guideline: "\(BindingRules.chapter): use haptics judiciously",
    advice: "Remove the haptics of the least important interactions.",
    thresholds: [
      .init(name: "share", value: 0.5, unit: "of the interactions", source: BindingRules.ours),
      .init(name: "fewest", value: 4, unit: "interactions", source: BindingRules.ours),
    ],
    clauses: [
      .warning(
        .manifest,
        "more than `share` of the interactions vibrate, if there are at least `fewest` interactions"
      ),
      .warning(.manifest, "an interaction of importance 1 with a custom pattern"),
      .warning(
        .manifest, "interactions that vibrate are, on average, no more important than the others"),
    ]
  ) { subjects, context in
    guard let manifest = subjects.manifest else { return [] }
    let haptics = manifest.haptics
    let silent = manifest.bindings.filter { $0.pattern == nil }
    var hits = haptics.filter { $0.importance == 1 && HapticPreset(named: $0.pattern ?? "") == nil }
      .map { subjects.hit(.warning, $0, "it has the lowest importance, but a custom pattern") }
    let share = Double(haptics.count) / Double(max(manifest.bindings.count, 1))
    if Double(manifest.bindings.count) >= context.value("L-04", "fewest"), !silent.isEmpty,
      share > context.value("L-04", "share")
    {
      hits.append(
        subjects.hit(
          .warning, nil, "\((share * 100).rounded(to: 0)) % of the interactions vibrate"))
    }
    func mean(_ bindings: [AppManifest.Binding]) -> Double? {
      let values = bindings.compactMap(\.importance).map(Double.init)
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    if let loud = mean(haptics), let quiet = mean(silent), loud <= quiet {
      hits.append(
        subjects.hit(
          .warning, nil,
          "the mean importance is \(loud.brief) for interactions that vibrate, and \(quiet.brief) for the others"
        ))
    }
    return hits
  }

  private static let novelty = LintRule(
    id: "L-05", name: "no-novelty", title: "Every haptic serves a purpose.",
    why:
      "Decorative haptics soon lose their appeal, and people must learn to tell each pattern from the others.",
    guideline: "\(BindingRules.chapter): use haptics judiciously",
    advice: "Give the haptic a meaning, or remove it; use fewer patterns.",
    thresholds: [
      .init(name: "patterns", value: 8, unit: "custom patterns", source: BindingRules.ours)
    ],
    clauses: [
      .warning(.manifest, "in an app, a haptic that means decoration, fun, a brand or nothing"),
      .info(.manifest, "in a game, a haptic that means decoration, fun, a brand or nothing"),
      .warning(.manifest, "more than `patterns` custom patterns in an app"),
    ]
  ) { subjects, context in
    guard let manifest = subjects.manifest else { return [] }
    let isGame = manifest.kind == .game
    var hits = manifest.haptics.filter {
      [.decoration, .fun, .brand, AppManifest.Meaning.none].contains($0.meaning)
    }.map {
      subjects.hit(
        isGame ? .info : .warning, $0,
        "its declared meaning is '\($0.meaning?.rawValue ?? "nothing")'")
    }
    let own = manifest.patterns.filter { HapticPreset(named: $0) == nil }.count
    if !isGame, Double(own) > context.value("L-05", "patterns") {
      hits.append(subjects.hit(.warning, nil, "\(own) custom patterns"))
    }
    return hits
  }

  private static let frequency = LintRule(
    id: "L-06", name: "not-frequent", title: "Haptics are occasional.",
    why:
      "Occasional haptics are fine, but frequent ones annoy; people ignore warnings that come often.",
    guideline: "\(BindingRules.chapter): avoid overusing haptics; Feedback: alerts",
    advice: "Combine several haptics into one, or remove the least important ones.",
    thresholds: [
      .init(name: "perMinute", value: 12, unit: "a minute", source: BindingRules.ours),
      .init(name: "most", value: 30, unit: "a minute", source: BindingRules.ours),
      .init(name: "ticks", value: 20, unit: "a second", source: BindingRules.ours),
      .init(name: "alarms", value: 0.2, unit: "of all haptics", source: BindingRules.ours),
      .init(name: "games", value: 4, unit: "times as many in games", source: BindingRules.ours),
      .init(name: "fewest", value: 5, unit: "haptics in a trace", source: BindingRules.ours),
    ],
    clauses: [
      .warning(
        .manifest,
        "more than `perMinute` haptics a minute, not counting ticks; in games, `games` times as many are allowed"
      ),
      .error(.manifest, "more than `most` haptics a minute, counted in the same way"),
      .warning(.manifest, "more than `ticks` ticks a second"),
      .warning(
        .manifest,
        "warnings and errors make up more than `alarms` of the haptics, if two or more bindings vibrate"
      ),
      .warning(
        .trace,
        "more than `perMinute` haptics of an app within a minute, including notifications; `games` "
          + "times as many are allowed if a manifest says that the app is a game"),
      .error(.trace, "more than `most` haptics a minute, counted in the same way"),
      .warning(.trace, "more than `ticks` ticks within a second"),
      .warning(
        .trace,
        "warnings and errors make up more than `alarms` of the haptics, if there are at least `fewest` haptics"
      ),
    ]
  ) { subjects, context in
    func value(_ name: String) -> Double { context.value("L-06", name) }
    guard let manifest = subjects.manifest else { return TraceHaptics.frequent(subjects, context) }
    let factor = manifest.kind == .game ? value("games") : 1
    func rate(_ bindings: [AppManifest.Binding]) -> Double {
      bindings.reduce(0) { $0 + ($1.ratePerMinute ?? 0) }
    }
    let haptics = manifest.haptics
    let others = rate(haptics.filter { !$0.isTick })
    var hits: [LintHit] = []
    if others > value("perMinute") * factor {
      hits.append(
        subjects.hit(
          others > value("most") * factor ? .error : .warning, nil,
          "\(others.brief) haptics a minute"))
    }
    hits += haptics.filter { $0.isTick && ($0.ratePerMinute ?? 0) > value("ticks") * 60 }.map {
      subjects.hit(
        .warning, $0, "\((($0.ratePerMinute ?? 0) / 60).brief) ticks a second; combine them")
    }
    let alarms = rate(haptics.filter { [.warning, .error].contains($0.meaning) })
    if others > 0, haptics.count > 1, alarms / others > value("alarms") {
      hits.append(
        subjects.hit(
          .warning, nil,
          "\((alarms / others * 100).rounded(to: 0)) % of the haptics are warnings and errors"))
    }
    return hits + TraceHaptics.frequent(subjects, context)
  }

  private static let drawnOut = LintRule(
    id: "L-07", name: "not-drawn-out", title: "Feedback is short and does not repeat itself.",
    why: "Drawn-out and repetitive feedback spoils the experience that it should support.",
    guideline: "\(BindingRules.chapter): avoid overusing haptics",
    advice: "Shorten the pattern, vary it, or stop the loop when its cause ends.",
    thresholds: [
      .init(name: "long", value: 1, unit: "s", source: BindingRules.ours),
      .init(name: "longest", value: 3, unit: "s", source: BindingRules.ours),
      .init(name: "longestInGames", value: 10, unit: "s", source: BindingRules.ours),
      .init(name: "repeats", value: 3, unit: "times", source: BindingRules.ours),
      .init(name: "duty", value: 0.5, unit: "of ten seconds", source: BindingRules.ours),
    ],
    clauses: [
      .warning(.manifest, "in an app, a pattern longer than `long`"),
      .error(.manifest, "in an app, a pattern longer than `longest`"),
      .warning(.manifest, "in a game, a pattern longer than `longestInGames`"),
      .error(.manifest, "a loop without a declared end (stops: true)"),
      .warning(.manifest, "continuous events that fill more than `duty` of any ten seconds"),
      .warning(
        .manifest,
        "in an app, a pattern that plays the same event more than `repeats` times at an even pace"),
    ]
  ) { subjects, context in
    func value(_ name: String) -> Double { context.value("L-07", name) }
    guard let manifest = subjects.manifest else { return [] }
    return manifest.haptics.flatMap { binding -> [LintHit] in
      guard let subject = subjects.pattern(of: binding), let pattern = subject.pattern else {
        return []
      }
      var hits: [LintHit] = []
      let seconds = pattern.duration
      let words = "its pattern lasts \(seconds.brief) s"
      switch manifest.kind {
      case .game where seconds > value("longestInGames"):
        hits.append(subjects.hit(.warning, binding, words))
      case .app where seconds > value("longest"):
        hits.append(subjects.hit(.error, binding, words))
      case .app where seconds > value("long"):
        hits.append(subjects.hit(.warning, binding, words))
      case .app, .game: break
      }
      if binding.loops && binding.stops != true {
        let words =
          binding.stops == nil
          ? "the manifest does not say that anything stops it" : "nothing stops it"
        hits.append(subjects.hit(.error, binding, "it loops, and \(words)"))
      }
      let duty = pattern.largestDuty(isLooped: binding.loops)
      if duty > value("duty") {
        let share = (duty * 100).rounded(to: 0)
        hits.append(subjects.hit(.warning, binding, "it vibrates for \(share) % of ten seconds"))
      }
      let run = pattern.longestEvenRun
      if Double(run) > value("repeats"), manifest.kind == .app {
        hits.append(
          subjects.hit(.warning, binding, "it plays the same event \(run) times at an even pace"))
      }
      return hits
    }
  }
}

extension HapticPattern {
  /// The longest run of the same haptic event at an even pace, regardless of other events in between.
  fileprivate var longestEvenRun: Int {
    let events = events.filter { $0.type.isHaptic && $0.played(.hapticIntensity) > 0 }
      .sorted { $0.time < $1.time }
    // Events that differ by less than these amounts count as the same; our choice.
    let (alike, alikeSeconds) = (0.02, 0.005)
    func isSame(_ one: HapticEvent, _ two: HapticEvent) -> Bool {
      one.type == two.type && abs((one.duration ?? 0) - (two.duration ?? 0)) < alikeSeconds
        && abs(one.played(.hapticIntensity) - two.played(.hapticIntensity)) < alike
        && abs(one.played(.hapticSharpness) - two.played(.hapticSharpness)) < alike
    }
    // The kinds of events so far: the last event, its distance from the previous event of its kind, and the length of
    // the run.
    var kinds: [(last: HapticEvent, gap: Seconds, run: Int)] = []
    // Our choice: a pattern with this many kinds of events is varied.
    let maximumKinds = 32
    var longest = min(events.count, 1)
    for event in events {
      guard let index = kinds.firstIndex(where: { isSame($0.last, event) }) else {
        if kinds.count < maximumKinds { kinds.append((event, 0, 1)) }
        continue
      }
      let (last, before, run) = kinds[index]
      let gap = event.time - last.time
      let isEven = run == 1 || abs(gap - before) < gap / 10
      kinds[index] = (event, gap, isEven ? run + 1 : 2)
      longest = max(longest, kinds[index].run)
    }
    return longest
  }

  /// The largest fraction of any ten seconds in which continuous events vibrate.
  ///
  /// It is 0 for a pattern that is shorter than ten seconds and not looped.
  fileprivate func largestDuty(isLooped: Bool) -> Double {
    let window: Seconds = 10
    var spans: [(start: Seconds, end: Seconds)] = []
    for event in events.sorted(by: { $0.time < $1.time }) where event.type == .hapticContinuous {
      let intensity =
        event.value(of: .hapticIntensity) ?? EventParameter.ID.hapticIntensity.defaultValue
      let end = event.time + (event.duration ?? 0)
      guard intensity > 0, end > event.time else { continue }
      if let last = spans.last, event.time <= last.end {
        spans[spans.count - 1].end = max(last.end, end)
      } else {
        spans.append((event.time, end))
      }
    }
    let total = spans.reduce(0) { $0 + $1.end - $1.start }
    if isLooped && duration < window { return duration > 0 ? total / duration : 0 }
    guard duration >= window else { return 0 }
    // The busiest window begins where a span begins.
    var (most, first, sum) = (0.0, 0, 0.0)
    var next = 0
    while first < spans.count {
      let end = spans[first].start + window
      while next < spans.count, spans[next].start < end {
        sum += spans[next].end - spans[next].start
        next += 1
      }
      most = max(most, sum - max(0, spans[next - 1].end - end))
      sum -= spans[first].end - spans[first].start
      first += 1
    }
    return min(1, most / window)
  }
}
