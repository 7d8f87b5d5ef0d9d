internal import TextFormats

/// The problems of a changed text in the words of a form, whose user does not see the text.
extension ScenarioText {
  /// The problems, each on one line, with the names of their apps and properties or the numbers of their steps.
  var problemWords: String {
    let roots = Self.roots(of: bytes)
    return problems.map { Self.words(of: $0, in: roots) }.joined(separator: "\n")
  }

  private static func words(of problem: ScenarioProblem, in roots: [YAMLNode]) -> String {
    let root = roots.last { $0.place <= problem.location }
    let section = root?.entries.last(before: problem.location)
    switch (section?.key, section?.value.content) {
    case ("apps", .mapping(let apps)?):
      guard let app = apps.last(before: problem.location) else { break }
      let property = app.value.entries.last(before: problem.location)
      let place = property.map { "\($0.key.printable) of " } ?? ""
      return "\(place)\(app.key.printable): \(problem.message)"
    case ("steps", .sequence(let steps)?):
      guard let step = steps.lastIndex(where: { $0.place <= problem.location }) else { break }
      return "step \(step + 1): \(problem.message)"
    default: break
    }
    return problem.description
  }
}

extension [YAMLNode.Entry] {
  /// Returns the last entry that begins at `place` or before it.
  fileprivate func last(before place: SourceLocation) -> YAMLNode.Entry? {
    last { $0.place <= place }
  }
}
