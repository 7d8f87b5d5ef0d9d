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

  @Test func `rewrite names each place that cannot run`() throws {
    let folder = try app()
    try folder.write("import UIKit\n\nperform(#selector(f))\n", to: "App/Radio.swift")
    let outcome = try Program.run("port", "rewrite", "App", "-o", "copies", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.words.contains("App/Radio.swift:3:1: warning: methods cannot be performed"))
    #expect(outcome.words.contains("1 place in 1 file rewritten; 1 place to check\n"))
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

  @Test func `init names the files to rewrite, and takes the copies`() throws {
    let folder = try app()
    try folder.write("#if os(iOS)\nimport UIKit\n#endif\n", to: "App/Phone.swift")
    let early = try Program.run("port", "init", "App", "-o", "early", in: folder)
    #expect(early.status == 0)
    #expect(
      early.words.contains(
        "not Swift for Linux: App/Radio.swift\n  haptic port rewrite App -o rewritten/App "))
    #expect(
      try Program.run("port", "rewrite", "App", "-o", "rewritten/App", in: folder).status == 0)
    let later = try Program.run("port", "init", "rewritten/App", "-o", "linux", in: folder)
    #expect(later.status == 0 && !later.words.contains("not Swift"), "\(later.words)")
    #expect(
      try text("linux/Sources/1-App/Radio.swift", in: folder) == "import UIKit\nfunc f() {}\n")
  }

  @Test(arguments: [
    ("UIKit", "Apple's module"), ("AudioSession", "swift-haptic-engine"), ("Testing", "toolchain"),
    ("class", "Swift language"), ("my-app 1", "letters, digits"), ("1App", "begins with"),
  ]) func `init refuses a name that a module cannot have`(name: String, reason: String) throws {
    let folder = try app()
    let outcome = try Program.run("port", "init", "App", "--name", name, "-o", "linux", in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.words.contains("the module cannot be called \(name): "))
    #expect(outcome.words.contains(reason))
    #expect(!FileManager.default.fileExists(atPath: folder.path("linux")))
  }

  @Test func `init makes a name from that of the folder, and quotes the next command`() throws {
    let folder = try app()
    for (name, module) in [("Testing", "App"), ("my app", "my_app")] {
      try FileManager.default.moveItem(atPath: folder.path("App"), toPath: folder.path(name))
      let outcome = try Program.run("port", "init", name, "-o", "out \(name)", in: folder)
      #expect(outcome.status == 0, "\(outcome.words)")
      #expect(outcome.words.contains("next: swift build --package-path 'out \(name)'\n"))
      let manifest = try text("out \(name)/Package.swift", in: folder)
      #expect(manifest.contains("name: \"\(module)-linux\""))
      try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path("App"))
    }
  }

  /// A toolchain whose compiler does what a shell script says.
  ///
  /// `$file` is the compiled file with the name `Radio.swift`.
  private func toolchain(_ folder: ScratchFolder, _ script: String) throws -> [String: String] {
    let find = #"for file; do case $file in *Radio.swift) break;; esac; done"#
    try folder.write("#!/bin/sh\nexit 0\n", to: "swift")
    try folder.write("#!/bin/sh\n\(find)\n\(script)\n", to: "swiftc")
    for name in ["swift", "swiftc"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    }
    return ["PATH": "\(folder.path("")):/usr/bin:/bin", "XDG_CACHE_HOME": folder.path("cache")]
  }

  /// A compiler that refuses `@objc`.
  private static let refusal = """
    if grep -q @objc "$file"; then echo "$file:2:1: error: no runtime"; exit 1; fi
    """

  @Test func `check compiles each file unchanged and rewritten`() throws {
    let folder = try app()
    let outcome = try Program.run(
      ["port", "check", "App"], in: folder, adding: toolchain(folder, Self.refusal))
    #expect(outcome.status == 1)
    #expect(
      outcome.text.contains("App/Radio.swift: does not compile; compiles after haptic port rewrite")
    )
    #expect(outcome.text.contains("\n  2:1: no runtime"))
    #expect(outcome.words.contains("1 file: 0 compile, 1 after haptic port rewrite"))
  }

  @Test func `errors that rewriting leaves are shown`() throws {
    let folder = try app()
    let script =
      Self.refusal + #"""

        echo "$file:2:5: error: cannot find 'f'"; exit 1
        """#
    let outcome = try Program.run(
      ["port", "check", "App"], in: folder, adding: toolchain(folder, script))
    #expect(
      outcome.text.contains("does not compile; haptic port rewrite changes it\n  2:5: cannot"))
    #expect(!outcome.text.contains("no runtime"))
  }

  @Test func `a module that does not exist is replaced and listed`() throws {
    let folder = try app()
    try folder.write("import Firebase\n", to: "App/Radio.swift")
    let script = #"""
      case $* in
      *-emit-module*) for last; do :; done; echo > "$last"; exit 0;;
      esac
      [ -e "${XDG_CACHE_HOME}"/haptic/port/*/Empty/Firebase.swiftmodule ] && exit 0
      echo "$file:1:8: error: no such module 'Firebase'"; exit 1
      """#
    let outcome = try Program.run(
      ["port", "check", "App"], in: folder, adding: toolchain(folder, script))
    #expect(outcome.status == 1)
    #expect(outcome.text == "App/Radio.swift: does not compile; needs Firebase\n")
    #expect(outcome.words.contains("missing modules: Firebase (1 file)"))
  }

  /// A compiler that finds no module but empty ones, and stops at the first import of another.
  private static let lonely = #"""
    empty=$(echo "${XDG_CACHE_HOME}"/haptic/port/*/Empty)
    case $* in
    *-emit-module*) for last; do :; done; echo > "$last"; exit 0;;
    *Imports.swift*) sed -n "s/^#error(.\(.*\).)/$empty:1:1: error: \1/p" "$empty/Imports.swift"; exit 1;;
    esac
    for name in $(sed -n 's/^ *import //p' "$file"); do
      [ -e "$empty/$name.swiftmodule" ] && continue
      echo "$file:1:8: error: no such module '$name'"; exit 1
    done
    """#

  @Test func `any number of modules that do not exist is replaced`() throws {
    let folder = try app()
    let names = (10..<22).map { "Absent\($0)" }
    let plain = names.map { "import \($0)\n" }.joined()
    let conditional = names.map { " import Perhaps\($0)\n" }.joined()
    try folder.write(plain + "#if DEBUG\n\(conditional)#endif\n", to: "App/Radio.swift")
    let outcome = try Program.run(
      ["port", "check", "App"], in: folder, adding: toolchain(folder, Self.lonely))
    #expect(outcome.status == 1, "\(outcome.words)")
    let all = (names + names.map { "Perhaps\($0)" }).joined(separator: ", ")
    #expect(outcome.text == "App/Radio.swift: does not compile; needs \(all)\n")
  }

  @Test func `an import of a part of a module is an error of its file alone`() throws {
    let folder = try app()
    try folder.write("import os.log\n", to: "App/Log.swift")
    // The second name of the folder is the same folder.
    let outcome = try Program.run(
      ["port", "check", "App", "App/../App"], in: folder, adding: toolchain(folder, "exit 0"))
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("\n  1:8: no such module 'os.log'; import os\n"))
    #expect(outcome.words.contains("2 files: 1 compile, 2 after"))
  }

  @Test func `a failing compiler is not a result`() throws {
    let folder = try app()
    let outcome = try Program.run(
      ["port", "check", "App"], in: folder, adding: toolchain(folder, "echo broken; exit 1"))
    #expect(outcome.status == 71)
    #expect(outcome.words.contains("swiftc failed:\nbroken"))
    let refusing = try toolchain(folder, "echo 'error: unexpected input file: A.m'; exit 1")
    let refused = try Program.run(["port", "check", "App"], in: folder, adding: refusing)
    #expect(refused.status == 71 && refused.text.isEmpty)
    #expect(refused.words.contains("swiftc failed:\nerror: unexpected input file: A.m"))
  }

  @Test func `a file that is not the app's Swift is left out and named`() throws {
    let folder = try app()
    for name in ["A.m", "Package.swift"] { try folder.write("int x;\n", to: name) }
    let (named, line) = (["A.m", "App/Radio.swift", "Package.swift"], "left out")
    let tools = try toolchain(folder, "case $* in *A.m*|*Package*) exit 2;; esac")
    let checked = try Program.run(["port", "check"] + named, in: folder, adding: tools)
    #expect(checked.status == 0, "\(checked.words)")
    #expect(checked.text.split(separator: "\n").count == 1)
    #expect(checked.words.contains("not Swift files of the app: A.m, Package.swift\n"))
    let made = try Program.run(["port", "init", "-o", "linux"] + named, in: folder)
    #expect(made.status == 0 && made.words.contains(line), "\(made.words)")
    let links = try FileManager.default.contentsOfDirectory(atPath: folder.path("linux/Sources"))
    #expect(Set(links) == ["1-Radio.swift", "LinuxSupport.swift"])
    for command in [["check"], ["rewrite", "-o", "copy"], ["init", "-o", "other"]] {
      let alone = try Program.run(["port"] + command + ["A.m"], in: folder, adding: tools)
      #expect(alone.status == 66 && alone.words.contains("A.m: no Swift file"))
    }
  }

  @Test func `init leaves out the packages of others and declares resources`() throws {
    let folder = try app()
    for path in ["App/Pods", "App/Sounds"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(path), withIntermediateDirectories: false)
    }
    try folder.write("import Foundation\n", to: "App/Pods/Pod.swift")
    try folder.write("// swift-tools-version: 5.9\n", to: "App/Package@swift-5.9.swift")
    try folder.write("resources: [.copy(\"Sounds\"), .copy(\"None\")]\n", to: "Package.swift")
    let outcome = try Program.run("port", "init", "App", "-o", "linux", in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    let manifest = try text("linux/Package.swift", in: folder)
    #expect(manifest.contains(#"exclude: ["1-App/Package@swift-5.9.swift", "1-App/Pods"]"#))
    #expect(manifest.contains(#"resources: [.copy("1-App/Sounds")]"#))
  }

  @Test func `init puts the files that an app reads into its bundle`() throws {
    let folder = try app()
    for path in ["App/Sounds", "App/Assets.xcassets", "Tests"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(path), withIntermediateDirectories: false)
    }
    for path in [
      "App/hit.ahap", "App/Info.plist", "App/notes.txt", "App/Sounds/Bell.WAV",
      "App/Sounds/hit.ahap",
      "App/Assets.xcassets/Contents.json", "Tests/expected.json", "extra.m4a",
    ] { try folder.write("x\n", to: path) }
    try folder.write("@testable import App\n", to: "Tests/RadioTests.swift")
    let made = try Program.run(
      "port", "init", "App", "extra.m4a", "--tests", "Tests", "-o", "linux", in: folder)
    #expect(made.status == 0, "\(made.words)")
    #expect(made.words.contains("App/Sounds/hit.ahap: left out, because "))
    let manifest = try text("linux/Package.swift", in: folder)
    #expect(
      manifest.contains(
        #"resources: [.process("1-App/hit.ahap"), .process("1-App/Sounds/Bell.WAV"), .process("2/extra.m4a")]"#
      ))
    #expect(manifest.contains(#"resources: [.process("1-Tests/expected.json")]"#))
    #expect(try text("linux/Sources/2/extra.m4a", in: folder) == "x\n")
    let support = try text("linux/Tests/LinuxSupport.swift", in: folder)
    #expect(support.contains("import App\n") && support.contains("static var main"))
    let copied = try Program.run("port", "rewrite", "App", "-o", "copy", in: folder)
    #expect(copied.words.contains("; 3 resources linked"), "\(copied.words)")
    #expect(try text("copy/Sounds/Bell.WAV", in: folder) == "x\n")
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
