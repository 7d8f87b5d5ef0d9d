internal import HapticEngine
internal import TextFormats

/// JSON in a canonical spelling, which is the same for all texts of the same value: keys are sorted, and equal numbers
/// are written in the same way.
///
/// As a result, a file that a tool has rewritten without changing its values compares as equal.
enum CanonicalJSON {
  /// Returns the value at `offset` of `bytes` as compact text; `bytes` must be valid JSON.
  static func text(at offset: Int, of bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    if let tree = tree(bytes, at: offset) {
      append(tree, of: bytes, to: &output)
    } else {
      var json = JSONReader(bytes, maximumNesting: AHAP.maximumNesting, maximumFaults: 1)
      json.position = offset
      json.copy(json.beginValue(), to: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Returns `members`, each followed by a comma, in the order of their keys; members with the same key keep their
  /// order, since they come from several objects.
  static func members(_ members: [UInt8]) -> [UInt8] {
    let bytes = [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")]
    guard let found = tree(bytes)?.members else { return members }
    var output: [UInt8] = []
    for (_, member) in found.enumerated().sorted(by: { ($0.1.key, $0.0) < ($1.1.key, $1.0) }) {
      append(member, of: bytes, to: &output)
      output.append(UInt8(ascii: ","))
    }
    return output
  }

  /// The tree of the value at `offset`; nil if it is too deep or too large.
  private static func tree(_ bytes: [UInt8], at offset: Int = 0) -> JSONNode? {
    var builder = JSONTreeBuilder(bytes, maximumFaults: 1)
    builder.json.position = offset
    let tree = builder.node()
    return builder.json.isSound && !builder.isTooLarge ? tree : nil
  }

  private static func append(
    _ member: (key: String, value: JSONNode), of bytes: [UInt8], to output: inout [UInt8]
  ) {
    JSONText.append(member.key, to: &output)
    output.append(UInt8(ascii: ":"))
    append(member.value, of: bytes, to: &output)
  }

  /// Recurses, but not deeper than the reader allows.
  private static func append(_ node: JSONNode, of bytes: [UInt8], to output: inout [UInt8]) {
    switch node.value {
    case .object(let members):
      // If a key occurs twice, the last value is used.
      let last = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      output.append(UInt8(ascii: "{"))
      for (index, member) in last.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        append((member.key, member.value), of: bytes, to: &output)
      }
      output.append(UInt8(ascii: "}"))
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        append(element, of: bytes, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .text(let text): JSONText.append(text, to: &output)
    case .number(let number):
      // Above 2^53 a double cannot represent every whole number, and two different numbers must not become equal.
      if number.magnitude < 9_007_199_254_740_992 {
        output += "\(number == 0 ? 0 : number)".utf8
      } else {
        let digits = Array("0123456789+-.eE".utf8)
        output += bytes[node.offset...].prefix { digits.contains($0) }
      }
    case .boolean(let boolean): output += (boolean ? "true" : "false").utf8
    case .null: output += "null".utf8
    }
  }
}
