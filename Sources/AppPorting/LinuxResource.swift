/// Files that a package copies for its program.
public struct LinuxResource: Hashable, Sendable {
  /// The rule in a manifest: `copy` keeps the folder, `process` does not.
  public let rule: String
  /// The path in the folder of the target.
  public let path: String

  /// Creates the resources at `path`.
  public init(rule: String, path: String) { (self.rule, self.path) = (rule, path) }

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
