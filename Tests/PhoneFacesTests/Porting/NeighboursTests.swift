import AppPorting
import Testing

/// The files that are compiled together.
@Suite struct NeighboursTests {
  private func source(_ path: String, _ text: String) -> AppSource {
    AppSource(path: path, bytes: Array(text.utf8))
  }

  @Test func `types outside other types are found`() {
    let text = """
      @main struct App { struct Inner {} }
      private final class Hidden { class func f() {} }
      public protocol Seen {}
      func f() { enum Local {} }
      actor Other {}
      typealias Name = [String: (Int) -> Void]
      // class Not {}
      fileprivate let a = 1
      enum Last { case a }
      """
    #expect(source("A.swift", text).types == ["@main", "App", "Seen", "Other", "Name", "Last"])
  }

  @Test func `files without conflicts are one group`() {
    let groups = Neighbours.groups([
      source("a/A.swift", "class A {}"), source("b/B.swift", "class B {}"),
    ])
    #expect(groups == [Neighbours.Group(files: [0, 1], compiled: [0, 1])])
  }

  @Test func `a file is compiled with the nearest declaration`() {
    let sources = [
      source("lib/Player.swift", "class Player {}"),
      source("example/ios/App.swift", "class Delegate {}"),
      source("example/ios/View.swift", "let a = Delegate()"),
      source("example/tv/App.swift", "class Delegate {}"),
    ]
    let groups = Neighbours.groups(sources)
    #expect(groups.first { $0.files.contains(2) }?.compiled == [0, 1, 2])
    #expect(groups.first { $0.files.contains(3) }?.compiled == [0, 2, 3])
    #expect(groups.flatMap(\.files).sorted() == [0, 1, 2, 3])
  }

  @Test func `resources are read from a manifest`() {
    let manifest = """
      .testTarget(name: "T", resources: [.copy("Fixtures"), .process("Resources/a.wav")])
      // .copy("not")
      """
    #expect(
      LinuxResource.all(inManifest: Array(manifest.utf8)) == [
        LinuxResource(rule: "copy", path: "Fixtures"),
        LinuxResource(rule: "process", path: "Resources/a.wav"),
      ])
  }
}
