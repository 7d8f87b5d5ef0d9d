internal import PhoneRuntime
internal import Realtime
internal import YAMLText

/// The steps from which a fuzz run chooses, for the apps of its scenario.
///
/// The steps are the examples of the language's verbs and are read by `ScenarioReader`, so that the printed steps of a
/// fuzz run can be copied into a scenario.
struct StepVocabulary {
  /// The steps, grouped by kind (`FuzzGroup`).
  private(set) var groups: [[ScenarioStep]] = []
  private let apps: [String]

  init(apps: [String]) {
    self.apps = apps
    for app in apps {
      for group: FuzzGroup in [.session, .lifecycle, .other] {
        add(Self.steps(of: YAMLWord.text(app), AppVerbs.all, apps) { $0 == group })
      }
    }
    for actor in SystemActor.allCases {
      add(steps(of: actor) { $0 == .actor || $0 == .ending })
      for _ in 0..<2 { add(steps(of: actor) { $0 == .ending }) }
    }
    let special = SystemActor.allCases.map { actor in steps(of: actor) { $0 == .special } }
    add((special.flatMap(\.forEach), special.flatMap(\.forAll)))
    for actor in SystemActor.allCases {
      add(steps(of: actor) { $0 == .device })
      for verb in actor.verbs where verb.fuzz == .alone {
        add(Self.steps(of: actor.rawValue, [verb], apps) { _ in true })
      }
    }
  }

  /// Returns a random step.
  func randomStep(_ random: inout SplitMix64) -> ScenarioStep? {
    groups.randomElement(using: &random)?.randomElement(using: &random)
  }

  private typealias Text = (actor: String, verb: String)
  /// Steps as written in scenarios: the steps that exist once for each app, and all other steps.
  private typealias Steps = (forEach: [Text], forAll: [Text])

  private func steps(of actor: SystemActor, _ isWanted: (FuzzGroup) -> Bool) -> Steps {
    Self.steps(of: actor.rawValue, actor.verbs, apps, isWanted)
  }

  private static func steps<Act>(
    of actor: String, _ verbs: [Verb<Act>], _ apps: [String], _ isWanted: (FuzzGroup) -> Bool
  ) -> Steps {
    var all: Steps = ([], [])
    for verb in verbs {
      guard let group = verb.fuzz, isWanted(group) else { continue }
      let steps = verb.steps(apps: apps.map(YAMLWord.text))
      all.forEach += steps.forEach.map { (actor, $0) }
      all.forAll += steps.forAll.map { (actor, $0) }
    }
    return all
  }

  private mutating func add(_ texts: Steps) {
    let steps = (texts.forEach + texts.forAll).compactMap(step)
    if !steps.isEmpty { groups.append(steps) }
  }

  private func step(_ text: Text) -> ScenarioStep? {
    let words = "\(text.actor): \(text.verb)"
    let document = YAMLDocuments(Array(words.utf8))
    guard let root = document.roots.first else { return nil }
    var reader = ScenarioReader()
    var step = reader.step(root, apps: apps)
    step?.words = words
    // A step with an argument is printed in the form that can be copied.
    if text.verb.hasPrefix("{") { step?.narration = text.verb }
    return step
  }
}
