import AppPorting
import TextFormats

/// A type check of an app's files with the Swift toolchain.
struct PortCheck {
  private let sources: [AppSource]
  private let groups: [Neighbours.Group]
  private let package: LinuxPackage
  private let folder: PortPackage
  private let compiler: TypeChecker

  init(_ sources: [AppSource], project: LinuxPackage.Project, languageMode: Int) throws(Failure) {
    self.sources = sources
    groups = Neighbours.groups(sources)
    // Tests are compiled together with the module that they import.
    let name = sources.lazy.compactMap(\.testedModule).first
    var package = LinuxPackage(name: "App", project: project, sources: [])
    package.languageMode = languageMode
    package.imports = Set(sources.flatMap(\.imports))
    self.package = package
    folder = PortPackage(folder: try PortPackage.cache(for: project))
    compiler = TypeChecker(
      folder: folder.folder, module: name ?? package.name, languageMode: languageMode,
      imports: package.imports)
  }

  /// Compiles the files and returns the result.
  func report() throws -> PortingReport {
    let lock = try folder.lock()
    defer { lock?.release() }
    try folder.write(package)
    try build([])
    // No target of the package needs these.
    for module in LinuxPackage.testModules where package.imports.contains(module) {
      try build(["--target", module])
    }
    let absent = try compiler.prepare(Set(sources.flatMap(\.unconditionalImports)))
    let unchanged = try compilation(sources.map(\.checkedText), missing: absent)
    let texts = sources.map { $0.rewrittenText ?? $0.checkedText }
    let isRewritten = sources.contains { $0.rewrittenText != nil }
    let rewritten = isRewritten ? try compilation(texts, missing: absent) : unchanged
    return PortingReport(sources, unchanged, rewritten: rewritten)
  }

  /// Compiles the modules of the package.
  private func build(_ arguments: [String]) throws {
    StandardError.showProgress("compiling the modules …")
    let (status, output) = try ChildProgram.run(
      "swift",
      ["build", "--package-path", folder.folder, "-debug-info-format", "none"] + arguments)
    StandardError.showProgress("")
    if status != 0 {
      throw Failure(.systemError, "swift build failed:\n\(output.suffix(2_000))")
    }
  }

  /// Compiles the files, those with a text in `texts` with this text, without the modules in `missing`.
  private func compilation(_ texts: [String?], missing: Set<String>) throws
    -> PortingReport.Compilation
  {
    StandardError.showProgress("compiling \(sources.count.counted("file")) …")
    defer { StandardError.showProgress("") }
    let links = try compiler.write(zip(sources.map(\.path), texts).map { ($0, $1) })
    var result = PortingReport.Compilation()
    result.missing = missing
    for group in groups {
      let paths = group.compiled.map { (link: links[$0], path: sources[$0].path) }
      let messages = try compiler.messages(
        Dictionary(uniqueKeysWithValues: paths), missing: &result.missing)
      for index in group.files {
        let path = sources[index].path
        result.errors[path] = messages.errors[path]
      }
      result.others += messages.others.filter { !result.others.contains($0) }
    }
    return result
  }
}
