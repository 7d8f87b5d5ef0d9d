import TextFormats

/// Suggests commands for an unknown command.
enum CommandAdvice {
  /// Common other names of commands, by the command above them.
  ///
  /// Our choice: names that other programs use for the same.
  private static let meanings: [String: [String: [String]]] = [
    "": [
      "version": ["--version"], "ver": ["--version"], "about": ["--version"],
      "list": ["presets", "devices"], "ls": ["presets", "devices"], "patterns": ["presets"],
      "library": ["presets"], "outputs": ["devices"], "cards": ["devices"], "sinks": ["devices"],
      "check": ["validate"], "verify": ["validate"], "expect": ["test"],
      "info": ["inspect"], "show": ["inspect", "play"], "describe": ["inspect"],
      "stat": ["inspect"], "stats": ["inspect"], "draw": ["chart"], "plot": ["chart"],
      "view": ["chart", "play"], "preview": ["play"], "hear": ["play"],
      "export": ["convert", "render"], "write": ["render"], "wav": ["render"],
      "change": ["edit"], "modify": ["edit"], "scale": ["edit"], "trim": ["edit"],
      "compare": ["diff"], "merge": ["diff"],
      "save": ["render"], "create": ["new"], "init": ["new"], "make": ["new"], "add": ["new"],
      "scenario": ["session run"], "simulate": ["session run"], "run": ["session run"],
      "phone": ["session"], "complete": ["completions"],
      "commands": ["help"], "man": ["help"], "usage": ["help"],
    ],
    "session": [
      "create": ["new"], "init": ["new"], "make": ["new"], "test": ["run"], "simulate": ["run"],
      "trace": ["run"], "draw": ["chart"], "svg": ["chart"],
      "hear": ["play"], "listen": ["play"], "record": ["render"], "why": ["explain"],
      "rules": ["table"], "tables": ["table"], "search": ["check"], "verify": ["check"],
    ],
  ]

  /// The commands that `written` may stand for, `names` being the commands after `before`; empty if
  /// none is similar.
  ///
  /// Other names are looked up first. A misspelt name is similar if at most one character in three
  /// differs, and not both of its first two.
  static func commands(
    for written: String, among names: [String], after before: String?
  ) -> [String] {
    let meanings = meanings[before ?? ""] ?? [:]
    let written = written.lowercased()
    if let meant = meanings[written] { return meant }
    if let name = near(written, names + ["help"]) { return [name] }
    let alike = meanings.keys.filter { ($0.count - written.count).magnitude <= 2 }.sorted()
    return near(written, alike).flatMap { meanings[$0] } ?? []
  }

  private static func near(_ written: String, _ words: [String]) -> String? {
    NearestWord.find(written, in: words).flatMap { beginsLike($0, written) ? $0 : nil }
  }

  /// Whether the words begin alike, allowing one mistake at the first character.
  private static func beginsLike(_ word: String, _ written: String) -> Bool {
    word.first == written.first || word.dropFirst() == written.dropFirst()
      || word.dropFirst() == written || word == written.dropFirst()
      || word.prefix(2).elementsEqual(written.prefix(2).reversed())
  }
}

/// Adds to the parser's messages what a value must be.
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
    "--intensity": "a number from 0 to 1", "--sharpness": "a number from -1 to 1",
    "--gain": "a number of decibels, such as -6", "--period": "a number of milliseconds",
    "--latency": "a number of milliseconds",
    "--strength": "numbers from 0 to 4 separated by commas, each once, such as 0.5,0.75,1",
    "--band": "two frequencies in hertz, the lower one first, such as 40-400",
    "--channels":
      "channel numbers from 1 to 64, or positions, separated by commas, each once: 3,4 or RL,RR",
  ]

  /// `message`, from the parser, with what the value must be.
  static func added(to message: String) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first else { return message }
    // The same wording as all other suggestions.
    lines[0] = first.replacing(". Did you mean '", with: "; did you mean '")
    if let option = option(in: first), let value = values[option] {
      lines[0] += ": it must be \(value)"
    }
    return lines.joined(separator: "\n")
  }

  /// The option that `line` is about: `… is invalid for '--rate <factor>'`, `Missing value for …`.
  private static func option(in line: String) -> String? {
    for introduction in ["is invalid for '", "Missing value for '"] {
      guard let range = line.firstRange(of: introduction) else { continue }
      return String(line[range.upperBound...].prefix { $0 != " " && $0 != "'" })
    }
    return nil
  }
}
