public import ArgumentParser
import HapticEngine
public import HapticFormats
import TextFormats

/// `haptic convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert patterns from and to other systems' formats.",
    discussion: """
      The extension of a file selects its format; otherwise give --from or --to. The formats (r \
      can be read, w can be written):
      \(TextTable.text(ConvertFormats.rows, indent: 2))
      Everything that the target format cannot hold is listed on standard error: the place, the \
      loss, its reason and its size. Equal losses share a line; --json lists the first 1000 one \
      by one, and counts all. With --strict, a loss prevents the conversion. A note says that a \
      device may play the file differently; it is not a loss. A file is written completely or not \
      at all; an existing file is replaced only with --force.

      In AHAP an intensity curve also acts on transients. In .haptic, .hjif, .haps and Android's \
      XML it does not. An exact conversion from these formats may therefore need two AHAP files; \
      --transients apart writes OUT_continuous and OUT_transients.

      Examples:
        haptic convert rain.haptic rain.ahap
        haptic convert rain.haptic rain.ahap --transients apart
        haptic convert heartbeat heartbeat.haptic --strict
        haptic convert heartbeat - --to web-vibration
        haptic convert heartbeat - --to notation
        haptic convert jump-from-ground jump.ahap --input height=3.2
        haptic convert effect.json effect.ahap --from android-waveform --json

      Exit status: 0 success; 1 if --strict refuses a loss; 65 if the input is invalid or the \
      target format cannot hold it at all; 73 if the output exists or cannot be created.
      """)

  @Argument(
    help: "A file, - for standard input, a preset or a name from the library.",
    completion: .file())
  var input: String

  @Argument(help: "The file to write; - for standard output.", completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp("The format of the input.", valueName: "format"),
    completion: .list(PatternFormat.all.filter(\.isReadable).map(\.name)))
  var from: String?

  @Option(
    help: ArgumentHelp("The format of the output.", valueName: "format"),
    completion: .list(PatternFormat.all.filter(\.isWritable).map(\.name)))
  var to: String?

  @Option(
    help:
      "Write a single file (together, the default), or one for the curves and one for the transients (apart).",
    completion: .list(ConversionOptions.Transients.allCases.map(\.rawValue)))
  var transients: ConversionOptions.Transients?

  @Option(help: "The name to use in source code and themes; by default the output's name.")
  var name: String?

  @OptionGroup var inputs: InputOptions

  @Flag(help: "Write only if the conversion does not lose anything.")
  var strict = false

  @Flag(help: NewFiles.forceHelp)
  var force = false

  @Flag(help: "Print a JSON object with the files and the losses.")
  var json = false

  func validate() throws {
    if input.isEmpty || output.isEmpty {
      throw ValidationError("The input and the output must not be empty.")
    }
    if json && output == "-" {
      throw ValidationError("--json and - both write to standard output; give a file name.")
    }
  }

  func run() throws {
    let (source, target) = (try ConvertFormats.source(self), try ConvertFormats.target(self))
    let options = try options(source, target)
    var losses = ConversionLosses()
    var files: [(path: String, bytes: [UInt8])] = []
    var notes: [String] = []
    if source.format.name == target.name, inputs.inputs.isEmpty, transients != .apart,
      let rewritten = try source.rewritten()
    {
      losses = rewritten.losses
      files = [(output, rewritten.bytes)]
    } else {
      try convert(source, to: target, options, &files, &losses, &notes)
    }
    if files.count > 1 && output == "-" {
      throw Failure(.usage, "--transients apart writes two files; give a file name instead of -")
    }
    if output != "-" {
      for file in files {
        try SystemCall.refuseSameFile(file.path, as: input)
        try NewFiles.check(file.path, force: force)
      }
    }
    report(losses, notes)
    let isRefused = strict && !losses.isEmpty
    if !isRefused { try write(files) }
    if json {
      try JSONOutput.write(
        Report(
          from: source.format.name, to: target.name, files: isRefused ? [] : files.map(\.path),
          losses: losses.listed, lossCount: losses.count, lossGroups: losses.groups,
          unlistedLossCount: losses.unlistedCount, notes: notes))
    }
    if isRefused {
      throw Failure(
        .checkFailed,
        "\(input.printable): \(losses.count.counted("loss", "losses")); nothing written")
    }
  }

  private func options(
    _ source: ConvertSource, _ target: PatternFormat
  ) throws(Failure) -> ConversionOptions {
    if transients == .apart, !source.format.hasTransientsApart {
      let names = PatternFormat.all.filter(\.hasTransientsApart).map(\.name)
      throw Failure(
        .usage,
        "--transients apart is for \(names.joined(separator: ", ")), whose curves do not act on "
          + "transients; \(input.printable) has the format \(source.format.name)")
    }
    var options = ConversionOptions(
      transients: transients ?? .together, name: name ?? ConvertPath(output).name)
    options.curvesActOnTransients =
      source.format.curvesActOnTransients || target.curvesActOnTransients
    return options
  }

  private func write(_ files: [(path: String, bytes: [UInt8])]) throws {
    if output != "-" { return try NewFiles.write(files, force: force) }
    for file in files { try StandardOutput.write(file.bytes) }
  }

  /// Reads patterns and writes each to a file.
  private func convert(
    _ source: ConvertSource, to target: PatternFormat, _ options: ConversionOptions,
    _ files: inout [(path: String, bytes: [UInt8])], _ losses: inout ConversionLosses,
    _ notes: inout [String]
  ) throws {
    var options = options
    let imported = try source.read(options)
    let name = options.name
    losses = imported.losses
    for part in imported.parts {
      // Two written files of source code may be part of one program, so their names must differ.
      options.name = part.name.isEmpty ? name : "\(name)_\(part.name)"
      var pattern = try inputs.applied(to: part.pattern, input)
      if target.holds.contains(.sounds) {
        // The sounds of a notation are in the current folder, wherever the notation itself is.
        let (from, to) = (source.format.isNative ? input : "-", target.isNative ? output : "-")
        pattern = try SoundMove(from: from, to: to).moved(pattern)
      }
      let exported: ExportedPattern
      do throws(ConversionError) {
        exported = try target.write(pattern, options: options)
      } catch {
        throw Failure(.invalidInput, "\(input.printable): \(error.description.printableLines)")
      }
      losses.append(exported.losses)
      notes += exported.notes
      files.append((ConvertPath(output).with(suffix: part.name), exported.bytes))
    }
  }

  /// Prints the losses, one line for each kind and reason, and the notes.
  private func report(_ losses: ConversionLosses, _ notes: [String]) {
    guard !json else { return }
    for line in losses.lines { StandardError.print("\(input): lost: \(line)") }
    if losses.unlistedCount > 0 {
      StandardError.print(
        "\(input): \(losses.count) losses in all; --json lists only the first \(losses.listed.count) "
          + "one by one")
    }
    for note in notes { StandardError.print("\(input): note: \(note)") }
  }

  /// The output of `--json`.
  private struct Report: Encodable {
    let from: String
    let to: String
    let files: [String]
    let losses: [ConversionLoss]
    let lossCount: Int
    /// All losses, including those that are not in `losses`.
    let lossGroups: [ConversionLosses.Group]
    let unlistedLossCount: Int
    let notes: [String]
  }
}

extension ConversionOptions.Transients: ExpressibleByArgument {}
