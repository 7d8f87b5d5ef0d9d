import ArgumentParser
import TextFormats

/// Suggests commands for an unknown command.
enum CommandAdvice {
  /// Other common names for commands, including commands of `haptic session`.
  ///
  /// A row applies only if the word follows the parent of the suggested command.
  ///
  /// Our choice: names that other programs use for the same task.
  static let meanings: [WordMeaning] =
    [
      WordMeaning(["version", "ver", "about"], .init(as: "--version"), amid: "session"),
      WordMeaning(["list", "ls"], "presets", "devices"),
      WordMeaning(["patterns", "library"], "presets"),
      WordMeaning(["outputs", "cards", "sinks"], "devices"),
      WordMeaning(["format"], .init("lint", as: "lint --fix"), "convert"),
      WordMeaning(["fix"], .init("lint", as: "lint --fix")),
      WordMeaning(["import"], "convert", "listen"), WordMeaning(["open"], "play", "chart"),
      WordMeaning(["view"], "chart", "play"),
      WordMeaning(["analyze", "analyse"], "listen", "inspect"),
      WordMeaning(["probe", "ffprobe", "soxi", "info", "describe", "stat", "stats"], "inspect"),
      WordMeaning(["sox"], "render", "edit"), WordMeaning(["ffmpeg"], "render", "convert"),
      WordMeaning(["export"], "convert", "render"), WordMeaning(["export"], "render"),
      WordMeaning(["record"], "listen"), WordMeaning(["record"], "render"),
      WordMeaning(["write", "wav", "save"], "render"),
      WordMeaning(["loop"], .init("play", as: "play --loop"), amid: "inspect"),
      WordMeaning(["ffplay", "speaker-test", "preview", "hear", "listen"], "play"),
      WordMeaning(["spectrogram"], .init("chart", as: "chart --spectrogram"), amid: "inspect"),
      WordMeaning(["draw", "plot", "svg"], "chart"), WordMeaning(["show"], "inspect", "play"),
      WordMeaning(["show"], "chart", "run"),
      WordMeaning(["norm", "normalize", "reverse", "change", "modify", "scale", "trim"], "edit"),
      WordMeaning(["compare", "merge"], "diff"),
      WordMeaning(["check", "verify"], "validate"), WordMeaning(["expect"], "test"),
      WordMeaning(["create", "init", "make", "add"], "new"),
      WordMeaning(["tutorial", "learn", "demo", "guide"], "tour"),
      WordMeaning(["serve"], "watch"), WordMeaning(["complete"], "completions"),
      WordMeaning(["commands", "man", "usage"], "help"), WordMeaning(["phone"], "session"),
      WordMeaning(
        ["category"], .init("session", as: "session recommend"),
        .init("session", as: "session table")),
      WordMeaning(["run"], "play", .init("session", as: "session run")),
      WordMeaning(["scenario", "simulate"], .init("session", as: "session run")),
      WordMeaning(["test", "simulate", "sim", "validate", "lint", "trace"], "run"),
      WordMeaning(["start"], "live", "play"),
      WordMeaning(["interactive", "ring", "interrupt"], "live"),
      WordMeaning(["status", "debug", "why"], "explain"),
      WordMeaning(["random"], "fuzz"), WordMeaning(["search", "verify"], "check"),
      WordMeaning(["rules", "tables"], "table"),
      WordMeaning(["options"], .init("table", as: "table options")),
      WordMeaning(["categories"], .init("table", as: "table categories")),
    ]
    + SessionCommand.configuration.subcommands.compactMap { $0.configuration.commandName }.map {
      WordMeaning([$0], .init("session", as: "session \($0)"))
    }

  /// Returns the commands among `names` that `written` may stand for; empty if no command is similar.
  ///
  /// The other common names are looked up first. A misspelled name is similar if at most one
  /// character in three differs, and at least one of its first two characters is right.
  static func commands(for written: String, among names: [String]) -> [String] {
    let written = written.lowercased()
    // A name with a dot is the name of a file, not of a command.
    let known = written.contains(".") ? [] : meant(by: written, among: names)
    if !known.isEmpty { return known }
    if let name = near(written, names) { return [name] }
    let others = meanings.filter { $0.holds(among: names) }.flatMap(\.written)
    let alike = others.filter { ($0.count - written.count).magnitude <= 2 }.sorted()
    return near(written, alike).map { meant(by: $0, among: names) } ?? []
  }

  private static func meant(by written: String, among names: [String]) -> [String] {
    WordMeaning.meant(by: written, among: names, meanings).map(\.text)
  }

  private static func near(_ written: String, _ words: [String]) -> String? {
    NearestWord.find(written, in: words).flatMap { beginsLike($0, written) ? $0 : nil }
  }

  /// Whether the beginnings of the words agree, except for at most one mistake at the first character.
  private static func beginsLike(_ word: String, _ written: String) -> Bool {
    word.first == written.first || word.dropFirst() == written.dropFirst()
      || word.dropFirst() == written || word == written.dropFirst()
      || word.prefix(2).elementsEqual(written.prefix(2).reversed())
  }
}

/// Adds the valid values and likely corrections to the parser's messages.
enum ArgumentAdvice {
  /// The valid values of options, by name.
  private static let values = [
    "--sample-rate": "a whole number of frames per second, from 8000 to 192000",
    "--times": "a whole number, from 1 to \(RenderLimit.maximumLoops)",
    "--loop": "a whole number, from 1 to \(RenderLimit.maximumLoops)",
    "--jobs": "a whole number, 1 or more", "-j": "a whole number, 1 or more",
    "--rate": "a number from 0.01 to 100, such as 1.5",
    "--from": "a time, such as 0.25, 0.25s or 250ms",
    "--to": "a time, such as 0.25, 0.25s or 250ms",
    "--at": "a number of seconds, such as 6.5", "--until": "a number of seconds, such as 6.5",
    "--steps": "a whole number, 1 or more", "--step": "the number of a step, such as 2",
    "--scenario": "the number of a scenario in the file, from 1",
    "--intensity": "a number from 0 to 1", "--sharpness": "a number from -1 to 1",
    "--sensitivity": "a number from 0 to 1",
    "--notation":
      "a notation such as \"tap, rest 100ms\"; `haptic convert PATTERN - --to notation` prints a pattern's notation",
    "--gain": "a number of decibels, such as -6", "--period": "a number of milliseconds",
    "--latency": "a number of milliseconds",
    "--strength": "different numbers from 0 to 4, separated by commas, such as 0.5,0.75,1",
    "--band": "two frequencies in hertz, the lower one first, such as 40-400",
    "--channels":
      "different channel numbers from 1 to 64, or different positions, separated by commas, such as 3,4 or RL,RR",
  ]

  /// Remarks on options whose values are listed in the message.
  private static let remarks = [
    "--output": "-o of `haptic render` or `haptic listen` writes a file.",
    "--format": "The extension of -o selects .wav, .flac or .ogg.",
  ]

  /// Returns `message`, from the parser for `arguments`, with the valid values and likely
  /// corrections.
  static func added(to message: String, _ arguments: [String]) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first else { return message }
    // All other suggestions have this wording.
    lines[0] = first.replacing(". Did you mean '", with: "; did you mean '")
    if let word = quoted(after: "Unexpected argument '", in: first) {
      let command = ProgramArguments.command(of: arguments).joined(separator: " ")
      lines[0] += ArgumentMeanings.place(of: word, for: command).map { "; \($0)" } ?? ""
    }
    let choices = choices(lines)
    if let value = quoted(after: "The value '", in: first),
      let question = ArgumentMeanings.question(for: value, among: choices)
    {
      lines[0] = lines[0].replacing(". Please provide", with: "; \(question) Please provide")
    }
    let option = option(in: first)
    if let value = option.flatMap({ values[$0] }), choices.isEmpty {
      lines[0] += ": it must be \(value)"
    } else if let remark = option.flatMap({ remarks[$0] }), !choices.isEmpty {
      lines[0] += " \(remark)"
    }
    return continued(lines.joined(separator: "\n"))
  }

  /// The words that the messages of the parser and of commands begin with.
  private static let openings = [
    "Give", "Missing", "Only", "Standard", "The", "Unexpected", "Unknown", "Value",
  ]

  /// Returns `message` with a lowercase letter after the name of the program, like all other
  /// messages.
  private static func continued(_ message: String) -> String {
    let opening = openings.first { message.hasPrefix("\(Haptic._errorPrefix)\($0) ") }
    guard let opening else { return message }
    return Haptic._errorPrefix + opening.lowercased()
      + message.dropFirst(Haptic._errorPrefix.count + opening.count)
  }

  /// Returns the values that a message lists: in quotes on its first line, or each on its own line.
  private static func choices(_ lines: [String]) -> [String] {
    guard let list = lines[0].firstRange(of: "Please provide one of") else { return [] }
    let parts = lines[0][list.upperBound...].split(separator: "'", omittingEmptySubsequences: false)
    let inLine = parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let below = lines.dropFirst().filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
    return inLine + below
  }

  /// Returns the option or argument that `line` is about: `… is invalid for '--rate <factor>'`,
  /// `Missing value for …`.
  private static func option(in line: String) -> String? {
    let name =
      quoted(after: "is invalid for '", in: line) ?? quoted(after: "Missing value for '", in: line)
    return name.map { String($0.prefix { $0 != " " }) }
  }

  /// Returns the text between `introduction` and the next quotation mark.
  private static func quoted(after introduction: String, in line: String) -> String? {
    line.firstRange(of: introduction).map { range in
      String(line[range.upperBound...].prefix { $0 != "'" })
    }
  }
}
