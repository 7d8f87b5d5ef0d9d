import TextFormats

/// Options of other programs or other commands, and their equivalents here.
///
/// Our choice: options that users of aplay, sox, ffmpeg, linters, test runners and haptics tools
/// tried.
struct OptionAdvice: Sendable {
  /// The commands that do not have the options, such as `session run`.
  ///
  /// An empty list stands for all commands, and an empty word for the program itself.
  let commands: [String]
  /// The options that people write.
  let options: [String]
  /// The equivalent options or command lines; empty if the options are not needed.
  let meant: [String]
  /// Why the options are not needed, or what to do instead.
  private let remark: String

  /// Creates a row for options with equivalents: the options or command lines in `meant`.
  fileprivate init(_ commands: [String], _ options: [String], means meant: String...) {
    (self.commands, self.options, self.meant, remark) = (commands, options, meant, "")
  }

  /// Creates a row for options that are not needed, with the reason.
  fileprivate init(_ commands: [String], _ options: [String], says remark: String) {
    (self.commands, self.options, meant, self.remark) = (commands, options, [], remark)
  }

  /// Returns the equivalent of the options, as the end of a message.
  ///
  /// `value` replaces the placeholder for the option's value, such as `PCM`.
  func answer(_ value: Substring? = nil) -> String {
    if meant.isEmpty { return remark }
    let quoted = meant.map { meant in
      let words = meant.split(separator: " ")
      guard let value, words.count == 2, words[1].allSatisfy(\.isUppercase) else {
        return "'\(meant)'"
      }
      return "'\(words[0]) \(String(value).shellWord)'"
    }
    return "did you mean \(quoted.joined(separator: " or "))?"
  }

  private static func rows(of command: [String]) -> [OptionAdvice] {
    let name = command.joined(separator: " ")
    return rows.filter { $0.commands.isEmpty || $0.commands.contains(name) }
  }

  /// Rejects `words`, all arguments, if they contain an option of another program.
  ///
  /// This check runs before the parser, which would report other problems of such a command line
  /// first: it treats the option's value as an extra argument.
  ///
  /// - Throws: `Failure` of usage with the equivalent.
  static func refuse(_ words: [String]) throws(Failure) {
    guard !words.contains("--help"), !words.contains("-h") else { return }
    let command = ProgramArguments.command(of: words)
    let others = words.dropFirst(command.count).prefix { $0 != "--" }
    for (word, before) in zip(others, [""] + others)
    where word.hasPrefix("-") && !withAnyValue.contains(before) {
      let option = String(word.prefix { $0 != "=" })
      guard let row = rows(of: command).first(where: { $0.options.contains(option) }),
        SystemCall.mode(at: word) == nil
      else { continue }
      throw .unknown("option", option, among: [], else: row.answer())
    }
  }

  /// Returns the meaning of `word`, which has one dash and several characters.
  ///
  /// The word is a long option, or a short option directly followed by its value. Returns nil if the
  /// word is unknown.
  static func answer(for word: String, of command: [String]) -> String? {
    let (known, rows) = (ProgramArguments.options(of: command), rows(of: command))
    let long = "-" + word.prefix { $0 != "=" }
    if known.contains(long) { return NearestWord.question(long) }
    if let row = rows.first(where: { $0.options.contains(long) }) { return row.answer() }
    if let own = ["-o", "-j"].first(where: { known.contains($0) && word.hasPrefix($0) }) {
      return NearestWord.question("\(own) \(String(word.dropFirst(2)).shellWord)")
    }
    let short = rows.flatMap { row in
      row.options.filter { !$0.hasPrefix("--") && word.hasPrefix($0) }.map { (row, $0) }
    }
    return short.max { $0.1.count < $1.1.count }.map { row, option in
      row.answer(word.dropFirst(option.count))
    }
  }

  /// The options whose value may begin with a dash and look like an option.
  private static let withAnyValue = ["--input", "--inputs-from", "--notation"]

  /// All rows.
  ///
  /// If several rows match an option, the first is used.
  static let rows = ofAll + ofOutputs + ofFiles + ofChecks + ofTests + ofScenarios

  private static let ofAll = [
    OptionAdvice([""], ["-v", "-V", "--ver", "-version"], means: "--version"),
    OptionAdvice([], ["-help", "-?", "--usage"], means: "--help"),
    OptionAdvice(
      [], ["--color", "--colour", "--no-color", "--nocolor"],
      says: "NO_COLOR=1 in the environment prints without colors"),
    OptionAdvice(
      ["validate", "inspect", "presets", "profiles", "devices", "session table", "session policy"],
      ["-j", "-f", "--format", "--output-format"], means: "--json"),
    OptionAdvice(["session run", "session explain"], ["-j", "--format"], means: "--json"),
    OptionAdvice(["presets"], ["-l", "--list"], says: "`haptic presets` lists them"),
    OptionAdvice(["devices"], ["-l", "-L", "--list"], says: "`haptic devices` lists them"),
    OptionAdvice(["completions"], ["--shell"], means: "haptic completions bash"),
  ]

  // MARK: Playing and rendering

  private static let playing = ["play", "watch", "tour", "listen", "session play", "session live"]

  private static let ofOutputs = [
    OptionAdvice(
      playing, ["-D", "-d", "--output-device", "--audio-device", "--card", "--sink"],
      means: "--device PCM"),
    OptionAdvice(playing, ["--volume", "--vol"], means: "--gain DECIBELS"),
    OptionAdvice(playing, ["-c"], means: "--channels 3,4"),
    OptionAdvice(
      playing, ["-n", "--null", "--dry-run", "--silent", "--no-sound"], means: "--output null"),
    OptionAdvice(["play"], ["-l", "-L", "--list", "--list-devices"], means: "haptic devices"),
    OptionAdvice(["play", "watch", "render"], ["--speed", "--tempo"], means: "--rate FACTOR"),
    OptionAdvice(
      ["play", "watch"], ["--repeat", "--repeats", "--count", "--loops"], means: "--times NUMBER"),
    OptionAdvice(
      ["play", "watch"], ["-r", "--sample-rate", "--samplerate"],
      says: "the device determines the rate; `haptic render --sample-rate` writes a different rate"),
    OptionAdvice(
      ["play", "watch", "session play"], ["-f", "--format"],
      says:
        "the device determines the format; `haptic render --format` writes a file in a different format"
    ),
    OptionAdvice(
      ["session render"], ["-f", "--format"],
      says: "the extension of -o selects the format: .wav, .flac or .ogg"),
    OptionAdvice(
      ["play", "watch", "render", "chart", "listen"],
      ["--start", "--seek", "-ss", "--offset", "--skip", "--begin"], means: "--from TIME"),
    OptionAdvice(
      ["render", "chart", "listen"], ["--end", "--stop", "--duration"], means: "--to TIME"),
    OptionAdvice(
      ["render"], ["-r", "-ar", "--samplerate", "--sampling-rate", "--sr"],
      means: "--sample-rate HERTZ"),
    OptionAdvice(
      ["render"],
      ["-b", "-e", "-f", "--bits", "--bit-depth", "--bitdepth", "--encoding", "-sample_fmt"],
      means: "--format s16"),
    OptionAdvice(
      ["render", "session render"],
      ["-t", "--type", "--codec", "-codec", "-acodec", "-c:a", "-codec:a"],
      says: "the extension of -o selects the format: .wav, .flac or .ogg"),
    OptionAdvice(
      ["render"], ["-c", "-ac", "--channels", "--mono", "--stereo"], means: "--bus haptic",
      "--bus mix"),
    OptionAdvice(
      ["render"], ["--volume", "--gain", "--amplitude"],
      says: "--strength takes factors, such as 0.5 for half as strong"),
    OptionAdvice(
      ["render"], ["--repeat", "--repeats", "--times", "--count"], means: "--loop TIMES"),
    OptionAdvice(["render"], ["-d", "--output-dir", "--outdir", "--out-dir"], means: "-o FOLDER/"),
    OptionAdvice(
      ["render", "session render"], ["-y", "--force", "--overwrite"],
      says: "rendering replaces an existing file"),
    OptionAdvice(["listen"], ["--threshold"], means: "--sensitivity VALUE"),
  ]

  // MARK: Files and pictures

  private static let ofFiles = [
    OptionAdvice(
      ["play", "render", "inspect", "chart", "validate", "convert", "listen", "lint"],
      ["-i", "--in", "--infile"], says: "write file names without an option"),
    OptionAdvice(
      ["convert"], ["-o", "--output", "--out", "--outfile"],
      says: "the output is the second argument: `haptic convert INPUT OUTPUT`"),
    OptionAdvice(
      ["convert"], ["-t", "--format", "--type", "--target"], means: "--to FORMAT"),
    OptionAdvice(["convert"], ["-f"], means: "--from FORMAT", "--to FORMAT"),
    OptionAdvice(
      ["chart", "session chart"], ["-f", "--format", "--svg", "--png", "--type"],
      means: "-o FILE.svg", "-o FILE.png"),
    OptionAdvice(
      ["edit"], ["-i", "--in-place", "--inplace"],
      says: "the file is changed in place unless -o names another file"),
    OptionAdvice(["edit"], ["-n", "--dryrun", "--preview"], means: "--dry-run"),
    OptionAdvice(["edit"], ["--reverse"], means: "reverse"),
    OptionAdvice(["edit"], ["--trim", "--cut"], means: "trim FROM TO"),
    OptionAdvice(["edit"], ["--shift", "--delay"], means: "shift SECONDS"),
    OptionAdvice(["edit"], ["--scale", "--gain"], means: "scale-intensity 0.8"),
    OptionAdvice(["edit"], ["--speed", "--stretch"], means: "stretch FACTOR"),
    OptionAdvice(["diff"], ["-q", "--brief", "--summary", "--numstat"], means: "--stat"),
    OptionAdvice(["new"], ["--preset", "--base", "--copy"], means: "--from PATTERN"),
  ]

  // MARK: Linters

  private static let ofChecks = [
    OptionAdvice(
      ["lint"], ["-f", "-F", "--format", "--formatter", "--reporter", "--output-format"],
      means: "--json", "--sarif", "--annotations"),
    OptionAdvice(["lint"], ["-o", "--output", "--output-file"], means: "--sarif > FILE"),
    OptionAdvice(["lint"], ["--junit", "--junit-xml"], means: "--sarif"),
    OptionAdvice(["lint"], ["-q", "--quiet", "--compact"], means: "--brief"),
    OptionAdvice(["lint"], ["--list-rules", "--show-rules", "--explain"], means: "--rules"),
    OptionAdvice(
      ["lint"],
      [
        "--rule", "--disable", "--enable", "--ignore", "--select", "--exclude", "--only", "--skip",
      ], says: "a configuration switches rules off: `off: [P-05]` in haptic-lint.yaml"),
    OptionAdvice(
      ["lint"], ["--max-warnings", "--strict", "--werror", "-Werror", "--fail-on-warnings"],
      says: "warnings already make the check fail"),
    OptionAdvice(["lint"], ["-c", "--config-file", "--rcfile"], means: "--config FILE"),
    OptionAdvice(["lint"], ["--autofix", "--write", "--correct"], means: "--fix"),
    OptionAdvice(["validate"], ["--fix", "--autofix"], means: "haptic lint --fix"),
    OptionAdvice(
      ["validate"], ["-q", "--quiet", "--silent"], says: "only problems are printed anyway"),
    OptionAdvice(
      ["validate", "lint", "test", "session coverage"], ["-r", "-R", "--recursive"],
      says: "subfolders are searched automatically"),
    OptionAdvice(
      ["validate"], ["--werror", "-Werror", "--warnings-as-errors", "--pedantic"],
      means: "--strict"),
    OptionAdvice(["validate"], ["--schema"], means: "haptic schema ahap"),
  ]

  // MARK: Test runners

  private static let ofTests = [
    OptionAdvice(
      ["test"], ["--filter", "-k", "-m", "-t", "--only", "--select", "--skip"],
      says: "name the files and folders that contain the tests to run"),
    OptionAdvice(
      ["test", "session sweep"],
      [
        "--xunit-output", "--xunit", "--junitxml", "--junit-xml", "--junit-output", "--reporter",
        "--report", "-o", "--output",
      ], means: "--junit FILE"),
    OptionAdvice(["test"], ["--format"], means: "--json", "--junit FILE", "--annotations"),
    OptionAdvice(
      ["test"], ["-v", "-vv", "--verbose"],
      says: "every test is already printed; --quiet prints only unexpected results"),
    OptionAdvice(
      ["test"], ["--parallel", "-n", "-j", "--jobs", "--workers", "--num-workers"],
      says: "tests always run on all processors"),
    OptionAdvice(
      ["test"], ["-x", "--exitfirst", "--maxfail", "--fail-fast", "--bail"],
      says: "all tests run; the exit status is 1 if any test fails"),
    OptionAdvice(
      ["test"], ["--enable-code-coverage", "--coverage", "--cov"],
      means: "haptic session coverage PATH"),
  ]

  // MARK: Scenarios

  private static let simulating = [
    "session run", "session fuzz", "session render", "session play", "session chart",
  ]

  private static let ofScenarios = [
    OptionAdvice(simulating, ["--play"], means: "haptic session play SCENARIO"),
    OptionAdvice(
      simulating.filter { $0 != "session play" },
      ["--device", "--channels", "--gain", "--period", "--latency"],
      means: "haptic session play SCENARIO"),
    OptionAdvice(
      simulating.filter { $0 != "session play" }, ["--chart"],
      means: "haptic session chart SCENARIO"),
    OptionAdvice(simulating, ["--fuzz"], means: "haptic session fuzz SCENARIO --steps NUMBER"),
    OptionAdvice(
      simulating.filter { $0 != "session fuzz" }, ["--seed", "--steps"],
      means: "haptic session fuzz SCENARIO --steps NUMBER"),
    OptionAdvice(simulating, ["--render"], means: "haptic session render SCENARIO -o FILE.wav"),
    OptionAdvice(
      simulating.filter { $0 != "session render" }, ["--stems", "--bus"],
      means: "haptic session render SCENARIO -o FILE.wav"),
    OptionAdvice(
      ["session run", "session fuzz", "session chart"], ["--profile"],
      means: "haptic session render SCENARIO -o FILE.wav", "haptic session play SCENARIO"),
    OptionAdvice(
      ["session run", "session fuzz"], ["-o", "--output"],
      means: "haptic session render SCENARIO -o FILE.wav",
      "haptic session chart SCENARIO -o FILE.svg"),
    OptionAdvice(
      ["session play"], ["-o"], means: "haptic session render SCENARIO -o FILE.wav"),
    OptionAdvice(
      [
        "session run", "session play", "session render", "session chart", "session fuzz",
        "session explain", "session live",
      ], ["--os", "--ios", "--policy"],
      says: "set these in the scenario: `os: 17`, `policy: { duckGain: 0.3 }`; "
        + "`haptic session sweep` tries other values"),
    OptionAdvice(
      ["session run"], ["-v", "--trace"],
      says: "every event is already printed; --verbose adds frames"),
    OptionAdvice(
      ["session run"], ["--junit", "--junitxml", "--xunit-output"],
      means: "haptic test SCENARIO --junit FILE"),
    OptionAdvice(
      ["session run"], ["--at", "--to", "--end", "--stop", "--duration"], means: "--until SECONDS"),
    OptionAdvice(["session run"], ["--app", "--why"], means: "haptic session explain SCENARIO"),
    OptionAdvice(
      ["session run"], ["--speed", "--realtime", "--real-time"],
      means: "haptic session play SCENARIO"),
    OptionAdvice(["session run"], ["--filter", "--only", "-k"], means: "--scenario NUMBER"),
    OptionAdvice(["session explain"], ["-t", "--time", "--when"], means: "--at SECONDS"),
    OptionAdvice(
      ["session fuzz"], ["-n", "--iterations", "--runs", "--count"], means: "--steps NUMBER"),
  ]
}
