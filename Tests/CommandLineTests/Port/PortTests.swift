import Foundation
import Testing

/// `haptic port`, without a real compiler.
struct PortTests {
  private static let source = "import UIKit\n@objc func f() {}\n"

  private func app() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("App"), withIntermediateDirectories: false)
    try folder.write(Self.source, to: "App/Radio.swift")
    return folder
  }

  private func text(_ name: String, in folder: ScratchFolder) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  @Test func `rewrite copies files without the Objective-C runtime`() throws {
    let folder = try app()
    let outcome = try Program.run("port", "rewrite", "App", "-o", "copies", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.words.contains("1 file copied to copies; 1 place in 1 file rewritten"))
    #expect(try text("copies/Radio.swift", in: folder) == "import UIKit\nfunc f() {}\n")
    #expect(try text("App/Radio.swift", in: folder) == Self.source)
    #expect(try Program.run("port", "rewrite", "App", "-o", "copies", in: folder).status == 73)
  }

  @Test func `init writes a package with links to the sources`() throws {
    let folder = try app()
    let outcome = try Program.run(
      "port", "init", "App", "--name", "Radio", "-o", "linux", in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(try text("linux/Package.swift", in: folder).contains(#"name: "Radio-linux""#))
    #expect(try text("linux/Sources/1-App/Radio.swift", in: folder) == Self.source)
    #expect(try text("linux/Modules/UIKit/UIKit.swift", in: folder).contains("PhoneUIKit"))
    #expect(
      try Program.run("port", "init", "App", "-o", "linux", in: folder).status == 73)
  }

  /// A program called `swift` that prints the errors of a file.
  private func compiler(_ folder: ScratchFolder) throws -> [String: String] {
    try folder.write(
      "#!/bin/sh\necho \"$4/Sources/1-Radio.swift:2:1: error: no runtime\"\nexit 1\n", to: "swift")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("swift"))
    return ["PATH": "\(folder.path("")):/usr/bin:/bin", "XDG_CACHE_HOME": folder.path("cache")]
  }

  @Test func `check reports the compiler's errors at the places of the sources`() throws {
    let folder = try app()
    let outcome = try Program.run(
      ["port", "check", "App"], in: folder, adding: compiler(folder))
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("App/Radio.swift: does not compile; haptic port rewrite"))
    #expect(outcome.text.contains("\n  2:1: no runtime"))
    #expect(outcome.words.contains("1 file: 0 compile"))
  }

  @Test func `an import of a part of a module is an error of its file alone`() throws {
    let folder = try app()
    try folder.write("import os.log\n", to: "App/Log.swift")
    try folder.write("#!/bin/sh\nexit 0\n", to: "quiet")
    var environment = try compiler(folder)
    try FileManager.default.createDirectory(
      atPath: folder.path("bin"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("bin/swift"), withDestinationPath: folder.path("quiet"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("quiet"))
    environment["PATH"] = "\(folder.path("bin")):/usr/bin:/bin"
    // The second name of the folder is the same folder.
    let outcome = try Program.run(
      ["port", "check", "App", "App/../App"], in: folder, adding: environment)
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("\n  1:8: no such module 'os.log'; import os\n"))
    #expect(outcome.words.contains("2 files: 1 compile"))
  }

  @Test func `an output inside the sources is refused`() throws {
    let folder = try app()
    for command in [["rewrite", "App"], ["init", "App"]] {
      let outcome = try Program.run(["port"] + command + ["-o", "App/out"], in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.words.contains("App/out is inside App"))
    }
  }

  @Test func `check needs a toolchain`() throws {
    let folder = try app()
    let outcome = try Program.run(
      ["port", "check", "App"], in: folder,
      adding: ["PATH": folder.path("nowhere"), "XDG_CACHE_HOME": folder.path("cache")])
    #expect(outcome.status == 69)
    #expect(outcome.words.contains("install the Swift toolchain"))
  }
}
