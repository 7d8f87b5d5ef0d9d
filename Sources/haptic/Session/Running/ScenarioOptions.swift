import ArgumentParser
import AudioOutput
import PhoneSimulator
import Realtime
import TextFormats

extension CompletionKind {
  /// The files that may be scenarios.
  static var scenarios: Self { .file(extensions: ["yaml", "yml"]) }
}

/// How the trace of a scenario is printed.
struct TraceOptions: ParsableArguments {
  @Flag(help: "Print a JSON object per line (`haptic schema trace`).")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only failed expectations.")
  var quiet = false

  @Flag(help: "Also print the frames at which haptics and vibrations begin.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }
}

/// Which scenarios of a file are meant.
struct ScenarioChoice: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .init(
      "Run only the scenario of this number in a file, counted from 1.", valueName: "number"))
  var scenario: Int?

  func validate() throws {
    if let scenario, scenario < 1 {
      throw ValidationError("--scenario is \(scenario); it must be 1 or more.")
    }
  }

  /// The scenarios of `file` that are run.
  ///
  /// - Throws: `Failure` of usage if there is none of this number, or if several cannot be run.
  func chosen(of file: ScenarioFile, isOne: Bool) throws(Failure) -> [Scenario] {
    if let number = file.snapshot?.number ?? scenario { return [try file.scenario(number)] }
    let count = file.scenarios.count
    if isOne && count > 1 {
      throw Failure(
        .usage,
        "\(file.name.printable) has \(count.counted("scenario")); choose one with --scenario")
    }
    return file.scenarios
  }
}

/// Which part of a scenario is run, and with which haptics.
struct PartOptions: ParsableArguments {
  @OptionGroup var choice: ScenarioChoice

  @Option(
    parsing: .unconditional,
    help: .init("Stop at this time, after all that happens then.", valueName: "t"))
  var until: Double?

  @Option(
    help: .init(
      "Write where --until stopped to a file; --from-snapshot goes on there.", valueName: "file"),
    completion: .file())
  var snapshot: String?

  @Option(
    help: .init(
      "Go on from a snapshot, which has its scenario: the same trace and samples as never having "
        + "stopped.", valueName: "file"), completion: .file())
  var fromSnapshot: String?

  @Option(
    help: .init(
      "off: run the scenario with System Haptics off, and say what else differs.",
      valueName: "on|off"))
  var haptics = HapticsChoice.on

  func validate() throws {
    try check(until, "--until", 0...ScenarioReader.longest, " seconds")
    if snapshot != nil, until == nil {
      throw ValidationError("--snapshot needs --until, the time at which the scenario stops.")
    }
    if snapshot == "-" {
      throw ValidationError("Standard output is for other results; give --snapshot a file name.")
    }
  }

  /// The files that are read: `files`, or the snapshot.
  ///
  /// - Throws: `ValidationError` if there is neither, or both.
  func inputs(_ files: [String?]) throws -> [String] {
    let files = files.compactMap(\.self)
    guard let fromSnapshot else {
      if files.isEmpty { throw ValidationError("Give a scenario, or --from-snapshot.") }
      return files
    }
    guard files.isEmpty, choice.scenario == nil else {
      throw ValidationError(
        "--from-snapshot has its scenario; leave out the files and --scenario.")
    }
    return [fromSnapshot]
  }

  /// Whether System Haptics are off in the scenarios of `file`: a snapshot goes on as it was stopped.
  func isHapticsOff(in file: ScenarioFile) -> Bool {
    haptics == .off || file.snapshot?.isHapticsOff == true
  }

  /// Saves where the scenario of `file` was stopped, and says so where nothing is left to go on with.
  ///
  /// - Throws: `OutputError` if the file cannot be written.
  func save(_ file: ScenarioFile, _ scenarios: [Scenario]) throws(OutputError) {
    guard let snapshot, let until else { return }
    let stopped = ScenarioSnapshot(
      time: until, number: file.snapshot?.number ?? choice.scenario ?? 1, folder: file.folder,
      text: file.snapshot?.text ?? file.bytes, isHapticsOff: isHapticsOff(in: file))
    TerminationSignals.cleanUpFiles()
    try PendingFile.write(stopped.bytes, to: snapshot, existing: .isReplaced)
    guard let last = scenarios.last?.steps.last?.time, until > last else { return }
    StandardError.print(
      "--until \(until.brief) is after the last step, at \(last.brief) s: no step is left for "
        + "--from-snapshot")
  }
}

/// Whether System Haptics are as the scenario says, or off.
enum HapticsChoice: String, CaseIterable, ExpressibleByArgument {
  case on
  case off
}
