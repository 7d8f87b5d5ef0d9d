public import AudioSession
internal import TextFormats

/// A common sequence of events, such as an incoming call, for which a scenario can be generated.
public enum ScenarioStory: String, Hashable, Sendable, CaseIterable {
  /// A phone call comes in and is declined.
  case call
  /// The headphones are unplugged.
  case unplug
  /// Siri is summoned.
  case siri
  /// An alarm fires.
  case alarm
  /// A navigation app speaks.
  case prompt
  /// The ring/silent switch is flipped.
  case silent
  /// The app goes to the background.
  case background
  /// The user pauses and resumes the app from Control Center.
  case remote

  /// The categories in which an app can play or record; a scenario can be generated for each of them.
  public static let categories = SessionCategory.allCases.filter {
    $0.row.hasInput || $0.row.hasOutput
  }

  /// A sentence that describes the story, without a period.
  public var summary: String { row.summary }

  /// Returns a commented scenario of the story, with expectations that are met.
  ///
  /// The expected values come from a run of the story, as the comments in the file say.
  ///
  /// - Parameters:
  ///   - app: the name of the app.
  ///   - category: its category, one of `categories`. In other categories, an app neither plays nor records.
  /// - Returns: the text of a file with one scenario.
  /// - Throws: `ScenarioErrors` if the name is not valid for an app.
  public func text(app: String, category: SessionCategory) throws(ScenarioErrors) -> String {
    let facts = try facts(app: app, category: category)
    return head(app, category) + "steps:\n"
      + zip(acts(of: category), facts).map { act, facts in
        step(act, app, isWritten: true)
          + (act.step == nil ? "    expect:" : "  - expect:") + "  # \(Self.remark)\n"
          + "      \(YAMLWord.text(app)): { \(facts) }\n"
      }.joined()
  }
}

extension ScenarioStory {
  private static let remark = "simulated result; change it to what your app should do"

  /// A step of the story.
  ///
  /// After the step, the scenario checks the app.
  private struct Act {
    let time: Int
    /// The step, with the placeholders `APP` and `OTHER` for the names of the apps; nil if only time passes.
    let step: String?
    let comment: String

    init(_ time: Int, _ step: String?, _ comment: String) {
      (self.time, self.step, self.comment) = (time, step, comment)
    }
  }

  /// The description of a story in the language of scenarios.
  private struct Row {
    let summary: String
    /// The keys that set up the phone, the app and another app, with comments; empty for the defaults.
    var device = ""
    var app = ""
    var other = ""
    let acts: [Act]
  }

  private var row: Row {
    switch self {
    case .call:
      Row(
        summary: "A phone call comes in and is declined",
        acts: [
          Act(5, "phone: ring", "somebody calls"), Act(9, "phone: decline", "the user declines"),
        ])
    case .unplug:
      Row(
        summary: "The headphones are unplugged", device: "{ ports: [headphones] }",
        acts: [
          Act(5, "device: { disconnect: headphones }", "the user unplugs the headphones"),
          Act(9, "device: { connect: headphones }", "the user plugs them in again"),
        ])
    case .siri:
      Row(
        summary: "The user asks Siri something",
        acts: [
          Act(5, "siri: begin", "the user summons Siri"), Act(9, "siri: end", "Siri has answered"),
        ])
    case .alarm:
      Row(
        summary: "An alarm fires and is dismissed",
        acts: [
          Act(5, "alarm: fire", "an alarm fires"),
          Act(9, "alarm: dismiss", "the user dismisses it"),
        ])
    case .prompt:
      Row(
        summary: "A navigation app speaks a prompt",
        other: "{ category: playback, mode: voicePrompt, "
          + "options: [duckOthers, interruptSpokenAudioAndMixWithOthers], state: background, "
          + "backgroundAudio: true }",
        acts: [
          Act(5, "OTHER: play", "the other app speaks"),
          Act(8, "OTHER: stop", "it finishes speaking"),
          Act(8, "OTHER: { deactivate: notifyOthers }", "it ends its prompt and notifies others"),
        ])
    case .silent:
      Row(
        summary: "The ring/silent switch is flipped",
        acts: [
          Act(5, "device: { silentMode: true }", "the user flips the switch to silent"),
          Act(9, "device: { silentMode: false }", "the user flips it back"),
        ])
    case .background:
      Row(
        summary: "The app goes to the background and returns",
        app: "    backgroundAudio: true   # the app declares the background mode audio\n",
        acts: [
          Act(5, "APP: background", "the user opens another app"),
          Act(15, nil, "time passes; the app is suspended unless it is kept running"),
          Act(20, "APP: foreground", "the user returns to the app"),
        ])
    case .remote:
      Row(
        summary: "The user pauses and resumes from Control Center",
        app: "    backgroundAudio: true   # the app declares the background mode audio\n",
        acts: [
          Act(2, "APP: background", "the user opens another app"),
          Act(5, "device: { remote: pause }", "the user taps pause in Control Center"),
          Act(9, "device: { remote: play }", "the user taps play there"),
        ])
    }
  }

  private func acts(of category: SessionCategory) -> [Act] {
    let start =
      category == .record
      ? Act(0, "APP: record", "the app starts to record")
      : Act(0, "APP: play", "the app starts to play")
    return [start] + row.acts
  }

  /// The names of the facts that the story expects of the app.
  private func factNames(of category: SessionCategory) -> [String] {
    if category == .record { return ["recording", "interrupted"] }
    return ["playing", "audible"] + (self == .prompt ? ["ducked"] : [])
  }

  /// The name of the other app.
  private static func other(than app: String) -> String {
    app == "navigation" ? "maps" : "navigation"
  }

  private func head(_ app: String, _ category: SessionCategory) -> String {
    let row = row
    let categories = Self.categories.map(\.name).joined(separator: " ")
    var text = """
      # Run it with: haptic session run FILE
      # Documentation/Scenarios.md lists all steps and expectations.
      scenario: \(row.summary)

      """
    if !row.device.isEmpty { text += "device: \(row.device)\n" }
    text += """
      apps:
        \(YAMLWord.text(app)):
          category: \(category.name)   # one of \(categories)
          behavior: guidelines   # \(Self.behavior(in: category))

      """
    text += row.app
    // Media apps handle these commands. An app without commands cannot be Now Playing.
    if category == .playback || self == .remote {
      text +=
        "    remoteCommands: [play, pause]   # the commands that it handles; needed to be Now Playing\n"
    }
    if !row.other.isEmpty { text += "  \(Self.other(than: app)): \(row.other)\n" }
    return text
  }

  /// The comment about the behavior of an app with the category.
  private static func behavior(in category: SessionCategory) -> String {
    category.row.hasInput
      ? "pauses and resumes playback automatically; only steps resume a recording"
      : "pauses and resumes automatically; with manual, only steps do that"
  }

  private func step(_ act: Act, _ app: String, isWritten: Bool) -> String {
    let comment = isWritten ? "   # \(act.comment)" : ""
    guard let step = act.step else { return "  - at: \(act.time)\(comment)\n" }
    let names = [("APP:", YAMLWord.text(app)), ("OTHER:", Self.other(than: app))]
    let named = names.first { step.hasPrefix($0.0) }
    let words = named.map { "\($0.1):" + step.dropFirst($0.0.count) } ?? step
    return "  - at: \(act.time)\n    \(words)\(comment)\n"
  }

  /// Runs the story and returns the facts with their values after each act.
  private func facts(
    app: String, category: SessionCategory
  ) throws(ScenarioErrors) -> [String] {
    let acts = acts(of: category)
    let text =
      head(app, category) + "steps:\n"
      + acts.map { step($0, app, isWritten: false) }.joined()
    guard let scenario = try ScenarioReader.read(text).first,
      let run = try? ScenarioRun(scenario)
    else { return [] }
    var seen = 0
    return scenario.steps.map { step in
      run.take(step)
      let view = run.view(of: 0)
      let values = factNames(of: category).compactMap { name in
        AppFacts.all.first { $0.name == name }.map { "\(name): \($0.find(view).text)" }
      }
      let events = view.received.lines.dropFirst(seen)
      seen += events.count
      return (values + ["events: [\(events.joined(separator: ", "))]"]).joined(separator: ", ")
    }
  }
}

extension FactValue {
  /// The value of a fact that is true or false, as written in a scenario.
  fileprivate var text: String { if case .truth(let isTrue) = self { "\(isTrue)" } else { "" } }
}
