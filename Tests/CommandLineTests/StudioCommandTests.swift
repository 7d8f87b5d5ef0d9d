import Foundation
import Testing

@testable import haptic

/// `haptic studio` checks its arguments and becomes another program.
struct StudioCommandTests {
  @Test func `a missing file, a library name and other kinds of files are refused`() throws {
    let folder = try ScratchFolder()
    try folder.write("nothing", to: "notes.txt")
    for (path, status, words) in [
      ("missing.ahap", 66, "missing.ahap: no such file or folder"),
      ("heartbeat", 66, "run `haptic convert heartbeat heartbeat.ahap`"),
      ("notes.txt", 64, "the studio edits .ahap and .yaml files and folders of them"),
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

  @Test(arguments: ["play heartbeat", "session live", "session play call.yaml"])
  func `an output in the browser without the program says how to install it`(command: String)
    throws
  {
    let folder = try ScratchFolder()
    try folder.write("scenario: x\napps:\n  a: {}\nsteps: []\n", to: "call.yaml")
    let terminal = command.contains("live") ? "script -qec" : "sh -c"
    let outcome = try Program.bash(
      """
      cp "$haptic" copy
      \(terminal) "env PATH=/nowhere TERM=xterm ./copy \(command) --output web" \
        \(command.contains("live") ? "/dev/null" : "") 2>&1
      """, in: folder)
    #expect(outcome.status == 69, "\(outcome.text)")
    #expect(outcome.text.contains("install it with `make install`"), "\(outcome.text)")
    #expect(outcome.text.contains("haptic \(command) --output null"), "\(outcome.text)")
  }

  /// What the program reports is heeded; it gets the stream.
  @Test func `the program beside haptic gets the stream`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      """
      cp "$haptic" copy
      cat > haptic-studio <<'END'
      #!/bin/bash
      echo "$@" >&2
      read -r header
      echo "$header" >&2
      echo address 8123 http://127.0.0.1:8123/secret/
      exit 3
      END
      chmod +x haptic-studio
      ./copy play heartbeat --output web
      """, in: folder)
    #expect(outcome.status == 69)
    #expect(outcome.words.contains("--hear --no-open\n"))
    #expect(outcome.words.contains(#"{"channels":2,"rate":48000,"title":"heartbeat"}"#))
    #expect(outcome.words.contains("at http://127.0.0.1:8123/secret/"))
    #expect(outcome.words.contains("ssh -L 8123:127.0.0.1:8123 "))
    #expect(outcome.words.contains("haptic-studio: The program has ended with status 3."))
  }

  @Test(arguments: ["--device hw:0", "--channels 3,4"])
  func `an output in the browser does not have a device`(option: String) throws {
    let outcome = try Program.bash(
      #""$haptic" play heartbeat --output web \#(option)"#, in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.words.contains("--output web does not"))
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
