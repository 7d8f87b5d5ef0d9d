import ArgumentParser
import AudioOutput
import HapticEngine
import Realtime

/// The patterns to render and the files of each, determined before rendering starts.
struct RenderPlan {
  /// One pattern and its renders.
  struct Item: Sendable {
    let pattern: PatternArgument
    let variants: [RenderVariant]
  }

  /// In the order of the command line.
  let items: [Item]
  /// The folder to create, if it does not exist.
  let newFolder: String?

  /// Creates a plan for `patterns`, written to `output`.
  ///
  /// - Throws: `ValidationError` if the options do not fit `output`.
  init(_ patterns: [PatternArgument], output: String, _ options: RenderOptions) throws {
    if output.isEmpty {
      throw ValidationError("-o is empty; it must be a file, a folder ending in a slash, or -.")
    }
    try ProgramArguments.checkStandardInput(patterns.map(\.text) + [options.profile?.text])
    let isFolder = output.hasSuffix("/") || SystemCall.isFolder(output)
    if patterns.count > 1 && !isFolder {
      throw ValidationError(
        "\(patterns.count) patterns need an output folder: write -o \(output)/")
    }
    let names = OutputNames(options)
    if output == "-" && names.count > 1 {
      throw ValidationError("Standard output can hold one file, not \(names.count).")
    }
    newFolder = isFolder && SystemCall.mode(at: output) == nil ? output : nil
    items = try patterns.map { pattern in
      let folder = output.hasSuffix("/") ? output : output + "/"
      let path = isFolder ? "\(folder)\(pattern.name).wav" : output
      return Item(pattern: pattern, variants: try names.variants(for: path))
    }
    try refuseCollisions()
    try refuseInputs()
  }

  /// Rejects outputs that would overwrite one of the patterns.
  private func refuseInputs() throws {
    let files = items.compactMap { item in
      item.pattern.file.flatMap { SystemCall.identity(of: $0) }
    }
    for target in items.flatMap(\.variants).flatMap(\.targets) {
      if let identity = SystemCall.identity(of: target.path), files.contains(identity) {
        throw ValidationError(
          "\(target.path) is one of the patterns to render and would be overwritten.")
      }
    }
  }

  /// Throws if an output would overwrite a sound of one of the patterns.
  ///
  /// Patterns that can be read only once are not read here; their jobs refuse their own sounds.
  func refuseSounds(in resources: String?) throws(Failure) {
    let outputs = items.flatMap(\.variants).flatMap(\.targets).map(\.path)
      .filter(SystemCall.isFile)
    if outputs.isEmpty { return }
    for pattern in items.map(\.pattern) where pattern.file.map(SystemCall.isFile) == true {
      guard let read = try? pattern.read() else { continue }
      let sounds = read.reading.pattern?.soundFiles(in: resources ?? read.folder) ?? []
      for sound in sounds {
        for output in outputs { try SystemCall.refuseSameFile(output, as: sound) }
      }
    }
  }

  private func refuseCollisions() throws {
    var sources: [String: PatternArgument] = [:]
    for item in items {
      for target in item.variants.flatMap(\.targets) {
        if let other = sources.updateValue(item.pattern, forKey: target.path) {
          throw ValidationError(
            "\(other.text) and \(item.pattern.text) would both be written to \(target.path).")
        }
      }
    }
  }
}

/// The files of one pattern: one for each strength and stem.
private struct OutputNames {
  private let strengths: [(suffix: String, factor: Double)]
  private let buses: [(suffix: String, bus: BusChoice)]
  private let encoding: SoundFileFormat.Encoding?

  init(_ options: RenderOptions) {
    strengths =
      options.strength.map { list in
        zip(list.texts, list.factors).map { ("-\($0)", $1) }
      } ?? [("", 1)]
    buses =
      options.stems ? [(".haptic", .haptic), (".audio", .audio)] : [("", options.bus ?? .mix)]
    encoding = options.format?.encoding
  }

  /// The number of files.
  var count: Int { strengths.count * buses.count }

  /// Returns the renders to `path`.
  ///
  /// If there are several files, their names are derived from the path: `NAME-0.5.haptic.wav`.
  func variants(for path: String) throws -> [RenderVariant] {
    let format = try SoundFileFormat.ofOutput(path, encoding: encoding)
    let (stem, ending) = Self.split(path)
    return strengths.map { strength in
      let targets = buses.map { bus in
        RenderTarget(
          path: path == "-" ? path : stem + strength.suffix + bus.suffix + ending, map: bus.bus.map,
          format: format)
      }
      return RenderVariant(strength: strength.factor, targets: targets)
    }
  }

  private static func split(_ path: String) -> (stem: String, ending: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return (path, "") }
    return (String(path[..<dot]), String(path[dot...]))
  }
}

/// One file that a render writes.
struct RenderTarget: Hashable, Sendable {
  /// The path, or `-`.
  let path: String
  /// The bus of each channel.
  let map: ChannelMap
  /// The file format.
  let format: SoundFileFormat
}

/// A pattern at a single strength, and the files that it is written to.
struct RenderVariant: Sendable {
  /// The factor of all intensities.
  let strength: Double
  /// The files, each of which receives every block.
  let targets: [RenderTarget]
}
