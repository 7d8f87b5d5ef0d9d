internal import TextFormats

/// How much of an app's sources compiles on Linux, file by file.
public struct PortingReport: Sendable {
  /// A file of the report.
  public struct File: Encodable, Hashable, Sendable {
    /// The path.
    public let file: String
    /// Whether the file compiles unchanged.
    public let compiles: Bool
    /// Whether the file compiles after `haptic port rewrite`.
    public let compilesRewritten: Bool
    /// The errors of the compiler for the unchanged file.
    public let errors: [PortingRemark]
    /// The errors of the compiler for the rewritten file, at the places in that file.
    public let errorsRewritten: [PortingRemark]
    /// The lines that the compiler leaves out on Linux.
    public let hidden: [HiddenLines]
    /// The places that cannot run on Linux.
    public let remarks: [PortingRemark]
    /// The imported modules that do not exist on Linux and that this project does not offer.
    public let missing: [String]
    /// Whether `haptic port rewrite` would change the file.
    public let isRewritable: Bool

    /// The errors that matter: those that rewriting leaves, or if it leaves none, those of the unchanged file.
    public var remaining: [PortingRemark] { errorsRewritten.isEmpty ? errors : errorsRewritten }
  }

  /// The result of the compiler for all files, in one of their two forms.
  public struct Compilation: Sendable {
    /// The errors of each file, by the file's path.
    public var errors: [String: [PortingRemark]] = [:]
    /// The imported modules that the compiler did not find.
    public var missing: Set<String> = []
    /// The errors that do not belong to a file.
    public var others: [String] = []

    /// Creates a result without errors.
    public init() {}
  }

  /// The files in order of their paths.
  public let files: [File]
  /// The errors that do not belong to a file.
  public let others: [String]

  /// Creates the report of `sources`.
  ///
  /// - Parameters:
  ///   - sources: the files.
  ///   - unchanged: the result of the compiler for the files as they are.
  ///   - rewritten: the result of the compiler for the files that `haptic port rewrite` writes.
  public init(_ sources: [AppSource], _ unchanged: Compilation, rewritten: Compilation) {
    others = unchanged.others + rewritten.others.filter { !unchanged.others.contains($0) }
    let missing = unchanged.missing.union(rewritten.missing).subtracting(Self.own(sources))
    files = sources.map { source in
      let absent = Set(source.imports).intersection(missing).sorted()
      let errors = source.partialImports + (unchanged.errors[source.path] ?? [])
      let left = rewritten.errors[source.path] ?? []
      return File(
        file: source.path, compiles: errors.isEmpty && absent.isEmpty,
        compilesRewritten: left.isEmpty && absent.isEmpty, errors: errors, errorsRewritten: left,
        hidden: source.hidden, remarks: source.remarks, missing: absent,
        isRewritable: source.rewrittenText != nil)
    }.sorted { $0.file < $1.file }
  }

  /// The modules whose sources are among `sources`, which are compiled as one module.
  ///
  /// These are the modules that tests import, and those with the name of a folder in `Sources` or of a folder that
  /// contains a folder with the same name, as Xcode makes them.
  private static func own(_ sources: [AppSource]) -> Set<String> {
    var names = Set(sources.compactMap(\.testedModule))
    for source in sources {
      let folders = source.path.split(separator: "/").dropLast().map(String.init)
      for (parent, folder) in zip(folders, folders.dropFirst())
      where parent == "Sources" || parent == folder {
        names.insert(folder)
      }
    }
    return names
  }

  /// The number of files that compile unchanged.
  public var compiling: Int { files.count(where: \.compiles) }

  /// The number of files that compile after `haptic port rewrite`.
  public var compilingRewritten: Int { files.count(where: \.compilesRewritten) }

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
        lines += file.remaining.map { "  \($0.location): \($0.message.printable)" }
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
    if file.compiles != file.compilesRewritten {
      parts.append(
        file.compiles ? "does not compile after rewriting" : "compiles after haptic port rewrite")
    }
    if !file.missing.isEmpty { parts.append("needs \(file.missing.joined(separator: ", "))") }
    if file.isRewritable, file.compiles == file.compilesRewritten {
      parts.append("haptic port rewrite changes it")
    }
    let hidden = file.hidden.reduce(0) { $0 + $1.last - $1.first + 1 }
    if hidden > 0 { parts.append("\(hidden.counted("line")) left out") }
    return parts.joined(separator: "; ")
  }
}
