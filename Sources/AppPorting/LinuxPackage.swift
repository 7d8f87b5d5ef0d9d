/// A Swift package that compiles an app's sources on Linux.
///
/// The app's files are not copied: the package contains links to them.
public struct LinuxPackage: Sendable {
  /// The location of this project.
  public enum Project: Hashable, Sendable {
    /// A folder.
    case path(String)
    /// A repository, and its minimum version.
    case repository(url: String, version: String)

    /// The name by which SwiftPM refers to the project in dependencies of targets: the last part of its location.
    ///
    /// Source: Swift Package Manager, "PackageDescription": the identity of a package is the last component of its URL
    /// or path, without `.git`.
    var name: String {
      let location =
        switch self {
        case .path(let path): path
        case .repository(let url, _): url
        }
      let last = location.split(separator: "/").last.map(String.init) ?? location
      return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }

    /// The dependency in a manifest, without the traits that the programs need: nothing else is fetched.
    var dependency: String {
      switch self {
      case .path(let path): ".package(path: \(LinuxPackage.quoted(path)), traits: [])"
      case .repository(let url, let version):
        ".package(url: \(LinuxPackage.quoted(url)), from: \(LinuxPackage.quoted(version)), traits: [])"
      }
    }
  }

  /// A file of the package, by its path in the package.
  public enum File: Hashable, Sendable {
    case text(String)
    /// A link to a file or folder.
    case link(to: String)
  }

  /// The name of the package and of its module.
  public var name: String
  /// The location of this project.
  public var project: Project
  /// The absolute paths of the app's folders, source files and resources.
  public var sources: [String]
  /// The absolute paths of the files and folders of tests.
  public var tests: [String]
  /// The version of the Swift language, 5 or 6.
  public var languageMode = 5
  /// The modules that the app imports; some of Apple's modules are added only if they are in this list.
  public var imports: Set<String> = []
  /// The resources of `sources` and `tests`, by the paths of their folders.
  ///
  /// A file that is a resource itself has one with an empty path.
  public var resources: [String: [LinuxResource]] = [:]
  /// The files and folders in `sources` and `tests` that are left out, by the paths of these folders.
  public var excluded: [String: [String]] = [:]

  /// Creates a package for an app's `sources` and `tests`.
  ///
  /// - Parameters:
  ///   - name: the name of the app's module.
  ///   - project: the location of this project.
  ///   - sources: the absolute paths of the app's source files and folders.
  ///   - tests: the absolute paths of the files and folders of tests.
  public init(name: String, project: Project, sources: [String], tests: [String] = []) {
    (self.name, self.project, self.sources, self.tests) = (name, project, sources, tests)
  }

  /// The modules that tests import in addition to Apple's.
  public static let testModules = ["AudioSessionTesting", "AudioSessionTestTraits"]

  /// Returns the paths of links to `paths` in the folder called `folder`.
  public static func links(_ folder: String, _ paths: [String]) -> [String] {
    paths.enumerated().map { index, path in
      let last = path.split(separator: "/").last.map(String.init) ?? path
      // This name has a meaning for the compiler.
      if last == "main.swift" { return "\(folder)/\(last)" }
      // A resource keeps its name.
      if LinuxResource.isData(last) { return "\(folder)/\(index + 1)/\(last)" }
      // Two files of a module cannot have the same name. The build tools do not accept every name.
      let isPlain = last.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
          || "_-+.".utf8.contains($0)
      }
      let name = isPlain ? last : last.hasSuffix(".swift") ? "File.swift" : "Folder"
      return "\(folder)/\(index + 1)-\(name)"
    }
  }

  private var modules: [LinuxModule] { LinuxModule.modules(imported: imports) }

  /// The files of the package, by their paths in it.
  public var files: [(path: String, file: File)] {
    var files: [(path: String, file: File)] = [("Package.swift", .text(manifest))]
    for module in modules {
      files.append(("Modules/\(module.name)/\(module.name).swift", .text(module.source)))
    }
    for (folder, paths) in [("Sources", sources), ("Tests", tests)] {
      files += zip(Self.links(folder, paths), paths).map { ($0, .link(to: $1)) }
    }
    if !sources.isEmpty {
      let text = LinuxSupport.source(bundle: bundle(name, sources))
      files.append(("Sources/LinuxSupport.swift", .text(text)))
    }
    if !tests.isEmpty {
      let app = bundle(name, sources).map { _ in name }
      let text = LinuxSupport.source(bundle: bundle(name + "Tests", tests), app: app)
      files.append(("Tests/LinuxSupport.swift", .text(text)))
    }
    return files
  }

  /// Returns the name of the folder into which SwiftPM copies the resources of a target; nil without resources.
  private func bundle(_ target: String, _ paths: [String]) -> String? {
    paths.contains { resources[$0]?.isEmpty == false } ? "\(name)-linux_\(target).resources" : nil
  }

  private var manifest: String {
    let names = modules.map { Self.quoted($0.name) }.joined(separator: ", ")
    // What rewritten files import.
    let further = (tests.isEmpty ? [] : Self.testModules) + ["PhoneFoundation"]
    let products = further.map {
      ".product(name: \(Self.quoted($0)), package: \(Self.quoted(project.name)))"
    }
    return """
      // swift-tools-version: 6.2
      // Compiles an app's sources on Linux, where the modules with Apple's names are backed by a simulated phone.
      import PackageDescription

      let modules: [Target.Dependency] = [
        \(names),
        \(products.joined(separator: ",\n  ")),
      ]

      let package = Package(
        name: \(Self.quoted(name + "-linux")),
        dependencies: [\(dependencies.joined(separator: ", "))],
        targets: [
      \((appTargets + modules.map(target)).joined(separator: ",\n")),
        ],
        swiftLanguageModes: [.v\(languageMode)])

      """
  }

  /// The targets of the app and of its tests; none in a package with modules alone.
  private var appTargets: [String] {
    var targets: [String] = []
    if !sources.isEmpty {
      targets.append(target("target", name, dependencies: "modules", "Sources", sources))
    }
    if !tests.isEmpty {
      let dependencies = sources.isEmpty ? "modules" : "[\(Self.quoted(name))] + modules"
      targets.append(
        target("testTarget", name + "Tests", dependencies: dependencies, "Tests", tests))
    }
    return targets
  }

  private func target(
    _ kind: String, _ name: String, dependencies: String, _ folder: String, _ paths: [String]
  ) -> String {
    var arguments = [
      "name: \(Self.quoted(name))", "dependencies: \(dependencies)", "path: \(Self.quoted(folder))",
    ]
    let links = Array(zip(Self.links("", paths).map { $0.dropFirst() }, paths))
    let omitted = links.flatMap { link, path in (excluded[path] ?? []).map { "\(link)/\($0)" } }
    if !omitted.isEmpty {
      arguments.append("exclude: [\(omitted.map(Self.quoted).joined(separator: ", "))]")
    }
    let copied = links.flatMap { link, path in
      (resources[path] ?? []).map {
        ".\($0.rule)(\(Self.quoted($0.path.isEmpty ? "\(link)" : "\(link)/\($0.path)")))"
      }
    }
    if !copied.isEmpty {
      arguments.append("resources: [\(copied.joined(separator: ", "))]")
    }
    // Swift Testing has additions for Apple's UIKit, which a file with both modules would import.
    arguments.append(
      "swiftSettings: [.unsafeFlags([\"-Xfrontend\", \"-disable-cross-import-overlays\"])]")
    return "    .\(kind)(\(arguments.joined(separator: ", ")))"
  }

  private var dependencies: [String] {
    let combine = LinuxModule.openCombine
    return [project.dependency]
      + (modules.contains { !$0.openCombine.isEmpty }
        ? [".package(url: \(Self.quoted(combine.url)), from: \(Self.quoted(combine.version)))"]
        : [])
  }

  private func target(_ module: LinuxModule) -> String {
    let products = module.products.map {
      ".product(name: \(Self.quoted($0)), package: \(Self.quoted(project.name)))"
    }
    let others = module.openCombine.map {
      ".product(name: \(Self.quoted($0)), package: \"OpenCombine\")"
    }
    let all = products + others + module.modules.map(Self.quoted)
    return
      "    .target(name: \(Self.quoted(module.name)), dependencies: [\(all.joined(separator: ", "))], "
      + "path: \(Self.quoted("Modules/" + module.name)))"
  }

  /// Returns a Swift literal with the value `text`.
  static func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "\n": "\\n"
        case "\r": "\\r"
        default: "\(scalar)"
        }
      }.joined() + "\""
  }
}
