internal import AudioSession
internal import PhoneRuntime

/// What apps do.
enum AppVerbs {
  /// The verbs, in the order of the page and of random steps.
  static let all = session + lifecycle + others

  /// How `action` is told.
  static func telling(of action: AppAction) -> Telling {
    let names = AppNames(all: [])
    for verb in all {
      if let telling = verb.tell(action, names) { return telling }
    }
    return Telling(step: "\(action)", narration: "\(action)")
  }

  private static let session: [Verb<AppAction>] = [
    Verb("activate", .activate, fuzz: .session, says: "activates its session"),
    Verb("deactivate", .deactivate([]), fuzz: .session, says: "deactivates its session"),
    Verb(
      "deactivate",
      .choice(
        "option of deactivate", [("notifyOthers", SetActiveOptions.notifyOthersOnDeactivation)],
        form: "notifyOthers"),
      is: { .deactivate($0) },
      from: { if case .deactivate(let options) = $0 { options } else { nil } },
      says: { _, _ in "deactivates its session and notifies the others" },
      fuzz: .session, examples: ["notifyOthers"]),
    Verb("play", .play(seconds: nil), fuzz: .session, weight: 2, says: "plays"),
    Verb("pause", .pause, fuzz: .session, says: "pauses"),
    Verb("stop", .stop, fuzz: .session, says: "stops"),
    // A sound without an end is written without a duration.
    Verb(
      "play", .seconds(from: 0.001).under("duration"), is: { .play(seconds: $0) },
      from: { if case .play(let seconds?) = $0 { seconds } else { nil } },
      says: { seconds, _ in "plays for \(seconds.shortest) s" },
      fuzz: .session, examples: ["{duration: 0.5}"]),
    Verb("record", .record, fuzz: .session, says: "records"),
    Verb("stopRecording", .stopRecording, fuzz: .session, says: "stops recording"),
  ]

  /// Back to the front more often than away from it, where less can happen.
  private static let lifecycle: [Verb<AppAction>] = [
    Verb(
      "foreground", .foreground, fuzz: .lifecycle, weight: 3, says: "comes to the foreground"),
    Verb("launch", .launch, fuzz: .lifecycle, weight: 2, says: "is launched"),
    Verb("background", .background, fuzz: .lifecycle, says: "goes to the background"),
    Verb("suspend", .suspend, fuzz: .lifecycle, says: "is suspended"),
    Verb("terminate", .terminate, fuzz: .lifecycle, says: "is terminated"),
    Verb(
      "backgroundTask", .truth, is: { .setBackgroundTask($0) },
      from: { if case .setBackgroundTask(let holds) = $0 { holds } else { nil } },
      says: { holds, _ in holds ? "begins a background task" : "ends its background task" },
      fuzz: .lifecycle, examples: ["true", "false"]),
  ]

  private static let others: [Verb<AppAction>] = [
    Verb(
      "overrideOutput",
      .choice(
        "override", [("speaker", PortOverride.speaker), ("none", .none)], form: "speaker"),
      is: { .overrideOutput($0) },
      from: { if case .overrideOutput(let port) = $0 { port } else { nil } },
      says: { port, _ in "overrides its output: \(port)" },
      fuzz: .other, examples: ["speaker", "none"]),
    Verb(
      "preferInput", .anyPort, is: { .preferInput($0) },
      from: { if case .preferInput(let port) = $0 { .some(port) } else { nil } },
      says: { port, _ in "prefers the input \(port?.name ?? "none")" },
      fuzz: .other, examples: ["headsetMic", "none"]),
    Verb(
      "setOutputMuted", .truth, is: { .setOutputMuted($0) },
      from: { if case .setOutputMuted(let isMuted) = $0 { isMuted } else { nil } },
      says: { isMuted, _ in isMuted ? "mutes its output" : "unmutes its output" },
      fuzz: .other, examples: ["true", "false"]),
    Verb(
      "setPlayer", .choice("kind of player", Vocabulary.players, form: "own"),
      is: { .setPlayer($0) },
      from: { if case .setPlayer(let kind) = $0 { kind } else { nil } },
      says: { kind, _ in
        switch kind {
        case .system: "plays with the system's player"
        case .own: "plays with a player of its own"
        case .engine: "plays with an audio engine"
        }
      },
      fuzz: .other, examples: ["system", "own", "engine"]),
    Verb(
      "playHaptic", .haptic, is: { .playHaptic($0) },
      from: { if case .playHaptic(let name) = $0 { name } else { nil } },
      says: { name, _ in "asks for the haptic \(name)" },
      fuzz: .other, examples: ["impact.light"]),
    Verb(
      "playSystemSound", .name,
      is: { .playSound($0 == vibrate ? .vibration : .uiFeedback, name: $0) },
      from: systemSound, says: { name, _ in "asks for the sound \(name)" },
      fuzz: .other, examples: [vibrate, "tock"]),
    Verb(
      "playAlertSound", .name, is: { .playSound(.alert, name: $0) },
      from: { if case .playSound(.alert, let name) = $0 { name } else { nil } },
      says: { name, _ in "asks for the sound \(name)" },
      fuzz: .other, examples: ["bell"]),
    Verb(
      "setPrefers", .preferences, is: { .setPrefers($0) },
      from: { if case .setPrefers(let preferences) = $0 { preferences } else { nil } },
      says: { preferences, _ in "sets \(words(for: preferences))" },
      fuzz: .other,
      examples: SessionPreference.allCases.flatMap {
        ["{\($0.name): true}", "{\($0.name): false}"]
      }
    ),
    Verb(
      "setMode", .choice("mode", Vocabulary.modes, form: "M"), is: { .setMode($0) },
      from: { if case .setMode(let mode) = $0 { mode } else { nil } },
      says: { mode, _ in "sets its mode: \(mode.name)" },
      fuzz: .other, examples: Vocabulary.modes.map(\.0)),
    Verb(
      "setCategory", .configuration, is: { .setCategory($0.wanted, setsMode: $0.setsMode) },
      from: categoryChange,
      says: { change, _ in "sets its category: \(words(for: change.wanted))" },
      fuzz: .other,
      examples: SessionCategory.allCases.flatMap { category in
        (["[]"] + CategoryOptions.named.map { "[\($0.name)]" })
          .map { "{category: \(category), options: \($0)}" }
      }),
  ]

  /// The system sound that is none.
  private static let vibrate = "vibrate"

  @Sendable private static func systemSound(_ action: AppAction) -> String? {
    guard case .playSound(let sound, let name) = action, sound != .alert else { return nil }
    return name
  }

  @Sendable private static func categoryChange(_ action: AppAction) -> CategoryChange? {
    guard case .setCategory(let wanted, let setsMode) = action else { return nil }
    return CategoryChange(wanted: wanted, setsMode: setsMode)
  }

  private static func words(for preferences: [SessionPreference: Bool]) -> String {
    preferences.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue): \($0.value)" }.joined(separator: ", ")
  }

  private static func words(for configuration: SessionConfiguration) -> String {
    var words = ["\(configuration.category)"]
    if configuration.mode != .default { words.append("mode \(configuration.mode.name)") }
    words += configuration.options.names
    return words.joined(separator: ", ")
  }
}
