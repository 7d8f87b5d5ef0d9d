import AudioSession
import AudioSessionAnalysis
import Drawing
import HapticEngine
import HapticListening
import PhoneSimulator
import TextFormats

/// Words that people write as arguments, and the values that they mean.
///
/// A row applies only if its values are valid for the argument, so that one list serves all arguments.
///
/// Our choice: words that people wrote when they tried the program.
enum ArgumentMeanings {
  static let rows = formats + roles + others

  private static let formats = [
    WordMeaning(["lofelt", "nicevibrations", "clip"], "haptic"),
    WordMeaning(
      ["meta"], .init("haptic", "Meta Haptics Studio"), .init("meta-envelope", "C# for Unity")),
    WordMeaning(["meta"], "haptic"),
    WordMeaning(
      ["android"], .init("android-xml", "Android 16"),
      .init("android-waveform", "timings and amplitudes")),
    WordMeaning(["waveform", "vibrationeffect", "createwaveform"], "android-waveform"),
    WordMeaning(["web", "browser", "vibrate", "javascript", "js"], "web-vibration"),
    WordMeaning(["mpeg"], "hjif"), WordMeaning(["interhaptics", "razer"], "haps"),
    WordMeaning(["ios", "apple", "corehaptics"], "ahap"),
    WordMeaning(["linux", "evdev", "rumble", "ff"], "force-feedback"),
    WordMeaning(["java"], "kotlin"),
    WordMeaning(["pcm16", "16", "16bit", "int16", "s16_le", "s16le", "pcm_s16le"], "s16"),
    WordMeaning(["pcm24", "24", "24bit", "int24", "s24_3le", "s24le", "pcm_s24le"], "s24"),
    WordMeaning(["float", "float32", "32", "32bit", "float_le", "f32le", "pcm_f32le"], "f32"),
  ]

  private static let roles = [
    WordMeaning(["podcast", "podcasts", "audiobook", "spokenaudio"], "speech"),
    WordMeaning(["game", "games", "effects", "ambient"], "accompaniment"),
    WordMeaning(["movie", "movies", "video"], "film", amid: "speech"),
    WordMeaning(["playback", "player"], "music", "film", "speech"),
    WordMeaning(["navigation", "announcement", "coach"], "prompt"),
    WordMeaning(["call", "voip", "voice"], "voiceChat", amid: "prompt"),
    WordMeaning(["record", "memo", "recorder"], "recording"),
  ]

  private static let others = [
    WordMeaning(["interruption", "phone", "ring"], "call", amid: "unplug"),
    WordMeaning(["headphones", "route", "disconnect"], "unplug"),
    WordMeaning(["pattern"], "ahap", amid: "manifest"),
    WordMeaning(["lint", "app"], "manifest"),
    WordMeaning(["yaml", "session"], "scenario"),
    WordMeaning(["jsonl"], "trace"),
    WordMeaning(["category"], "categories"),
    WordMeaning(["interruptions"], "who-interrupts-whom", "interruptors"),
    WordMeaning(["beat", "beats", "taps", "transients"], "onset"),
    WordMeaning(["loudness", "amplitude", "rms"], "envelope"),
    WordMeaning(["speaker", "speakers", "laptop"], "audible"),
    WordMeaning(["transducer", "dualsense", "shaker"], "wideband"),
    WordMeaning(["haptic"], "haptics"), WordMeaning(["sound"], "audio"),
  ]

  /// Returns a question that asks whether one of `words` is meant: a known meaning of `written`, or
  /// a word with a similar spelling.
  static func question(for written: String, among words: [String]) -> String? {
    NearestWord.question(for: written, among: words, rows)
  }

  // MARK: Unexpected arguments

  /// The text that a row inserts for an argument; nil if the row does not apply to the argument.
  private typealias Reading = @Sendable (_ word: String) -> String?

  private static let word: Reading = { $0.shellWord }
  private static let time: Reading = { word in
    TimeArgument(argument: word).flatMap { $0.seconds.isFinite ? $0.seconds.brief : nil }
  }
  private static let question: Reading = { ExplainedQuestion(rawValue: $0)?.rawValue }
  private static let story: Reading = { ScenarioStory(rawValue: $0)?.rawValue }
  private static let category: Reading = { word in
    ScenarioStory.categories.first { $0.name == word }?.name
  }
  private static let otherAudio: Reading = { OtherAudio(rawValue: $0)?.rawValue }
  private static let method: Reading = { ListenMethod(rawValue: $0)?.rawValue }
  private static let band: Reading = { BandArgument(argument: $0) == nil ? nil : $0 }
  private static let theme: Reading = { Page.Theme(rawValue: $0)?.rawValue }
  /// The name of an app of the scenario that is also an argument.
  private static let app: Reading = { word in
    let files = SystemCall.arguments.filter(FileKind.scenario.isNamed)
    let scenarios = files.flatMap { (try? ScenarioFile($0) { _ in })?.scenarios ?? [] }
    return scenarios.flatMap(\.apps).contains { $0.name == word } ? word.shellWord : nil
  }
  private static let pattern: Reading = source { word in
    let isNamed = FileKind.pattern.isNamed(word) || PatternLibrary().path(of: word) != nil
    return isNamed || HapticPreset(named: word) != nil ? word.shellWord : nil
  }
  private static let template: Reading = source { PatternTemplate(rawValue: $0)?.rawValue }
  private static let notation: Reading = source { FileKind.isNotation($0) ? $0.shellWord : nil }

  /// Returns `reading` for command lines of `haptic new` that do not name a source yet.
  private static func source(_ reading: @escaping Reading) -> Reading {
    { word in
      let isGiven = SystemCall.arguments.contains { argument in
        ["--from", "--template", "--notation"].contains { argument.hasPrefix($0) }
      }
      return isGiven ? nil : reading(word)
    }
  }

  private static let scenario: Reading = { FileKind.scenario.isNamed($0) ? $0.shellWord : nil }
  private static let sound: Reading = { FileKind.sound.isNamed($0) ? $0.shellWord : nil }

  /// The advice for an argument that a command does not accept.
  ///
  /// `WORD` stands for the argument. If several rows apply, the first is used.
  private static let unexpected: [(commands: [String], reading: Reading, advice: String)] = [
    (["presets"], word, "write `haptic inspect WORD`"),
    (["profiles"], word, "write `haptic play PATTERN --profile WORD`"),
    (["devices"], word, "write `haptic play PATTERN --device WORD`"),
    (["tour"], word, "write `haptic tour --step WORD`"),
    (["play"], time, "write `--from WORD`"),
    (["chart", "session chart"], theme, "write `--theme WORD`"),
    (["chart"], word, "`-o WORD.svg` writes a picture"),
    (["listen"], sound, "the command takes one sound; use a separate command for WORD"),
    (["listen"], time, "write `--from WORD`"), (["listen"], method, "write `--method WORD`"),
    (["listen"], band, "write `--band WORD`"), (["listen"], word, "write `-o WORD`"),
    (["schema"], word, "write `haptic schema FORMAT > WORD`"),
    (["new"], pattern, "write `--from WORD`"), (["new"], template, "write `--template WORD`"),
    (["new"], notation, "write `--notation WORD`"), (["new"], word, "put the notation in quotes"),
    (["inspect"], word, "the command takes one pattern; `haptic diff` takes two"),
    (["convert"], word, "the command takes an input and an output"),
    (["watch"], word, "the command takes one file or folder"),
    (["completions"], word, "the command takes one shell"),
    (
      ["session chart", "session render", "session play", "session live", "session explain"],
      scenario, "the command takes one scenario; use a separate command for WORD"
    ),
    (["session explain"], time, "write `--at WORD`"),
    (["session explain"], question, "write `--question WORD`"),
    (["session explain"], app, "write `--app WORD`"),
    (["session chart", "session render", "session run"], time, "write `--until WORD`"),
    (["session chart", "session render"], word, "write `-o WORD`"),
    (["session play", "session live"], word, "the command takes one scenario"),
    (["session new"], story, "write `--story WORD`"),
    (["session new"], category, "write `--category WORD`"),
    (["session recommend"], otherAudio, "write `--others WORD`"),
    (["session new"], word, "the command creates one file"),
  ]

  /// Returns the advice for `word`, an unexpected argument of `command`; nil if the word is
  /// unknown.
  static func place(of word: String, for command: String) -> String? {
    let answers = unexpected.lazy.filter { $0.commands.contains(command) }.compactMap { row in
      row.reading(word).map { row.advice.replacing("WORD", with: $0) }
    }
    return answers.first
  }
}
