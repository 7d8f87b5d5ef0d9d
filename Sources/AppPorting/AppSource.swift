internal import TextFormats

/// A Swift file of an app, as far as its text alone tells what it needs on Linux.
///
/// - Thread: any.        Realtime-safe: no.
public struct AppSource: Sendable {
  /// The path of the file.
  public let path: String
  /// The modules that the file imports, in order of the file.
  public let imports: [String]
  /// The modules that the file imports outside conditions such as `#if canImport(Firebase)`.
  public let unconditionalImports: [String]
  /// The lines that the compiler leaves out on Linux.
  public let hidden: [HiddenLines]
  /// The places that cannot run on Linux, whether they compile or not.
  public let remarks: [PortingRemark]
  /// The file as `haptic port rewrite` writes it; nil if it does not change the file.
  public let rewrittenText: String?
  /// Whether the compiler refuses the file unless `haptic port rewrite` has changed it, as far as its text tells.
  public let needsRewriting: Bool
  /// The first module that the file imports with `@testable`; nil for none.
  public let testedModule: String?
  /// The names of the types that the file declares for the whole module, and `@main` if one of them is the program.
  public let types: Set<String>
  /// The imports of parts of Apple's modules, which the compiler refuses.
  let partialImports: [PortingRemark]
  /// The file with whole modules instead of their parts; nil if it does not import parts.
  public let checkedText: String?

  /// Examines the file at `path` with the content `bytes`.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    let source = SwiftSource(bytes)
    imports = source.imports
    unconditionalImports = source.unconditionalImports
    testedModule = source.testedModule
    types = source.moduleTypes
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
    rewrittenText = rewritten.changes > 0 ? String(decoding: rewritten.bytes, as: UTF8.self) : nil
    needsRewriting = rewritten.isNeeded
    remarks = (Self.remarks(source) + rewritten.remarks).sorted { $0.location < $1.location }
  }

  /// The words that stand for something that needs the Objective-C runtime, and what to use instead.
  ///
  /// Source: Swift 6.3 on Linux, whose compiler and Foundation do not have this runtime.
  private static let idioms: [(words: [String], advice: String)] = [
    (
      ["addObserver", "forKeyPath"],
      "a key path in a string is observed only in AVPlayer, AVPlayerItem and AVAudioSession; elsewhere, use a closure"
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
      if word == "Selector", source.isCallWithString(index) {
        let place = locations.place(of: source.tokens[index].range.lowerBound)
        remarks.append(
          PortingRemark(
            place, "a selector made from a string cannot be called; use #selector, or a closure"))
      }
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
