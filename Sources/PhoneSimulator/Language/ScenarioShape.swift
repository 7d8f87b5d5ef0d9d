internal import AudioSession
internal import PhoneAudio
internal import PhoneRuntime
package import TextFormats

extension Scenario {
  /// The shape of one scenario, a document of a file, for schemas.
  ///
  /// It is derived from the rows and words with which scenarios are read.
  package static var shape: DocumentShape {
    let app = DocumentShape(ScenarioReader.appFields)
    return .map(
      [
        "scenario": .text(least: 1), "os": .text(), "policy": policy,
        "device": DocumentShape(ScenarioReader.deviceFields),
        "apps": .either([.map([:], others: .either([app, .nothing])), .nothing]),
        "steps": .list(step),
      ], required: ["scenario", "steps"])
  }

  private static var policy: DocumentShape {
    let keys = PolicyOption.all.map { option -> (String, DocumentShape) in
      switch option.values {
      case .answers(let answers): (option.key, .word(answers))
      case .number(let range, _): (option.key, .number(range))
      }
    }
    return .map(Dictionary(uniqueKeysWithValues: keys))
  }

  // MARK: Steps

  private static var failures: [String] {
    SessionErrorCode.allCases.flatMap { [$0.name, $0.fourCharacters, "\($0.rawValue)"] }
  }

  private static var step: DocumentShape {
    var keys: [String: DocumentShape] = [
      "at": .number(0...ScenarioReader.longest), "fails": .word(failures), "expect": expect,
    ]
    for actor in SystemActor.allCases { keys[actor.rawValue] = act(actor.verbs) }
    // All other keys are names of apps.
    return .map(keys, others: act(AppVerbs.all), least: 1, most: 3)
  }

  /// A verb, or a map of one verb to its argument.
  private static func act<Act>(_ verbs: [Verb<Act>]) -> DocumentShape {
    let plain = verbs.filter { $0.argument == nil }.map(\.name)
    let others = verbs.compactMap { verb in verb.shape.map { (verb.name, $0) } }
    let map = DocumentShape.map(
      Dictionary(others, uniquingKeysWith: { first, _ in first }), least: 1, most: 1)
    return plain.isEmpty ? map : others.isEmpty ? .word(plain) : .either([.word(plain), map])
  }

  private static var expect: DocumentShape {
    let since = DocumentShape.either([
      .number(0...ScenarioReader.longest), .word([EventStart.lastExpectWord]),
    ])
    return .map(
      ["device": facts(DeviceFacts.all)], others: facts(AppFacts.all, and: ["since": since]),
      least: 1)
  }

  private static func facts<Subject>(
    _ rows: [FactRow<Subject>], and others: [String: DocumentShape] = [:]
  ) -> DocumentShape {
    let shapes = Dictionary(
      uniqueKeysWithValues: rows.map { ($0.name, $0.kind.value(named: $0.name).shape) })
    return .map(shapes.merging(others) { own, _ in own }, least: 1)
  }
}
