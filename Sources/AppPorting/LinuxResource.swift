/// Files that a package copies for its program.
public struct LinuxResource: Hashable, Sendable {
  /// The rule in a manifest: `copy` keeps the folder, `process` does not.
  public let rule: String
  /// The path in the folder of the target.
  public let path: String

  /// Creates the resources at `path`.
  public init(rule: String, path: String) { (self.rule, self.path) = (rule, path) }

  /// The endings of the files that haptic engines and players read, and of the data in which apps describe patterns.
  private static let endings: Set<String> = [
    "ahap", "json", "plist", "wav", "aif", "aiff", "aifc", "caf", "m4a", "m4b", "m4r", "mp3", "mp4",
    "flac",
  ]

  /// Returns whether the file at `path` is a resource of an app without a manifest.
  public static func isData(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    // SwiftPM refuses this name, which belongs to the bundle itself.
    guard let dot = name.lastIndex(of: "."), name != "Info.plist" else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  /// Returns the resources that the manifest with the content `bytes` declares, for all of its targets.
  ///
  /// Source: Swift Package Manager, "PackageDescription", `Resource`.
  public static func all(inManifest bytes: [UInt8]) -> [LinuxResource] {
    let source = SwiftSource(bytes)
    return source.tokens.indices.compactMap { index in
      let rule = source.text(index)
      guard ["copy", "process"].contains(rule), source.text(index - 1) == ".",
        source.text(index + 1) == "(", source.tokens.indices.contains(index + 2),
        source.tokens[index + 2].kind == .string
      else { return nil }
      return LinuxResource(rule: rule, path: String(source.text(index + 2).dropFirst().dropLast()))
    }
  }
}
