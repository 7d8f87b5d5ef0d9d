import Foundation
import Testing

@testable import Studio

/// The opened folder is all that a page can reach.
struct FolderTests {
  private let root: URL
  private let folder: StudioFolder

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "studio-\(UUID().uuidString)")
    let inside = root.appending(path: "inside")
    try FileManager.default.createDirectory(
      at: inside.appending(path: "sub"), withIntermediateDirectories: true)
    try Data().write(to: root.appending(path: "secret.ahap"))
    try Data().write(to: inside.appending(path: "tap.ahap"))
    folder = try StudioFolder(inside.path(percentEncoded: false))
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/" + name, withDestinationPath: target)
  }

  @Test func `files of the folder and of folders in it are served`() throws {
    #expect(try folder.file("tap.ahap") == folder.path + "/tap.ahap")
    #expect(try folder.file("new.ahap") == folder.path + "/new.ahap")
    #expect(try folder.file("sub/new.ahap") == folder.path + "/sub/new.ahap")
  }

  @Test(arguments: [
    "../secret.ahap", "/etc/passwd", "sub/../../secret.ahap", "./../secret.ahap", "", "/", "sub/",
    ".hidden.ahap", ".git/config", "sub//../tap.ahap", "tap.ahap\0.png", "missing/new.ahap", "..",
    ".",
  ])
  func `other names are refused`(name: String) {
    #expect(throws: StudioFolder.Refusal.self) { try folder.file(name) }
  }

  @Test func `links that lead outside are refused`() throws {
    try link("file.ahap", to: "../secret.ahap")
    try link("dangling.ahap", to: "../missing.ahap")
    try link("folder", to: "..")
    try link("chain.ahap", to: "file.ahap")
    for name in ["file.ahap", "dangling.ahap", "folder/secret.ahap", "chain.ahap"] {
      #expect(throws: StudioFolder.Refusal.self, "\(name)") { try folder.file(name) }
    }
    try link("good.ahap", to: "tap.ahap")
    #expect(try folder.file("good.ahap") == folder.path + "/tap.ahap")
  }

  @Test func `the list has the files of the folder, without links and hidden files`() throws {
    try Data().write(to: root.appending(path: "inside/sub/sound.wav"))
    try Data().write(to: root.appending(path: "inside/.hidden.ahap"))
    try Data().write(to: root.appending(path: "inside/notes.txt"))
    try link("link.ahap", to: "tap.ahap")
    try link("up", to: "..")
    #expect(
      FileSearch.files(in: folder) == [
        FileRow(name: "sub/sound.wav", kind: .sound), FileRow(name: "tap.ahap", kind: .pattern),
      ])
  }
}
