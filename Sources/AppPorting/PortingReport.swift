internal import TextFormats

/// How much of an app's sources compiles on Linux, file by file.
public struct PortingReport: Sendable {
  /// A file of the report.
  public struct File: Encodable, Hashable, Sendable {
    /// The path.
    public let file: String
    /// Whether the file compiles unchanged.
    public let compiles: Bool
    /// The errors of the compiler.
    public let errors: [PortingRemark]
    /// The lines that the compiler leaves out on Linux.
    public let hidden: [HiddenLines]
    /// The places that cannot run on Linux.
    public let remarks: [PortingRemark]
    /// The imported modules that do not exist on Linux and that this project does not offer.
    public let missing: [String]
    /// Whether `haptic port rewrite` would change the file.
    public let isRewritable: Bool
  }

  /// The files in order of their paths.
  public let files: [File]
  /// The errors that do not belong to a file.
  public let others: [String]

  /// Creates the report of `sources`.
  ///
  /// - Parameters:
  ///   - sources: the files.
  ///   - messages: the messages of the compiler for them.
  ///   - missing: the modules that had to be replaced by empty ones.
  public init(_ sources: [AppSource], _ messages: CompilerMessages, missing: Set<String>) {
    others = messages.others
    files = sources.map { source in
      let absent = source.imports.filter(missing.contains)
      let errors = source.partialImports + (messages.errors[source.path] ?? [])
      return File(
        file: source.path, compiles: errors.isEmpty && absent.isEmpty, errors: errors,
        hidden: source.hidden, remarks: source.remarks,
        missing: Array(Set(absent)).sorted(), isRewritable: source.isRewritable)
    }.sorted { $0.file < $1.file }
  }

  /// The number of files that compile unchanged.
  public var compiling: Int { files.count(where: \.compiles) }

  /// The modules that are missing, each with the number of files that import it, most used first.
  public var missing: [(module: String, files: Int)] {
    var counts: [String: Int] = [:]
    for file in files { for module in file.missing { counts[module, default: 0] += 1 } }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// The report as text: a line for each file, and its errors below.
  public func text(isBrief: Bool) -> String {
    files.map { file in
      var lines = ["\(file.file.printable): \(Self.summary(file))"]
      if !isBrief {
        lines += file.errors.map { "  \($0.location): \($0.message.printable)" }
        lines += file.remarks.map { "  \($0.location): \($0.message.printable)" }
        lines += file.hidden.map {
          "  lines \($0.first) to \($0.last) are left out: #if \($0.condition.printable)"
        }
      }
      return lines.joined(separator: "\n") + "\n"
    }.joined()
  }

  private static func summary(_ file: File) -> String {
    var parts = [file.compiles ? "compiles" : "does not compile"]
    if !file.missing.isEmpty { parts.append("needs \(file.missing.joined(separator: ", "))") }
    if file.isRewritable { parts.append("haptic port rewrite changes it") }
    let hidden = file.hidden.reduce(0) { $0 + $1.last - $1.first + 1 }
    if hidden > 0 { parts.append("\(hidden.counted("line")) left out") }
    return parts.joined(separator: "; ")
  }
}
