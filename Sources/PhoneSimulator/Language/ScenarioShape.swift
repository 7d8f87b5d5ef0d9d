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
  /// A list.
  case list(ScenarioShape)
  /// A map of these keys; of all others with `others`, or of no others for nil.
  case map([String: ScenarioShape], others: ScenarioShape? = nil, required: [String] = [])
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

  private static func truths(_ keys: [String]) -> ScenarioShape {
    .map(Dictionary(uniqueKeysWithValues: keys.map { ($0, .truth) }))
  }

  /// The keys of the phone's setup, in alphabetical order.
  static let deviceKeys = device.keys

  /// The keys of an app's setup, in alphabetical order.
  static let appKeys = app.keys

  /// The keys of a map, in alphabetical order.
  private var keys: [String] {
    guard case .map(let shapes, _, _) = self else { return [] }
    return shapes.keys.sorted()
  }

  private static var device: ScenarioShape {
    let volumes = Vocabulary.volumes.map { ($0.0, ScenarioShape.number(0...1)) }
    return .map([
      "model": .word(Vocabulary.models.map(\.0)), "silentMode": .truth, "locked": .truth,
      "volume": .map(Dictionary(uniqueKeysWithValues: volumes)), "ports": .list(.any),
      "hasMicrophone": .truth, "microphoneMuted": .truth, "supportsHaptics": .truth,
      "hapticsEnabled": .truth, "settings": truths(UserSettings.named.map(\.name)),
      "accessibility": truths(AccessibilitySettings.named.map(\.name)),
      "callStyle": .word(CallStyle.allCases.map(\.rawValue)),
    ])
  }

  private static var app: ScenarioShape {
    let preferences = Vocabulary.preferences.map {
      ($0.0, ScenarioShape.either([.truth, .word(["default"])]))
    }
    return .map([
      "category": .word(Vocabulary.categories.map(\.0)), "mode": .word(Vocabulary.modes.map(\.0)),
      "options": .list(.word(Vocabulary.options.map(\.0))),
      "policy": .word(Vocabulary.sharingPolicies.map(\.0)),
      "state": .word(Vocabulary.lifecycles.map(\.0)), "backgroundAudio": .truth,
      "remoteCommands": .list(.word(Vocabulary.commands.map(\.0))),
      "player": .word(Vocabulary.players.map(\.0)),
      "hapticEngine": .word(Vocabulary.hapticEngines.map(\.0)),
      "recordPermission": .word(Vocabulary.permissions.map(\.0)),
      "prefers": .map(Dictionary(uniqueKeysWithValues: preferences)),
      "captures": .list(.word(Vocabulary.captures.map(\.0))),
      "inputView": .either([.truth, .word(["silent"])]),
      "notifications": .either([
        .word(Vocabulary.notificationPermissions),
        .map([
          "permission": .word(Vocabulary.notificationPermissions), "sound": .truth,
          "style": .word(NotificationSettings.Style.allCases.map(\.rawValue)),
          "lockScreen": .truth,
        ]),
      ]),
      "presentInFront": .list(.word(Vocabulary.presentations.map(\.0))),
      "backgroundTask": .truth, "behavior": .word(AppBehavior.allCases.map(\.rawValue)),
      "sound": .text, "layerVolume": .number(0...1), "controls": .map([:], others: .any),
      "decorativeHaptics": .list(.text),
    ])
  }

  // MARK: Steps

  private static var step: ScenarioShape {
    var keys: [String: ScenarioShape] = [
      "at": .number(0...ScenarioReader.longest), "fails": .text, "expect": expect,
    ]
    for actor in SystemActor.allCases { keys[actor.rawValue] = act(actor.verbs) }
    // Everything else is what an app is called.
    return .map(keys, others: act(AppVerbs.all))
  }

  /// A verb, or a map of one verb to its argument.
  private static func act<Act>(_ verbs: [Verb<Act>]) -> ScenarioShape {
    let plain = verbs.filter { $0.argument == nil }.map(\.name)
    let others = verbs.filter { $0.argument != nil }.map { ($0.name, ScenarioShape.any) }
    let map = ScenarioShape.map(Dictionary(others, uniquingKeysWith: { $1 }))
    return plain.isEmpty ? map : others.isEmpty ? .word(plain) : .either([.word(plain), map])
  }

  private static var expect: ScenarioShape {
    .map(["device": facts(DeviceFacts.all)], others: facts(AppFacts.all))
  }

  private static func facts<Subject>(_ rows: [FactRow<Subject>]) -> ScenarioShape {
    .map(Dictionary(uniqueKeysWithValues: rows.map { ($0.name, shape(of: $0.kind)) }))
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
      .map(Dictionary(uniqueKeysWithValues: keys.map { ($0, .number(0...1)) }))
    case .truths(let keys): truths(keys)
    case .appsAnd, .texts: .list(.text)
    case .verdict: .any
    case .events, .excerpt, .waiting: .list(.text)
    }
  }
}
