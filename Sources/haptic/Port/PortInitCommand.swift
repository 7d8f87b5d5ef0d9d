import AppPorting
import ArgumentParser
import TextFormats

/// `haptic port init`.
struct PortInitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a package that compiles an app's sources and runs its tests on Linux.",
    discussion: """
      The package contains links to the app's files, so that it stays small and follows their changes, \
      and modules with Apple's names. The app's own project is not changed. The module has the name \
      that the tests import with @testable. Tests without such an import contain the app's files, and are \
      given with --tests alone. AHAP files, sounds and data in the folders are in `Bundle.main`. Names the files that the compiler refuses unless `haptic port rewrite` has \
      changed them; give the copies to `init` in their place.

      Examples:
        haptic port init MyApp/Haptics MyApp/Audio --tests MyAppTests -o linux
        swift test --package-path linux

      Exit status: 66 if a path does not exist; 73 if the folder exists.
      """)

  @Argument(help: "The app's folders and Swift files.", completion: .file(extensions: ["swift"]))
  var sources: [String] = []

  @Option(
    parsing: .upToNextOption, help: "Folders and files of tests.",
    completion: .file(extensions: ["swift"]))
  var tests: [String] = []

  @Option(help: "The name of the app's module.")
  var name: String?

  @Option(name: .shortAndLong, help: "The folder of the package.", completion: .directory)
  var output: String

  @OptionGroup var place: ProjectPlace

  func validate() throws {
    if sources.isEmpty && tests.isEmpty {
      throw ValidationError("Name the app's folders and files, or those of tests with --tests.")
    }
  }

  func run() throws {
    if SystemCall.mode(at: output) != nil {
      throw Failure(.cannotCreate, "\(output.printable): the folder exists; choose another name")
    }
    try AppFiles.refuse(output, inside: sources + tests)
    let data = [sources, tests].map {
      $0.filter { SystemCall.isFile($0) && LinuxResource.isData($0) }
    }
    let sources = try AppFiles.chosen(sources.filter { !data[0].contains($0) })
    let tests = try AppFiles.chosen(tests.filter { !data[1].contains($0) })
    if !sources.isEmpty || tests.isEmpty {
      _ = try AppFiles.at(sources.isEmpty ? self.sources : sources)
    }
    let tested = try tests.isEmpty ? [] : AppFiles.at(tests)
    let module = try name ?? module(of: sources, tested)
    if let reason = ModuleName.refusal(of: module) {
      throw Failure(.usage, "the module cannot be called \(module.printable): \(reason)")
    }
    var package = LinuxPackage(
      name: module, project: try place.project(), sources: (sources + data[0]).map(absolute),
      tests: (tests + data[1]).map(absolute))
    package.languageMode = place.languageMode
    let (imports, advice) = try examine(sources + tests)
    package.imports = imports
    for folder in package.sources + package.tests where SystemCall.isFolder(folder) {
      package.excluded[folder] = AppFiles.foreign(in: folder)
    }
    for paths in [package.sources, package.tests] {
      package.resources.merge(try AppResources.at(paths)) { $1 }
    }
    let code = SystemCall.makeFolder(output)
    if code != 0 { throw Failure(.cannotCreate, "\(output.printable): \(SystemText.error(code))") }
    try PortPackage(folder: absolute(output)).write(package)
    for line in advice { StandardError.print(line) }
    let command = tests.isEmpty ? "build" : "test"
    StandardError.print(
      "wrote \(output.printable); next: swift \(command) --package-path \(output.shellWord)")
  }

  /// Returns the modules that the files at `paths` import, and which of `paths` to rewrite before.
  private func examine(_ paths: [String]) throws(Failure) -> (
    imports: Set<String>, advice: [String]
  ) {
    var (imports, advice): (Set<String>, [String]) = ([], [])
    for path in paths {
      var refused: [String] = []
      for file in SystemCall.isFolder(path) ? AppFiles.below(path).sorted() : [path] {
        let source = AppSource(path: file, bytes: try AppFiles.bytes(of: file))
        imports.formUnion(source.imports)
        if source.needsRewriting { refused.append(file.printable) }
      }
      if refused.isEmpty { continue }
      let last = absolute(path).split(separator: "/").last.map(String.init) ?? ""
      let copy = SystemCall.isFolder(path) ? "rewritten/\(last)" : "rewritten"
      advice.append("not Swift for Linux: \(refused.joined(separator: ", "))")
      advice.append(
        "  haptic port rewrite \(path.shellWord) -o \(copy.shellWord)   # then give the copy to init"
      )
    }
    return (imports, advice)
  }

  private func absolute(_ path: String) -> String { SystemPath.resolved(path) ?? path }

  /// Returns the module that the tests import with `@testable`, or the name of the first folder of sources, if a module
  /// can have it.
  private func module(of sources: [String], _ tests: [String]) throws(Failure) -> String {
    for test in tests {
      if let name = AppSource(path: test, bytes: try AppFiles.bytes(of: test)).testedModule {
        return name
      }
    }
    guard let first = sources.first else { return "App" }
    let last = absolute(first).split(separator: "/").last.map(String.init) ?? "App"
    let stem = last.hasSuffix(".swift") ? String(last.dropLast(6)) : last
    let letters = String(stem.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return ModuleName.refusal(of: letters) == nil ? letters : "App"
  }
}
