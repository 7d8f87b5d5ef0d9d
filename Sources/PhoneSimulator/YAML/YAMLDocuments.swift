internal import Yams

/// Reads YAML into trees of bounded size; a stream that goes wrong gives what came before.
///
/// Source: YAML 1.1 as libyaml reads it. It refuses nesting beyond 1 000.
///
/// Aliases are resolved here and not by the parser, which puts what they stand for in their place: a
/// few lines of them stand for more values than there is time to look at. The parser sees another
/// character instead of their asterisk, which makes plain words of them.
struct YAMLDocuments {
  /// How deep values may be nested.
  ///
  /// Our choice: a scenario needs six.
  static let deepest = 32

  /// How many values a file may have, aliases counted as often as they are used.
  ///
  /// Our choice: some ten for each of 200 000 steps.
  static let mostValues = 4_000_000

  private(set) var roots: [YAMLNode] = []
  private(set) var problems: [ScenarioProblem] = []
  private var values = 0
  private var anchors: [String: Anchored] = [:]
  private let mark: Character

  /// What an anchor names.
  private struct Anchored {
    let node: YAMLNode
    let values: Int
    let depth: Int
  }

  /// The documents in `text`.
  init(_ text: String) {
    guard let mark = Self.unused(in: text) else {
      self.mark = "*"
      let problem =
        "the file has every character of the private use area, and no one has a use for that"
      problems = [ScenarioProblem(Place(line: 1, column: 1), .encoding, problem)]
      return
    }
    self.mark = mark
    // Source: YAML 1.2, 5.2. The parser is told the encoding and so does not look for a mark of it.
    let text = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
    do {
      let parser = try Parser(yaml: String(text.map { $0 == "*" ? mark : $0 }))
      while let root = try parser.nextRoot() {
        anchors = [:]
        guard let tree = convert(root, depth: 0) else { return }
        roots.append(tree.node)
      }
    } catch {
      problems += Self.problems(error, in: text)
    }
  }

  /// A character for private use that the text does not have.
  private static func unused(in text: String) -> Character? {
    let used = Set(text.unicodeScalars.lazy.filter { (0xe000...0xf8ff).contains($0.value) })
    return (0xe000...0xf8ff).lazy.compactMap(Unicode.Scalar.init).first { !used.contains($0) }
      .map { Character($0) }
  }

  private mutating func convert(_ node: Node, depth: Int) -> Anchored? {
    let place =
      node.mark.map { Place(line: $0.line, column: $0.column) } ?? Place(line: 1, column: 1)
    guard count(1, at: place), fits(depth, at: place) else { return nil }
    let before = values
    let found: (node: YAMLNode, depth: Int)?
    switch node {
    case .scalar(let scalar):
      if scalar.style == .plain, scalar.string.first == mark {
        return resolved(String(scalar.string.dropFirst()), at: place, depth: depth)
      }
      found = (word(scalar, at: place), 0)
    case .sequence(let sequence): found = convert(sequence, at: place, depth: depth)
    case .mapping(let mapping): found = convert(mapping, at: place, depth: depth)
    case .alias: found = nil
    }
    guard let found else { return nil }
    let anchored = Anchored(node: found.node, values: values - before + 1, depth: found.depth)
    if let anchor = node.anchor { anchors[anchor.rawValue] = anchored }
    return anchored
  }

  /// Counts values; false, and a problem, if there are too many.
  private mutating func count(_ more: Int, at place: Place) -> Bool {
    values += more
    if values <= Self.mostValues { return true }
    problems.append(
      ScenarioProblem(
        place, .tooMuch,
        "there are more than \(Self.mostValues) values, those that aliases stand for counted"))
    return false
  }

  private mutating func fits(_ depth: Int, at place: Place) -> Bool {
    if depth <= Self.deepest { return true }
    problems.append(
      ScenarioProblem(place, .tooDeep, "values are nested more than \(Self.deepest) deep"))
    return false
  }

  /// What the alias of that name stands for.
  private mutating func resolved(_ name: String, at place: Place, depth: Int) -> Anchored? {
    guard let anchored = anchors[name] else {
      problems.append(
        ScenarioProblem(place, .syntax, "there is no anchor '&\(name.prefix(64))' before this"))
      return nil
    }
    guard count(anchored.values - 1, at: place), fits(depth + anchored.depth, at: place) else {
      return nil
    }
    return anchored
  }

  private func word(_ scalar: Node.Scalar, at place: Place) -> YAMLNode {
    let text = scalar.string
    let restored = text.contains(mark) ? String(text.map { $0 == mark ? "*" : $0 }) : text
    return YAMLNode(place: place, content: .scalar(restored, isQuoted: scalar.style.isQuoted))
  }

  private mutating func convert(
    _ sequence: Node.Sequence, at place: Place, depth: Int
  ) -> (node: YAMLNode, depth: Int)? {
    var items: [YAMLNode] = []
    items.reserveCapacity(sequence.count)
    var deepest = 0
    for item in sequence {
      guard let item = convert(item, depth: depth + 1) else { return nil }
      deepest = max(deepest, item.depth + 1)
      items.append(item.node)
    }
    return (YAMLNode(place: place, content: .sequence(items)), deepest)
  }

  private mutating func convert(
    _ mapping: Node.Mapping, at place: Place, depth: Int
  ) -> (node: YAMLNode, depth: Int)? {
    var entries: [YAMLNode.Entry] = []
    var deepest = 0
    for (key, value) in mapping {
      guard let key = convert(key, depth: depth + 1), let value = convert(value, depth: depth + 1)
      else { return nil }
      deepest = max(deepest, key.depth + 1, value.depth + 1)
      guard case .scalar(let word, _) = key.node.content else {
        problems.append(
          ScenarioProblem(key.node.place, .wrongType, "a key is a word, not \(key.node.kind)"))
        continue
      }
      entries.append(YAMLNode.Entry(key: word, place: key.node.place, value: value.node))
    }
    return (YAMLNode(place: place, content: .mapping(entries)), deepest)
  }

  /// What the parser says, in our words.
  private static func problems(_ error: any Error, in text: Substring) -> [ScenarioProblem] {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let place = Place(line: mark.line, column: mark.column)
      // It is the only limit that the parser has, and its words name a function of its own.
      if problem.contains("nesting level") {
        return [ScenarioProblem(place, .tooDeep, "values are nested more than 1000 deep")]
      }
      return [ScenarioProblem(place, .syntax, problem)]
    case .duplicatedKeysInMapping(let keys, let context):
      let map = Place(line: context.mark.line, column: context.mark.column)
      let repeated = RepeatedKey(in: text, mapAt: map)
      return Set(keys).sorted().map { key in
        ScenarioProblem(
          repeated.place(of: key), .duplicateKey, "'\(key.prefix(64))' is there twice in one map")
      }
    case .reader(let problem, let offset, _, let text):
      return [ScenarioProblem(Self.place(of: offset ?? 0, in: text), .syntax, problem)]
    case .memory:
      return [ScenarioProblem(Place(line: 1, column: 1), .tooMuch, "there is not enough memory")]
    case .no, .writer, .emitter, .representer, .dataCouldNotBeDecoded, nil:
      return [ScenarioProblem(Place(line: 1, column: 1), .syntax, "\(error)")]
    }
  }

  /// The place of a character; the end of a line is one, whatever it is written as.
  private static func place(of offset: Int, in text: String) -> Place {
    let before = text.prefix(offset)
    let line = before.count(where: \.isNewline) + 1
    let start = before.lastIndex(where: \.isNewline).map(before.index(after:))
    let column = before[(start ?? before.startIndex)...].unicodeScalars.count + 1
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
