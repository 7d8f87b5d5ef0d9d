import TextFormats

/// The options of the commands of scenarios that another of them has, and what to write instead: `haptic session run`
/// was all of them once.
enum MovedOptions {
  private struct Row {
    /// As it was, or as it is there.
    let option: String
    /// The command to write, such as `render`.
    let command: String
    /// What it is called there; nil where the command says it all.
    let name: String?
    /// The commands that have it under `option`.
    let owners: [String]

    init(_ option: String, _ command: String, _ name: String?, owners: [String] = []) {
      (self.option, self.command, self.name, self.owners) = (option, command, name, owners)
    }

    /// An option that is called as it was.
    init(_ option: String, of owners: String...) {
      self.init(option, owners[0], option, owners: owners)
    }
  }

  /// Of several that are given the first counts.
  private static let rows = [
    Row("--play", "play", nil), Row("--fuzz", "fuzz", "--steps"), Row("--render", "render", "-o"),
    Row("--chart", "chart", nil, owners: ["play"]), Row("--seed", of: "fuzz"),
    Row("--steps", of: "fuzz"), Row("--stems", of: "render"), Row("--bus", of: "render"),
    Row("--profile", of: "render", "play"), Row("-o", of: "render", "chart"),
    Row("--device", of: "play"), Row("--output", of: "play", "chart"),
    Row("--channels", of: "play"), Row("--gain", of: "play"), Row("--period", of: "play"),
    Row("--latency", of: "play"),
  ]

  /// Refuses `words`, all arguments, that ask one of the commands of scenarios for what is another.
  ///
  /// - Throws: `Failure` of usage with the line to write.
  static func refuse(_ words: [String]) throws(Failure) {
    let commands = ["run", "fuzz", "render", "play", "chart"]
    guard words.count > 2, words[0] == "session", commands.contains(words[1]),
      !words.contains("--help"), !words.contains("-h")
    else { return }
    let names = words[2...].prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
    let row = rows.first { !$0.owners.contains(words[1]) && names.contains($0.option[...]) }
    guard let row else { return }
    let line = line(for: row.command, words[2...]).map(\.shellWord).joined(separator: " ")
    throw Failure(
      .usage,
      "\(row.option) is no option of session \(words[1]); write `haptic session \(row.command) \(line)`"
    )
  }

  /// `words`, given to another command, as `command` takes them.
  private static func line(for command: String, _ words: ArraySlice<String>) -> [String] {
    words.flatMap { word -> [String] in
      // A chart's file was among the scenarios'.
      let isPicture = PictureFormat(path: word) != nil
      if command == "chart", isPicture, !words.contains("-o") { return ["-o", word] }
      let (name, value) = (word.prefix { $0 != "=" }, word.drop { $0 != "=" }.dropFirst())
      guard let row = rows.first(where: { $0.option == name }), row.command == command,
        !row.owners.contains(command)
      else { return [word] }
      return [row.name, value.isEmpty ? nil : String(value)].compactMap { $0 }
    }
  }
}
