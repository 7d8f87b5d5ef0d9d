import Foundation
import Testing

/// `haptic render`.
struct RenderTests {
  private static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mixed.ahap")
    return folder
  }

  @Test func `an excerpt has the same samples as that part of the whole`() throws {
    let folder = try Self.folder()
    #expect(try Program.run("render", "mixed.ahap", "-o", "whole.wav", in: folder).status == 0)
    let outcome = try Program.run(
      "render", "mixed.ahap", "-o", "part.wav", "--from", "0.30002", "--to", "0.55", in: folder)
    #expect(outcome.status == 0)
    let whole = try Samples.of("whole.wav", in: folder)
    let part = try Samples.of("part.wav", in: folder)
    // 0.30002 s is frame 14 400.96.
    for channel in 0..<2 { #expect(part[channel] == Array(whole[channel][14_401..<26_400])) }
  }

  @Test func `an excerpt ends at the latest with the pattern`() throws {
    let folder = try Self.folder()
    _ = try Program.run("render", "mixed.ahap", "-o", "whole.wav", in: folder)
    _ = try Program.run(
      "render", "mixed.ahap", "-o", "part.wav", "--from", "0.5", "--to", "99", in: folder)
    let whole = try Samples.of("whole.wav", in: folder)
    #expect(try Samples.of("part.wav", in: folder)[0] == Array(whole[0][24_000...]))
  }

  @Test func `stems add up to the mix`() throws {
    let folder = try Self.folder()
    _ = try Program.run("render", "mixed.ahap", "-o", "mix.wav", in: folder)
    #expect(
      try Program.run("render", "mixed.ahap", "-o", "x.wav", "--stems", in: folder).status == 0)
    let mix = try Samples.of("mix.wav", in: folder)
    let haptic = try Samples.of("x.haptic.wav", in: folder)
    let audio = try Samples.of("x.audio.wav", in: folder)
    #expect(haptic.count == 1 && audio.count == 2)
    #expect(haptic[0].contains { $0 != 0 } && audio[0].contains { $0 != 0 })
    for channel in 0..<2 {
      let sum = zip(haptic[0], audio[channel]).map { $0 + $1 }
      #expect(sum == mix[channel])
    }
  }

  @Test(arguments: ["haptic", "audio"])
  func `a bus is the same alone and as a stem`(bus: String) throws {
    let folder = try Self.folder()
    _ = try Program.run("render", "mixed.ahap", "-o", "x.wav", "--stems", in: folder)
    _ = try Program.run("render", "mixed.ahap", "-o", "alone.wav", "--bus", bus, in: folder)
    #expect(try folder.read("alone.wav") == folder.read("x.\(bus).wav"))
  }

  @Test func `standard output has the samples of the file`() throws {
    let folder = try Self.folder()
    _ = try Program.run("render", "mixed.ahap", "-o", "file.wav", in: folder)
    let outcome = try Program.bash(
      #"set -o pipefail; "$haptic" render mixed.ahap -o - | cat > pipe.wav"#, in: folder)
    #expect(outcome.status == 0)
    #expect(try Samples.of("pipe.wav", in: folder) == Samples.of("file.wav", in: folder))
  }

  @Test func `a pattern from standard input renders like the file`() throws {
    let folder = try Self.folder()
    _ = try Program.run("render", "mixed.ahap", "-o", "file.wav", in: folder)
    let outcome = try Program.run(
      "render", "-", "-o", "stdin.wav", input: Data(TestPattern.mixed.utf8), in: folder)
    #expect(outcome.status == 0)
    #expect(try folder.read("stdin.wav") == folder.read("file.wav"))
  }

  @Test func `half the strength of a linear profile is half the signal`() throws {
    let folder = try Self.folder()
    let outcome = try Program.run(
      "render", "mixed.ahap", "-o", "x.wav", "--bus", "haptic", "--strength", "0.5,1", in: folder)
    #expect(outcome.status == 0)
    #expect(try folder.names == ["mixed.ahap", "x-0.5.wav", "x-1.wav"])
    let half = try Samples.of("x-0.5.wav", in: folder)[0]
    let full = try Samples.of("x-1.wav", in: folder)[0]
    #expect(half.count == full.count)
    #expect(zip(half, full).allSatisfy { abs($0 - $1 / 2) < 1e-6 })
    #expect((full.max() ?? 0) > 0.1)
  }

  @Test(
    arguments: [
      ("wav", "f32", 0), ("wav", "s24", 1e-6), ("wav", "s16", 1e-4), ("flac", "s24", 1e-6),
    ])
  func `each format preserves the signal within its precision`(
    ending: String, format: String, tolerance: Float
  ) throws {
    let folder = try Self.folder()
    _ = try Program.run("render", "mixed.ahap", "-o", "exact.wav", in: folder)
    let outcome = try Program.run(
      "render", "mixed.ahap", "-o", "x.\(ending)", "--format", format, in: folder)
    #expect(outcome.status == 0)
    let exact = try Samples.of("exact.wav", in: folder)
    let other = try Samples.of("x.\(ending)", in: folder)
    #expect(other[0].count == exact[0].count)
    #expect(zip(other[1], exact[1]).allSatisfy { abs($0 - $1) <= tolerance })
  }

  @Test func `a rate of two halves the length, and three loops triple it`() throws {
    let folder = try ScratchFolder()
    _ = try Program.run("render", "heartbeat", "-o", "once.wav", in: folder)
    _ = try Program.run("render", "heartbeat", "-o", "fast.wav", "--rate", "2", in: folder)
    _ = try Program.run("render", "heartbeat", "-o", "thrice.wav", "--loop", "3", in: folder)
    let once = try Samples.of("once.wav", in: folder)[0].count
    #expect(try Samples.of("fast.wav", in: folder)[0].count == once / 2)
    #expect(try Samples.of("thrice.wav", in: folder)[0].count == once * 3)
  }

  @Test(arguments: ["0.5", "2"])
  func `an excerpt covers the requested time of the pattern, at any rate`(rate: String) throws {
    let folder = try Self.folder()
    _ = try Program.run("render", "mixed.ahap", "-o", "whole.wav", "--rate", rate, in: folder)
    let outcome = try Program.run(
      "render", "mixed.ahap", "-o", "part.wav", "--rate", rate, "--from", "0.25", "--to", "0.5",
      in: folder)
    #expect(outcome.status == 0)
    let whole = try Samples.of("whole.wav", in: folder)[0]
    let frames = 12_000 / (Double(rate) ?? 1)
    #expect(
      try Samples.of("part.wav", in: folder)[0] == Array(whole[Int(frames)..<Int(2 * frames)]))
  }

  @Test func `rendering nothing is an error, or an empty WAV file`() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"Pattern": []}"#, to: "empty.ahap")
    #expect(try Program.run("render", "empty.ahap", "-o", "x.wav", in: folder).status == 0)
    #expect(try folder.read("x.wav").count > 40)
    for name in ["x.flac", "x.ogg"] {
      let outcome = try Program.run("render", "empty.ahap", "-o", name, in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.words.contains("nothing to render"))
    }
    #expect(try folder.names == ["empty.ahap", "x.wav"])
  }

  @Test func `the input is never overwritten`() throws {
    let folder = try Self.folder()
    try folder.write(TestPattern.mixed, to: "mixed")
    for (pattern, output) in [("./mixed", "mixed"), ("mixed.ahap", "mixed.ahap")] {
      let outcome = try Program.run("render", pattern, "-o", output, in: folder)
      #expect(outcome.status == 64, "\(outcome.words)")
    }
    #expect(try folder.read("mixed") == Data(TestPattern.mixed.utf8))
    #expect(try folder.read("mixed.ahap") == Data(TestPattern.mixed.utf8))
  }

  @Test func `an output without a name is rejected before rendering starts`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.long, to: "long.ahap")
    let outcome = try Program.run("render", "long.ahap", "-o", "", in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.words.contains("-o is empty"))
  }

  @Test(arguments: [
    ["render", "heartbeat", "-o", "sub/heard"], ["session", "render", "call.yaml", "-o", "heard"],
  ])
  func `an output whose name does not tell the format is rejected`(arguments: [String]) throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run(arguments, in: folder)
    #expect(outcome.status == 64)
    let name = arguments.last ?? ""
    #expect(
      outcome.words.contains("\(name) does not name a format; write \(name).wav, .flac or .ogg."))
    #expect(try folder.names.isEmpty)
  }

  @Test func `a dangling link is followed, and missing folders are created`() throws {
    let folder = try Self.folder()
    let outcome = try Program.bash(
      #"""
      mkdir there; ln -s there/x.wav link.wav; "$haptic" render mixed.ahap -o link.wav &&
      test -L link.wav && test -s there/x.wav && "$haptic" render mixed.ahap -o a/b/c/ &&
      test -s a/b/c/mixed.wav
      """#, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
  }

  @Test func `a render that --loop makes too long is a usage error`() throws {
    let outcome = try Program.run(
      "render", "hit", "-o", "x.wav", "--loop", "1000000", in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.words.contains("choose a smaller --loop"))
  }

  @Test func `several patterns in parallel give the same files as in sequence`() throws {
    let folder = try ScratchFolder()
    let names = ["heartbeat", "level-up", "impact.heavy", "laser"]
    for (output, jobs) in [("one/", "1"), ("many/", "4")] {
      let outcome = try Program.run(
        ["render"] + names + ["-o", output, "-j", jobs], in: folder)
      #expect(outcome.status == 0)
    }
    for name in names {
      #expect(try folder.read("one/\(name).wav") == folder.read("many/\(name).wav"))
    }
  }

  @Test func `a broken pattern does not prevent the others from being written`() throws {
    let folder = try Self.folder()
    try folder.write(TestPattern.broken, to: "broken.ahap")
    let outcome = try Program.run(
      "render", "mixed.ahap", "broken.ahap", "missing.ahap", "selection", "-o", "out", "-j", "1",
      in: folder)
    #expect(outcome.status == 64)
    let again = try Program.run(
      "render", "mixed.ahap", "broken.ahap", "missing.ahap", "selection", "-o", "out/", "-j", "1",
      in: folder)
    #expect(again.status == 65)
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
    #expect(written == ["mixed.wav", "selection.wav"])
    try Snapshot.expect(again.words, is: "render-several", in: folder)
  }

  @Test(arguments: [
    (["mixed.ahap", "selection"], "wideband", true), (["mixed.ahap"], "lra", true),
    (["mixed.ahap"], "mpeg", true), (["mixed.ahap"], "audible", false),
    (["tone.ahap"], "lra", false),
    (["mixed.ahap", "--bus", "audio"], "wideband", false),
    (["mixed.ahap", "--quiet"], "wideband", false), (["mixed.ahap"], "high.json", false),
    (["mixed.ahap"], "low.json", true), (["mixed.ahap", "--stems"], "low.json", true),
  ])
  func `a profile that small speakers hardly play is noted once, if the pattern has haptics`(
    arguments: [String], profile: String, isNoted: Bool
  ) throws {
    let folder = try Self.folder()
    try folder.write(
      #"{"Pattern": [{"Event": {"EventType": "AudioContinuous", "Time": 0, "EventDuration": 0.1}}]}"#,
      to: "tone.ahap")
    // The range decides, not the name. For an actuator, the passband decides.
    let ranges = #""lowHertz": 80, "gainContinuous": 1, "gainTransient": 1, "highHertz""#
    try folder.write("{\"name\": \"high\", \(ranges): 301}", to: "high.json")
    try folder.write(
      "{\"name\": \"low\", \(ranges): 900, \"actuator\": {\"resonanceHertz\": 170, \"q\": 2}}",
      to: "low.json")
    let outcome = try Program.run(
      ["render"] + arguments + [
        "--profile", profile, "-o", arguments.count > 1 ? "out/" : "x.wav",
      ],
      in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    let notes = outcome.words.split(separator: "\n").filter { $0.hasPrefix("note: the profile ") }
    #expect(notes.count == (isNoted ? 1 : 0), "\(outcome.words)")
    #expect(notes.allSatisfy { $0.hasSuffix("; --profile audible is made for such loudspeakers") })
    #expect(outcome.words.contains("peak") == !arguments.contains("--quiet"))
  }

  @Test func `samples beyond full scale are clamped, counted and reported`() throws {
    let folder = try ScratchFolder()
    let taps = String(
      repeating: #"{"Event": {"EventType": "HapticTransient", "Time": 0}},"#, count: 5)
    try folder.write("{\"Pattern\": [\(taps)]}", to: "loud.ahap")
    let outcome = try Program.run(
      "render", "loud.ahap", "-o", "x.wav", "--bus", "haptic", in: folder)
    let samples = try Samples.of("x.wav", in: folder)[0]
    let clamped = samples.count { abs($0) == 1 }
    #expect(clamped > 0)
    #expect(outcome.words.contains("; \(clamped) samples clamped at full scale\n"))
    #expect(samples.allSatisfy { abs($0) <= 1 })
  }

  @Test func `a file is replaced completely and keeps its permissions`() throws {
    let folder = try Self.folder()
    try folder.write("old", to: "x.wav")
    let outcome = try Program.bash(
      #"chmod 640 x.wav; ln -s x.wav link.wav; "$haptic" render mixed.ahap -o link.wav"#, in: folder
    )
    #expect(outcome.status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("x.wav"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try folder.names == ["link.wav", "mixed.ahap", "x.wav"])
    #expect(try Samples.of("x.wav", in: folder).count == 2)
  }

  @Test func `file names may contain any characters`() throws {
    let folder = try ScratchFolder()
    let name = "Herz ❤️ 'ü\" \\ $HOME"
    try folder.write(TestPattern.mixed, to: "\(name).ahap")
    #expect(try Program.run("render", "\(name).ahap", "-o", "töne/", in: folder).status == 0)
    #expect(try folder.read("töne/\(name).wav").count > 44)
  }

  @Test func `a built-in profile is the same by name and as a file`() throws {
    let folder = try Self.folder()
    let list = try Program.run("profiles", "--json", in: folder).json() as? [[String: Any]] ?? []
    #expect(list.count == 4)
    for profile in list {
      let name = try #require(profile["name"] as? String)
      try folder.write(
        try JSONSerialization.data(withJSONObject: profile), to: "\(name).profile.json")
      _ = try Program.run(
        "render", "mixed.ahap", "-o", "name.wav", "--profile", name, in: folder)
      let outcome = try Program.run(
        "render", "mixed.ahap", "-o", "file.wav", "--profile", "\(name).profile.json", in: folder)
      #expect(outcome.status == 0)
      #expect(try folder.read("name.wav") == folder.read("file.wav"))
    }
  }

  @Test func `a repeated tap repeats every quarter of a second, with a note`()
    throws
  {
    let folder = try ScratchFolder()
    _ = try Program.run("render", "impact.medium", "-o", "once.wav", in: folder)
    let outcome = try Program.run(
      "render", "impact.medium", "-o", "thrice.wav", "--loop", "3", in: folder)
    #expect(outcome.words.contains("impact.medium: the pattern does not define its own length"))
    let once = try Samples.of("once.wav", in: folder)[0]
    let thrice = try Samples.of("thrice.wav", in: folder)[0]
    try #require(thrice.count >= 36_000)
    for start in [0, 12_000, 24_000] {
      #expect(Array(thrice[start..<start + once.count]) == once)
      #expect(thrice[start + once.count..<start + 12_000].allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: [
    (0.0, 0.0, "its last transient coincides with the start of the next repetition"),
    (0.03, 1.0, "so repetitions overlap"), (0.5, 0.0, ""),
  ])
  func `a loop that is too short for its sound is noted`(
    length: Double, release: Double, note: String
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 0.01,
        "EventParameters": [{"ParameterID": "ReleaseTime", "ParameterValue": \(release)}]}},
        {"Event": {"EventType": "HapticTransient", "Time": 0.02, "EventDuration": \(length)}}]}
      """, to: "x.ahap")
    for line in [
      ["render", "x.ahap", "-o", "x.wav", "--loop", "2"],
      ["play", "x.ahap", "--output", "null", "--times", "2"],
    ] {
      let words = try Program.run(line, in: folder).words
      #expect(words.contains("x: the loop is") == !note.isEmpty)
      #expect(words.contains(note) || note.isEmpty, "\(words)")
    }
    let once = try Program.run("render", "x.ahap", "-o", "x.wav", in: folder)
    #expect(!once.words.contains("loop"))
  }

  @Test func `sounds are read only from the resources folder`() throws {
    let folder = try ScratchFolder()
    _ = try Program.run("render", "impact.heavy", "-o", "sounds/tap.wav", in: folder)
    _ = try Program.bash(
      #"mkdir sounds; "$haptic" render impact.heavy -o sounds/tap.wav; cp sounds/tap.wav ."#,
      in: folder)
    try folder.write("These are words.", to: "sounds/words.wav")
    for (name, path) in [
      ("inside", "tap.wav"), ("outside", "../tap.wav"), ("none", "no.wav"), ("words", "words.wav"),
    ] {
      try folder.write(
        #"{"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0, "EventDuration": 0.1, "#
          + #""EventWaveformPath": "\#(path)"}}]}"#, to: "patterns/\(name).ahap")
      let outcome = try Program.run(
        "render", "patterns/\(name).ahap", "-o", "\(name).wav", "--resources", "sounds",
        in: folder)
      #expect(outcome.status == 0)
      let isHeard = try Samples.of("\(name).wav", in: folder)[0].contains { $0 != 0 }
      #expect(isHeard == (name == "inside"), "\(outcome.words)")
      // The reason is inserted into a sentence, so it does not end with a period.
      #expect(!outcome.words.contains(".;"), "\(outcome.words)")
    }
  }
}
