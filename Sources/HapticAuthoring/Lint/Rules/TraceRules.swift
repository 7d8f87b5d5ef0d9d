internal import TextFormats

/// A line of what happened, as `haptic session run --json` prints it.
public struct LintTraceLine: Hashable, Sendable {
  /// Seconds.
  public var time: Double
  /// Who: an app, or `phone`, `device` and so on.
  public var actor: String
  /// What kind of line: `call`, `event`, `state` and so on.
  public var kind: String
  /// What happened.
  public var text: String
  /// The line in the file.
  public var line: Int
  /// The scenario.
  public var scenario: String

  /// A line.
  public init(
    time: Double, actor: String, kind: String, text: String, line: Int = 1, scenario: String = ""
  ) {
    self.time = time
    self.actor = actor
    self.kind = kind
    self.text = text
    self.line = line
    self.scenario = scenario
  }

  /// The lines of a file: JSON objects with `t`, `app`, `kind`, `text` and `scenario`, one in each line.
  ///
  /// - Returns: the lines, and the numbers of those that are something else.
  public static func read(_ bytes: [UInt8]) -> (lines: [LintTraceLine], invalid: [Int]) {
    var (lines, invalid): ([LintTraceLine], [Int]) = ([], [])
    for (index, part) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where part.contains(where: { $0 > 0x20 }) {
      let node = JSONTreeBuilder.tree(of: Array(part))
      guard let time = node["t"]?.number, let actor = node["app"]?.text,
        let text = node["text"]?.text
      else {
        invalid.append(index + 1)
        continue
      }
      lines.append(
        LintTraceLine(
          time: time, actor: actor, kind: node["kind"]?.text ?? "", text: text, line: index + 1,
          scenario: node["scenario"]?.text ?? ""))
    }
    return (lines, invalid)
  }
}

/// What several rules find in a trace; they have no rows of their own.
enum TraceRules {
  static let rows: [LintRule] = [unanswered]

  private static let unanswered = LintRule(
    "P-07", "unanswered", title: "What somebody does has an answer.",
    why: "A person who presses a button and notices no response presses it again.",
    guideline: "Human Interface Guidelines, Feedback; practice",
    advice: "Answer the command: with a change, a sound or a haptic.",
    thresholds: [.init(name: "wait", value: 1, unit: "s", source: "our choice")], inputs: [.trace]
  ) { subjects, context in
    let wait = context.value("P-07", "wait")
    let lines = subjects.trace
    return lines.indices.filter { lines[$0].isNotice && lines[$0].text.hasPrefix("remote ") }
      .compactMap { index in
        let line = lines[index]
        let answers = lines[(index + 1)...].prefix {
          $0.scenario == line.scenario && $0.time <= line.time + wait
        }
        return answers.contains { $0.actor == line.actor && ($0.kind == "call" || $0.isState) }
          ? nil : subjects.hit(.warning, line, "\(line.actor) does nothing about it")
      }
  }

  /// Haptics at a time at which nothing else happens.
  static func orphans(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    let reach = context.value("L-01", "cause")
    var lastCause: [String: Double] = [:]
    return subjects.trace.compactMap { line in
      guard line.asksForHaptic else {
        if line.kind == "call" || line.isNotice { lastCause[line.scenario] = line.time }
        return nil
      }
      if let cause = lastCause[line.scenario], line.time - cause <= reach + 1e-9 { return nil }
      return subjects.hit(.warning, line, "\(line.actor) \(line.text), and nothing else happens")
    }
  }

  /// More haptics in a minute than are welcome.
  static func frequent(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    let most = context.value("L-06", "perMinute")
    var hits: [LintHit] = []
    var recent: [String: [Double]] = [:]
    var reported: Set<String> = []
    for line in subjects.trace where line.asksForHaptic && !line.text.contains("selection") {
      let key = "\(line.scenario) \(line.actor)"
      recent[key, default: []].append(line.time)
      recent[key]?.removeAll { $0 <= line.time - 60 }
      let count = recent[key]?.count ?? 0
      if Double(count) > most, reported.insert(key).inserted {
        hits.append(
          subjects.hit(.warning, line, "\(line.actor) asks for \(count) haptics within a minute"))
      }
    }
    return hits
  }

  /// Changes of the category after sound has begun.
  @Sendable static func categoryChanges(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    let most = Int(context.value("L-21", "changes"))
    let (sets, byItself) = ("sets its category", ", by itself")
    var isActive: Set<String> = []
    var counts: [String: Int] = [:]
    var categories: [String: Substring] = [:]
    return subjects.trace.compactMap { line in
      let key = "\(line.scenario) \(line.actor)"
      if line.text.hasPrefix("its session is active") { isActive.insert(key) }
      if line.text.hasPrefix("its session is not active") { isActive.remove(key) }
      // Another run of the app begins with nothing.
      if line.text.hasPrefix("is launched") || line.text.hasPrefix("is terminated") {
        isActive.remove(key)
        (counts[key], categories[key]) = (nil, nil)
      }
      guard line.kind == "call", line.text.hasPrefix(sets) else { return nil }
      let category = line.text.dropLast(line.text.hasSuffix(byItself) ? byItself.count : 0)
      let isSame = categories.updateValue(category, forKey: key) == category
      if isSame || !isActive.contains(key) { return nil }
      counts[key, default: 0] += 1
      return counts[key] == most + 1
        ? subjects.hit(.warning, line, "\(line.actor) changes its category while it runs") : nil
    }
  }

  /// Sessions that interrupted others and end without notifying them.
  @Sendable static func handBacks(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    var interrupted: [String: Set<String>] = [:]
    return subjects.trace.compactMap { line in
      if line.text.hasPrefix("is interrupted") {
        interrupted[line.scenario, default: []].insert(line.actor)
      }
      if line.text.contains("interruption ended") {
        interrupted[line.scenario]?.remove(line.actor)
      }
      guard line.kind == "call", line.text.hasPrefix("deactivates its session"),
        !line.text.contains("notif"), !line.text.contains("fails"),
        !(interrupted[line.scenario] ?? []).subtracting([line.actor]).isEmpty
      else { return nil }
      return subjects.hit(
        .warning, line,
        "\(line.actor) deactivates its session without notifying the apps that it interrupted")
    }
  }

  /// Sound that goes on although it may not.
  @Sendable static func resumes(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    var mayNot: [String: Double] = [:]
    return subjects.trace.compactMap { line in
      let key = "\(line.scenario) \(line.actor)"
      if line.text.contains("interruption ended") {
        mayNot[key] = line.text.contains("shouldResume") ? nil : line.time
      }
      guard let time = mayNot[key], line.time <= time + 1, line.kind == "call",
        line.text.hasPrefix("plays"), line.text.hasSuffix(", by itself")
      else { return nil }
      mayNot[key] = nil
      return subjects.hit(
        .error, line, "\(line.actor) plays on although it was not notified with shouldResume")
    }
  }

  /// Sound that stays on when headphones are gone.
  @Sendable static func unplugged(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    var playing: [String: Set<String>] = [:]
    var hits: [LintHit] = []
    for (index, line) in subjects.trace.enumerated() {
      if line.isState, line.text.hasPrefix("plays") || line.text.hasPrefix("is heard") {
        playing[line.scenario, default: []].insert(line.actor)
      }
      if line.text.hasPrefix("has stopped playing") || line.text.hasPrefix("is interrupted") {
        playing[line.scenario]?.remove(line.actor)
      }
      guard line.isNotice, line.text.hasPrefix("routeChange oldDeviceUnavailable") else { continue }
      let after = subjects.trace[(index + 1)...].prefix {
        $0.scenario == line.scenario && $0.time <= line.time
      }
      let stops = after.contains {
        $0.actor == line.actor
          && ($0.text.hasPrefix("has stopped playing") || $0.text.hasPrefix("pauses"))
      }
      if playing[line.scenario]?.contains(line.actor) == true && !stops {
        hits.append(
          subjects.hit(.error, line, "\(line.actor) plays on when its headphones are unplugged"))
      }
    }
    return hits
  }

  /// Remote commands that are answered with something else, or by an app that has nothing to do with
  /// sound: it has neither played nor had an active session.
  ///
  /// Only what an app does by itself is an answer; what a scenario lets it do is not.
  @Sendable static func remoteMeanings(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    let wait = context.value("P-07", "wait")
    let opposites: [String: Set<String>] = [
      "play": ["pauses", "stops"], "pause": ["plays"], "stop": ["plays"],
    ]
    var isEligible: Set<String> = []
    var hits: [LintHit] = []
    for (index, line) in subjects.trace.enumerated() {
      let key = "\(line.scenario) \(line.actor)"
      let starts = ["plays", "is heard", "its session is active"]
      if starts.contains(where: line.text.hasPrefix) { isEligible.insert(key) }
      guard line.isNotice, line.text.hasPrefix("remote ") else { continue }
      let command = String(line.text.dropFirst("remote ".count))
      let answers = subjects.trace[(index + 1)...]
        .prefix { $0.scenario == line.scenario && $0.time <= line.time + wait }
        .filter { $0.actor == line.actor && $0.kind == "call" }
        .compactMap { $0.text.hasSuffix(", by itself") ? String($0.text.dropLast(11)) : nil }
        .filter { ["plays", "pauses", "stops"].contains($0) }
      guard let answer = answers.last else { continue }
      if !isEligible.contains(key) {
        hits.append(
          subjects.hit(
            .error, line, "\(line.actor) answers '\(command)', and its session was never active"))
      } else if opposites[command]?.contains(answer) == true {
        hits.append(
          subjects.hit(.error, line, "\(line.actor) \(answer) as an answer to '\(command)'"))
      }
    }
    return hits
  }

  /// Notices that are delivered again about the same thing.
  @Sendable static func repeatedNotices(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    var seen: Set<String> = []
    return subjects.trace.compactMap { line in
      guard line.kind == "call", line.text.hasPrefix("is delivered"),
        let about = line.text.firstRange(of: "about: ").map({ line.text[$0.upperBound...] }),
        !seen.insert("\(line.scenario) \(line.text)").inserted
      else { return nil }
      return subjects.hit(.error, line, "'\(about)' is announced once more")
    }
  }

  /// Key clicks that are played while no input view is seen, or against the setting.
  @Sendable static func clicks(_ subjects: LintSubjects, _ context: LintContext) -> [LintHit] {
    var isHidden: Set<String> = []
    var isOff: Set<String> = []
    return subjects.trace.compactMap { line in
      let key = "\(line.scenario) \(line.actor)"
      if line.text.hasPrefix("hides its input view") { isHidden.insert(key) }
      if line.text.hasPrefix("shows its input view") { isHidden.remove(key) }
      line.setting("keyboardClicks").map { isOff.set(line.scenario, isIn: !$0) }
      guard line.isState, line.text.hasPrefix("the key click is played") else { return nil }
      if isHidden.contains(key) {
        return subjects.hit(.error, line, "a key of \(line.actor) clicks, and its view is hidden")
      }
      return isOff.contains(line.scenario)
        ? subjects.hit(.error, line, "a key of \(line.actor) clicks, and people want no clicks")
        : nil
    }
  }

  /// Sound of a class that the switch silences, heard although it is on silent.
  @Sendable static func heardInSilence(
    _ subjects: LintSubjects, _ context: LintContext
  ) -> [LintHit] {
    var isSilent: Set<String> = []
    var categories: [String: String] = [:]
    return subjects.trace.compactMap { line in
      let key = "\(line.scenario) \(line.actor)"
      if line.text.hasPrefix("is switched to ") {
        isSilent.set(line.scenario, isIn: line.text.hasSuffix("silent"))
      }
      if line.kind == "call", line.text.hasPrefix("sets its category: "),
        !line.text.contains("fails")
      {
        categories[key] = line.text.dropFirst("sets its category: ".count).prefix { $0.isLetter }
          .lowercased()
      }
      guard line.isState, isSilent.contains(line.scenario) else { return nil }
      if line.text.hasPrefix("is heard"), ["ambient", "soloambient"].contains(categories[key]) {
        return subjects.hit(
          .error, line, "\(line.actor) is heard in silence, and its category is for silence")
      }
      return line.text.hasPrefix("the sound is played")
        ? subjects.hit(.error, line, "an effect of \(line.actor) is heard in silence") : nil
    }
  }

  /// Haptics that are played although people have turned them off.
  static func againstSetting(_ subjects: LintSubjects) -> [LintHit] {
    var isOff: Set<String> = []
    return subjects.trace.compactMap { line in
      line.setting("haptics").map { isOff.set(line.scenario, isIn: !$0) }
      guard line.isState, line.text.hasPrefix("a haptic is played"),
        isOff.contains(line.scenario)
      else { return nil }
      return subjects.hit(.error, line, "a haptic of \(line.actor) plays, and haptics are off")
    }
  }
}

extension Set {
  /// Puts `element` in, or takes it out.
  fileprivate mutating func set(_ element: Element, isIn: Bool) {
    if isIn { insert(element) } else { remove(element) }
  }
}

extension LintTraceLine {
  /// What the setting called `name` is changed to; nil if it is not.
  fileprivate func setting(_ name: String) -> Bool? {
    guard text.hasPrefix("has settings changed: ") else { return nil }
    if text.contains("\(name): true") { return true }
    return text.contains("\(name): false") ? false : nil
  }

  /// Whether an app is notified of it.
  var isNotice: Bool { kind == "event" }
  /// Whether it is a change of a state.
  var isState: Bool { kind == "state" }
  /// Whether an app asks for a haptic.
  var asksForHaptic: Bool { kind == "call" && text.hasPrefix("asks for the haptic") }
}

extension LintSubjects {
  /// A finding about a line of the trace.
  func hit(_ severity: LintSeverity, _ line: LintTraceLine, _ message: String) -> LintHit {
    LintHit(
      severity: severity, file: traceFile, place: SourceLocation(line: line.line, column: 1),
      path: line.scenario, message: "at \(line.time.brief) s \(message)")
  }
}
