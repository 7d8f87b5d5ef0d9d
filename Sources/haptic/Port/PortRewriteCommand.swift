import AppPorting
import ArgumentParser
import AudioOutput
import TextFormats

/// `haptic port rewrite`.
struct PortRewriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewrite",
    abstract: "Copy Swift files in a form that compiles on Linux.",
    discussion: """
      Removes `@objc`, `@objcMembers` and `@nonobjc`, turns `#selector(f)` into `Selector(Self.f)`, \
      `#keyPath(A.b)` into `"b"` and `import os.log` into `import os`, lets types that observe by key \
      paths conform to KeyValueObserver, and makes `os(iOS)` in conditions true on Linux, because the \
      phone is there. AHAP files, sounds and data are linked. Comments, strings and everything else keep their bytes. The originals are not \
      changed. Prints each place that could not be rewritten or cannot run, such as a method performed by its selector.

      Examples:
        haptic port rewrite MyApp -o rewritten/MyApp

      Exit status: 0 also if places were left; 66 if a file cannot be read; 73 if a file exists or \
      cannot be written.
      """)

  @Argument(help: "A folder or a Swift file.", completion: .file(extensions: ["swift"]))
  var path: String

  @Option(name: .shortAndLong, help: "The folder for the copies.", completion: .directory)
  var output: String

  @Flag(help: NewFiles.forceHelp)
  var force = false

  func run() throws {
    try AppFiles.refuse(output, inside: [path])
    let files = try AppFiles.at([path])
    let isFolder = SystemCall.isFolder(path)
    let base = isFolder ? (path.hasSuffix("/") ? path : path + "/") : ""
    var copies: [(path: String, bytes: [UInt8])] = []
    var (changes, changed, left) = (0, 0, 0)
    for file in files {
      let bytes = try AppFiles.bytes(of: file)
      let rewritten = RewrittenSource(bytes)
      left += warn(of: file, bytes)
      changes += rewritten.changes
      if rewritten.changes > 0 { changed += 1 }
      let name =
        isFolder
        ? String(file.dropFirst(base.count))
        : file.split(separator: "/").last.map(String.init) ?? file
      copies.append(("\(output)/\(name)", rewritten.bytes))
    }
    for copy in copies {
      let folder = copy.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
      let code = SystemCall.makeFolder(folder)
      if code != 0 {
        throw Failure(.cannotCreate, "\(folder.printable): \(SystemText.error(code))")
      }
    }
    try NewFiles.write(copies, force: force)
    let resources = isFolder ? AppResources.files(at: path) : []
    for file in resources { try link(file, "\(output)/\(file.dropFirst(base.count))") }
    StandardError.print(
      "\(files.count.counted("file")) copied to \(output.printable); \(changes.counted("place")) in "
        + "\(changed.counted("file")) rewritten"
        + (left == 0 ? "" : "; \(left.counted("place")) to check")
        + (resources.isEmpty ? "" : "; \(resources.count.counted("resource")) linked"))
  }

  /// Prints the places of a file that were not rewritten or cannot run, and returns their number.
  private func warn(of file: String, _ bytes: [UInt8]) -> Int {
    let remarks = AppSource(path: file, bytes: bytes).remarks
    for remark in remarks {
      StandardError.print(
        "\(file.printable):\(remark.location): warning: \(remark.message.printable)")
    }
    return remarks.count
  }

  /// Makes a link to a resource, which is not copied, because sounds can be large.
  private func link(_ file: String, _ link: String) throws(Failure) {
    let parent = link.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let code = SystemCall.makeFolder(parent)
    if code != 0 { throw Failure(.cannotCreate, "\(parent.printable): \(SystemText.error(code))") }
    if force { PortPackage.remove(link) }
    try PortPackage.link(link, to: SystemPath.resolved(file) ?? file)
  }
}
