import AudioOutput
import Foundation
import Realtime
import TestSupport
import Testing

/// `haptic listen`.
struct ListenTests {
  /// Returns a WAV file of `channels` at `rate`, 16 bits.
  static func wave(_ channels: [[Float]], rate: Int) -> Data {
    let frames = channels[0].count
    let bytes = frames * channels.count * 2
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var data = Data("RIFF".utf8 + number(36 + bytes, 4) + Array("WAVEfmt ".utf8))
    data += Data(number(16, 4) + number(1, 2) + number(channels.count, 2) + number(rate, 4))
    data += Data(
      number(rate * channels.count * 2, 4) + number(channels.count * 2, 2) + number(16, 2))
    data += Data(Array("data".utf8) + number(bytes, 4))
    for frame in 0..<frames {
      for channel in channels { data += number(Int(channel[frame] * 32_000), 2) }
    }
    return data
  }

  /// Returns a file of one channel of 32-bit floats.
  private static func wave(floats samples: [Float], rate: Int) -> Data {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = samples.count * 4
    var data = Array("RIFF".utf8) + number(36 + size, 4) + Array("WAVEfmt ".utf8)
    data += number(16, 4) + number(3, 2) + number(1, 2) + number(rate, 4) + number(rate * 4, 4)
    data += number(4, 2) + number(32, 2) + Array("data".utf8) + number(size, 4)
    for sample in samples { data += number(Int(sample.bitPattern), 4) }
    return Data(data)
  }

  private static func groove(_ folder: ScratchFolder, _ name: String = "groove.wav") throws
    -> Groove
  {
    let groove = Groove(.drums, seed: 1, seconds: 3, sampleRate: 16_000)
    try folder.write(wave(groove.sound.channels, rate: 16_000), to: name)
    return groove
  }

  @Test func `a groove becomes a pattern with a transient for each stroke`() throws {
    let folder = try ScratchFolder()
    let groove = try Self.groove(folder)
    let outcome = try Program.run(
      "listen", "groove.wav", "-o", "groove.ahap", "--method", "onset", in: folder)
    #expect(outcome.status == 0 && outcome.text.isEmpty)
    let pattern = try JSONSerialization.jsonObject(with: folder.read("groove.ahap"))
    let entries = try #require((pattern as? [String: Any])?["Pattern"] as? [[String: Any]])
    let times = entries.compactMap { ($0["Event"] as? [String: Any])?["Time"] as? Double }
    #expect(OnsetScore(found: times, expected: groove.onsets, window: 0.01).f >= 0.95)
    let last = try #require(times.max())
    let words = try #require(
      outcome.words.prefixMatch(
        of: /groove.ahap: written, ([\d.]+) s, (\d+) transients, 0 continuous events\n/))
    #expect(Int(words.2) == times.count)
    let seconds = try #require(Double(words.1))
    #expect(abs(seconds - last) < 0.001)
    #expect(try Program.run("validate", "groove.ahap", in: folder).status == 0)
  }

  @Test func `with a density it reports how many transients were left out`() throws {
    let folder = try ScratchFolder()
    _ = try Self.groove(folder)
    func counts(_ name: String, _ options: String...) throws -> (kept: Int, left: Int?) {
      let outcome = try Program.run(
        ["listen", "groove.wav", "-o", name, "--method", "onset"] + options, in: folder)
      let words = try #require(
        outcome.words.firstMatch(
          of: /, (\d+) transients, 0 continuous events(?:; (\d+) transients? left out)?/))
      return (try #require(Int(words.1)), words.2.flatMap { Int($0) })
    }
    let all = try counts("all.ahap")
    let few = try counts("few.ahap", "--density", "3")
    #expect(all.left == nil && few.kept < all.kept)
    #expect(few.left == all.kept - few.kept)
    let json = try Program.run("listen", "groove.wav", "-o", "json.ahap", "--json", in: folder)
    #expect(json.status == 0 && json.words.isEmpty)
  }

  /// Four clicks; the third is 32 dB softer than the others.
  private static func clicks(_ folder: ScratchFolder) throws {
    var samples = [Float](repeating: 0, count: 45_000)
    for (click, level) in [0.5, 0.5, 0.0125, 0.5].enumerated() {
      for index in 0..<44 {
        samples[5_000 + 10_000 * click + index] = Float(index.isMultiple(of: 2) ? level : -level)
      }
    }
    try folder.write(wave([samples], rate: 22_050), to: "clicks.wav")
  }

  // 32 dB of sound are 24 dB of vibration, which leave a sixteenth of full scale. A tap is felt from about an eighth.
  // With a range of 80 dB they are 12 dB.
  @Test(arguments: [
    ("", 4, true), ("--haptic-gain 12", 4, false), ("--range 80", 4, false),
    ("--gate -20", 3, false),
  ])
  func `transients that are hardly felt are counted, and the named options change them`(
    options: String, transients: Int, isWeak: Bool
  ) throws {
    let folder = try ScratchFolder()
    try Self.clicks(folder)
    let words =
      ["listen", "clicks.wav", "--method", "onset"] + options.split(separator: " ").map(String.init)
    let text = try Program.run(words, in: folder).text
    #expect(text.contains("pattern: \(transients) transients, "), "\(text)")
    #expect(
      text.contains("1 of 4 transients is hardly felt; a larger --range or --haptic-gain") == isWeak
    )
    let written = try Program.run(words + ["-o", "clicks.ahap"], in: folder).words
    #expect(written.contains("\n1 of 4 transients is hardly felt; ") == isWeak, "\(written)")
  }

  @Test(arguments: [
    ("--method onset", nil), ("--method onset --gate -20", "1 below --gate"),
    ("--method onset --density 1", "2 left out by --density"),
    ("--method envelope", "4 covered by the vibration"),
  ])
  func `onsets without a transient are counted by reason`(options: String, reasons: String?) throws
  {
    let folder = try ScratchFolder()
    try Self.clicks(folder)
    let outcome = try Program.run(
      ["listen", "clicks.wav"] + options.split(separator: " ").map(String.init), in: folder)
    #expect(outcome.text.contains("4 onsets"))
    let line = outcome.text.split(separator: "\n").first { $0.hasPrefix("onsets without") }
    #expect(line.map(String.init) == reasons.map { "onsets without a transient: \($0)" })
  }

  @Test(arguments: [
    ("--gate 1", "--gate is 1; it must be from -90 to 0 dB"),
    ("--smoothing 2", "--smoothing is 2; it must be from 0 to 1 seconds"),
    ("--density 34", "--density is 34; it must be from 0.1 to 33 transients per second"),
  ])
  func `a control outside its range is refused with the range`(options: String, words: String)
    throws
  {
    let outcome = try Program.run(
      ["listen", "x.wav"] + options.split(separator: " ").map(String.init), in: ScratchFolder())
    #expect(outcome.status == 64 && outcome.words.contains(words), "\(outcome.words)")
  }

  @Test func `without a file it prints the analysis, and JSON has every onset`() throws {
    let folder = try ScratchFolder()
    let groove = try Self.groove(folder)
    let outcome = try Program.run("listen", "groove.wav", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("groove.wav: 3 s") && outcome.text.contains("onset"))
    let report = try Program.run("listen", "groove.wav", "--json", in: folder).json()
    let onsets = (report as? [String: Any])?["onsets"] as? [[String: Any]] ?? []
    let times = onsets.compactMap { $0["time"] as? Double }
    #expect(OnsetScore(found: times, expected: groove.onsets, window: 0.01).f >= 0.95)
  }

  @Test func `silence and an empty file are not errors, and are reported as empty`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.wave([[]], rate: 44_100), to: "empty.wav")
    try folder.write(
      Self.wave([Array(repeating: 0, count: 8_000)], rate: 8_000), to: "silence.wav")
    for file in ["empty.wav", "silence.wav"] {
      let outcome = try Program.run("listen", file, "-o", "-", in: folder)
      #expect(outcome.status == 0)
      let words =
        file == "empty.wav" ? "the file does not contain sound" : "nothing in it deserves a haptic"
      #expect(
        outcome.words == "\(file): \(words)\(file == "empty.wav" ? "" : "; the pattern is empty")\n"
      )
      #expect(outcome.text.contains("\"Pattern\""))
    }
    let outcome = try Program.run("listen", "empty.wav", "--play", "--output", "null", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.words == "empty.wav: the file does not contain sound\n")
  }

  @Test func `a truncated file is analyzed as far as it goes, with a warning`() throws {
    let folder = try ScratchFolder()
    let groove = Groove(.drums, seed: 1, seconds: 3, sampleRate: 16_000)
    let whole = Self.wave(groove.sound.channels, rate: 16_000)
    try folder.write(whole.prefix(whole.count - 32_000), to: "cut.wav")
    let outcome = try Program.run("listen", "cut.wav", in: folder)
    #expect(outcome.status == 0 && outcome.text.contains("cut.wav: 2 s"))
    #expect(
      outcome.words
        == "cut.wav: warning: the file is missing 32000 bytes, as in an incomplete copy; "
        + "the part that exists is analyzed\n")
  }

  @Test func `samples that are not numbers are silence, and are counted`() throws {
    let folder = try ScratchFolder()
    var samples = [Float](repeating: 0, count: 16_000)
    for index in 4_000..<4_400 { samples[index] = index.isMultiple(of: 4) ? .nan : 0.5 }
    try folder.write(Self.wave(floats: samples, rate: 16_000), to: "holes.wav")
    let outcome = try Program.run("listen", "holes.wav", in: folder)
    #expect(outcome.status == 0 && outcome.text.contains("1 onset"))
    #expect(
      outcome.words
        == "holes.wav: warning: 100 samples that are not numbers are treated as silence\n")
  }

  @Test func `a sound shorter than a vibration is reported as too short`() throws {
    let folder = try ScratchFolder()
    let tone = (0..<480).map { Float(sin(Double($0) * 0.2)) * 0.5 }
    try folder.write(Self.wave([tone], rate: 16_000), to: "short.wav")
    let outcome = try Program.run("listen", "short.wav", "--method", "envelope", in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.words
        == "short.wav: it lasts 0.03 s, but a vibration lasts at least 0.04 s; the pattern is empty\n"
    )
  }

  @Test(arguments: [
    (["listen", "nothing.wav"], Int32(66), "nothing.wav"),
    (["listen", "."], 66, "folder"),
    (["listen", "text.wav"], 65, "text.wav"),
    (["listen", "-"], 64, "read twice"),
    (["listen", "groove.wav", "--band", "400-40"], 64, "--band"),
    (
      ["listen", "groove.wav", "--from", "1e-9", "--to", "2e-9"], 64, "must be at least 1 ms after"
    ),
    (["listen", "groove.wav", "--from", "2", "--to", "1"], 64, "--to is 1; it must be at least 1"),
    (["listen", "groove.wav", "--to", "0.0001"], 64, "--to is 0.0001; it must be at least 1 ms"),
    (["listen", "groove.wav", "--from", "9.0005"], 64, "the sound ends before --from 9.0005"),
    (["listen", "heartbeat"], 66, "heartbeat: this is a pattern: haptic play heartbeat"),
    (["listen", "groove.wav", "--density", "0"], 64, "--density"),
    (["listen", "groove.wav", "--sensitivity", "2"], 64, "--sensitivity"),
    (["listen", "groove.wav", "--method", "onsets"], 64, "--method"),
    (["listen", "groove.wav", "--json", "-o", "-"], 64, "--json"),
    (["listen", "groove.wav", "--gain", "5"], 64, "--gain requires --play"),
    (["listen", "groove.wav", "--output", "null"], 64, "--output requires --play"),
  ])
  func `a sound that cannot be analyzed is an error with a reason, and nothing is written`(
    arguments: [String], status: Int32, words: String
  ) throws {
    let folder = try ScratchFolder()
    _ = try Self.groove(folder)
    try folder.write("no sound", to: "text.wav")
    let outcome = try Program.run(arguments, in: folder)
    #expect(outcome.status == status)
    #expect(outcome.words.contains(words), "\(outcome.words)")
    #expect(outcome.text.isEmpty)
  }

  @Test func `a sound is never overwritten by its pattern, by whatever name`() throws {
    let folder = try ScratchFolder()
    _ = try Self.groove(folder)
    let sound = try folder.read("groove.wav")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.wav"), withDestinationPath: "groove.wav")
    for output in ["groove.wav", "link.wav", "./groove.wav"] {
      let outcome = try Program.run("listen", "groove.wav", "-o", output, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.words.contains("would be overwritten"))
    }
    #expect(try folder.read("groove.wav") == sound)
  }

  @Test func `the pattern plays together with its sound`() throws {
    let folder = try ScratchFolder()
    _ = try Self.groove(folder)
    let outcome = try Program.run(
      "listen", "groove.wav", "--method", "onset", "--play", "--output", "null", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.words.contains("played to") && !outcome.words.contains("silent\n"))
  }

  @Test func `an existing pattern is replaced only with --force`() throws {
    let folder = try ScratchFolder()
    _ = try Self.groove(folder)
    try folder.write("tuned by hand", to: "groove.ahap")
    let refused = try Program.run("listen", "groove.wav", "-o", "groove.ahap", in: folder)
    #expect(refused.status == 73)
    #expect(refused.words == "haptic: groove.ahap: the file exists; --force replaces it\n")
    #expect(try folder.read("groove.ahap") == Data("tuned by hand".utf8))
    let forced = try Program.run(
      "listen", "groove.wav", "-o", "groove.ahap", "--force", in: folder)
    #expect(forced.status == 0, "\(forced.words)")
    #expect(try Program.run("validate", "groove.ahap", in: folder).status == 0)
  }

}
