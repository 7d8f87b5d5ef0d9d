import AudioOutput
import Foundation
import Testing

/// `haptic play`, from the user's side.
struct PlayTests {
  /// A PCM that writes its input to a file as fast as possible.
  private static let filePCM = """
    pcm.capture { type file slave.pcm { type null } file "FILE" format raw }
    """

  /// Runs `haptic play` with a file as its device, and returns the content of the file.
  private func capture(_ arguments: String..., in folder: ScratchFolder) throws -> [Float] {
    let raw = folder.path("out.raw")
    try folder.write(
      Self.filePCM.replacingOccurrences(of: "FILE", with: raw), to: "asound.conf")
    let outcome = try Program.run(
      ["play", "--device", "capture"] + arguments
        + (arguments.contains("--profile") ? [] : ["--profile", "wideband"]), in: folder,
      adding: ["ALSA_CONFIG_PATH": folder.path("asound.conf")])
    try #require(outcome.status == 0, "\(outcome.words)")
    return try unsafe folder.read("out.raw").withUnsafeBytes { bytes in
      unsafe Array(bytes.bindMemory(to: Float.self))
    }
  }

  @Test func `the device receives the samples of render`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mixed.ahap")
    let played = try capture("mixed.ahap", in: folder)
    #expect(try Program.run("render", "mixed.ahap", "-o", "x.wav", in: folder).status == 0)
    let rendered = try Samples.of("x.wav", in: folder)
    let expected = zip(rendered[0], rendered[1]).flatMap { [$0, $1] }
    let start = try #require(played.firstIndex { $0 != 0 })
    let first = try #require(expected.firstIndex { $0 != 0 })
    #expect(start >= first && (start - first).isMultiple(of: 2))
    let end = try #require(expected.lastIndex { $0.magnitude > 1e-4 })
    #expect(played.count - start > end - first)
    let differing = (first...end).count { played[$0 - first + start] != expected[$0] }
    #expect(differing == 0)
  }

  @Test func `several patterns play one after another, each as often as requested`() throws {
    let folder = try ScratchFolder()
    // A tap, and silence until the pattern starts again.
    try folder.write(
      """
      {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}},
        {"Event": {"EventType": "HapticContinuous", "Time": 0.1, "EventDuration": 0.1,
          "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 0}]}}]}
      """, to: "tap.ahap")
    let once = try capture("tap.ahap", in: folder)
    let thrice = try capture("tap.ahap", "--times", "3", in: folder)
    let both = try capture("tap.ahap", "selection", in: folder)
    #expect(onsets(once) == 1)
    #expect(onsets(thrice) == 3)
    #expect(onsets(both) == 2)
  }

  @Test func `gain, mute, controls and the start time are audible`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.mixed, to: "mixed.ahap")
    let peak = { (samples: [Float]) in samples.reduce(0) { max($0, $1.magnitude) } }
    let tap = try peak(capture("impact.medium", in: folder))
    #expect(
      try (peak(capture("impact.medium", "--gain", "-6.0206", in: folder)) / tap - 0.5)
        .magnitude < 1e-3)
    #expect(
      try (peak(capture("impact.medium", "--intensity", "0.5", in: folder)) / tap - 0.5)
        .magnitude < 0.05)
    #expect(try peak(capture("impact.medium", "--mute", "haptics", in: folder)) == 0)
    let whole = try capture("mixed.ahap", "--mute", "audio", in: folder)
    let late = try capture("mixed.ahap", "--mute", "audio", "--from", "0.5", in: folder)
    #expect(whole.count - late.count > 2 * 20_000)
    #expect(peak(late) > 0)
  }

  @Test func `a start time is the same time of the pattern in play and in render`() throws {
    let folder = try ScratchFolder()
    for rate in ["1", "2"] {
      let played = try capture("collision", "--from", "0.1", "--rate", rate, in: folder)
      let outcome = try Program.run(
        "render", "collision", "-o", "x.wav", "--from", "0.1", "--rate", rate, in: folder)
      #expect(outcome.status == 0)
      let rendered = try Samples.of("x.wav", in: folder)[0]
      let left = stride(from: 0, to: played.count, by: 2).map { played[$0] }
      // An event that has already begun fades in within 5 ms from the start of playback.
      let fade = 300
      let end = try #require(rendered.lastIndex { $0.magnitude > 1e-3 })
      let start = try #require(left.firstIndex { $0 != 0 })
      var best = Float.infinity
      for offset in max(0, start - fade)...start {
        var worst: Float = offset + end < left.count ? 0 : .infinity
        for frame in fade...end where offset + frame < left.count && worst < best {
          worst = max(worst, (left[offset + frame] - rendered[frame]).magnitude)
        }
        best = min(best, worst)
      }
      #expect(best < 1e-4, "rate \(rate)")
    }
  }

  @Test
  func
    `a lower --intensity weakens playback in proportion, and --sharpness does not make it much stronger`()
    throws
  {
    let folder = try ScratchFolder()
    // Its curve starts at 0 and swells.
    let name = "looming-danger"
    let energies = { (samples: [Float]) in
      stride(from: 0, to: samples.count - 9_600, by: 9_600).map { start in
        samples[start..<start + 9_600].reduce(0) { $0 + Double($1 * $1) }
      }
    }
    let whole = try energies(capture(name, "--mute", "audio", in: folder))
    let weak = try energies(capture(name, "--mute", "audio", "--intensity", "0.3", in: folder))
    let dull = try energies(capture(name, "--mute", "audio", "--sharpness", "0.05", in: folder))
    for index in whole.indices where index < min(weak.count, dull.count) {
      // Playback starts up to a period earlier or later.
      let energy = whole[max(0, index - 1)...min(index + 1, whole.count - 1)].max() ?? 0
      #expect(weak[index] <= 0.3 * 0.3 * energy * 1.1 + 1e-4, "part \(index)")
      #expect(dull[index] <= energy * 1.6 + 1e-3, "part \(index)")
    }
  }

  @Test func `a tap in a loop stays a separate tap, not a buzz`() throws {
    let folder = try ScratchFolder()
    let taps = try capture("selection", "--times", "3", in: folder)
    #expect(onsets(taps) == 3)
  }

  @Test func `loudspeakers get a profile made for them, unless the user chooses one`() throws {
    let folder = try ScratchFolder()
    let raw = folder.path("out.raw")
    try folder.write(
      Self.filePCM.replacingOccurrences(of: "FILE", with: raw), to: "asound.conf")
    let play = { (arguments: [String]) in
      try Program.run(
        ["play", "selection", "--device", "capture"] + arguments, in: folder,
        adding: ["ALSA_CONFIG_PATH": folder.path("asound.conf")])
    }
    let unspecified = try play([])
    let heard = try folder.read("out.raw")
    #expect(unspecified.words.contains("for loudspeakers (profile audible)"))
    #expect(!(try play(["--profile", "audible"])).words.contains("for loudspeakers ("))
    #expect(try folder.read("out.raw").filter { $0 != 0 } == heard.filter { $0 != 0 })
    #expect(!(try play(["--channels", "1"])).words.contains("for loudspeakers ("))
    let silent = try Program.run("play", "selection", "--output", "null", in: folder)
    #expect(!silent.words.contains("loudspeakers"))
  }

  /// The number of times that sound starts after a hundredth of a second of silence.
  private func onsets(_ samples: [Float]) -> Int {
    var (count, silence) = (0, 960)
    for sample in samples {
      if sample.magnitude < 1e-3 {
        silence += 1
      } else {
        if silence >= 960 { count += 1 }
        silence = 0
      }
    }
    return count
  }

  @Test func `a pattern that ends by itself was played to its end`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run(
      "play", "impact.light", "impact.heavy", "--output", "null", "--profile", "wideband",
      in: folder)
    #expect(outcome.status == 0)
    let ends = outcome.words.split(separator: "\n").filter { $0.contains(": played to ") }
    #expect(ends.count == 2)
    for end in ends {
      let numbers = end.split(separator: " ").compactMap { Double($0) }
      #expect(numbers.count == 2 && numbers[0] == numbers[1] && numbers[0] > 0, "\(end)")
    }
  }

  @Test func `captions are lines on an output without a screen`() throws {
    let outcome = try Program.run(
      "play", "live-photo", "--output", "null", in: ScratchFolder())
    #expect(outcome.status == 0)
    #expect(outcome.words.contains("live-photo: [a wave washes in]\n"), "\(outcome.words)")
    let later = try Program.run(
      "play", "live-photo", "--output", "null", "--from", "0.5", in: ScratchFolder())
    #expect(!later.words.contains("wave"), "\(later.words)")
    // Each caption in each repetition, at any speed.
    let folder = try ScratchFolder()
    let captions = #"[{"Time": 0.2, "Text": "a\nb"}, {"Time": 0.03, "Text": "first"}]"#
    try folder.write(
      TestPattern.mixed.replacing(
        "{", with: #"{"Metadata": {"Captions": \#(captions)}, "#, maxReplacements: 1),
      to: "c.ahap")
    let often = try Program.run(
      "play", "c.ahap", "--output", "null", "--times", "20", "--rate", "16", in: folder)
    #expect(often.words.components(separatedBy: "c: [first]\n").count == 21, "\(often.words)")
    #expect(often.words.components(separatedBy: "c: [a").count == 21)
    #expect(!often.words.contains("[a\n"))
  }

  @Test func `without a sound device the alternatives are listed`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run("play", "selection", "--device", "nowhere", in: folder)
    #expect(outcome.status == 69)
    #expect(outcome.words.hasPrefix("haptic: nowhere: "))
    for way in ["haptic play selection --output null", "haptic render selection -o selection.wav"] {
      #expect(outcome.words.contains(way))
    }
    #expect(!outcome.words.contains("ALSA lib"))
  }

  @Test(arguments: [
    "play", "play - -", "play selection --times 0", "play selection --times 2 --loop",
    "play selection --rate 0", "play selection --rate nan", "play selection --from -1",
    "play selection --intensity 1.1", "play selection --sharpness=-2", "play selection --gain inf",
    "play selection --channels 0", "play selection --channels 3,3", "play selection --mute all",
    "play selection --output null --device x", "play selection --period 5 --latency 6",
    "play selection --from 20",
  ])
  func `contradictory requests are rejected before playback`(line: String) throws {
    let folder = try ScratchFolder()
    let outcome = try Program.bash("\"$haptic\" \(line) </dev/null", in: folder)
    #expect(outcome.status == 64)
    #expect(!outcome.words.isEmpty)
  }

  @Test func `a pattern played to its end is reported as such, at any latency`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      "\"$haptic\" play heartbeat --rate 20 --output null --latency 2000 </dev/null", in: folder)
    #expect(outcome.status == 0)
    let match = try #require(outcome.words.firstMatch(of: /played to ([0-9.]+) of ([0-9.]+) s/))
    #expect(match.1 == match.2)
  }

  @Test func `a signal ends playback with the signal's exit status`() throws {
    let folder = try ScratchFolder()
    for (signal, status) in [
      ("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131), ("USR1", 138), ("ALRM", 142),
    ] as [(String, Int32)] {
      let outcome = try Program.bash(
        """
        mkfifo words\(signal); "$haptic" play heartbeat --output null --loop 2>words\(signal) &
        read -r line <words\(signal); kill -\(signal) $!; wait $!
        """, in: folder)
      #expect(outcome.status == status, "\(signal)")
    }
  }
}

/// `haptic play` on a terminal.
@Suite(.enabled(if: PseudoTerminal.isAvailable, "install bsdutils"))
struct PlayTerminalTests {
  @Test func `play draws, handles keys and restores the terminal`() throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(
      screenOf: "play heartbeat --output null --loop", in: folder)
    #expect(terminal.shows("loop on"))
    #expect(terminal.shows("▶"))
    try terminal.press(" ")
    #expect(terminal.shows("‖"))
    try terminal.press("\u{1B}[B\u{1B}[B")
    #expect(terminal.shows("intensity 0.90"))
    try terminal.press("[")
    #expect(terminal.shows("sharpness -0.05"))
    try terminal.press("l")
    #expect(terminal.shows("loop off"))
    try terminal.press("q")
    try terminal.expectRestored(status: 0)
  }

  @Test func `keys are handled while a long pattern is still being drawn`() throws {
    let folder = try ScratchFolder()
    let events = (0..<20_000).map {
      #"{"Event": {"EventType": "HapticTransient", "Time": \#(Double($0) * 4)}}"#
    }
    try folder.write("{\"Pattern\": [\(events.joined(separator: ","))]}", to: "day.ahap")
    let terminal = try PseudoTerminal(
      #""$haptic" play day.ahap --output null; echo "status $?""#, in: folder)
    // The picture of a day takes seconds, and 20 of these pictures take all of a test's time.
    #expect(terminal.shows("drawing"))
    try terminal.press(String(repeating: "\u{1B}[B", count: 20))
    #expect(terminal.shows(" 0.00 "))
    try terminal.press("q")
    #expect(terminal.finish() == 0)
    #expect(terminal.drawn.contains("status 0"))
  }

  @Test(arguments: [("\u{3}", 130), ("\u{1C}", 131)])
  func `Ctrl-C and Ctrl-backslash end playback and restore the terminal`(
    key: String, status: Int
  ) throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(
      screenOf: "play heartbeat --output null --loop", in: folder)
    #expect(terminal.shows("▶"))
    try terminal.press(key)
    try terminal.expectRestored(status: status)
  }

  @Test func `keys switch to other patterns and compare two of them`() throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(
      #""$haptic" play heartbeat laser level-up --output null --loop; echo "status $?""#, in: folder
    )
    #expect(terminal.shows("00:03.600"))
    try terminal.press("n")
    #expect(terminal.shows("00:01.49"))
    try terminal.press("p")
    try terminal.press("p")
    #expect(terminal.shows("00:00.840"))
    try terminal.press(" ")
    #expect(terminal.shows("‖"))
    try terminal.press("a")
    try terminal.press("+-<>q")
    #expect(terminal.finish() == 0)
    #expect(terminal.drawn.contains("status 0"))
  }

  @Test(arguments: ["unknown", "dumb", "vt100"])
  func `a terminal unlike xterm gets lines of text instead of a screen`(
    name: String
  ) throws {
    let terminal = try PseudoTerminal(
      #"TERM=\#(name) "$haptic" play impact.heavy --output null"#, in: ScratchFolder())
    #expect(terminal.finish() == 0)
    let drawn = terminal.drawn
    #expect(drawn.contains("impact.heavy: "))
    #expect(!drawn.contains("\u{1B}[?"))
    if name != "vt100" { #expect(!drawn.contains("\u{1B}")) }
  }

  @Test func `without color support the output is plain`() throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(
      #"NO_COLOR=1 "$haptic" play impact.heavy --output null"#, in: folder)
    #expect(terminal.finish() == 0)
    let drawn = terminal.drawn
    #expect(drawn.contains("impact.heavy"))
    #expect(!drawn.contains("38;5;") && !drawn.contains("38;2;"))
    #expect(drawn.ranges(of: /\u{1B}\[;3[0-7]m/).isEmpty)
  }

  @Test(arguments: ["0.5", "1", "100"])
  func `the printed duration is the duration of the sound, at any rate`(rate: String) throws {
    let outcome = try Program.run(
      "play", "impact.heavy", "--rate", rate, "--output", "null", in: ScratchFolder())
    // A tap dies away in the same time, at any playback speed.
    #expect(outcome.words.contains("impact.heavy: 0.041 s on"), "\(outcome.words)")
    #expect(outcome.words.contains("played to 0.041 of 0.041 s"), "\(outcome.words)")
  }

}
