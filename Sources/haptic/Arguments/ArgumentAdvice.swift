/// What the parser's complaints lack: what a value must be.
enum ArgumentAdvice {
  /// What the value of an option is, by its name.
  private static let values = [
    "--sample-rate": "a whole number of frames per second, from 8000 to 192000",
    "--times": "a whole number, from 1 to \(RenderLimit.mostLoops)",
    "--loop": "a whole number, from 1 to \(RenderLimit.mostLoops)",
    "--jobs": "a whole number, 1 or more", "-j": "a whole number, 1 or more",
    "--rate": "a number from 0.01 to 100, such as 1.5",
    "--from": "a time in seconds, such as 0.25", "--to": "a time in seconds, such as 0.25",
    "--intensity": "a number from 0 to 1", "--sharpness": "a number from -1 to 1",
    "--gain": "a number of decibels, such as -6", "--period": "a number of milliseconds",
    "--latency": "a number of milliseconds",
    "--strength": "numbers from 0 to 4 with commas between them, each once, such as 0.5,0.75,1",
    "--channels":
      "channels from 1 to 64, or places, with commas between them, each once, such as 3,4 or RL,RR",
  ]

  /// `message`, a complaint of the parser, with what the value must be.
  static func added(to message: String) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first else { return message }
    // One wording for all suggestions.
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
