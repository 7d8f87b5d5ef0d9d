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
  /// Everything outside the property keeps its bytes, including comments.
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
    let parsed = YAMLDocuments(Array(value.utf8))
    guard !value.isEmpty, !value.contains(where: \.isNewline), parsed.problems.isEmpty,
      parsed.roots.count == 1
    else {
      throw Refusal(description: "the value of \(property) must be one value on one line")
    }
    guard AppProperty.all.contains(where: { $0.name == property }) else {
      throw Refusal(description: "apps have no property \(String(property.prefix(64)).printable)")
    }
    let old = try editable(app, of: number)
    let changed: ScenarioText
    if let present = old.properties.first(where: { $0.name == property }) {
      // A value after a colon needs a space.
      let isAfterColon = bytes[present.value.lowerBound - 1] == UInt8(ascii: ":")
      changed = replacing(present.value, with: (isAfterColon ? " " : "") + value)
    } else {
      changed = adding("\(property): \(value)", to: old)
    }
    try check(changed, number, app, property, is: parsed.roots[0])
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
    } else {
      changed = withoutEntry(index, of: old.properties)
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

  private func adding(_ entry: String, to app: AppText) -> ScenarioText {
    let last = app.properties.last?.range.upperBound
    switch app.notation {
    case .lines(let column):
      let end = last ?? bytes.count
      let indent = String(repeating: " ", count: column)
      return replacing(end..<end, with: TextLines(bytes).lineBreak + indent + entry)
    case .braces(let start):
      if let last { return replacing(last..<last, with: ", \(entry)") }
      let isClosed = bytes[(start + 1)...].first == UInt8(ascii: "}")
      return replacing((start + 1)..<(start + 1), with: " \(entry)" + (isClosed ? " " : ""))
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

  /// Returns the file without an entry in braces and its comma.
  private func withoutEntry(_ index: Int, of properties: [AppText.Property]) -> ScenarioText {
    let range = properties[index].range
    func isComma(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") }
    if index > 0 {
      let before = properties[index - 1].range.upperBound
      let gap = bytes[before..<range.lowerBound]
      // Comments in the gap remain.
      let isPlain = gap.allSatisfy { isComma($0) || ValueScan.isSpace($0) }
      let kept = isPlain ? "" : String(decoding: gap.dropFirst(), as: UTF8.self)
      guard gap.first.map(isComma) ?? false || isPlain else { return self }
      return replacing(before..<range.upperBound, with: kept)
    }
    var end = range.upperBound
    if properties.count == 1, bytes[range.lowerBound - 1] == UInt8(ascii: " "),
      bytes[end...].first == UInt8(ascii: " ")
    {
      end += 1
    } else if properties.count > 1 {
      let gap = bytes[end..<properties[1].range.lowerBound]
      if gap.allSatisfy({ isComma($0) || ValueScan.isSpace($0) }) {
        end = properties[1].range.lowerBound
      } else if gap.first.map(isComma) ?? false {
        end += 1
      }
    }
    return replacing(range.lowerBound..<end, with: "")
  }

  // MARK: Checks

  /// Checks that `changed` differs from this file only in a property of an app, which now has the value `value`.
  private func check(
    _ changed: ScenarioText, _ number: Int, _ app: Int, _ property: String, is value: YAMLNode?
  ) throws(Refusal) {
    guard changed.problems.isEmpty else {
      throw Refusal(description: changed.problems.map(\.description).joined(separator: "\n"))
    }
    var (old, new) = (Self.roots(of: bytes), Self.roots(of: changed.bytes))
    let entry =
      Self.apps(in: new, number).indices.contains(app)
      ? Self.apps(in: new, number)[app].value.entries.first { $0.key == property } : nil
    let isAsWanted =
      switch (entry?.value, value) {
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

  private static func roots(of bytes: [UInt8]) -> [YAMLNode] {
    YAMLDocuments(bytes).roots.filter { !$0.isNull }
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
  fileprivate var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
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
