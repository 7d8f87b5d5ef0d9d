internal import HapticEngine
internal import TextFormats

/// Reads a JSON file of another format into a tree, and collects what is wrong with it.
///
/// A tree, because these files are small and refer back and forth; a limit on its nodes bounds its
/// memory. A reader that visits a part more than once, as for a reference, counts that itself.
struct FormatJSON {
  let bytes: [UInt8]
  let format: String
  private(set) var root: JSONNode
  var problems = FormatProblems()

  /// Reads `bytes`.
  ///
  /// - Throws: `ConversionError` if they are not JSON.
  init(_ bytes: [UInt8], format: String) throws(ConversionError) {
    self.bytes = bytes
    self.format = format
    var builder = JSONTreeBuilder(bytes, maximumFaults: FormatProblems.maximumListed)
    root = builder.node()
    builder.json.finish()
    for fault in builder.json.faults.inOrder() {
      problems.add(at: fault.offset, fault.element.words)
    }
    if builder.isTooLarge {
      problems.add(
        at: builder.json.position, "the file has more than \(JSONTreeBuilder.maximumValues) values")
    }
    try check()
  }

  /// Throws what was found so far.
  func check() throws(ConversionError) {
    if !problems.isEmpty { throw problems.error(format: format, in: bytes) }
  }

  /// The member `key` of `node`; a problem where there is none.
  mutating func member(_ key: String, of node: JSONNode) -> JSONNode? {
    guard node.members != nil else {
      problems.add(at: node.offset, "this must be an object with \"\(key)\", not \(node.noun)")
      return nil
    }
    if let member = node[key] { return member }
    problems.add(at: node.offset, "missing key \"\(key)\"")
    return nil
  }

  /// The elements of the array `key` of `node`; none, and a problem, where there is no such array.
  mutating func elements(_ key: String, of node: JSONNode) -> [JSONNode] {
    guard let member = member(key, of: node) else { return [] }
    return elements(member, named: key)
  }

  /// The elements of `node`, which must be an array.
  mutating func elements(_ node: JSONNode, named name: String) -> [JSONNode] {
    if let elements = node.elements { return elements }
    problems.add(at: node.offset, "\"\(name)\" must be an array, not \(node.noun)")
    return []
  }

  /// The number `key` of `node`, which must be in `range`; nil, and a problem, where it is not.
  mutating func number(
    _ key: String, of node: JSONNode, in range: ClosedRange<Double>
  ) -> Double? {
    guard let member = member(key, of: node) else { return nil }
    return number(member, named: key, in: range)
  }

  /// The number `key` of `node`, or `absent` where there is none.
  mutating func number(
    _ key: String, of node: JSONNode, in range: ClosedRange<Double>, absent: Double
  ) -> Double {
    guard let member = node[key] else { return absent }
    return number(member, named: key, in: range) ?? absent
  }

  /// The number that `node` is.
  mutating func number(
    _ node: JSONNode, named name: String, in range: ClosedRange<Double>
  ) -> Double? {
    guard let number = node.number else {
      problems.add(at: node.offset, "\"\(name)\" must be a number, not \(node.noun)")
      return nil
    }
    guard range.contains(number) else {
      let bounds = "from \(range.lowerBound.brief) to \(range.upperBound.brief)"
      problems.add(at: node.offset, "\"\(name)\" must be \(bounds), not \(number.brief)")
      return nil
    }
    return number
  }

  /// The whole number that `node` is.
  mutating func wholeNumber(
    _ node: JSONNode, named name: String, in range: ClosedRange<Double>
  ) -> Int? {
    guard let number = number(node, named: name, in: range) else { return nil }
    if let whole = Int(exactly: number) { return whole }
    problems.add(at: node.offset, "\"\(name)\" must be a whole number, not \(number.brief)")
    return nil
  }

  /// `nodes` with the time `key` of each, which must not go back.
  mutating func inOrder(
    _ nodes: [JSONNode], by key: String, in range: ClosedRange<Double>, absent: Double? = nil
  ) -> [(node: JSONNode, time: Double)] {
    var latest = 0.0
    return nodes.map { node in
      let isAbsent = absent != nil && node[key] == nil
      let time = (isAbsent ? absent : number(key, of: node, in: range)) ?? latest
      if time < latest {
        problems.add(
          at: node.offset,
          "the time \(time.brief) is before that of the previous point, \(latest.brief)")
      }
      latest = max(latest, time)
      return (node, latest)
    }
  }

  /// The text `key` of `node`.
  mutating func text(_ key: String, of node: JSONNode) -> String? {
    guard let member = member(key, of: node) else { return nil }
    if let text = member.text { return text }
    problems.add(at: member.offset, "\"\(key)\" must be a string, not \(member.noun)")
    return nil
  }
}

extension ImportedPattern {
  /// The pattern of what was read of `json`: a description, and what `keys` say.
  init(
    _ json: FormatJSON, _ voices: [VibrationVoice], _ transients: [VibrationTransient],
    keys: KeyShape, description: String, _ options: ConversionOptions, losses: ConversionLosses
  ) throws(ConversionError) {
    try json.check()
    var losses = losses
    keys.reportUnread(in: json.root, to: &losses)
    let track = try VibrationTrack(
      voices: voices, transients: transients, duration: 0, format: json.format, losses: &losses)
    let metadata = json.root.metadata(description, as: "Description", losses: &losses)
    try self.init(of: track, metadata: metadata, by: json.format, options, losses: losses)
  }
}

extension ConversionLosses {
  /// The intensity `wanted`, or 1 where it is more, which is a loss.
  mutating func intensity(_ wanted: Double, _ place: String, at time: Seconds) -> Double {
    // Amplitudes are written rounded; a last digit is no loss.
    if wanted > 1 + 1e-6 {
      add(
        .intensity, place, at: time, wanted - 1, .share,
        because: "the amplitude is beyond that of intensity 1")
    }
    return min(wanted, 1)
  }
}

extension ExportedPattern {
  /// A file of `json`.
  init(
    _ json: JSONValue, in format: String, losses: ConversionLosses
  ) throws(ConversionError) {
    do {
      self.init(try JSONEncoding.text(json) + "\n", losses: losses)
    } catch {
      throw .unwritable(format: format, reason: "\(error)")
    }
  }
}

extension HapticPattern {
  /// The `Description` of the metadata if it is a text; otherwise an empty one.
  var descriptionInJSON: JSONValue {
    if case .text(let text) = metadata["Description"] { .text(text) } else { "" }
  }
}

extension JSONNode {
  /// The text `key` of an object as metadata `word`; nil without one, and a loss where it is no text.
  func metadata(
    _ key: String, as word: String, losses: inout ConversionLosses
  ) -> PatternMetadata {
    switch self[key]?.value {
    case nil, .null?: return [:]
    case .text(let text)?: return text.isEmpty ? [:] : [word: .text(text)]
    case .object?, .array?, .number?, .boolean?:
      losses.add(.metadata, key, because: "this is not a string, and is left out")
      return [:]
    }
  }
}
