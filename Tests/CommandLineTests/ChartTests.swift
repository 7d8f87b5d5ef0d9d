import Foundation
import Testing

/// `haptic chart`.
struct ChartTests {
  @Test(arguments: [20, 40, 80, 140], ["C.UTF-8", "C"])
  func `a chart has the requested width`(columns: Int, locale: String) throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mixed.ahap")
    let outcome = try Program.run(
      ["chart", "mixed.ahap", "--width", "\(columns)"], in: folder, adding: ["LC_ALL": locale])
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(lines.contains { $0.count > columns - 4 })
    #expect(locale == "C.UTF-8" || lines.allSatisfy { $0.allSatisfy(\.isASCII) })
    #expect(!outcome.text.contains("\u{1B}"))
    if columns == 80 {
      try Snapshot.expect(
        outcome.text, is: "chart-80-\(locale == "C" ? "ascii" : "unicode")", in: folder)
    }
  }

  @Test func `taps much shorter than a column are all drawn, and titles fit the locale`() throws {
    let folder = try ScratchFolder()
    let notation = "tap, rest 30s, tap, rest 30s, tap"
    _ = try Program.run("new", "träge.ahap", "--notation", notation, in: folder)
    let outcome = try Program.run(
      ["chart", "träge.ahap", "--width", "80"], in: folder, adding: ["LC_ALL": "C"])
    #expect(outcome.text.hasPrefix("tr"), "\(outcome.text)")
    #expect(outcome.text.allSatisfy { $0.isASCII })
    let feeling = outcome.text.split(separator: "\n").first { $0.hasPrefix("feeling") }
    let marks = try #require(feeling).dropFirst(17).count { $0 != " " }
    #expect(marks == 3, "\(feeling ?? "")")
  }

  @Test(arguments: [40, 80], ["C.UTF-8", "C"])
  func `a spectrogram is drawn on request, in characters of the locale`(
    columns: Int, locale: String
  ) throws {
    let line = ["chart", "level-up", "--width", "\(columns)"]
    let with = try Program.run(
      line + ["--spectrogram"], in: ScratchFolder(), adding: ["LC_ALL": locale])
    #expect(with.status == 0 && with.text.contains("spectrum"))
    #expect(with.text.split(separator: "\n").allSatisfy { $0.count <= columns })
    #expect(with.text.contains(locale == "C" ? "+**" : "▓▓"))
    let without = try Program.run(line, in: ScratchFolder(), adding: ["LC_ALL": locale])
    #expect(!without.text.contains("spectrum"))
  }

  @Test func `a missing sound is reported with its folder, even if it is the current one`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"Pattern": [{"Event": {"EventType": "AudioCustom", "Time": 0, "EventWaveformPath": "a.wav"}}]}"#,
      to: "x.ahap")
    let outcome = try Program.run("chart", "x.ahap", in: folder)
    #expect(outcome.words.contains("sound file a.wav: no such file in .; its events"))
  }

  @Test func `several patterns share one axis, and two also show their difference`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run("chart", "impact.light", "impact.heavy", in: folder)
    #expect(outcome.status == 0)
    for title in ["1 impact.light", "2 impact.heavy", "difference"] {
      #expect(outcome.text.split(separator: "\n").contains { $0.hasPrefix(title) })
    }
  }

  @Test func `an SVG describes the pattern in words, and a PNG is a PNG`() throws {
    let folder = try ScratchFolder()
    #expect(try Program.run("chart", "impact.heavy", "-o", "x.svg", in: folder).status == 0)
    #expect(try Program.run("chart", "impact.heavy", "-o", "x.png", in: folder).status == 0)
    let svg = String(decoding: try folder.read("x.svg"), as: UTF8.self)
    #expect(svg.contains("1 tap, up to") && svg.contains("a strong, soft tap"))
    #expect(Array(try folder.read("x.png").prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
    let outcome = try Program.run("chart", "impact.heavy", "-o", "-", in: folder)
    #expect(outcome.text == svg)
  }

  /// To a twentieth of a point, because the functions of the C library differ in their last bits.
  @Test(arguments: ["heartbeat", "level-up"])
  func `the pictures of the documentation match the program's output`(name: String) throws {
    let file = URL(filePath: "\(Program.package)/Documentation/Charts/\(name).svg")
    let outcome = try Program.run(
      ["chart", name, "-o", "-"], in: ScratchFolder(), adding: ["HAPTIC_PORTABLE": "1"])
    if ProcessInfo.processInfo.environment["HAPTIC_RECORD"] == "1" {
      try outcome.text.write(to: file, atomically: true, encoding: .utf8)
    }
    let numbers = /-?\d+(\.\d+)?/
    let (drawn, kept) = (outcome.text, try String(contentsOf: file, encoding: .utf8))
    #expect(drawn.replacing(numbers, with: "0") == kept.replacing(numbers, with: "0"))
    for (one, two) in zip(drawn.matches(of: numbers), kept.matches(of: numbers)) {
      #expect(abs((Double(one.0) ?? 0) - (Double(two.0) ?? 0)) < 0.05)
    }
  }

  @Test(arguments: [
    ["chart", "selection", "-o", "x.gif"], ["chart", "selection", "--width", "5"],
    ["chart", "selection", "--width", "9000", "-o", "x.png"], ["chart"],
    ["chart", "selection", "--scale", "2"], ["chart", "selection", "--theme", "light"],
    ["chart", "selection", "-o", "x.svg", "--scale", "5"],
    ["chart", "selection", "-o", "x.svg", "--scale", "nan"],
    ["chart", "selection", "-o", "x.svg", "--theme", "blue"],
    ["chart", "level-up", "--from", "9"], ["chart", "level-up", "--from", "-1"],
    ["chart", "level-up", "--from", "0.3", "--to", "0.2"], ["chart", "level-up", "--to", "nan"],
  ])
  func `invalid options for a drawing are a usage error`(arguments: [String]) throws {
    let outcome = try Program.run(arguments, in: ScratchFolder())
    #expect(outcome.status == 64)
  }

  @Test func `too many patterns for one PNG are a usage error`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run(
      ["chart"] + Array(repeating: "selection", count: 120) + ["-o", "x.png"], in: folder)
    #expect(outcome.status == 64, "\(outcome.words)")
    #expect(
      outcome.words.contains(
        "pixels tall, but a PNG can be at most 32767; draw fewer patterns in one picture"))
    #expect(try folder.names == [])
  }

  @Test func `the theme and the scale apply to the file`() throws {
    let folder = try ScratchFolder()
    func svg(_ options: String...) throws -> String {
      try Program.run(["chart", "level-up", "-o", "-"] + options, in: folder).text
    }
    let dark = try svg()
    #expect(try svg("--theme", "dark") == dark)
    #expect(dark.contains(#"width="960""#) && !dark.contains("#ffffff"))
    let light = try svg("--theme", "light", "--scale", "2")
    #expect(light.contains(#"width="1920""#) && light.contains(##"fill="#ffffff"/>"##))
    #expect(light.contains(#"font-size="30""#))
  }

  @Test func `a part of the time is drawn with the times of the pattern`() throws {
    let line = ["chart", "level-up", "--from", "0.3", "--to", "0.5", "--width", "80"]
    let outcome = try Program.run(line, in: ScratchFolder(), adding: ["LC_ALL": "C.UTF-8"])
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.text.contains("drawn from 0.3 s to 0.5 s"))
    #expect(outcome.text.contains("┬0.4s") && !outcome.text.contains("┬0.1s"))
    // The only tap that begins in this part.
    let taps = outcome.text.split(separator: "\n").first { $0.contains("transient┤") }
    #expect(taps?.count { $0 == "┃" } == 1)
    let late = try Program.run("chart", "level-up", "--from", "3", in: ScratchFolder())
    #expect(late.words.contains("level-up: the pattern ends after 0.84 s, before --from 3"))
    // After its last event at 0.82 s, the pattern decays.
    let decay = try Program.run("chart", "level-up", "--from", "0.83", in: ScratchFolder())
    #expect(decay.status == 0 && decay.text.contains("the haptic signal peaks at"))
    let several = try Program.run(
      "chart", "selection", "level-up", "--from", "0.4", in: ScratchFolder())
    #expect(several.status == 0, "\(several.words)")
  }

  @Test func `the heading shows the file's own description, and the sound its file name`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      #"""
      {"Metadata": {"Description": "A tap that nobody hears"}, "Pattern": [
        {"Event": {"EventType": "HapticTransient", "Time": 0}},
        {"Event": {"EventType": "AudioCustom", "Time": 0.1, "EventWaveformPath": "tap.wav"}}]}
      """#, to: "x.ahap")
    _ = try Program.run("render", "x.ahap", "-o", "tap.wav", in: folder)
    for line in [["chart", "x.ahap", "--width", "80"], ["chart", "x.ahap", "-o", "-"]] {
      let outcome = try Program.run(line, in: folder)
      #expect(outcome.text.contains("A tap that nobody hears"))
      #expect(outcome.text.contains("of full scale (profile wideband)"))
      #expect(outcome.text.contains("sound of tap.wav, parts of full scale"), "\(outcome.text)")
    }
  }

  @Test func `a picture that cannot be written does not leave a file`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run("chart", "selection", "-o", "nowhere/x.png", in: folder)
    #expect(outcome.status == 73)
    #expect(try folder.names == [])
  }
}
