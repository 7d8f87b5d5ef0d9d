import Foundation
import Testing

/// The output shown in the pages of `Documentation/` is the program's output, and everything that
/// they refer to exists.
struct DocumentationTests {
  private static func page(_ name: String) throws -> String {
    try String(contentsOfFile: "\(Program.package)/\(name)", encoding: .utf8)
  }

  @Test func `each product of the manifest has a row on the library page`() throws {
    let products = try Self.page("Package.swift").matches(of: /\.library\(name: "(\w+)"/)
      .map { String($0.1) }
    let rows = try Self.page("Documentation/Library.md").matches(of: /\n\| `(\w+)` \|/)
      .map { String($0.1) }
    #expect(rows.sorted() == products.sorted())
  }

  @Test(arguments: ["README.md", "DESIGN.md", "CONTRIBUTING.md", "Documentation/Library.md"])
  func `source files that a page names exist`(_ name: String) throws {
    let root = URL(filePath: Program.package)
    let files = try ["Sources", "Tests", "Examples", "Benchmarks", "Snippets"].flatMap {
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: $0).path)
        .map { "/" + $0 }
    }
    for path in try Self.page(name).matches(of: /`([\w\/+]+\.swift)`/).map(\.1) {
      // Placeholders for the name of a new thing that a newcomer adds.
      if path.contains("Name") || ["Package.swift", "Type+Topic.swift"].contains(path) { continue }
      let tail = "/" + (path.hasPrefix("Tests/") ? path.dropFirst(6) : path)
      #expect(files.contains { $0.hasSuffix(tail) }, "\(path)")
    }
  }

  @Test(arguments: ["Signal", "Scenarios"])
  func `sources that implement a page cite an existing section of it`(_ name: String) throws {
    let sections = try Self.page("Documentation/\(name).md").split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /## (\w+).*/)?.1 }
    let root = "\(Program.package)/Sources"
    let files = try FileManager.default.subpathsOfDirectory(atPath: root)
    var cited: Set<Substring> = []
    for file in files where file.hasSuffix(".swift") {
      let text = try Self.page("Sources/\(file)").replacing(/\n *\/\/\/? */, with: " ")
      let citations = text.matches(of: /`Documentation\/(\w+)\.md`(?:, (\w+))?/)
      for citation in citations where citation.1 == name {
        let section = citation.2 ?? ""
        #expect(sections.contains(section), "\(file): \(citation.0)")
        cited.insert(section)
      }
    }
    #expect(!cited.isEmpty)
  }

  @Test func `files and make targets that workflows name exist`() throws {
    let folder = "\(Program.package)/.github/workflows"
    let makefile = try Self.page("Makefile")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let workflow = try Self.page(".github/workflows/\(name)")
      for path in workflow.matches(of: /\b(?:Sources|Tests|scripts)\/[\w\/.+-]+/).map(\.0) {
        #expect(
          FileManager.default.fileExists(atPath: "\(Program.package)/\(path)"), "\(name): \(path)")
      }
      for target in workflow.matches(of: /\bmake ([a-z][a-z-]*)/).map(\.1) {
        #expect(makefile.contains("\n\(target):"), "\(name): make \(target)")
      }
    }
    #expect(
      try Self.page("Sources/haptic/Haptic.swift").contains(/version = "\d+\.\d+\.\d+"/),
      "release.yml looks for the version there, as it is written there")
  }

  @Test func `the recipes of the cookbook run as written, one after another`()
    throws
  {
    let page = try Self.page("Documentation/Cookbook.md")
    let recipes = page.components(separatedBy: "\n### ").dropFirst()
    #expect(recipes.map { $0.prefix { $0.isNumber } } == recipes.indices.map { "\($0)" })
    #expect(recipes.count > 30)
    let folder = try ScratchFolder()
    try folder.write(
      "pcm.!default { type file slave.pcm { type null } file /dev/null format raw }\n",
      to: "asound.conf")
    for recipe in recipes {
      let title = recipe.prefix { !$0.isNewline }
      let blocks = recipe.components(separatedBy: "```")
      try #require(blocks.count == 3 && blocks[1].hasPrefix("sh\n"), "\(title)")
      let outcome = try Program.bash(
        #"""
        set -e -o pipefail
        PATH="$(dirname "$haptic"):$PATH" ALSA_CONFIG_PATH="$PWD/asound.conf"; export ALSA_CONFIG_PATH
        """# + "\n" + blocks[1].dropFirst(3), in: folder)
      #expect(outcome.status == 0, "\(title): \(outcome.words)")
    }
  }

  @Test func `the commands of the notation page run, and its items are valid`() throws {
    let page = try Self.page("Documentation/Notation.md")
    let blocks = page.components(separatedBy: "```")
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      #"set -e; PATH="$(dirname "$haptic"):$PATH"; "# + blocks[1], in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(try folder.names == ["knock.ahap"])
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count >= 13)
    for row in rows {
      let cell = row.split(separator: " | ").first.map { $0.dropFirst(2) } ?? ""
      for item in cell.replacing("\\|", with: "|").split(separator: "`") where item != ", " {
        let outcome = try Program.run(
          "new", "-", "--notation", "@120bpm, \(item)", in: folder)
        #expect(outcome.status == 0, "\(item): \(outcome.words)")
      }
    }
  }

  @Test func `the commands of the editing page run, and its selections and operations are valid`()
    throws
  {
    let page = try Self.page("Documentation/Editing.md")
    let blocks = page.components(separatedBy: "```")
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      #"set -e; PATH="$(dirname "$haptic"):$PATH"; "# + blocks[1], in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(try folder.names == ["again.ahap", "mine.ahap", "mine.log", "old.ahap"])
    let tables = page.components(separatedBy: "## The log")[0]
    let rows = tables.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count >= 26)
    for row in rows {
      let cell = row.split(separator: " | ").first.map { $0.dropFirst(2) } ?? ""
      for item in cell.split(separator: "`") where item != ", " {
        let isOperation = item.contains { $0.isUppercase } && !item.hasPrefix("Haptic")
        let name = item.split(separator: " ")[0]
        let arguments =
          isOperation || EditTests.operations.contains(String(name))
          ? [String(name)] : ["select", String(item)]
        let outcome = try Program.run(["edit", "old.ahap", "--dry-run"] + arguments, in: folder)
        // An operation that requires arguments names them; another word would be unknown.
        #expect(outcome.status == 0 || outcome.words.contains("needs"), "\(outcome.words)")
      }
    }
  }

  @Test(arguments: [
    ("RenderAPattern", "6000 frames, 0 voices lost"), ("ReadAPattern", "16 events, 3.6 s"),
    ("SimulateACall", "audible afterwards: true"), ("PlayAPattern", "played"),
  ])
  func `the ten-line programs do what they promise`(_ name: String, _ last: String) throws {
    let folder = try ScratchFolder()
    try folder.write("pcm.!default { type null }\n", to: "asound.conf")
    let programs = (Program.path as NSString).deletingLastPathComponent
    let outcome = try Program.bash(
      "export ALSA_CONFIG_PATH=$PWD/asound.conf; cd '\(Program.package)' && '\(programs)/\(name)'",
      in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.text.hasSuffix(last + "\n"))
  }
}
