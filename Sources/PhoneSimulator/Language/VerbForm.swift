internal import AudioSession

/// A verb of the language of scenarios, for forms in which steps are composed.
package struct VerbForm: Hashable, Sendable {
  /// The actor, such as `phone`; nil for every app.
  package let actor: String?
  /// The verb.
  package let name: String
  /// The form of the argument, such as `{duration: SECONDS}`; nil for a verb without an argument.
  package let argument: String?
  /// Examples of the argument, in which `APP` stands for the name of an app.
  package let examples: [String]
  /// What happens, as a phrase that follows the actor's name, or a note; can be empty.
  package let summary: String

  /// All verbs, in the order of the language's page.
  package static let all: [VerbForm] =
    AppVerbs.all.map { VerbForm($0, of: nil) }
    + SystemActor.allCases.flatMap { actor in
      actor.verbs.map { VerbForm($0, of: actor.rawValue) }
    }

  private init<Act>(_ verb: Verb<Act>, of actor: String?) {
    (self.actor, name, argument) = (actor, verb.name, verb.argument)
    examples = verb.examples
    let narration = verb.plain.flatMap { verb.wording($0, AppNames(all: [])) }?.narration
    summary = narration ?? verb.note ?? ""
  }
}
