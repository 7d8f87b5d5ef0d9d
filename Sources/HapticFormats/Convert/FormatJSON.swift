internal import HapticEngine
internal import TextFormats

/// Reads a JSON file of another format into a tree, and collects its problems.
///
/// A tree is built because these files are small and contain references in both directions; a limit on its nodes
/// bounds the memory. A reader that visits a part more than once, such as for a reference, must count those visits
/// itself.
struct FormatJSON {
  let bytes: [UInt8]
  let format: String
  private(set) var root: JSONNode
  var problems = FormatProblems()

  /// Reads `bytes`.
  ///
  /// - Throws: `ConversionError` if the bytes are not JSON.
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

  /// Throws the problems found so far.
  func check() throws(ConversionError) {
    if !problems.isEmpty { throw problems.error(format: format, in: bytes) }
  }

  /// Returns the member `key` of `node`; reports a problem if it is missing.
  mutating func member(_ key: String, of node: JSONNode) -> JSONNode? {
    guard node.members != nil else {
      problems.add(at: node.offset, "this must be an object with \"\(key)\", not \(node.noun)")
      return nil
    }
    if let member = node[key] { return member }
    problems.add(at: node.offset, "missing key \"\(key)\"")
    return nil
  }

  /// Returns the elements of the array `key` of `node`; if it is not an array, reports a problem and returns an
  /// empty array.
  mutating func elements(_ key: String, of node: JSONNode) -> [JSONNode] {
    guard let member = member(key, of: node) else { return [] }
    return elements(member, named: key)
  }

  /// Returns the elements of `node`, which must be an array.
  mutating func elements(_ node: JSONNode, named name: String) -> [JSONNode] {
    if let elements = node.elements { return elements }
    problems.add(at: node.offset, "\"\(name)\" must be an array, not \(node.noun)")
    return []
  }

  /// Returns the number `key` of `node`, which must be in `range`; otherwise reports a problem and returns nil.
  mutating func number(
    _ key: String, of node: JSONNode, in range: ClosedRange<Double>
  ) -> Double? {
    guard let member = member(key, of: node) else { return nil }
    return number(member, named: key, in: range)
  }

  /// Returns the number `key` of `node`, or `absent` if the key is missing.
  mutating func number(
    _ key: String, of node: JSONNode, in range: ClosedRange<Double>, absent: Double
  ) -> Double {
    guard let member = node[key] else { return absent }
    return number(member, named: key, in: range) ?? absent
  }

  /// Returns `node` as a number.
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

  /// Returns `node` as a whole number.
  mutating func wholeNumber(
    _ node: JSONNode, named name: String, in range: ClosedRange<Double>
  ) -> Int? {
    guard let number = number(node, named: name, in: range) else { return nil }
    if let whole = Int(exactly: number) { return whole }
    problems.add(at: node.offset, "\"\(name)\" must be a whole number, not \(number.brief)")
    return nil
  }

  /// Returns `nodes`, each with its time from the member `key`; times must not decrease.
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

  /// Returns the text `key` of `node`.
  mutating func text(_ key: String, of node: JSONNode) -> String? {
    guard let member = member(key, of: node) else { return nil }
    if let text = member.text { return text }
    problems.add(at: member.offset, "\"\(key)\" must be a string, not \(member.noun)")
    return nil
  }
}

extension ImportedPattern {
  /// Creates the pattern of a file that was read from `json`, with its description and the keys in `keys`.
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
  /// Returns the intensity `wanted`, limited to 1; exceeding 1 is a loss.
  mutating func intensity(_ wanted: Double, _ place: String, at time: Seconds) -> Double {
    // Amplitudes are written rounded; an error in the last digit is not a loss.
    if wanted > 1 + 1e-6 {
      add(
        .intensity, place, at: time, wanted - 1, .share,
        because: "the amplitude exceeds the amplitude of intensity 1")
    }
    return min(wanted, 1)
  }
}

extension ExportedPattern {
  /// Creates a file that contains `json`.
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
  /// The `Description` of the metadata if it is a string; otherwise empty.
  var descriptionInJSON: JSONValue {
    if case .text(let text) = metadata["Description"] { .text(text) } else { "" }
  }
}

extension JSONNode {
  /// Returns the text `key` of an object as metadata `word`, or nil if the key is missing.
  ///
  /// A value that is not a string is a loss.
  func metadata(
    _ key: String, as word: String, losses: inout ConversionLosses
  ) -> PatternMetadata {
    switch self[key]?.value {
    case nil, .null?: return [:]
    case .text(let text)?: return text.isEmpty ? [:] : [word: .text(text)]
    case .object?, .array?, .number?, .boolean?:
      losses.add(.metadata, key, because: "this is not a string, and is omitted")
      return [:]
    }
  }
}
