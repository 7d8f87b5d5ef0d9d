import AudioOutput
import HapticEngine
import PhoneRuntime
import PhoneSimulator
import TextFormats

/// The scenarios of a file.
struct ScenarioFile {
  /// The name that was given; `-` is standard input.
  let name: String
  let scenarios: [Scenario]
  /// The contents of the file, and the absolute path of the folder in which the files that it names are found.
  let bytes: [UInt8]
  let folder: String
  /// The snapshot in the file; nil for a scenario.
  let snapshot: ScenarioSnapshot?
  /// The paths of the sounds and patterns that the scenarios name.
  let inputs: [String]

  /// Reads the file called `name`, or standard input for `-`, and reports every problem with its
  /// location.
  ///
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - isSnapshot: whether the file is a snapshot.
  ///   - report: receives the problems; by default they are printed.
  /// - Throws: `Failure` with status 66 if the file cannot be read, with status 65 if it is not a valid scenario, or with
  ///   status 69 if the library that reads YAML is missing.
  init(
    _ name: String, isSnapshot: Bool = false, reporting report: ((ScenarioErrors) -> Void)? = nil
  ) throws(Failure) {
    self.name = name
    bytes = try InputFile.bytes(
      of: name, maximumBytes: ScenarioReader.maximumFileSize, expecting: .scenario,
      ifMissing: { Self.example(named: name) })
    do throws(ScenarioErrors) {
      let snapshot = isSnapshot ? try ScenarioSnapshot(bytes) : nil
      self.snapshot = snapshot
      let own = name.lastIndex(of: "/").map { String(name[..<$0]) } ?? "."
      folder = snapshot?.folder ?? SystemPath.resolved(own.isEmpty ? "/" : own) ?? own
      let library = PatternLibrary()
      let place = ScenarioFolder(
        folder, libraries: library.folders, libraryNames: library.names,
        libraryHint: " (\(PatternLibrary.variable) can name a folder with more patterns)")
      let scenarios = try ScenarioReader.read(bytes, in: place, inspecting: SoundFileDecoder())
      try snapshot?.check(scenarios)
      self.scenarios = scenarios
      inputs = scenarios.flatMap { $0.files(in: place) }
    } catch {
      let expected: FileKind = isSnapshot ? .snapshot : .scenario
      if let failure = FileKind.failure(name, bytes, expected: expected) { throw failure }
      if let report {
        report(error)
      } else {
        StandardError.print(error.problems, of: name, omitted: error.omittedCount)
      }
      throw Failure(error.status)
    }
  }

  /// Returns the end of the message for a missing file: the place of the example that has its name, if there is one.
  private static func example(named path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let example = SharedFiles.folder.map { "\($0)/Examples/Scenarios/\(name)" }
    guard let example, SystemCall.isFile(example) else { return "" }
    return "; the example of this name is \(example.printable)"
  }

  /// Returns the scenario with the given number, counted from 1.
  ///
  /// - Throws: a usage `Failure` if the file does not contain that many scenarios.
  func scenario(_ number: Int) throws(Failure) -> Scenario {
    guard scenarios.indices.contains(number - 1) else {
      let count = scenarios.count.counted("scenario")
      throw Failure(.usage, "--scenario \(number): \(name.printable) has \(count)")
    }
    return scenarios[number - 1]
  }
}

extension ScenarioFile {
  /// Returns the files that `paths` stand for.
  ///
  /// A folder stands for every scenario in it and its subfolders, sorted by name. Other YAML files in a
  /// folder are ignored.
  ///
  /// - Parameters:
  ///   - paths: the paths of files and folders.
  ///   - addsCoverages: whether a folder also stands for the coverage files of test runs in it.
  /// - Returns: the names of the files.
  /// - Throws: `Failure` with status 66 if a folder does not contain such a file.
  static func names(
    in paths: [String], addsCoverages: Bool = false
  ) throws(Failure) -> [String] {
    var names: [String] = []
    for path in paths {
      guard SystemCall.isFolder(path) else {
        names.append(path)
        continue
      }
      let found = Self.names(inFolder: path) {
        addsCoverages && $0.hasSuffix(PhoneCoverage.fileEnding)
      }
      if found.isEmpty {
        throw Failure(
          .noInput,
          "\(path.printable): the folder contains no scenario; give a folder with files that end in .yaml or .yml "
            + "and have the key `scenario`"
            + (addsCoverages ? ", or with files that end in \(PhoneCoverage.fileEnding)" : ""))
      }
      names += found
    }
    return names
  }

  /// Returns every scenario in the folder at `path` and its subfolders, sorted by name, together with the
  /// files that `isAlsoNamed` accepts.
  ///
  /// YAML files and subfolders that cannot be read are also returned, so that they are reported instead of
  /// skipped.
  static func names(
    inFolder path: String, or isAlsoNamed: (String) -> Bool = { _ in false }
  ) -> [String] {
    PatternFiles.files(below: path) { FileKind.scenario.isNamed($0) || isAlsoNamed($0) }
      .filter { isAlsoNamed($0) || mayBeScenario($0) }
  }

  private static func mayBeScenario(_ path: String) -> Bool {
    let bytes = try? InputFile.bytes(of: path, maximumBytes: ScenarioReader.maximumFileSize)
    return bytes.map { [.scenario, .snapshot].contains(FileKind.of($0, named: path)) } ?? true
  }
}
