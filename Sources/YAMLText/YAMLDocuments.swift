package import TextFormats

/// Reads YAML into trees of bounded size.
///
/// If the stream is faulty, the documents before the fault remain available.
///
/// Source: YAML 1.1, as read by libyaml.
///
/// - Thread: any.        Realtime-safe: no.
package struct YAMLDocuments {
  /// The maximum nesting depth of values.
  ///
  /// Our choice: a scenario needs six.
  package static let maximumDepth = 32

  /// The maximum number of values in a file.
  ///
  /// Aliases count each time they are used.
  ///
  /// Our choice: about ten for each of 200 000 steps.
  package static let maximumValues = 4_000_000

  /// The trees, one for each document.
  package private(set) var roots: [YAMLNode] = []
  /// The problems, in the order in which they were found.
  package private(set) var problems: [YAMLProblem] = []
  private var values = 0
  private var anchors: [String: Anchored] = [:]

  /// The value that an anchor names.
  private struct Anchored {
    let node: YAMLNode
    let values: Int
    let depth: Int
  }

  /// Reads the documents in `bytes`, which are UTF-8 with or without a byte order mark.
  package init(_ bytes: [UInt8]) {
    do throws(YAMLProblem) {
      try YAMLEventReader.read(bytes) { events throws(YAMLProblem) in
        try readStream(&events)
      }
    } catch {
      problems.append(error)
    }
  }

  private mutating func readStream(_ events: inout YAMLEventReader) throws(YAMLProblem) {
    while true {
      let event = try events.next()
      switch event.kind {
      case .streamEnd: return
      case .scalar, .alias, .sequenceStart, .mappingStart:
        let root = try node(of: event, in: &events, depth: 0).node
        // The following event may show that this was not the whole document.
        _ = try events.next()
        roots.append(root)
      case .documentStart: anchors = [:]
      // These events are consumed elsewhere.
      case .documentEnd, .sequenceEnd, .mappingEnd: continue
      }
    }
  }

  private mutating func node(
    of event: YAMLEvent, in events: inout YAMLEventReader, depth: Int
  ) throws(YAMLProblem) -> Anchored {
    let place = event.place
    try count(1, at: place)
    try check(depth: depth, at: place)
    let before = values
    var name: String?
    var tag: String?
    let found: (content: YAMLNode.Content, depth: Int)
    switch event.kind {
    case .alias(let anchor): return try resolved(anchor, at: place, depth: depth)
    case .scalar(let text, let isQuoted, let anchor, let written):
      found = (.scalar(text, isQuoted: isQuoted), 0)
      name = anchor
      tag = written
    case .sequenceStart(let anchor):
      found = try sequence(in: &events, depth: depth)
      name = anchor
    case .mappingStart(let anchor):
      found = try mapping(in: &events, depth: depth)
      name = anchor
    case .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
      throw YAMLProblem(place, .syntax, "missing value")
    }
    let anchored = Anchored(
      node: YAMLNode(place: place, content: found.content, tag: tag), values: values - before + 1,
      depth: found.depth)
    if let name { anchors[name] = anchored }
    return anchored
  }

  private mutating func sequence(
    in events: inout YAMLEventReader, depth: Int
  ) throws(YAMLProblem) -> (content: YAMLNode.Content, depth: Int) {
    var items: [YAMLNode] = []
    var deepest = 0
    while true {
      let event = try events.next()
      if case .sequenceEnd = event.kind { return (.sequence(items), deepest) }
      let item = try node(of: event, in: &events, depth: depth + 1)
      deepest = max(deepest, item.depth + 1)
      items.append(item.node)
    }
  }

  /// The entries of a mapping.
  ///
  /// A duplicate key is reported, and its entry is omitted.
  private mutating func mapping(
    in events: inout YAMLEventReader, depth: Int
  ) throws(YAMLProblem) -> (content: YAMLNode.Content, depth: Int) {
    var entries: [YAMLNode.Entry] = []
    var keys: Set<String> = []
    var deepest = 0
    while true {
      let event = try events.next()
      if case .mappingEnd = event.kind { return (.mapping(entries), deepest) }
      let key = try node(of: event, in: &events, depth: depth + 1)
      let value = try node(of: try events.next(), in: &events, depth: depth + 1)
      deepest = max(deepest, key.depth + 1, value.depth + 1)
      // An alias refers to a value at another location.
      let place = event.place
      guard case .scalar(let text, _) = key.node.content else {
        problems.append(
          YAMLProblem(place, .wrongType, "a key must be a word, not \(key.node.kind)"))
        continue
      }
      guard keys.insert(text).inserted else {
        problems.append(
          YAMLProblem(place, .duplicateKey, "duplicate key '\(text.prefix(64))'"))
        continue
      }
      entries.append(YAMLNode.Entry(key: text, place: place, value: value.node))
    }
  }

  // MARK: Limits and aliases

  /// Counts values.
  private mutating func count(_ more: Int, at place: SourceLocation) throws(YAMLProblem) {
    values += more
    guard values > Self.maximumValues else { return }
    throw YAMLProblem(
      place, .tooMuch,
      "more than \(Self.maximumValues) values, including those of aliases")
  }

  private func check(depth: Int, at place: SourceLocation) throws(YAMLProblem) {
    guard depth > Self.maximumDepth else { return }
    throw YAMLProblem(
      place, .tooDeep, "values are nested more than \(Self.maximumDepth) levels deep")
  }

  /// The value that the alias of that name refers to.
  ///
  /// The value is shared, not copied. It is nevertheless counted as if it were written there, because a traversal of
  /// the tree visits the value each time it is used.
  private mutating func resolved(
    _ name: String, at place: SourceLocation, depth: Int
  ) throws(YAMLProblem) -> Anchored {
    guard let anchored = anchors[name] else {
      throw YAMLProblem(place, .syntax, "unknown anchor '&\(name.prefix(64))'")
    }
    try count(anchored.values - 1, at: place)
    try check(depth: depth + anchored.depth, at: place)
    return anchored
  }
}

/// A fault that makes a text invalid YAML, or exceeds a limit.
package struct YAMLProblem: Error, Hashable, Sendable {
  /// The kind of problem.
  package enum Kind: Hashable, Sendable {
    /// The text is not YAML.
    case syntax
    /// The nesting is too deep.
    case tooDeep
    /// The text has too many values or directives.
    case tooMuch
    /// A key occurs twice in one mapping.
    case duplicateKey
    /// A list or mapping is used as a key.
    case wrongType
    /// libyaml is not installed.
    case libraryMissing
  }

  /// The location of the problem.
  package let place: SourceLocation
  /// The kind of problem.
  package let kind: Kind
  /// A sentence that describes the problem.
  package let message: String

  init(_ place: SourceLocation, _ kind: Kind, _ message: String) {
    self.place = place
    self.kind = kind
    self.message = message
  }
}
