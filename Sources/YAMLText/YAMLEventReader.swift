private import CYAML
internal import TextFormats

/// An event of a YAML stream, with its location.
struct YAMLEvent {
  /// The kind of event; an anchor is the name given to the value.
  enum Kind {
    case documentStart
    case scalar(String, isQuoted: Bool, anchor: String?, tag: String?)
    case alias(String)
    case sequenceStart(anchor: String?)
    case sequenceEnd
    case mappingStart(anchor: String?)
    case mappingEnd
    case documentEnd
    case streamEnd
  }

  let kind: Kind
  let place: SourceLocation
}

/// libyaml, loaded when the first file is read.
private let library = unsafe SystemLibrary(
  "libyaml-0.so.2", package: "libyaml-0-2", find: cyaml_find)

/// Reads YAML event by event, with libyaml.
@safe
struct YAMLEventReader: ~Copyable {
  /// The maximum number of directives (`%TAG`, `%YAML`) in a document.
  ///
  /// libyaml compares each directive with all previous ones, and each tag with all of them. Our choice:
  /// nobody needs more than two.
  static let maximumDirectives = 16

  private let bytes: [UInt8]
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let functions: cyaml_functions

  /// Calls `body` with a reader of `bytes`, which are UTF-8 with or without a byte order mark.
  static func read(
    _ bytes: [UInt8], _ body: (inout YAMLEventReader) throws(YAMLProblem) -> Void
  ) throws(YAMLProblem) {
    do throws(MissingLibrary) {
      try library.require()
    } catch {
      throw YAMLProblem(.start, .libraryMissing, "YAML cannot be read: \(error)")
    }
    if let line = lineOfExcessDirective(bytes) {
      throw YAMLProblem(
        SourceLocation(line: line, column: 1), .tooMuch,
        "a document has more than \(maximumDirectives) directives")
    }
    // Source: YAML 1.2, 5.2. libyaml is given the encoding and therefore does not look for the byte
    // order mark.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
    // SAFETY: the buffer outlives the reader, which does not leave the closure.
    let result = unsafe text.withUnsafeBufferPointer { buffer -> Result<Void, YAMLProblem> in
      guard var reader = unsafe YAMLEventReader(text, buffer) else {
        return .failure(YAMLProblem(.start, .tooMuch, "there is not enough memory"))
      }
      do throws(YAMLProblem) {
        return .success(try body(&reader))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Creates a reader; fails if memory runs out.
  private init?(_ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    functions = library.functions
    // SAFETY: initialized here, freed in deinit; libyaml uses it in between.
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    guard unsafe functions.yaml_parser_initialize(parser) == 1 else { return nil }
    unsafe functions.yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe functions.yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
  }

  deinit {
    unsafe functions.yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  /// Returns the next event.
  ///
  /// Must not be called after the end of the stream.
  mutating func next() throws(YAMLProblem) -> YAMLEvent {
    while true {
      var event = unsafe yaml_event_t()
      guard unsafe functions.yaml_parser_parse(parser, &event) == 1 else { throw problem }
      defer { unsafe functions.yaml_event_delete(&event) }
      guard let kind = unsafe Self.kind(of: event) else { continue }
      return unsafe YAMLEvent(kind: kind, place: Self.place(event.start_mark))
    }
  }

  /// The kind of a libyaml event; nil for events that are not used.
  private static func kind(of event: yaml_event_t) -> YAMLEvent.Kind? {
    // SAFETY: the union member is the one that the type selects; its C strings live as long as the
    // event.
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let isQuoted = unsafe scalar.style != YAML_PLAIN_SCALAR_STYLE
      return unsafe .scalar(
        String(decoding: text, as: UTF8.self), isQuoted: isQuoted, anchor: name(scalar.anchor),
        tag: name(scalar.tag))
    case YAML_ALIAS_EVENT: return unsafe .alias(name(event.data.alias.anchor) ?? "")
    case YAML_SEQUENCE_START_EVENT:
      return unsafe .sequenceStart(anchor: name(event.data.sequence_start.anchor))
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      return unsafe .mappingStart(anchor: name(event.data.mapping_start.anchor))
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .streamEnd
    default: return nil
    }
  }

  private static func name(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe anchor.map { unsafe String(decodingCString: $0, as: UTF8.self) }
  }

  private static func place(_ mark: yaml_mark_t) -> SourceLocation {
    SourceLocation(line: mark.line + 1, column: mark.column + 1)
  }

  /// The reason why the parser stopped, in libyaml's words.
  private var problem: YAMLProblem {
    let parser = unsafe parser.pointee
    // SAFETY: a constant C string, or nil.
    let words = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "this is not YAML"
    switch unsafe parser.error {
    case YAML_MEMORY_ERROR:
      return YAMLProblem(.start, .tooMuch, "there is not enough memory")
    case YAML_READER_ERROR:
      return unsafe YAMLProblem(place(ofByte: parser.problem_offset), .syntax, words)
    default:
      let place = unsafe Self.place(parser.problem_mark)
      // The parser has its own limit, which only ignored parts of the text can reach.
      return YAMLProblem(place, words.contains("nesting") ? .tooDeep : .syntax, words)
    }
  }

  /// The location of a byte; LF, CR, CR LF, and Unicode's separators end lines.
  private func place(ofByte offset: Int) -> SourceLocation {
    let before = String(decoding: bytes.prefix(offset), as: UTF8.self)
    let line = before.count(where: \.isNewline) + 1
    let start = before.lastIndex(where: \.isNewline).map(before.index(after:))
    let column = before[(start ?? before.startIndex)...].unicodeScalars.count + 1
    return SourceLocation(line: line, column: column)
  }

  /// The line of the first directive that exceeds the limit for its document; nil if none does.
  private static func lineOfExcessDirective(_ bytes: [UInt8]) -> Int? {
    let (percent, dash) = (UInt8(ascii: "%"), UInt8(ascii: "-"))
    guard bytes.contains(percent) else { return nil }
    var line = 1
    var directives = 0
    var isAtStart = true
    for index in bytes.indices {
      let byte = bytes[index]
      if isAtStart, byte == percent {
        directives += 1
        if directives > maximumDirectives { return line }
      } else if isAtStart, byte == dash, bytes[index...].starts(with: [dash, dash, dash]) {
        directives = 0
      }
      isAtStart = byte == 0x0A || byte == 0x0D
      // A CR LF ends one line.
      if byte == 0x0A || (byte == 0x0D && bytes.dropFirst(index + 1).first != 0x0A) { line += 1 }
    }
    return nil
  }
}
