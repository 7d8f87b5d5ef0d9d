internal import TextFormats

/// A Swift file of an app, as far as its text alone tells what it needs on Linux.
///
/// - Thread: any.        Realtime-safe: no.
public struct AppSource: Sendable {
  /// The path of the file.
  public let path: String
  /// The modules that the file imports, in order of the file.
  public let imports: [String]
  /// The lines that the compiler leaves out on Linux.
  public let hidden: [HiddenLines]
  /// The places that cannot run on Linux, whether they compile or not.
  public let remarks: [PortingRemark]
  /// Whether `haptic port rewrite` would change the file.
  public let isRewritable: Bool
  /// The first module that the file imports with `@testable`; nil for none.
  public let testedModule: String?
  /// The imports of parts of Apple's modules, which the compiler refuses.
  let partialImports: [PortingRemark]
  /// The file with whole modules instead of their parts; nil if it does not import parts.
  public let checkedText: String?

  /// Examines the file at `path` with the content `bytes`.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    let source = SwiftSource(bytes)
    imports = source.imports
    testedModule = source.testedModule
    hidden = source.hiddenLines
    let partial = source.partialImports
    var (locations, checked) = (SourceLocations(bytes), bytes)
    partialImports = partial.map { part in
      let module = source.text(part.module)
      return PortingRemark(
        locations.place(of: source.tokens[part.module].range.lowerBound),
        "no such module '\(module)\(source.text(part.rest))'; import \(module)")
    }
    for part in partial.reversed() { checked.removeSubrange(part.rest) }
    checkedText = partial.isEmpty ? nil : String(decoding: checked, as: UTF8.self)
    let rewritten = RewrittenSource(bytes)
    isRewritable = rewritten.changes > 0
    remarks = (Self.remarks(source) + rewritten.remarks).sorted { $0.location < $1.location }
  }

  /// The words that stand for something that needs the Objective-C runtime, and what to use instead.
  ///
  /// Source: Swift 6.3 on Linux, whose compiler and Foundation do not have this runtime.
  private static let idioms: [(words: [String], advice: String)] = [
    (
      ["addObserver", "forKeyPath"],
      "observing a key path in a string is not possible; use observe(\\.outputVolume)"
    ),
    (
      ["observeValue", "forKeyPath"],
      "observing a key path in a string is not possible; use observe(\\.outputVolume)"
    ),
    (["NSSelectorFromString"], "a selector made from a string cannot be called; use a closure"),
    (["NSClassFromString"], "a class cannot be found by its name; refer to the type itself"),
    (["objc_setAssociatedObject"], "associated objects do not exist; use a property or a subclass"),
    (["objc_getAssociatedObject"], "associated objects do not exist; use a property or a subclass"),
    (
      ["method_exchangeImplementations"],
      "methods cannot be exchanged while the program runs; inject the type"
    ),
    (
      ["class_getInstanceMethod"],
      "methods cannot be found by their selectors; call the method itself"
    ),
  ]

  private static func remarks(_ source: SwiftSource) -> [PortingRemark] {
    var locations = SourceLocations(source.bytes)
    var remarks: [PortingRemark] = []
    for index in source.tokens.indices where source.tokens[index].kind == .word {
      let word = source.text(index)
      for idiom in idioms where idiom.words[0] == word {
        // A second word is an argument label of the call.
        if idiom.words.count > 1 {
          guard let end = source.closing(index + 1),
            (index..<end).contains(where: {
              source.text($0) == idiom.words[1] && source.text($0 + 1) == ":"
            })
          else { continue }
        }
        let place = locations.place(of: source.tokens[index].range.lowerBound)
        remarks.append(PortingRemark(place, idiom.advice))
      }
    }
    return remarks
  }
}

/// The result of a type check of an app's files.
public struct CompilerMessages: Sendable {
  /// The errors of each file, by its path as it was given to the compiler.
  public private(set) var errors: [String: [PortingRemark]] = [:]
  /// The modules that the compiler did not find, in order of the alphabet.
  public private(set) var missingModules: [String] = []
  /// The errors that do not belong to a place in one of the files.
  public private(set) var others: [String] = []

  /// Reads what the compiler printed, one message on a line: `path:line:column: error: message`.
  ///
  /// - Parameters:
  ///   - text: what the compiler printed.
  ///   - paths: the paths by which the files are called in `errors`, by their paths in `text`.
  public init(_ text: String, paths: [String: String] = [:]) {
    var missing: Set<String> = []
    var steps: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      // Below a message, the compiler repeats it beside the source, behind spaces and numbers.
      guard let found = line.prefixMatch(of: /(?:(.+?):(\d+):(\d+): )?error: (.*)/) else {
        continue
      }
      let message = String(found.4)
      guard let written = found.1, let row = found.2.flatMap({ Int($0) }),
        let column = found.3.flatMap({ Int($0) })
      else {
        steps.append(String(line))
        continue
      }
      if let module = Self.missingModule(message) {
        missing.insert(module)
        continue
      }
      guard let path = paths.isEmpty ? String(written) : paths[String(written)] else {
        others.append(String(line))
        continue
      }
      let remark = PortingRemark(SourceLocation(line: row, column: column), message)
      if errors[path]?.contains(remark) ?? false { continue }
      errors[path, default: []].append(remark)
    }
    missingModules = missing.sorted()
    // These only say that a step of the build failed, for which the errors of files are the reason.
    if errors.isEmpty { others += steps }
  }

  /// Returns the name in `no such module 'NAME'`, if a module can have this name.
  private static func missingModule(_ message: String) -> String? {
    message.wholeMatch(of: /no such module '([A-Za-z_][A-Za-z0-9_]*)'/).map { String($0.1) }
  }
}
