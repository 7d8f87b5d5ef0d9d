internal import TextFormats

/// An element of an XML file, with its place.
struct XMLNode {
  let offset: Int
  let name: String
  let attributes: [(name: String, value: String, offset: Int)]
  var children: [XMLNode] = []
}

/// Reads the small subset of XML that vibration files use.
///
/// It supports elements, attributes, comments, an XML declaration, the five entities and character references. It does
/// not support document types, processing instructions, CDATA, or namespaces, so a file cannot expand while it is read.
/// Any other syntax is a problem with a place, and stops the reader.
///
/// Our choice: expat is not used because it reports the places of elements but not those of attributes, so that
/// attribute problems would not have a place.
struct FormatXML {
  /// The maximum nesting of elements.
  ///
  /// Our choice: Android's files need six levels.
  static let maximumNesting = 16
  /// The maximum number of elements in a file.
  ///
  /// Our choice.
  static let maximumElements = 500_000

  let bytes: [UInt8]
  private let format: String
  private(set) var root = XMLNode(offset: 0, name: "", attributes: [])
  var problems = FormatProblems()
  private var position = 0
  private var count = 0

  /// Stops the reader; the problem has already been noted.
  private struct Stop: Error {}

  /// Reads `bytes`.
  ///
  /// - Throws: `ConversionError` if the bytes are not in this subset of XML.
  init(_ bytes: [UInt8], format: String) throws(ConversionError) {
    self.bytes = bytes
    self.format = format
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    do throws(Stop) {
      try readDocument()
    } catch {}
    try check()
  }

  /// Throws the problems found so far.
  func check() throws(ConversionError) {
    if !problems.isEmpty { throw problems.error(format: format, in: bytes) }
  }

  private mutating func stop(at offset: Int, _ message: String) -> Stop {
    problems.add(at: offset, message)
    return Stop()
  }

  private mutating func readDocument() throws(Stop) {
    try skipMisc()
    guard byte == UInt8(ascii: "<") else {
      throw stop(at: position, "expected an XML element such as <vibration-effect>")
    }
    root = try readElement(depth: 1)
    try skipMisc()
    if position < bytes.count {
      throw stop(at: position, "unexpected text after the last element")
    }
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func isNext(_ text: StaticString) -> Bool {
    let wanted = text.description.utf8
    return bytes.count - position >= wanted.count
      && bytes[position..<(position + wanted.count)].elementsEqual(wanted)
  }

  /// Skips `expected`.
  ///
  /// If it is missing, stops with `message` at `start`, or at the current position.
  private mutating func take(
    _ expected: UInt8, from start: Int? = nil, else message: @autoclosure () -> String
  ) throws(Stop) {
    guard byte == expected else { throw stop(at: start ?? position, message()) }
    position += 1
  }

  private mutating func skipSpace() {
    while let next = byte, next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D {
      position += 1
    }
  }

  /// Skips white space, comments and, at the start of the file, the XML declaration.
  private mutating func skipMisc() throws(Stop) {
    while true {
      let isStart = position <= 3
      skipSpace()
      if isStart && isNext("<?xml") {
        try skip(past: "?>")
      } else if isNext("<!--") {
        try skip(past: "-->")
      } else if isNext("<?") {
        throw stop(at: position, "processing instructions are not supported")
      } else if isNext("<!") {
        throw stop(at: position, "document types and CDATA are not supported")
      } else {
        return
      }
    }
  }

  private mutating func skip(past end: StaticString) throws(Stop) {
    let start = position
    while position < bytes.count {
      if isNext(end) {
        position += end.description.utf8.count
        return
      }
      position += 1
    }
    throw stop(at: start, "this is not closed; the closing \(end) is missing")
  }

  /// Reads the element that starts at `position`.
  ///
  /// It recurses at most `maximumNesting` levels.
  private mutating func readElement(depth: Int) throws(Stop) -> XMLNode {
    let start = position
    count += 1
    guard depth <= Self.maximumNesting else {
      throw stop(at: start, "elements are nested more than \(Self.maximumNesting) deep")
    }
    guard count <= Self.maximumElements else {
      throw stop(at: start, "the file has more than \(Self.maximumElements) elements")
    }
    position += 1
    let name = try readName()
    var node = XMLNode(offset: start, name: name, attributes: try readAttributes(of: name))
    if isNext("/>") {
      position += 2
      return node
    }
    position += 1
    try readContent(of: &node, depth: depth)
    let end = position
    position += 2
    guard try readName() == name else { throw stop(at: end, "expected </\(name)>") }
    skipSpace()
    try take(UInt8(ascii: ">"), else: "expected >")
    return node
  }

  /// Reads up to the end of the tag.
  private mutating func readAttributes(
    of name: String
  ) throws(Stop) -> [(name: String, value: String, offset: Int)] {
    var attributes: [(name: String, value: String, offset: Int)] = []
    while true {
      let before = position
      skipSpace()
      if byte == UInt8(ascii: ">") || isNext("/>") { return attributes }
      guard position > before, position < bytes.count else {
        throw stop(at: position, "expected > at the end of <\(name)>")
      }
      let attribute = try readAttribute()
      if attributes.contains(where: { $0.name == attribute.name }) {
        throw stop(at: attribute.offset, "duplicate attribute \(attribute.name)")
      }
      guard attributes.count < 32 else {
        throw stop(at: attribute.offset, "an element can have at most 32 attributes")
      }
      attributes.append(attribute)
    }
  }

  /// Reads up to the tag that closes `node`.
  private mutating func readContent(of node: inout XMLNode, depth: Int) throws(Stop) {
    let name = node.name
    // Source: AOSP, `XmlConstants` and `VendorEffect`: Base64 that only the vendor understands.
    let holdsText = name == "vendor-effect"
    while true {
      try skipMisc()
      if holdsText { while let next = byte, next != UInt8(ascii: "<") { position += 1 } }
      guard byte != nil else {
        throw stop(at: node.offset, "the element <\(name)> is never closed")
      }
      guard byte == UInt8(ascii: "<") else {
        throw stop(at: position, "text is not allowed in <\(name)>, only elements")
      }
      if isNext("</") { return }
      node.children.append(try readElement(depth: depth + 1))
    }
  }

  private mutating func readAttribute() throws(Stop) -> (name: String, value: String, offset: Int) {
    let start = position
    let name = try readName()
    skipSpace()
    try take(
      UInt8(ascii: "="), else: "the attribute \(name) does not have a value; write \(name)=\"...\"")
    skipSpace()
    guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw stop(at: position, "the value of \(name) must be in quotes")
    }
    position += 1
    var value: [UInt8] = []
    while let next = byte, next != quote {
      if next == UInt8(ascii: "<") {
        throw stop(at: position, "< is not allowed in a value; write &lt;")
      }
      if next == UInt8(ascii: "&") {
        value += try readEntity()
      } else {
        value.append(next)
        position += 1
      }
    }
    try take(quote, from: start, else: "the value of \(name) does not have a closing quote")
    return (name, String(decoding: value, as: UTF8.self), start)
  }

  private mutating func readEntity() throws(Stop) -> [UInt8] {
    let start = position
    position += 1
    var word: [UInt8] = []
    while let next = byte, next != UInt8(ascii: ";"), word.count < 10 {
      word.append(next)
      position += 1
    }
    try take(UInt8(ascii: ";"), from: start, else: "this entity is not closed with ;")
    let text = String(decoding: word, as: UTF8.self)
    switch text {
    case "lt": return Array("<".utf8)
    case "gt": return Array(">".utf8)
    case "amp": return Array("&".utf8)
    case "quot": return Array("\"".utf8)
    case "apos": return Array("'".utf8)
    default: break
    }
    let digits = text.dropFirst(text.hasPrefix("#x") ? 2 : 1)
    // Otherwise a plus or minus sign would be read as part of the number.
    guard text.hasPrefix("#"), digits.first?.isHexDigit == true,
      let number = UInt32(digits, radix: text.hasPrefix("#x") ? 16 : 10),
      let scalar = Unicode.Scalar(number), number >= 0x20 || [9, 10, 13].contains(number)
    else { throw stop(at: start, "unknown entity &\(text.printable);") }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func readName() throws(Stop) -> String {
    let start = position
    while let next = byte, Self.isPartOfName(next), position - start < 64 { position += 1 }
    guard position > start else { throw stop(at: position, "expected a name") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension FormatXML {
  /// Reports attributes of `node` that are not in `names` as problems, as Android does.
  mutating func allow(_ names: [String], on node: XMLNode) {
    for attribute in node.attributes where !names.contains(attribute.name) {
      let hint = NearestWord.hint(for: attribute.name, among: names)
      problems.add(
        at: attribute.offset, "unknown attribute \(attribute.name) of <\(node.name)>\(hint)")
    }
  }

  /// Returns the attribute `name` of `node`, or nil.
  func text(_ name: String, of node: XMLNode) -> (value: String, offset: Int)? {
    node.attributes.first { $0.name == name }.map { ($0.value, $0.offset) }
  }

  /// Returns the attribute `name` of `node` as a number in `range`.
  ///
  /// Otherwise it reports a problem and returns nil. A missing attribute is a problem only if `absent` is nil.
  mutating func number(
    _ name: String, of node: XMLNode, in range: ClosedRange<Double>, absent: Double? = nil
  ) -> Double? {
    guard let (value, offset) = text(name, of: node) else {
      if absent == nil {
        problems.add(at: node.offset, "<\(node.name)> needs the attribute \(name)")
      }
      return absent
    }
    guard Self.isDecimal(value), let number = Double(value), range.contains(number) else {
      let bounds = "from \(range.lowerBound.brief) to \(range.upperBound.brief)"
      problems.add(at: offset, "\(name) must be a number \(bounds), not \(Quoted.words(value))")
      return nil
    }
    return number
  }

  /// Whether the number is written as in XML, and not in another way that Swift accepts, such as 0x10.
  private static func isDecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
  }

  /// Returns the attribute `name` of `node` as a whole number, under the same rules as `number`.
  mutating func wholeNumber(
    _ name: String, of node: XMLNode, in range: ClosedRange<Double>, absent: Double? = nil
  ) -> Int? {
    guard let number = number(name, of: node, in: range, absent: absent) else { return nil }
    if let whole = Int(exactly: number) { return whole }
    let offset = text(name, of: node)?.offset ?? node.offset
    problems.add(at: offset, "\(name) must be a whole number, not \(number.brief)")
    return nil
  }

  /// Reports elements inside `node`, which must be empty.
  mutating func refuseChildren(of node: XMLNode) {
    for child in node.children {
      problems.add(at: child.offset, "<\(child.name)> is not allowed in <\(node.name)>")
    }
  }
}
