internal import TextFormats

/// A Swift file of an app, as far as its text alone tells what it needs on Linux.
///
/// - Thread: any.        Realtime-safe: no.
public struct AppSource: Sendable {
  /// The path of the file.
  public let path: String
  /// The modules that the file imports as `haptic port rewrite` writes it, in order of the file.
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
    imports = SwiftSource(rewritten.bytes).imports
    rewrittenText = rewritten.changes > 0 ? String(decoding: rewritten.bytes, as: UTF8.self) : nil
    needsRewriting = rewritten.isNeeded
    remarks = (Self.remarks(source) + rewritten.remarks).sorted { $0.location < $1.location }
  }

  private static func remarks(_ source: SwiftSource) -> [PortingRemark] {
    var locations = SourceLocations(source.bytes)
    return source.tokens.indices.filter { source.tokens[$0].kind == .word }.flatMap { index in
      RuntimeIdiom.all.filter { $0.isMeant(at: index, of: source) }.map { idiom in
        PortingRemark(
          locations.place(of: source.tokens[index].range.lowerBound), idiom.advice)
      }
    }
  }
}
