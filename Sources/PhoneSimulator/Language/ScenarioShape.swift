internal import AudioSession
internal import PhoneAudio
internal import PhoneRuntime

/// What a scenario's file may hold where, for schemas: folded from the rows and words that the reader
/// reads it by.
package indirect enum ScenarioShape: Hashable, Sendable {
  /// Anything; the reader is stricter.
  case any
  /// True or false.
  case truth
  /// A number.
  case number(ClosedRange<Double>)
  /// A word, or a number where a word is meant.
  case text
  /// One of some words.
  case word([String])
  /// A whole number.
  case whole(ClosedRange<Int>)
  /// A list, of so many items at least.
  case list(ScenarioShape, least: Int = 0)
  /// A map of these keys; of all others with `others`, or of no others for nil; of so many entries.
  case map(
    [String: ScenarioShape], others: ScenarioShape? = nil, required: [String] = [], least: Int = 0,
    most: Int? = nil)
  /// One of several.
  case either([ScenarioShape])
  /// Nothing at all.
  case nothing

  /// One scenario, a document of a file.
  package static var scenario: ScenarioShape {
    .map(
      [
        "scenario": .text, "os": .text, "policy": policy, "device": device,
        "apps": .either([.map([:], others: .either([app, .nothing])), .nothing]),
        "steps": .list(step),
      ], required: ["scenario", "steps"])
  }

  private static var policy: ScenarioShape {
    let keys = PolicyOption.all.map { option -> (String, ScenarioShape) in
      switch option.values {
      case .answers(let answers): (option.key, .word(answers))
      case .number(let range, _): (option.key, .number(range))
      }
    }
    return .map(Dictionary(uniqueKeysWithValues: keys))
  }

  /// A map of truth values, of so many at least.
  static func truths(_ keys: [String], least: Int = 0) -> ScenarioShape {
    .map(Dictionary(uniqueKeysWithValues: keys.map { ($0, .truth) }), least: least)
  }

  /// Volumes, so many at least.
  static func volumes(least: Int) -> ScenarioShape {
    let volumes = Vocabulary.volumes.map { ($0.0, ScenarioShape.number(0...1)) }
    return .map(Dictionary(uniqueKeysWithValues: volumes), least: least)
  }

  /// Preferences, so many at least.
  static func preferences(least: Int) -> ScenarioShape {
    let preferences = Vocabulary.preferences.map {
      ($0.0, ScenarioShape.either([.truth, .word(["default"])]))
    }
    return .map(Dictionary(uniqueKeysWithValues: preferences), least: least)
  }

  /// The four keys of a configuration.
  static var configuration: [String: ScenarioShape] {
    [
      "category": .word(Vocabulary.categories.map(\.0)), "mode": .word(Vocabulary.modes.map(\.0)),
      "options": .list(.word(Vocabulary.options.map(\.0))),
      "policy": .word(Vocabulary.sharingPolicies.map(\.0)),
    ]
  }

  /// How apps are notified of the end of an interruption.
  static var ends: ScenarioShape { .word(InterruptionEnd.allCases.map { "\($0)" }) }

  /// What notifications of an app may do.
  static var notifications: ScenarioShape {
    .either([
      .word(Vocabulary.notificationPermissions),
      .map([
        "permission": .word(Vocabulary.notificationPermissions), "sound": .truth,
        "style": .word(Vocabulary.notificationStyles), "lockScreen": .truth,
      ]),
    ])
  }

  /// A control on the screen of an app.
  static var control: ScenarioShape {
    let modes = DatePickerControl.Mode.allCases.map(\.rawValue)
    let countdown = DatePickerControl.Mode.countdown.rawValue
    // Source: UIKit's page of UIDatePicker.minuteInterval: what divides 60, up to 30.
    let interval = ScenarioShape.either(
      (1...30).filter { 60.isMultiple(of: $0) }.map { .whole($0...$0) })
    let minutes = ScenarioShape.whole(0...DatePickerControl.longestCountdownMinutes)
    return .either([
      .word(["switch", "slider"]),
      .map(["switch": .truth, "turnsOff": .list(.text)], required: ["switch"]),
      .map(["slider": .number(0...1)], required: ["slider"]),
      .map(
        ["picker": .list(.whole(1...PickerControl.maximumRows), least: 1)], required: ["picker"]),
      .map(
        ["datePicker": .word(modes), "minuteInterval": interval], required: ["datePicker"]),
      .map(
        ["datePicker": .word([countdown]), "minuteInterval": interval, "minutes": minutes],
        required: ["datePicker"]),
    ])
  }

  /// The keys of the phone's setup, in alphabetical order.
  static let deviceKeys = device.keys

  /// The keys of an app's setup, in alphabetical order.
  static let appKeys = app.keys

  /// The keys of a map, in alphabetical order.
  private var keys: [String] {
    guard case .map(let shapes, _, _, _, _) = self else { return [] }
    return shapes.keys.sorted()
  }

  private static var device: ScenarioShape {
    .map([
      "model": .word(Vocabulary.models.map(\.0)), "silentMode": .truth, "locked": .truth,
      "volume": volumes(least: 0),
      "ports": .list(Argument<ConnectedDevice>.connection.shape),
      "hasMicrophone": .truth, "microphoneMuted": .truth, "supportsHaptics": .truth,
      "hapticsEnabled": .truth, "settings": truths(UserSettings.named.map(\.name)),
      "accessibility": truths(AccessibilitySettings.named.map(\.name)),
      "callStyle": .word(CallStyle.allCases.map(\.rawValue)),
    ])
  }

  private static var app: ScenarioShape {
    let others: [String: ScenarioShape] = [
      "state": .word(Vocabulary.lifecycles.map(\.0)), "backgroundAudio": .truth,
      "remoteCommands": .list(.word(Vocabulary.commands.map(\.0))),
      "player": .word(Vocabulary.players.map(\.0)),
      "hapticEngine": .word(Vocabulary.hapticEngines.map(\.0)),
      "recordPermission": .word(Vocabulary.permissions.map(\.0)),
      "prefers": preferences(least: 0),
      "captures": .list(.word(Vocabulary.captures.map(\.0))),
      "inputView": .word(Vocabulary.inputViews.map(\.0)), "notifications": notifications,
      "presentInFront": .list(.word(Vocabulary.presentations.map(\.0))),
      "backgroundTask": .truth, "behavior": .word(AppBehavior.allCases.map(\.rawValue)),
      "sound": .text, "layerVolume": .number(0...1), "controls": .map([:], others: control),
      "decorativeHaptics": .list(.text),
    ]
    return .map(others.merging(configuration) { own, _ in own })
  }

  // MARK: Steps

  private static var failures: [String] {
    SessionErrorCode.allCases.flatMap { [$0.name, $0.fourCharacters, "\($0.rawValue)"] }
  }

  private static var step: ScenarioShape {
    var keys: [String: ScenarioShape] = [
      "at": .number(0...ScenarioReader.longest), "fails": .word(failures), "expect": expect,
    ]
    for actor in SystemActor.allCases { keys[actor.rawValue] = act(actor.verbs) }
    // Everything else is what an app is called.
    return .map(keys, others: act(AppVerbs.all), least: 1, most: 3)
  }

  /// A verb, or a map of one verb to its argument.
  private static func act<Act>(_ verbs: [Verb<Act>]) -> ScenarioShape {
    let plain = verbs.filter { $0.argument == nil }.map(\.name)
    let others = verbs.compactMap { verb in verb.shape.map { (verb.name, $0) } }
    let map = ScenarioShape.map(
      Dictionary(others, uniquingKeysWith: { first, _ in first }), least: 1, most: 1)
    return plain.isEmpty ? map : others.isEmpty ? .word(plain) : .either([.word(plain), map])
  }

  private static var expect: ScenarioShape {
    let since = ScenarioShape.either([
      .number(0...ScenarioReader.longest), .word([EventStart.lastExpectWord]),
    ])
    return .map(
      ["device": facts(DeviceFacts.all)], others: facts(AppFacts.all, and: ["since": since]),
      least: 1)
  }

  private static func facts<Subject>(
    _ rows: [FactRow<Subject>], and others: [String: ScenarioShape] = [:]
  ) -> ScenarioShape {
    let shapes = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, shape(of: $0.kind)) })
    return .map(shapes.merging(others) { own, _ in own }, least: 1)
  }

  private static func shape(of kind: FactKind) -> ScenarioShape {
    switch kind {
    case .truth: .truth
    case .number(let range, _): .number(range)
    case .name, .app: .text
    case .word(_, let words): .word(words)
    case .options: .list(.word(Vocabulary.options.map(\.0)))
    case .words(_, let words): .list(.word(words))
    case .numbers(let keys):
      .map(Dictionary(uniqueKeysWithValues: keys.map { ($0, .number(0...1)) }), least: 1)
    case .truths(let keys): truths(keys, least: 1)
    case .appsAnd, .texts: .list(.text)
    case .verdict: verdict
    case .events, .excerpt, .waiting: .list(.text)
    }
  }

  /// What became of something that was asked for.
  private static var verdict: ScenarioShape {
    let reasons = SuppressionReason.allCases
    let words = [.played, nil] + reasons.map { PlayVerdict.suppressed($0) }
    return .either([
      .word(words.map(Vocabulary.word)),
      .map(["suppressed": .word(reasons.map(\.rawValue))], least: 1),
    ])
  }
}
