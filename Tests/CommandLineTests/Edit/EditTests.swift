import Foundation
import Testing

/// `haptic edit`.
struct EditTests {
  /// The operations whose names are also words of selections, or that do not need an argument.
  static let operations = ["reverse", "delete", "split"]

  @Test func `a file is edited in place, and the rest of it does not change`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    let outcome = try Program.run(
      "edit", "mine.ahap", "select", "[1]", "scale-intensity", "0.5", "shift", "-0.05", in: folder)
    #expect(outcome.status == 0 && outcome.text.isEmpty)
    #expect(
      outcome.words == """
        mine.ahap: shift -0.05: 1 intensity curve that acts during the moved events is not selected \
        and stays; to move it as well, add ', [3]' to the selection
        mine.ahap: written, 0.7 -> 0.65 s, 3 events

        """)
    let expected = TestPattern.mixed
      .replacing("\"ParameterValue\": 0.5}]", with: "\"ParameterValue\": 0.25}]")
      .replacing(
        "\"HapticContinuous\", \"Time\": 0.2,", with: "\"HapticContinuous\", \"Time\": 0.15,")
    #expect(String(decoding: try folder.read("mine.ahap"), as: UTF8.self) == expected)
    #expect(try folder.names == ["mine.ahap"])
  }

  @Test func `an edit reports the written file and its number of events`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    let copied = try Program.run(
      "edit", "mine.ahap", "-o", "copy.ahap", "select", "[1..2]", "delete", in: folder)
    // The curve of the removed vibration is not selected.
    #expect(
      copied.words == """
        mine.ahap: delete: 1 curve during the removed events stays; 'select curve simplify 6' \
        evens out bumps of up to 6 dB, and 'select curve delete' removes all curves
        copy.ahap: written, 0.7 -> 0.2 s, 3 -> 1 event

        """)
    // The pattern stays the same, but the copy is written.
    let same = try Program.run("edit", "mine.ahap", "-o", "same.ahap", "shift", "0", in: folder)
    #expect(
      same.words
        == "mine.ahap: shift 0: nothing changed\nsame.ahap: written, 0.7 s, 3 events\n")
    let json = try Program.run("edit", "mine.ahap", "shift", "1", "--json", in: folder)
    #expect(json.status == 0 && json.words.isEmpty)
  }

  @Test func `a dry run shows the difference without writing`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    let outcome = try Program.run(
      "edit", "mine.ahap", "select", "[0]", "delete", "select", "continuous", "stretch", "2",
      "select", "tone", "move", "1s", "overlay", "impact.heavy", "--dry-run", "--log", "log",
      in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    try Snapshot.expect(outcome.text, is: "edit-dry-run", in: folder)
    #expect(String(decoding: try folder.read("mine.ahap"), as: UTF8.self) == TestPattern.mixed)
    #expect(try folder.names == ["mine.ahap"])
  }

  @Test func `the result goes to the requested file`() throws {
    let folder = try ScratchFolder()
    let made = try Program.run("edit", "heartbeat", "-o", "mine.ahap", "reverse", in: folder)
    #expect(made.status == 0, "\(made.words)")
    #expect(made.words.hasPrefix("mine.ahap: written, "), "\(made.words)")
    #expect(try Program.run("validate", "mine.ahap", in: folder).status == 0)
    let piped = try Program.run(
      "edit", "-", "shift", "1", input: Data(TestPattern.mixed.utf8), in: folder)
    #expect(piped.words.isEmpty, "standard output is not announced")
    #expect(piped.status == 0 && piped.text.contains("\"HapticTransient\", \"Time\": 1.1}"))
    #expect(try folder.names == ["mine.ahap"])
  }

  @Test(arguments: [
    ["new", "up.ahap", "--from", "sub/s.ahap"],
    ["edit", "sub/s.ahap", "-o", "up.ahap", "shift", "1"],
    ["convert", "sub/s.ahap", "up.ahap"],
    ["edit", "heartbeat", "-o", "up.ahap", "append", "sub/s.ahap"],
    ["edit", "heartbeat", "-o", "up.ahap", "overlay", "sub/s.ahap"],
  ])
  func `a pattern that is written to a folder above finds its sounds`(arguments: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"Pattern": [{"Event": {"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "a\/ü.wav"}}]}"#,
      to: "sub/s.ahap")
    let outcome = try Program.run(arguments, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    let text = String(decoding: try folder.read("up.ahap"), as: UTF8.self)
    #expect(text.contains("\"sub/a/ü.wav\"") || text.contains(#""sub\/a\/ü.wav""#), "\(text)")
    // In the original folder nothing changes. In another folder, a message is printed.
    for (index, name) in ["sub/again.ahap", "other/x.ahap"].enumerated() {
      try folder.write("", to: "other/here")
      let moved = try Program.run(arguments.map { $0 == "up.ahap" ? name : $0 }, in: folder)
      #expect(moved.status == 0)
      #expect(moved.words.contains("are looked up there") == (index == 1), "\(moved.words)")
      let text = String(decoding: try folder.read(name), as: UTF8.self)
      #expect(!text.contains("sub"))
    }
  }

  @Test func `a log undoes its operations, and replays them on another file`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "a.ahap")
    try folder.write(TestPattern.mixed, to: "b.ahap")
    let first = try Program.run(
      "edit", "a.ahap", "select", "[0]", "shift", "1", "--log", "log", in: folder)
    #expect(first.status == 0)
    let once = try folder.read("a.ahap")
    #expect(
      try Program.run("edit", "a.ahap", "append", "heartbeat", "--log", "log", in: folder).status
        == 0)
    let twice = try folder.read("a.ahap")
    #expect(try Program.run("edit", "b.ahap", "--replay", "log", in: folder).status == 0)
    #expect(try folder.read("b.ahap") == twice)
    #expect(try Program.run("edit", "a.ahap", "--undo", "log", in: folder).status == 0)
    #expect(try folder.read("a.ahap") == once)
    #expect(try Program.run("edit", "a.ahap", "--undo", "log", in: folder).status == 0)
    #expect(try folder.read("a.ahap") == Data(TestPattern.mixed.utf8))
    let over = try Program.run("edit", "a.ahap", "--undo", "log", in: folder)
    #expect(over.status == 65 && over.words.contains("nothing to undo"))
  }

  @Test func `repeated undo returns to the first state of a file, even if a state occurs twice`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "u.ahap")
    var states = [try folder.read("u.ahap")]
    for time in ["0.1", "0.1", "-0.1"] {
      #expect(
        try Program.run("edit", "u.ahap", "shift", time, "--log", "u.log", in: folder).status == 0)
      states.append(try folder.read("u.ahap"))
    }
    #expect(states[1] == states[3])
    let log = try folder.read("u.log")
    #expect(
      try Program.run("edit", "u.ahap", "--undo", "u.log", "-o", "-", in: folder).status == 0)
    #expect(try folder.read("u.log") == log)
    for state in states.dropLast().reversed() {
      #expect(try Program.run("edit", "u.ahap", "--undo", "u.log", in: folder).status == 0)
      #expect(try folder.read("u.ahap") == state)
    }
    #expect(try folder.read("u.log").isEmpty)
  }

  @Test func `undoing an edit of one file keeps the edits of other files in the same log`() throws {
    let folder = try ScratchFolder()
    for name in ["a", "b", "c"] {
      try folder.write(TestPattern.mixed, to: "\(name).ahap")
      let time = name == "a" ? "1" : name == "b" ? "2" : "3"
      #expect(
        try Program.run("edit", "\(name).ahap", "shift", time, "--log", "log", in: folder).status
          == 0)
    }
    for name in ["a", "c", "b"] {
      let outcome = try Program.run("edit", "\(name).ahap", "--undo", "log", in: folder)
      #expect(outcome.status == 0, "\(name): \(outcome.words)")
      #expect(try folder.read("\(name).ahap") == Data(TestPattern.mixed.utf8))
    }
  }

  @Test(arguments: [
    ["edit", "mine.ahap", "-o", "x.log", "--log", "x.log", "shift", "1"],
    ["edit", "mine.ahap", "-o", "x.log", "--log", "./x.log", "shift", "1"],
    ["edit", "mine.ahap", "-o", "old.log", "--log", "./old.log", "shift", "1"],
    ["edit", "mine.ahap", "-o", "old.log", "--undo", "old.log"],
    ["edit", "mine.ahap", "--log", "./mine.ahap", "shift", "1"],
    ["edit", "mine.ahap", "--log", "-", "shift", "1"],
    ["edit", "mine.ahap", "--replay", "old.log", "--log", "./old.log"],
    ["edit", "mine.ahap", "-o", "other.svg", "append", "./other.svg"],
    ["chart", "./other.svg", "-o", "other.svg"],
  ])
  func `an input or the log is never overwritten`(arguments: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    try folder.write(TestPattern.mixed, to: "other.svg")
    try folder.write("", to: "old.log")
    let outcome = try Program.run(arguments, in: folder)
    #expect(outcome.status == 64, "\(outcome.words)")
    #expect(outcome.text.isEmpty)
    #expect(String(decoding: try folder.read("mine.ahap"), as: UTF8.self) == TestPattern.mixed)
    #expect(String(decoding: try folder.read("other.svg"), as: UTF8.self) == TestPattern.mixed)
    #expect(try folder.names == ["mine.ahap", "old.log", "other.svg"])
  }

  @Test func `an appended pattern starts after a curve that outlasts the events`() throws {
    let folder = try ScratchFolder()
    let points = #"{"Time": 0, "ParameterValue": 1}, {"Time": 2, "ParameterValue": 0.5}"#
    try folder.write(
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}}, "#
        + #"{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.5, "#
        + #""ParameterCurveControlPoints": [\#(points)]}}]}"#, to: "a.ahap")
    let outcome = try Program.run(
      "edit", "a.ahap", "-o", "-", "append", "impact.heavy", in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    // The control returns at the end of the curve. Then the appended pattern starts.
    #expect(outcome.text.components(separatedBy: "\"Time\": 2.5").count >= 3, "\(outcome.text)")
  }

  @Test func `the changes of each operation are a JSON object for programs`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    let outcome = try Program.run(
      "edit", "mine.ahap", "select", "haptic", "quantize", "100ms", "shift", "1", "--json",
      "--dry-run", in: folder)
    #expect(outcome.status == 0 && outcome.words.isEmpty)
    try Snapshot.expect(outcome.text, is: "edit-json", in: folder)
  }

  @Test func `an operation without an effect says so, and leaves the file unchanged`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    let outcome = try Program.run(
      "edit", "mine.ahap", "select", "time>9", "delete", in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.words
        == "mine.ahap: select time>9: nothing selected\nmine.ahap: delete: nothing changed\n")
    #expect(String(decoding: try folder.read("mine.ahap"), as: UTF8.self) == TestPattern.mixed)
  }

  @Test func `normalizing a silent pattern says that it is silent`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    let outcome = try Program.run("edit", "mine.ahap", "normalize", "0", in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.words == """
        mine.ahap: normalize 0: all selected events are silent now, because LEVEL is 0
        mine.ahap: written, 0.7 s, 3 events

        """)
  }

  @Test(arguments: [["edit", "mine.ahap", "shift", "1"], ["lint", "mine.ahap", "--fix"]])
  func `a file with another hard link is written with a warning`(line: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.clamped, to: "mine.ahap")
    try FileManager.default.linkItem(
      atPath: folder.path("mine.ahap"), toPath: folder.path("other.ahap"))
    let outcome = try Program.run(line, in: folder)
    #expect(
      outcome.words.contains(
        "mine.ahap: this file has other names (hard links), which keep the old content\n"),
      "\(outcome.words)")
    #expect(try folder.read("other.ahap") == Data(TestPattern.clamped.utf8))
    let again = try Program.run("edit", "mine.ahap", "shift", "1", in: folder)
    #expect(!again.words.contains("other names"), "\(again.words)")
  }

  static let failures: [(arguments: [String], status: Int32, words: String)] = [
    (["mine.ahap"], 64, "give an operation"),
    (["mine.ahap", "scale-intensty"], 64, "did you mean 'scale-intensity'?"),
    (["mine.ahap", "select", "tme>1"], 64, "word 2, column 1: unknown word 'tme'"),
    (["mine.ahap", "shift", "1", "--undo", "log"], 64, "--undo cannot be combined"),
    (["-", "shift", "1", "--json"], 64, "--json and - both write"),
    (["mine.ahap", "shift", "-1"], 65, "mine.ahap:2:3: Pattern[0]: the time would be -0.9 s"),
    (["mine.ahap", "set", "Pattern[7].Time", "1"], 65, "Pattern[7] does not exist"),
    (["broken.ahap", "shift", "1"], 65, "broken.ahap:2:"),
    (["mine.ahap", "--replay", "broken.ahap"], 65, "of the log: "),
    (["missing.ahap", "shift", "1"], 66, "missing.ahap: no such file"),
    (["heartbeat", "shift", "1"], 66, "to change a copy of it, add -o FILE"),
    (["mine.ahap", "append", "missing"], 66, "missing"),
    (["mine.ahap", "--undo", "missing"], 66, "missing: no such file"),
    (["mine.ahap", "shift", "1", "-o", "no/where.ahap"], 73, "no/where.ahap"),
    (["mine.ahap", "shift", "1", "--log", "no/log"], 73, "no/log"),
  ]

  @Test(arguments: failures)
  func `an impossible edit gives the reason, and does not change anything`(
    arguments: [String], status: Int32, words: String
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    try folder.write(TestPattern.broken, to: "broken.ahap")
    let outcome = try Program.run(["edit"] + arguments, in: folder)
    #expect(outcome.status == status, "\(outcome.words)")
    #expect(outcome.words.contains(words), "\(outcome.words)")
    #expect(outcome.text.isEmpty)
    #expect(String(decoding: try folder.read("mine.ahap"), as: UTF8.self) == TestPattern.mixed)
    #expect(try folder.names == ["broken.ahap", "mine.ahap"])
  }

  // MARK: Concurrent edits

  @Test func `edits of one file at the same time are all made and all logged`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    let count = 12
    // Two of three append to one log, which does not exist at first.
    let running = try (0..<count).map { index in
      try Program.start(
        ["edit", "mine.ahap", "shift", "1"] + (index % 3 == 0 ? [] : ["--log", "log"]), in: folder)
    }
    for program in running {
      let outcome = try Program.finish(program)
      #expect(outcome.status == 0, "\(outcome.words)")
      #expect(outcome.words.wholeMatch(of: /mine.ahap: written, .* s, 3 events\n/) != nil)
    }
    let text = String(decoding: try folder.read("mine.ahap"), as: UTF8.self)
    #expect(text.contains("\"HapticTransient\", \"Time\": \(count).1}"), "\(text)")
    let log = String(decoding: try folder.read("log"), as: UTF8.self)
    #expect(log.components(separatedBy: "\"shift\"").count - 1 == count * 2 / 3)
    #expect(try folder.names == ["log", "mine.ahap"])
  }

  @Test func `an edit waits for another process that holds the file, and edits its result`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mine.ahap")
    let outcome = try Program.bash(
      """
      sed s/HapticTransient/AudioContinuous/ mine.ahap > new
      exec 9<mine.ahap; flock 9
      "$haptic" edit mine.ahap shift 1 9<&- & edit=$!
      until ls -l /proc/$edit/fd 2>/dev/null | grep -q mine.ahap || ! kill -0 $edit; do :; done
      mv new mine.ahap
      exec 9<&-
      wait $edit
      """, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    let text = String(decoding: try folder.read("mine.ahap"), as: UTF8.self)
    #expect(text.contains("\"AudioContinuous\", \"Time\": 1.1}"), "\(text)")
  }

  // MARK: Layouts

  /// A file in which everything that an edit could normalize is irregular.
  private static let layouts: [(name: String, lineEnd: String, text: String)] = [
    ("CRLF", "\r\n", TestPattern.mixed.replacing("\n", with: "\r\n") + "\r\n"),
    ("CRLF and BOM", "\r\n", "\u{FEFF}" + TestPattern.mixed.replacing("\n", with: "\r\n")),
    ("tabs, no final line end", "\n", TestPattern.mixed.replacing("  {", with: "\t{")),
    ("one line", "", TestPattern.mixed.replacing("\n", with: "").replacing("  ", with: "") + "\n"),
    ("empty", "\r\n", "{\r\n\t\"Pattern\" : [ ]\r\n}"),
    ("empty, one line", "", "{\"Pattern\":[]}"),
  ]

  @Test(arguments: layouts, ["append", "overlay"])
  func `additions use the line ends of the file, and the rest stays the same`(
    layout: (name: String, lineEnd: String, text: String), operation: String
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(layout.text, to: "mine.ahap")
    // An entry on several lines, with different line ends.
    try folder.write(
      TestPattern.mixed.replacing("\n", with: layout.lineEnd == "\n" ? "\r\n" : "\n"),
      to: "other.ahap")
    let outcome = try Program.run(
      ["edit", "mine.ahap", operation, "other.ahap", "--log", "log"], in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    let bytes = [UInt8](try folder.read("mine.ahap"))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(try Program.run("validate", "mine.ahap", in: folder).status == 0, "\(text)")
    let old = [UInt8](layout.text.utf8)
    // The old text is at both ends, with only the list between.
    let head = zip(bytes, old).prefix { $0 == $1 }.count
    let tail = zip(bytes.reversed(), old.reversed()).prefix { $0 == $1 }.count
    #expect(head + tail >= old.count - 1, "\(text)")
    let lines = bytes.count { $0 == 0x0A }
    let pairs = zip(bytes, bytes.dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
    #expect(pairs == (layout.lineEnd == "\r\n" ? lines : 0), "\(text)")
    #expect(bytes.count { $0 == 0x0D } == pairs)
    if layout.lineEnd.isEmpty { #expect(lines == old.count { $0 == 0x0A }, "\(text)") }
    let undone = try Program.run("edit", "mine.ahap", "--undo", "log", in: folder)
    #expect(undone.status == 0, "\(undone.words)")
    #expect(try folder.read("mine.ahap") == Data(old))
  }

  @Test func `additions are indented like the entries of the file`() throws {
    let folder = try ScratchFolder()
    try folder.write("{\n\t\"Pattern\": [\n\t]\n}\n", to: "none.ahap")
    try folder.write(
      "{\n\t\"Pattern\": [\n\t\t{\"Event\": {\"EventType\": \"HapticTransient\", "
        + "\"Time\": 0}}\n\t]\n}\n", to: "tabs.ahap")
    try folder.write(TestPattern.mixed, to: "other.ahap")
    for file in ["none.ahap", "tabs.ahap"] {
      #expect(try Program.run("edit", file, "overlay", "other.ahap", in: folder).status == 0)
    }
    let tabs = String(decoding: try folder.read("tabs.ahap"), as: UTF8.self)
    #expect(
      tabs.contains("\n\t\t{\"Event\": {\"EventType\": \"HapticContinuous\", "), "\(tabs)")
    #expect(tabs.contains("\n\t\t  \"EventParameters\": [{"), "\(tabs)")
  }
}
