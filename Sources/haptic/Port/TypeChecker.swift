import AppPorting
import AudioOutput
import TextFormats

/// The compiler, which checks files against the modules of a package.
struct TypeChecker {
  /// The folder of the package.
  let folder: String
  /// The name of the module to which the files belong.
  let module: String
  let languageMode: Int
  /// The modules that the files import.
  let imports: Set<String>

  private var files: String { "\(folder)/Check" }
  private var empty: String { "\(folder)/Empty" }

  /// Writes files with these texts, or links to the files without a text, and returns their paths.
  ///
  /// The links have names that differ, which the compiler demands of the files of a module.
  func write(_ sources: [(path: String, text: String?)]) throws -> [String] {
    try makeEmpty(files)
    let links = LinuxPackage.links(files, sources.map(\.path))
    for (link, (path, text)) in zip(links, sources) {
      if let text {
        try PendingFile.write(Array(text.utf8), to: link, existing: .isReplaced)
      } else {
        try PortPackage.link(link, to: SystemPath.resolved(path) ?? path)
      }
    }
    return links
  }

  /// Removes the empty modules of earlier checks, writes the file that declares `Bundle.module`, and makes an empty
  /// module for each of `imports` that does not exist.
  ///
  /// The compiler stops at the first import of a module that it does not find. An import behind a condition is left to
  /// `messages`, because an empty module could change the condition.
  ///
  /// - Returns: the modules that do not exist.
  func prepare(_ imports: Set<String>) throws -> Set<String> {
    try makeEmpty(empty)
    let text = "import Foundation; extension Bundle { static var module: Bundle { .main } }\n"
    try PendingFile.write(Array(text.utf8), to: accessor, existing: .isReplaced)
    let probe = "\(empty)/Imports.swift"
    let questions = imports.sorted().map {
      "#if !canImport(\($0))\n#error(\"no such module '\($0)'\")\n#endif\n"
    }
    try PendingFile.write(Array(questions.joined().utf8), to: probe, existing: .isReplaced)
    let (_, output) = try ChildProgram.run("swiftc", ["-typecheck", probe] + modules)
    let absent = imports.intersection(CompilerMessages(output).missingModules)
    for name in absent.sorted() { try makeModule(name) }
    return absent
  }

  private func makeEmpty(_ folder: String) throws(Failure) {
    let code = SystemCall.makeFolder(folder)
    if code != 0 { throw Failure(.cannotCreate, "\(folder.printable): \(SystemText.error(code))") }
    for name in SystemCall.names(inFolder: folder) ?? [] { PortPackage.remove("\(folder)/\(name)") }
  }

  /// Checks the files in `paths`.
  ///
  /// - Parameters:
  ///   - paths: the paths by which the files are called in the result, by their own paths.
  ///   - missing: the modules that do not exist, to which those that these files import are added.
  /// - Returns: the messages, without those about missing modules.
  /// - Throws: `Failure` if the compiler itself fails.
  func messages(_ paths: [String: String], missing: inout Set<String>) throws -> CompilerMessages {
    // Each round but the last finds an import that no earlier one has found.
    for _ in 0...imports.count {
      let (status, output) = try ChildProgram.run("swiftc", arguments(paths.keys.sorted()))
      let messages = CompilerMessages(output, paths: paths)
      let new = Set(messages.missingModules).subtracting(missing)
      if new.isEmpty {
        // The compiler itself failed, so nothing is known about the files.
        if status != 0 && messages.errors.isEmpty {
          throw Failure(.systemError, "swiftc failed:\n\(output.suffix(2_000))")
        }
        return messages
      }
      for name in new.sorted() { try makeModule(name) }
      missing.formUnion(new)
    }
    throw Failure(
      .systemError,
      "swiftc keeps reporting missing modules: \(missing.sorted().joined(separator: ", "))")
  }

  private func arguments(_ files: [String]) -> [String] {
    let hasMain = files.contains { $0.hasSuffix("/main.swift") }
    // Swift Testing has additions for Apple's UIKit, which a file with both modules would import.
    return ["-typecheck", "-whole-module-optimization", "-module-name", name]
      + ["-swift-version", String(languageMode), "-D", "DEBUG", "-D", "SWIFT_PACKAGE"]
      + ["-Xfrontend", "-disable-cross-import-overlays"] + (hasMain ? [] : ["-parse-as-library"])
      + modules + files + [accessor]
  }

  /// The name of the module, or another one if a module of this project has this name.
  private var name: String {
    let isOurs = SystemCall.isFile("\(folder)/.build/debug/Modules/\(module).swiftmodule")
    return isOurs ? "App" : module
  }

  /// The arguments that name the modules.
  private var modules: [String] {
    let build = "\(folder)/.build/debug"
    let maps = (SystemCall.names(inFolder: build) ?? []).sorted()
      .map { "\(build)/\($0)/module.modulemap" }.filter(SystemCall.isFile)
    return cache + ["-I", "\(build)/Modules", "-I", empty]
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  /// The argument that names the folder of compiled C modules.
  ///
  /// The compiler refuses modules that it has made under another name of the folder, so this is neither the folder of
  /// SwiftPM, which has two names, nor a path with links.
  private var cache: [String] {
    ["-module-cache-path", "\(SystemPath.resolved(folder) ?? folder)/ModuleCache"]
  }

  /// The file that declares `Bundle.module`, which SwiftPM generates for a target with resources.
  private var accessor: String { "\(empty)/Bundle.swift" }

  /// Makes an empty module in the place of one that does not exist on Linux.
  private func makeModule(_ name: String) throws {
    let source = "\(empty)/\(name).swift"
    try PendingFile.write(
      Array("@_exported import Foundation\n".utf8), to: source, existing: .isReplaced)
    let (status, output) = try ChildProgram.run(
      "swiftc",
      cache + [
        "-emit-module", "-module-name", name, "-parse-as-library", "-enable-testing", source, "-o",
        "\(empty)/\(name).swiftmodule",
      ])
    if status != 0 {
      throw Failure(.systemError, "the module \(name) was not made:\n\(output.suffix(2_000))")
    }
  }
}
