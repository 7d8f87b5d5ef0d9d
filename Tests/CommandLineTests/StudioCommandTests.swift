import Foundation
import Testing

@testable import haptic

/// `haptic studio` checks its arguments and becomes another program.
struct StudioCommandTests {
  @Test func `a missing file, a library name and other kinds of files are refused`() throws {
    let folder = try ScratchFolder()
    try folder.write("scenario: x\nsteps: []\n", to: "call.yaml")
    try folder.write("nothing", to: "notes.txt")
    for (path, status, words) in [
      ("missing.ahap", 66, "missing.ahap: no such file or folder"),
      ("heartbeat", 66, "run `haptic convert heartbeat heartbeat.ahap` first"),
      ("call.yaml", 65, "this is a scenario"),
      ("notes.txt", 64, "the studio edits .ahap files and folders of them"),
    ] {
      let outcome = try Program.run("studio", path, in: folder)
      #expect(outcome.status == Int32(status), "\(path): \(outcome.words)")
      #expect(outcome.words.contains(words), "\(path): \(outcome.words)")
    }
  }

  /// The program beside `haptic` gets the arguments, so that what it prints comes from it.
  @Test func `the program beside haptic is executed with the arguments`() throws {
    let folder = try ScratchFolder()
    try folder.write("{\"Version\": 1, \"Pattern\": []}", to: "x.ahap")
    let outcome = try Program.bash(
      """
      cp "$haptic" copy
      printf '#!/bin/sh\\necho "$@"\\n' > haptic-studio
      chmod +x haptic-studio
      ./copy studio x.ahap --port 8123 --no-open
      """, in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text == "x.ahap --port 8123 --no-open\n")
  }

  @Test func `without the program, the message says how to install it`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      """
      cp "$haptic" copy
      PATH=/nowhere ./copy studio .
      """, in: folder)
    #expect(outcome.status == 69)
    #expect(outcome.words.contains("install it with `make install`"))
  }

  /// Every other command starts without the server.
  @Test
  func `haptic links neither the server nor more of Foundation than the parser of arguments does`()
    throws
  {
    let outcome = try Program.bash(
      """
      readelf -d "$haptic" | grep -o 'lib[A-Za-z_]*Foundation[A-Za-z]*' | sort -u
      nm "$haptic" | grep -c FlyingFox
      """, in: ScratchFolder())
    #expect(outcome.text == "libFoundationEssentials\n0\n")
  }
}
