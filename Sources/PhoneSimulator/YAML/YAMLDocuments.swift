internal import Yams

/// Reads YAML into trees of bounded size; a stream that goes wrong gives what came before.
///
/// Source: YAML 1.1 as libyaml reads it. It refuses nesting beyond 1 000; aliases are followed here,
/// within a budget, because a few lines of them can stand for more values than there is memory.
struct YAMLDocuments {
  /// How deep values may be nested. Our choice: a scenario needs six.
  static let deepest = 32

  /// How many values a file may have, aliases counted as often as they are used.
  ///
  /// Our choice: some ten for each of 200 000 steps.
  static let mostValues = 4_000_000

  private(set) var roots: [YAMLNode] = []
  private(set) var problems: [ScenarioProblem] = []
  private var values = 0

  /// The documents in `text`.
  init(_ text: String) {
    do {
      let parser = try Parser(yaml: text)
      while let root = try parser.nextRoot() {
        guard let node = convert(root, depth: 0) else { return }
        roots.append(node)
      }
    } catch {
      problems.append(Self.problem(error))
    }
  }

  private mutating func convert(_ node: Node, depth: Int) -> YAMLNode? {
    let place = node.mark.map { Place(line: $0.line, column: $0.column) } ?? Place(line: 1, column: 1)
    values += 1
    if values > Self.mostValues {
      problems.append(
        ScenarioProblem(
          place, .tooMuch, "aliases stand for more than \(Self.mostValues) values from here on"))
      return nil
    }
    if depth > Self.deepest {
      problems.append(
        ScenarioProblem(place, .tooDeep, "values are nested more than \(Self.deepest) deep"))
      return nil
    }
    switch node {
    case .scalar(let scalar):
      return YAMLNode(
        place: place, content: .scalar(scalar.string, isQuoted: scalar.style.isQuoted))
    case .sequence(let sequence):
      var items: [YAMLNode] = []
      for item in sequence {
        guard let item = convert(item, depth: depth + 1) else { return nil }
        items.append(item)
      }
      return YAMLNode(place: place, content: .sequence(items))
    case .mapping(let mapping): return convert(mapping, at: place, depth: depth)
    case .alias:
      // The parser puts what an alias stands for in its place.
      problems.append(ScenarioProblem(place, .syntax, "an alias without an anchor"))
      return nil
    }
  }

  private mutating func convert(
    _ mapping: Node.Mapping, at place: Place, depth: Int
  ) -> YAMLNode? {
    var entries: [YAMLNode.Entry] = []
    for (key, value) in mapping {
      guard let key = convert(key, depth: depth + 1), let value = convert(value, depth: depth + 1)
      else { return nil }
      guard case .scalar(let word, _) = key.content else {
        problems.append(
          ScenarioProblem(key.place, .wrongType, "a key is a word, not \(key.kind)"))
        continue
      }
      entries.append(YAMLNode.Entry(key: word, place: key.place, value: value))
    }
    return YAMLNode(place: place, content: .mapping(entries))
  }

  /// What the parser says, in our words.
  private static func problem(_ error: any Error) -> ScenarioProblem {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return ScenarioProblem(Place(line: mark.line, column: mark.column), .syntax, problem)
    case .duplicatedKeysInMapping(let keys, let context):
      return ScenarioProblem(
        Place(line: context.mark.line, column: context.mark.column), .duplicateKey,
        "\(keys.joined(separator: ", ")) is there twice in one map")
    case .reader(let problem, let offset, _, let text):
      return ScenarioProblem(Self.place(of: offset ?? 0, in: text), .syntax, problem)
    case .memory:
      return ScenarioProblem(Place(line: 1, column: 1), .tooMuch, "there is not enough memory")
    case .no, .writer, .emitter, .representer, .dataCouldNotBeDecoded, nil:
      return ScenarioProblem(Place(line: 1, column: 1), .syntax, "\(error)")
    }
  }

  private static func place(of offset: Int, in text: String) -> Place {
    let before = text.prefix(offset)
    let line = before.count { $0 == "\n" } + 1
    let column = before.reversed().prefix { $0 != "\n" }.count + 1
    return Place(line: line, column: column)
  }
}

extension Node.Scalar.Style {
  /// Whether it was written in quotes or as a block.
  fileprivate var isQuoted: Bool {
    switch self {
    case .any, .plain: false
    case .singleQuoted, .doubleQuoted, .literal, .folded: true
    }
  }
}
