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

/// A Swift source file without the parts that need the Objective-C runtime, and with the parts for iOS.
///
/// - `@objc`, `@objcMembers` and `@nonobjc` are removed.
/// - In conditions such as `#if os(iOS)`, `os(iOS)` becomes `(os(iOS) || os(Linux))`, because the modules with Apple's
///   names behave like a phone. Simulators, Macs and watches keep their conditions.
/// - `import os.log` becomes `import os`, because these modules do not have submodules on Linux.
/// - `#selector(f)` becomes `Selector(Self.f)`, for which the modules with Apple's names have an initializer.
/// - `#keyPath(AVPlayer.status)` becomes `"status"`. A type with `observeValue(forKeyPath:of:change:context:)` conforms to
///   `KeyValueObserver`, which replaces the method of Apple's `NSObject`.
/// - A file that uses `URLSession` with `import Foundation` alone also imports FoundationNetworking. For
///   `ObservableObject` and `@Published`, it imports Combine.
///
/// Everything else keeps its bytes, including comments and strings.
///
/// - Thread: any.        Realtime-safe: no.
public struct RewrittenSource: Sendable {
  /// The text of the rewritten file.
  public private(set) var bytes: [UInt8]
  /// The number of places that were rewritten.
  public private(set) var changes = 0
  /// Whether the compiler refuses the file as it is: a place was rewritten other than a condition for iOS.
  public private(set) var isNeeded = false
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
        rewriteKeyPath(at: index)
      }
    }
    let conditions = source.phoneConditions
    edits += conditions.map { ($0, "(os(iOS) || os(Linux))") }
    edits += source.partialImports.map { ($0.rest, "") }
    let observing = source.observationEdits
    if !observing.isEmpty || edits.contains(where: { $0.text.hasPrefix("Selector") }) {
      importModule("PhoneFoundation", unless: Set(LinuxModule.all.map(\.name)))
    }
    if source.usesObservableObjects {
      importModule("Combine", unless: Set((LinuxModule.all + LinuxModule.imported).map(\.name)))
    }
    if source.usesNetwork {
      importModule(
        "FoundationNetworking", unless: Set(LinuxModule.all.map(\.name) + ["FoundationNetworking"]))
    }
    edits += observing
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    changes = edits.count
    isNeeded = changes > conditions.count
    for edit in edits.reversed() {
      self.bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
  }

  /// Adds an import to a file that imports Foundation or a module that exports it, unless it also imports one of the
  /// modules called `names`.
  private mutating func importModule(_ name: String, unless names: Set<String>) {
    guard !source.imports.contains(where: names.contains),
      let index = source.tokens.indices.first(where: {
        source.text($0) == "import" && ["Foundation", "XCTest"].contains(source.text($0 + 1))
          && source.text($0 + 2) != "."
      })
    else { return }
    let end = source.tokens[index + 1].range.upperBound
    edits.append((end..<end, "; import \(name)"))
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
        "an optional requirement needs the Objective-C runtime; declare it in an extension of the protocol, with a default, and call it without '?'"
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

  /// Turns a key path into the string with the names of its properties, without those of types.
  private mutating func rewriteKeyPath(at index: Int) {
    guard source.text(index + 1) == "(", let end = source.closing(index + 1) else { return }
    let names = (index + 2..<end).map(source.text).filter { $0 != "." && $0 != "self" }
    let properties = names.drop { $0.first?.isUppercase ?? false }
    guard !properties.isEmpty, properties.allSatisfy({ $0.first?.isLetter ?? false }) else {
      return remark(
        index,
        "this #keyPath needs the Objective-C runtime; use a Swift key path, such as \\.volume")
    }
    let whole = source.tokens[index].range.lowerBound..<source.tokens[end].range.upperBound
    edits.append((whole, "\"\(properties.joined(separator: "."))\""))
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
      // Model.shared.refresh names a value.
      let path = expression.prefix { $0 != "(" }.split(separator: ".").dropLast()
      guard path.allSatisfy({ $0.first?.isUppercase ?? false }) else {
        return remark(index, "the method is not named by a type; write #selector(Player.pause)")
      }
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
