internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime
internal import TextFormats

/// What apps do.
extension ScenarioReader {
  /// The verbs that need no argument.
  private static let plainActions: [(String, AppAction)] = [
    ("activate", .activate), ("deactivate", .deactivate([])), ("play", .play(seconds: nil)),
    ("pause", .pause), ("stop", .stop), ("record", .record), ("stopRecording", .stopRecording),
    ("foreground", .foreground), ("background", .background), ("suspend", .suspend),
    ("terminate", .terminate), ("launch", .launch),
  ]

  mutating func action(_ node: YAMLNode) -> AppAction? {
    let arguing = [
      "deactivate", "setCategory", "setMode", "play", "overrideOutput", "preferInput", "setPrefers",
      "setOutputMuted", "playHaptic", "playSystemSound", "playAlertSound",
    ]
    let names = Self.plainActions.map(\.0)
    if case .scalar(let word, _) = node.content, names.contains(word) {
      return Self.plainActions.first { $0.0 == word }?.1
    }
    let plain = names.filter { !arguing.contains($0) }
    guard let (verb, argument) = verb(node, of: "an app", among: plain, with: arguing), let argument
    else { return nil }
    return action(verb, argument)
  }

  private mutating func action(_ verb: String, _ argument: YAMLNode) -> AppAction? {
    switch verb {
    case "deactivate":
      return choice(
        argument, "option of deactivate",
        [("notifyOthers", .deactivate(.notifyOthersOnDeactivation))])
    case "setCategory": return setCategory(argument)
    case "setMode": return choice(argument, "mode", Vocabulary.modes).map { .setMode($0) }
    case "play":
      guard let entry = entries(argument, verb, keys: ["duration"])?.first else { return nil }
      // A sound without an end is written without a duration.
      return number(entry.value, "duration", in: 0.001...Self.longest).map { .play(seconds: $0) }
    case "overrideOutput":
      return choice(argument, "override", [("speaker", .speaker), ("none", .none)])
        .map { (port: PortOverride) in .overrideOutput(port) }
    case "preferInput":
      if argument.isNull { return .preferInput(nil) }
      let ports = Vocabulary.ports.map { ($0.0, Optional($0.1)) } + [("none", nil)]
      return choice(argument, "port", ports).map { .preferInput($0) }
    case "setPrefers":
      let wishes = preferences(argument)
      return wishes.isEmpty ? nil : .setPrefers(wishes)
    case "setOutputMuted": return truth(argument, verb).map { .setOutputMuted($0) }
    case "playHaptic": return word(argument, verb).map { haptic($0, argument.place) }
    case "playSystemSound":
      return word(argument, verb)
        .map { .playSound($0 == "vibrate" ? .vibration : .uiFeedback, name: $0) }
    default: return word(argument, verb).map { .playSound(.alert, name: $0) }
    }
  }

  /// A preset or a pattern's file, which nothing is read from: whether it is played is asked here.
  private mutating func haptic(_ name: String, _ place: SourceLocation) -> AppAction {
    if !name.hasSuffix(".ahap"), HapticPreset(named: name) == nil {
      reportUnknown(
        name, place, .unknownWord, "preset or pattern's file (.ahap)",
        among: HapticPreset.allCases.map(\.name))
    }
    return .playHaptic(name)
  }

  private mutating func setCategory(_ node: YAMLNode) -> AppAction? {
    if case .scalar = node.content {
      return choice(node, "category", Vocabulary.categories)
        .map { .setCategory(SessionConfiguration($0), setsMode: false) }
    }
    let keys = ["category", "mode", "options", "policy"]
    guard let entries = entries(node, "setCategory", keys: keys) else { return nil }
    var configuration = SessionConfiguration.processDefault
    for entry in entries { configure(&configuration, entry) }
    guard entries.contains(where: { $0.key == "category" }) else {
      report(node.place, .missing, "setCategory needs a category")
      return nil
    }
    return .setCategory(configuration, setsMode: entries.contains { $0.key == "mode" })
  }
}
