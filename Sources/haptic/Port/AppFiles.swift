import AppPorting
import TextFormats

/// The Swift files of an app.
enum AppFiles {
  /// The maximum size of a source file, in bytes.
  ///
  /// Our choice: far larger than any file that a person writes.
  static let maximumBytes = 16 << 20

  /// The folders that contain the results of builds and the sources of others.
  private static let skipped: Set = ["Pods", "Carthage", "DerivedData", "build", "node_modules"]

  /// Returns the Swift files at `paths`, files and folders, without those in hidden folders, builds and the packages
  /// of others.
  ///
  /// - Throws: `Failure` if a path does not exist, or if there is no Swift file.
  static func at(_ paths: [String]) throws(Failure) -> [String] {
    var files: [String] = []
    for path in try chosen(paths) {
      files += SystemCall.isFolder(path) ? below(path) : [path]
    }
    if files.isEmpty {
      throw Failure(.noInput, "\(paths.map(\.printable).joined(separator: ", ")): no Swift file")
    }
    // A file that is named twice, or through two folders, is one file.
    var seen: Set<String> = []
    return files.filter { seen.insert(SystemPath.resolved($0) ?? $0).inserted }
  }

  /// Returns the Swift files in the folder at `path`.
  static func below(_ path: String) -> [String] {
    PatternFiles.files(below: path, where: isSource).filter { isOwn($0.dropFirst(path.count)) }
  }

  /// Returns the folders and Swift files of `paths`, and prints the names of the others, such as those of a glob.
  ///
  /// - Throws: `Failure` if a path does not exist, or if all are others.
  static func chosen(_ paths: [String]) throws(Failure) -> [String] {
    for path in paths where !SystemCall.isFolder(path) && !SystemCall.isFile(path) {
      throw Failure(.noInput, "\(path.printable): no such file or folder")
    }
    func isChosen(_ path: String) -> Bool {
      SystemCall.isFolder(path)
        || isSource(path.split(separator: "/").last.map(String.init) ?? path)
    }
    let others = paths.filter { !isChosen($0) }
    if !others.isEmpty {
      let names = others.map(\.printable).joined(separator: ", ")
      if others.count == paths.count { throw Failure(.noInput, "\(names): no Swift file") }
      StandardError.print("left out, because not Swift files of the app: \(names)")
    }
    return paths.filter(isChosen)
  }

  private static func isSource(_ name: String) -> Bool {
    name.hasSuffix(".swift") && !isManifest(name)
  }

  /// Returns whether `name` is that of a package's manifest.
  ///
  /// Source: Swift Package Manager, "Version-specific manifest selection": `Package@swift-5.9.swift`.
  static func isManifest(_ name: String) -> Bool {
    name == "Package.swift" || name.hasPrefix("Package@swift-") && name.hasSuffix(".swift")
  }

  static func isOwn(_ path: Substring) -> Bool {
    path.split(separator: "/").dropLast().allSatisfy {
      !$0.hasPrefix(".") && !skipped.contains(String($0))
    }
  }

  /// Returns the manifests and the folders of builds and of others in the folder at `path`, by their paths in it.
  ///
  /// Hidden folders are not among them, because SwiftPM ignores them.
  static func foreign(in path: String) -> [String] {
    (SystemCall.names(inFolder: path) ?? []).sorted().flatMap { name -> [String] in
      let whole = "\(path)/\(name)"
      guard SystemCall.isFolder(whole) else { return isManifest(name) ? [name] : [] }
      if skipped.contains(name) { return [name] }
      if name.hasPrefix(".") || SystemCall.isLink(whole) { return [] }
      return foreign(in: whole).map { "\(name)/\($0)" }
    }
  }

  /// Refuses an output inside one of the folders that are read.
  static func refuse(_ output: String, inside folders: [String]) throws(Failure) {
    // The output does not exist yet, so its parent is resolved.
    let whole = output.hasSuffix("/") ? String(output.dropLast()) : output
    let parent = whole.lastIndex(of: "/").map { String(whole[...$0]) } ?? "."
    guard let place = SystemPath.resolved(whole) ?? SystemPath.resolved(parent) else { return }
    for folder in folders {
      if let base = SystemPath.resolved(folder), (place + "/").hasPrefix(base + "/") {
        throw Failure(
          .usage, "\(output.printable) is inside \(folder.printable); choose a folder outside")
      }
    }
  }

  /// Returns the content of the file at `path`.
  static func bytes(of path: String) throws(Failure) -> [UInt8] {
    try InputFile.bytes(of: path, maximumBytes: maximumBytes)
  }
}
