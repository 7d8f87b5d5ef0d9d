import AppPorting
import TextFormats

/// The files that an app reads from its bundle.
enum AppResources {
  /// Returns the resources at each of `paths`, folders and files, for one target.
  ///
  /// These are the resources that the manifest of a folder's package declares. In other folders, they are the files that
  /// engines and players can read. As Xcode does with groups, all of them have the same place in the bundle, so of two
  /// files with the same name the second is left out and named.
  static func at(_ paths: [String]) throws(Failure) -> [String: [LinuxResource]] {
    var (resources, places): ([String: [LinuxResource]], [String: String]) = ([:], [:])
    for path in paths {
      if SystemCall.isFolder(path) {
        resources[path] = try declared(in: path)
        if resources[path]?.isEmpty == false { continue }
      }
      for file in files(at: path) {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        if let other = places[name] {
          StandardError.print(
            "\(file.printable): left out, because \(other.printable) has its name")
          continue
        }
        places[name] = file
        let place = file == path ? "" : String(file.dropFirst(path.count + 1))
        resources[path, default: []].append(LinuxResource(rule: "process", path: place))
      }
    }
    return resources
  }

  /// Returns the files at `path`, a folder or a file, that engines and players can read, outer ones first.
  ///
  /// A folder whose name has an ending is a document of Xcode, such as a catalog of pictures.
  static func files(at path: String) -> [String] {
    guard SystemCall.isFolder(path) else { return LinuxResource.isData(path) ? [path] : [] }
    return PatternFiles.files(below: path, where: LinuxResource.isData).filter { file in
      let inner = file.dropFirst(path.count)
      return AppFiles.isOwn(inner)
        && !inner.split(separator: "/").dropLast().contains { $0.contains(".") }
    }.map { (depth: $0.split(separator: "/").count, path: $0) }.sorted(by: <).map(\.path)
  }

  /// Returns the resources in the folder at `path` that the manifest of its package declares.
  private static func declared(in path: String) throws(Failure) -> [LinuxResource] {
    var parent = Substring(path)
    while let end = parent.lastIndex(of: "/") {
      parent = parent[..<end]
      let manifest = "\(parent)/Package.swift"
      guard SystemCall.isFile(manifest) else { continue }
      // The folder is that of a target, or contains those of targets.
      let targets = [""] + (SystemCall.names(inFolder: path) ?? []).sorted().map { "\($0)/" }
      return LinuxResource.all(inManifest: try AppFiles.bytes(of: manifest)).flatMap { resource in
        targets.map { LinuxResource(rule: resource.rule, path: $0 + resource.path) }
      }.filter { SystemCall.mode(at: "\(path)/\($0.path)") != nil }
    }
    return []
  }
}
