import ArgumentParser
import AudioOutput
import PhoneSimulator
import Realtime
import TextFormats

extension CompletionKind {
  /// Files that may be scenarios.
  static var scenarios: Self { .file(extensions: ["yaml", "yml"]) }
}

/// Options for printing the trace of a scenario.
struct TraceOptions: ParsableArguments {
  @Flag(help: "Print a JSON object per line (`haptic schema trace`).")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only failed expectations.")
  var quiet = false

  @Flag(help: "Also print the frames at which haptics and vibrations begin.")
  var verbose = false

  func validate() throws {
    if quiet && verbose { throw ValidationError("--quiet cannot be combined with --verbose.") }
  }
}

/// The choice of a scenario in a file.
struct ScenarioChoice: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .init(
      "Run only the scenario with this number in each file, counted from 1.", valueName: "number"))
  var scenario: Int?

  func validate() throws {
    if let scenario, scenario < 1 {
      throw ValidationError("--scenario is \(scenario); it must be 1 or more.")
    }
  }

  /// Returns the scenarios of `file` to run.
  ///
  /// - Throws: a usage `Failure` if the number is too large, or if there are several scenarios and `isOne`
  ///   is true.
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

/// Options for running part of a scenario, and for switching haptics off.
struct PartOptions: ParsableArguments {
  @OptionGroup var choice: ScenarioChoice

  @Option(
    parsing: .unconditional,
    help: .init(
      "Stop at this time, in seconds, after all steps and events at that time.", valueName: "t"))
  var until: Double?

  @Option(
    help: .init(
      "Write the state at --until to a file, from which --from-snapshot resumes.", valueName: "file"
    ),
    completion: .file())
  var snapshot: String?

  @Option(
    help: .init(
      "Resume from a snapshot, which contains its scenario. The trace and samples are identical to "
        + "those of an uninterrupted run.", valueName: "file"), completion: .file())
  var fromSnapshot: String?

  @Option(
    help: .init(
      "With off, run the scenario with System Haptics off, and print what differs apart from haptics.",
      valueName: "on|off"))
  var haptics = HapticsChoice.on

  func validate() throws {
    try check(until, "--until", 0...ScenarioReader.longest, " seconds")
    if snapshot != nil, until == nil {
      throw ValidationError("--snapshot requires --until, the time at which the scenario stops.")
    }
    if snapshot == "-" {
      throw ValidationError("Standard output is for other results; give --snapshot a file name.")
    }
  }

  /// Returns the files to read: `files`, or the snapshot.
  ///
  /// - Throws: `ValidationError` if neither or both are given.
  func inputs(_ files: [String?]) throws -> [String] {
    let files = files.compactMap(\.self)
    guard let fromSnapshot else {
      if files.isEmpty { throw ValidationError("Give a scenario, or --from-snapshot.") }
      return files
    }
    guard files.isEmpty, choice.scenario == nil else {
      throw ValidationError(
        "--from-snapshot cannot be combined with files or --scenario, because a snapshot contains its scenario."
      )
    }
    return [fromSnapshot]
  }

  /// Returns whether System Haptics are off in the scenarios of `file`.
  ///
  /// A snapshot keeps the setting with which it was written.
  func isHapticsOff(in file: ScenarioFile) -> Bool {
    haptics == .off || file.snapshot?.isHapticsOff == true
  }

  /// Saves a snapshot of the scenario in `file`, and prints a note if no step follows the snapshot.
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
      "--until \(until.brief) is after the last step, at \(last.brief) s; no step is left for "
        + "--from-snapshot")
  }
}

/// The value of `--haptics`: haptics as in the scenario, or off.
enum HapticsChoice: String, CaseIterable, ExpressibleByArgument {
  case on
  case off
}
