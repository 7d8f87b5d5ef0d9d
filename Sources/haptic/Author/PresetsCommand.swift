import ArgumentParser
import HapticEngine

/// `haptic presets`.
struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List the presets and the patterns of the library.",
    discussion: """
      Each name can be used as a PATTERN. The library is searched for in the folder named by \
      \(PatternLibrary.variable), then where haptic is installed or was built.

      Examples:
        haptic presets
        haptic render impact.heavy -o impact.wav
      """)

  @Flag(help: "Print a JSON array of objects: name, kind, meaning, duration, and file if any.")
  var json = false

  func run() throws {
    let library = PatternLibrary()
    let presets = HapticPreset.allCases.map(Item.init)
    let patterns = library.names.compactMap { name in
      library.path(of: name).flatMap { Item(name: name, file: $0) }
    }
    if json { return try JSONOutput.write(presets + patterns) }
    var text = "Presets:\n" + TextTable.text(presets.map { [$0.name, $0.meaning] }, indent: 2)
    if !patterns.isEmpty {
      text += "\nPatterns:\n" + TextTable.text(patterns.map { [$0.name, $0.meaning] }, indent: 2)
    }
    try StandardOutput.write(text)
    if patterns.isEmpty {
      let folders = library.folders.joined(separator: " or ")
      let variable = PatternLibrary.variable
      StandardError.print(
        "No pattern library was found in \(folders); set \(variable) to another folder.")
    }
  }
}

/// A pattern in the list.
private struct Item: Encodable {
  let name: String
  let kind: String
  let meaning: String
  let duration: Double
  let file: String?

  init(_ preset: HapticPreset) {
    name = preset.name
    kind = "preset"
    meaning = preset.meaning
    duration = preset.pattern.duration
    file = nil
  }

  /// Creates the item of a library pattern; nil for a file that is not a pattern.
  init?(name: String, file: String) {
    guard let pattern = try? AHAP.read(path: file).pattern else { return nil }
    self.name = name
    kind = "pattern"
    meaning = pattern.text("Description") ?? ""
    duration = pattern.duration
    self.file = file
  }
}
