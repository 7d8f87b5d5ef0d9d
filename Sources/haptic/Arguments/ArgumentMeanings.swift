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
    WordMeaning(["pcm16", "16", "16bit", "int16"], "s16"),
    WordMeaning(["pcm24", "24", "24bit", "int24"], "s24"),
    WordMeaning(["float", "float32", "32", "32bit"], "f32"),
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

  /// The advice for an argument that a command does not accept, by command.
  ///
  /// `WORD` stands for the argument.
  private static let unexpected = [
    "presets": "write `haptic inspect WORD`",
    "profiles": "write `haptic play PATTERN --profile WORD`",
    "devices": "write `haptic play PATTERN --device WORD`",
    "tour": "write `haptic tour --step WORD`",
    "listen": "write `-o WORD`", "schema": "write `haptic schema FORMAT > WORD`",
    "new": "put the notation into quotes",
    "inspect": "it takes one pattern; `haptic diff` takes two",
    "convert": "it takes an input and an output",
    "edit": "it changes one file", "watch": "it takes one file or folder",
    "session chart": "write `-o WORD`", "session render": "write `-o WORD`",
    "session play": "it takes one scenario", "session explain": "write `--at WORD` or `--app WORD`",
  ]

  /// Returns the advice for `word`, an unexpected argument of `command`; nil if the word is
  /// unknown.
  static func place(of word: String, for command: String) -> String? {
    unexpected[command]?.replacing("WORD", with: word.shellWord)
  }
}
