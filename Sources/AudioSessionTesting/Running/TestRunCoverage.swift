internal import Foundation
internal import PhoneRuntime

/// The coverage of the phones of a test process.
///
/// If the environment variable `HAPTIC_COVERAGE` names a folder, every `SimulatedPhone` is counted, and the process
/// writes one file there when it exits. `haptic session coverage` reads the files.
package enum TestRunCoverage {
  /// Whether the phones that a task creates are not counted.
  ///
  /// A sweep runs a test under answers that nobody expects of a phone. Only its task knows this: other tests run at the
  /// same time and count. Phones that a swept test creates in a detached task or on a separate queue also count. The
  /// test creates such a phone, not the trait, so the phone has the test's own answers.
  @TaskLocal package static var isPaused = false

  /// The name of the environment variable.
  static let variable = "HAPTIC_COVERAGE"

  private static let log: CoverageLog? = {
    guard folder != nil else { return nil }
    atexit { TestRunCoverage.write() }
    return CoverageLog()
  }()

  private static let folder: String? = {
    let folder = ProcessInfo.processInfo.environment[variable] ?? ""
    return folder.isEmpty ? nil : folder
  }()

  /// Counts the activity of a phone from now on, if the process has a folder to write to.
  static func watch(_ runtime: PhoneRuntime) {
    if !isPaused { log?.watch(runtime) }
  }

  /// Writes the file.
  ///
  /// A process that a signal ends does not write one.
  private static func write() {
    guard let folder, let log else { return }
    var coverage = PhoneCoverage()
    coverage.add(log)
    let path = "\(folder)/\(UUID().uuidString.lowercased())\(PhoneCoverage.fileEnding)"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try coverage.fileText().write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      let message = "\(variable): \(path) cannot be written: \(error.localizedDescription)\n"
      FileHandle.standardError.write(Data(message.utf8))
    }
  }
}
