internal import HapticEngine
internal import TextFormats

/// Rules about how many haptics an app has, how often they come, and how long they last.
enum AmountRules {
  static let rows: [LintRule] = [fewAndImportant, novelty, frequency, drawnOut]

  private static let fewAndImportant = LintRule(
    "L-04", "few-and-important", title: "Few interactions vibrate, and they are important ones.",
    why: "Many trivial haptics overwhelm, and the important one among them is missed.",
    guideline: "\(BindingRules.chapter): use haptics judiciously",
    advice: "Remove the haptics of what is least important.",
    thresholds: [
      .init(name: "share", value: 0.5, unit: "of the interactions", source: BindingRules.ours),
      .init(name: "fewest", value: 4, unit: "interactions", source: BindingRules.ours),
    ], inputs: [.manifest]
  ) { subjects, context in
    guard let manifest = subjects.manifest else { return [] }
    let haptics = manifest.haptics
    let silent = manifest.bindings.filter { $0.pattern == nil }
    var hits = haptics.filter { $0.importance == 1 && HapticPreset(named: $0.pattern ?? "") == nil }
      .map { subjects.hit(.warning, $0, "of least importance, and has a pattern of its own") }
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
          "what vibrates has a mean importance of \(loud.brief), what does not \(quiet.brief)"))
    }
    return hits
  }

  private static let novelty = LintRule(
    "L-05", "no-novelty", title: "A haptic is not there for its own sake.",
    why: "Decoration wears off and turns gaudy, and every further one has to be told apart.",
    guideline: "\(BindingRules.chapter): use haptics judiciously",
    advice: "Give it something to say, or remove it; use fewer patterns.",
    thresholds: [
      .init(name: "patterns", value: 8, unit: "patterns of one's own", source: BindingRules.ours)
    ],
    inputs: [.manifest]
  ) { subjects, context in
    guard let manifest = subjects.manifest else { return [] }
    let isGame = manifest.kind == .game
    var hits = manifest.haptics.filter {
      [.decoration, .fun, .brand, AppManifest.Meaning.none].contains($0.meaning)
    }.map {
      subjects.hit(
        isGame ? .info : .warning, $0, "it means \($0.meaning?.rawValue ?? "nothing")")
    }
    let own = manifest.patterns.filter { HapticPreset(named: $0) == nil }.count
    if !isGame, Double(own) > context.value("L-05", "patterns") {
      hits.append(subjects.hit(.warning, nil, "\(own) patterns of its own"))
    }
    return hits
  }

  private static let frequency = LintRule(
    "L-06", "not-frequent", title: "Haptics are occasional.",
    why: "Occasional is fine, frequent is annoying; warnings that come often are not heeded.",
    guideline: "\(BindingRules.chapter): avoid overusing haptics; Feedback: alerts",
    advice: "Join several into one, or leave out the least important.",
    thresholds: [
      .init(name: "perMinute", value: 12, unit: "a minute", source: BindingRules.ours),
      .init(name: "most", value: 30, unit: "a minute", source: BindingRules.ours),
      .init(name: "ticks", value: 20, unit: "a second", source: BindingRules.ours),
      .init(name: "alarms", value: 0.2, unit: "of all", source: BindingRules.ours),
      .init(name: "games", value: 4, unit: "times as many in games", source: BindingRules.ours),
    ], inputs: [.manifest, .trace]
  ) { subjects, context in
    func value(_ name: String) -> Double { context.value("L-06", name) }
    guard let manifest = subjects.manifest else { return TraceRules.frequent(subjects, context) }
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
        .warning, $0, "\((($0.ratePerMinute ?? 0) / 60).brief) ticks a second; join them")
    }
    let alarms = rate(haptics.filter { [.warning, .error].contains($0.meaning) })
    if others > 0, haptics.count > 2, alarms / others > value("alarms") {
      hits.append(
        subjects.hit(
          .warning, nil,
          "\((alarms / others * 100).rounded(to: 0)) % of the haptics are warnings and errors"))
    }
    return hits + TraceRules.frequent(subjects, context)
  }

  private static let drawnOut = LintRule(
    "L-07", "not-drawn-out", title: "Feedback is short and does not repeat itself.",
    why: "Drawn-out and repetitive feedback spoils what it should support.",
    guideline: "\(BindingRules.chapter): avoid overusing haptics",
    advice: "Shorten the pattern, vary it, or stop the loop when its cause ends.",
    thresholds: [
      .init(name: "long", value: 1, unit: "s", source: BindingRules.ours),
      .init(name: "longest", value: 3, unit: "s", source: BindingRules.ours),
      .init(name: "longestInGames", value: 10, unit: "s", source: BindingRules.ours),
      .init(name: "repeats", value: 3, unit: "times", source: BindingRules.ours),
    ], inputs: [.manifest]
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
      if binding.loops && !binding.stops {
        hits.append(subjects.hit(.error, binding, "it loops, and nothing stops it"))
      }
      let run = subject.longestEvenRun
      if Double(run) > value("repeats"), manifest.kind == .app {
        hits.append(
          subjects.hit(.warning, binding, "the same transient \(run) times at an even pace"))
      }
      return hits
    }
  }
}
