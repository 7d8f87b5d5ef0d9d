internal import TextFormats

/// The keys of a JSON format that its reader uses.
///
/// All other keys of a file are reported as lost.
indirect enum KeyShape: Sendable {
  /// The reader uses the value, or reports its losses itself.
  case read
  /// An object with these keys, or arrays of such objects, nested to any depth.
  case object([String: KeyShape])
  /// A value that a pattern cannot hold. It is not a loss if it is one of the given values, empty or null.
  case nothing(numbers: [Double] = [], texts: [String] = [])
  /// A value that a pattern cannot hold and that does not affect how the file feels: a version, or a number that
  /// other parts of the file use as a reference.
  case formal
}

extension KeyShape {
  /// Adds a loss for each key of `node` that is not read, in the order of the file.
  ///
  /// - Complexity: O(values).
  func reportUnread(in node: JSONNode, to losses: inout ConversionLosses) {
    var path: [String] = []
    report(node, at: &path, to: &losses)
  }

  /// Recurses at most as deeply as the JSON reader.
  private func report(
    _ node: JSONNode, at path: inout [String], to losses: inout ConversionLosses
  ) {
    switch self {
    case .read, .formal: return
    case .nothing(let numbers, let texts):
      if Self.saysNothing(node, numbers, texts) { return }
      Self.add(path, because: "a pattern cannot hold this", to: &losses)
    case .object(let shapes):
      for (index, element) in (node.elements ?? []).enumerated() {
        path.append("[\(index)]")
        report(element, at: &path, to: &losses)
        path.removeLast()
      }
      for (key, value) in node.members ?? [] {
        path.append(path.isEmpty ? key : ".\(key)")
        if let shape = shapes[key] {
          shape.report(value, at: &path, to: &losses)
        } else {
          Self.add(path, because: "this key is not supported", to: &losses)
        }
        path.removeLast()
      }
    }
  }

  private static func add(
    _ path: [String], because reason: String, to losses: inout ConversionLosses
  ) {
    losses.add(.unsupported, path.joined().printable, because: reason)
  }

  private static func saysNothing(
    _ node: JSONNode, _ numbers: [Double], _ texts: [String]
  ) -> Bool {
    switch node.value {
    case .null: true
    case .object(let members): members.isEmpty
    case .array(let elements): elements.isEmpty
    case .text(let text): text.isEmpty || texts.contains(text)
    case .number(let number): numbers.contains(number)
    case .boolean(let value): !value
    }
  }
}

extension HapticClip {
  /// The keys that are read in a clip of version 1; the reader reports metadata losses itself.
  static let keys: KeyShape = .object([
    "version": versionKeys, "metadata": .read,
    "signals": .object([
      "continuous": .object([
        "envelopes": .object([
          "amplitude": .object([
            "time": .read, "amplitude": .read,
            "emphasis": .object(["amplitude": .read, "frequency": .read]),
          ]),
          "frequency": .object(["time": .read, "frequency": .read]),
        ])
      ])
    ]),
  ])

  private static let versionKeys: KeyShape = .object([
    "major": .read, "minor": .formal, "patch": .formal,
  ])

  /// The keys that are read in a clip of version 0.2.
  static let oldKeys: KeyShape = .object([
    "version": versionKeys, "metadata": .read,
    "voices": .object([
      "envelopes": .object(["time": .read, "amplitude": .read]),
      "transients": .object(["time": .read, "amplitude": .read]),
    ]),
  ])
}
