import Foundation
import Testing

/// `haptic diff`.
struct DiffTests {
  /// The mixed pattern, and a pattern with one difference of each kind.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "a.ahap")
    let outcome = try Program.run(
      "edit", "a.ahap", "-o", "b.ahap", "select", "[0]", "delete", "select", "continuous",
      "scale-intensity", "0.5", "select", "tone", "shift", "0.1", "overlay", "impact.heavy",
      in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    return folder
  }

  @Test func `equivalent patterns are equal, and the comparison prints nothing`() throws {
    let folder = try folder()
    try folder.write(TestPattern.mixed.replacing(" ", with: ""), to: "c.ahap")
    for arguments in [["a.ahap", "a.ahap"], ["a.ahap", "c.ahap"], ["heartbeat", "heartbeat"]] {
      let outcome = try Program.run(["diff"] + arguments, in: folder)
      #expect(outcome.status == 0 && outcome.text.isEmpty && outcome.words.isEmpty)
    }
  }

  @Test func `unknown keys and metadata are compared by content, not by spelling`() throws {
    let folder = try ScratchFolder()
    func pattern(_ metadata: String, _ event: String, _ sound: String) -> String {
      #"{"Metadata": \#(metadata), "Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0, \#(event)}}, "#
        + #"{"Event": {"EventType": "AudioCustom", "Time": 0, \#(sound)}}]}"#
    }
    try folder.write(
      pattern(
        #"{"X": {"a": 1, "b": [1.0, 2]}}"#, #""A": 1, "B": {"c": 2.0, "d": []}"#,
        #""EventWaveformPath": "a.wav", "EventWaveformLoopEnabled": true"#), to: "a.ahap")
    try folder.write(
      pattern(
        #"{"X": {"b": [1, 2e0], "a": 1.00}}"#, #""B": {"d": [], "c": 2}, "A": 1e0"#,
        #""EventWaveformLoopEnabled": true, "EventWaveformPath": "a.wav""#), to: "b.ahap")
    try folder.write(
      pattern(
        #"{"X": {"b": [2, 1], "a": 1}}"#, #""B": {"d": [], "c": 12345678901234567890}, "A": 1"#,
        #""EventWaveformLoopEnabled": false, "EventWaveformPath": "a.wav""#), to: "c.ahap")
    let same = try Program.run("diff", "a.ahap", "b.ahap", in: folder)
    #expect(same.status == 0 && same.text.isEmpty, "\(same.text)")
    let other = try Program.run("diff", "a.ahap", "c.ahap", "--events-only", in: folder)
    #expect(other.status == 1 && other.text.contains("2 changed"), "\(other.text)")
    #expect(other.text.contains("! Metadata.X"), "\(other.text)")
  }

  @Test func `differences are listed by event, with the perceived difference`() throws {
    let folder = try folder()
    let outcome = try Program.run("diff", "a.ahap", "b.ahap", in: folder)
    #expect(outcome.status == 1 && outcome.words.isEmpty)
    try Snapshot.expect(outcome.text, is: "diff", in: folder)
    let statistics = try Program.run(
      "diff", "a.ahap", "b.ahap", "--stat", "--events-only", in: folder)
    #expect(statistics.status == 1)
    #expect(statistics.text == "1 added, 1 removed, 1 moved, 1 changed, 1 the same\n")
  }

  @Test func `onsets are described as rises, and omitted if both patterns lack them`() throws {
    let folder = try ScratchFolder()
    for (name, notation) in [
      ("slow", "buzz 2s 0..0.5"), ("slower", "buzz 2s 0..0.6"), ("taps", "2x(tap 1, rest 200ms)"),
    ] {
      let made = try Program.run("new", "\(name).ahap", "--notation", notation, in: folder)
      #expect(made.status == 0, "\(made.words)")
    }
    let slow = try Program.run("diff", "slow.ahap", "slower.ahap", "--stat", in: folder)
    #expect(slow.status == 1 && !slow.text.contains("onsets"), "\(slow.text)")
    #expect(slow.text.contains("Hz\n  noticeable  for "), "\(slow.text)")
    let taps = try Program.run("diff", "slow.ahap", "taps.ahap", "--stat", in: folder)
    #expect(taps.text.contains("\n  onsets      0 -> 2 rises of 6 dB or more\n"), "\(taps.text)")
  }

  @Test func `the difference is a JSON object for programs`() throws {
    let folder = try folder()
    let outcome = try Program.run("diff", "a.ahap", "b.ahap", "--json", in: folder)
    #expect(outcome.status == 1 && outcome.words.isEmpty)
    try Snapshot.expect(outcome.text, is: "diff-json", in: folder)
    let same = try Program.run("diff", "a.ahap", "a.ahap", "--json", "--stat", in: folder)
    #expect(same.status == 0)
    #expect(try (same.json() as? [String: Any])?["same"] as? Bool == true)
  }

  static let failures: [(arguments: [String], status: Int32)] = [
    (["a.ahap"], 64), (["a.ahap", "a.ahap", "a.ahap"], 64), (["-", "-"], 64),
    (["--merge", "a.ahap", "a.ahap"], 64), (["a.ahap", "a.ahap", "-o", "c.ahap"], 64),
    (["a.ahap", "a.ahap", "--path", "x"], 64),
    (["--git", "a.ahap", "a.ahap"], 64), (["a.ahap", "a.ahap", "--profile", "nothing"], 66),
    (["a.ahap", "broken.ahap"], 65), (["--merge", "a.ahap", "broken.ahap", "a.ahap"], 65),
    (["a.ahap", "missing.ahap"], 66), (["--merge", "a.ahap", "a.ahap", "missing.ahap"], 66),
    (["--merge", "a.ahap", "a.ahap", "a.ahap", "-o", "no/where.ahap"], 73),
  ]

  @Test(arguments: failures)
  func `an impossible comparison gives the reason`(arguments: [String], status: Int32) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "a.ahap")
    try folder.write(TestPattern.broken, to: "broken.ahap")
    let outcome = try Program.run(["diff"] + arguments, in: folder)
    #expect(outcome.status == status, "\(outcome.words)")
    #expect(!outcome.words.isEmpty && outcome.text.isEmpty)
  }

  @Test func `a merge is written to our side's file, or to the requested file`() throws {
    let folder = try folder()
    #expect(
      try Program.run("edit", "a.ahap", "-o", "c.ahap", "select", "[3]", "shift", "1", in: folder)
        .status == 0)
    let merged = try Program.run(
      "diff", "--merge", "a.ahap", "b.ahap", "c.ahap", "-o", "d.ahap", in: folder)
    #expect(merged.status == 0, "\(merged.words)")
    let left = try Program.run("diff", "b.ahap", "d.ahap", "--stat", "--events-only", in: folder)
    #expect(left.text == "1 moved, 3 the same\n")
    let conflict = try Program.run(
      "edit", "a.ahap", "-o", "e.ahap", "select", "continuous", "scale-intensity", "0.1",
      in: folder)
    #expect(conflict.status == 0)
    let refused = try Program.run("diff", "--merge", "a.ahap", "b.ahap", "e.ahap", in: folder)
    #expect(refused.status == 1)
    #expect(
      refused.words == "b.ahap: conflict: Pattern[0]: changed differently on both sides\n")
    #expect(String(decoding: try folder.read("b.ahap"), as: UTF8.self).contains("<<<<<<< ours\n"))
  }

  @Test
  func
    `a change to an event that both sides moved is taken, and a different move is a conflict`()
    throws
  {
    let folder = try ScratchFolder()
    func run(_ arguments: String...) throws {
      let outcome = try Program.run(arguments, in: folder)
      #expect(outcome.status == 0, "\(outcome.words)")
    }
    try run("new", "b.ahap", "--notation", "tap 0.8/0.5, rest 100ms, buzz 300ms, tap 1")
    try run("edit", "b.ahap", "-o", "o.ahap", "shift", "0.1", "select", "[1]", "shift", "0.01")
    try run(
      "edit", "b.ahap", "-o", "t.ahap", "shift", "0.1", "set", "Pattern[0].HapticSharpness", "0.1")
    let difference = try Program.run("diff", "b.ahap", "t.ahap", "--events-only", in: folder)
    #expect(difference.text.contains("2 moved, 1 changed"), "\(difference.text)")
    let merged = try Program.run(
      "diff", "--merge", "b.ahap", "o.ahap", "t.ahap", "-o", "r.ahap", in: folder)
    #expect(merged.status == 1)
    #expect(!merged.words.contains("removed"), "\(merged.words)")
    #expect(
      merged.words.contains("Pattern[1]: changed differently on both sides"), "\(merged.words)")
    #expect(!merged.words.contains("Pattern[0]"), "\(merged.words)")
    let text = String(decoding: try folder.read("r.ahap"), as: UTF8.self)
    #expect(text.components(separatedBy: "HapticTransient").count - 1 == 2, "\(text)")
  }

  @Test func `a merge exits with its status even if its output is not read`() throws {
    let folder = try folder()
    let conflict = try Program.run(
      "edit", "a.ahap", "-o", "e.ahap", "select", "continuous", "scale-intensity", "0.1",
      in: folder)
    #expect(conflict.status == 0)
    let outcome = try Program.bash(
      """
      trap '' PIPE
      { "$haptic" diff --merge a.ahap b.ahap e.ahap -o - ; echo $? >&3; } 3>status | true
      # Without a reader from the start.
      exec 4> >(:); wait $!
      "$haptic" diff --merge a.ahap b.ahap e.ahap -o - >&4
      """, in: folder)
    #expect(outcome.status == 1, "\(outcome.words)")
    #expect(outcome.words.contains("b.ahap: conflict: Pattern[0]"))
  }
}

/// The commands for Git in `Documentation/Editing.md`, run with Git.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct GitDriverTests {
  /// A repository with the drivers and one pattern.
  private func repository() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "tap.ahap")
    let page = try String(
      contentsOfFile: "\(Program.package)/Documentation/Editing.md", encoding: .utf8)
    let set = try #require(page.components(separatedBy: "```sh\ngit config").dropFirst().first)
    let commands = "git config" + (set.components(separatedBy: "```").first ?? "")
    try run(
      """
      git init -q -b main .
      \(commands)
      git add -A
      git commit -q -m 'A pattern'
      """, in: folder)
    return folder
  }

  @discardableResult
  private func run(_ script: String, in folder: ScratchFolder) throws -> Program.Outcome {
    let outcome = try Program.bash(
      """
      set -e; PATH="$(dirname "$haptic"):$PATH"
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a \
      GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
      \(script)
      """, in: folder)
    return outcome
  }

  @Test func `git diff shows events`() throws {
    let folder = try repository()
    let outcome = try run(
      """
      haptic edit tap.ahap select '[0]' shift 0.05
      haptic new new.ahap --template tap
      git add -N new.ahap
      git --no-pager diff
      """, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(
      outcome.text.contains("haptic diff tap.ahap\n> Pattern[0] HapticTransient: 0.1 s -> 0.15 s"))
    #expect(outcome.text.contains("haptic diff new.ahap (new file)\n"))
    #expect(outcome.text.contains("\n+ Pattern[0] HapticTransient at 0 s"))
  }

  @Test func `git diff reports how a file changed, and why a file cannot be compared`() throws {
    let folder = try repository()
    let outcome = try run(
      """
      cp tap.ahap broken.ahap; cp tap.ahap gone.ahap; cp tap.ahap old.ahap; cp tap.ahap moved.ahap
      cp tap.ahap mode.ahap
      haptic edit gone.ahap stretch 3; haptic edit old.ahap reverse
      git add -A; git commit -q -m More
      sed -i 's/"HapticTransient"/"HapticTransien"/' broken.ahap
      git rm -q gone.ahap; git mv old.ahap new.ahap; git mv moved.ahap later.ahap
      haptic edit later.ahap select '[0]' shift 0.05
      chmod +x mode.ahap
      git add -A
      git --no-pager diff --cached -M
      """, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(
      outcome.text.contains(
        """
        haptic diff broken.ahap
        the new version is not a valid pattern:
          2:27: unknown event type "HapticTransien"; did you mean 'HapticTransient'? (Core Haptics: invalidEventType, -4821)
        git diff --no-ext-diff shows the lines

        """), "\(outcome.text)")
    #expect(outcome.text.contains("haptic diff gone.ahap (deleted)\n"))
    #expect(outcome.text.contains("\n- Pattern[0] HapticTransient at 0.3 s"))
    #expect(
      outcome.text.contains("haptic diff old.ahap -> new.ahap\nrenamed; otherwise the same\n"))
    #expect(outcome.text.contains("haptic diff moved.ahap -> later.ahap\n> Pattern[0]"))
    #expect(outcome.text.contains("haptic diff mode.ahap (mode 100644 -> 100755)\n"))
  }

  @Test func `an invalid version is named by its path, and the merge is left to the user`()
    throws
  {
    let folder = try repository()
    let outcome = try run(
      """
      git checkout -q -b other
      sed -i 's/"HapticTransient"/"HapticTransien"/' tap.ahap
      git commit -q -a -m Other
      git checkout -q main
      haptic edit tap.ahap shift 0.5
      git commit -q -a -m Main
      if git merge -q other -m Merged; then exit 9; fi
      git status --short
      """, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.text.contains("UU tap.ahap"))
    #expect(outcome.words.contains("tap.ahap (theirs):2:27: error: "), "\(outcome.words)")
    #expect(outcome.words.contains("tap.ahap: not merged, and left as ours"))
    #expect(!outcome.words.contains(".merge_file"))
  }

  @Test func `edits of different events on two branches merge`() throws {
    let folder = try repository()
    let outcome = try run(
      """
      git checkout -q -b other
      haptic edit tap.ahap select '[0]' shift 0.05 overlay impact.heavy
      git commit -q -a -m Other
      git checkout -q main
      haptic edit tap.ahap select '[1]' scale-intensity 0.5
      git commit -q -a -m Main
      git merge -q other -m Merged
      haptic validate tap.ahap
      haptic diff <(git show main~2:tap.ahap) tap.ahap --events-only || true
      """, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)\(outcome.text)")
    #expect(outcome.text.contains("1 added, 1 moved, 1 changed"))
    #expect(outcome.text.contains("HapticIntensity: 0.5 -> 0.25"))
    #expect(outcome.text.contains("0.1 s -> 0.15 s"))
  }

  @Test func `edits of one event on two branches become a readable conflict`() throws {
    let folder = try repository()
    let outcome = try run(
      """
      git checkout -q -b other
      haptic edit tap.ahap select '[1]' scale-intensity 0.1
      git commit -q -a -m Other
      git checkout -q main
      haptic edit tap.ahap select '[1]' scale-intensity 0.5
      git commit -q -a -m Main
      if git merge -q other -m Merged; then exit 9; fi
      git status --short
      haptic diff --git tap.ahap
      """, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.text.contains("UU tap.ahap"))
    #expect(outcome.words.contains("tap.ahap: conflict: Pattern[1]: "), "\(outcome.words)")
    #expect(!outcome.words.contains(".merge_file"))
    #expect(outcome.text.contains("haptic diff tap.ahap\nnot merged"))
    let text = String(decoding: try folder.read("tap.ahap"), as: UTF8.self)
    let parts = text.components(separatedBy: "\n=======")
    #expect(parts.count == 2 && parts[0].contains("<<<<<<< ours") && parts[0].contains("0.25"))
    #expect(parts[1].contains("0.05") && parts[1].contains(">>>>>>> theirs"))
  }
}
