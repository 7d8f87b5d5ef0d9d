internal import TextFormats
internal import YAMLText

/// The properties of apps in the text of a file.
extension ScenarioText {
  /// Returns the apps of a scenario with the properties that the file states.
  package func apps(of number: Int) -> [AppText] {
    guard scenarios.indices.contains(number) else { return [] }
    let file = TextLines(bytes)
    return Self.apps(in: Self.roots(of: bytes), number).map { AppText($0, in: file) }
  }

  /// Sets a property of an app, which may have it already.
  ///
  /// Everything outside the property keeps its bytes, and so do the items of a list that remain. Comments are kept.
  ///
  /// - Parameters:
  ///   - property: the key, a name of `AppProperty.all`.
  ///   - text: the value on one line, in the notation of YAML.
  ///   - app: the index of the app.
  ///   - number: the index of its scenario.
  /// - Returns: the changed file.
  /// - Throws: `Refusal` with the reason or the problems of the changed text.
  package func setting(
    _ property: String, to text: String, ofApp app: Int, of number: Int
  ) throws(Refusal) -> ScenarioText {
    let value = text.trimmingSpaces
    let scan = ValueScan(bytes: Array(value.utf8))
    let parsed = YAMLDocuments(scan.bytes)
    guard !value.isEmpty, !value.contains(where: \.isNewline), parsed.problems.isEmpty,
      parsed.roots.count == 1, scan.valueEnd(from: 0) == scan.bytes.count
    else {
      throw Refusal(description: "the value of \(property) must be one value on one line")
    }
    guard let kind = AppProperty.all.first(where: { $0.name == property })?.kind else {
      throw Refusal(description: "apps have no property \(String(property.prefix(64)).printable)")
    }
    let old = try editable(app, of: number)
    var wanted = parsed.roots[0]
    let changed: ScenarioText
    if let present = old.properties.first(where: { $0.name == property }),
      let node = node(of: property, app, in: number)
    {
      // A word is the same with and without quotes.
      if kind == .words { wanted.keepItems(of: node) }
      if node.isEqual(to: wanted) { return self }
      changed = try replacing(present, node, with: value, wanted)
    } else {
      changed = adding("\(property): \(value)", to: old)
    }
    try check(changed, number, app, property, is: wanted)
    return changed
  }

  /// Removes a property of an app.
  ///
  /// - Returns: the changed file.
  /// - Throws: `Refusal` with the reason.
  package func clearing(
    _ property: String, ofApp app: Int, of number: Int
  ) throws(Refusal) -> ScenarioText {
    let old = try editable(app, of: number)
    guard let index = old.properties.firstIndex(where: { $0.name == property }) else {
      throw Refusal(
        description:
          "\(old.name.printable) has no property \(String(property.prefix(64)).printable)")
    }
    let changed: ScenarioText
    if case .lines = old.notation {
      changed = withoutLines(of: old.properties[index].range)
    } else if case .braces(let start) = old.notation, var items = FlowItems(bytes, open: start) {
      items.remove(index)
      changed = with(items.bytes)
    } else {
      changed = self
    }
    try check(changed, number, app, property, is: nil)
    return changed
  }

  // MARK: Parts

  private func editable(_ app: Int, of number: Int) throws(Refusal) -> AppText {
    guard scenarios.indices.contains(number) else { throw faulty }
    let apps = apps(of: number)
    guard apps.indices.contains(app) else {
      throw Refusal(description: "there is no app \(app + 1)")
    }
    guard apps[app].isEditable else {
      throw Refusal(
        description:
          "the properties of \(apps[app].name.printable) have a notation that can only be changed in the text of the file"
      )
    }
    return apps[app]
  }

  /// Returns the file with another value of a property, whose present value is `node`.
  private func replacing(
    _ present: AppText.Property, _ node: YAMLNode, with text: String, _ wanted: YAMLNode
  ) throws(Refusal) -> ScenarioText {
    if case .sequence(let old) = node.content, case .sequence(let new) = wanted.content {
      if var items = DashItems(bytes, present.value), items.count == old.count {
        items.change(from: old, to: new)
        return with(items.bytes)
      }
      let open = ValueScan(bytes: bytes).nextToken(from: present.value.lowerBound)
      if var items = FlowItems(bytes, open: open), items.count == old.count {
        items.change(from: old, to: new)
        return with(items.bytes)
      }
    }
    if case .scalar = node.content {
    } else if ValueScan(bytes: bytes).hasComment(in: present.value) {
      throw Refusal(
        description:
          "the value of \(present.name) has comments, which would be lost; change it in the text of the file"
      )
    }
    // A value after a colon needs a space.
    let isAfterColon = bytes[present.value.lowerBound - 1] == UInt8(ascii: ":")
    return replacing(present.value, with: (isAfterColon ? " " : "") + text)
  }

  private func adding(_ entry: String, to app: AppText) -> ScenarioText {
    switch app.notation {
    case .lines(let column):
      let end = app.properties.last?.range.upperBound ?? bytes.count
      let indent = String(repeating: " ", count: column)
      return replacing(end..<end, with: TextLines(bytes).lineBreak + indent + entry)
    case .braces(let start):
      guard var items = FlowItems(bytes, open: start) else { return self }
      items.insert(entry, at: items.count)
      return with(items.bytes)
    case .nothing(let range):
      let isAfterColon = bytes[range.lowerBound - 1] == UInt8(ascii: ":")
      return replacing(range, with: (isAfterColon ? " " : "") + "{ \(entry) }")
    case nil: return self
    }
  }

  private func withoutLines(of range: Range<Int>) -> ScenarioText {
    let lines = TextLines(bytes).lines
    guard let first = lines.firstIndex(where: { $0.upperBound >= range.lowerBound }),
      let last = lines.firstIndex(where: { $0.upperBound >= range.upperBound })
    else { return self }
    if lines.indices.contains(last + 1) {
      return replacing(lines[first].lowerBound..<lines[last + 1].lowerBound, with: "")
    }
    return replacing(lines[max(0, first - 1)].upperBound..<bytes.count, with: "")
  }

  // MARK: Checks

  /// Checks that `changed` differs from this file only in a property of an app, which now has the value `value`.
  private func check(
    _ changed: ScenarioText, _ number: Int, _ app: Int, _ property: String, is value: YAMLNode?
  ) throws(Refusal) {
    guard changed.problems.isEmpty else {
      throw Refusal(description: changed.problemWords)
    }
    var (old, new) = (Self.roots(of: bytes), Self.roots(of: changed.bytes))
    let isAsWanted =
      switch (changed.node(of: property, app, in: number), value) {
      case (nil, nil): true
      case (let made?, let value?): made.isEqual(to: value)
      default: false
      }
    Self.remove(property, of: app, in: &old, number)
    Self.remove(property, of: app, in: &new, number)
    guard isAsWanted, old.count == new.count, zip(old, new).allSatisfy({ $0.isEqual(to: $1) })
    else {
      throw Refusal(
        description:
          "this would change more than one property; change it in the text of the file")
    }
  }

  static func roots(of bytes: [UInt8]) -> [YAMLNode] {
    YAMLDocuments(bytes).roots.filter { !$0.isNull }
  }

  /// The value of a property of an app; nil without one.
  private func node(of property: String, _ app: Int, in number: Int) -> YAMLNode? {
    let apps = Self.apps(in: Self.roots(of: bytes), number)
    guard apps.indices.contains(app) else { return nil }
    return apps[app].value.entries.first { $0.key == property }?.value
  }

  private static func apps(in roots: [YAMLNode], _ number: Int) -> [YAMLNode.Entry] {
    guard roots.indices.contains(number) else { return [] }
    return roots[number].entries.first { $0.key == "apps" }?.value.entries ?? []
  }

  /// Removes a property, so that two files can be compared apart from it.
  private static func remove(
    _ property: String, of app: Int, in roots: inout [YAMLNode], _ number: Int
  ) {
    guard roots.indices.contains(number) else { return }
    var root = roots[number].entries
    guard let index = root.firstIndex(where: { $0.key == "apps" }) else { return }
    var apps = root[index].value.entries
    guard apps.indices.contains(app) else { return }
    apps[app].value.content = .mapping(apps[app].value.entries.filter { $0.key != property })
    root[index].value.content = .mapping(apps)
    roots[number].content = .mapping(root)
  }
}

extension YAMLNode {
  /// The entries of a map; none for another value.
  var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  /// Writes the items of a list of words as `other` writes the same words, with or without quotes.
  fileprivate mutating func keepItems(of other: YAMLNode) {
    guard case .sequence(let items) = content, case .sequence(let others) = other.content else {
      return
    }
    content = .sequence(
      items.map { item in others.first { $0.oneLine == item.oneLine } ?? item })
  }
}

extension String {
  /// The text without spaces at its ends.
  fileprivate var trimmingSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(
      start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}
