public import TextFormats

/// A place in a source file at which something cannot be rewritten or cannot run, with the reason.
public struct PortingRemark: Hashable, Sendable, Encodable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The reason, and what to do.
  public let message: String

  init(_ location: SourceLocation, _ message: String) {
    (line, column, self.message) = (location.line, location.column, message)
  }

  /// The line and the column.
  public var location: SourceLocation { SourceLocation(line: line, column: column) }
}

/// A Swift source file without the parts that need the Objective-C runtime.
///
/// - `@objc`, `@objcMembers` and `@nonobjc` are removed.
/// - `import os.log` becomes `import os`, because these modules do not have submodules on Linux.
/// - `#selector(f)` becomes `Selector(Self.f)`, for which the modules with Apple's names have an initializer.
///
/// Everything else keeps its bytes, including comments and strings.
///
/// - Thread: any.        Realtime-safe: no.
public struct RewrittenSource: Sendable {
  /// The text of the rewritten file.
  public private(set) var bytes: [UInt8]
  /// The number of places that were rewritten.
  public private(set) var changes = 0
  /// The places that could not be rewritten.
  public private(set) var remarks: [PortingRemark] = []

  private let source: SwiftSource
  private var edits: [(range: Range<Int>, text: String)] = []
  private var locations: SourceLocations

  /// The attributes that are removed.
  private static let attributes: Set = ["objc", "objcMembers", "nonobjc"]

  /// Rewrites the file with the content `bytes`.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    source = SwiftSource(bytes)
    locations = SourceLocations(bytes)
    for index in source.tokens.indices {
      let name = source.text(index + 1)
      if source.text(index) == "@", Self.attributes.contains(name) {
        removeAttribute(at: index)
      } else if source.tokens[index].kind == .directive, source.text(index) == "#selector" {
        rewriteSelector(at: index)
      } else if source.tokens[index].kind == .directive, source.text(index) == "#keyPath" {
        remark(
          index, "#keyPath needs the Objective-C runtime; use a Swift key path, such as \\.volume")
      }
    }
    edits += source.partialImports.map { ($0.rest, "") }
    if edits.contains(where: { $0.text.hasPrefix("Selector") }) { importSelector() }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    changes = edits.count
    for edit in edits.reversed() {
      self.bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
  }

  /// Adds the module with `Selector` to a file that does not import one of Apple's modules.
  private mutating func importSelector() {
    let names = Set(LinuxModule.all.map(\.name))
    guard !source.imports.contains(where: names.contains),
      let index = source.tokens.indices.first(where: {
        source.text($0) == "import" && source.text($0 + 1) == "Foundation"
          && source.text($0 + 2) != "."
      })
    else { return }
    let end = source.tokens[index + 1].range.upperBound
    edits.append((end..<end, "; import PhoneFoundation"))
  }

  private mutating func remark(_ token: Int, _ message: String) {
    remarks.append(
      PortingRemark(locations.place(of: source.tokens[token].range.lowerBound), message))
  }

  /// Removes the attribute whose `@` is the token `index`, with its arguments and the spaces after it.
  private mutating func removeAttribute(at index: Int) {
    var last = index + 1
    let next = last + 1
    if source.text(next) == "(",
      source.tokens[next].range.lowerBound == source.tokens[last].range.upperBound,
      let end = source.closing(next)
    {
      last = end
    }
    if source.text(last + 1) == "optional" {
      return remark(
        index,
        "an optional requirement needs the Objective-C runtime; declare it in an extension of the protocol as well, with a default"
      )
    }
    var (start, end) = (source.tokens[index].range.lowerBound, source.tokens[last].range.upperBound)
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") {
      end += 1
    }
    // An attribute that has a line to itself is removed with its line.
    let isAlone =
      end == bytes.count || bytes[end] == UInt8(ascii: "\n") || bytes[end] == UInt8(ascii: "\r")
    if isAlone {
      var lead = start
      while lead > 0, bytes[lead - 1] == UInt8(ascii: " ") || bytes[lead - 1] == UInt8(ascii: "\t")
      { lead -= 1 }
      if lead == 0 || bytes[lead - 1] == UInt8(ascii: "\n") {
        start = lead
        if end < bytes.count, bytes[end] == UInt8(ascii: "\r") { end += 1 }
        if end < bytes.count { end += 1 }
      }
    }
    edits.append((start..<end, ""))
  }

  private mutating func rewriteSelector(at index: Int) {
    guard source.text(index + 1) == "(", let end = source.closing(index + 1), end > index + 2 else {
      return
    }
    let first = index + 2
    if ["getter", "setter"].contains(source.text(first)), source.text(first + 1) == ":" {
      return remark(
        index, "the selector of a property needs the Objective-C runtime; use a closure")
    }
    let range = source.tokens[first].range.lowerBound..<source.tokens[end].range.lowerBound
    let expression = source.text(range)
    let replacement: String
    if source.text(first) == "self", source.text(first + 1) == "." {
      replacement = "Self" + expression.dropFirst("self".count)
    } else if expression.contains("?")
      || (source.text(first + 1) == "(" && source.closing(first + 1) != end - 1)
    {
      return remark(index, "the method is not named by a type; write #selector(Player.pause)")
    } else if source.text(first + 1) != "." {
      replacement = "Self." + expression
    } else if source.text(first).first?.isUppercase ?? false {
      replacement = expression
    } else {
      return remark(
        index,
        "the type of '\(source.text(first))' is not visible here; write its name, as in #selector(Player.pause)"
      )
    }
    let whole = source.tokens[index].range.lowerBound..<source.tokens[end].range.upperBound
    edits.append((whole, "Selector(\(replacement))"))
  }
}
